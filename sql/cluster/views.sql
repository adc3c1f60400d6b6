-- assay: completes judged.db. judge.py reads this script after sql/views.sql. The views
-- of judged.db read the rows that judge.py stored. A query of these views fails
-- under other recency windows (for how many days a source is recent), or with another
-- epoch (version of the answers), than judge.py used. A query of the view sources always
-- fails, because the sources stay in the files that were judged.

DROP TABLE ids;
VACUUM;

-- This number marks judged.db: judge.py may overwrite the file.
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
