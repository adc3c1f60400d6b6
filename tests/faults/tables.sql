-- fresh connections: one for each failing allocation, because SQLite connects to a
-- virtual table only at the first use.
--
-- Some queries pass arguments to a virtual table, others leave them out. Some functions
-- keep the weights of scores in memory for later rows or queries.
CREATE TEMP TABLE edges AS SELECT 'ä' AS a, 'one' AS b, 1.5 AS w
UNION ALL SELECT 'one', x'00ff', 2
UNION ALL SELECT 'ä', 'two', NULL;

SELECT * FROM graph_metrics('SELECT a, b, w FROM edges; -- all', 'one', '2',
                            'SELECT a FROM edges');
SELECT edges_sql, focus, node FROM graph_metrics('SELECT ''a'', ''b''', 'ä');
SELECT count(*) FROM graph_metrics;
SELECT count(*) FROM graph_metrics(5);
SELECT count(*) FROM graph_metrics('SELECT 1', 'a', 'many');
SELECT weights, around FROM weight_samples(2, '7', '{"coverage": 1, "recency": 2}', 5);
SELECT count(*) FROM weight_samples;
SELECT count(*) FROM weight_samples('many');
SELECT round_acceptability(a, 1, 1, 1, 1, 1, 1, 50, 3) FROM edges;
SELECT relevance_report(a, 4, 'QUICK') FROM edges;
SELECT ci_score(w, 1, 1, 1, 1, 'roc') FROM edges;

-- Virtual tables turn a function's JSON into rows. Some texts in it have escapes.
SELECT * FROM acceptability_rows((SELECT round_acceptability(a, 1, 1, 1, 1, 1, 1, 50, 3)
                                  FROM edges), 'text');
SELECT * FROM acceptability_rows('{"x''00ff''":0.5,"\u00e4\n":0.25,"7":0.25}', 'blob');
SELECT * FROM acceptability_rows('{}', 'date');
SELECT * FROM acceptability_rows;
SELECT * FROM stability_rows((SELECT weight_stability(b, 1, w, 1, 1, 1, 1) FROM edges));
SELECT * FROM stop_rows((SELECT stop_report(a, 1, 1, 1, 1, 1, w, 0) FROM edges));
SELECT * FROM reliability_rows((SELECT reliability(w / 5, b % 2) FROM edges));

SELECT * FROM recency_rows((SELECT recency_report(date('2026-01-01', '-' || (w * 1000)
                                                       || ' days'), '2026-01-01', w)
                            FROM edges));
