-- Tests weights, scores and the choice of an interview strategy (ADR-006).

SELECT results_eq(
  'SELECT strategy_weight(''NOVELTY'', column1) FROM
     (VALUES (''bridge''), (''ease''), (''anything''))',
  'SELECT strategy_weight(column2, column1) FROM
     (VALUES (''bridge'', ''novelty''), (''ease'', ''Novelty''),
             (''anything'', ''novelty''))',
  'a constant scorer over rows');

SELECT is_eq(strategy_weight('coverage_gap', 'deepen'), 0.3, 'an entry of the matrix');
SELECT is_eq(strategy_weight('Coverage_Gap', 'DEEPEN'), 0.3, 'names in any case (R8)');
SELECT is_eq(strategy_weight('novelty', 'anything'), 0.15, 'the default');
SELECT is_eq(strategy_weight('novelty', 12), 0.15, 'a number is its text');
SELECT is_eq(strategy_weight(NULL, 'deepen'), NULL, 'no scorer');
SELECT is_eq(strategy_weight('novelty', NULL), NULL, 'no strategy');
SELECT is_eq(phase_multiplier('closing', 'synthesis'), 1.3, 'a multiplier');
SELECT is_eq(phase_multiplier('CLOSING', 'clarify'), 1.0, 'an unlisted strategy');
SELECT is_eq(phase_multiplier(NULL, 'synthesis'), NULL, 'no phase');
SELECT is_eq(phase_multiplier('closing', NULL), NULL, 'no strategy');
SELECT is_eq(strategy_weight('novelty', x'00'), NULL, 'a BLOB is none');
SELECT is_eq(strategy_weight('novelty', 42), strategy_weight('novelty', '42'),
  'a number is its text');
SELECT throws('SELECT strategy_weight(''novel'', ''deepen'')',
  'strategy_weight: scorer must be one of ' || (SELECT group_concat(scorer, ', ')
    FROM (SELECT DISTINCT scorer FROM assay_scorers)) || ', got ''novel''',
  'an unknown scorer is a mistake (R1)');
SELECT throws('SELECT phase_multiplier(''late'', ''deepen'')',
  'phase_multiplier: phase must be one of ' || (SELECT group_concat(phase, ', ')
    FROM (SELECT DISTINCT phase FROM assay_phases)) || ', got ''late''',
  'so is an unknown phase');
SELECT throws('SELECT strategy_weight(1, ''deepen'')',
  'strategy_weight: scorer must be%got 1',
              'a number is no scorer');

-- The worked example of ADR-006, computed from stored rows and the settings: .30 * 1.5 +
-- .20 * 1.2 + .15 * .8 = .81, and .81 * .8 = .648.
CREATE TABLE signals(strategy, scorer, raw);
INSERT INTO signals VALUES
  ('deepen', 'coverage_gap', 1.5), ('deepen', 'ambiguity', 1.2), ('deepen', 'novelty',
  0.8);
SELECT near(strategy_score(strategy, 'exploratory', scorer, raw), 0.648, 1e-15,
  'the example')
FROM signals;
SELECT near((SELECT sum(strategy_weight(scorer, strategy) * raw) FROM signals), 0.81,
  1e-15,
            'before the multiplier');
SELECT near(strategy_score(0.3, 1.5, 0.8), 0.36, 1e-15, 'weights of your own');
SELECT is_eq(strategy_contributions(strategy, 'exploratory', scorer, raw),
  '{"coverage_gap":{"weight":0.3,"raw":1.5,"contribution":0.44999999999999996},'
  || '"ambiguity":{"weight":0.2,"raw":1.2,"contribution":0.24},'
  || '"novelty":{"weight":0.15,"raw":0.8,"contribution":0.12}}',
  'in the order of scorers')
FROM signals;
SELECT is_eq(json_type(json_object('c', strategy_contributions('ease', 'closing',
  'novelty', 1)),
             '$.c'), 'object', 'with the JSON subtype (R6)');

-- A raw score below 0 counts as 0, and one above 2 counts as 2. A missing raw score adds
-- nothing, and strategy_contributions shows it as null.
SELECT is_eq(strategy_score('ease', 'focused', 'novelty', 9), 0.3, 'at most 2');
SELECT is_eq(strategy_score('ease', 'focused', 'novelty', -9), 0.0, 'at least 0');
SELECT is_eq(strategy_score('ease', 'focused', 'novelty', 'much'), 0.0, 'missing');
SELECT is_eq(strategy_contributions('ease', 'focused', 'novelty', NULL),
  '{"novelty":{"weight":0.15,"raw":null,"contribution":0}}', 'null is what was missing');
SELECT is_eq(strategy_contributions('ease', 'focused', 'novelty', column1),
  '{"novelty":{"weight":0.15,"raw":2,"contribution":0.3}}',
  'two rows of one scorer add up')
FROM (VALUES (1), (NULL), (1));

-- A score beyond the greatest double becomes the greatest double. If a step of the
-- computation exceeds the greatest double but the score does not, the score is still
-- right. Debian's SQLite for 32-bit ARM reads 1.7976931348623157e308 as infinity, so the
-- test makes this double by doubling, which is exact.
CREATE TEMP TABLE greatest AS
WITH RECURSIVE powers(n, x) AS (
  SELECT 0, 9007199254740991.0 UNION ALL SELECT n + 1, x * 2 FROM powers WHERE n < 971)
SELECT x AS number FROM powers WHERE n = 971;
SELECT is_eq(strategy_score(1e308, 2, 1), number, 'beyond the doubles') FROM greatest;
SELECT is_eq(strategy_score(1e308, 1, 2), number, 'by the multiplier') FROM greatest;
SELECT is_eq(strategy_score(1e308, column1, 1), (SELECT number FROM greatest),
             'by the sum')
FROM (VALUES (1), (1));
SELECT is_eq(strategy_score(1e308, 2, 0), 0.0, 'times 0');
SELECT is_eq(strategy_score(1e308, 2, 0.5), 1e308, 'on its way');
SELECT near(strategy_score(column1, 2, 1e-308), 4.6, 1e-14, 'and many of them')
FROM (VALUES (1e308), (1.3e308), (1e-300));
SELECT is_eq(strategy_score(1.5e308, 1, 1), 1.5e308, 'what is not beyond stays');

-- A row whose strategy, phase or scorer is NULL is skipped. A group that has only such
-- rows counts as empty.
SELECT is_eq(strategy_score(column1, column2, column3, 1), 0.15, 'NULL names')
FROM (VALUES ('ease', 'focused', 'novelty'), (NULL, 'focused', 'novelty'),
             ('ease', NULL, 'novelty'), ('ease', 'focused', NULL));
SELECT is_eq(strategy_score('ease', 'focused', NULL, 1), NULL, 'nothing else');
SELECT is_eq((SELECT strategy_score(strategy, 'focused', scorer,
  raw) FROM signals WHERE 0),
             NULL, 'an empty group (R5)');
SELECT is_eq((SELECT strategy_contributions(strategy, 'focused', scorer, raw)
              FROM signals WHERE 0), NULL, 'has no contributions');

SELECT throws('SELECT strategy_score(column1, ''focused'', ''novelty'', 1)
               FROM (VALUES (''ease''), (''bridge''))',
  'strategy_score: strategy must be the same in every row %, got ''bridge'' and ''ease''',
  'two strategies, in the order of their names');
SELECT throws('SELECT strategy_score(column1, ''focused'', ''novelty'', 1)
               FROM (VALUES (''ease''), (''EASE''), (''bridge''), (''Bridge''))',
  'strategy_score: strategy must be the same in every row %, got ''bridge'' and ''ease''',
  'whatever the order of the rows');
SELECT throws('SELECT strategy_score(column1 || replace(hex(zeroblob(50)), ''00'', ''ä''),
                                     ''focused'', ''novelty'', 1)
               FROM (VALUES (''name_''), (''NAME_1''), (''name_2''), (''Name_1''))',
  'strategy_score: strategy must be the same in every row %, got ''name_1' ||
  replace(hex(zeroblob(37)), '00', 'ä') || '...'' and ''name_' ||
  replace(hex(zeroblob(37)), '00', 'ä') || '...''',
  'long names, cut in the message but not before they are compared');
SELECT throws('SELECT strategy_score(
                 replace(hex(zeroblob(50)), ''00'', ''ab'') || column1,
                                     ''focused'', ''novelty'', 1)
               FROM (VALUES (1), (2))',
  'strategy_score: strategy must be the same in every row %, got ''' ||
  replace(hex(zeroblob(40)), '00', 'ab') || '...'' and ''' ||
  replace(hex(zeroblob(40)), '00', 'ab') || '...''', 'nor where they differ at the end');
SELECT throws('SELECT strategy_contributions(''ease'', column1, ''novelty'', 1)
               FROM (VALUES (''focused''), (''closing''), (''focused''))',
  'strategy_contributions: phase must be the same %, got ''closing'' and ''focused''',
  'two phases');
SELECT throws('SELECT strategy_score(1, 1, column1)
               FROM (VALUES (1.0000001), (1), (1.0000001))',
  'strategy_score: multiplier must be the same %, got 1 and 1.0000001',
  'two multipliers');
SELECT throws('SELECT strategy_score(-1, 1, 1)',
  'strategy_score: weight must be a finite number >= 0, got -1', 'a negative weight');
SELECT throws('SELECT strategy_score(1, 1, 9e999)',
  'strategy_score: multiplier must be a finite number >= 0, got %', 'an infinity');
SELECT is_eq(strategy_score(column1, 'focused', 'novelty', 1), 0.3,
  'one name in any case')
FROM (VALUES ('ease'), ('EASE'));
SELECT results_eq(
  'SELECT strategy_score(column1, ''focused'', ''novelty'', 1) OVER (ROWS CURRENT ROW)
   FROM (VALUES (''ease''), (''bridge''), (''deepen''))',
  'VALUES (0.15), (0.15), (0.195)', 'a frame of one row may be of any strategy');

-- Among candidates without a veto, best_strategy chooses the highest score, and of equal
-- scores the lowest position. If all have a veto, it chooses the strategy `closing`.
CREATE TABLE candidates(strategy, score, vetoed, position);
SELECT is_eq((SELECT best_strategy(strategy, score, vetoed, position) FROM candidates),
  NULL,
             'no candidate');
INSERT INTO candidates VALUES ('deepen', 2.0, 1, 1), ('bridge', 0.7, 0, 3), ('ease', 0.7,
  0, 2),
                              ('broaden', 0.1, 0, 4);
SELECT is_eq(best_strategy(strategy, score, vetoed, position), 'ease',
  'the first of a tie')
FROM candidates;
SELECT is_eq(best_strategy(strategy, score, 1, position), 'closing', 'all vetoed')
FROM candidates;
SELECT is_eq(best_strategy(strategy, score, NULL, position), 'closing',
             'a veto that is missing is one (R3)') FROM candidates;
SELECT is_eq(best_strategy(strategy, score, 0, position), 'deepen', 'scores above 1')
FROM candidates;
SELECT is_eq(best_strategy(strategy, NULL, 0, position), 'deepen',
  'no scores: by position')
FROM candidates;
SELECT is_eq(best_strategy(strategy, 1, 0, NULL), 'bridge', 'nor positions: by name')
FROM candidates;
SELECT is_eq(best_strategy('BRIDGE', 1, 0, 1), 'bridge', 'in canonical spelling (R8)');
SELECT is_eq(best_strategy('Clarify', 1, 0, 1), 'Clarify', 'an unlisted one as it is');
SELECT is_eq(best_strategy(7, 1, 0, 1), 7, 'and of its type');
SELECT is_eq(best_strategy(NULL, 1, 0, 1), NULL, 'NULL is no candidate');
SELECT is_eq(best_strategy(column1, 1, 0, column2), 'b', 'a missing position is the last')
FROM (VALUES ('a', NULL), ('b', 1e300));

SELECT is_eq((SELECT group_concat(strategy) FROM assay_strategies),
  'deepen,broaden,cover_element,bridge,contrast,ease,synthesis,reflection,closing',
  'nine');
SELECT is_eq((SELECT count(*) FROM assay_strategies WHERE prompt_hint <> '' AND enabled),
  9,
             'each with a hint');
SELECT is_eq((SELECT count(*) FROM assay_scorers), 19, 'the matrix');
SELECT results_eq('SELECT DISTINCT enabled FROM assay_scorers', 'VALUES (1)',
                  'each scorer is enabled');
SELECT is_eq((SELECT count(*) FROM assay_scorers
              WHERE strategy <> 'default' AND weight <> strategy_weight(scorer,
              strategy)), 0,
             'is what strategy_weight() reads');
SELECT is_eq((SELECT count(*) FROM assay_scorers
              WHERE strategy = 'default' AND weight = strategy_weight(scorer, 'any')), 9,
             'with its defaults');
SELECT is_eq((SELECT count(*) FROM assay_phases
              WHERE multiplier = phase_multiplier(phase, strategy)), 27, 'the profiles');
SELECT results_eq(
  'SELECT DISTINCT phase, min_turns, max_turns, trigger_coverage FROM assay_phases',
  'VALUES (''exploratory'', 8, 20, NULL), (''focused'', 5, NULL, 0.6), (''closing'', 15,
  NULL, 0.95)',
  'and when phases begin');
