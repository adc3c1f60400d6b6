-- Sensitivity: would other weights of the index have chosen another round? Compares every
-- named weighting with the one called `proposed`, run by run (ADR-007 section 7,
-- action 1).
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/sensitivity.sql
--
-- For a rubric, the proposed weights are the weights that the rubric sets. The report
-- compares them with equal weights, and with the rubric's weights without one score:
-- `-tone` leaves out the score tone. The report needs sql/views.sql, and prints 20 runs
-- (set :rows for more).

.bail on
.read sql/reports/start.sql

DROP TABLE IF EXISTS temp.report_strategies;
CREATE TEMP TABLE report_strategies(position INTEGER PRIMARY KEY, strategy);
INSERT INTO report_strategies
SELECT rowid, strategy FROM assay_weights WHERE NOT EXISTS (SELECT 1 FROM report_rubric);

-- The weights of a rubric, and the scores of each round. If the weights of a rubric are
-- all 0, the rubric has no index.
DROP TABLE IF EXISTS temp.report_weights;
CREATE TEMP TABLE report_weights AS
WITH own AS (
  SELECT a.rowid AS place, a.name, a.weight
  FROM assay_rubrics AS a JOIN report_rubric AS r ON r.rubric = a.rubric
  WHERE a.part = 'score'
)
SELECT -1 AS position, 'proposed' AS strategy, name AS dimension, weight FROM own
UNION ALL SELECT 0, 'equal', name, 1 FROM own
UNION ALL SELECT o.place, '-' || o.name, d.name, d.weight
FROM own AS o JOIN own AS d ON d.name <> o.name WHERE o.weight > 0 AND d.weight > 0;
INSERT INTO report_strategies SELECT DISTINCT position, strategy FROM report_weights;

DROP TABLE IF EXISTS temp.report_marks;
CREATE TEMP TABLE report_marks AS SELECT * FROM report_scores;
CREATE INDEX temp.report_marks_rounds ON report_marks(run_id, round);

CREATE TEMP VIEW IF NOT EXISTS report_scored AS
SELECT w.position, s.run_id, s.round, s.gate_passed,
       CASE WHEN EXISTS (SELECT 1 FROM report_rubric)
            THEN (SELECT mean_of(coalesce(m.score, 0), x.weight)
                  FROM report_marks AS m JOIN report_weights AS x
                    ON x.dimension = m.dimension AND x.position = w.position
                  WHERE m.run_id = s.run_id AND m.round = s.round)
            ELSE ci_score(s.coverage, s.source_quality, s.agreement, s.verification,
                          s.recency, w.strategy) END AS ci,
       CASE WHEN EXISTS (SELECT 1 FROM report_rubric) THEN s.ci
            ELSE ci_score(s.coverage, s.source_quality, s.agreement, s.verification,
                          s.recency, 'proposed') END AS proposed
FROM report_strategies AS w CROSS JOIN report_judged AS s;

-- For each weighting and run: the chosen round, and whether the proposed weights choose
-- another round. `tau` says how similarly the weighting and the proposed weights rank the
-- rounds of the run.
DROP TABLE IF EXISTS temp.report_choices;
CREATE TEMP TABLE report_choices(position, run_id, rounds, best, tau, flipped);
INSERT INTO report_choices
SELECT position, run_id, rounds, best, tau, best IS NOT proposed
FROM (
  SELECT position, run_id, count(*) AS rounds,
         best_round(round, gate_passed, ci)       AS best,
         best_round(round, gate_passed, proposed) AS proposed,
         kendall_tau(ci_rank(ci), ci_rank(proposed)) AS tau
  FROM report_scored GROUP BY position, run_id
);
CREATE INDEX temp.report_choices_runs ON report_choices(run_id, position);

-- How similarly each weighting and the proposed weights rank all rounds together.
DROP TABLE IF EXISTS temp.report_agreement;
CREATE TEMP TABLE report_agreement AS
SELECT a.position, a.tau, w.tau AS within
FROM (SELECT position, kendall_tau(ci_rank(ci), ci_rank(proposed)) AS tau
      FROM report_scored GROUP BY position) AS a
JOIN (SELECT position, mean_of(tau) AS tau FROM report_choices GROUP BY position) AS w
  ON w.position = a.position;

-- A run flips if the weighting chooses another round than the proposed weights. The rate
-- of flips has a 95 % interval (by Wilson).
DROP TABLE IF EXISTS temp.report_rates;
CREATE TEMP TABLE report_rates AS
SELECT position, strategy, json_extract(rate, '$.passed') AS flips,
       json_extract(rate, '$.rate') AS p, json_extract(rate, '$.low') AS low,
       json_extract(rate, '$.high') AS high
FROM (
  SELECT s.position, s.strategy, pass_rate(c.flipped) AS rate
  FROM report_choices AS c JOIN report_strategies AS s ON s.position = c.position
  WHERE s.strategy <> 'proposed' GROUP BY s.position
  UNION ALL
  SELECT 1000, 'any of them', pass_rate(flipped)
  FROM (SELECT max(flipped) AS flipped FROM report_choices GROUP BY run_id)
);

SELECT 'SENSITIVITY TO THE WEIGHTS IN ' || head FROM report_head;
SELECT 'How many runs have another best round than under the proposed weights, and';
SELECT 'how alike the rankings are: Kendall''s tau-b, 1 is the same order.';
SELECT 'The proposed weights are those of the rubric ' || rubric || '.'
FROM report_rubric;
SELECT '';
SELECT '                            Percent of runs, with   Tau of    Mean tau';
SELECT 'Weights        Other round  95 % interval           all rounds  in a run';
SELECT printf('%!-14.14s %11d  %5.1f  %5.1f ..%5.1f', r.strategy, r.flips, 100 * r.p,
              100 * r.low, 100 * r.high)
    || CASE WHEN a.position IS NULL THEN ''
            ELSE printf('  %10s %11s', coalesce(printf('%.2f', a.tau), 'none'),
                        coalesce(printf('%.2f', a.within), 'none')) END
FROM report_rates AS r LEFT JOIN report_agreement AS a ON a.position = r.position
ORDER BY r.position;

-- Runs that flip most often come first. The list shows at most eight weightings, in
-- columns that together have 42 characters.
CREATE TEMP TABLE report_listed AS
SELECT run_id FROM report_choices
GROUP BY run_id
HAVING max(rounds) > 1
ORDER BY sum(flipped) DESC, run_id;

DROP TABLE IF EXISTS temp.report_columns;
CREATE TEMP TABLE report_columns AS
SELECT position, strategy, 42 / min(strategies, 8) AS width,
       place = min(strategies, 8) AS is_last
FROM (SELECT *, count(*) OVER () AS strategies,
             row_number() OVER (ORDER BY position) AS place FROM report_strategies)
WHERE place <= 8;

SELECT '';
SELECT '';
SELECT 'THE BEST ROUND UNDER EACH WEIGHTING';
SELECT '*: another round than under the proposed weights; such runs come first. Runs';
SELECT 'with a single round are left out.';
SELECT '';
SELECT (SELECT head FROM report_title) || rtrim(group_concat(cell, ''))
FROM (SELECT CASE WHEN is_last THEN substr(strategy, 1, width + 42 % width)
                  ELSE printf('%!-*.*s ', width - 1, width - 1, strategy) END AS cell
      FROM report_columns ORDER BY position);
SELECT r.head || rtrim(group_concat(s.cell, ''))
FROM (
  SELECT s.place, s.run_id,
         printf('%!-*s', w.width, (SELECT label FROM report_rounds AS b
                                   WHERE b.run_id = s.run_id AND b.round = c.best)
                                  || CASE WHEN c.flipped THEN '*' ELSE '' END) AS cell
  FROM report_shown AS s
  JOIN report_choices AS c ON c.run_id = s.run_id
  JOIN report_columns AS w ON w.position = c.position
  ORDER BY s.place, c.position
) AS s
JOIN report_runs AS r ON r.run_id = s.run_id
GROUP BY s.place
ORDER BY s.place;
SELECT line FROM report_more;
