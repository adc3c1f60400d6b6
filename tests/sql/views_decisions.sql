-- Tests the views round_actions, run_decisions, domain_windows and score_confidence
-- (ADR-007 sections 4.2, 5.4 and 7).
.read sql/schema.sql
.read sql/views.sql

INSERT INTO runs(run_id, title, domain, as_of) VALUES
  (1, 'passes in R2', NULL, '2026-03-01'), (2, 'contradicted in R3', NULL, '2026-03-01'),
  (3, 'regresses', NULL, '2026-03-01'), (4, 'has no round', NULL, '2026-03-01'),
  (5, 'may go on', NULL, '2026-03-01');
INSERT INTO rounds VALUES
  (1, 1, 0.7, 0.8, 0.8, 0.8, 0.8, 12, 0), (1, 2, 0.8, 0.8, 0.8, 0.8, 0.8, 12, 0),
  (1, 3, 0.9, 0.8, 0.8, 0.8, 0.8, 12, 0),
  (2, 1, 0.6, 0.8, 0.8, 0.8, 0.8, 12, 0), (2, 2, 0.7, 0.8, 0.8, 0.8, 0.8, 12, 0),
  (2, 3, 0.9, 0.8, 0.8, 0.8, 0.8, 12, 2),
  (3, 1, 0.7, 0.8, 0.8, 0.8, 0.8, 12, 0), (3, 2, 0.6, 0.8, 0.8, 0.8, 0.8, 12, 0),
  (5, 1, 0.8, 0.8, 0.8, 0.8, 0.8, 9, 0);

SELECT results_eq(
  'SELECT run_id, round, action, stop_round FROM round_actions ORDER BY run_id, round',
  'VALUES (1, 1, ''continue'', NULL), (1, 2, ''pass'', 2), (1, 3, ''pass'', 2),
          (2, 1, ''continue'', NULL), (2, 2, ''continue'', NULL),
          (2, 3, ''halt_contradiction'', 3),
          (3, 1, ''continue'', NULL), (3, 2, ''patience_stop'', 2),
          (5, 1, ''continue'', NULL)', 'the decision after each round');
SELECT is_eq(reason, 'critical contradiction detected', 'and why')
FROM round_actions WHERE run_id = 2 AND round = 3;

SELECT results_eq(
  'SELECT run_id, title, action, stop_round, returned_round, gate_passed,
          rounds_used, rounds_run
   FROM run_decisions ORDER BY run_id',
  'VALUES (1, ''passes in R2'', ''pass'', 2, 2, 1, 2, 3),
          (2, ''contradicted in R3'', ''halt_contradiction'', 3, 2, 0, 3, 3),
          (3, ''regresses'', ''patience_stop'', 2, 1, 0, 2, 2),
          (5, ''may go on'', ''continue'', NULL, 1, 0, 1, 1)',
  'where each run stops and what it returns; a run without rounds has no decision');
SELECT is_eq(json_extract(gate, '$.reason'), 'low dimensions: coverage',
             'the gate speaks of the round that is returned')
FROM run_decisions WHERE run_id = 2;
SELECT is_eq(reason, 'insufficient recent sources', 'why to go on')
FROM run_decisions WHERE run_id = 5;

-- If a domain has at least five dated sources, its window is computed from them. A source
-- that two rounds cite counts once. An undated source and a source from the future do not
-- count.
INSERT INTO sources(run_id, round, source, domain, published) VALUES
  (1, 1, 'a', 'ai_ml', '2026-02-19'), (1, 2, 'a', 'ai_ml', '2026-02-19'),
  (1, 3, 'a', 'ai_ml', '2026-02-19'), (1, 1, 'b', 'ai_ml', '2026-02-09'),
  (1, 1, 'c', 'ai_ml', '2026-01-30'), (1, 1, 'd', 'ai_ml', '2026-01-20'),
  (1, 1, 'e', 'ai_ml', '2026-01-10'), (1, 1, 'f', 'ai_ml', NULL),
  (1, 1, 'g', 'ai_ml', '2026-09-01'),
  (1, 1, 'h', 'academic_research', '2026-02-28'), (1, 1, 'i', NULL, '2026-02-28'),
  (1, 1, 'j', 'default', '2026-02-28');
SELECT results_eq(
  'SELECT domain, sources, shown_days, settings_days, window_days, basis, class
   FROM domain_windows ORDER BY domain',
  'VALUES (''academic_research'', 1, NULL, 730, 730, ''settings'', ''academic''),
          (''ai_ml'', 7, 30.0, 90, 30.0, ''sources'', ''technology''),
          (''default'', 2, NULL, 183, 183, ''settings'', ''academic'')',
  'the window of the sources if there are enough, else the window of the settings');

INSERT INTO judgements VALUES
  (1, 1, 'coverage', 'ann', NULL, 0.7), (1, 1, 'coverage', 'bob', NULL, 0.8),
  (1, 1, 'coverage', 'cat', NULL, 0.9), (1, 1, 'coverage', 'dan', NULL, 9.5),
  (1, 1, 'agreement', 'ann', 'x', 0.8), (1, 1, 'agreement', 'bob', 'x', 0.8),
  (1, 1, 'recency', 'x', NULL, 0.8), (1, 1, 'recency', 'bob', 'x', 0.8),
  (1, 2, 'coverage', 'ann', NULL, 0.8), (1, 2, 'coverage', 'bob', NULL, 0.8);
SELECT results_eq(
  'SELECT round, dimension, judgements, families, mean, tier, tier_low, tier_high, certain
   FROM score_confidence ORDER BY round, dimension',
  'VALUES (1, ''agreement'', 2, 1, 0.8, ''High'', NULL, NULL, 0),
          (1, ''coverage'', 3, 3, 0.8, ''High'', ''Medium'', ''Elite'', 0),
          (1, ''recency'', 2, 2, 0.8, ''High'', ''High'', ''High'', 0),
          (2, ''coverage'', 2, 2, 0.8, ''High'', ''High'', ''High'', 0)',
  'error bars: one family has none, a judge named like one is no member, and a score off
   the scale is left out');
