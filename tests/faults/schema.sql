-- fresh connections: one for each failing allocation, because a load changes the
-- connection.
--
-- A TEMP view may call a function that loads settings. A view in the schema `main` must
-- not: reading foreign_one is an error, so no statement reads it.
CREATE TABLE plain(x);
CREATE TEMP VIEW own AS SELECT assay_load_yaml('a: 1') AS changed;
CREATE VIEW foreign_one AS SELECT assay_load('LICENSE') AS changed;

SELECT assay_load('config/evaluation.yaml');
SELECT changed FROM own;
SELECT assay_load_env(), count(*) FROM assay_warnings;
SELECT node FROM graph_metrics('SELECT 1, 2; PRAGMA user_version = 3');
SELECT node FROM graph_metrics('WITH x AS (SELECT 1) DELETE FROM plain');
