-- Tries windows over interview turns and graphs. Then tries graph_metrics, which runs
-- SQL, and wrong calls.
SELECT louvain(column1, column2, 1) OVER (ROWS 1 PRECEDING)
  FROM (VALUES ('a', x'00'), (1.5, NULL), ('b', 'a'));
SELECT modularity(column1, 'c', 'd', NULL) FROM (VALUES ('a'), ('b'));
SELECT strategy_contributions('deepen', 'focused', column1, 1) OVER (ROWS 1 PRECEDING)
  FROM (VALUES ('novelty'), (NULL), ('ambiguity'));
SELECT best_strategy(column1, 1, 0, column2) OVER (ROWS 1 PRECEDING)
  FROM (VALUES ('deepen', 3), ('unlisted', 2), ('ease', 1));
SELECT * FROM graph_metrics('SELECT column1, column2, 1 FROM (VALUES (''a'', ''b''),
  (''b'', 3), (NULL, x''00''))') WHERE visited_sql = 'VALUES (''b'')' AND max_hops = '1';
SELECT node, max_hops FROM graph_metrics('SELECT ''1'', ''2'', ''0.5''', '2', '3');
SELECT recent_redundancy_veto('why', 'what', 0.5), ambiguity_prompt('maybe');

SELECT strategy_weight('novel', 'deepen');
SELECT strategy_score(column1, 'focused', 'novelty', 1) FROM (VALUES ('a'), ('b'));
SELECT knowledge_ceiling_veto('a', 'b', 'c');
SELECT * FROM graph_metrics('SELECT 1');
SELECT * FROM graph_metrics('SELECT 1, 2', 1, 'far');
SELECT * FROM graph_metrics('SELECT 1, 2', 1, '1.5');
SELECT * FROM graph_metrics('SELECT 1, nothing');
SELECT * FROM graph_metrics;
