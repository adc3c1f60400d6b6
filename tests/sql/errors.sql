-- Tests the messages of mistakes in a call, "FUNCTION: ARGUMENT RULE, got VALUE" (R1).
-- The tests compare messages with LIKE, where an underscore matches any character.

CREATE TABLE mistakes(call, message);

-- Tiers.
INSERT INTO mistakes VALUES
  ('tier_rank(''Great'')',
  'tier_rank: tier must be one of Low, Medium, High, Elite, got ''Great'''),
  ('tier_rank('''')',
  'tier_rank: tier must be one of Low, Medium, High, Elite, got '''''),
  ('tier_rank(2)', 'tier_rank: tier must be one of Low, Medium, High, Elite, got 2'),
  ('tier_rank(0.5)', 'tier_rank: tier must be one of Low, Medium, High, Elite, got 0.5'),
  ('tier_rank(x''48696768'')',
   'tier_rank: tier must be one of Low, Medium, High, Elite, got a BLOB of 4 bytes'),
  ('tier_rank('' High'')',
  'tier_rank: tier must be one of Low, Medium, High, Elite, got '' High'''),
  ('tier_meets(''high'', ''Top'')',
   'tier_meets: minimum must be one of Low, Medium, High, Elite, got ''Top'''),
  ('tier_meets(''Top'', ''High'')',
   'tier_meets: tier must be one of Low, Medium, High, Elite, got ''Top'''),
  ('tier_meets(NULL, ''Top'')',
   'tier_meets: minimum must be one of Low, Medium, High, Elite, got ''Top'''),
  ('tier_of(0.5, 0.7, 0.8, 0.6)',
   'tier_of: floors must be finite numbers with elite >= high >= medium, got 0.8'),
  ('tier_of(0.5, 0.9, 0.75, 0.8)',
   'tier_of: floors must be finite numbers with elite >= high >= medium, got 0.8'),
  ('tier_of(0.5, NULL, 0.75, 0.5)',
   'tier_of: floors must be finite numbers with elite >= high >= medium, got NULL'),
  ('tier_of(0.5, 0.9, ''much'', 0.5)',
   'tier_of: floors must be finite numbers with elite >= high >= medium, got ''much'''),
  ('tier_of(0.5, 0.9, 0.75, x''00'')',
   'tier_of: floors must be finite numbers with elite >= high >= medium, '
   || 'got a BLOB of 1 bytes'),
  ('tier_of(0.5, 9e999, 0.75, 0.5)',
   'tier_of: floors must be finite numbers with elite >= high >= medium, got 9e999'),
  ('tier_of(NULL, 0.5, 0.75, 0.9)',
   'tier_of: floors must be finite numbers with elite >= high >= medium, got 0.75');

-- The confidence index.
INSERT INTO mistakes SELECT
  'ci_score(1, 1, 1, 1, 1, ' || quote(column1) || ')',
  'ci_score: weights must be 5 finite numbers >= 0 with a positive sum, got '
  || coalesce(column2, quote(column1))
FROM (VALUES ('[1,2]', NULL), ('[]', NULL), ('[0,0,0,0,0]', NULL), ('[1,1,1,1,-1]', NULL),
             ('[1,1,1,1,1e999]', NULL), ('[1,1,1,1,1,1]', NULL), ('[1,1,1,1,1] ]',
             NULL), ('{}', NULL),
             ('{"coverage": 1, "coverage": 1}', NULL), ('{"coverage": "1"}', NULL),
             ('{1: 2}', NULL), ('{"coverage": 1 "novelty": 1}', NULL),
             (7, NULL), (0.5, NULL), (x'00', 'a BLOB of 1 bytes'),
             (x'', 'a BLOB of 0 bytes'),
             (zeroblob(40), 'a BLOB of 40 bytes'),
  (x'000000000000f87f0000000000000000000000000000000000000000000000000000000000000000',
   'a BLOB of 40 bytes')); -- NaN
INSERT INTO mistakes SELECT
  'ci_score(1, 1, 1, 1, 1, ' || quote(column1) || ')',
  'ci_score: weights must have a sum of at least 2.2250738585072014e-308, got '
  || coalesce(column2, quote(column1))
FROM (VALUES ('[1e-320,0,0,0,0]', NULL), ('{"recency": 1e-308}', NULL),
  (x'01000000000000000000000000000000000000000000000000000000000000000000000000000000',
   'a BLOB of 40 bytes')); -- 5e-324
INSERT INTO mistakes VALUES
  ('ci_score(1, 1, 1, 1, 1, ''best'')',
   'ci_score: weights must be one of PRESETS, got ''best'''),
  ('ci_score(1, 1, 1, 1, 1, '''')',
   'ci_score: weights must be one of PRESETS, got '''''),
  ('ci_score(1, 1, 1, 1, 1, ''{"novelty": 1}'')',
   'ci_score: a key of weights must be one of coverage, source_quality, agreement, '
   || 'verification, recency, got ''{"novelty": 1}'''),
  ('best_round(1, 1, 1, 1, 1, 1, 12, 0, '' {"Recency": 1, "quality": "high"'')',
   'best_round: a key of weights must be one of coverage, %, got '' {"Recency": 1, %'),
  ('ci_score(1, 1, 1, 1, 1, ''{"na\u00efve": 1}'')',
   'ci_score: a key of weights must be one of coverage, %, got ''{"na\u00efve": 1}'''),
  ('* FROM weight_samples(1, 1, ''{"": 1}'')',
   'weight_samples: a key of around must be one of coverage, %, got ''{"": 1}'''),
  ('ci_score(1, 1, 1, 1, 1, ''equal'', ''harmonic'')',
   'ci_score: method must be one of arithmetic, geometric, got ''harmonic'''),
  ('ci_score(1, 1, 1, 1, 1, ''equal'', 1)',
   'ci_score: method must be one of arithmetic, geometric, got 1'),
  ('ci_score(1, 1, 1, 1, 1, NULL, ''Mean'')',
   'ci_score: method must be one of arithmetic, geometric, got ''Mean'''),
  ('ci_score(NULL, NULL, NULL, NULL, NULL, ''best'', ''harmonic'')',
   'ci_score: weights must be one of PRESETS, got ''best''');

-- The gate. The High floor and the least number of sources are not data but parameters of
-- the call, so an unusable value is a mistake.
INSERT INTO mistakes SELECT
  'gate_pass(1, 1, 1, 1, 1, 12, 0, ' || column1 || ', 10)',
  'gate_pass: high must be a number in 0..1, got ' || column1
FROM (VALUES ('NULL'), ('1.5'), ('-0.1'), ('''High'''), ('9e999'), ('-9e999'), (''''''),
             ('75'), ('''it''''s'''));
INSERT INTO mistakes SELECT
  'gate_pass(1, 1, 1, 1, 1, 12, 0, 0.75, ' || column1 || ')',
  'gate_pass: min_sources must be a whole number >= 0, got ' || column1
FROM (VALUES ('NULL'), ('-1'), ('12.7'), ('''ten'''), ('9e999'), ('''''' ));
INSERT INTO mistakes SELECT
  'gate_pass_legacy(1, 12, 0, ' || column1 || ')',
  'gate_pass_legacy: min_ci must be a number in 0..1, got ' || column1
FROM (VALUES ('NULL'), ('1.5'), ('-1'), ('''high'''), ('9e999'));
INSERT INTO mistakes VALUES
  ('gate_pass(1, 1, 1, 1, 1, 12, 0, x''0000'', 10)',
   'gate_pass: high must be a number in 0..1, got a BLOB of 2 bytes');

INSERT INTO mistakes VALUES
  ('best_round(1, 1, 1, 1, 1, 1, 12, 0, ''[1,2]'')',
   'best_round: weights must be 5 finite numbers >= 0 with a positive sum, '
   || 'got ''[1,2]'''),
  ('best_round(1, 1, 1, 1, 1, 1, 12, 0, ''best'')',
   'best_round: weights must be one of PRESETS, got ''best'''),
  ('best_round(1, 1, 1, 1, 1, 1, 12, 0, 5)',
   'best_round: weights must be 5 finite numbers >= 0 with a positive sum, got 5');

INSERT INTO mistakes SELECT
  'graduated_penalty(0, 3, 5, ' || column1 || ')',
  'graduated_penalty: deltas must be finite numbers with tier0 <= tier1 <= tier2 <= 0, '
  || 'got ' || column2
FROM (VALUES ('-0.8, -0.4, 0.2', '0.2'), ('-0.2, -0.4, -0.1', '-0.2'),
             ('-0.8, -0.1, -0.4', '-0.1'),
             ('NULL, -0.4, -0.2', 'NULL'), ('-0.8, NULL, -0.2', 'NULL'),
             ('-0.8, -0.4, NULL', 'NULL'),
             ('-9e999, -0.4, -0.2', '-9e999'), ('''a'', -0.4, -0.2', '''a'''),
             ('-1, -0.5, 9e999', '9e999'),
             ('-1, x''00'', 0', 'a BLOB of 1 bytes'));
INSERT INTO mistakes VALUES
  ('graduated_penalty(NULL, NULL, NULL, 1, 1, 1)',
   'graduated_penalty: deltas must be finite numbers with tier0 <= tier1 <= tier2 <= 0, '
   || 'got 1');

-- The message quotes a TEXT as text, even if it is a number (R2).
INSERT INTO mistakes SELECT column1, '%, got ' || quote(column2)
FROM (VALUES ('relevance_keep(3, ''9'')', '9'),
             ('relevance_keep(3, '' 5.50 '')', ' 5.50 '),
             ('tier_of(0.5, ''0.70'', ''0.80'', ''0.60'')', '0.80'),
             ('gate_pass(1, 1, 1, 1, 1, 12, 0, ''1.50'', 10)', '1.50'),
             ('gate_pass(1, 1, 1, 1, 1, 12, 0, 0.75, ''-1'')', '-1'),
             ('graduated_penalty(0, 3, 5, ''1e0'', 0, 0)', '1e0'),
             ('recent_redundancy_veto(''a'', ''b'', ''2'')', '2'),
             ('element_exhausted_veto(5, 2, ''-1'', 0)', '-1'),
             ('interview_phase(1, 0.5, ''-8'', 20, 0.5, 15, 0.9)', '-8'),
             ('interview_phase(1, 0.5, 8, 20, ''60'', 15, 0.9)', '60'),
             ('precision_at_k(1, 1, ''0'')', '0'),
             ('round_acceptability(1, 1, 1, 1, 1, 1, 1, ''0'')', '0'),
             ('round_acceptability(1, 1, 1, 1, 1, 1, 1, 9, ''9223372036854775808'')',
              '9223372036854775808'),
             ('stop_action(1, 1, 1, 1, 1, 1, 12, 0, ''0'', 4, 0.75, 10)', '0'),
             ('ci_score(1, 1, 1, 1, 1, ''7'')', '7'),
             ('* FROM weight_samples(''-1'')', '-1'),
             ('* FROM weight_samples(1, ''0.5'')', '0.5'),
             ('* FROM weight_samples(1, 1, ''equal'', ''0'')', '0'),
             ('* FROM graph_metrics(''SELECT 1, 2'', 1, ''-1'')', '-1'));

SELECT throws('SELECT ' || call, replace(message, 'PRESETS', presets), call)
FROM mistakes, (SELECT group_concat(strategy, ', ') AS presets FROM assay_weights);
SELECT is_eq(typeof(max_hops), 'text', 'a text that was read as a number stays a text')
FROM graph_metrics('SELECT 1, 2', 1, '3');

-- A long text is quoted up to 80 bytes, and cut at the start of a character.
SELECT throws('SELECT tier_rank(CAST(x''' || replace(hex(zeroblob(100)), '00', '80')
              || ''' AS TEXT))',
              '%, got ''...''', 'a long text in which no character begins');
SELECT throws('SELECT tier_rank(''' || replace(hex(zeroblob(50)), '00', 'ab') || ''')',
              '%, got ''' || replace(hex(zeroblob(40)), '00', 'ab') || '...''',
              'a long text');
SELECT throws('SELECT tier_rank(''' || 'a' || replace(hex(zeroblob(50)), '00',
              'é') || ''')',
              '%, got ''' || 'a' || replace(hex(zeroblob(39)), '00', 'é') || '...''',
              'no character is cut in two');
SELECT throws('SELECT tier_rank(''' || replace(hex(zeroblob(40)), '00', 'ab') || ''')',
              '%, got ''' || replace(hex(zeroblob(40)), '00', 'ab') || '''',
              'exactly 80 bytes');
SELECT throws('SELECT tier_rank(''%s%n%d'')', '%, got ''%s%n%d''',
             'a text is not used as a format');

-- Every client can read a message as text: U+FFFD stands for a NUL and for bytes that are
-- not UTF-8.
SELECT throws('SELECT tier_rank(''Low'' || char(0))',
              '%, got ''Low' || char(0xfffd) || '''', 'a NUL does not end a value');
SELECT throws('SELECT tier_rank(CAST(x''' || hex(column1) || ''' AS TEXT))',
              '%, got ''' || column2 || '''', 'bytes that are not UTF-8')
FROM (VALUES (x'4c6fff', 'Lo' || char(0xfffd)),
             (x'4cc377', 'L' || char(0xfffd) || 'w'),
             (x'eda080', char(0xfffd, 0xfffd, 0xfffd)),
             (x'27c3a9', '''''é'));
SELECT throws('SELECT strategy_score(column1, ''focused'', ''novelty'', 1)
               FROM (VALUES (''a''), (CAST(x''ff'' AS TEXT)))',
              '%, got ''a'' and ''' || char(0xfffd) || '''', 'two values of a group');

-- For a wrong number of arguments SQLite raises its own error.
SELECT throws('SELECT ' || column1, '%wrong number of arguments to function%', column1)
FROM (VALUES ('recency_decay()'), ('recency_decay(1, 2, 3)'), ('recency_window(1, 2)'),
             ('is_recent()'),
             ('tier_of()'), ('tier_of(1, 2, 3)'), ('tier_of(1, 2, 3, 4, 5)'),
             ('tier_rank()'), ('tier_meets(1)'),
             ('ci_score(1, 1, 1, 1)'), ('ci_score(1, 1, 1, 1, 1, 1, 1, 1)'),
             ('gate_pass(1, 1, 1, 1, 1, 1)'),
             ('gate_pass(1, 1, 1, 1, 1, 1, 0, 0, 0, 0)'), ('gate_pass_legacy(1, 1)'),
             ('best_round(1)'),
             ('best_round(1, 2, 3, 4, 5)'), ('best_round(1, 2, 3, 4, 5, 6, 7)'),
             ('best_round()'),
             ('best_round(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)'), ('graduated_penalty(1)'),
             ('graduated_penalty(1, 2, 3, 4)'), ('graduated_penalty(1, 2, 3, 4, 5)'),
             ('query_word_count()'),
             ('query_avg_word_length(1, 2)'), ('assay_version(1)'), ('assay_debug(1)'));

SELECT is_eq(ci_score(1, 1, 1, 1, 1, 'equal'), 1.0, 'after all these errors');

-- If one row has a mistake in the call, the whole query fails. Missing or unusable data
-- never make a query fail. Of several mistakes in a group, the message that sorts first
-- is the error.
CREATE TABLE tiers(tier);
INSERT INTO tiers VALUES ('High'), ('Great'), (NULL);
SELECT throws('SELECT tier_rank(tier) FROM tiers', 'tier_rank: %, got ''Great''',
              'in one row of three');
SELECT throws('SELECT best_round(rowid, 1, 1, 1, 1, 1, 12, 0, tier) FROM tiers',
              'best_round: weights must be one of %, got ''Great''', 'in an aggregate');
SELECT throws('SELECT best_round(rowid, 1, 1, 1, 1, 1, 12, 0, tier)
                 OVER (ORDER BY rowid ROWS 1 PRECEDING) FROM tiers',
              'best_round: weights must be one of %, got ''High''', 'in a window');
