-- Tests all aggregates with a parameter that must be equal in all rows of a group (R5):
-- which rows count, when rows disagree, and when a row's mistake is an error.
--
-- In a call, `p` is the parameter. If has_key is 1, rows without `key` are skipped.
-- `good` and `other` are two different values of the parameter, and `wrong` is a mistake.

CREATE TABLE agreeing(call, parameter, has_key, good, other, wrong, ends, mistake);
INSERT INTO agreeing VALUES
  ('precision_at_k(key, 1, p)', 'k', 1, '5', '10', '0', '5 and 10',
   'k must be a whole number >= 1, got 0'),
  ('recall_at_k(key, 1, p, 9)', 'k', 1, '5', '10', '''ten''', '5 and 10',
   'k must be a whole number >= 1, got ''ten'''),
  ('recall_at_k(key, 1, 5, p)', 'total_relevant', 1, '9', 'NULL', NULL, 'NULL and 9',
   NULL),
  ('average_precision(key, 1, p)', 'total_relevant', 1, '3', '4', NULL, '3 and 4', NULL),
  ('ndcg_at_k(key, 1, p)', 'k', 1, '5', '10', '2.5', '5 and 10',
   'k must be a whole number >= 1, got 2.5'),
  ('relevance_gate(key, p)', 'mode', 0, '''deep''', '''quick''', '''slow''',
   '''deep'' and ''quick''',
   'mode must be one of MODES, got ''slow'''),
  ('relevance_report(1, key, p)', 'mode', 0, '''deep''', 'NULL', '7',
   '''deep'' and ''standard''', 'mode must be one of MODES, got 7'),
  ('tier_confidence(key * 0.4, p)', 'dimension', 1, '''coverage''', 'NULL', NULL,
   'NULL and ''coverage''', NULL),
  ('tier_confidence(key * 0.4, p, key)', 'dimension', 1, '''recency''', '''coverage''',
   NULL, '''coverage'' and ''recency''', NULL),
  ('strategy_score(p, CASE WHEN key THEN ''focused'' END, ''novelty'', 1)', 'strategy', 1,
   '''bridge''', '''Ease''', NULL, '''bridge'' and ''ease''', NULL),
  ('strategy_score(CASE WHEN key THEN ''ease'' END, p, ''novelty'', 1)', 'phase', 1,
   '''closing''', '''focused''', '''late''', '''closing'' and ''focused''',
   'phase must be one of PHASES, got ''late'''),
  ('strategy_score(CASE WHEN key THEN ''ease'' END, ''focused'', p, 1)', NULL, 1,
   '''novelty''', NULL, '''style''', NULL,
   'scorer must be one of SCORERS, got ''style'''),
  ('strategy_score(''ease'', CASE WHEN key THEN ''focused'' END, p, 1)', NULL, 1,
   '''novelty''', NULL, '7', NULL,
   'scorer must be one of SCORERS, got 7'),
  ('strategy_contributions(p, CASE WHEN key THEN ''focused'' END, ''novelty'', 1)',
   'strategy', 1, '''bridge''', '''ease''', NULL, '''bridge'' and ''ease''', NULL),
  ('strategy_contributions(''ease'', p, CASE WHEN key THEN ''novelty'' END, 1)', 'phase',
   1, '''focused''', '''closing''', '''late''', '''closing'' and ''focused''',
   'phase must be one of PHASES, got ''late'''),
  ('strategy_score(1, key, p)', 'multiplier', 0, '1', '1.5', '-1', '1 and 1.5',
   'multiplier must be a finite number >= 0, got -1'),
  ('strategy_score(p, key, 1)', NULL, 0, '1', NULL, '-1', NULL,
   'weight must be a finite number >= 0, got -1'),
  ('stop_action(key, 1, 1, 1, 1, 1, 1, 1, p, 4, 0.75, 10)', 'patience', 1, '1', '2', '0',
   '1 and 2', 'patience must be a whole number >= 1, got 0'),
  ('stop_round(key, 1, 1, 1, 1, 1, 1, 1, 1, p, 0.75, 10)', 'max_rounds', 1, '4', '3',
   '2.5', '3 and 4', 'max_rounds must be a whole number >= 1, got 2.5'),
  ('stop_report(key, 1, 1, 1, 1, 1, 1, 1, 1, 4, p, 10)', NULL, 1, '0.75', NULL, '9.5',
   NULL, 'high must be a number in 0..1, got 9.5'),
  ('stop_report(key, 1, 1, 1, 1, 1, 1, 1, 1, 4, 0.75, p)', NULL, 1, '10', NULL, 'NULL',
   NULL, 'min_sources must be a whole number >= 0, got NULL'),
  ('round_acceptability(key, 1, 1, 1, 1, 1, 1, p)', 'samples', 1, '5', '6', '0',
   '5 and 6', 'samples must be a whole number in 1..10000000, got 0'),
  ('round_acceptability(key, 1, 1, 1, 1, 1, 1, 5, p)', 'seed', 1, '7', 'NULL', '0.5',
   '7 and 42', 'seed must be a whole number of 64 bits, got 0.5'),
  ('weight_stability(key, 1, 1, 1, 1, 1, 1, p)', 'weights', 1, '''[1, 1, 1, 1, 1]''',
   '''[2, 1, 1, 1, 1]''', '3', '[1,1,1,1,1] and [2,1,1,1,1]',
   'weights must be 5 finite numbers >= 0 with a positive sum, got 3'),
  ('best_round(key, 1, 1, 1, 1, 1, 12, 0, p)', 'weights', 1, '''[1, 1, 1, 1, 1]''',
   '''{"recency": 1}''', '''best''', '[0,0,0,0,1] and [1,1,1,1,1]',
   'weights must be one of PRESETS, got ''best''');
UPDATE agreeing SET mistake = replace(replace(replace(replace(mistake,
  'PRESETS', (SELECT group_concat(strategy, ', ') FROM assay_weights)),
  'MODES', (SELECT group_concat(mode, ', ') FROM assay_modes)),
  'PHASES', (SELECT group_concat(phase, ', ')
             FROM (SELECT DISTINCT phase FROM assay_phases))),
  'SCORERS', (SELECT group_concat(scorer, ', ')
              FROM (SELECT DISTINCT scorer FROM assay_scorers)));

-- Each call runs over every list of rows (o, key, p) in the table lists. Windows order
-- the rows by `o`.
CREATE VIEW tried AS
  SELECT agreeing.*,
         substr(call, 1, instr(call, '(') - 1) AS function,
         'SELECT ' || call || ' AS answer FROM ' AS plain,
         'SELECT ' || call || ' OVER (ORDER BY o ' AS window,
         call || ' (' || coalesce(parameter, 'no parameter') || ')' AS title
  FROM agreeing;
CREATE VIEW differing AS
  SELECT *, function || ': ' || parameter
    || ' must be the same in every row of a group, got ' || ends AS message
  FROM tried WHERE other IS NOT NULL;
CREATE VIEW mistaken AS
  SELECT *, function || ': ' || mistake AS message FROM tried WHERE wrong IS NOT NULL;

CREATE TABLE lists(list, template);
INSERT INTO lists VALUES
  ('good', '(SELECT 1 AS o, 1 AS key, %good AS p UNION ALL SELECT 2, 2, %good)'),
  ('one', '(SELECT 1 AS o, 1 AS key, %good AS p)'),
  ('differ', '(SELECT 1 AS o, 1 AS key, %good AS p UNION ALL SELECT 2, 2, %other)'),
  ('differ turned', '(SELECT 1 AS o, 1 AS key, %other AS p UNION ALL SELECT 2, 2, %good
    UNION ALL SELECT 3, 1, %other)'),
  ('skipped', '(SELECT 1 AS o, NULL AS key, %other AS p UNION ALL SELECT 2, 1, %good
    UNION ALL SELECT 3, NULL, %wrong UNION ALL SELECT 4, NULL, %other)'),
  ('only skipped', '(SELECT 1 AS o, NULL AS key, %wrong AS p UNION ALL SELECT 2, NULL,
    %other UNION ALL SELECT 3, NULL, %good)'),
  ('wrong', '(SELECT 1 AS o, 1 AS key, %good AS p UNION ALL SELECT 2, 2, %wrong)'),
  ('wrong turned', '(SELECT 1 AS o, 2 AS key, %wrong AS p UNION ALL SELECT 2, 1, %good)'),
  ('wrong and differ', '(SELECT 1 AS o, 1 AS key, %good AS p UNION ALL SELECT 2, 2, %other
    UNION ALL SELECT 3, 1, %wrong)'),
  ('wrong first', '(SELECT 1 AS o, 1 AS key, %wrong AS p UNION ALL SELECT 2, 1, %other
    UNION ALL SELECT 3, 1, %good UNION ALL SELECT 4, 1, %good)'),
  ('wrong last', '(SELECT 1 AS o, 1 AS key, %good AS p UNION ALL SELECT 2, 1, %good
    UNION ALL SELECT 3, 1, %other UNION ALL SELECT 4, 1, %wrong)');

-- Puts the values of each call into the rows of each list. If a call has no `other` or no
-- `wrong`, its `good` is used instead.
CREATE VIEW listed AS
  SELECT list, call, replace(replace(replace(template, '%good', good), '%other',
         coalesce(other, good)), '%wrong', coalesce(wrong, good)) AS source
  FROM lists, agreeing;
CREATE VIEW source_of AS
  SELECT call,
         max(CASE list WHEN 'good' THEN source END) AS good_rows,
         max(CASE list WHEN 'one' THEN source END) AS one_row,
         max(CASE list WHEN 'skipped' THEN source END) AS skipped_rows,
         max(CASE list WHEN 'only skipped' THEN source END) AS only_skipped_rows,
         max(CASE list WHEN 'wrong first' THEN source END) AS wrong_first,
         max(CASE list WHEN 'wrong last' THEN source END) AS wrong_last
  FROM listed GROUP BY call;

SELECT is_eq((SELECT count(*) FROM agreeing), (SELECT count(DISTINCT call) FROM listed),
             'every call is tried');
SELECT lives(plain || good_rows, 'rows that agree: ' || title)
FROM tried JOIN source_of USING (call);

-- A skipped row's parameter is ignored, even if it is a mistake or differs.
SELECT results_eq(plain || skipped_rows, plain || one_row,
                  'a skipped row has no say: ' || title)
FROM tried JOIN source_of USING (call) WHERE has_key;
SELECT results_eq(plain || only_skipped_rows, 'SELECT NULL',
                  'nor have several: ' || title)
FROM tried JOIN source_of USING (call) WHERE has_key;

-- Rows that are not skipped must have the same parameter.
SELECT throws(plain || source, message, list || ': ' || title)
FROM differing JOIN listed USING (call) WHERE list IN ('differ', 'differ turned');

-- A mistake is an error in any order of the rows, even if other rows disagree.
SELECT throws(plain || source, message, list || ': ' || title)
FROM mistaken JOIN listed USING (call)
WHERE list IN ('wrong', 'wrong turned', 'wrong and differ', 'wrong first', 'wrong last');

-- A row that is in no window frame causes no error, even if its parameter is a mistake or
-- differs.
SELECT lives(window || 'ROWS BETWEEN 2 FOLLOWING AND 3 FOLLOWING) FROM ' || wrong_first,
             'rows that no frame holds, the first ones: ' || title)
FROM tried JOIN source_of USING (call);
SELECT lives(window || 'ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING) FROM ' || wrong_last,
             'the last ones: ' || title)
FROM tried JOIN source_of USING (call);
SELECT lives(replace(plain, ' AS answer', ' FILTER (WHERE o > 2)') || wrong_first,
             'rows that a filter leaves out: ' || title)
FROM tried JOIN source_of USING (call);

SELECT throws(window || 'ROWS BETWEEN 2 FOLLOWING AND 3 FOLLOWING) FROM ' || wrong_last,
              message, 'a frame with a mistake: ' || title)
FROM mistaken JOIN source_of USING (call);
SELECT throws(window || 'ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
                           EXCLUDE CURRENT ROW) FROM ' || wrong_last,
              message, 'and one that excludes a row: ' || title)
FROM mistaken JOIN source_of USING (call);

-- Of several mistakes, the one whose message comes first in byte order is the error, in
-- any order of the rows.
SELECT throws('SELECT precision_at_k(1, 1, column1) FROM (VALUES ' || column1 || ')',
              'precision_at_k: k must be a whole number >= 1, got ''B''',
              'the least of several: ' || column1)
FROM (VALUES ('(''b''), (''B''), (''a'')'), ('(''B''), (''a''), (1)'),
             ('(''a''), (''b''), (2), (''B''), (1)'), ('(''B''), (''B''), (''b'')'));
SELECT is_eq(group_concat(p, ' '), '1.0',
             'also one that left before an answer was asked for')
FROM (SELECT precision_at_k(1, 1, column2) OVER
        (ORDER BY column1 RANGE BETWEEN 10 FOLLOWING AND 11 FOLLOWING) AS p
      FROM (VALUES (1, 1), (5, 'x'), (6, 'a'), (7, 'z'), (11, 1)))
WHERE p IS NOT NULL;
SELECT is_eq(precision_at_k(1, 1, 0), NULL, 'no row, no mistake') WHERE 0;
SELECT is_eq((SELECT precision_at_k(1, 1, 0) WHERE 0), NULL, 'no row, no mistake');

-- 0 and -0 are one number, though their bytes differ.
SELECT is_eq((SELECT best_round(column1, 1, 1, 1, 1, 1, 12, 0, column2)
              FROM (VALUES (1, '[0, 1, 1, 1, 1]'), (2, '[-0.0, 1, 1, 1, 1]'))), 1,
  'weights of 0 and -0 agree');
