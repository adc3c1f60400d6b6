-- assay: deletes old runs, and every row that depends on them.
--
--   sqlite3 research.db
--   sqlite> .param set :before "'2026-01-01'"
--   sqlite> .read sql/retention.sql
--
-- A run is deleted if its as_of is before the day :before. The rows of the run are
-- deleted from the tables rounds, sources, judgements, evidence, outcomes, judged,
-- judged_due and verdicts, if the file has these tables. They are also deleted from
-- every table that refers to runs with ON DELETE CASCADE. If a table of yours refers to
-- runs without CASCADE, the script ends with an error and deletes nothing. The table
-- contract stays.
--
-- The script is one transaction and needs no function of assay. It prints the number of
-- rows of each table before and after. VACUUM makes the file smaller afterwards.

.bail on
.mode list
.headers off
PRAGMA foreign_keys = ON;

-- If the file lacks one of these tables, SQLite uses the empty table of this name.
ATTACH ':memory:' AS absent;
CREATE TABLE absent.judgements (run_id);
CREATE TABLE absent.evidence (run_id);
CREATE TABLE absent.outcomes (run_id);
CREATE TABLE absent.judged (run_id);
CREATE TABLE absent.judged_due (run_id);
CREATE TABLE absent.verdicts (run_id);

BEGIN IMMEDIATE;

CREATE TEMP TABLE retention_of (
  before CONSTRAINT "before must be a day: .param set :before ""'2026-01-01'"""
         CHECK (before IS NOT NULL AND before IS date(before))
);
INSERT INTO retention_of VALUES (:before);
CREATE TEMP TABLE retention_runs AS
SELECT run_id FROM runs WHERE substr(as_of, 1, 10) < :before;
CREATE INDEX temp.retention_run ON retention_runs (run_id);

CREATE TEMP VIEW retention_rows AS
SELECT 'runs' AS name, count(*) AS rows FROM runs
UNION ALL SELECT 'rounds', count(*) FROM rounds
UNION ALL SELECT 'sources', count(*) FROM sources
UNION ALL SELECT 'judgements', count(*) FROM judgements
UNION ALL SELECT 'evidence', count(*) FROM evidence
UNION ALL SELECT 'outcomes', count(*) FROM outcomes
UNION ALL SELECT 'judged', count(*) FROM judged
UNION ALL SELECT 'judged_due', count(*) FROM judged_due
UNION ALL SELECT 'verdicts', count(*) FROM verdicts;
CREATE TEMP TABLE retention_before AS SELECT * FROM retention_rows;

-- When a run is deleted, the triggers of judged.sql add it to judged_due. So the rows of
-- judged_due are deleted last.
DELETE FROM verdicts WHERE run_id IN (SELECT run_id FROM retention_runs);
DELETE FROM outcomes WHERE run_id IN (SELECT run_id FROM retention_runs);
DELETE FROM evidence WHERE run_id IN (SELECT run_id FROM retention_runs);
DELETE FROM judgements WHERE run_id IN (SELECT run_id FROM retention_runs);
DELETE FROM sources WHERE run_id IN (SELECT run_id FROM retention_runs);
DELETE FROM rounds WHERE run_id IN (SELECT run_id FROM retention_runs);
DELETE FROM runs WHERE run_id IN (SELECT run_id FROM retention_runs);
DELETE FROM judged WHERE run_id IN (SELECT run_id FROM retention_runs);
DELETE FROM judged_due WHERE run_id IN (SELECT run_id FROM retention_runs);

SELECT printf('%s: %d rows, now %d', b.name, b.rows, a.rows)
FROM retention_before AS b JOIN retention_rows AS a USING (name)
WHERE b.rows > 0;

COMMIT;
DROP VIEW temp.retention_rows;
DROP TABLE temp.retention_before;
DROP TABLE temp.retention_runs;
DROP TABLE temp.retention_of;
DETACH absent;
