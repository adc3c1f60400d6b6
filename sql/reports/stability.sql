-- Stability: which single weight needs the least change to make another round best, and
-- which value must it reach? One weight moves, and the others keep their proportions
-- (weight stability intervals, Mareschal 1988).
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/stability.sql
--
-- The report needs sql/views.sql, and prints 20 runs (set :rows for more). It starts from
-- the weighting named `proposed`, or from the weights of your rubric.

.bail on
.read sql/reports/start.sql

-- The weights as shares, one row per dimension.
DROP TABLE IF EXISTS temp.report_weights;
CREATE TEMP TABLE report_weights(dimension PRIMARY KEY, weight);
INSERT INTO report_weights
SELECT column1, CASE column1 WHEN 'coverage' THEN coverage WHEN 'agreement' THEN agreement
                             WHEN 'source_quality' THEN source_quality
                             WHEN 'verification' THEN verification ELSE recency END / sum
FROM assay_weights, (VALUES ('coverage'), ('source_quality'), ('agreement'),
                            ('verification'), ('recency'))
WHERE strategy = 'proposed' AND NOT EXISTS (SELECT 1 FROM report_rubric)
UNION ALL
SELECT a.name, a.weight / (mean_of(a.weight) OVER () * count(*) OVER ())
FROM assay_rubrics AS a JOIN report_rubric AS r ON r.rubric = a.rubric
WHERE a.part = 'score';

-- For each run and dimension: the interval in which this weight can move while the choice
-- of the round stays the same.
DROP TABLE IF EXISTS temp.report_intervals;
CREATE TEMP TABLE report_intervals(run_id, winner, dimension, low, high);
INSERT INTO report_intervals
SELECT r.run_id, t.winner, t.dimension, t.low, t.high
FROM (
  SELECT run_id,
         weight_stability(round, gate_passed, coverage, source_quality, agreement,
                          verification, recency, 'proposed') AS report
  FROM report_judged WHERE NOT EXISTS (SELECT 1 FROM report_evidence) GROUP BY run_id
) AS r, stability_rows(r.report) AS t
UNION ALL
SELECT r.run_id, b.winner, i.key, json_extract(i.value, '$[0]'),
       json_extract(i.value, '$[1]')
FROM (SELECT run_id, rubric_stability(rubric, round, evidence) AS report
      FROM report_evidence GROUP BY run_id) AS r
JOIN (SELECT run_id, best_round(round, gate_passed, ci) AS winner
      FROM report_judged GROUP BY run_id) AS b ON b.run_id = r.run_id,
     json_each(r.report, '$.intervals') AS i;

-- For each run: of all ends of intervals, the end that is closest to its weight's value.
-- The ends 0 and 1 do not count, because a weight can't go beyond them. With a single
-- min(), SQLite takes the other columns from the row of the minimum.
DROP TABLE IF EXISTS temp.report_closest;
CREATE TEMP TABLE report_closest(
  run_id, winner, dimension, weight, flips_at, side, distance
);
INSERT INTO report_closest
SELECT run_id, winner, dimension, weight, flips_at, side, min(abs(flips_at - weight))
FROM (
  SELECT i.run_id, i.winner, w.dimension, w.weight, e.side,
         CASE e.side WHEN -1 THEN i.low ELSE i.high END AS flips_at
  FROM report_intervals AS i JOIN report_weights AS w ON w.dimension = i.dimension,
       (SELECT -1 AS side UNION ALL SELECT 1) AS e
)
WHERE flips_at > 0 AND flips_at < 1
GROUP BY run_id;

SELECT 'STABILITY OF THE CHOICE IN ' || head FROM report_head;
SELECT 'How far one weight has to move, while the others keep their proportions, before';
SELECT 'another round is chosen. Weights are shares of 1, as '
    || coalesce((SELECT 'the rubric has them.' FROM report_rubric), 'proposed.');
SELECT '';
SELECT printf('%,7d choices stay whatever a single weight does',
              (SELECT count(DISTINCT run_id) FROM report_intervals) - count(*))
FROM report_closest;
SELECT printf('%,7d flip when one weight moves by more than .10', count(*))
FROM report_closest WHERE distance > 0.10;
SELECT printf('%,7d by .02 to .10', count(*))
FROM report_closest WHERE distance BETWEEN 0.02 AND 0.10;
SELECT printf('%,7d by less than .02', count(*))
FROM report_closest WHERE distance < 0.02;

CREATE TEMP TABLE report_listed AS
SELECT * FROM report_closest ORDER BY distance, run_id;

-- The round that is best if the weight moves 1e-6 beyond the closest end. With this
-- weight the round leads by at least 1e-12, the least difference that counts.
DROP TABLE IF EXISTS temp.report_beyond;
CREATE TEMP TABLE report_beyond(place INTEGER PRIMARY KEY, best);
INSERT INTO report_beyond
SELECT c.place, best_round(s.round, s.gate_passed,
         CASE WHEN e.rubric IS NULL
              THEN ci_score(s.coverage, s.source_quality, s.agreement, s.verification,
                            s.recency, c.weights)
              ELSE (SELECT mean_of(coalesce(d.score, 0), w.value)
                    FROM report_scores AS d JOIN json_each(c.weights) AS w
                      ON w.key = d.dimension
                    WHERE d.run_id = s.run_id AND d.round = s.round) END)
FROM (
  SELECT place, run_id,
         (SELECT json_group_object(w.dimension,
                   CASE WHEN w.dimension = c.dimension THEN moved
                        ELSE w.weight * (1 - moved) / (1 - c.weight) END)
          FROM report_weights AS w) AS weights
  FROM (SELECT *, min(max(flips_at + side * 1e-6, 0), 1) AS moved
        FROM report_shown) AS c
) AS c
CROSS JOIN report_judged AS s ON s.run_id = c.run_id
LEFT JOIN report_evidence AS e ON e.run_id = s.run_id AND e.round = s.round
GROUP BY c.place;

SELECT '';
SELECT '';
SELECT 'CHOICES THAT A SINGLE WEIGHT FLIPS';
SELECT 'The least stable first.';
SELECT '';
SELECT head || 'Best  Closest weight   From    To   Then' FROM report_title;
SELECT r.head
    || printf('%-5s %!-15.15s  %.2f  %.3f  %s',
              (SELECT label FROM report_rounds AS l
               WHERE l.run_id = c.run_id AND l.round = c.winner),
              replace(c.dimension, '_', ' '), c.weight, c.flips_at,
              (SELECT label FROM report_rounds AS l
               WHERE l.run_id = c.run_id AND l.round = b.best))
FROM report_shown AS c
JOIN report_beyond AS b ON b.place = c.place
JOIN report_runs AS r ON r.run_id = c.run_id
ORDER BY c.place;
SELECT line FROM report_more;
