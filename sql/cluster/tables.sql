-- assay: makes the tables of judged.db, and of a temporary database for each file that
-- judge.py judges. judge.py reads this script.
--
-- Columns have no types, so values are stored unchanged. The table judged has the columns
-- that sql/judged.sql gives it.

CREATE TABLE judged (
  run_id, round, coverage, source_quality, agreement, verification, recency,
  recent_sources, critical_contradictions, recency_basis, sources, dated_sources,
  PRIMARY KEY (run_id, round)
) WITHOUT ROWID;
CREATE TABLE runs (run_id PRIMARY KEY, title, note, domain, as_of) WITHOUT ROWID;
CREATE TABLE judgements (run_id, round, dimension, judge, family, score);
CREATE TABLE outcomes (run_id, round, good);

-- Has each run with the name of its file, also a run without a judged round. At the end
-- views.sql in this folder drops this table.
CREATE TABLE ids (run_id PRIMARY KEY, file) WITHOUT ROWID;
CREATE TRIGGER ids_alike BEFORE INSERT ON ids
WHEN typeof(NEW.run_id) NOT IN ('integer', 'text')
  OR typeof(NEW.run_id) <> (SELECT typeof(run_id) FROM ids LIMIT 1) BEGIN
  SELECT RAISE(ABORT, 'run_ids must be all INTEGER or all TEXT');
END;
