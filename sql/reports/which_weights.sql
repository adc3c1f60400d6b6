-- Which weights choose the good round? Counts for each weighting how often its best
-- round is good, and compares this with the weighting `proposed` on the same runs.
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/which_weights.sql
--
-- A passing round is always better than a failing one, so a weighting decides only
-- between rounds with the same verdict. So most runs have the same best round under all
-- weightings, and show no difference. The report needs the table outcomes of
-- sql/schema.sql and the views of sql/views.sql.

.bail on
.read sql/reports/labels.sql

DROP TABLE IF EXISTS temp.report_kept;
CREATE TEMP TABLE report_kept AS
SELECT k.name, k.run_id, k.round, l.good
FROM (
  SELECT w.strategy AS name, l.run_id,
         best_round(l.round, l.gate_passed,
                    ci_score(l.coverage, l.source_quality, l.agreement, l.verification,
                             l.recency, w.strategy)) AS round
  FROM assay_weights AS w CROSS JOIN report_labelled AS l
  GROUP BY w.strategy, l.run_id
) AS k JOIN report_labelled AS l ON l.run_id = k.run_id AND l.round = k.round;
CREATE INDEX temp.report_kept_runs ON report_kept(name, run_id);

DROP TABLE IF EXISTS temp.report_paired;
CREATE TEMP TABLE report_paired AS
SELECT name, tells, differ, pairs, n, rate, json_extract(j, '$.mean') AS mean,
       json_extract(j, '$.low') AS low, json_extract(j, '$.high') AS high,
       json_extract(j, '$.better') AS better, json_extract(j, '$.worse') AS worse,
       json_extract(j, '$.sign_p') AS p
FROM (
  SELECT a.name, count(a.good) AS n, mean_of(a.good) AS rate,
         sum(a.round <> b.round) AS differ,
         sum(a.round <> b.round AND a.good IS NOT NULL AND b.good IS NOT NULL) AS tells,
         sum(a.good IS NOT NULL AND b.good IS NOT NULL) AS pairs,
         paired_difference(a.good, b.good) AS j
  FROM report_kept AS a
  JOIN report_kept AS b ON b.name = 'proposed' AND b.run_id = a.run_id
  GROUP BY a.name
);

SELECT 'WHICH WEIGHTS KEEP THE GOOD ROUND';
SELECT CASE WHEN p.tells = 0
       THEN 'These labels cannot compare weightings: in no run do two weightings choose'
            || char(10) || 'different rounds that both have a label.'
       WHEN b.low > 0
       THEN printf('%s: of 100 runs its round is good in %.1f more than that of '
                   || 'proposed.', b.name, 100 * b.mean)
       ELSE 'None is better than proposed by more than chance.' END
FROM (SELECT max(tells) AS tells FROM report_paired) AS p
LEFT JOIN (SELECT * FROM report_paired ORDER BY mean DESC, name LIMIT 1) AS b
WHERE (SELECT labels FROM report_counts) > 0;
SELECT printf('At most %,d of %,d labelled runs can tell: there the best rounds differ, '
              || 'and%sboth have a label.', max(p.tells), c.runs, char(10))
FROM report_paired AS p CROSS JOIN report_counts AS c
GROUP BY 'all' HAVING max(p.tells) > 0;
SELECT line FROM report_cannot ORDER BY place;
SELECT '';
SELECT 'Weights             Labels   Good  Other round  Can tell  Better  Worse      p';
SELECT printf('%!-20.20s%,6d%7s%13s%10s%8s%7s%7s', name, n,
              coalesce(printf('%.1f%%', 100 * rate), '.'),
              CASE name WHEN 'proposed' THEN '.' ELSE printf('%,d', differ) END,
              CASE name WHEN 'proposed' THEN '.' ELSE printf('%,d', tells) END,
              CASE name WHEN 'proposed' THEN '.' ELSE printf('%,d', coalesce(better, 0))
                END,
              CASE name WHEN 'proposed' THEN '.' ELSE printf('%,d', coalesce(worse, 0))
                END,
              CASE WHEN name = 'proposed' OR p IS NULL THEN '.'
                   WHEN p < 0.001 THEN '<.001' ELSE printf('%.3f', p) END)
FROM report_paired ORDER BY name <> 'proposed', name;
SELECT '';
SELECT 'Other round: runs whose best round is not that of proposed. Better and worse:';
SELECT 'of the runs where both rounds have a label. p is from the sign test.';
