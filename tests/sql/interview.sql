-- Tests how the functions for raw scores, phases and ambiguity read their arguments
-- (ADR-006). tests/unit/interview_bands.c tests which values give which score.

-- Numbers may be TEXT (R2). A value that is not a number is missing, and gives the
-- neutral score (R1), here 1.
SELECT is_eq(ambiguity_score('0.35'), 1.2, 'a number as text');
SELECT is_eq(ambiguity_score(x'302e3335'), 1.0, 'a BLOB is no number');
SELECT is_eq(ambiguity_score('high'), 1.0, 'a word is no number');
SELECT is_eq(ambiguity_score(1.01), 1.0, 'outside 0..1');
SELECT is_eq(ambiguity_score(NULL), 1.0, 'NULL');
SELECT is_eq(ambiguity_score(9e999), 1.0, 'an infinity');
SELECT is_eq(coverage_gap_score(2.5, 0), 1.0, 'half a gap is missing');
SELECT is_eq(coverage_gap_score(-1, 0), 1.0, 'a negative count is missing');
SELECT is_eq(coverage_gap_score('2', 0), 1.3, 'a count as text');
SELECT is_eq(coverage_gap_score(0, 2), 0.85, 'a flag that is neither tells nothing');
SELECT is_eq(peripheral_readiness_score('BRIDGE', 0.8, 3), 1.5, 'names in any case (R8)');
SELECT is_eq(peripheral_readiness_score(NULL, 0.8, 3), 1.0,
             'NULL is not the strategy bridge');
SELECT is_eq(peripheral_readiness_score('unheard of', 0.8, 3), 1.0, 'nor is another');
SELECT is_eq(peripheral_readiness_score('bridge', 1.2, 0), 1.0, 'no density above 1');
SELECT is_eq(contrast_opportunity_score('contrast', 1, 0.61), 1.5, 'contrast');
SELECT is_eq(cluster_saturation_score('synthesis', 1, -3), 1.0, 'a negative degree');
SELECT is_eq(depth_breadth_balance_score('Depth', 0.5, 0.1), 1.5,
  'types in any case (R8)');
SELECT is_eq(depth_breadth_balance_score(NULL, 0.5, 0.1), 0.9, 'NULL is another type');
SELECT is_eq(engagement_score('depth', 3, NULL), 0.8, 'low replies alone');
SELECT is_eq(strategy_diversity_score(2), 0.8, 'used twice');
SELECT is_eq(novelty_score(0), 1.2, 'new');

SELECT is_eq(count(*), 9, 'a scorer''s function is its id + _score')
FROM (SELECT DISTINCT scorer FROM assay_scorers) AS s
JOIN (SELECT DISTINCT name FROM assay_functions) AS f ON f.name = s.scorer || '_score';

-- Phases: exploratory before turn 8; else closing from turn 15 on if coverage >= .95;
-- else focused if turn > 20 or coverage >= .60; else exploratory.
SELECT is_eq(interview_phase(column1, column2), column3,
             printf('turn %s, coverage %s', column1, column2))
FROM (VALUES (1, 1.0, 'exploratory'), (7, 0.99, 'exploratory'), (8, 0.6, 'focused'),
             (8, 0.59, 'exploratory'), (15, 0.95, 'closing'), (14, 0.95, 'focused'),
             (15, 0.94, 'focused'), (20, 0.1, 'exploratory'), (21, 0.1, 'focused'),
             ('21', '0.95', 'closing'), (NULL, 0.95, 'exploratory'),
             (7.5, 0.95, 'exploratory'), (16, NULL, 'exploratory'),
             (21, 1.5, 'focused'), (-1, 1, 'exploratory'));
SELECT is_eq(interview_phase(3, 0.5, 2, 20, 0.5, 15, 1), 'focused',
  'numbers of your own');
SELECT is_eq(interview_phase(1e18, 0, 2, 9e18, 0.5, 15, 1), 'focused', 'large numbers');
SELECT throws('SELECT interview_phase(3, 0.5, -1, 20, 0.5, 15, 1)',
  'interview_phase: exploratory_min_turns must be a whole number >= 0, got -1',
  'a bound that is no count is a mistake in the call (R1)');
SELECT throws('SELECT interview_phase(3, 0.5, 8, 20, NULL, 15, 1)',
  'interview_phase: focused_coverage must be a number in 0..1, got NULL',
  'a bound of NULL is a mistake, too');
SELECT throws('SELECT interview_phase(3, 0.5, 8, 20.5, 0.5, 15, 1)',
  'interview_phase: exploratory_max_turns must be a whole number >= 0, got 20.5',
  'half a turn');
SELECT throws('SELECT interview_phase(3, 0.5, 8, 20, 0.5, ''soon'', 1)',
  'interview_phase: closing_min_turns must be a whole number >= 0, got ''soon''',
  'a text');
SELECT throws('SELECT interview_phase(3, 0.5, 8, 20, 0.5, 15, 1.5)',
  'interview_phase: closing_coverage must be a number in 0..1, got 1.5', 'off the scale');

-- ambiguity_prompt asks a judge how ambiguous a reply is. ambiguity_of reads the score
-- from the judge's answer.
SELECT ok(ambiguity_prompt('Maybe "so".') LIKE '%Response text: "Maybe "so"."%AMBIGUITY%',
          'the prompt has the text in it');
SELECT is_eq(ambiguity_prompt(NULL), NULL, 'no prompt for NULL');
SELECT is_eq(ambiguity_prompt(x'00'), NULL, 'nor for a BLOB');
SELECT ok(ambiguity_prompt(12) LIKE '%"12"%', 'a number is its text');
SELECT ok(ambiguity_prompt('') LIKE '%""%', 'an empty text is one');
SELECT is_eq(ambiguity_of('{"ambiguity": 0.35}'), 0.35, 'the number');
SELECT is_eq(ambiguity_of(json_object('ambiguity', 0.35)), 0.35, 'from json_object()');
SELECT is_eq(ambiguity_of('<think>{"ambiguity": 0.8}?</think>{"ambiguity": 0.35}'), 0.35,
             'a number in the judge''s thoughts is not read');
SELECT is_eq(ambiguity_of('{"ambiguity": 0,35}'), NULL, 'JSON has no decimal comma');
SELECT is_eq(ambiguity_of('{}'), NULL, 'none');
SELECT is_eq(ambiguity_of(NULL), NULL, 'NULL');
SELECT is_eq(ambiguity_of(0.25), 0.25, 'a bare number');
SELECT is_eq(ambiguity_of(x'7b7d'), NULL, 'a BLOB');
