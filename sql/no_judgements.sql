-- assay: makes an empty table `judgements` for a history without judgements, because the
-- view score_confidence reads a table of that name. The table is TEMP: nothing is written
-- into the file.
CREATE TEMP TABLE IF NOT EXISTS judgements (
  run_id, round, dimension, judge, family, score,
  PRIMARY KEY (run_id, round, dimension, judge)
) WITHOUT ROWID;
