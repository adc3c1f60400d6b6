-- assay: makes judged rounds (the numbers that the gate reads, computed once) for one
-- connection. They are TEMP: nothing is written into the file. `make attach` generates
-- this script from judged.sql and refresh_judged.sql: do not edit it.
--
--   sqlite3 -readonly mine.db -cmd '.load build/assay' -cmd '.read mapping.sql' \
--     -cmd '.read sql/attach.sql' -cmd '.read sql/attach_judged.sql'
--
-- runs, rounds and sources may be any tables or views, with ids of any type. No trigger
-- can watch the tables under a view, so the judged rounds do not follow later changes.
-- After a change read this script again.

DROP VIEW IF EXISTS temp.judged_rounds;
DROP TABLE IF EXISTS temp.judged;
DROP TABLE IF EXISTS temp.judged_under;

CREATE TABLE temp.judged (
  run_id, round, coverage, source_quality, agreement, verification, recency,
  recent_sources, critical_contradictions, recency_basis, sources, dated_sources
);
CREATE INDEX temp.judged_of_run ON judged(run_id, round);

CREATE TABLE temp.judged_under (one INTEGER PRIMARY KEY CHECK (one = 1), windows);
INSERT INTO temp.judged_under VALUES (1, NULL);

CREATE TRIGGER temp.judged_refresh AFTER UPDATE ON judged_under BEGIN
  DELETE FROM judged WHERE OLD.windows IS NOT NEW.windows;
  INSERT INTO judged SELECT * FROM live_rounds
  WHERE OLD.windows IS NOT NEW.windows AND run_id IS NOT NULL;
END;

CREATE VIEW temp.judged_rounds AS
SELECT j.*
FROM temp.judged_under AS u, temp.judged AS j
WHERE u.one = 1
  AND assay_require(
    coalesce(u.windows, 'nothing judged: read sql/attach_judged.sql'),
    'evaluation.deep_research.recency_windows');

UPDATE temp.judged_under
SET windows = assay_settings_hash('evaluation.deep_research.recency_windows');
