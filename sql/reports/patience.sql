-- Patience is how many regressions (falls of the index) in a row end a run (ADR-007
-- section 4.2, after Prechelt 1998). Which runs would have stopped earlier with a
-- patience of 1 than with 2, and would a better round have been lost?
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/patience.sql
--
-- The report needs sql/views.sql, and prints 20 runs (set :rows for more).

.bail on
.read sql/reports/start.sql

DROP TABLE IF EXISTS temp.report_patience;
CREATE TEMP TABLE report_patience(
  patience, run_id, action, stop_round, returned_round, passed, ci, rounds
);
INSERT INTO report_policies
SELECT p.column1, p.column1, max_rounds, NULL, min_sources
FROM (VALUES (1), (2), (3)) AS p, report_settings;
INSERT INTO report_patience
SELECT r.policy, r.run_id, t.action, t.round, t.returned_round, t.gate_passed,
       t.ci_score, t.rounds
FROM report_replays AS r, stop_rows(r.report) AS t;
CREATE INDEX temp.report_patience_runs ON report_patience(run_id, patience);

-- Indices, and the difference of two indices, are rounded to 12 decimals (rule R9).
CREATE TEMP TABLE report_listed AS
SELECT one.run_id, one.stop_round, one.returned_round, one.passed, one.ci,
       two.stop_round AS later_stop, two.returned_round AS later_best,
       two.passed AS later_passed, two.ci AS later_ci, two.rounds > one.rounds AS went_on
FROM report_patience AS one CROSS JOIN report_patience AS two ON two.run_id = one.run_id
WHERE one.patience = 1 AND two.patience = 2 AND one.action = 'patience_stop'
ORDER BY two.passed - one.passed DESC,
         round(round(two.ci, 12) - round(one.ci, 12), 12) DESC, two.rounds DESC,
         one.run_id;

SELECT 'PATIENCE OVER ' || head FROM report_head;
SELECT printf('How all runs end: at most %d rounds, High %s, %d recent sources.',
              max_rounds, words, min_sources)
FROM report_settings, report_high
WHERE name = 'in force' AND NOT EXISTS (SELECT 1 FROM report_rubric);
SELECT printf('How all runs end: at most %d rounds, under the rubric %s.', max_rounds,
              rubric) FROM report_settings, report_rubric;
SELECT '';
SELECT '               Pass     Halt Patience      Max rounds   Continue   Rounds used';
SELECT printf('Patience %d%9d%9d%9d%16d%11d%14d', patience,
              sum(action = 'pass'), sum(action = 'halt_contradiction'),
              sum(action = 'patience_stop'), sum(action = 'max_rounds'),
              sum(action = 'continue'), sum(rounds))
FROM report_patience
GROUP BY patience;

SELECT '';
SELECT '';
SELECT 'PATIENCE OF 1 AGAINST 2';
SELECT 'Runs that stop at the first regression, and the same runs at the second: the';
SELECT 'round of the stop, the returned round with its weighted mean, and the loss.';
SELECT '';
SELECT head || '1 stops, returns 2 stops, returns  Lost' FROM report_title;

-- The labels of the rounds that a line prints. If a round has several rows, it counts as
-- one round.
DROP TABLE IF EXISTS temp.report_stop_labels;
CREATE TEMP TABLE report_stop_labels AS
SELECT s.place, min(CASE WHEN b.round = s.stop_round THEN b.label END) AS stop,
       min(CASE WHEN b.round = s.returned_round THEN b.label END) AS best,
       min(CASE WHEN b.round = s.later_stop THEN b.label END) AS later_stop,
       min(CASE WHEN b.round = s.later_best THEN b.label END) AS later_best
FROM report_shown AS s LEFT JOIN report_rounds AS b ON b.run_id = s.run_id
GROUP BY s.place;

SELECT rtrim(r.head
    || printf('%-16.16s ', printf('%s, %s %.2f%s', l.stop, l.best, s.ci,
                                  CASE WHEN s.passed THEN ' pass' ELSE '' END))
    || printf('%-17.17s ', printf('%s, %s %.2f%s', coalesce(l.later_stop, 'goes on'),
                                  l.later_best, s.later_ci,
                                  CASE WHEN s.later_passed THEN ' pass' ELSE '' END))
    || CASE WHEN s.later_passed > s.passed    THEN 'a pass'
            WHEN s.later_best <> s.returned_round THEN printf('%.2f', s.later_ci - s.ci)
            WHEN s.went_on                    THEN 'nothing'
            ELSE 'unknown'
       END)
FROM report_shown AS s
JOIN report_stop_labels AS l ON l.place = s.place
JOIN report_runs AS r ON r.run_id = s.run_id
ORDER BY s.place;
SELECT line FROM report_more;

SELECT '';
SELECT 'Lost: a pass, or how much lower the weighted mean of the returned round is.';
SELECT 'Unknown: no round ran after the stop, so the history cannot show the loss.';
