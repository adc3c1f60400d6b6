-- The common beginning of the reports on outcomes (was an answer right?):
-- which_floor.sql, which_score.sql, which_weights.sql and another_round.sql read this
-- script. Everything is TEMP.
--
--   report_labelled  the rows of labelled_rounds (sql/outcomes.sql), and the rounds of
--                    runs that judged.sql has not judged yet
--   report_counts    one row: the number of runs, of labels, of good and of bad labels
--   report_cannot    line: a sentence about what these labels can't show, in 80 columns

.bail on
.read sql/reports/lists.sql
INSERT INTO report_needs VALUES ('rounds', 'no rubric');
INSERT INTO report_needs VALUES ('judged_rounds', 'sql/views.sql');
INSERT INTO report_needs VALUES ('outcomes', 'sql/schema.sql');
.read sql/outcomes.sql

DROP TABLE IF EXISTS temp.report_labelled;
CREATE TEMP TABLE report_labelled(
  run_id, round, coverage, source_quality, agreement, verification, recency,
  recent_sources, critical_contradictions, gate_passed, ci, high, good
);
INSERT INTO report_labelled SELECT * FROM labelled_rounds ORDER BY run_id, round;
CREATE INDEX temp.report_labelled_rounds ON report_labelled(run_id, round);

DROP TABLE IF EXISTS temp.report_due;
CREATE TEMP TABLE report_due AS
SELECT DISTINCT run_id FROM outcome_labels AS o
WHERE NOT EXISTS (SELECT 1 FROM report_labelled AS l WHERE l.run_id = +o.run_id);
INSERT INTO report_labelled
SELECT e.run_id, e.round, e.coverage, e.source_quality, e.agreement, e.verification,
       e.recency, e.recent_sources, e.critical_contradictions,
       gate_pass(e.coverage, e.source_quality, e.agreement, e.verification, e.recency,
                 e.recent_sources, e.critical_contradictions),
       ci_score(e.coverage, e.source_quality, e.agreement, e.verification, e.recency),
       NOT gate_pass(e.coverage, e.source_quality, e.agreement, e.verification,
                     e.recency, 2147483647, 0),
       (SELECT good FROM outcome_labels AS o
        WHERE o.run_id = e.run_id AND o.round = e.round)
FROM report_due AS d CROSS JOIN live_rounds AS e ON e.run_id = +d.run_id
ORDER BY e.run_id, e.round;

DROP TABLE IF EXISTS temp.report_passing;
CREATE TEMP TABLE report_passing AS
SELECT run_id, max(gate_passed) AS passed, count(good) > 0 AS labelled
FROM report_labelled GROUP BY run_id;

DROP TABLE IF EXISTS temp.report_counts;
CREATE TEMP TABLE report_counts AS
SELECT (SELECT count(*) FROM report_passing WHERE labelled) AS runs,
       count(good) AS labels, coalesce(sum(good), 0) AS good,
       count(good) - coalesce(sum(good), 0) AS bad,
       (SELECT count(*) FROM outcomes) AS stored,
       (SELECT pass_rate(passed) FROM report_passing WHERE labelled) AS rate
FROM report_labelled;

DROP TABLE IF EXISTS temp.report_all;
CREATE TEMP TABLE report_all AS
SELECT mean_of(passed) AS rate, count(*) AS runs
FROM (SELECT max(gate_pass(coverage, source_quality, agreement, verification, recency,
                           recent_sources, critical_contradictions)) AS passed
      FROM judged_rounds WHERE run_id IS NOT NULL AND round IS NOT NULL GROUP BY run_id);

DROP VIEW IF EXISTS temp.report_cannot;
CREATE TEMP VIEW report_cannot AS
SELECT 1 AS place, 'No answer has an outcome yet: store some in outcomes.' AS line
FROM report_counts WHERE labels = 0
UNION ALL
SELECT 2, printf('%,d outcome%s left out: not 0 or 1, or of a round that is not there.',
                 stored - labels, CASE stored - labels WHEN 1 THEN '' ELSE 's' END)
FROM report_counts WHERE stored > labels
UNION ALL
SELECT 3, printf('Too few: %,d labelled run%s. Below 30 hardly anything can be told.',
                 runs, CASE runs WHEN 1 THEN '' ELSE 's' END)
FROM report_counts WHERE labels > 0 AND runs < 30
UNION ALL
SELECT 4, 'One-sided: all labels are ' || CASE bad WHEN 0 THEN 'good' ELSE 'bad' END
    || ', so nothing can separate good from bad.'
FROM report_counts WHERE labels > 0 AND (good = 0 OR bad = 0)
UNION ALL
SELECT 5, 'All labels are of runs that passed: nobody looked at the failures. So the'
    || char(10) || 'results hold only for runs that pass.'
FROM report_counts WHERE labels > 0 AND json_extract(rate, '$.rate') = 1
UNION ALL
SELECT 6, printf('Not a random sample: a round passes the gate in %.0f %% of the '
                 || 'labelled runs,%sand in %.0f %% of all runs. That is more than '
                 || 'chance: the results hold%sonly for runs like the labelled runs.',
                 100 * json_extract(c.rate, '$.rate'), char(10), 100 * a.rate, char(10))
FROM report_counts AS c CROSS JOIN report_all AS a
WHERE c.labels > 0 AND json_extract(c.rate, '$.rate') < 1
  AND a.rate NOT BETWEEN json_extract(c.rate, '$.low') AND json_extract(c.rate, '$.high');
