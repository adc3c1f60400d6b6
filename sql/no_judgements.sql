-- assay: makes an empty table judgements, which the view score_confidence reads, for a
-- history without judgements. It is TEMP: nothing is written into the file.
CREATE TEMP TABLE IF NOT EXISTS judgements (
  run_id, round, dimension, judge, family, score,
  PRIMARY KEY (run_id, round, dimension, judge)
) WITHOUT ROWID;
