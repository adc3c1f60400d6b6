-- Patience: which runs would have stopped earlier with a patience of 1 than of 2, and
-- would a better round have been lost? (ADR-007 section 4.2, after Prechelt 1998)
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/patience.sql
--
-- Needs the views of sql/views.sql; 80 columns wide. The question is one query, below:
-- everything before it says how it prints.

.bail on
.mode list
.headers off

SELECT 'PATIENCE OF 1 AGAINST 2';
SELECT 'Runs that the first regression stops, and what waiting for a second one gives:';
SELECT 'the round of the stop, the round returned with its weighted mean, what it lost.';
SELECT '';
SELECT 'Run  Question                         1 stops, returns 2 stops, returns  Lost';

WITH replayed AS (
  SELECT
    r.run_id, r.patience, t.action, t.round AS stop_round, t.best_round,
    t.gate_passed AS passed, t.ci_score AS ci, t.rounds
  FROM (
    SELECT run_id, patience,
           stop_report(round, coverage, source_quality, agreement, verification, recency,
                       recent_sources, critical_contradictions,
                       patience, 4, high_floor(), 10) AS report
    FROM round_scores JOIN (SELECT 1 AS patience UNION ALL SELECT 2)
    GROUP BY run_id, patience
  ) AS r, stop_rows(r.report) AS t
)
SELECT printf('%3d  ', r.run_id)
    || substr(r.title || '                                        ', 1, 33)
    || substr(printf('R%d, R%d %.2f%s', one.stop_round, one.best_round, one.ci,
                     CASE WHEN one.passed THEN ' pass' ELSE '' END)
              || '                 ', 1, 17)
    || substr(printf('%s, R%d %.2f%s', coalesce('R' || two.stop_round, 'goes on'),
                     two.best_round, two.ci,
                     CASE WHEN two.passed THEN ' pass' ELSE '' END)
              || '                  ', 1, 18)
    || CASE WHEN two.passed > one.passed          THEN 'a pass'
            WHEN two.best_round <> one.best_round THEN printf('%.2f', two.ci - one.ci)
            WHEN two.rounds > one.rounds          THEN 'nothing'
            ELSE 'unknown'
       END
FROM replayed AS one
JOIN replayed AS two ON two.run_id = one.run_id AND two.patience = 2
JOIN runs AS r ON r.run_id = one.run_id
WHERE one.patience = 1 AND one.action = 'patience_stop'
ORDER BY two.passed - one.passed DESC, two.ci - one.ci DESC, two.rounds DESC, r.run_id;

SELECT '';
SELECT 'Lost: a pass, or by how much the weighted mean of the round returned is lower.';
SELECT 'Unknown: no round was run past the stop, so history cannot tell.';
