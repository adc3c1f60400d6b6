-- Is another round worth it? On the same runs, compares two rates: how often the best
-- of the first N rounds is good, and how often the best of the first N - 1 is good.
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/another_round.sql
--
-- The report needs the table outcomes of sql/schema.sql and the views of sql/views.sql.

.bail on
.read sql/reports/labels.sql

DROP TABLE IF EXISTS temp.report_first;
CREATE TEMP TABLE report_first AS
SELECT run_id, place,
       best_round(round, gate_passed, ci) OVER (PARTITION BY run_id ORDER BY place)
         AS kept,
       max(gate_passed) OVER (PARTITION BY run_id ORDER BY place) AS passed
FROM (SELECT run_id, round, gate_passed, ci,
             row_number() OVER (PARTITION BY run_id ORDER BY round) AS place
      FROM report_labelled);
CREATE INDEX temp.report_first_runs ON report_first(run_id, place);

DROP TABLE IF EXISTS temp.report_steps;
CREATE TEMP TABLE report_steps AS
SELECT place, runs, failed, n, json_extract(j, '$.mean') AS mean,
       json_extract(j, '$.low') AS low, json_extract(j, '$.high') AS high,
       json_extract(j, '$.better') AS better, json_extract(j, '$.worse') AS worse,
       json_extract(j, '$.sign_p') AS p, good, before
FROM (
  SELECT b.place, count(*) AS runs, sum(NOT a.passed) AS failed,
         sum(x.good IS NOT NULL AND y.good IS NOT NULL) AS n,
         mean_of(CASE WHEN x.good IS NOT NULL THEN y.good END) AS good,
         mean_of(CASE WHEN y.good IS NOT NULL THEN x.good END) AS before,
         paired_difference(y.good, x.good) AS j
  FROM report_first AS b
  JOIN report_first AS a ON a.run_id = b.run_id AND a.place = b.place - 1
  JOIN report_labelled AS x ON x.run_id = a.run_id AND x.round = a.kept
  JOIN report_labelled AS y ON y.run_id = b.run_id AND y.round = b.kept
  GROUP BY b.place
);

SELECT 'IS ANOTHER ROUND WORTH IT';
SELECT CASE WHEN low > 0
            THEN printf('Round %d: of 100 answers %.0f more are good.', place, 100 * mean)
            WHEN high < 0
            THEN printf('Round %d: of 100 answers %.0f fewer are good.', place,
                        -100 * mean)
            WHEN n = 0 THEN printf('Round %d: no run has both labels.', place)
            ELSE printf('Round %d: no difference beyond chance, on %,d runs.', place, n)
       END
FROM report_steps WHERE place <= 4 ORDER BY place;
SELECT 'No labelled run has a second round.'
FROM report_counts WHERE labels > 0 AND NOT EXISTS (SELECT 1 FROM report_steps);
SELECT printf('Of the runs with another round %,d of %,d had failed before it.%sThe '
              || 'numbers hold for such runs, not for all.', sum(failed), sum(runs),
              char(10))
FROM report_steps GROUP BY 'all';
SELECT line FROM report_cannot ORDER BY place;
SELECT '';
SELECT 'Best of  Runs  Both labelled  Good before   Good  95 % of change  Better Worse';
SELECT printf('%-7d%,6d%,15d%13s%7s  %-16s%6s%6s', place, runs, n,
              coalesce(printf('%.1f%%', 100 * before), '.'),
              coalesce(printf('%.1f%%', 100 * good), '.'),
              CASE WHEN low IS NULL THEN 'too few' ELSE
              printf('%+.1f .. %+.1f', 100 * low, 100 * high) END,
              coalesce(printf('%,d', better), '.'), coalesce(printf('%,d', worse), '.'))
FROM report_steps ORDER BY place LIMIT 20;
