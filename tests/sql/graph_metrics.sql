-- Tests graph_metrics (ADR-006, "Graph Utilities Module").

CREATE TABLE edges(a, b, w);
INSERT INTO edges VALUES (1, 2, 1), (2, 3, 1), (3, 1, 1), (3, 4, 1), (4, 5, 1), (5, 6, 1),
                         (6, 4, 1), (6, 7, 1), (8, NULL, NULL);

SELECT results_eq('SELECT * FROM graph_metrics(''SELECT a, b FROM edges'', 1)',
  'VALUES (1, 0, 3, 1.0, 2.0, 3)', 'a focus: a triangle, beyond it 4, then 5 and 6');
SELECT results_eq('SELECT node, cluster, cluster_size FROM
  graph_metrics(''SELECT a, b, w FROM edges'')',
  'VALUES (1, 0, 3), (2, 0, 3), (3, 0, 3), (4, 1, 4), (5, 1, 4), (6, 1, 4), (7, 1, 4), (8,
  2, 1)',
  'every node in order');
SELECT results_eq('SELECT local_density, median_degree FROM
  graph_metrics(''SELECT a, b FROM edges'', 7)',
  'VALUES (4.0 / 6, 2.0)', 'density 2E/(n(n-1)), median of 1, 2, 2, 3');
SELECT results_eq('SELECT local_density, median_degree, peripheral_candidates
                   FROM graph_metrics(''SELECT a, b FROM edges'', 8)',
  'VALUES (0.0, 0.0, 0)', 'an isolated node');
SELECT results_eq(
  'SELECT h.column1, m.peripheral_candidates
   FROM (VALUES (0), (1), (2), (3), (99), (NULL)) AS h,
        graph_metrics(''SELECT a, b FROM edges'', 1, h.column1) AS m',
  'VALUES (0, 0), (1, 1), (2, 3), (3, 4), (99, 4), (NULL, 3)',
  'hops; NULL is the default');
SELECT results_eq(
  'SELECT peripheral_candidates
   FROM graph_metrics(''SELECT a, b FROM edges'', 1, 2, ''SELECT 4 UNION SELECT 99'')',
  'VALUES (2)', 'a visited node does not count');
SELECT results_eq('SELECT count(*) FROM graph_metrics(''SELECT a, b FROM edges'', 99)',
  'VALUES (0)', 'a focus that is not a node');
SELECT results_eq('SELECT count(*) FROM graph_metrics(''SELECT a, b FROM edges'', NULL)',
  'VALUES (0)', 'a focus of NULL is no focus');
SELECT results_eq('SELECT node FROM graph_metrics(''SELECT a, b FROM edges'', ''1'')',
  'VALUES (1)', 'a node by its spelling');
SELECT results_eq('SELECT count(*) FROM
  graph_metrics(''SELECT a, b FROM edges WHERE 0'')',
  'VALUES (0)', 'no edges');
SELECT results_eq(
  'SELECT node FROM edges AS e JOIN graph_metrics AS m ON m.focus = e.a
   WHERE m.edges_sql = ''SELECT a, b FROM edges'' AND e.a < 3',
  'VALUES (1), (2)', 'joined');
SELECT results_eq(
  'SELECT max_hops, focus FROM graph_metrics(''SELECT a, b FROM edges'', 1, 1)',
  'VALUES (1, 1)', 'parameters are columns');

SELECT results_eq(
  'SELECT node FROM graph_metrics(''SELECT 1, 2'') WHERE node = 2 OR cluster_size = 9',
  'VALUES (2)', 'one column or another');
SELECT results_eq(
  'SELECT node FROM graph_metrics(''SELECT 1, 2'') WHERE focus = 1 OR focus = 2',
  'VALUES (1), (2)', 'one focus or another');

SELECT throws('SELECT * FROM graph_metrics', 'graph_metrics: edges_sql must be given',
  'no query');
SELECT throws('SELECT * FROM graph_metrics WHERE node = 1 OR node = 2',
  'graph_metrics: edges_sql must be given', 'none on any side of an OR');
SELECT throws('SELECT * FROM graph_metrics(column1)', '%no such column%', 'no column');
SELECT throws('SELECT * FROM graph_metrics(NULL)',
  'graph_metrics: edges_sql must be one query (SELECT, WITH or VALUES) of source, '
  || 'target and perhaps weight, got NULL',
  'NULL');
SELECT throws('SELECT * FROM graph_metrics(''SELECT 1'')',
  'graph_metrics: edges_sql must be one query%',
              'one column');
SELECT throws('SELECT * FROM graph_metrics(''SELECT 1, 2, 3, 4'')',
              'graph_metrics: edges_sql must be one query%', 'four columns');
SELECT throws('SELECT * FROM graph_metrics(''SELECT 1, 2; SELECT 3, 4'')',
              'graph_metrics: edges_sql must be one query%', 'two queries');
SELECT throws('SELECT * FROM graph_metrics(''DELETE FROM edges'')',
              'graph_metrics: edges_sql must be one query%', 'no query');
SELECT throws('SELECT * FROM graph_metrics(''DELETE FROM edges RETURNING a, b'')',
              'graph_metrics: %', 'one that writes');
SELECT is_eq((SELECT count(*) FROM edges), 9, 'nothing was deleted');
SELECT throws('SELECT * FROM graph_metrics('''')',
  'graph_metrics: edges_sql must be one query%', 'empty');
SELECT throws('SELECT * FROM graph_metrics(''SELECT * FROM nowhere'')',
              'graph_metrics: no such table: nowhere', 'an error in the query');
SELECT throws('SELECT * FROM graph_metrics(''SELECT 1, abs(-9223372036854775808)'')',
              'graph_metrics: integer overflow', 'an error at a row');
SELECT throws('SELECT * FROM graph_metrics(''SELECT 1, 2'', 1, -1)',
              'graph_metrics: max_hops must be a whole number >= 0, got -1', 'hops');
SELECT throws('SELECT * FROM graph_metrics(''SELECT 1, 2'', 1, 1, ''SELECT 1, 2'')',
              'graph_metrics: visited_sql must be one query (SELECT, WITH or VALUES) of '
              || 'one column, got ''SELECT 1, 2''',
              'visited_sql');
SELECT lives('SELECT * FROM graph_metrics(''SELECT 1, 2 ; '', 1, 1, NULL)',
  'a semicolon at the end is allowed');
SELECT lives('SELECT * FROM graph_metrics(' || quote('SELECT 1, 2' || column1)
             || ', 1, 1, ' || quote('SELECT 1' || column1) || ')',
             'nor is what stands behind it: ' || quote(column1))
FROM (VALUES ('; -- all edges'), (';' || char(10) || '-- all' || char(10)),
             ('; /* all */ ;; '), ('; /* open'), (' -- all;'),
             (';' || char(13, 10, 9, 12, 32)));
SELECT throws('SELECT * FROM graph_metrics(' || quote('SELECT 1, 2' || column1) || ')',
              'graph_metrics: edges_sql must be one query%',
              'a second one is: ' || column1)
FROM (VALUES ('; -- all' || char(10) || 'SELECT 3, 4'), ('; /* all */ SELECT 3, 4'),
             (';; ; VALUES (3, 4)'), ('; DELETE FROM edges'), ('; what'), ('; -'));
SELECT throws('SELECT * FROM graph_metrics(''SELECT 1, 2'', 1, 1,
                                          ''SELECT 1; SELECT 2 --'')',
              'graph_metrics: visited_sql must be one query%', 'of visited nodes too');

-- A parameter can be given as an argument, or in WHERE, with = or with IS.
SELECT results_eq('SELECT * FROM graph_metrics
                   WHERE edges_sql IS ''SELECT a, b FROM edges''
                     AND focus IS 1 AND max_hops IS 1
                     AND visited_sql IS ''SELECT 4''',
  'SELECT * FROM graph_metrics(''SELECT a, b FROM edges'', 1, 1, ''SELECT 4'')',
  'IS sets every parameter');
SELECT is_eq((SELECT count(*) FROM graph_metrics('SELECT a, b FROM edges', 1)
              WHERE focus IS 2), 0, 'a second IS is a condition');
SELECT is_eq((SELECT count(*) FROM graph_metrics('SELECT a, b FROM edges')
              WHERE focus IS NOT 1), 8, 'IS NOT sets nothing');
SELECT is_eq((SELECT group_concat(cluster_size)
              FROM (VALUES (1), (7)) AS f,
                   graph_metrics('SELECT a, b FROM edges') AS m
              WHERE m.focus IS f.column1), '3,4',
             'from another table');
SELECT is_eq((SELECT group_concat(coalesce(m.node, 'none')) FROM (VALUES (1), (99)) AS f
              LEFT JOIN graph_metrics AS m ON m.edges_sql IS 'SELECT a, b FROM edges'
              AND m.focus IS f.column1), '1,none', 'and in an outer join');

-- A query in an argument may itself read graph_metrics, at most 8 deep (rule 6 in
-- graph_metrics.c).
SELECT is_eq((SELECT cluster_size FROM graph_metrics(
                'SELECT node, 9 FROM graph_metrics(''SELECT 1, 2'')', 9)),
             3, 'one inside another');
CREATE TABLE endless(query);
INSERT INTO endless VALUES ('SELECT 1, 2 FROM endless, graph_metrics(endless.query)');
SELECT throws('SELECT * FROM endless, graph_metrics(endless.query)',
              '%edges_sql must not nest graph_metrics more than 8 deep, got%',
              'a query that reads itself');
SELECT is_eq((SELECT count(*) FROM graph_metrics('SELECT 1, 2')), 2,
             'and then as before');
SELECT results_eq(
  'SELECT edges_sql, focus, max_hops, visited_sql FROM graph_metrics(''SELECT 1, 2'', 1)',
  'VALUES (''SELECT 1, 2'', 1, NULL, NULL)', 'parameters as columns');
SELECT is_eq((SELECT count(*) FROM graph_metrics('SELECT 1, 2')
              WHERE max_hops = 3 AND max_hops > 2), 2,
             'a parameter can be compared, too');
SELECT is_eq((SELECT count(*) FROM graph_metrics('SELECT 1, 2') WHERE max_hops > 2), 0,
  'only = and IS give a parameter');
SELECT results_eq(
  'SELECT * FROM graph_metrics(''SELECT a, b FROM edges'', 1, 3e9)',
  'SELECT * FROM graph_metrics(''SELECT a, b FROM edges'', 1, 1e6)',
  'more hops than any graph has are all');

-- graph_metrics runs SQL from its arguments, so a schema may not use it (R4).
CREATE VIEW sly AS SELECT * FROM graph_metrics('SELECT a, b FROM edges');
SELECT throws('SELECT * FROM sly', 'unsafe use of virtual table "graph_metrics"',
  'not in a view');
