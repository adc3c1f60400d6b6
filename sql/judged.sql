-- assay: makes judged rounds for a long history: the numbers that the gate reads,
-- computed once and stored.
--
--   sqlite3 research.db < sql/judged.sql
--   sqlite3 research.db -cmd '.load build/assay' < sql/refresh_judged.sql
--
-- The view live_rounds of views.sql reads every source in every query. This script stores
-- the rows of live_rounds in the table judged, and makes the view judged_rounds read that
-- table. The rows contain no floor, weight or policy, so you can change these settings at
-- any time.
--
-- If a run, its rounds or its sources change, the run is due. In the same transaction
-- triggers delete its judged rows and list the run in judged_due. The triggers call no
-- function of assay. A due run is absent from judged_rounds until refresh_judged.sql
-- judges it. A query of judged_rounds ends with an error if the rows could be wrong.
-- They could be wrong if a trigger is gone (dropping a table drops its triggers). They
-- could also be wrong if the connection that judged them had other recency windows (for
-- how many days a source is recent), or another epoch (version of the answers).
--
-- `runs`, `rounds` and `sources` must be tables with these properties, else this script
-- ends with an error:
--   run_id is INTEGER in all three, or TEXT in all three, and has the collation BINARY
--   run_id is a unique key of runs, and (run_id, round) a unique key of rounds
-- For all other tables and views, attach_judged.sql makes judged rounds for a connection.
-- If a table has a unique key without run_id, REPLACE can remove a row because of this
-- key. The triggers see this removal only under PRAGMA recursive_triggers = ON.
--
-- To repair judged rounds, read this script again; then all runs are due. drop_judged.sql
-- removes everything. The script does everything or nothing, even in a shell that
-- continues after an error. The table judged_doubt has a row for each check. A check that
-- succeeds deletes its row. If a row is left at the end, everything is rolled back.

SAVEPOINT judged;

DROP TABLE IF EXISTS temp.judged_doubt;
CREATE TABLE temp.judged_doubt (about);
INSERT INTO temp.judged_doubt VALUES ('names'), ('views'), ('ids'), ('keys'), ('all');
CREATE TRIGGER temp.judged_refused BEFORE UPDATE ON judged_doubt BEGIN
  SELECT RAISE(ROLLBACK, 'judged, judged_due, judged_under or judged_rounds is your own')
  WHERE OLD.about = 'names';
  SELECT RAISE(ROLLBACK, 'views are of epoch 2 or earlier: read sql/upgrade.sql')
  WHERE OLD.about = 'views'
    AND EXISTS (SELECT 1 FROM main.sqlite_master WHERE name = 'run_decisions');
  SELECT RAISE(ROLLBACK, 'no view live_rounds: read sql/views.sql first')
  WHERE OLD.about = 'views';
  SELECT RAISE(ROLLBACK, 'run_id must be INTEGER, or TEXT, in runs, rounds and sources')
  WHERE OLD.about = 'ids';
  SELECT RAISE(ROLLBACK, 'runs(run_id) and rounds(run_id, round) must be unique keys')
  WHERE OLD.about = 'keys';
  SELECT RAISE(ROLLBACK, 'judged.sql could not make all that it makes');
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

DELETE FROM temp.judged_doubt WHERE about = 'views' AND EXISTS (
  SELECT 1 FROM main.sqlite_master WHERE name = 'live_rounds' AND type = 'view');

-- run_id must have the collation BINARY, in which 'a', 'A' and 'a ' differ. A UNION
-- compares by the collation of its first column. Below, this column is run_id, so each
-- UNION has three rows only if run_id is BINARY.
DELETE FROM temp.judged_doubt WHERE about = 'ids'
  AND (SELECT count(affinity) = 3 AND count(DISTINCT affinity) = 1
       FROM (
         SELECT CASE WHEN c.type LIKE '%INT%' THEN 'INTEGER'
                     WHEN c.type LIKE '%CHAR%' OR c.type LIKE '%CLOB%'
                       OR c.type LIKE '%TEXT%' THEN 'TEXT' END AS affinity
         FROM (VALUES ('runs'), ('rounds'), ('sources')) AS t
         CROSS JOIN pragma_table_xinfo(t.column1, 'main') AS c
         WHERE lower(c.name) = 'run_id'))
  AND 3 = (SELECT count(*) FROM (SELECT run_id FROM main.runs WHERE 0
           UNION SELECT 'a' UNION SELECT 'A' UNION SELECT 'a '))
  AND 3 = (SELECT count(*) FROM (SELECT run_id FROM main.rounds WHERE 0
           UNION SELECT 'a' UNION SELECT 'A' UNION SELECT 'a '))
  AND 3 = (SELECT count(*) FROM (SELECT run_id FROM main.sources WHERE 0
           UNION SELECT 'a' UNION SELECT 'A' UNION SELECT 'a '));

-- An INTEGER PRIMARY KEY has no index, so the query also accepts a column run_id that is
-- the primary key.
DELETE FROM temp.judged_doubt WHERE about = 'keys' AND 2 = (
  SELECT count(*) FROM (VALUES ('runs', 'run_id'), ('rounds', 'run_id round')) AS t
  WHERE EXISTS (
      SELECT 1 FROM pragma_index_list(t.column1, 'main') AS i
      WHERE i."unique" AND NOT i.partial AND NOT EXISTS (
        SELECT 1 FROM pragma_index_info(i.name, 'main') AS c
        WHERE coalesce(instr(' ' || t.column2 || ' ', ' ' || lower(c.name) || ' '), 0)
              = 0))
    OR (SELECT lower(group_concat(c.name)) FROM pragma_table_xinfo(t.column1, 'main') AS c
        WHERE c.pk) = 'run_id');

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

-- The columns of live_rounds. They have no types, so each value is stored unchanged.
CREATE TABLE main.judged (
  run_id, round, coverage, source_quality, agreement, verification, recency,
  recent_sources, critical_contradictions, recency_basis, sources, dated_sources,
  PRIMARY KEY (run_id, round)
) WITHOUT ROWID;

CREATE TABLE main.judged_due (run_id PRIMARY KEY) WITHOUT ROWID;
INSERT INTO main.judged_due
SELECT DISTINCT run_id FROM main.rounds WHERE run_id IS NOT NULL;

-- `windows` is the digest of the recency windows and the epoch that the rows of the
-- table judged were computed with. An UPDATE of judged_under fires the trigger
-- judged_refresh. If the digest is unchanged, the trigger judges the due runs, else all
-- runs.
CREATE TABLE main.judged_under (one INTEGER PRIMARY KEY CHECK (one = 1), windows);
INSERT INTO main.judged_under VALUES (1, NULL);

-- Every trigger below inserts the changed run into the view judged_changes, which fires
-- judged_change. A conflict clause (OR REPLACE ...) of the outer statement also governs
-- its triggers. So the INSERTs below have no such clause.
CREATE VIEW main.judged_changes AS SELECT run_id FROM judged_due;
CREATE TRIGGER main.judged_change INSTEAD OF INSERT ON judged_changes
WHEN NEW.run_id IS NOT NULL AND NEW.run_id NOT IN judged_due BEGIN
  INSERT INTO judged_due VALUES (NEW.run_id);
  DELETE FROM judged WHERE run_id = NEW.run_id;
END;

-- If the run is due already, WHEN skips the trigger, so further changes of this run take
-- little time. The plus drops the type of NEW.run_id or OLD.run_id, because the ids of
-- judged_due have no type. If the types differed, SQLite would copy all ids of
-- judged_due for each row.
CREATE TRIGGER main.judged_runs_insert AFTER INSERT ON runs
WHEN +NEW.run_id NOT IN judged_due BEGIN
  INSERT INTO judged_changes VALUES (NEW.run_id);
END;
CREATE TRIGGER main.judged_runs_delete AFTER DELETE ON runs
WHEN +OLD.run_id NOT IN judged_due BEGIN
  INSERT INTO judged_changes VALUES (OLD.run_id);
END;
CREATE TRIGGER main.judged_runs_update AFTER UPDATE ON runs
WHEN +OLD.run_id NOT IN judged_due OR +NEW.run_id NOT IN judged_due BEGIN
  INSERT INTO judged_changes VALUES (OLD.run_id), (NEW.run_id);
END;

CREATE TRIGGER main.judged_rounds_insert AFTER INSERT ON rounds
WHEN +NEW.run_id NOT IN judged_due BEGIN
  INSERT INTO judged_changes VALUES (NEW.run_id);
END;
CREATE TRIGGER main.judged_rounds_delete AFTER DELETE ON rounds
WHEN +OLD.run_id NOT IN judged_due BEGIN
  INSERT INTO judged_changes VALUES (OLD.run_id);
END;
CREATE TRIGGER main.judged_rounds_update AFTER UPDATE ON rounds
WHEN +OLD.run_id NOT IN judged_due OR +NEW.run_id NOT IN judged_due BEGIN
  INSERT INTO judged_changes VALUES (OLD.run_id), (NEW.run_id);
END;

CREATE TRIGGER main.judged_sources_insert AFTER INSERT ON sources
WHEN +NEW.run_id NOT IN judged_due BEGIN
  INSERT INTO judged_changes VALUES (NEW.run_id);
END;
CREATE TRIGGER main.judged_sources_delete AFTER DELETE ON sources
WHEN +OLD.run_id NOT IN judged_due BEGIN
  INSERT INTO judged_changes VALUES (OLD.run_id);
END;
CREATE TRIGGER main.judged_sources_update AFTER UPDATE ON sources
WHEN +OLD.run_id NOT IN judged_due OR +NEW.run_id NOT IN judged_due BEGIN
  INSERT INTO judged_changes VALUES (OLD.run_id), (NEW.run_id);
END;

CREATE TRIGGER main.judged_refresh AFTER UPDATE ON judged_under BEGIN
  SELECT RAISE(ABORT, 'a trigger is gone: read sql/judged.sql')
  FROM judged_watched WHERE NOT watched;
  DELETE FROM judged WHERE OLD.windows IS NOT NEW.windows;
  DELETE FROM judged WHERE run_id IN (SELECT run_id FROM judged_due);
  INSERT INTO judged SELECT * FROM live_rounds
  WHERE OLD.windows IS NOT NEW.windows AND run_id IS NOT NULL;
  INSERT INTO judged SELECT e.* FROM judged_due AS d CROSS JOIN live_rounds AS e
  WHERE OLD.windows IS NEW.windows AND e.run_id = d.run_id;
  DELETE FROM judged_due;
END;

-- `watched` is 1 if all triggers are there, and judged_refresh is the newest of them. A
-- trigger newer than judged_refresh was dropped and made again, so it can have missed
-- changes in between.
CREATE VIEW main.judged_watched AS
SELECT count(*) = 11
       AND max(rowid) = max(CASE name WHEN 'judged_refresh' THEN rowid END) AS watched
FROM sqlite_master
WHERE type = 'trigger'
  AND tbl_name IN ('runs', 'rounds', 'sources', 'judged_changes', 'judged_under')
  AND name IN ('judged_runs_insert', 'judged_runs_update', 'judged_runs_delete',
               'judged_rounds_insert', 'judged_rounds_update', 'judged_rounds_delete',
               'judged_sources_insert', 'judged_sources_update',
               'judged_sources_delete', 'judged_change', 'judged_refresh');

-- The only row of judged_under is read first. So the digest is compared once for each
-- statement, even if judged is empty.
CREATE VIEW main.judged_rounds AS
SELECT j.*
FROM judged_under AS u, judged AS j
WHERE u.one = 1
  AND assay_require(
    CASE WHEN (SELECT watched FROM judged_watched)
         THEN coalesce(u.windows, 'nothing judged: read sql/refresh_judged.sql')
         ELSE 'a trigger is gone: read sql/judged.sql' END,
    'evaluation.deep_research.recency_windows');

DELETE FROM temp.judged_doubt WHERE about = 'all'
  AND (SELECT watched FROM main.judged_watched)
  AND 4 = (SELECT count(*) FROM main.sqlite_master
           WHERE type = 'table' AND name IN ('judged', 'judged_due', 'judged_under')
              OR type = 'view' AND name = 'judged_rounds' AND sql LIKE '%judged_under%');
UPDATE temp.judged_doubt SET about = about;
DROP TABLE temp.judged_doubt;

RELEASE judged;
