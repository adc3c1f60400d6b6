-- assay: completes judged.db. judge.py reads this script after sql/views.sql. Here the
-- views read stored rows instead of computed rows. Reading these rows is an error if
-- the reader has other recency windows or another epoch of assay than judge.py had.
-- Reading sources is always an error, because they stay in their files.

DROP TABLE ids;
VACUUM;

-- This number marks a file that judge.py may overwrite.
PRAGMA application_id = 1634955385;

CREATE TABLE judged_under (one INTEGER PRIMARY KEY CHECK (one = 1), windows);
INSERT INTO judged_under
VALUES (1, assay_settings_hash('evaluation.deep_research.recency_windows'));
CREATE TRIGGER judged_elsewhere BEFORE UPDATE ON judged_under BEGIN
  SELECT RAISE(ABORT, 'judged by sql/cluster/judge.py: run it again');
END;

CREATE INDEX judgements_of_round ON judgements(run_id, round);
CREATE INDEX outcomes_of_round ON outcomes(run_id, round);
DROP VIEW live_rounds;
CREATE VIEW live_rounds AS
SELECT j.* FROM judged_under AS u, judged AS j
WHERE u.one = 1
  AND assay_require(u.windows, 'evaluation.deep_research.recency_windows');
CREATE VIEW rounds AS
SELECT run_id, round, coverage, source_quality, agreement, verification, recency,
       recent_sources, critical_contradictions FROM live_rounds;
CREATE VIEW sources AS
SELECT NULL AS run_id, NULL AS round, NULL AS source, NULL AS domain, NULL AS published
WHERE assay_require('no sources: they stay in the files that were judged');
