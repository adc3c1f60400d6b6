-- Runs graph_metrics_queries.sql in a UTF-16 database.
PRAGMA encoding = 'UTF-16';
SELECT results_eq('SELECT substr(encoding, 1, 6) FROM pragma_encoding',
                  'VALUES (''UTF-16'')', 'texts are UTF-16');
.read tests/sql/graph_metrics_queries.sql
