-- Tests the stop policy: each branch of the flow chart and each line of the table of
-- stopping conditions in ADR-007 section 4.2, and rule R5 for aggregates.

-- Each row is a round: the run's name, the round's number, coverage, recent sources and
-- critical contradictions. All other scores are 0.80, so coverage is the only score that
-- changes a round's verdict and index.
CREATE TABLE t(run, round, coverage, sources, contradictions);
INSERT INTO t VALUES
  ('passes at once',       1, 0.80, 12, 0),
  ('passes on floors',     1, 0.75, 10, 0),
  ('below a floor',        1, 0.74, 12, 0),
  ('few sources',          1, 0.80, 9, 0),
  ('few, contradicted',    1, 0.80, 9, 3),
  ('low, contradicted',    1, 0.70, 12, 3),
  ('contradicted',         1, 0.80, 12, 1),
  ('contradicted in R3',   1, 0.60, 12, 0), ('contradicted in R3', 2, 0.70, 12, 0),
  ('contradicted in R3',   3, 0.90, 12, 1), ('contradicted in R3', 4, 0.95, 12, 0),
  ('halts before patience',1, 0.90, 9, 0), ('halts before patience', 2, 0.80, 12, 2),
  ('not counted',          1, 0.70, 12, 0), ('not counted', 2, 0.80, 12, NULL),
  ('n/a',                  1, 0.70, 12, 0), ('n/a', 2, 0.80, 12, 'n/a'),
  ('not counted, falls',   1, 0.70, 12, 0), ('not counted, falls', 2, 0.60, 12, NULL),
  ('one score absent',     1, 0.70, 12, 0), ('one score absent', 2, 'N/A', 12, 0),
  ('one score absent',     3, 0.74, 12, 0),
  ('one round too many',   1, 0.60, 12, 0), ('one round too many', 2, 0.74, 12, 0),
  ('one round too many',   3, NULL, 12, 0), ('one round too many', 4, NULL, 12, 0),
  ('falls over a hole',    1, 0.70, 12, 0), ('falls over a hole', 2, NULL, 12, 0),
  ('falls over a hole',    3, 0.65, 12, 0),
  ('starts with a hole',   1, NULL, 12, 0), ('starts with a hole', 2, 0.10, 12, 0),
  ('a hole is best',       1, 0.00, 12, 0), ('a hole is best', 2, 0.70, 12, 0),
  ('regresses',            1, 0.70, 12, 0), ('regresses', 2, 0.65, 12, 0),
  ('regresses',            3, 0.80, 12, 0),
  ('regresses, contradicted', 1, 0.70, 12, 0),
  ('regresses, contradicted', 2, 0.65, 12, 5),
  ('passes though lower',  1, 0.90, 9, 0), ('passes though lower', 2, 0.80, 12, 0),
  ('stays',                1, 0.70, 12, 0), ('stays', 2, 0.70, 12, 0),
  ('four rounds',          1, 0.60, 12, 0), ('four rounds', 2, 0.62, 12, 0),
  ('four rounds',          3, 0.62, 12, 0), ('four rounds', 4, 0.70, 12, 0),
  ('four rounds',          5, 0.90, 12, 0),
  ('passes in R4',         1, 0.60, 12, 0), ('passes in R4', 2, 0.62, 12, 0),
  ('passes in R4',         3, 0.64, 12, 0), ('passes in R4', 4, 0.80, 12, 0),
  ('falls in R4',          1, 0.60, 12, 0), ('falls in R4', 2, 0.62, 12, 0),
  ('falls in R4',          3, 0.70, 12, 0), ('falls in R4', 4, 0.65, 12, 0),
  ('missing score',        1, NULL, 12, 0),
  ('9.5',                  1, 9.5, 12, 0),
  ('no sources counted',   1, 0.80, NULL, 0);

CREATE VIEW decisions AS
SELECT run,
  stop_action(round, coverage, 0.8, 0.8, 0.8, 0.8, sources, contradictions) AS action,
  stop_round(round, coverage, 0.8, 0.8, 0.8, 0.8, sources, contradictions) AS stop,
  stop_report(round, coverage, 0.8, 0.8, 0.8, 0.8, sources, contradictions) AS report
FROM t GROUP BY run;

CREATE TABLE want(run, want, name);
INSERT INTO want VALUES
  ('passes at once', 'pass 1 1', 'high, enough, no contradiction: this round passes'),
  ('passes on floors', 'pass 1 1', 'the floors .75 and 10 are inclusive'),
  ('below a floor', 'continue - 1', 'a dimension below High: to the next round'),
  ('few sources', 'continue - 1', '9 recent sources: to the next round'),
  ('few, contradicted', 'continue - 1', 'contradictions count only where the sources do'),
  ('low, contradicted', 'continue - 1', 'and where all dimensions are High'),
  ('contradicted', 'halt_contradiction 1 1', 'a halt in R1 has no prior round: R1 it is'),
  ('contradicted in R3', 'halt_contradiction 3 2',
   'a halt in R3 returns the best of R1, R2'),
  ('halts before patience', 'halt_contradiction 2 1',
   'a contradiction comes before patience'),
  ('not counted', 'continue - 2',
   'a missing number of contradictions halts nothing (R3)'),
  ('n/a', 'continue - 2', 'a text halts nothing (R3)'),
  ('not counted, falls', 'patience_stop 2 1', 'such a round may regress'),
  ('one score absent', 'continue - 3', 'an incomplete round ends nothing (R3)'),
  ('one round too many', 'max_rounds 4 2', 'but counts as one of the four rounds'),
  ('falls over a hole', 'patience_stop 3 1',
   'the round after it is compared with the last complete one'),
  ('starts with a hole', 'continue - 2',
  'or with none, if no complete round comes before'),
  ('a hole is best', 'continue - 2', 'a missing score counts as 0 for the best round'),
  ('regresses', 'patience_stop 2 1', 'one regression stops; R3 is never looked at'),
  ('regresses, contradicted', 'patience_stop 2 1',
   'a low round with contradictions may regress'),
  ('passes though lower', 'pass 2 2', 'a round that passes is no regression'),
  ('stays', 'continue - 1', 'an equal index is no regression; the earlier round wins'),
  ('four rounds', 'max_rounds 4 4', 'R4 is the last; R5 changes nothing'),
  ('passes in R4', 'pass 4 4', 'R4 may still pass'),
  ('falls in R4', 'patience_stop 4 3', 'a regression in R4 is patience, not the bound'),
  ('missing score', 'continue - 1', 'a missing score is not High (R3)'),
  ('9.5', 'continue - 1', 'a score off the scale is not High (R3)'),
  ('no sources counted', 'continue - 1', 'sources not counted are not enough (R3)');

SELECT is_eq(d.action || ' ' || coalesce(d.stop, '-') || ' ' || (json_extract(d.report,
             '$.returned_round')),
             w.want, w.name)
FROM want AS w JOIN decisions AS d ON d.run = w.run
ORDER BY w.rowid;
SELECT is_eq((SELECT count(*) FROM want), (SELECT count(*) FROM decisions),
             'all runs are wanted');

-- As window functions, stop_action and stop_round give the decision after each round. A
-- program that runs rounds needs this decision.
SELECT is_eq(group_concat(a, ' '),
             'continue continue halt_contradiction halt_contradiction',
             'the decision after each round, final once it is not to continue')
FROM (SELECT stop_action(round, coverage, 0.8, 0.8, 0.8, 0.8, sources, contradictions)
             OVER (ORDER BY round) AS a
      FROM t WHERE run = 'contradicted in R3' ORDER BY round);
SELECT is_eq(group_concat(coalesce(a, '-'), ' '), '- - 3 3', 'and the round of the stop')
FROM (SELECT stop_round(round, coverage, 0.8, 0.8, 0.8, 0.8, sources, contradictions)
             OVER (ORDER BY round) AS a
      FROM t WHERE run = 'contradicted in R3' ORDER BY round);

-- If a contradiction in round 3 halts a run, stop_report returns the better of rounds 1
-- and 2, or round 1 if they are equal (ADR-009 4.3, "Best-of-N").
SELECT is_eq(json_extract(stop_report(column1, column2, 0.8, 0.8, 0.8, 0.8, 12,
             column1 = 3), '$.returned_round'),
             1, 'of equal rounds before the halt the earlier one')
FROM (VALUES (1, 0.7), (2, 0.7), (3, 0.9));
SELECT is_eq(json_extract(stop_report(column1, column2, 0.8, 0.8, 0.8, 0.8, 12,
             column1 = 3, 2, 4, 0.75, 10), '$.returned_round'), 1,
             'the best before the halt, not the last')
FROM (VALUES (1, 0.74), (2, 0.7), (3, 0.9));

-- Tests the report: its keys have a fixed order, its numbers have their shortest form,
-- and its reason names the failed conditions of the last round.
SELECT is_eq(report, '{"action":"pass","round":1,"returned_round":1,"gate_passed":true,'
             || '"ci_score":0.8,"rounds":1,"regressions":0,"reason":""}',
             'the report of a pass')
FROM decisions WHERE run = 'passes at once';
SELECT is_eq(report,
             '{"action":"patience_stop","round":2,"returned_round":1,"gate_passed":false,'
             || '"ci_score":0.775,"rounds":2,"regressions":1,'
             || '"reason":"low dimensions: coverage; confidence regression detected"}',
             'the report of a patience stop: the index is that of the round returned')
FROM decisions WHERE run = 'regresses';
SELECT is_eq(json_extract(report, '$.reason'), 'critical contradiction detected',
             'why it halts')
FROM decisions WHERE run = 'contradicted';
SELECT is_eq(json_extract(report, '$.reason'), 'missing: critical_contradictions',
             'or a number that is missing')
FROM decisions WHERE run = 'not counted';
SELECT is_eq(json_extract(report, '$.reason'),
             'low dimensions: coverage; round limit reached', 'or the bound')
FROM decisions WHERE run = 'four rounds';
SELECT is_eq(json_extract(report, '$.reason'), 'insufficient recent sources',
             'or why to go on')
FROM decisions WHERE run = 'few sources';
SELECT is_eq(json_extract(report, '$.rounds'), 4,
             'rounds after the stop do not count')
FROM decisions WHERE run = 'four rounds';
SELECT is_eq(typeof(json_extract(report, '$.round')), 'null',
             'no round of a stop while it continues')
FROM decisions WHERE run = 'few sources';
SELECT is_eq(json_extract(json_object('d', stop_report(1, 1, 1, 1, 1, 1, 12, 0)),
             '$.d.action'), 'pass',
             'the report nests in other JSON (R6)');
SELECT is_eq(json_extract(stop_report(1, 1, 1, 1, 1, 1, 12, 0), '$.gate_passed'),
             json_extract('{"x":true}', '$.x'), 'its flags are JSON booleans');

-- With a patience of 2, two falls of the index in succession stop a run (ADR-007 4.2,
-- Prechelt 1998).
SELECT is_eq(stop_action(column1, column2, 0.8, 0.8, 0.8, 0.8, 12, 0, 2, 9, 0.75, 10),
             'continue', 'a rise between two regressions starts the count anew')
FROM (VALUES (1, 0.7), (2, 0.6), (3, 0.65), (4, 0.6));
SELECT is_eq(json_extract(stop_report(column1, column2, 0.8, 0.8, 0.8, 0.8, 12, 0, 2, 9,
             0.75, 10), '$.regressions'), 2, 'though the report counts both')
FROM (VALUES (1, 0.7), (2, 0.6), (3, 0.65), (4, 0.6));
SELECT is_eq(stop_round(column1, column2, 0.8, 0.8, 0.8, 0.8, 12, 0, 2, 9, 0.75, 10), 3,
             'two in succession stop')
FROM (VALUES (1, 0.7), (2, 0.6), (3, 0.55), (4, 0.9));
SELECT is_eq(stop_action(column1, column2, 0.8, 0.8, 0.8, 0.8, 12, 0, 2, 2, 0.75, 10),
             'max_rounds', 'a bound of two')
FROM (VALUES (1, 0.7), (2, 0.6), (3, 0.55));
SELECT is_eq(stop_action(1, 0.7, 0.7, 0.7, 0.7, 0.7, 5, 0, 1, 4, 0.7, 5), 'pass',
             'a High floor and a count in the call');
SELECT is_eq(stop_action(1, 0.7, 0.9, 0.9, 0.9, 0.9, 5, 0, 1, 1e300,
                         high_floor('hard'), 5), 'pass',
             'high_floor() goes where high is asked for, and a bound may be huge');

-- Rounds may come in any order and more than once, have any type, or be NULL (R5).
SELECT is_eq(group_concat(DISTINCT stop_report), '{"action":"patience_stop","round":"R2",'
  || '"returned_round":"R1","gate_passed":false,"ci_score":0.775,"rounds":2,'
  || '"regressions":1,'
  || '"reason":"low dimensions: coverage; confidence regression detected"}',
  'the order of rows does not matter; rounds may be text')
FROM (
  SELECT stop_report(r, c, 0.8, 0.8, 0.8, 0.8, 12, 0) AS stop_report
  FROM (SELECT 'R1' AS r, 0.7 AS c UNION ALL SELECT 'R3', 0.9 UNION ALL SELECT 'R2', 0.6)
  UNION ALL
  SELECT stop_report(r, c, 0.8, 0.8, 0.8, 0.8, 12, 0)
  FROM (SELECT 'R3' AS r, 0.9 AS c UNION ALL SELECT 'R2', 0.6 UNION ALL SELECT 'R1', 0.7)
);
SELECT is_eq(stop_round(column1, 1, 1, 1, 1, 1, 12, column2), column3, column4)
FROM (VALUES (x'00ff', 0, x'00ff', 'a blob'), ('', 0, '', 'an empty text'),
             (x'', 0, x'', 'an empty blob'), (2.5, 0, 2.5, 'a real'),
             (9223372036854775807, 0, 9223372036854775807, 'the greatest integer'))
GROUP BY column4;
SELECT is_eq(stop_action(2, 1, 1, 1, 1, 1, 12, column1), 'halt_contradiction',
             'of two judgements of one round the one with a contradiction comes first')
FROM (VALUES (0), (1), (0));
SELECT is_eq(json_extract(stop_report(2, column1, 1, 1, 1, 1, 12, 0), '$.rounds'), 2,
             'then the one that fails, then the one that passes: each row is a round')
FROM (VALUES (1), (0.5));
SELECT is_eq(typeof(stop_round(column1, 1, 1, 1, 1, 1, 12, 0)), 'integer', '1 before 1.0')
FROM (VALUES (1.0), (1));
SELECT is_eq(stop_action(column1, column2, 0.8, 0.8, 0.8, 0.8, 12, 0), 'continue',
             'a row whose round is NULL is skipped')
FROM (VALUES (NULL, 0.9), (1, 0.6), (NULL, 0.9), (2, 0.7));
CREATE TABLE holes(o, round, score, patience);
INSERT INTO holes VALUES (1, 1, 0.7, 1), (2, NULL, 0.9, 'none'), (3, NULL, 0.9, 2),
                         (4, 2, 0.6, 1), (5, 3, 0.8, 1);
SELECT is_eq(stop_action(round, score, 0.8, 0.8, 0.8, 0.8, 12, 0, patience, 4, 0.75, 10),
             'patience_stop', 'with all that it states (R5)') FROM holes;
SELECT is_eq(group_concat(coalesce(a, '-'), ' '), 'continue continue - continue pass',
             'also as it leaves a frame')
FROM (SELECT stop_action(round, score, 0.8, 0.8, 0.8, 0.8, 12, 0, patience, 4, 0.75, 10)
             OVER (ORDER BY o ROWS 1 PRECEDING) AS a FROM holes);
SELECT is_eq(stop_action(NULL, 1, 1, 1, 1, 1, 12, 0), NULL, 'with no round left, NULL');
SELECT is_eq(stop_report(1, 1, 1, 1, 1, 1, 12, 0), NULL, 'of no rows, NULL') WHERE 0;
SELECT is_eq((SELECT stop_report(1, 1, 1, 1, 1, 1, 12, 0) WHERE 0), NULL,
             'of an empty group, NULL');

-- An index that is lower only by rounding is not a regression.
SELECT is_eq(stop_action(column1, 0.7, column2, column3, column4, 0.7, 12, 0), 'continue',
             'two rounds of one mean, .64')
FROM (VALUES (1, 0.6, 0.65, 0.55), (2, 0.6, 0.6, 0.6));
SELECT is_eq(stop_action(column1, 0.7, column2, 0.6, 0.6, 0.7, 12, 0), 'patience_stop',
             'a mean that is lower by a hundredth of one dimension')
FROM (VALUES (1, 0.6), (2, 0.59));

-- A window frame can slide, exclude its current row, or be empty (R5). tests/property
-- tests random frames.
SELECT is_eq(group_concat(coalesce(a, '-'), ' '),
             'continue patience_stop continue pass pass',
             'a sliding frame forgets what left it')
FROM (SELECT stop_action(column1, column2, 0.8, 0.8, 0.8, 0.8, 12, 0)
             OVER (ORDER BY column1 ROWS 1 PRECEDING) AS a
      FROM (VALUES (1, 0.7), (2, 0.6), (3, 0.65), (4, 0.8), (5, 0.7)));
SELECT is_eq(group_concat(coalesce(a, '-'), ' '), '- continue patience_stop',
             'an empty frame gives NULL')
FROM (SELECT stop_action(column1, column2, 0.8, 0.8, 0.8, 0.8, 12, 0)
             OVER (ORDER BY column1 ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
                   EXCLUDE CURRENT ROW) AS a
      FROM (VALUES (1, 0.7), (2, 0.6), (3, 0.65)));

CREATE TABLE one(policy);
SELECT throws('SELECT stop_action(1, 1, 1, 1, 1, 1, 1, 1, 0, 4, 0.75, 10)',
              'stop_action: patience must be a whole number >= 1, got 0', 'no patience');
SELECT throws('SELECT stop_round(1, 1, 1, 1, 1, 1, 1, 1, 1, 2.5, 0.75, 10)',
              'stop_round: max_rounds must be a whole number >= 1, got 2.5',
              'half a round');
SELECT throws('SELECT stop_report(1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 9.5, 10)',
              'stop_report: high must be a number in 0..1, got 9.5',
              'a floor off the scale');
SELECT throws('SELECT stop_action(1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 0.75, NULL)',
              'stop_action: min_sources must be a whole number >= 0, got NULL',
              'no count');
SELECT throws('SELECT stop_action(1, 1, 1, 1, 1, 1, 1, 1, column1, 4, 0.75, 10) '
              || 'FROM (VALUES (3), (1), (2))',
              'stop_action: patience must be the same in every row of a group, '
              || 'got 1 and 3',
              'several policies in one group, the least first');
SELECT throws('SELECT stop_report(1, 1, 1, 1, 1, 1, 1, 1, 2, column1, 0.75, 10) '
              || 'FROM (VALUES (5), (4))',
              'stop_report: max_rounds must be the same in every row of a group, '
              || 'got 4 and 5',
              'two bounds');
SELECT is_eq(group_concat(a, ' '), 'max_rounds max_rounds continue continue',
             'a policy may differ from frame to frame')
FROM (SELECT stop_action(column1, 0.7, 0.6, 0.6, 0.6, 0.6, 12, 0, 1, column2, 0.75, 10)
               OVER (ORDER BY column1 RANGE BETWEEN 1 PRECEDING AND 0 PRECEDING) AS a
      FROM (VALUES (1, 1), (2, 1), (11, 3), (12, 3)));
SELECT results_eq(
  'SELECT i, stop_action(r, s, s, s, s, s, 12, 0) OVER (ORDER BY i ROWS 1 PRECEDING)
   FROM (SELECT column1 AS i, column2 AS r, column3 AS s FROM (VALUES (1, NULL, 1),
     (2, NULL, 1), (3, NULL, 1), (4, 1, 0.9), (5, NULL, 1), (6, NULL, 1)))',
  'VALUES (1, NULL), (2, NULL), (3, NULL), (4, ''pass''), (5, ''pass''), (6, NULL)',
  'rows without a round come and go');
SELECT throws('SELECT stop_action(1, 1, 1, 1, 1, 1, 1)', '%wrong number of arguments%',
              'arity');
SELECT lives('CREATE TABLE r(a, b AS (gate_pass(a, 1, 1, 1, 1, 12, 0)));'
             || 'CREATE VIEW v AS SELECT stop_action(a, 1, 1, 1, 1, 1, 1, 1) FROM r;'
             || 'PRAGMA trusted_schema = OFF; SELECT * FROM v',
             'stands in a view that is not trusted (R4)');

-- The scores of 5,000 runs rise by .06 to .13 a round. If one score in twenty is absent,
-- no run ends early, and most runs still pass.
CREATE TABLE rising AS
WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 5000)
SELECT n, r.column1 AS round, 0.5 + n % 15 / 100.0 + (6 + n % 8) / 100.0 * r.column1 AS s
FROM n, (VALUES (1), (2), (3), (4)) AS r;
CREATE VIEW absent AS
SELECT n, round, s, n * 7919 + round * 104729 AS h FROM rising;
SELECT is_eq(group_concat(a || ' ' || runs, ', '), 'max_rounds 41, pass 4959',
             'runs that rise')
FROM (SELECT a, count(*) AS runs
      FROM (SELECT stop_action(round, s, s, s, s, s, 12, 0) AS a FROM rising GROUP BY n)
      GROUP BY a);
SELECT is_eq(group_concat(a || ' ' || runs, ', '), 'max_rounds 250, pass 4750',
             'with one score in twenty absent')
FROM (SELECT a, count(*) AS runs
      FROM (SELECT stop_action(round, CASE h % 20 WHEN 0 THEN NULL ELSE s END,
                               CASE h / 3 % 20 WHEN 0 THEN NULL ELSE s END,
                               CASE h / 7 % 20 WHEN 0 THEN NULL ELSE s END,
                               CASE h / 11 % 20 WHEN 0 THEN NULL ELSE s END,
                               CASE h / 13 % 20 WHEN 0 THEN NULL ELSE s END, 12, 0) AS a
            FROM absent GROUP BY n)
      GROUP BY a);
