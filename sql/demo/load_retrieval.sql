-- Adds retrieval and relevance to the demo; load.sql reads this script. This script
-- reads the schema and views of sql/retrieval, and loads judges' replies about sources.
-- It also loads the golden set (queries and the paths that they should find), which
-- read_history.py made from this repository's history.

.bail on
.read sql/retrieval/schema.sql
.read sql/retrieval/views.sql

CREATE TEMP TABLE csv_queries(query_id, query);
CREATE TEMP TABLE csv_candidates(query_id, path, base_score, path_match_hits);
CREATE TEMP TABLE csv_golden(query_id, path, gain);
CREATE TEMP TABLE csv_judged_runs(run_id, title, note, mode, as_of);
CREATE TEMP TABLE csv_source_judgements(run_id, source, chunk, reply, score);

.import --csv --skip 1 sql/demo/queries.csv csv_queries
.import --csv --skip 1 sql/demo/candidates.csv csv_candidates
.import --csv --skip 1 sql/demo/golden.csv csv_golden
.import --csv --skip 1 sql/demo/judged_runs.csv csv_judged_runs
.import --csv --skip 1 sql/demo/source_judgements.csv csv_source_judgements

INSERT INTO queries SELECT query_id, query FROM csv_queries;

INSERT INTO candidates(query_id, path, base_score, path_match_hits)
SELECT query_id, path, base_score, path_match_hits FROM csv_candidates;

INSERT INTO golden SELECT query_id, path, gain FROM csv_golden;

INSERT INTO runs(run_id, title, note, as_of)
SELECT run_id, title, note, as_of FROM csv_judged_runs;

INSERT INTO run_modes SELECT run_id, mode FROM csv_judged_runs;

INSERT INTO source_judgements
SELECT run_id, source, chunk, nullif(reply, ''), nullif(score, '')
FROM csv_source_judgements;

DROP TABLE temp.csv_queries;
DROP TABLE temp.csv_candidates;
DROP TABLE temp.csv_golden;
DROP TABLE temp.csv_judged_runs;
DROP TABLE temp.csv_source_judgements;
