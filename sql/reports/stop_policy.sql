-- The stop policy applied to a history: where runs stop and why, and which round they
-- return. How many rounds does the policy avoid, compared with max_rounds in every run?
-- How many rounds ran after the stop (ADR-007 section 4.2)?
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/stop_policy.sql
--
-- For another policy, use `.param set :patience 2`; :max_rounds, :high and :min_sources
-- work likewise. If the settings' floors differ by dimension, :min_sources needs :high,
-- too. For your own rubric see by_rubric.sql. The report needs sql/views.sql, and prints
-- 20 runs (set :rows for more).

.bail on
.read sql/reports/start.sql

DROP TABLE IF EXISTS temp.report_policy;
CREATE TEMP TABLE report_policy(
  patience, max_rounds, min_sources, words,
  high  -- NULL: the gate of the settings
  CONSTRAINT "under these settings set :high, too" CHECK (coalesce(high, 0) <> words)
);
INSERT INTO report_policy
SELECT coalesce(:patience, patience), coalesce(:max_rounds, max_rounds),
       coalesce(:min_sources, min_sources),
       CASE WHEN :high IS NULL THEN words ELSE printf('from %.2f', :high) END,
       CASE WHEN :high IS NOT NULL OR :min_sources IS NULL THEN :high
            WHEN words LIKE 'from %' THEN high_floor('normal', 'coverage')
            ELSE words END
FROM report_settings, report_high WHERE name = 'in force';

INSERT INTO report_policies SELECT 1, patience, max_rounds, high, min_sources
FROM report_policy;
CREATE TEMP VIEW IF NOT EXISTS report_stopped AS
SELECT r.run_id, r.rounds_run, t.action, t.round AS stop_round, t.returned_round,
       t.ci_score AS ci, t.rounds AS rounds_used,
       CASE WHEN t.action <> 'pass' THEN coalesce(t.round, r.last_round) END
         AS failed_round
FROM report_replays AS r, stop_rows(r.report) AS t;

-- If a run did not pass, how far from passing is the round at which it stopped? If the
-- run continues, its last round counts. `failures` is the number of failed dimensions
-- and conditions (of seven, without a rubric). `lack` is the greatest distance of a
-- score below its High floor, to 12 decimals (rule R9).
DROP TABLE IF EXISTS temp.report_stops;
CREATE TEMP TABLE report_stops(
  run_id, rounds_run, action, stop_round, returned_round, ci, rounds_used, reason,
  failures, lack
);
INSERT INTO report_stops
SELECT run_id, rounds_run, action, stop_round, returned_round, ci, rounds_used,
       max(json_extract(gate, '$.reason')),
       max(json_array_length(gate, '$.failed_dimensions')
           + coalesce(json_array_length(gate, '$.failed_conditions'),
                      (NOT json_extract(gate, '$.sources_floor_passed'))
                      + (NOT json_extract(gate, '$.no_critical_contradictions')))),
       max((SELECT round(max(0, max(coalesce(high, (SELECT a.high FROM assay_rubrics AS a
                                                    WHERE a.rubric = own AND name = key),
                                             high_floor('normal', key))
                                    - coalesce(json_extract(value, '$.score'), 0))), 12)
            FROM json_each(gate, '$.dimensions')))
FROM (
  SELECT s.*, p.high, e.rubric AS own,
         CASE WHEN s.failed_round IS NULL THEN NULL
              WHEN e.rubric IS NOT NULL THEN rubric_report(e.rubric, e.evidence)
              WHEN p.high IS NULL
              THEN gate_report(l.coverage, l.source_quality, l.agreement, l.verification,
                               l.recency, l.recent_sources, l.critical_contradictions)
              ELSE gate_report(l.coverage, l.source_quality, l.agreement, l.verification,
                               l.recency, l.recent_sources, l.critical_contradictions,
                               p.high, p.min_sources) END AS gate
  FROM report_policy AS p CROSS JOIN report_stopped AS s
  LEFT JOIN report_judged AS l ON l.run_id = s.run_id AND l.round = s.failed_round
  LEFT JOIN report_evidence AS e ON e.run_id = s.run_id AND e.round = s.failed_round
  LIMIT -1)
GROUP BY run_id;

DROP TABLE IF EXISTS temp.report_actions;
CREATE TEMP TABLE report_actions(position, action, meaning);
INSERT INTO report_actions VALUES
  (1, 'pass', 'the gate lets it through'),
  (2, 'halt_contradiction', CASE WHEN EXISTS (SELECT 1 FROM report_rubric)
                            THEN 'only a veto is broken'
                            ELSE 'all High, but contradicted' END),
  (3, 'patience_stop', 'weighted mean went down'),
  (4, 'max_rounds', 'no further round allowed'),
  (5, 'continue', 'another round may run');

SELECT 'STOP POLICY OVER ' || head FROM report_head;
SELECT printf('Patience %d, at most %d rounds, High %s, %d recent sources.',
              patience, max_rounds, words, min_sources) FROM report_policy
WHERE NOT EXISTS (SELECT 1 FROM report_rubric);
SELECT printf('Patience %d, at most %d rounds, under the rubric %s.', patience,
              max_rounds, rubric) FROM report_policy, report_rubric;
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

-- The counts below include only runs that stopped, because a run that continues could
-- still use more rounds.
SELECT '';
SELECT CASE WHEN length(line) <= 80 THEN line
            ELSE replace(line, '. ', '.' || char(10)) END
FROM (
  SELECT printf('%,d runs stopped, after %,d rounds. Always running %,d would have '
                || 'taken %,d:', count(*), sum(rounds_used), p.max_rounds,
                count(*) * p.max_rounds) AS line
  FROM report_stops, report_policy AS p WHERE action <> 'continue'
  UNION ALL
  SELECT printf('%,d rounds avoided, %.1f a run. %,d rounds ran after the stop.',
                sum(max(p.max_rounds - rounds_used, 0)),
                coalesce(mean_of(max(p.max_rounds - rounds_used, 0)), 0),
                sum(rounds_run - rounds_used))
  FROM report_stops, report_policy AS p WHERE action <> 'continue'
);

CREATE TEMP TABLE report_listed AS
SELECT * FROM report_stops WHERE action <> 'pass'
ORDER BY failures, lack, run_id;

-- A text of more than 75 characters is broken at a blank. The second argument of rtrim()
-- is the text without its blanks, so rtrim() cuts the text after its last blank.
CREATE TEMP VIEW IF NOT EXISTS report_reasons AS
WITH RECURSIVE pieces(place, rest) AS (
  SELECT place,
         replace(reason, 'coverage, source_quality, agreement, verification, recency',
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
SELECT 'The round that is returned although none passed, and why the last one failed.';
SELECT 'Nearest to passing first: fewest conditions failed '
    || CASE WHEN EXISTS (SELECT 1 FROM report_rubric) THEN '(scores and counts), then'
            ELSE '(five scores, the sources,' || char(10) || 'contradictions), then' END
    || CASE WHEN EXISTS (SELECT 1 FROM report_rubric) THEN char(10) ELSE ' ' END
    || 'least that the lowest score lacks to be High, then the id.';
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
