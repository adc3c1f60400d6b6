-- assay: the rounds of a history as columns, for questions that are asked of all of it.
--
--   sqlite3 -bail history.db < sql/columns.sql
--   sqlite3 -bail history.db -cmd '.load build/assay' < sql/refresh_columns.sql
--
-- Packs round_scores into BLOBs, which packed_runs() and packed_floors() read many times
-- faster than rows, and keeps them beside the data. refresh_columns.sql, run again, packs
-- the chunks that changed; over facts (facts.sql) that takes a fraction of the time.
-- runs, rounds and sources have to be tables of the file, whose views are those of
-- views.sql. drop_columns.sql takes back what is made here. Running this again does no
-- harm, but that all is packed again.
--
--   history_columns  what is packed: 512 runs a row, a chunk
--   columns_due      the chunks of runs that changed since
--   round_columns    what to ask: the BLOBs of chunks that did not change, and of the
--                    others such as round_scores gives at that moment, which takes longer
--
-- Ask `FROM round_columns AS h CROSS JOIN packed_runs(h.columns)`: behind a comma SQLite
-- may take the other side first, and then copies all BLOBs aside.
--
-- A BLOB is never served when it is stale, because it is data like the others: whatever
-- changes runs, rounds or sources makes the chunk of that run due in the same
-- transaction, by any connection and without assay; a ROLLBACK takes both back. It holds
-- the scores and counts that the gate sees, so it hangs on the recency windows, by whose
-- digest and assay's version it is kept, and on no other setting: weights and floors may
-- change. Triggers that are gone, as those of a table that was dropped and made anew, are
-- noticed. What nobody can notice is a change while triggers are switched off
-- (SQLITE_DBCONFIG_ENABLE_TRIGGER), and a row that REPLACE removes through a key that has
-- no run in it, unless PRAGMA recursive_triggers = ON; no table of schema.sql has such.

SAVEPOINT columns;

DROP TABLE IF EXISTS history_columns;
CREATE TABLE history_columns(
  chunk   NOT NULL PRIMARY KEY,  -- run_id >> 9
  columns BLOB                   -- by pack_rounds(): runs and rounds are integers
);

-- A change of a run whose id is no integer makes 'other' due, and with it all chunks: to
-- a column of another type it may be any run.
CREATE TABLE IF NOT EXISTS columns_due(chunk NOT NULL PRIMARY KEY) WITHOUT ROWID;

-- Under which windows, and by which version, they were packed: one row, or none. To write
-- it is to pack what is due, all in one statement, so that nothing is done by halves. It
-- is dropped before any trigger is made: whatever changed while one was missing left
-- what is packed as it was.
DROP TABLE IF EXISTS columns_contract;
CREATE TABLE columns_contract(
  one     INTEGER PRIMARY KEY CHECK (one = 1),
  windows TEXT NOT NULL,  -- assay_settings_hash(their prefix)
  assay   TEXT NOT NULL   -- assay_version()
);

DROP VIEW IF EXISTS round_columns;
DROP VIEW IF EXISTS kept_columns;
DROP VIEW IF EXISTS due_columns;
DROP VIEW IF EXISTS columns_in_force;
DROP TRIGGER IF EXISTS columns_512_1;
DROP TRIGGER IF EXISTS columns_512_2;
DROP TRIGGER IF EXISTS columns_512_3;
DROP TRIGGER IF EXISTS columns_512_4;
DROP TRIGGER IF EXISTS columns_512_5;
DROP TRIGGER IF EXISTS columns_512_6;
DROP TRIGGER IF EXISTS columns_512_7;
DROP TRIGGER IF EXISTS columns_512_8;
DROP TRIGGER IF EXISTS columns_512_9;

-- No INSERT of these says what to do in a conflict, because in a trigger SQLite goes by
-- what the statement outside says. Their names state the size of a chunk, so that those
-- of another are none of them.
CREATE TRIGGER columns_512_1 AFTER INSERT ON runs BEGIN
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(NEW.run_id) WHEN 'integer' THEN NEW.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
END;

CREATE TRIGGER columns_512_2 AFTER DELETE ON runs BEGIN
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(OLD.run_id) WHEN 'integer' THEN OLD.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
END;

CREATE TRIGGER columns_512_3 AFTER UPDATE ON runs BEGIN
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(OLD.run_id) WHEN 'integer' THEN OLD.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(NEW.run_id) WHEN 'integer' THEN NEW.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
END;

CREATE TRIGGER columns_512_4 AFTER INSERT ON rounds BEGIN
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(NEW.run_id) WHEN 'integer' THEN NEW.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
END;

CREATE TRIGGER columns_512_5 AFTER DELETE ON rounds BEGIN
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(OLD.run_id) WHEN 'integer' THEN OLD.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
END;

CREATE TRIGGER columns_512_6 AFTER UPDATE ON rounds BEGIN
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(OLD.run_id) WHEN 'integer' THEN OLD.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(NEW.run_id) WHEN 'integer' THEN NEW.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
END;

CREATE TRIGGER columns_512_7 AFTER INSERT ON sources BEGIN
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(NEW.run_id) WHEN 'integer' THEN NEW.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
END;

CREATE TRIGGER columns_512_8 AFTER DELETE ON sources BEGIN
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(OLD.run_id) WHEN 'integer' THEN OLD.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
END;

CREATE TRIGGER columns_512_9 AFTER UPDATE ON sources BEGIN
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(OLD.run_id) WHEN 'integer' THEN OLD.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(NEW.run_id) WHEN 'integer' THEN NEW.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
END;

CREATE TRIGGER columns_gone AFTER DELETE ON history_columns BEGIN
  INSERT INTO columns_due SELECT OLD.chunk WHERE OLD.chunk NOT IN columns_due;
END;

CREATE TRIGGER columns_begin BEFORE INSERT ON columns_contract BEGIN
  DELETE FROM history_columns WHERE NOT EXISTS (SELECT 1 FROM columns_in_force);
  INSERT INTO columns_due
  SELECT DISTINCT CASE typeof(run_id) WHEN 'integer' THEN run_id >> 9 ELSE 'other' END
         AS chunk
  FROM (SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM columns_in_force)) CROSS JOIN rounds
  WHERE chunk NOT IN columns_due;
END;

CREATE TRIGGER columns_refresh AFTER INSERT ON columns_contract BEGIN
  INSERT OR REPLACE INTO history_columns SELECT chunk, columns FROM due_columns;
  DELETE FROM columns_due;
  SELECT RAISE(ABORT, 'columns do not count: other windows, or a trigger is gone')
  WHERE NOT EXISTS (SELECT 1 FROM columns_in_force);
END;

-- One row where what is packed counts: not under other windows, by another version of
-- assay, or with a trigger missing or made anew, which then is younger than that of the
-- contract.
CREATE VIEW columns_in_force AS
SELECT 1 AS counts FROM columns_contract
WHERE windows = assay_settings_hash('evaluation.deep_research.recency_windows')
  AND assay = assay_version()
  AND NOT EXISTS (SELECT 1 FROM columns_due WHERE chunk = 'other')
  AND (SELECT count(*) FROM sqlite_master AS t
       WHERE t.type = 'trigger'
         AND t.tbl_name IN ('runs', 'rounds', 'sources', 'history_columns',
                            'columns_contract')
         AND (t.name GLOB 'columns_512_[1-9]'
              OR t.name IN ('columns_gone', 'columns_begin'))
         AND t.rowid < (SELECT rowid FROM sqlite_master
                        WHERE name = 'columns_refresh' AND tbl_name = 'columns_contract'))
      = 11;

CREATE VIEW kept_columns AS
SELECT chunk, columns FROM history_columns AS h
WHERE (SELECT counts FROM columns_in_force)
  AND NOT EXISTS (SELECT 1 FROM columns_due AS u WHERE u.chunk = h.chunk);

-- Reading what can't be packed is an error that says so.
CREATE VIEW due_columns AS
SELECT chunk,
  CASE typeof(chunk)
    WHEN 'integer' THEN (
      SELECT coalesce(pack_rounds(run_id, round, coverage, source_quality, agreement,
                                  verification, recency, recent_sources,
                                  critical_contradictions),
                      CASE WHEN count(*) > 0 THEN 'a run or round that is no integer' END)
      FROM round_scores
      WHERE run_id BETWEEN chunk << 9 AND (chunk << 9) + 511)
    ELSE (SELECT 'a run or round that is no integer' FROM rounds
          WHERE typeof(run_id) NOT IN ('integer', 'null') LIMIT 1)
  END AS columns
FROM columns_due;

-- A subquery among the results is run only for a row, so what is up to date costs nothing
-- more.
CREATE VIEW round_columns AS
SELECT chunk, columns FROM kept_columns
UNION ALL
SELECT chunk, columns FROM due_columns WHERE (SELECT counts FROM columns_in_force)
UNION ALL
SELECT NULL,
  (SELECT coalesce(pack_rounds(run_id, round, coverage, source_quality, agreement,
                               verification, recency, recent_sources,
                               critical_contradictions),
                   CASE WHEN count(run_id) > 0
                        THEN 'a run or round that is no integer' END)
   FROM round_scores)
WHERE NOT EXISTS (SELECT 1 FROM columns_in_force);

RELEASE columns;
