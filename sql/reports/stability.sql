-- Stability: which single weight is closest to flipping the choice, and where? One weight
-- moves, the others keep their proportions (weight stability intervals, Mareschal 1988).
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/stability.sql
--
-- Needs the views of sql/views.sql; 80 columns wide. The weights are the proposed ones.

.bail on
.mode list
.headers off

-- The weights as shares, one row per dimension.
CREATE TEMP TABLE stands AS
SELECT 'coverage' AS dimension, coverage / sum AS weight
FROM assay_weights WHERE strategy = 'proposed' UNION ALL
SELECT 'source_quality', source_quality / sum
FROM assay_weights WHERE strategy = 'proposed' UNION ALL
SELECT 'agreement', agreement / sum
FROM assay_weights WHERE strategy = 'proposed' UNION ALL
SELECT 'verification', verification / sum
FROM assay_weights WHERE strategy = 'proposed' UNION ALL
SELECT 'recency', recency / sum
FROM assay_weights WHERE strategy = 'proposed';

-- How far each weight can go with the same winner, one row per run and dimension.
CREATE TEMP TABLE intervals AS
SELECT r.run_id, t.winner, t.dimension, t.low, t.high
FROM (
  SELECT run_id,
         weight_stability(round, gate_passed, coverage, source_quality, agreement,
                          verification, recency, 'proposed') AS report
  FROM round_scores GROUP BY run_id
) AS r, stability_rows(r.report) AS t;

-- Every end of an interval at which the choice flips; 0 and 1 are no ends but limits.
CREATE TEMP TABLE ends AS
SELECT run_id, winner, dimension, weight, flips_at, abs(flips_at - weight) AS distance
FROM (
  SELECT i.run_id, i.winner, w.dimension, w.weight,
         CASE e.side WHEN 0 THEN i.low ELSE i.high END AS flips_at
  FROM intervals AS i JOIN stands AS w ON w.dimension = i.dimension,
       (SELECT 0 AS side UNION ALL SELECT 1) AS e
)
WHERE flips_at > 0 AND flips_at < 1;

-- The closest of them; beside a lone min() the other columns come from its row.
CREATE TEMP TABLE closest AS
SELECT run_id, winner, dimension, weight, flips_at, min(distance) AS distance
FROM ends GROUP BY run_id;

-- The weights just beyond that end, and the round that they choose: far enough for it to
-- lead by what counts as a lead, 1e-12.
CREATE TEMP TABLE beyond AS
SELECT c.run_id, best_round(s.round, s.gate_passed,
                            ci_score(s.coverage, s.source_quality, s.agreement,
                                     s.verification, s.recency, c.weights)) AS best
FROM (
  SELECT run_id,
         (SELECT json_group_object(w.dimension,
                   CASE WHEN w.dimension = c.dimension THEN moved
                        ELSE w.weight * (1 - moved) / (1 - c.weight) END)
          FROM stands AS w) AS weights
  FROM (SELECT *, CASE WHEN flips_at < weight THEN max(flips_at - 1e-6, 0)
                       ELSE min(flips_at + 1e-6, 1) END AS moved
        FROM closest) AS c
) AS c
JOIN round_scores AS s ON s.run_id = c.run_id
GROUP BY c.run_id;

SELECT printf('STABILITY OF THE CHOICE IN %d RUNS', count(DISTINCT run_id))
FROM intervals;
SELECT 'How far one weight has to move, while the others keep their proportions, before';
SELECT 'another round is chosen. Weights are shares of 1, as proposed.';
SELECT '';
SELECT printf('%4d choices stay whatever a single weight does', count(DISTINCT run_id))
FROM intervals WHERE run_id NOT IN (SELECT run_id FROM closest);
SELECT printf('%4d flip when one weight moves by more than .10', count(*))
FROM closest WHERE distance > 0.10;
SELECT printf('%4d by .02 to .10', count(*))
FROM closest WHERE distance BETWEEN 0.02 AND 0.10;
SELECT printf('%4d by less than .02', count(*))
FROM closest WHERE distance < 0.02;

SELECT '';
SELECT '';
SELECT 'CHOICES THAT A SINGLE WEIGHT FLIPS';
SELECT 'The least stable first.';
SELECT '';
SELECT 'Run  Question                         Best  Closest weight   From    To   Then';
SELECT printf('%3d  ', c.run_id)
    || substr(r.title || '                                        ', 1, 33)
    || substr('R' || c.winner || '      ', 1, 6)
    || substr(replace(c.dimension, '_', ' ') || '               ', 1, 15)
    || printf('  %.2f  %.3f  R%s', c.weight, c.flips_at, b.best)
FROM closest AS c
JOIN beyond AS b ON b.run_id = c.run_id
JOIN runs AS r ON r.run_id = c.run_id
ORDER BY c.distance, c.run_id;
