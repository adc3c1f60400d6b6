-- Tests how louvain and modularity read rows. louvain is the clustering method of Blondel
-- et al. (2008), which tests/unit/louvain.c tests. modularity is the measure of Newman
-- (2004).

CREATE TABLE edges(a, b, w);
INSERT INTO edges VALUES (1, 2, 1), (2, 3, 1), (3, 1, 1), (3, 4, 1), (4, 5, 1), (5, 6, 1),
  (6, 4, 1);
SELECT is_eq((SELECT louvain(a, b) FROM edges),
  '{"1":0,"2":0,"3":0,"4":1,"5":1,"6":1}', 'two triangles');
SELECT is_eq((SELECT louvain(b, a, w) FROM (SELECT * FROM edges ORDER BY rowid DESC)),
  (SELECT louvain(a, b) FROM edges), 'in any order and direction (R5)');
SELECT near((SELECT modularity(a, b, a > 3, b > 3) FROM edges), 5.0 / 14, 1e-15,
  'by hand');
SELECT near((SELECT modularity(a, b, 1, 1) FROM edges), 0, 1e-15, 'all in one cluster');
SELECT is_eq((SELECT modularity(a, b, ca.value, cb.value)
              FROM edges, (SELECT louvain(a, b) AS j FROM edges),
                   json_each(j) AS ca, json_each(j) AS cb
              WHERE ca.key = CAST(edges.a AS TEXT) AND cb.key = CAST(edges.b AS TEXT)),
             (SELECT modularity(a, b, a > 3, b > 3) FROM edges),
             'clusters from the JSON');
SELECT is_eq(json_type(json_object('c', louvain(1, 2)), '$.c'), 'object',
  'the subtype (R6)');

-- The clusters must be good whatever the order of the nodes' names. The graphs are a ring
-- and a chain, where each node has edges to the next nodes. The names rise, fall or are
-- mixed along each graph.
CREATE TABLE chains(name, a, b);
WITH RECURSIVE i(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM i WHERE i < 1999)
INSERT INTO chains
SELECT 'ring of 100', i, (i + column1) % 100 FROM i, (VALUES (1), (2), (3)) WHERE i < 100
UNION ALL
SELECT 'chain of 2000', i, i + column1 FROM i, (VALUES (1), (2), (3), (4), (5))
WHERE i + column1 < 2000;
CREATE TABLE namings(naming, i, node);
WITH RECURSIVE i(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM i WHERE i < 1999)
INSERT INTO namings
SELECT 'in order', i, i FROM i UNION ALL
SELECT 'reversed', i, printf('%04d', 2000 - i) FROM i UNION ALL
SELECT 'mixed', i, 'n' || (i * 7919 % 2003) FROM i;
CREATE VIEW named AS
SELECT name, naming, x.node AS a, y.node AS b FROM chains
JOIN namings AS x ON x.i = a JOIN namings AS y USING (naming) WHERE y.i = b;
CREATE TABLE found AS
SELECT name, naming, c.key AS node, c.value AS cluster
FROM (SELECT name, naming, louvain(a, b) AS clusters FROM named GROUP BY name, naming),
     json_each(clusters) AS c;
CREATE INDEX found_node ON found(name, naming, node);
SELECT ok(modularity(a, b, x.cluster, y.cluster) >=
    CASE name WHEN 'ring of 100' THEN 0.716 ELSE 0.922 END,
  printf('%s, nodes %s: modularity %.3f', name, naming,
         modularity(a, b, x.cluster, y.cluster)))
FROM named CROSS JOIN found AS x USING (name, naming)
CROSS JOIN found AS y USING (name, naming)
WHERE x.node = CAST(a AS TEXT) AND y.node = CAST(b AS TEXT) GROUP BY name, naming;

SELECT is_eq((SELECT louvain(a, b) FROM edges WHERE 0), NULL, 'an empty group');
SELECT is_eq((SELECT modularity(a, b, a, b) FROM edges WHERE 0), NULL, 'an empty group');
SELECT is_eq(louvain(NULL, NULL), NULL, 'no node at all');
SELECT is_eq(louvain(1, NULL), '{"1":0}', 'one end: an isolated node');
SELECT is_eq(louvain(NULL, 1), '{"1":0}', 'on either side');
SELECT is_eq(modularity(1, NULL, 1, 1), NULL, 'no edge, no modularity');
SELECT is_eq(louvain(column1, column2), '{"1":0,"2":1,"3":1,"4":2}', 'isolated nodes')
FROM (VALUES (1, NULL), (2, 3), (NULL, 4));
SELECT is_eq(louvain(1, 1), '{"1":0}', 'a self-loop');
SELECT is_eq(modularity(1, 1, 1, 1), 0.0, 'is inside its cluster');

-- An edge whose weight is missing, zero or negative joins no nodes (R3).
SELECT is_eq(louvain(1, 2, column1), '{"1":0,"2":1}', printf('weight %s', quote(column1)))
FROM (VALUES (NULL), (0), (-1), ('much'), (x'31'), (9e999)) GROUP BY column1;
SELECT is_eq(louvain(1, 2, '0.5'), '{"1":0,"2":0}', 'a weight as text (R2)');
SELECT is_eq(modularity(1, 2, 1, 2, -1), NULL, 'without edges no modularity');
SELECT is_eq(louvain(column1, column2, 1e308), '{"1":0,"2":0,"3":1,"4":1}',
  'sums overflow')
FROM (VALUES (1, 2), (2, 1), (3, 4), (4, 3));

-- Duplicate edges add up: three edges of weight 1 are one edge of weight 3.
SELECT is_eq(
  (SELECT modularity(column1, column2, column1 > 2, column2 > 2, column3)
   FROM (VALUES (1, 2, 3), (2, 3, 1), (3, 4, 1))),
  (SELECT modularity(column1, column2, column1 > 2, column2 > 2)
   FROM (VALUES (1, 2), (2, 1), (1, 2), (3, 2), (3, 4))), 'duplicates');

-- Nodes that louvain writes as the same key are one node. The keys have a fixed order:
-- numbers by value, then texts, then blobs.
SELECT is_eq(louvain(column1, column2), '{"1":0,"2":0}', '1, 1.0 and ''1'' are one node')
FROM (VALUES (1, 2), (1.0, '2'), ('1', 2.0));
SELECT is_eq(louvain(column1, NULL),
  '{"-9e999":0,"2":1,"2.5":2,"10":3,"":4,"007":5,"a\"b\u000a":6,"ü":7,"x''00ff''":8}',
  'numbers by value, then texts, then blobs')
FROM (VALUES ('ü'), (10), ('a"b' || char(10)), (2), (x'00ff'), (2.5), (''), ('007'),
  (-9e999));
SELECT ok(json_valid(louvain(column1, NULL)), 'a NUL inside a key')
FROM (VALUES (CAST(x'610062' AS TEXT)));

-- A node without a cluster is a cluster of its own.
SELECT is_eq((SELECT modularity(column1, column2, NULL, NULL) FROM (VALUES (1, 2), (3,
  4))),
             (SELECT modularity(column1, column2, column1, column2) FROM (VALUES (1, 2),
             (3, 4))),
             'NULL clusters hold one node each');
SELECT is_eq(modularity(1, 2, NULL, 1), modularity(1, 2, 7, 1),
             'a node without a cluster is not the cluster of its name');

SELECT results_eq(
  'SELECT louvain(column1, column2) OVER (ROWS 1 PRECEDING) FROM (VALUES (1, 2), (3, 4),
  (4, 5))',
  'VALUES (''{"1":0,"2":0}''), (''{"1":0,"2":0,"3":1,"4":1}''),
  (''{"3":0,"4":0,"5":0}'')',
  'a sliding frame');
SELECT throws('SELECT louvain(1)', 'wrong number of arguments%', 'too few arguments');
