-- graph_metrics runs a query only if it is one SELECT, WITH or VALUES that only reads
-- (rule 5 in graph_metrics.c). SQLite runs some PRAGMAs while it prepares them, so
-- graph_metrics checks a text before SQLite prepares it. It refuses a text that begins
-- with any other word, and any text after the query.

CREATE TABLE edges(a, b);
INSERT INTO edges VALUES (1, 2), (2, 3);
CREATE TEMP TABLE parameter(name, call, rule);
INSERT INTO parameter VALUES
  ('edges_sql', 'SELECT * FROM graph_metrics(%)',
   'graph_metrics: edges_sql must be one query (SELECT, WITH or VALUES) of source, '
   || 'target and perhaps weight, got '),
  ('visited_sql', 'SELECT * FROM graph_metrics(''SELECT a, b FROM edges'', 1, 1, %)',
   'graph_metrics: visited_sql must be one query (SELECT, WITH or VALUES) of one column, '
   || 'got ');

-- Each row names a setting of the connection and a value. A PRAGMA in an argument of
-- graph_metrics tries to set this value, but no setting may change.
CREATE TEMP TABLE pragma(name, other);
INSERT INTO pragma VALUES
  ('writable_schema', '1'), ('foreign_keys', '1'), ('query_only', '1'),
  ('synchronous', '0'), ('trusted_schema', '0'), ('recursive_triggers', '1'),
  ('ignore_check_constraints', '1'), ('reverse_unordered_selects', '1'),
  ('automatic_index', '0'), ('cell_size_check', '1'), ('legacy_alter_table', '1'),
  ('cache_size', '77'), ('temp_store', '2'), ('user_version', '7'),
  ('application_id', '7'), ('busy_timeout', '77'), ('journal_mode', 'off'),
  ('locking_mode', 'exclusive');
CREATE TEMP TABLE form(text);
INSERT INTO form VALUES
  ('PRAGMA %'), ('pragma %'), (' ' || char(9, 10, 12, 13) || 'PRAGMA %'),
  ('/* SELECT 1, 2 */ PRAGMA %'), ('-- SELECT' || char(10) || 'PRAGMA %'),
  ('/* a /* b */PRAGMA %'), ('/*/ a */PRAGMA %'), (char(0xfeff) || 'PRAGMA %'),
  ('; PRAGMA %'), (';SELECT 1, 2; PRAGMA %'), ('EXPLAIN PRAGMA %'),
  ('PRAGMA %; SELECT 1, 2'), ('SELECT 1, 2; PRAGMA %'), ('SELECT 1; PRAGMA %'),
  ('SELECT 1, 2;;/* a */;-- b' || char(10) || 'PRAGMA %'),
  ('SELECT 1 /* a' || char(10) || '*/; PRAGMA %; SELECT 3, 4'),
  ('VALUES (1, 2); PRAGMA %'), ('WITH x AS (SELECT 1) SELECT 1, 2; PRAGMA %'),
  (char(0xa0) || 'PRAGMA %'), ('SELECTED; PRAGMA %'), ('WITHOUT PRAGMA %');

CREATE TEMP TABLE state(name, value);
SELECT lives('INSERT INTO state SELECT ''' || name || ''', x FROM (SELECT NULL AS x
              UNION ALL SELECT * FROM pragma_' || name || ') WHERE x IS NOT NULL',
             name || ' can be asked for') FROM pragma;
SELECT is_eq((SELECT count(*) FROM state), (SELECT count(*) FROM pragma), 'all can');
SELECT is_eq((SELECT count(*) FROM state JOIN pragma USING (name) WHERE value = other), 0,
             'and would change');

-- Each form of a PRAGMA is refused, and then the connection's value is unchanged.
SELECT CASE step
       WHEN 1 THEN throws(replace(call, '%', quote(text)), rule || '%',
                          parameter || ': ' || text)
       ELSE results_eq('SELECT * FROM pragma_' || name, 'SELECT ' || quote(value),
                       '  the value is unchanged') END
FROM (SELECT pragma.name, value, parameter.name AS parameter, call, rule, step,
             replace(form.text, '%', pragma.name || ' = ' || other) AS text
      FROM pragma JOIN state ON state.name = pragma.name JOIN form JOIN parameter
      JOIN (SELECT 1 AS step UNION ALL SELECT 2)
      ORDER BY pragma.name, form.rowid, parameter, step LIMIT -1);

-- graph_metrics refuses every text that is not one query, such as DELETE, BEGIN or
-- ATTACH.
CREATE TEMP TABLE refused(text);
INSERT INTO refused VALUES
  ('DELETE FROM edges'), ('DELETE FROM edges RETURNING a, b'),
  ('INSERT INTO edges VALUES (3, 4)'), ('REPLACE INTO edges VALUES (3, 4)'),
  ('UPDATE edges SET a = 9'), ('WITH x AS (SELECT 1) DELETE FROM edges'),
  ('WITH x AS (SELECT 1) INSERT INTO edges SELECT 3, 4'),
  ('WITH x AS (SELECT 1) REPLACE INTO edges SELECT 3, 4'),
  ('WITH x AS (SELECT 1) UPDATE edges SET a = 9'),
  ('SELECT 1, 2; DELETE FROM edges'), ('SELECT 1, 2; WITH x AS (SELECT 1) SELECT 3, 4'),
  ('SELECT 1; DELETE FROM edges'), ('CREATE TABLE made(x)'),
  ('CREATE TEMP TABLE made(x)'), ('DROP TABLE edges'),
  ('ALTER TABLE edges RENAME TO gone'), ('ATTACH '':memory:'' AS other'),
  ('BEGIN'), ('SAVEPOINT one'), ('ANALYZE'), ('REINDEX'), ('VACUUM'),
  ('EXPLAIN SELECT 1, 2'), ('EXPLAIN QUERY PLAN SELECT a, b FROM edges'),
  ('(SELECT 1, 2)'), ('; SELECT 1, 2'), (''), (' '), ('-- SELECT 1, 2'),
  ('/* SELECT 1, 2'), ('SELECT1, 2'), ('TABLE edges'),
  (char(0) || 'SELECT 1, 2'), ('SELECT 1, 2' || char(0)), ('SELECT 1' || char(0)),
  ('SELECT 1, 2' || char(0) || '; DELETE FROM edges'),
  ('SELECT 1, 2; ' || char(0) || 'DELETE FROM edges'), (12), (NULL), (x'00');
CREATE TEMP TABLE changes AS SELECT total_changes() + 0 AS value;
-- A subquery gives graph_metrics the text, because quote() ends a text at a NUL.
SELECT throws(replace(call, '%', '(SELECT text FROM refused WHERE rowid = '
                                 || refused.rowid || ')'), rule || '%',
              parameter.name || ': ' || quote(text))
FROM refused JOIN parameter WHERE text IS NOT NULL OR parameter.name = 'edges_sql';
-- DELETE, UPDATE, INSERT and REPLACE give rows like a query if they have RETURNING.
-- SQLite 3.31 does not know RETURNING.
SELECT throws('SELECT * FROM graph_metrics(''WITH x AS (SELECT 1) ' || column1
              || ' RETURNING 1, b'')', 'graph_metrics: ' || CASE
              WHEN sqlite_version() LIKE '3.31.%' THEN 'near "RETURNING": syntax error'
              ELSE 'edges_sql must be one query%, got ''WITH x%' END, column1)
FROM (VALUES ('DELETE FROM edges'), ('UPDATE edges SET a = 9'),
             ('INSERT INTO edges VALUES (3, 4)'), ('REPLACE INTO edges VALUES (3, 4)'));
SELECT is_eq(total_changes(), (SELECT value FROM changes), 'no row was changed');
SELECT results_eq('SELECT * FROM edges', 'VALUES (1, 2), (2, 3)', 'none is gone');
SELECT results_eq('SELECT name FROM sqlite_master UNION ALL
                   SELECT name FROM sqlite_temp_master WHERE name = ''made''',
                  'VALUES (''edges'')', 'nothing was made');
SELECT is_eq((SELECT count(*) FROM pragma_database_list WHERE name = 'other'), 0,
             'or attached');
SELECT lives('BEGIN; COMMIT', 'no transaction has begun');

-- A query may read a PRAGMA as a table, but cannot set it: SQLite refuses a new value as
-- an argument of the table.
SELECT throws('SELECT * FROM graph_metrics(''SELECT 1, 2 FROM pragma_' || name || '('
              || other || ')'')', 'graph_metrics: too many arguments on pragma_' || name
              || '() - max 0', 'pragma_' || name || '(' || other || ')')
FROM pragma WHERE name IN ('writable_schema', 'foreign_keys', 'query_only');
SELECT results_eq('SELECT * FROM pragma_' || name, 'SELECT ' || quote(value),
                  '  the value is unchanged')
FROM pragma JOIN state USING (name)
WHERE name IN ('writable_schema', 'foreign_keys', 'query_only');

-- graph_metrics accepts queries in every layout. SQLite 3.31 does not accept a byte-order
-- mark.
SELECT is_eq((SELECT count(*) FROM graph_metrics(column1)), column2, quote(column1))
FROM (VALUES ('SELECT 1, 2', 2), ('select 1, 2', 2), ('VALUES(1, 2), (2, 3)', 3),
             ('wItH x(a, b) AS (VALUES (1, 2)) SELECT * FROM x', 2),
             ('SELECT*FROM edges', 3), (char(0xfeff) || 'SELECT 1, 2', 2),
             (char(9, 10, 12, 13) || ' SELECT 1, 2' || char(10), 2),
             ('/* PRAGMA query_only = 1; */ SELECT 1, 2', 2),
             ('-- PRAGMA query_only = 1;' || char(10) || 'SELECT 1, 2', 2),
             ('SELECT 1, 2 /* ; DELETE FROM edges', 2),
             ('SELECT 1, 2 -- ; DELETE FROM edges', 2),
             ('SELECT 1, ''2; DELETE FROM edges''', 2),
             ('SELECT "a", b FROM (SELECT a, b FROM edges);;', 3))
WHERE sqlite_version() NOT LIKE '3.31.%' OR unicode(column1) <> 0xfeff;
