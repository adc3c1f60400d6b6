-- Tests round_acceptability: under which share of all weightings does each round win?
SELECT plan(44);

CREATE TABLE r(run, round, gate, c, s, a, v, t);

INSERT INTO r VALUES ('dominated', 1, 1, .9, .8, .7, .8, .9), ('dominated', 2, 1, .8, .8,
  .6, .8, .9);
SELECT is_eq((SELECT round_acceptability(round, gate, c, s, a, v, t) FROM r
  WHERE run = 'dominated'),
  '{"1":1,"2":0}',
    'a round that is nowhere better wins 0, one that is nowhere worse wins 1');

-- If coverage and source quality change places, each round becomes the other. So each
-- wins half of the weightings. The tolerance is five standard errors, .008.
INSERT INTO r VALUES ('mirror', 1, 1, .8, .4, .5, .5, .5), ('mirror', 2, 1, .4, .8, .5,
  .5, .5);
SELECT near((SELECT json_extract(round_acceptability(round, gate, c, s, a, v, t, 100000),
  '$."1"')
             FROM r WHERE run = 'mirror'), .5, .008, 'mirrored rounds win half each');

-- Two dimensions: round 1 is ahead by .3 in coverage and behind by .1 in agreement. With
-- the weights w1 of coverage and w3 of agreement, round 1 wins if .3 w1 > .1 w3, that
-- is, if w1 / (w1 + w3) exceeds 1/4. This ratio is uniform in 0..1, so round 1 wins with
-- probability 3/4.
INSERT INTO r VALUES ('two', 1, 1, .8, .5, .4, .5, .5), ('two', 2, 1, .5, .5, .5, .5, .5);
SELECT near((SELECT json_extract(round_acceptability(round, gate, c, s, a, v, t, 100000),
  '$."1"')
             FROM r WHERE run = 'two'), .75, .008,
               'the exact volume for two dimensions: 3/4');

-- Three dimensions: round 1 is ahead by .2 in one dimension and behind by .1 in the two
-- others. With their weights w1, w2 and w3, round 1 wins if w1 / (w1 + w2 + w3) exceeds
-- 1/3. This ratio has the distribution Beta(1, 2), so the probability is (1 - 1/3)^2.
INSERT INTO r VALUES ('three', 1, 1, .7, .4, .4, .5, .5), ('three', 2, 1, .5, .5, .5, .5,
  .5);
SELECT near((SELECT json_extract(round_acceptability(round, gate, c, s, a, v, t, 100000),
  '$."1"')
             FROM r WHERE run = 'three'), 4.0 / 9, .008, 'for three dimensions: 4/9');

INSERT INTO r VALUES ('five', 1, 1, .9, .5, .5, .5, .5), ('five', 2, 1, .5, .9, .5, .5,
  .5),
  ('five', 3, 1, .5, .5, .9, .5, .5), ('five', 4, 1, .5, .5, .5, .9, .5), ('five', 5, 1,
    .5, .5, .5, .5, .9);
SELECT near((SELECT max(abs(value - .2)) FROM json_each((
               SELECT round_acceptability(round, gate, c, s, a, v, t, 100000) FROM r
                 WHERE run = 'five'))),
  0, .0064, 'five rounds, each best in one dimension, win a fifth each');
SELECT near((SELECT sum(value) FROM json_each((
               SELECT round_acceptability(round, gate, c, s, a, v, t, 100000) FROM r
                 WHERE run = 'five'))),
  1, 1e-12, 'the shares sum to 1');

-- round_acceptability must count the wins of best_round under the weightings of
-- weight_samples.
INSERT INTO r
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
SELECT 'random ' || (i / 8), i % 8, i * 7 % 3 = 1, (i * 7919 % 101) / 100.0,
  (i * 104729 % 89) / 88.0,
       (i * 1299709 % 97) / 96.0, (i * 15485863 % 83) / 82.0,
         nullif((i * 179424673 % 79) / 78.0, 1)
FROM n;
SELECT results_eq(
  'SELECT run, key, value * 1.0 FROM (
     SELECT run, round_acceptability(round, gate, c, s, a, v, t, 500, 7) AS j
     FROM r WHERE run LIKE ''random%'' GROUP BY run), json_each(j) WHERE value > 0
       ORDER BY 1, 2',
  'SELECT run, CAST(best AS TEXT), count(*) / 500.0 FROM (
     SELECT run, best_round(round, gate, ci_score(c, s, a, v, t, weights)) AS best
     FROM r, weight_samples(500, 7) WHERE run LIKE ''random%'' GROUP BY run, sample)
   GROUP BY run, best ORDER BY 1, 2',
  '25 runs, 500 weightings: the winners that best_round chooses');

-- Only rounds that pass compete; if none passes, all do (ADR-009 4.3).
SELECT is_eq((SELECT round_acceptability(column1, column2, .5, .5, .5, .5, column3)
              FROM (VALUES (1, 0, 1), (2, 1, .1), (3, NULL, 1), (4, 'yes', 1), (5, 2,
                1))),
  '{"1":0,"2":1,"3":0,"4":0,"5":0}',
    'only rounds that pass; a gate that is not 1 has not passed');
SELECT is_eq((SELECT round_acceptability(column1, 0, .5, .5, .5, .5, column2)
              FROM (VALUES (1, .1), (2, .2))), '{"1":0,"2":1}',
                'where none passes, all compete');
SELECT is_eq((SELECT round_acceptability(column1, 1, .5, .5, .5, .5, .5)
              FROM (VALUES (3), (2), (2.5))), '{"2":1,"2.5":0,"3":0}',
  'of equal rounds the earlier one wins, and rounds are listed in their order');
SELECT is_eq((SELECT round_acceptability(column1, 1, .5, .5, .5, .5, .5)
              FROM (VALUES (10), (9))), '{"9":1,"10":0}',
                'numbers are ordered as numbers');
SELECT is_eq((SELECT round_acceptability(column1, 1, column2, column2, column2, column2,
  column2)
              FROM (VALUES (1, 'n/a'), (2, .1), (3, 7), (4, -1), (5, x'31'))),
  '{"1":0,"2":1,"3":0,"4":0,"5":0}', 'a missing score counts as 0');
SELECT is_eq((SELECT round_acceptability(1, 1, '0.80', ' 0.5 ', .5, .5, .5)), '{"1":1}',
  'a single round always wins');
SELECT is_eq((SELECT round_acceptability(1, 1, NULL, NULL, NULL, NULL, NULL)), '{"1":1}',
  'also with nothing at all');

-- The keys of round_acceptability's JSON are the rounds.
SELECT is_eq((SELECT round_acceptability(column1, 1, .5, .5, .5, .5, column2)
              FROM (VALUES (NULL, .9), (1, .5), (NULL, .8))), '{"1":1}',
                'a NULL round is skipped');
SELECT is_eq((SELECT round_acceptability(column1, 1, .5, .5, .5, .5, column2)
              FROM (VALUES ('1', .9), (2, .8), (1, .5))), '{"1":1,"2":0}',
                '1 and ''1'' are one key');
SELECT is_eq((SELECT round_acceptability(column1, 1, .5, .5, .5, .5, .5)
              FROM (VALUES ('1'), (2), (1))), '{"1":1,"2":0}',
                'in the place of the first of them');
SELECT is_eq((SELECT round_acceptability(column1, 1, column2, .5, .5, .5, column3, 100)
              FROM (VALUES (1, .9, .1), (2, .1, .2), (1, .1, .9))),
  '{"1":1,"2":0}', 'rows of one round add up');
SELECT is_eq((SELECT round_acceptability(column1, 1, .5, .5, .5, .5, column2)
              FROM (VALUES ('a"b\c', .9), (x'00ff', .8), ('', .7), (-1.5, .6),
                           (9e999, .5), (-9e999, .4))),
  '{"-9e999":0,"-1.5":0,"9e999":0,"":0,"a\"b\\c":1,"x''00ff''":0}',
    'any value is a round: texts, blobs as their literals, infinities as stop_report');

-- Two numbers are one round if their values are equal, whatever their types and spelling.
SELECT is_eq((SELECT round_acceptability(column1, 1, .5, .5, .5, .5, column2)
              FROM (VALUES (0.1 + 0.2, .8), (0.3, .7), (1e-7, .9))),
  '{"1e-07":1,"0.3":0,"0.30000000000000004":0}', '0.1 + 0.2 and 0.3 are two rounds');
SELECT is_eq((SELECT round_acceptability(column1, 1, column2, .5, .5, .5, column3, 100)
              FROM (VALUES (3.0, .9, .1), (2, .1, .2), (3, .1, .9))),
  '{"2":0,"3":1}', '3.0 is 3: their wins add up');
SELECT is_eq((SELECT round_acceptability(column1, 1, .5, .5, .5, .5, column2)
              FROM (VALUES (2.0, .8), (10.0, .9), (-0.0, .7), (0, .6), (1e22, .5))),
  '{"0":0,"2":0,"10":1,"1e+22":0}', 'a whole REAL is written as an integer');
SELECT is_eq((SELECT round_acceptability(column1, 1, .5, .5, .5, .5, column2)
              FROM (VALUES (9007199254740992.0, .8), (9007199254740993, .9),
                           (9007199254740992, .7), (1152921504606846976.0, .6),
                           (1152921504606846976, .5), (9223372036854775807, .4))),
  '{"9007199254740992":0,"9007199254740993":1,"1152921504606846976":0,'
    || '"9223372036854775807":0}', 'beyond 2^53 too');
SELECT is_eq((SELECT round_acceptability(column1, 1, .5, .5, .5, .5, column2)
              FROM (VALUES ('3', .8), (3.0, .9), ('3.0', .7), (x'33', .6))),
  '{"3":1,"3.0":0,"x''33''":0}', 'a text of one spelling is that round, and no other');
SELECT is_eq((SELECT json_valid(round_acceptability(char(10, 1, 34, 8232), 1, 1, 1, 1, 1,
  1))), 1,
  'control characters are escaped');

-- Groups, types, repetition.
SELECT is_eq((SELECT round_acceptability(round, gate, c, s, a, v, t) FROM r WHERE 0),
  NULL,
  'an empty group gives NULL (rule R5)');
SELECT is_eq((SELECT round_acceptability(NULL, 1, 1, 1, 1, 1, 1)), NULL,
  'so does one without a round');
SELECT is_eq((SELECT json_type(json_object('x', round_acceptability(1, 1, 1, 1, 1, 1,
  1)), '$.x')),
  'object', 'the result nests as JSON (rule R6)');
SELECT is_eq((SELECT round_acceptability(round, gate, c, s, a, v, t) FROM r
  WHERE run = 'two'),
             (SELECT round_acceptability(round, gate, c, s, a, v, t, 10000, 42) FROM r
               WHERE run = 'two'),
  '10000 samples with the seed 42, unless the call says otherwise');
SELECT is_eq((SELECT round_acceptability(round, gate, c, s, a, v, t, NULL, NULL) FROM r
  WHERE run = 'two'),
             (SELECT round_acceptability(round, gate, c, s, a, v, t) FROM r
               WHERE run = 'two'),
  'NULL means the defaults');
SELECT ok((SELECT round_acceptability(round, gate, c, s, a, v, t, 999, 1) <>
                  round_acceptability(round, gate, c, s, a, v, t, 999, 2) FROM r
                    WHERE run = 'two'),
  'another seed, another estimate');
SELECT is_eq((SELECT group_concat(DISTINCT x) FROM (
    SELECT round_acceptability(round, gate, c, s, a, v, t, 900 + column1, 1) =
           round_acceptability(round, gate, c, s, a, v, t, '900' + column1, '1') AS x
    FROM r, (VALUES (1), (2), (3), (4), (5), (6), (7)) WHERE run = 'five'
      GROUP BY column1)), '1',
  'more pairs of samples and seed than a connection keeps');
SELECT is_eq((SELECT count(DISTINCT x) FROM (
    SELECT round_acceptability(round, gate, c, s, a, v, t, 2000, 5) OVER () AS x FROM r
      WHERE run = 'five')),
  1, 'as a window function');

-- All rows of one window frame must have equal parameters; two frames may differ (R5).
SELECT is_eq(group_concat(x, ' '), '{"1":1} {"2":1} {"3":1}',
  'frames that share no row may differ in samples and seed')
FROM (SELECT round_acceptability(column1, 1, 1, 1, 1, 1, 1, column2, column3)
             OVER (ORDER BY column1 ROWS BETWEEN CURRENT ROW AND CURRENT ROW) AS x
      FROM (VALUES (1, 10, 1), (2, 20, 1), (3, 20, 2)));

SELECT throws('SELECT round_acceptability(1, 1, 1, 1, 1, 1, 1, 0)',
  'round_acceptability: samples must be a whole number in 1..10000000, got 0',
    'no samples');
SELECT throws('SELECT round_acceptability(1, 1, 1, 1, 1, 1, 1, -5)', '%got -5',
  'below 0');
SELECT throws('SELECT round_acceptability(1, 1, 1, 1, 1, 1, 1, 10000001)',
  '%got 10000001', 'above 10^7');
SELECT throws('SELECT round_acceptability(1, 1, 1, 1, 1, 1, 1, ''many'')',
  '%got ''many''', 'a text');
SELECT throws('SELECT round_acceptability(1, 1, 1, 1, 1, 1, 1, 10, .5)',
  'round_acceptability: seed must be a whole number of 64 bits, got 0.5',
    'a seed''s fraction');
SELECT throws('SELECT round_acceptability(1, 1, 1, 1, 1, 1, 1, column1)
               FROM (VALUES (20), (10))',
  '%samples must be the same in every row of a group, got 10 and 20',
  'two numbers of samples');
SELECT throws('SELECT round_acceptability(1, 1, 1, 1, 1, 1, 1, 9, column1)
               FROM (VALUES (10), (20))',
  '%seed must be the same in every row of a group, got 10 and 20', 'two seeds');
SELECT is_eq(group_concat(s, ' '), '{"1":1} {"1":1,"2":0} {"11":1} {"11":1,"12":0}',
             'samples and seed may differ from frame to frame')
FROM (SELECT round_acceptability(column1, 1, 1, 1, 1, 1, 1, column2, column2)
               OVER (ORDER BY column1 RANGE BETWEEN 1 PRECEDING AND 0 PRECEDING) AS s
      FROM (VALUES (1, 5), (2, 5), (11, 6), (12, 6)));
SELECT throws('SELECT round_acceptability(1, 1, 1, 1, 1, 1)',
  '%wrong number of arguments%', 'six arguments');
SELECT throws('SELECT round_acceptability(1, 1, 1, 1, 1, 1, 1, 1, 1, 1)',
  '%wrong number%', 'ten');
