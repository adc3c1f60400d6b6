-- assay: undoes judged.sql. judged_rounds becomes the view of views.sql again, which
-- computes its rows in each query. If judged, judged_due, judged_under or judged_rounds
-- is a table or view of your own, this script ends with an error and changes nothing.

SAVEPOINT judged;

DROP TABLE IF EXISTS temp.judged_doubt;
CREATE TABLE temp.judged_doubt (about);
INSERT INTO temp.judged_doubt VALUES ('names');
CREATE TRIGGER temp.judged_refused BEFORE UPDATE ON judged_doubt BEGIN
  SELECT RAISE(ROLLBACK, 'judged, judged_due, judged_under or judged_rounds is your own');
END;

DELETE FROM temp.judged_doubt WHERE about = 'names' AND NOT EXISTS (
  SELECT 1 FROM main.sqlite_master AS m
  WHERE lower(m.name) IN ('judged', 'judged_due', 'judged_under')
    AND (SELECT group_concat(c.name || c.pk, ' ')
         FROM pragma_table_info(m.name, 'main') AS c) IS NOT
      CASE lower(m.name) WHEN 'judged_due' THEN 'run_id1'
                         WHEN 'judged_under' THEN 'one1 windows0'
        ELSE 'run_id1 round2 coverage0 source_quality0 agreement0 verification0 '
             || 'recency0 recent_sources0 critical_contradictions0 recency_basis0 '
             || 'sources0 dated_sources0' END)
  AND NOT EXISTS (
    SELECT 1 FROM main.sqlite_master
    WHERE lower(name) = 'judged_rounds' AND sql NOT LIKE '%judged_under%'
      AND sql NOT LIKE '%-- assay: sql/views.sql replaces this view%');

DROP VIEW IF EXISTS main.judged_rounds;
DROP VIEW IF EXISTS main.judged_watched;
DROP VIEW IF EXISTS main.judged_changes;
DROP TABLE IF EXISTS main.judged;
DROP TABLE IF EXISTS main.judged_due;
DROP TABLE IF EXISTS main.judged_under;
DROP TRIGGER IF EXISTS main.judged_runs_insert;
DROP TRIGGER IF EXISTS main.judged_runs_update;
DROP TRIGGER IF EXISTS main.judged_runs_delete;
DROP TRIGGER IF EXISTS main.judged_rounds_insert;
DROP TRIGGER IF EXISTS main.judged_rounds_update;
DROP TRIGGER IF EXISTS main.judged_rounds_delete;
DROP TRIGGER IF EXISTS main.judged_sources_insert;
DROP TRIGGER IF EXISTS main.judged_sources_update;
DROP TRIGGER IF EXISTS main.judged_sources_delete;

CREATE VIEW main.judged_rounds AS
-- assay: sql/views.sql replaces this view
SELECT * FROM live_rounds;

UPDATE temp.judged_doubt SET about = about;
DROP TABLE temp.judged_doubt;

RELEASE judged;
