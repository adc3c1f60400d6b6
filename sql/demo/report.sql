-- `make demo` prints this: three reports over the demo database, 80 columns wide.
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/demo/report.sql
--
-- Every line is one text built in SQL, so every version of the shell prints it alike.
-- For columns, substr(text || spaces, 1, n) pads by characters; printf('%-*s') would
-- count bytes.

.bail on
.read sql/reports/lists.sql

-- The run whose matrix is printed.
CREATE TEMP VIEW chosen AS SELECT 2 AS run_id;

CREATE TEMP VIEW round_dimensions AS
SELECT run_id, round, 1 AS position, 'coverage' AS dimension,
       coverage AS score, coverage_tier AS tier FROM round_scores
UNION ALL
SELECT run_id, round, 2, 'source quality', source_quality, source_quality_tier
FROM round_scores
UNION ALL
SELECT run_id, round, 3, 'agreement', agreement, agreement_tier FROM round_scores
UNION ALL
SELECT run_id, round, 4, 'verification', verification, verification_tier FROM round_scores
UNION ALL
SELECT run_id, round, 5, 'recency', recency, recency_tier FROM round_scores;

-- For each round: the number of dimensions below High, and the lowest of them with its
-- score. A score without a tier is missing, and counts as the lowest.
CREATE TEMP VIEW low_dimensions AS
SELECT run_id, round, count(*) AS low,
       min(CASE WHEN tier IS NULL THEN -1 ELSE score END) AS lowest,
       dimension || CASE WHEN tier IS NULL THEN ' missing' ELSE printf(' %.2f', score) END
         AS worst,
       coalesce(tier, '') AS worst_tier
FROM round_dimensions
WHERE NOT tier_meets(tier, 'High')
GROUP BY run_id, round;  -- SQLite takes the other columns from the row of min()


-- 1. The tier matrix of one run.

CREATE TEMP VIEW chosen_rounds AS
SELECT s.*, q.sources
FROM round_scores AS s
JOIN round_recency AS q ON q.run_id = s.run_id AND q.round = s.round
WHERE s.run_id = (SELECT run_id FROM chosen);

-- The cells of the matrix, one row each. A dimension has two lines: a bar of ten blocks
-- in steps of 0.05 with the score, and below it the tier.
CREATE TEMP VIEW matrix_cells(position, line, label, round, cell) AS
SELECT position, 1, upper(substr(dimension, 1, 1)) || substr(dimension, 2), round,
       CASE WHEN tier IS NULL THEN '·········· none'
            ELSE substr(substr('██████████', 1, steps / 2)
                        || CASE steps % 2 WHEN 1 THEN '▌' ELSE '' END
                        || '░░░░░░░░░░', 1, 10) || printf(' %.2f', score)
       END
FROM (SELECT *, CAST(round(score * 20) AS INTEGER) AS steps FROM round_dimensions)
WHERE run_id = (SELECT run_id FROM chosen)
UNION ALL
SELECT position, 2, '', round, coalesce(tier, 'missing')
FROM round_dimensions
WHERE run_id = (SELECT run_id FROM chosen)
UNION ALL
SELECT 0, 1, '', round, 'R' || round FROM chosen_rounds
UNION ALL
SELECT 6, 1, 'Recent sources', round,
       coalesce(recent_sources, 'none')
       || CASE recency_basis WHEN 'sources' THEN ' of ' || sources ELSE ' reported' END
FROM chosen_rounds
UNION ALL
SELECT 7, 1, 'Contradictions', round, coalesce(critical_contradictions, 'not counted')
FROM chosen_rounds
UNION ALL
SELECT 8, 1, 'Weighted mean', round, printf('%.2f', ci) FROM chosen_rounds
UNION ALL
SELECT 9, 1, 'Gate', round, CASE gate_passed WHEN 1 THEN 'passed' ELSE 'failed' END
FROM chosen_rounds;

SELECT 'TIER MATRIX   run ' || run_id || ': ' || title FROM runs
WHERE run_id = (SELECT run_id FROM chosen);
SELECT 'Every dimension has to reach High (0.75) by itself.';
SELECT '';

-- Four rounds side by side; the column of a round that did not run is empty.
SELECT rtrim(substr(label || '                ', 1, 16)
             || max(CASE round WHEN 1 THEN cell ELSE '' END)
             || max(CASE round WHEN 2 THEN cell ELSE '' END)
             || max(CASE round WHEN 3 THEN cell ELSE '' END)
             || max(CASE round WHEN 4 THEN cell ELSE '' END))
FROM (
  SELECT position, line, label, round, substr(cell || '                ', 1, 16) AS cell
  FROM matrix_cells
)
GROUP BY position, line, label
ORDER BY position, line;


-- 2. The best round of every run, and why.

-- For each run: the earliest other round that ties with the best round, if there is one,
-- else the best round. Of tied rounds, best_round() takes the one with the lowest
-- number. This view gives the number 1 to the best round and 0 to all others, so the
-- best round loses each tie.
CREATE TEMP VIEW ties AS
SELECT b.run_id,
       best_round(s.round, s.round = b.best_round, s.gate_passed, s.ci) AS round
FROM run_best_round AS b JOIN round_scores AS s ON s.run_id = b.run_id
GROUP BY b.run_id;

-- Why a passing round was chosen: it is the only one, has the highest index, or is the
-- earliest of equals.
CREATE TEMP VIEW reasons_passed AS
SELECT b.run_id,
  CASE
    WHEN b.rounds = 1 THEN 'the only round, and it passes'
    WHEN b.passing_rounds = 1 THEN 'the only one of ' || b.rounds || ' to pass'
    WHEN t.round <> b.best_round THEN 'equal to R' || t.round || ', and earlier'
    ELSE 'highest mean of ' || b.passing_rounds || ' that pass'
  END AS why
FROM run_best_round AS b JOIN ties AS t ON t.run_id = b.run_id
WHERE b.gate_passed;

-- For runs without a passing round: why the best round fails, in the gate's order.
CREATE TEMP VIEW reasons_failed AS
SELECT b.run_id,
  coalesce(l.low, 0) + (NOT s.sources_enough) + (NOT s.no_contradiction) AS failures,
  max(coalesce(l.lowest, 1), 0) AS lowest,
  ltrim(
    CASE WHEN s.all_dimensions_high THEN ''
         WHEN l.low = 1 THEN ', ' || l.worst
         ELSE ', ' || l.low || ' dimensions low'
    END
    || CASE WHEN s.sources_enough THEN ''
            ELSE ', only ' || coalesce(s.recent_sources, 0) || ' recent'
       END
    || CASE WHEN s.no_contradiction THEN ''
            WHEN typeof(s.critical_contradictions) = 'integer'
            THEN ', ' || s.critical_contradictions || ' contradiction'
                 || CASE s.critical_contradictions WHEN 1 THEN '' ELSE 's' END
            ELSE ', contradictions not counted'
       END, ', ') AS why
FROM run_best_round AS b
JOIN round_scores AS s ON s.run_id = b.run_id AND s.round = b.best_round
LEFT JOIN low_dimensions AS l ON l.run_id = b.run_id AND l.round = b.best_round
WHERE NOT b.gate_passed;

CREATE TEMP VIEW best_lines AS
SELECT b.run_id, b.gate_passed,
  f.failures, f.lowest,
  printf('%3d  ', b.run_id)
    || substr(b.title || '                                        ', 1, 32)
    || printf('  R%d  %.2f  ', b.best_round, b.ci)
    || coalesce(p.why, f.why) AS line
FROM run_best_round AS b
LEFT JOIN reasons_passed AS p ON p.run_id = b.run_id
LEFT JOIN reasons_failed AS f ON f.run_id = b.run_id;

SELECT '';
SELECT '';
SELECT 'BEST ROUND OF EVERY RUN';
SELECT 'A round that passes beats one that fails; then the higher weighted mean wins,';
SELECT 'then the earlier round.';
SELECT '';
SELECT 'Run  Question                         Best Mean  Why this round';
SELECT line FROM best_lines WHERE gate_passed ORDER BY run_id;
SELECT '';
SELECT 'Nearest to passing first: fewest conditions failed (five scores, the sources,';
SELECT 'contradictions), then the highest of their lowest scores, then the id.';
SELECT 'Run  Question, no round passed        Best Mean  What kept it from passing';
SELECT line FROM best_lines WHERE NOT gate_passed
ORDER BY failures, lowest DESC, run_id;
SELECT '';
SELECT printf('%d of %d runs have a round that passes.', sum(gate_passed), count(*))
FROM run_best_round;


-- 3. Masked failures.

SELECT '';
SELECT '';
.read sql/reports/masked_failures.sql

SELECT '';
SELECT '';
SELECT 'WHAT NEXT';
SELECT '  sqlite3 build/demo.db -cmd ''.load build/assay''     ask the demo yourself:';
SELECT '      SELECT * FROM run_decisions LIMIT 5;';
SELECT '      SELECT name, help FROM assay_functions;';
SELECT '  sql/reports/*.sql                                   the other reports';
SELECT '  make report                                         pictures of all this';
SELECT '  README.md                                           your own tables';
