-- fresh connections: each fault gets a new one, because a load changes its connection.
--
-- A view of the database can't call a function that loads settings: the call is refused
-- even if there is enough memory.
CREATE TABLE plain(x);
CREATE TEMP VIEW own AS SELECT assay_load_yaml('a: 1') AS changed;
CREATE VIEW foreign_one AS SELECT assay_load('LICENSE') AS changed;

SELECT assay_load('config/evaluation.yaml');
SELECT changed FROM own;
SELECT assay_load_env(), count(*) FROM assay_warnings;
SELECT node FROM graph_metrics('SELECT 1, 2; PRAGMA user_version = 3');
SELECT node FROM graph_metrics('WITH x AS (SELECT 1) DELETE FROM plain');
