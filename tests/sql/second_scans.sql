-- A join scans its inner table once for each row of the outer table. A later scan must
-- give the rows that it would give as the first scan, and no rows of an earlier scan.

CREATE TABLE query(id INTEGER PRIMARY KEY, links, center, hops, seen);
INSERT INTO query(links, center, hops, seen) VALUES
  ('VALUES (1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)', 1, 1, 'VALUES (4)'),
  ('VALUES (1, 2)', 1, NULL, NULL),
  ('VALUES (''a'', ''b''), (''b'', ''c''), (''x'', ''y'')', 'b', 3, 'VALUES (''c'')'),
  ('SELECT 1, 2 WHERE 0', 1, 2, 'SELECT 1'),
  ('VALUES (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8)', 8, 0, NULL),
  ('VALUES (1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)', 6, NULL,
   'VALUES (1)'),
  ('VALUES (1, NULL), (2, NULL)', 2, 9, NULL),
  ('VALUES (1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)', NULL, 1, NULL);

-- Each call runs in a statement of its own. Then one statement runs all calls by
-- ascending id, and one statement runs them by descending id.
CREATE TEMP TABLE form(name, arguments);
INSERT INTO form VALUES
  ('whole', 'links'), ('around', 'links, center'), ('within', 'links, center, hops'),
  ('unseen', 'links, center, hops, seen');
SELECT lives('CREATE TABLE ' || name || ' AS SELECT 0 AS id, * FROM
              graph_metrics(''SELECT 1, 2 WHERE 0'')', 'a table of answers: ' || name)
FROM form;
SELECT lives('INSERT INTO ' || name || ' SELECT id, m.* FROM query CROSS JOIN
              graph_metrics(' || arguments || ') AS m WHERE id = ' || id,
             name || ' of query ' || id || ' alone') FROM form JOIN query;
SELECT is_eq((SELECT count(DISTINCT id) FROM whole), 7, 'all but one have nodes');
SELECT results_eq('SELECT id, m.* FROM (SELECT * FROM query ORDER BY id LIMIT -1)
                   CROSS JOIN graph_metrics(' || arguments || ') AS m',
                  'SELECT * FROM ' || name, name || ': all in a row') FROM form;
SELECT results_eq('SELECT id, m.* FROM (SELECT * FROM query ORDER BY id DESC LIMIT -1)
                   CROSS JOIN graph_metrics(' || arguments || ') AS m',
                  'SELECT * FROM ' || name || ' ORDER BY id DESC, rowid',
                  name || ': backwards') FROM form;
SELECT results_eq('SELECT a.id, b.id, m.* FROM query AS a CROSS JOIN query AS b
                   CROSS JOIN graph_metrics(b.links) AS m',
                  'SELECT a.id, b.* FROM query AS a CROSS JOIN whole AS b',
                  'each after each');
SELECT results_eq('SELECT id, (SELECT group_concat(cluster_size) FROM
                   graph_metrics(links, center, hops, seen)) FROM query',
                  'SELECT id, (SELECT group_concat(cluster_size) FROM unseen AS v
                   WHERE v.id = query.id) FROM query', 'in a subquery for each row');
SELECT results_eq('SELECT id, node FROM query LEFT JOIN graph_metrics AS m
                   ON m.edges_sql = links AND m.focus = center',
                  'SELECT query.id, node FROM query LEFT JOIN around USING (id)',
                  'in an outer join');
SELECT results_eq('SELECT node, cluster FROM graph_metrics(''VALUES (1, 2), (3, 4)'')
                   WHERE focus IN (4, 1, 9, 2) ORDER BY node',
                  'VALUES (1, 0), (2, 0), (4, 1)', 'for each focus of a list');
SELECT throws('SELECT m.* FROM (SELECT * FROM query UNION ALL
                SELECT 9, ''SELECT 1, 2 UNION ALL SELECT 1, abs(-9223372036854775808)'',
                       1, 1, NULL UNION ALL SELECT 10, ''VALUES (1, 2)'', 1, 1, NULL)
               CROSS JOIN graph_metrics(links) AS m',
              'graph_metrics: integer overflow', 'an error ends them all');

CREATE TABLE draw(id INTEGER PRIMARY KEY, many, start, middle, width);
INSERT INTO draw(many, start, middle, width) VALUES
  (3, 7, 'roc', 2), (2, NULL, NULL, NULL), (3, 7, '[1, 2, 3, 4, 5]', NULL),
  (0, 1, NULL, 1), (4, 7, NULL, NULL), (1, NULL, 'roc', 1e9), (2, 42, 'roc', NULL),
  (3, 7, NULL, 9);
DELETE FROM form;
INSERT INTO form VALUES
  ('numbers', 'many'), ('seeds', 'many, start'), ('means', 'many, start, middle'),
  ('spreads', 'many, start, middle, width');
SELECT lives('CREATE TABLE ' || name || ' AS SELECT 0 AS id, * FROM weight_samples(0)',
             'a table of answers: ' || name) FROM form;
SELECT lives('INSERT INTO ' || name || ' SELECT id, s.* FROM draw CROSS JOIN
              weight_samples(' || arguments || ') AS s WHERE id = ' || id,
             name || ' of draw ' || id || ' alone') FROM form JOIN draw;
SELECT is_eq((SELECT count(*) FROM spreads), 18, 'as many as were asked for');
SELECT results_eq('SELECT id, s.* FROM (SELECT * FROM draw ORDER BY id LIMIT -1)
                   CROSS JOIN weight_samples(' || arguments || ') AS s',
                  'SELECT * FROM ' || name, name || ': all in a row') FROM form;
SELECT results_eq('SELECT id, s.* FROM (SELECT * FROM draw ORDER BY id DESC LIMIT -1)
                   CROSS JOIN weight_samples(' || arguments || ') AS s',
                  'SELECT * FROM ' || name || ' ORDER BY id DESC, rowid',
                  name || ': backwards') FROM form;
SELECT results_eq('SELECT id, (SELECT group_concat(hex(weights)) FROM
                   weight_samples(many, start, middle, width)) FROM draw',
                  'SELECT id, (SELECT group_concat(hex(weights)) FROM spreads AS s
                   WHERE s.id = draw.id) FROM draw', 'in a subquery for each row');
SELECT throws('SELECT s.* FROM (SELECT * FROM draw UNION ALL
                SELECT 9, 1, 1, ''best'', 1) CROSS JOIN
               weight_samples(many, start, middle, width) AS s',
              'weight_samples: around must be %, got ''best''',
              'a mistake ends them all');

-- assay's tables without parameters, such as assay_settings, give all their rows for each
-- row of a join. The test also joins these tables with themselves.
CREATE TEMP TABLE listing AS SELECT name FROM assay_functions
WHERE kind = 'table' AND signature NOT LIKE '%(%';
SELECT ok(count(*) >= 7, 'there are listings') FROM listing;
SELECT is_eq(assay_load_yaml('a: 1' || char(10) || 'b: 2'), 0, 'with warnings in one');
SELECT results_eq('SELECT i.column1, l.* FROM (VALUES (1), (2), (3)) AS i CROSS JOIN '
                  || name || ' AS l',
                  'SELECT 1, * FROM ' || name || ' UNION ALL SELECT 2, * FROM ' || name
                  || ' UNION ALL SELECT 3, * FROM ' || name, 'three times ' || name)
FROM listing;
SELECT results_eq('SELECT count(*), count(DISTINCT a.rowid), max(b.rowid) FROM ' || name
                  || ' AS a CROSS JOIN ' || name || ' AS b',
                  'SELECT count(*) * count(*), count(*), count(*) FROM ' || name,
                  name || ' beside itself') FROM listing;
SELECT results_eq('SELECT (SELECT l.rowid FROM ' || name || ' AS l
                   WHERE l.rowid >= i.column1 LIMIT 1) FROM (VALUES (2), (1), (2)) AS i',
                  'VALUES (2), (1), (2)',
                  name || ' broken off and begun again') FROM listing;
