-- Patience: which runs would have stopped earlier with a patience of 1 than of 2, and
-- would a better round have been lost? (ADR-007 section 4.2, after Prechelt 1998)
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/patience.sql
--
-- The question is one query, below: everything before it says how it prints.

.bail on
.mode list
.headers off

SELECT 'PATIENCE OF 1 AGAINST 2';
SELECT 'Runs that the first regression stops, and what waiting for a second one gives:';
SELECT 'the round of the stop, the round returned with its weighted mean, what it lost.';
SELECT '';
SELECT 'Run  Question                         1 stops, returns 2 stops, returns  Lost';

WITH replayed AS (
  SELECT run_id, patience,
         stop_report(round, coverage, source_quality, agreement, verification, recency,
                     recent_sources, critical_contradictions,
                     patience, 4, high_floor(), 10) AS report
  FROM round_scores JOIN (SELECT 1 AS patience UNION ALL SELECT 2)
  GROUP BY run_id, patience
), pairs AS (
  SELECT
    one.run_id,
    json_extract(one.report, '$.round')       AS stop_1,
    json_extract(one.report, '$.best_round')  AS best_1,
    json_extract(one.report, '$.gate_passed') AS passed_1,
    json_extract(one.report, '$.ci_score')    AS ci_1,
    json_extract(one.report, '$.rounds')      AS rounds_1,
    json_extract(two.report, '$.action')      AS action_2,
    json_extract(two.report, '$.round')       AS stop_2,
    json_extract(two.report, '$.best_round')  AS best_2,
    json_extract(two.report, '$.gate_passed') AS passed_2,
    json_extract(two.report, '$.ci_score')    AS ci_2,
    json_extract(two.report, '$.rounds')      AS rounds_2
  FROM replayed AS one
  JOIN replayed AS two ON two.run_id = one.run_id AND two.patience = 2
  WHERE one.patience = 1 AND json_extract(one.report, '$.action') = 'patience_stop'
)
SELECT printf('%3d  ', p.run_id)
    || substr(r.title || '                                        ', 1, 33)
    || substr(printf('R%d, R%d %.2f%s', stop_1, best_1, ci_1,
                     CASE WHEN passed_1 THEN ' pass' ELSE '' END)
              || '                 ', 1, 17)
    || substr(printf('%s, R%d %.2f%s', coalesce('R' || stop_2, 'goes on'), best_2, ci_2,
                     CASE WHEN passed_2 THEN ' pass' ELSE '' END)
              || '                  ', 1, 18)
    || CASE WHEN passed_2 > passed_1           THEN 'a pass'
            WHEN ci_2 > ci_1                   THEN printf('%.2f', ci_2 - ci_1)
            WHEN rounds_2 > rounds_1           THEN 'nothing'
            ELSE 'unknown'
       END
FROM pairs AS p JOIN runs AS r ON r.run_id = p.run_id
ORDER BY passed_2 - passed_1 DESC, ci_2 - ci_1 DESC, rounds_2 DESC, p.run_id;

SELECT '';
SELECT 'Lost: a pass, or by how much the weighted mean of the round returned is lower.';
SELECT 'Unknown: no round was run past the stop, so history cannot tell.';
