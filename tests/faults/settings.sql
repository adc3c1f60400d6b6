-- fresh connections: one for each failing allocation, because a load changes the
-- connection.
--
-- The settings have values of each type, lists, groups, an alias, texts to escape, new
-- names, and names and values that give warnings.
CREATE TEMP TABLE rich AS SELECT '
evaluation:
  deep_research: &research
    scoring_engine: legacy
    tier_thresholds: {default: {high: 0.8}, coverage: {high: 2}, agreement: {high: 0.95}}
    weights: {strategies: {mine: {coverage: 1, basis: "a \"guess\""}}, default: mine}
    recency_windows: {a: 1, b: 2, c: 3, d: 4, e: soon, default: 100, ''f g'': 5}
  relevance: {modes: {wide: {max_sources: 1}, deep: {max_sources: 11}}}
  other: *research
  rubrics: {own: {scores: {tone: {high: 0.8}, ''a b'': {high: 0.5, weight: 2}},
    at_least: {n: 1}, at_most: {n: 2}}, bad: {scores: {x: {}}, at_leest: {y: 1}}}
strategies:
  - {id: probe, prompt_hint: ''Ask.'', name: Probe}
  - {id: empty, name: Empty}
tier1_vetoes: {knowledge_ceiling: {negative_phrases: [NO, Never]}}
tier2_scorers: {novelty: {strategy_weights: {probe: 0.2, prbe: 0.1}}}
relevanze: 1
' AS text;

SELECT assay_load_yaml(text) FROM rich;
SELECT assay_load_yaml(text, 'strict') FROM rich;
SELECT assay_load('config/evaluation.yaml', 'strict');
SELECT assay_load_yaml('a: [1, &x {b: "c"}, *x');
SELECT assay_load_yaml('{a: 1, b: 2, a: 3}');
SELECT assay_load_yaml('a: &x [*x]');
SELECT assay_load('nowhere.yaml');
SELECT assay_load_env();
SELECT count(key || origin), sum(value IS default_value) FROM assay_settings;
SELECT count(*) FROM assay_warnings;
SELECT assay_settings_hash();
SELECT assay_settings_hash('evaluation.rubrics');
SELECT length(assay_settings_yaml());
SELECT assay_require('another');
SELECT assay_require('another', 'evaluation.rubrics');
SELECT assay_setting('evaluation.deep_research.patience');
SELECT assay_setting('tier1_vetoes.knowledge_ceiling.negative_phrases');
SELECT assay_setting('evaluation.deep_research.patients');
SELECT gate_report(0.9, 0.9, 0.9, 0.9, 0.9, 12, 0), assay_load_yaml(text) FROM rich;
