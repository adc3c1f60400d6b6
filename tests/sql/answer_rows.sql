-- Tests acceptability_rows, stability_rows and stop_rows, which turn JSON into rows.

-- Rounds have every type. From the spelling of a key, acceptability_rows must find the
-- type of the round.
CREATE TABLE stored(round, q REAL);
INSERT INTO stored VALUES (1, 0.8), (2, 0.9), (10, 0.1), (-3, 0.2), (0.1, 0.3),
  (9223372036854775807, 0.1), (1e300, 0.2), (9e999, 0.1), (0.1 + 0.2, 0.4);
CREATE TABLE spelt(round TEXT, q REAL);
INSERT INTO spelt VALUES ('1', 0.8), ('2', 0.9), ('01', 0.1), ('R1', 0.2), ('1.0', 0.3),
  ('', 0.1), ('-', 0.1), ('true', 0.1), ('a "b" \ ' || char(10) || ' é 😀', 0.3),
  ('x''00ff''', 0.2), (' 7', 0.2), (printf('%.60f', 0.5), 0.1), ('1e5', 0.2), ('-0', 0.1);

CREATE VIEW numbers AS SELECT round_acceptability(round, 1, q, 0.5, 0.5, 0.5, 0.5, 200)
                              AS shares FROM stored;
CREATE VIEW texts AS SELECT round_acceptability(round, 1, q, 0.5, 0.5, 0.5, 0.5, 200)
                            AS shares FROM spelt;

SELECT results_eq('SELECT a.round FROM numbers, acceptability_rows(shares) AS a',
  'SELECT round FROM stored ORDER BY round', 'numbers as they are stored, in order');
SELECT results_eq('SELECT a.round FROM texts, acceptability_rows(shares, ''text'') AS a',
  'SELECT round FROM spelt ORDER BY round', 'texts stay texts, 1 too');
SELECT results_eq('SELECT a.round FROM texts, acceptability_rows(shares) AS a
                   WHERE typeof(a.round) <> ''text''', 'VALUES (1), (2)',
  'without a type, a key that spells a number is a number, and any other key a text');
SELECT results_eq('SELECT count(*) FROM (SELECT max(typeof(round)) AS type,
                     round_acceptability(round, 1, q, 0.5, 0.5, 0.5, 0.5, 9) AS shares
                   FROM ' || name || ') JOIN acceptability_rows(shares, type) AS a
                   JOIN ' || name || ' AS s ON s.round = a.round',
  'SELECT count(*) FROM ' || name, 'every round finds its row: ' || name)
FROM (SELECT 'stored' AS name UNION ALL SELECT 'spelt');
SELECT results_eq('SELECT a.round FROM (SELECT round_acceptability(column1, 1, 1, 1, 1, 1,
                                                                   1, 9) AS shares
                   FROM (VALUES (1), (2.5))), acceptability_rows(shares, ''real'') AS a',
  'VALUES (1.0), (2.5)', 'whole numbers as reals');
SELECT results_eq('SELECT a.round FROM (SELECT round_acceptability(column1, 1, 1, 1, 1, 1,
                                                                   1, 9) AS shares
                   FROM (VALUES (x''''), (x''00ff''), (x''7a''))),
                   acceptability_rows(shares, ''blob'') AS a',
  'VALUES (x''''), (x''00ff''), (x''7a'')', 'blobs as blobs');
SELECT results_eq('SELECT round FROM acceptability_rows(''{"1":0,"a":1}'', ' || type
  || ')',
  'VALUES (1), (''a'')', 'keys that the type would not write: ' || type)
FROM (SELECT 'NULL' AS type UNION ALL SELECT '''null''' UNION ALL SELECT '''INTEGER'''
      UNION ALL SELECT '''blob''');
SELECT is_eq((SELECT round FROM acceptability_rows('{"' || column1 || '":1}', 'blob')),
             column1, 'no literal of a blob: ' || column1)
FROM (VALUES ('x'), ('x'''), ('x''0'''), ('x''0g'''), ('x''g0'''), ('x''00'), ('x''000'),
             ('X''00'''), ('x''0A'''), ('y''00'''));
SELECT is_eq((SELECT hex(round)
              FROM acceptability_rows('{"x''0' || char(0) || '''":1}', 'blob')),
             '7827300027', 'a literal with a NUL is no blob either');
-- A key becomes a number only if it is spelled as round_acceptability spells numbers.
SELECT is_eq((SELECT round FROM acceptability_rows('{"' || column1 || '":1}')), column1,
             'no number: ' || column1)
FROM (VALUES ('1 2'), ('null'), ('1E-07'), ('1.50'), ('0.1 '));
SELECT is_eq((SELECT round FROM acceptability_rows('{"\"1\"":1}')), '"1"',
             'a quoted number is no number either');
-- No double equals 2^53 + 1, so the key of this number becomes an INTEGER, even with the
-- argument 'real'.
SELECT results_eq('SELECT round FROM acceptability_rows(
                     ''{"9007199254740993":1,"9007199254740992":0}'', ''real'')',
                  'VALUES (9007199254740993), (9007199254740992.0)',
                  'long whole numbers');

-- stop_rows and stability_rows return exactly the doubles that stop_report and
-- weight_stability wrote.
CREATE TABLE drawn AS SELECT sample, coverage AS c, source_quality AS s, agreement AS a,
                             verification AS v, recency AS r FROM weight_samples(500, 5);
SELECT is_eq(count(*), 500, 'every index, bit for bit')
FROM (SELECT ci_score(c, s, a, v, r) AS ci, stop_report(sample, c, s, a, v, r, 12, 0)
             AS report FROM drawn GROUP BY sample) AS d, stop_rows(d.report) AS t
WHERE t.ci_score = d.ci;
SELECT is_eq(count(*), 500, 'every margin, bit for bit')
FROM (SELECT d.sample, ci_score(d.c, d.s, d.a, d.v, d.r) AS ci,
             ci_score(d.s, d.c, d.a, d.v, d.r) AS other,
             weight_stability(x, 1, CASE x WHEN 1 THEN c ELSE s END,
                              CASE x WHEN 1 THEN s ELSE c END, a, v, r) AS report
      FROM drawn AS d JOIN (SELECT 1 AS x UNION ALL SELECT 2) GROUP BY d.sample) AS d,
     stability_rows(d.report) AS t
WHERE t.dimension = 'recency' AND t.margin = abs(d.ci - d.other);

-- stop_rows returns one row, and each of its columns has one type.
SELECT results_eq('SELECT * FROM stop_rows((SELECT stop_report(column1, column2, 0.9, 0.9,
                                            0.9, 0.9, 12, 0)
                   FROM (VALUES (1, 0.7), (2, 0.6))))',
  'SELECT ''patience_stop'', 2, 1, 0, 0.8500000000000001, 2, 1,
          ''low dimensions: coverage; confidence regression detected''',
  'a report as a row');
CREATE TABLE kept(round, type);
INSERT INTO kept VALUES (1, 'integer'), ('1', 'text'), (2.5, 'real'), ('a "b"', 'text'),
  (-9223372036854775808, 'integer'), (9e999, 'real'), ('', 'text');
CREATE TABLE told AS
  SELECT k.round AS given, k.type, t.round, t.returned_round,
         typeof(t.ci_score) AS index_type
  FROM (SELECT round, type, stop_report(round, 1, 1, 1, 1, 1, 12, 0) AS report FROM kept
        GROUP BY round, type) AS k, stop_rows(k.report) AS t;
SELECT is_eq(count(*), 7, 'a row for each report') FROM told;
SELECT is_eq(round, given, 'the round of the stop: ' || quote(given)) FROM told;
SELECT is_eq(returned_round, given, 'the best one: ' || quote(given)) FROM told;
SELECT is_eq(typeof(returned_round), type, 'its type: ' || quote(given)) FROM told;
SELECT is_eq(index_type, 'real', 'an index of 1 is a REAL') FROM told;
SELECT results_eq('SELECT action, round, typeof(round) FROM
                   stop_rows((SELECT stop_report(1, 0.1, 1, 1, 1, 1, 12, 0)))',
  'VALUES (''continue'', NULL, ''null'')', 'no round while the policy goes on');
SELECT results_eq('SELECT gate_passed, typeof(gate_passed), reason FROM
                   stop_rows((SELECT stop_report(1, 1, 1, 1, 1, 1, 12, 0)))',
  'VALUES (1, ''integer'', '''')', 'a flag is 1 or 0');

-- stability_rows: five rows.
SELECT results_eq('SELECT winner, runner_up, round(margin, 12), dimension,
                          round(low, 12), round(high, 12)
                   FROM stability_rows((SELECT weight_stability(column1, 1,
                     column2, 0.5, 0.5, 0.5, column3, ''equal'')
                   FROM (VALUES (1, 0.75, 0.25), (''2'', 0.5, 0.75))))',
  'VALUES (''2'', 1, 0.05, ''coverage'', 0.0, 0.333333333333),
          (''2'', 1, 0.05, ''source_quality'', 0.0, 1.0),
          (''2'', 1, 0.05, ''agreement'', 0.0, 1.0),
          (''2'', 1, 0.05, ''verification'', 0.0, 1.0),
          (''2'', 1, 0.05, ''recency'', 0.111111111111, 1.0)',
  'winner and runner-up with their types');
SELECT results_eq('SELECT DISTINCT winner, runner_up, margin FROM
                   stability_rows((SELECT weight_stability(7, 1, 1, 1, 1, 1, 1)))',
  'VALUES (7, NULL, NULL)', 'a round without rivals');

-- A text that is not an answer gives no row: data never aborts a query.
CREATE TABLE bad(json);
INSERT INTO bad VALUES (NULL), (''), ('{}'), ('[]'), ('null'), (7), (x'7b7d'), ('{"1":}'),
  ('{"1":0.5'), ('{"1":0.5,}'), ('{"1":0.5}}'), ('{"1":"0.5"}'), ('{"1":null}'),
  ('{1:0.5}'), ('{"1":0.5 "2":0.5}'), ('{"1":[0.5]}'), ('{"a\q":1}'), ('{"a":1} x');
SELECT is_eq(count(t.rowid), 0, 'no shares: ' || quote(bad.json))
FROM bad LEFT JOIN acceptability_rows AS t ON t.json = bad.json GROUP BY bad.rowid;
CREATE TABLE answer(name, json);
INSERT INTO answer VALUES
  ('stop_rows', (SELECT stop_report(1, 1, 1, 1, 1, 1, 12, 0))),
  ('stability_rows', (SELECT weight_stability(1, 1, 1, 1, 1, 1, 1))),
  ('acceptability_rows', (SELECT round_acceptability(1, 1, 1, 1, 1, 1, 1, 9)));
SELECT results_eq('SELECT count(*) > 0 FROM ' || name || '(' || quote(json) || ')',
  'VALUES (1)', name || ' of its own answer') FROM answer;
SELECT results_eq('SELECT count(*) FROM ' || t.name || '(' || quote(a.json) || ')',
  'VALUES (0)', t.name || ' of another''s')
FROM answer AS t JOIN answer AS a ON a.name <> t.name;
SELECT results_eq('SELECT count(*) FROM ' || name || '(' || quote(json) || column1 || ')',
  'VALUES (0)', name || ': with more behind it: ' || column1)
FROM answer JOIN (VALUES ('|| '' x'''), ('|| ''}'''), ('|| '','''), ('|| char(0)'));
SELECT results_eq('SELECT count(*) FROM ' || name || '(CAST(' || quote(json)
  || ' AS BLOB))', 'VALUES (0)', name || ': as a BLOB') FROM answer;
-- An answer that is cut off after any character gives no row. An answer with a # in place
-- of any brace, bracket, colon, comma or quote gives no row either. White space between
-- the parts of an answer changes nothing.
CREATE TABLE place AS SELECT sample AS i FROM weight_samples(400);
SELECT results_eq('SELECT count(*) FROM place, ' || name || '(substr(' || quote(json)
  || ', 1, i)) WHERE i < length(' || quote(json) || ')', 'VALUES (0)',
  name || ': cut off anywhere') FROM answer;
SELECT results_eq('SELECT count(*) FROM place, answer AS w, ' || name
  || '(substr(w.json, 1, i)
  || ''#'' || substr(w.json, i + 2)) WHERE name = ' || quote(name)
  || ' AND instr(''{}[]:,"'', substr(w.json, i + 1, 1)) > 0 AND i < length(w.json)',
  'VALUES (0)', name || ': another sign in place of any') FROM answer;
SELECT results_eq('SELECT * FROM ' || name || '(' || quote(json) || ')',
  'SELECT * FROM ' || name || '(' || quote(' ' || replace(replace(replace(replace(replace(
     json, '{', '{ '), '}', char(10) || '} '), ':', ' : '), ',', char(9) || ', '), '[',
     ' [ ')) || ')', name || ': white space is nothing') FROM answer WHERE name <> 'x';

-- Tests missing and wrong arguments, and arguments from a join.
SELECT throws('SELECT * FROM ' || name, name || ': % must be given, the answer of %',
              name || ' of nothing') FROM answer;
SELECT throws('SELECT * FROM acceptability_rows(''{}'', ''date'')',
  'acceptability_rows: round_type must be one of null, integer, real, text, blob, '
  || 'got ''date''',
  'another type');
SELECT throws('SELECT * FROM acceptability_rows(''{}'', 7)',
  '%round_type must be one of%got 7',             'no type');
SELECT results_eq('SELECT json, round_type
                   FROM acceptability_rows(''{"1": 1}'', ''TEXT'')',
  'VALUES (''{"1": 1}'', ''TEXT'')', 'arguments are columns');
SELECT results_eq('SELECT a.rowid, b.rowid
                   FROM acceptability_rows(''{"1":1,"2":0}'') AS a,
                   acceptability_rows(''{"7":1,"8":0}'') AS b',
  'VALUES (1, 1), (1, 2), (2, 1), (2, 2)', 'two at a time');
SELECT results_eq('SELECT id, round, share
                   FROM (SELECT 1 AS id, ''{"1":0.25,"b":0.75}'' AS s
                   UNION ALL SELECT 2, ''x'' UNION ALL SELECT 3, ''{"3":1}'')
                   JOIN acceptability_rows(s)',
  'VALUES (1, 1, 0.25), (1, ''b'', 0.75), (3, 3, 1.0)', 'for each row of a query');
SELECT throws('SELECT * FROM acceptability_rows(''{}'', ''integer'', 1)',
              'too many arguments on acceptability_rows() - max 2', 'three arguments');
PRAGMA trusted_schema = OFF;
CREATE VIEW stops AS SELECT action FROM answer AS w, stop_rows(w.json)
  WHERE name = 'stop_rows';
SELECT results_eq('SELECT action FROM stops', 'VALUES (''pass'')',
                  'in a view that nobody trusts');
