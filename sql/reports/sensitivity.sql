-- Sensitivity: would another weighting of the index have chosen another round? Every
-- strategy against the proposed one, run by run (ADR-007 section 7, action 1).
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/sensitivity.sql
--
-- Needs the views of sql/views.sql; 80 columns wide with four strategies.

.bail on
.mode list
.headers off

CREATE TEMP TABLE strategies AS
SELECT rowid AS position, strategy FROM assay_weights;

CREATE TEMP TABLE scored AS
SELECT w.position, w.strategy, s.run_id, s.round, s.gate_passed,
       ci_score(s.coverage, s.source_quality, s.agreement, s.verification, s.recency,
                w.strategy) AS ci
FROM strategies AS w, round_scores AS s;

-- What each strategy chooses, beside what the proposed weights choose.
CREATE TEMP TABLE choices AS
WITH chosen AS (
  SELECT position, strategy, run_id, best_round(round, gate_passed, ci) AS best
  FROM scored GROUP BY position, run_id
)
SELECT c.*, p.best AS proposed, c.best IS NOT p.best AS flipped
FROM chosen AS c JOIN chosen AS p ON p.run_id = c.run_id AND p.strategy = 'proposed';

-- How alike two strategies rank all rounds, and the rounds of one run. Indices tie that
-- are equal to 12 decimals, half to even, as they do for best_round(): beyond 2^52 there
-- are only whole doubles.
CREATE TEMP VIEW ranked AS
SELECT *, ci * 1e12 + 4503599627370496.0 AS steps FROM scored;

CREATE TEMP TABLE agreement AS
SELECT x.position, kendall_tau(x.steps, p.steps) AS tau
FROM ranked AS x
JOIN ranked AS p ON p.run_id = x.run_id AND p.round = x.round AND p.strategy = 'proposed'
GROUP BY x.position;

CREATE TEMP TABLE agreement_within AS
SELECT position, mean_of(tau) AS tau FROM (
  SELECT x.position, kendall_tau(x.steps, p.steps) AS tau
  FROM ranked AS x
  JOIN ranked AS p ON p.run_id = x.run_id AND p.round = x.round
    AND p.strategy = 'proposed'
  GROUP BY x.position, x.run_id
) GROUP BY position;

-- A flip is a yes or no per run. The interval of their rate is Wilson's (1927), which
-- stays inside 0..1 and does not shrink to a point where no run flips:
--
--   (p + z^2/2n +- z sqrt(p (1 - p) / n + z^2/4n^2)) / (1 + z^2/n),   z = 1.96 for 95 %
--
-- The root is taken as a geometric mean with 1: SQLite has no sqrt() before 3.35.
CREATE TEMP TABLE rates AS
WITH counted AS (
  SELECT position, strategy, sum(flipped) AS flips, count(*) AS n
  FROM choices WHERE strategy <> 'proposed' GROUP BY position
  UNION ALL
  SELECT 1000, 'any of them', sum(flipped), count(*)
  FROM (SELECT max(flipped) AS flipped FROM choices GROUP BY run_id)
), parts AS (
  SELECT *, 1.0 * flips / n AS p, 3.8415 / n AS zz FROM counted
)
SELECT position, strategy, flips, p,
       (p + zz / 2) / (1 + zz) AS middle,
       1.96 * ci_score(p * (1 - p) / n + zz / (4 * n), 1, 0, 0, 0, '[1, 1, 0, 0, 0]',
                       'geometric') / (1 + zz) AS half
FROM parts;

SELECT printf('SENSITIVITY OF THE CHOICE IN %d RUNS TO THE WEIGHTS',
              count(DISTINCT run_id))
FROM choices;
SELECT 'How many runs return another round than under the proposed weights, and how';
SELECT 'alike the rankings are: Kendall''s tau-b, 1 is the same order.';
SELECT '';
SELECT '                            Percent of runs, with   Tau of    Mean tau';
SELECT 'Weights        Other round  95 % interval           all rounds  in a run';
SELECT substr(r.strategy || '               ', 1, 15)
    || printf('%11d  %5.1f  %5.1f ..%5.1f', r.flips, 100 * r.p,
              100 * max(r.middle - r.half, 0), 100 * min(r.middle + r.half, 1))
    || CASE WHEN a.tau IS NULL THEN ''
            ELSE printf('  %10.2f %11s', a.tau,
                        coalesce(printf('%.2f', w.tau), 'none')) END
FROM rates AS r
LEFT JOIN agreement AS a ON a.position = r.position
LEFT JOIN agreement_within AS w ON w.position = r.position
ORDER BY r.position;

SELECT '';
SELECT '';
SELECT 'THE BEST ROUND UNDER EACH WEIGHTING';
SELECT 'With * another one than under the proposed weights. Runs of a single round are';
SELECT 'left out.';
SELECT '';
SELECT 'Run  Question                         ' || group_concat(cell, '')
FROM (SELECT substr(strategy || '              ', 1, max(10, length(strategy))) AS cell
      FROM strategies ORDER BY position);
SELECT rtrim(printf('%3d  ', c.run_id)
             || substr(r.title || '                                        ', 1, 33)
             || group_concat(c.cell, ''))
FROM (
  SELECT run_id,
         substr('R' || best || CASE flipped WHEN 1 THEN '*' ELSE '' END || '          ',
                1, 10) AS cell
  FROM choices ORDER BY run_id, position
) AS c
JOIN runs AS r ON r.run_id = c.run_id
WHERE c.run_id IN (SELECT run_id FROM round_scores GROUP BY run_id HAVING count(*) > 1)
GROUP BY c.run_id
ORDER BY c.run_id;
