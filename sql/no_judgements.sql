-- assay: for a history without judgements of several judges, the empty table that the
-- view score_confidence reads. TEMP: nothing is written into the file.
CREATE TEMP TABLE IF NOT EXISTS judgements (
  run_id, round, dimension, judge, family, score,
  PRIMARY KEY (run_id, round, dimension, judge)
) WITHOUT ROWID;
