-- The stop policy over history: where runs stop and why, what they return, and how many
-- rounds that saves against always running all of them (ADR-007 section 4.2).
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/stop_policy.sql
--
-- Needs the views of sql/views.sql; 80 columns wide.

.bail on
.mode list
.headers off

-- The policy to replay: edit it to ask about another one.
CREATE TEMP VIEW policy AS
SELECT 1 AS patience, 4 AS max_rounds, high_floor() AS high, 10 AS min_sources;

CREATE TEMP VIEW stops AS
SELECT
  r.run_id, r.rounds_run, t.action, t.round AS stop_round, t.best_round, t.gate_passed,
  t.ci_score AS ci, t.rounds AS rounds_used, t.reason
FROM (
  SELECT s.run_id, count(*) AS rounds_run,
         stop_report(s.round, s.coverage, s.source_quality, s.agreement, s.verification,
                     s.recency, s.recent_sources, s.critical_contradictions,
                     p.patience, p.max_rounds, p.high, p.min_sources) AS report
  FROM policy AS p JOIN round_scores AS s
  GROUP BY s.run_id
) AS r, stop_rows(r.report) AS t;

-- The actions in the order of the policy.
CREATE TEMP VIEW actions(position, action, meaning) AS
VALUES (1, 'pass', 'the gate lets it through'),
       (2, 'halt_contradiction', 'all High, but contradicted'),
       (3, 'patience_stop', 'the weighted mean went down'),
       (4, 'max_rounds', 'no further round allowed'),
       (5, 'continue', 'another round may run');

SELECT 'STOP POLICY OVER ' || (SELECT count(*) FROM stops) || ' RUNS';
SELECT printf('Patience %d, at most %d rounds, High from %.2f, %d recent sources.',
              patience, max_rounds, high, min_sources) FROM policy;
SELECT '';
SELECT 'Action              Runs   after R1  R2  R3  R4+  Why';
SELECT substr(a.action || '                    ', 1, 20)
    || printf('%4d   %8s%4s%4s%5s  ', count(s.run_id),
              coalesce(nullif(sum(s.rounds_used = 1), 0), '.'),
              coalesce(nullif(sum(s.rounds_used = 2), 0), '.'),
              coalesce(nullif(sum(s.rounds_used = 3), 0), '.'),
              coalesce(nullif(sum(s.rounds_used >= 4), 0), '.'))
    || a.meaning
FROM actions AS a LEFT JOIN stops AS s ON s.action = a.action
GROUP BY a.position
ORDER BY a.position;

-- Only runs that stopped can tell what stopping saves.
SELECT '';
SELECT printf('%d runs stopped, after %d rounds. Always running %d would have taken %d:',
              count(*), sum(rounds_used), p.max_rounds, count(*) * p.max_rounds)
FROM stops, policy AS p WHERE action <> 'continue';
SELECT printf('%d rounds saved, %.1f a run. %d rounds were run past a stop all the same.',
              sum(max(p.max_rounds - rounds_used, 0)),
              coalesce(mean_of(max(p.max_rounds - rounds_used, 0)), 0),
              sum(rounds_run - rounds_used))
FROM stops, policy AS p WHERE action <> 'continue';

SELECT '';
SELECT '';
SELECT 'RUNS THAT DID NOT PASS';
SELECT 'Which round is returned all the same, and what kept the last one from passing.';
SELECT '';
SELECT 'Run  Question                         Action              Stop  Returns  Mean';

-- The reason repeats the action in its last words; they are left out, and what does not
-- fit on a line goes on in the next.
CREATE TEMP VIEW reasons AS
SELECT run_id,
       replace(replace(replace(reason, '; confidence regression detected', ''),
                       '; round limit reached', ''),
               'coverage, source_quality, agreement, verification, recency',
               'all five') AS reason
FROM stops;

SELECT printf('%3d  ', s.run_id)
    || substr(r.title || '                                        ', 1, 33)
    || substr(s.action || '                    ', 1, 20)
    || substr(coalesce('R' || s.stop_round, '.') || '      ', 1, 6)
    || substr('R' || s.best_round || '         ', 1, 9)
    || printf('%.2f', s.ci) || char(10) || '     '
    || CASE WHEN length(w.reason) <= 75 THEN w.reason
            ELSE replace(w.reason, '; ', ';' || char(10) || '     ') END
FROM stops AS s
JOIN runs AS r ON r.run_id = s.run_id
JOIN reasons AS w ON w.run_id = s.run_id
JOIN actions AS a ON a.action = s.action
WHERE s.action <> 'pass'
ORDER BY a.position, s.run_id;
