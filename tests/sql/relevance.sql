-- Tests the relevance gate.

SELECT results_eq(
  'SELECT relevance_keep(column1, ''deep''), relevance_decision(column1, ''DEEP'') FROM
     (VALUES (5), (4), (3), (2))',
  'SELECT relevance_keep(column1, column2), relevance_decision(column1, column2) FROM
     (VALUES (5, ''deep''), (4, ''DEEP''), (3, ''Deep''), (2, ''deep''))',
  'a constant mode and a mode in a column give the same');

-- Replies give a score or the default, never an error. tests/unit/relevance_reply.c tests
-- the forms one by one, and tests/replies/read.py tests whole replies of judges.
SELECT is_eq(relevance_of(column1), column2, 'reply: ' || quote(column1))
FROM (VALUES ('SCORE: 4', 4), ('**SCORE:** 4', 4), ('[4]', 4), ('4/5', 4),
             ('{"score": 4}', 4), ('Rating: 4', 4), ('<score>4</score>', 4),
             ('SCORE (1-5): 4', 4), ('{"relevance_score": "4"}', 4), ('4 out of 5', 4),
             ('SCORE: 3,5', 3.5), ('ＳＣＯＲＥ：４', 4),
             ('Per [1], the city publishes the fee. SCORE: 5', 5),
             ('<think>SCORE: 1?</think>SCORE: 4', 4), ('SCORE: 8/10', 3),
             ('-2', 1), ('SCORE: -2', 1), ('SCORE: 9', 3), (9, 3), (0.8, 3), ('0.8', 3),
             (0, 1), ('SCORE: 2.5', 2.5), (4, 4),
             (2.5, 2.5), (17, 3),
             ('', 3), (NULL, 3), (x'5b345d', 3), ('no idea', 3), ('Bewertung: gut', 3),
             ('Bewertung: 4', 4),
             ('{"reasoning": "SCORE: 5 would need data", "score": 2}', 2),
             ('Score: 4' || char(10) || 'Final score: 2', 2),
             (9e999, 3));
SELECT is_eq(relevance_of(replace(hex(zeroblob(500000)), '00', 'no')), 3,
             'a reply of 1 MB without a score');
SELECT is_eq(relevance_of(replace(hex(zeroblob(500000)), '00', '[ ') || ' SCORE: 2'), 2,
             'a score after 1 MB of text');
SELECT is_eq(relevance_of(column1, NULL), column2, 'or NULL: ' || quote(column1))
FROM (VALUES ('SCORE: 4', 4), ('', NULL), (NULL, NULL), ('no idea', NULL));
SELECT is_eq(relevance_of('no idea', 1), 1, 'a default in the call');
SELECT is_eq(relevance_of('SCORE: 2', 5), 2, 'a score needs no default');
SELECT throws('SELECT relevance_of(''SCORE: 2'', ' || quote(column1) || ')',
              'relevance_of: otherwise must be NULL or a number in 1..5, got %',
              'default ' || quote(column1))
FROM (VALUES (0), (6), ('x'), (x'31'));

-- A source is kept if its score is at least the cutoff. A source whose score cannot be
-- read is also kept.
SELECT is_eq(relevance_keep(column1), column2, 'keep ' || quote(column1))
FROM (VALUES (5, 1), (4, 1), (3, 1), (3.0, 1), ('3', 1), (2.999, 0), (2, 0), (1, 0),
             (NULL, 1),
             ('n/a', 1), (x'35', 1), (9e999, 1), (-9e999, 1), (0, 0), (-4, 0), (99, 1));
SELECT is_eq(relevance_keep(3, column1), column2, 'keep 3 under ' || quote(column1))
FROM (VALUES (3, 1), (3.5, 0), (4, 0), ('4', 0), (1, 1), ('quick', 1), ('STANDARD', 1),
             ('Deep', 1), (NULL, 1));
SELECT is_eq(relevance_keep(NULL, 4), 0, 'the default score has to reach the cutoff');
SELECT throws('SELECT relevance_keep(3, ' || quote(column1) || ')', column2,
              'keep 3 under ' || quote(column1))
FROM (VALUES ('fast',
              'relevance_keep: mode must be one of '
              || (SELECT group_concat(mode, ', ') FROM assay_modes) || ', got ''fast'''),
             (0, 'relevance_keep: cutoff must be a number in 1..5, got 0'),
             ('5.5', 'relevance_keep: cutoff must be a number in 1..5, got %5.5%'),
             (x'33', 'relevance_keep: mode must be one of %, got a BLOB of 1 bytes'));

-- Decisions.
SELECT is_eq(relevance_decision(column1, column2), column3,
             quote(column1) || ' in ' || column2 || ' mode')
FROM (VALUES (3, 'quick', 'full_report'), (2, 'quick', 'short_report'),
             (1, 'QUICK', 'short_report'),
             (0, 'quick', 'insufficient_data'), (4, 'standard', 'full_report'),
             (3, 'standard', 'short_report'), (2, 'standard', 'short_report'),
             (1, 'standard', 'insufficient_data'), (5, 'deep', 'full_report'),
             (4, 'deep', 'short_report'),
             (2, 'deep', 'short_report'), (1, 'deep', 'insufficient_data'),
             (NULL, 'deep', 'insufficient_data'), ('5', 'deep', 'full_report'),
             (4.5, 'quick', 'insufficient_data'), (-3, 'quick', 'insufficient_data'),
             ('many', 'quick', 'insufficient_data'),
             (9e999, 'quick', 'insufficient_data'));
SELECT is_eq(relevance_decision(3, NULL), 'short_report', 'NULL is standard mode');
SELECT is_eq(relevance_decision(column1, 3, 2), column2,
             column1 || ' with thresholds in the call')
FROM (VALUES (3, 'full_report'), (2, 'short_report'), (1, 'insufficient_data'));
SELECT is_eq(relevance_decision(0, 0, 0), 'insufficient_data',
             'nothing can be written from nothing');
SELECT throws('SELECT relevance_decision(1, ' || column1 || ')', column2,
              'thresholds ' || column1)
FROM (VALUES ('''fast''',
              'relevance_decision: mode must be one of '
              || (SELECT group_concat(mode, ', ') FROM assay_modes) || ', got ''fast'''),
             ('3', 'relevance_decision: mode must be one of %, got 3'),
             ('-1, 0',
              'relevance_decision: min_full must be a whole number >= 0, got -1'),
             ('NULL, 1', 'relevance_decision: min_full must be %, got NULL'),
             ('3, 4',
              'relevance_decision: min_short must be a whole number in 0..min_full, '
              || 'got 4'),
             ('3, 1.5', 'relevance_decision: min_short must be %, got 1.5'));

-- The document of the relevance gate validates the gate with these five queries. It
-- judges 'Rumba history' a second time, in the mode deep. `sources` is the number of
-- sources, `passed` the number of sources that score 3 or more.
CREATE TABLE validation(query, sources, passed, decision);
INSERT INTO validation VALUES
  ('Noise ordinance', 6, 3, 'short_report'),
  ('Guitarist pricing', 5, 0, 'insufficient_data'),
  ('Wedding songs', 7, 7, 'full_report'), ('Rumba history', 9, 5, 'full_report'),
  ('Hotel booking', 7, 3, 'short_report');
CREATE TABLE judged(query, source, score);
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 9)
INSERT INTO judged
SELECT query, 'source ' || i, CASE WHEN i <= passed THEN 3 + i % 3 ELSE 1 + i % 2 END
FROM validation JOIN n ON i <= sources;
SELECT is_eq(relevance_gate(score, 'standard'), v.decision, v.query)
FROM judged AS j JOIN validation AS v USING (query) GROUP BY query;
SELECT is_eq(relevance_gate(score, 'deep'), 'full_report', 'Rumba history in deep mode')
FROM judged WHERE query = 'Rumba history';
SELECT is_eq(json_extract(relevance_report(source, score, 'standard'), '$.rationale'),
             '5 of 9 sources scored >= 3, meeting threshold for full report '
             || 'in standard mode', 'and why')
FROM judged WHERE query = 'Rumba history';

SELECT is_eq(relevance_gate(1, 'quick'), NULL, 'no sources: NULL') FROM judged WHERE 0;
SELECT is_eq(relevance_report(1, 1, 'quick'), NULL, 'no report either')
FROM judged WHERE 0;
SELECT is_eq(relevance_gate(column1, 'Quick'), 'full_report',
             'missing scores are kept in doubt')
FROM (VALUES (NULL), ('?'), (x'31'));
SELECT is_eq(relevance_gate(column1, NULL), 'short_report', 'NULL is standard mode')
FROM (VALUES (3), (4));
SELECT throws('SELECT relevance_gate(3, ''slow'')',
              'relevance_gate: mode must be one of '
              || (SELECT group_concat(mode, ', ') FROM assay_modes) || ', got ''slow''',
              'unknown mode');
SELECT throws('SELECT relevance_report(1, 3, 7)',
              'relevance_report: mode must be one of '
              || (SELECT group_concat(mode, ', ') FROM assay_modes) || ', got 7',
              'a number is no mode');
SELECT throws('SELECT relevance_gate(3, column1) FROM (VALUES ' || column1 || ')',
              'relevance_gate: mode must be the same in every row of a group, '
              || 'got ''deep'' and ''quick''',
              'two modes: ' || column1)
FROM (VALUES ('(''deep''), (''quick'')'), ('(''quick''), (''DEEP'')'),
             ('(''quick''), (''deep''), (''quick'')'));
SELECT throws('SELECT relevance_gate(3, column1)
               FROM (VALUES (''quick''), (NULL), (''deep''))',
              'relevance_gate: mode must be the same in every row of a group, '
              || 'got ''deep'' and ''standard''', 'three modes, of which NULL is one');
SELECT throws('SELECT relevance_report(1, 3, column1)
               FROM (VALUES (''deep''), (''quick''))',
              'relevance_report: mode must be the same%', 'also in a report');
SELECT is_eq(relevance_gate(3, column1), 'short_report', 'one mode in two spellings')
FROM (VALUES ('deep'), ('DEEP'));

SELECT is_eq(
  relevance_report(column1, column2, 'quick'),
  '{"decision":"full_report","rationale":"5 of 7 sources scored >= 3, meeting threshold '
  || 'for full report in quick mode","mode":"quick","cutoff":3,"scored":7,"survived":5,'
  || '"kept":["b",2,1.5,null,"x''00ff''"],"dropped":["a\"c",-9e999]}',
  'by descending score, then by source; sources of any type')
FROM (VALUES ('a"c', 2), (-9e999, 1), (2, 4), ('b', 5), (x'00ff', 3), (1.5, 3.5),
             (NULL, NULL));
SELECT is_eq(count(DISTINCT report), 1, 'in any order of the rows')
FROM (
  SELECT (SELECT relevance_report(source, score, 'deep')
                    FROM (SELECT * FROM judged ORDER BY source, query)) AS report
  UNION ALL SELECT (SELECT relevance_report(source, score, 'deep')
                    FROM (SELECT * FROM judged ORDER BY -score, query))
  UNION ALL SELECT (SELECT relevance_report(source, score, 'deep')
                    FROM (SELECT * FROM judged ORDER BY query DESC, score)));
SELECT is_eq(json_extract(relevance_report(column1, 5, 'quick'), '$.kept'),
             '[1,1,100000000000000000,1e+17]',
             'equal sources of two types')
FROM (VALUES (1e17), (1.0), (100000000000000000), (1));
SELECT is_eq(json_extract(json_object('r', relevance_report('a', 1, 'quick')),
                          '$.r.decision'),
             'insufficient_data', 'a report nests in JSON (R6)');
SELECT is_eq(json_extract(relevance_report('a', 1, 'quick'), '$.rationale'),
             '0 of 1 sources scored >= 3, below threshold for short report in quick mode',
             'too little');
SELECT is_eq(json_extract(relevance_report('a', 5, 'quick'), '$.rationale'),
             '1 of 1 sources scored >= 3, meeting threshold for short report '
             || 'in quick mode', 'enough for some');

-- As windows.
SELECT results_eq(
  'SELECT relevance_gate(column1, ''quick'')
     OVER (ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)
   FROM (VALUES (5), (5), (5), (1), (1), (1))',
  'VALUES (''short_report''), (''short_report''), (''full_report''), (''short_report''),
          (''short_report''), (''insufficient_data'')', 'sliding frames');
SELECT results_eq(
  'SELECT json_extract(relevance_report(column1, column2, ''quick'')
                         OVER (ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), ''$.kept'')
   FROM (VALUES (''a'', 3), (''b'', 5), (''c'', 1), (NULL, 1))',
  'VALUES (''["a"]''), (''["b","a"]''), (''["b"]''), (''[]'')', 'sliding reports');
SELECT results_eq(
  'SELECT relevance_gate(5, ''quick'') OVER (ROWS BETWEEN 2 FOLLOWING AND 1 FOLLOWING)
   FROM (VALUES (1))',
  'VALUES (NULL)', 'an empty frame');
SELECT results_eq(
  'SELECT relevance_gate(5, column1) OVER (ORDER BY column2 GROUPS CURRENT ROW)
   FROM (VALUES (''quick'', 1), (''deep'', 2), (''quick'', 3))',
  'VALUES (''short_report''), (''insufficient_data''), (''short_report'')',
  'modes may differ between frames');
SELECT results_eq(
  'SELECT relevance_gate(5, column1)
     OVER (ORDER BY column2 RANGE BETWEEN 1 PRECEDING AND 1 PRECEDING)
   FROM (VALUES (''quick'', 1), (''deep'', 2), (''quick'', 3), (''deep'', 4))',
  'VALUES (NULL), (''short_report''), (''insufficient_data''), (''short_report'')',
  'a mode that has left the frame does not matter');

SELECT results_eq('SELECT * FROM assay_modes',
                  'VALUES (''quick'', 3, 3, 1, 3.0), (''standard'', 7, 4, 2, 3.0),
                          (''deep'', 10, 5, 2, 3.0)',
                  'assay_modes');

-- The functions of the relevance gate are deterministic and innocuous, so generated
-- columns, CHECKs and indexes may call them (R4).
SELECT lives('CREATE TABLE j(reply,
                             score GENERATED ALWAYS AS (relevance_of(reply)) STORED,
                             kept AS (relevance_keep(score, ''deep''))
                               CHECK (kept IN (0, 1)));
              CREATE INDEX j_score ON j(relevance_of(reply, 1))
              WHERE relevance_keep(score) = 1;
              INSERT INTO j(reply) VALUES (''SCORE: 5''), (NULL)',
              'in generated columns, checks and indexes');
SELECT results_eq('SELECT score, kept FROM j', 'VALUES (5, 1), (3, 1)', 'which hold');
PRAGMA trusted_schema = OFF;
CREATE VIEW v AS SELECT relevance_gate(score, mode) AS decision
FROM j, (SELECT mode FROM assay_modes LIMIT 1);
SELECT results_eq('SELECT decision FROM v', 'VALUES (''short_report'')',
                  'in views of an untrusted schema');
