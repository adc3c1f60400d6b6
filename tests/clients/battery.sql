-- Steps that each client of SQLite (such as a driver for Java) runs in this order.
-- tests/clients/comparison/plan.py reads these steps.
--
--   -- name: NAME     runs the statement below, up to the next of these four lines
--   -- bind: NAME     runs the statement once for each kind of value bound to ?
--   -- open           opens a new connection, with the extension
--   -- bare           opens a new connection to the same file, without the extension
--
-- Each client works on its own copy of build/demo.db. After the last step, the test also
-- queries every view of that copy. The columns of an answer have different names, and no
-- name is a number, because some drivers get a row as a JavaScript object. No step makes
-- SQLite turn a double into text, because the digits depend on SQLite's version.

-- open

-- name: version
SELECT assay_version() AS v

-- scalars

-- name: decay
SELECT recency_decay(100) AS a, recency_decay(45, 'ai_ml') AS b, recency_decay(60, 7) AS c
-- name: decay ends
SELECT recency_decay(0) AS a, recency_decay(1, 0) AS b, recency_decay(NULL) AS c
-- name: window
SELECT recency_window() AS a, recency_window('cloud_infrastructure') AS b
-- name: calendar
SELECT age_days('2024-02-29', '2026-03-01') AS a, age_days('3/2/2026', '2026-03-01') AS b,
       freshness_class(25) AS c
-- name: tiers
SELECT tier_of(0.9) AS a, tier_of(0.7499999999999999) AS b, tier_of(9.5) AS c,
       tier_rank('High') AS d
-- name: index
SELECT ci_score(0.95, 0.9, 0.85, 0.81, 0.77) AS a,
       ci_score(0.95, 0.9, 0.85, 0.81, 0.77, 'equal', 'geometric') AS b
-- name: index by weights
SELECT ci_score(0.1, 0.2, 0.3, 0.4, 0.5, '[1,2,3,4,5]') AS a,
       ci_score(0.1, 0.2, 0.3, 0.4, 0.5, '{"coverage": 3, "recency": 1}') AS b
-- name: index by a blob
SELECT strategy.sample AS a, ci_score(0.1, 0.2, 0.3, 0.4, 0.5, strategy.weights) AS b
FROM weight_samples(3, 7) AS strategy
-- name: gate
SELECT gate_pass(0.9, 0.8, 0.9, 0.8, 0.9, 12, 0) AS a,
       gate_pass(0.9, 0.8, 0.9, 0.74, 0.9, 12, 0) AS b,
       gate_pass(0.9, 0.8, 0.9, 0.8, 0.9, 12, NULL) AS c
-- name: texts as numbers
SELECT gate_pass('0.9', ' 8e-1 ', '0.9', '0.8', '0.9', '12', '0') AS a
-- name: own scales
SELECT score_of('4 out of 5') AS a, score_of('81%') AS b, score_of(78, 100) AS c,
       score_of('1,000') AS d, why_missing('3/2/2026', 'date') AS e
-- name: penalty
SELECT graduated_penalty(1, 'session token refresh') AS a,
       query_avg_word_length('to refresh tokens') AS b
-- name: words beyond ASCII
SELECT query_word_count('café' || char(160) || 'crème 東京 🦊') AS a,
       text_similarity('Größe', 'GRÖSSE') AS b
-- name: a reply
SELECT relevance_of('<think>2/5</think>**SCORE:** 4 [1]') AS a,
       relevance_of('no idea') AS b, relevance_keep(NULL) AS c
-- name: interview
SELECT interview_phase(16, 0.95) AS a, strategy_weight('coverage_gap', 'deepen') AS b,
       knowledge_ceiling_veto('I don’t know, roasting is a mystery.', 'roasting') AS c
-- name: a long text
SELECT ambiguity_prompt('Maybe “so”…' || char(10) || 'or 100 %') AS a
-- name: nothing there
SELECT tier_of('') AS a, tier_of(x'302e38') AS b, recency_decay('old') AS c

-- JSON

-- name: report
SELECT gate_report(0.95, 0.95, 0.9, 0.2, NULL, 12, 0) AS a
-- name: nested
SELECT json_object('gate', json(gate_report(0.9, 0.8, 0.9, 0.8, 0.9, 12, 0)),
                   'rows', json_array(stop_report(column1, column2, 0.9, 0.9, 0.9, 0.9,
                                                  12, 0))) AS a
FROM (VALUES (1, 0.7), (2, 0.6))
-- name: evidence
SELECT gate_pass('{"coverage":0.9,"source_quality":0.9,"agreement":0.8,'
                 || '"verification":0.8,"recency":0.9,"recent_sources":12,'
                 || '"critical_contradictions":0}') AS a,
       gate_pass('{}') AS b, gate_pass('[1,2') AS c
-- name: a rubric
SELECT rubric_index('research', '{"coverage": 0.9, "source_quality": 0.8}') AS a,
       rubric_report('research', '{"coverage": 0.9, "recent_sources": 3}') AS b

-- aggregates

-- name: mean
SELECT mean_of(column1) AS a, mean_of(column1, 2) AS b
FROM (VALUES (1e16), (1), (-1e16), (NULL), (1))
-- name: median age
SELECT freshness_window(column1) AS a FROM (VALUES (3), (10), (-2), (25), (40), (400))
-- name: error bars
SELECT tier_confidence(column1, 'coverage', column2) AS a
FROM (VALUES (0.8, 'ann'), (0.7, 'ann'), (0.95, 'bob'), (0.6, 'eve'))
-- name: best round
SELECT best_round(column1, column2, column3) AS a
FROM (VALUES ('R2', 1, 0.8), ('R3', 0, 0.9), ('R4', 1, 0.8))
-- name: best result is a blob
SELECT best_round(column1, column2, column3, column4) AS a
FROM (VALUES (x'00ff', 1, 0, 0.6), (x'c328', 2, 1, 0.8))
-- name: best result is big
SELECT best_round(column1, column2, 1, 0.8) AS a
FROM (VALUES (9007199254740993, 1), (7, 2))
-- name: an empty group
SELECT best_round(round, 1, 0.5) AS a, mean_of(coverage) AS b
FROM rounds WHERE run_id = 0
-- name: stop
SELECT run_id, stop_action(round, coverage, source_quality, agreement, verification,
                           recency, recent_sources, critical_contradictions) AS action,
       stop_round(round, coverage, source_quality, agreement, verification,
                  recency, recent_sources, critical_contradictions) AS stopped
FROM rounds GROUP BY run_id ORDER BY run_id
-- name: stop reports
SELECT stop_report(round, coverage, source_quality, agreement, verification,
                   recency, recent_sources, critical_contradictions) AS a
FROM rounds GROUP BY run_id ORDER BY run_id LIMIT 5
-- name: acceptability
SELECT round_acceptability(column1, 1, column2, 0.5, 0.5, 0.5, column3, 1000, 7) AS a,
       weight_stability(column1, 1, column2, 0.5, 0.5, 0.5, column3) AS b
FROM (VALUES (1, 0.8, 0.4), (2, 0.4, 0.8))
-- name: rank correlation
SELECT kendall_tau(column1, column2) AS a
FROM (VALUES (1, 10), (2, 20), (3, 30), (4, 50), (5, 40), (6, 40))
-- name: retrieval
SELECT precision_at_k(column1, column2, 3) AS a, ndcg_at_k(column1, column2, 10) AS b,
       average_precision(column1, column2) AS c, reciprocal_rank(column1, column2) AS d
FROM (VALUES (1, 0), (2, 3), (3, 1), (4, 2))
-- name: relevance
SELECT relevance_report(column1, column2, 'quick') AS a
FROM (VALUES ('city.gov', 5), ('blog "x".com', 1), ('東京', NULL))
-- name: strategies
SELECT strategy_score('deepen', 'exploratory', column1, column2) AS a,
       strategy_contributions('deepen', 'exploratory', column1, column2) AS b
FROM (VALUES ('coverage_gap', 1.5), ('ambiguity', 1.2), ('novelty', 0.8))
-- name: clusters
SELECT louvain(column1, column2) AS a,
       modularity(column1, column2, column1 > 3, column2 > 3) AS b
FROM (VALUES (1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4))

-- windows

-- name: sliding mean
SELECT id, mean_of(x) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS m
FROM (SELECT column1 AS id, column2 AS x
      FROM (VALUES (1, 1e16), (2, 1.0), (3, 0.1), (4, NULL), (5, 0.2)))
-- name: sliding best
SELECT id, best_round(id, 0, x) OVER (ORDER BY id ROWS 2 PRECEDING) AS best
FROM (SELECT column1 AS id, column2 AS x
      FROM (VALUES (1, 0.9), (2, 0.5), (3, 0.6), (4, 0.6), (5, 0.1)))
-- name: window that excludes
SELECT id, mean_of(x) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING
                            AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW) AS m
FROM (SELECT column1 AS id, column2 AS x FROM (VALUES (1, 0.1), (2, 0.2), (3, 0.3)))
-- name: decision after each round
SELECT run_id, round,
       stop_action(round, coverage, source_quality, agreement, verification, recency,
                   recent_sources, critical_contradictions)
         OVER (PARTITION BY run_id ORDER BY round) AS action
FROM rounds ORDER BY run_id, round

-- tables

-- name: weights
SELECT * FROM assay_weights
-- name: samples
SELECT * FROM weight_samples(4, 42, 'proposed', 10)
-- name: modes
SELECT * FROM assay_modes
-- name: graph
SELECT * FROM graph_metrics('SELECT column1, column2 FROM (VALUES (1,2), (2,3), (3,1), '
                            || '(3,4), (4,5), (5,6), (6,4))', 1, 2)
-- name: rows of a report
SELECT * FROM stop_rows((SELECT stop_report(column1, column2, 0.9, 0.9, 0.9, 0.9, 12, 0)
                         FROM (VALUES ('R1', 0.7), ('R2', 0.8))))
-- name: shares
SELECT * FROM acceptability_rows('{"1":0.467,"2":0.533}', 'integer')
-- name: functions
SELECT name, kind, signature, help, example, answer FROM assay_functions

-- values that some clients change when they return them

-- name: integers and NULL
SELECT column1 AS n FROM (VALUES (1), (NULL), (3))
-- name: big integers
SELECT column1 AS n FROM (VALUES (9007199254740993), (-9223372036854775807 - 1))
-- name: a whole REAL
SELECT 3.0 AS a, 1e300 AS b, -0.0 AS c, 4.9e-324 AS d, 0.1 + 0.2 AS e
-- name: infinity
SELECT 9e999 AS a
-- name: a column of all types
SELECT column1 AS v FROM (VALUES (1), (0.5), ('x'), (x'00ff'), (NULL))
-- name: text with a zero
SELECT 'a' || char(0) || 'b' AS a
-- name: an empty blob
SELECT x'' AS a, '' AS b

-- errors

-- name: weights that are none
SELECT ci_score(1, 1, 1, 1, 1, '[1,2]') AS a
-- name: an unknown tier
SELECT tier_rank('Top') AS a
-- name: an error with a percent sign
SELECT tier_rank('100 %s %d') AS a
-- name: an error beyond ASCII
SELECT relevance_keep(3, 'größer') AS a
-- name: an error in the fifth row
SELECT tier_rank(column1) AS a
FROM (VALUES ('High'), ('Low'), ('Elite'), ('Medium'), ('Top'))
-- name: an error in an aggregate
SELECT precision_at_k(column1, 1, -1) AS a FROM (VALUES (1), (2))
-- name: too few arguments
SELECT gate_pass(1, 2) AS a
-- name: a second statement
SELECT 1 AS a; SELECT 2 AS b

-- what the client binds

-- bind: what arrives
WITH p(v) AS (SELECT ?) SELECT typeof(v) AS t, v FROM p
-- bind: as a score
WITH p(v) AS (SELECT ?)
SELECT tier_of(v) AS tier, why_missing(v, 'score') AS why, ci_score(v, 1, 1, 1, 1) AS ci
FROM p
-- bind: as a count
WITH p(v) AS (SELECT ?)
SELECT gate_pass(1, 1, 1, 1, 1, v, 0) AS gate, why_missing(v, 'count') AS why FROM p
-- bind: as a flag
WITH p(v) AS (SELECT ?)
SELECT gate_pass(1, 1, 1, 1, 1, 12, 0, v) AS gate, why_missing(v, 'flag') AS why FROM p
-- bind: as days or a domain
WITH p(v) AS (SELECT ?) SELECT recency_decay(30, v) AS decay FROM p
-- bind: as a result
WITH p(v) AS (SELECT ?) SELECT best_round(v, 1, 1, 0.5) AS best FROM p
-- bind: as weights
WITH p(v) AS (SELECT ?) SELECT ci_score(1, 1, 1, 1, 1, v) AS ci FROM p

-- Settings belong to a connection. After the first call of a function that uses them, no
-- settings can be loaded.

-- name: settings are in use
SELECT assay_load_yaml('evaluation: {deep_research: {patience: 2}}') AS changed
-- open
-- name: settings loaded
SELECT assay_load_yaml('evaluation: {deep_research: {tier_thresholds: '
                       || '{default: {high: 0.6}}}}') AS changed
-- name: settings hold
SELECT tier_of(0.65) AS tier, high_floor() AS high
-- open
-- name: settings of a new connection
SELECT tier_of(0.65) AS tier, high_floor() AS high
-- name: settings from a file
SELECT assay_load('config/evaluation.yaml') AS changed
-- name: settings from no file
SELECT assay_load('no/such.yaml') AS changed
-- name: contract under others
SELECT assay_require('5f2f') AS a
-- name: contract
SELECT assay_require(assay_settings_hash()) AS kept, length(assay_settings_hash()) AS n

-- without the extension

-- bare
-- name: bare view
SELECT * FROM run_decisions
-- name: bare table
SELECT count(*) AS n FROM rounds
-- name: bare rename
ALTER TABLE rounds RENAME COLUMN recency TO freshness
-- open
-- name: rename
ALTER TABLE rounds RENAME COLUMN recency TO freshness
-- name: renamed
SELECT count(freshness) AS n, (SELECT count(gate_passed) FROM round_scores) AS m
FROM rounds

-- open
