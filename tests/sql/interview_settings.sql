-- Tests the interview under a user's settings (R7), and assay_warnings, which lists
-- settings that can't be used, such as a misspelt scorer.

SELECT is_eq(assay_load_yaml('
tier2_scorers:
  novelti: {strategy_weights: {deepen: 0.3}}
  novelty: {strategy_weights: {deepen: -0.1, broaden: .inf, ease: .nan, default: -1}}
phase_profiles:
  focused: {deepen: -1, broaden: .inf, ease: .nan}
strategies:
  - {id: wordless, name: Without words}
'), 0, 'nothing of this can be used');
SELECT is_eq((SELECT count(*) FROM assay_warnings WHERE key = 'tier2_scorers.novelti'
              AND message LIKE '%novelty%'), 1, 'an unknown scorer is reported');
SELECT is_eq((SELECT count(*) FROM assay_warnings
              WHERE key LIKE 'tier2_scorers.novelty.strategy_weights.%'), 4,
             'so are weights that are negative or not finite');
SELECT is_eq((SELECT count(*) FROM assay_warnings WHERE key LIKE
  'phase_profiles.focused.%'), 3,
             'and multipliers');
SELECT is_eq((SELECT count(*) FROM assay_warnings WHERE message LIKE '%prompt_hint%'), 1,
             'and a strategy without a hint');

SELECT ok(assay_load_yaml('
strategies:
  - {id: probe, name: "Pr\u00f6be\ufeff", type_category: depth, prompt_hint: Ask again.}
  - {id: ease, enabled: false}
tier2_scorers:
  novelty: {enabled: false}
  engagement: {strategy_weights: {probe: 0.5}}
  ambiguity: {strategy_weights: {probe: 1.5e308}}
phase_profiles:
  closing: {probe: 0.25}
phase_config:
  exploratory: {min_turns: 2, max_turns: 4}
') > 0, 'settings of one''s own');
SELECT is_eq((SELECT count(*) FROM assay_warnings
              WHERE key IN ('phase_profiles.exploratory.probe',
              'phase_profiles.focused.probe')), 2,
             'a phase without the new strategy is reported');
SELECT is_eq((SELECT prompt_hint FROM assay_strategies WHERE strategy = 'probe'),
  'Ask again.',
             'the strategy is listed');
SELECT ok(assay_settings_yaml() LIKE '%"Pröbe\ufeff"%',
          'a letter is written, a character that nobody sees is escaped');
SELECT is_eq(strategy_weight('novelty', 'deepen'), 0.0, 'a disabled scorer weighs 0');
SELECT is_eq(strategy_score('deepen', 'focused', 'novelty', 2), 0.0, 'and adds nothing');
SELECT is_eq(strategy_weight('engagement', 'probe'), 0.5, 'a new weight');
SELECT is_eq(strategy_contributions('probe', 'focused', 'ambiguity', 2),
  '{"ambiguity":{"weight":1.5e+308,"raw":2,"contribution":1.7976931348623157e+308}}',
  'a contribution is a number however great');
SELECT is_eq(strategy_score('probe', 'closing', 'ambiguity', 2),
  (SELECT mean_of('0.75e308')),
  'the multiplier counts before that');
SELECT is_eq(phase_multiplier('closing', 'probe'), 0.25, 'a new multiplier');
SELECT is_eq(phase_multiplier('focused', 'probe'), 1.0, 'and 1 where none is stated');
SELECT is_eq(best_strategy('PROBE', 1, 0, 1), 'probe', 'its canonical spelling (R8)');
SELECT is_eq(interview_phase(2, 0.6), 'focused', 'phases begin when the settings say');
SELECT is_eq(interview_phase(5, 0), 'focused', 'and end');
SELECT throws('SELECT assay_load_yaml(''phase_config: {closing: {min_turns: 3}}'')',
  'assay_load%settings are in use on this connection%', 'from then on they are frozen');

.read sql/interview/schema.sql
.read sql/interview/views.sql
INSERT INTO sessions(session_id, topic) VALUES (1, 'x');
INSERT INTO turns(session_id, turn, speaker, text) VALUES (1, 1, 'respondent', 'Hello.');
INSERT INTO turn_candidates(session_id, turn, strategy) VALUES (1, 1, 'ease'), (1, 1,
  'probe');
SELECT results_eq('SELECT strategy, veto FROM candidate_vetoes',
  'VALUES (''ease'', ''disabled'')', 'a disabled strategy may not be asked');
SELECT is_eq((SELECT strategy FROM turn_choice), 'probe', 'another one is');
