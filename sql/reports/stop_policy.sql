-- The stop policy over history: where runs stop and why, what they return, how many
-- rounds it avoids against always running all of them, and how many were run past the
-- stop (ADR-007 section 4.2).
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/stop_policy.sql
--
-- Another policy: `.param set :patience 2`, and so :max_rounds, :high, :min_sources.
-- Needs the views of sql/views.sql; 80 columns wide, 20 runs unless :rows says otherwise.

.bail on
.read sql/reports/start.sql

DROP TABLE IF EXISTS temp.report_policy;
CREATE TEMP TABLE report_policy AS
SELECT coalesce(:patience, patience) AS patience,
       coalesce(:max_rounds, max_rounds) AS max_rounds,
       coalesce(:high, high_floor()) AS high,
       coalesce(:min_sources, min_sources) AS min_sources
FROM report_settings;

DROP TABLE IF EXISTS temp.report_stops;
CREATE TEMP TABLE report_stops(
  run_id, rounds_run, action, stop_round, returned_round, ci, rounds_used, reason
);
INSERT INTO report_stops
SELECT r.run_id, r.rounds_run, t.action, t.round, t.returned_round, t.ci_score, t.rounds,
       t.reason
FROM (
  SELECT s.run_id, count(*) AS rounds_run,
         stop_report(s.round, s.coverage, s.source_quality, s.agreement, s.verification,
                     s.recency, s.recent_sources, s.critical_contradictions,
                     p.patience, p.max_rounds, p.high, p.min_sources) AS report
  FROM report_policy AS p CROSS JOIN report_judged AS s
  GROUP BY s.run_id
) AS r, stop_rows(r.report) AS t;

-- The actions in the order of the policy.
DROP TABLE IF EXISTS temp.report_actions;
CREATE TEMP TABLE report_actions(position, action, meaning);
INSERT INTO report_actions VALUES
  (1, 'pass', 'the gate lets it through'),
  (2, 'halt_contradiction', 'all High, but contradicted'),
  (3, 'patience_stop', 'weighted mean went down'),
  (4, 'max_rounds', 'no further round allowed'),
  (5, 'continue', 'another round may run');

SELECT printf('STOP POLICY OVER %,d RUNS', count(*)) FROM report_stops;
SELECT printf('Patience %d, at most %d rounds, High from %.2f, %d recent sources.',
              patience, max_rounds, high, min_sources) FROM report_policy;
SELECT '';
SELECT 'Action               Runs after R1    R2     R3    R4+ Why';
SELECT printf('%-18s%7d%7s%7s%7s%7s ', a.action, count(s.run_id),
              coalesce(nullif(sum(s.rounds_used = 1), 0), '.'),
              coalesce(nullif(sum(s.rounds_used = 2), 0), '.'),
              coalesce(nullif(sum(s.rounds_used = 3), 0), '.'),
              coalesce(nullif(sum(s.rounds_used >= 4), 0), '.'))
    || a.meaning
FROM report_actions AS a LEFT JOIN report_stops AS s ON s.action = a.action
GROUP BY a.position
ORDER BY a.position;

-- Only runs that stopped can tell what stopping avoids.
SELECT '';
SELECT CASE WHEN length(line) <= 80 THEN line
            ELSE replace(line, '. ', '.' || char(10)) END
FROM (
  SELECT printf('%,d runs stopped, after %,d rounds. Always running %,d would have '
                || 'taken %,d:', count(*), sum(rounds_used), p.max_rounds,
                count(*) * p.max_rounds) AS line
  FROM report_stops, report_policy AS p WHERE action <> 'continue'
  UNION ALL
  SELECT printf('%,d rounds avoided, %.1f a run. %,d rounds were run past the stop.',
                sum(max(p.max_rounds - rounds_used, 0)),
                coalesce(mean_of(max(p.max_rounds - rounds_used, 0)), 0),
                sum(rounds_run - rounds_used))
  FROM report_stops, report_policy AS p WHERE action <> 'continue'
);

CREATE TEMP TABLE report_listed AS
SELECT s.*
FROM report_stops AS s JOIN report_actions AS a ON a.action = s.action
WHERE s.action <> 'pass'
ORDER BY a.position, s.run_id;

-- The reason repeats the action in its last words; they are left out. What is longer than
-- 75 characters is broken at a blank: rtrim(text, all its other characters) ends with the
-- last one.
DROP VIEW IF EXISTS temp.report_reasons;
CREATE TEMP VIEW report_reasons AS
WITH RECURSIVE pieces(place, rest) AS (
  SELECT place,
         replace(replace(replace(reason, '; confidence regression detected', ''),
                         '; round limit reached', ''),
                 'coverage, source_quality, agreement, verification, recency',
                 'all five')
  FROM report_shown
  UNION ALL
  SELECT place, substr(rest, 1 + coalesce(nullif(
           length(rtrim(substr(rest, 1, 76), replace(substr(rest, 1, 76), ' ', ''))), 0),
           75))
  FROM pieces WHERE length(rest) > 75
)
SELECT place, group_concat('     ' || CASE
         WHEN length(rest) <= 75 THEN rest
         ELSE rtrim(rtrim(substr(rest, 1, 76), replace(substr(rest, 1, 76), ' ', '')))
       END, char(10)) AS reason
FROM pieces WHERE rest <> '' GROUP BY place;

SELECT '';
SELECT '';
SELECT 'RUNS THAT DID NOT PASS';
SELECT 'Which round is returned all the same, and what kept the last one from passing.';
SELECT '';
SELECT head || 'Action              Stop  Returns  Mean' FROM report_title;
SELECT r.head
    || printf('%-20s%-6s%-9s%.2f', s.action,
              coalesce((SELECT label FROM report_rounds AS b
                        WHERE b.run_id = s.run_id AND b.round = s.stop_round), '.'),
              (SELECT label FROM report_rounds AS b
               WHERE b.run_id = s.run_id AND b.round = s.returned_round), s.ci)
    || coalesce(char(10) || w.reason, '')
FROM report_shown AS s
JOIN report_runs AS r ON r.run_id = s.run_id
LEFT JOIN report_reasons AS w ON w.place = s.place
ORDER BY s.place;
SELECT line FROM report_more;
