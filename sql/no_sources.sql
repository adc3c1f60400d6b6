-- assay: for a history without sources, the empty table that the views read. With it
-- every round is judged by the recency and the count that were reported. TEMP: nothing is
-- written into the file.
CREATE TEMP TABLE IF NOT EXISTS sources (
  run_id, round, source, domain, published,
  PRIMARY KEY (run_id, round, source)
) WITHOUT ROWID;
