-- assay: the rounds of a history as columns, for questions that are asked of all of it.
--
--   sqlite3 history.db -cmd '.load build/assay' < sql/columns.sql
--
-- Packs round_scores into BLOBs, which packed_runs() and packed_floors() read many times
-- faster than rows, and keeps them beside the data. Run again after changes it packs the
-- chunks that changed; over facts (facts.sql) that takes a fraction of the time. Needs
-- the tables of sql/schema.sql and the views of sql/views.sql.
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

CREATE TABLE IF NOT EXISTS history_columns(
  chunk    NOT NULL PRIMARY KEY,  -- run_id >> 9
  settings TEXT NOT NULL,         -- the digest of the recency windows, assay's version
  columns  BLOB                   -- by pack_rounds(): runs and rounds are integers
);

-- Runs whose id is no integer have one chunk, 'other', that can't be packed.
CREATE TABLE IF NOT EXISTS columns_due(chunk NOT NULL PRIMARY KEY) WITHOUT ROWID;

-- What is packed counts, or all of it does not: under other windows, by another version
-- of assay, with a trigger missing, or in chunks of another size, which the names of the
-- triggers state.
DROP VIEW IF EXISTS round_columns;
DROP VIEW IF EXISTS kept_columns;
DROP VIEW IF EXISTS due_columns;
DROP VIEW IF EXISTS columns_in_force;
CREATE VIEW columns_in_force AS
SELECT 1 AS counts
FROM (SELECT assay_settings_hash('evaluation.deep_research.recency_windows')
             || ' ' || assay_version() AS settings) AS now
WHERE EXISTS (SELECT 1 FROM history_columns)
  AND NOT EXISTS (SELECT 1 FROM history_columns AS h WHERE h.settings <> now.settings)
  AND (SELECT count(*) FROM sqlite_master
       WHERE type = 'trigger' AND tbl_name IN ('runs', 'rounds', 'sources')
         AND name GLOB 'columns_512_[1-9]') = 9;

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

-- Where it does not count, all is due: asked before the triggers are there again.
DELETE FROM history_columns WHERE NOT EXISTS (SELECT 1 FROM columns_in_force);
DELETE FROM columns_due WHERE NOT EXISTS (SELECT 1 FROM history_columns);
INSERT INTO columns_due
SELECT DISTINCT CASE typeof(run_id) WHEN 'integer' THEN run_id >> 9 ELSE 'other' END
FROM (SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM history_columns)) CROSS JOIN rounds;

-- No INSERT here says what to do in a conflict, because in a trigger SQLite goes by what
-- the statement outside says.
CREATE TRIGGER IF NOT EXISTS columns_512_1
AFTER INSERT ON runs BEGIN
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(NEW.run_id) WHEN 'integer' THEN NEW.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
END;

CREATE TRIGGER IF NOT EXISTS columns_512_2
AFTER DELETE ON runs BEGIN
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(OLD.run_id) WHEN 'integer' THEN OLD.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
END;

CREATE TRIGGER IF NOT EXISTS columns_512_3
AFTER UPDATE OF run_id, domain, as_of ON runs BEGIN
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(OLD.run_id) WHEN 'integer' THEN OLD.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(NEW.run_id) WHEN 'integer' THEN NEW.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
END;

CREATE TRIGGER IF NOT EXISTS columns_512_4
AFTER INSERT ON rounds BEGIN
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(NEW.run_id) WHEN 'integer' THEN NEW.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
END;

CREATE TRIGGER IF NOT EXISTS columns_512_5
AFTER DELETE ON rounds BEGIN
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(OLD.run_id) WHEN 'integer' THEN OLD.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
END;

CREATE TRIGGER IF NOT EXISTS columns_512_6
AFTER UPDATE ON rounds BEGIN
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(OLD.run_id) WHEN 'integer' THEN OLD.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(NEW.run_id) WHEN 'integer' THEN NEW.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
END;

CREATE TRIGGER IF NOT EXISTS columns_512_7
AFTER INSERT ON sources BEGIN
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(NEW.run_id) WHEN 'integer' THEN NEW.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
END;

CREATE TRIGGER IF NOT EXISTS columns_512_8
AFTER DELETE ON sources BEGIN
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(OLD.run_id) WHEN 'integer' THEN OLD.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
END;

CREATE TRIGGER IF NOT EXISTS columns_512_9
AFTER UPDATE ON sources BEGIN
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(OLD.run_id) WHEN 'integer' THEN OLD.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
  INSERT INTO columns_due SELECT chunk
  FROM (SELECT CASE typeof(NEW.run_id) WHEN 'integer' THEN NEW.run_id >> 9
                                     ELSE 'other' END AS chunk)
  WHERE chunk NOT IN columns_due;
END;

INSERT OR REPLACE INTO history_columns
SELECT chunk, assay_settings_hash('evaluation.deep_research.recency_windows')
              || ' ' || assay_version(), columns
FROM due_columns;
DELETE FROM columns_due;

RELEASE columns;
