-- assay: makes an empty table `sources` for a history without sources, because the views
-- of views.sql read a table of that name. Then every round is judged by its columns
-- recency and recent_sources. The table is TEMP: nothing is written into the file.
CREATE TEMP TABLE IF NOT EXISTS sources (
  run_id, round, source, domain, published,
  PRIMARY KEY (run_id, round, source)
) WITHOUT ROWID;
