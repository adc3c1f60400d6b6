-- assay: the rounds of a history as columns, for questions that are asked of all of it.
--
--   sqlite3 history.db -cmd '.load build/assay' < sql/columns.sql
--
-- Packs round_scores into BLOBs, which packed_runs() and packed_floors() read many times
-- faster than rows, and keeps them beside the data; run it again after changes. Needs
-- the tables of sql/schema.sql and the views of sql/views.sql.
--
--   history_columns  what is packed: 1024 runs a row
--   round_columns    what to ask: these BLOBs where they are up to date, else one of all
--                    runs, made of round_scores at that moment, which takes longer
--
-- A BLOB is never served when it is stale, because it is data like the others: whatever
-- changes runs, rounds or sources takes all of it away in the same transaction, by any
-- connection and without assay; a ROLLBACK brings both back, or takes both. It holds the
-- scores and counts that the gate sees, so it hangs on the recency windows, by whose
-- digest and assay's version it is kept, and on no other setting: weights and floors may
-- change. Triggers that are gone, as those of a table that was dropped and made anew, are
-- noticed. What nobody can notice is a change while triggers are switched off
-- (SQLITE_DBCONFIG_ENABLE_TRIGGER).

SAVEPOINT columns;

CREATE TABLE IF NOT EXISTS history_columns(
  chunk    INTEGER NOT NULL,  -- run_id / 1024
  settings TEXT NOT NULL,     -- the digest of the recency windows, and assay's version
  columns  BLOB NOT NULL,     -- by pack_rounds(): runs and rounds are integers
  PRIMARY KEY (chunk, settings)
);

CREATE TRIGGER IF NOT EXISTS columns_stale_1 AFTER INSERT ON runs
BEGIN DELETE FROM history_columns; END;
CREATE TRIGGER IF NOT EXISTS columns_stale_2 AFTER DELETE ON runs
BEGIN DELETE FROM history_columns; END;
CREATE TRIGGER IF NOT EXISTS columns_stale_3
AFTER UPDATE OF run_id, domain, as_of ON runs
BEGIN DELETE FROM history_columns; END;
CREATE TRIGGER IF NOT EXISTS columns_stale_4 AFTER INSERT ON rounds
BEGIN DELETE FROM history_columns; END;
CREATE TRIGGER IF NOT EXISTS columns_stale_5 AFTER DELETE ON rounds
BEGIN DELETE FROM history_columns; END;
CREATE TRIGGER IF NOT EXISTS columns_stale_6 AFTER UPDATE ON rounds
BEGIN DELETE FROM history_columns; END;
CREATE TRIGGER IF NOT EXISTS columns_stale_7 AFTER INSERT ON sources
BEGIN DELETE FROM history_columns; END;
CREATE TRIGGER IF NOT EXISTS columns_stale_8 AFTER DELETE ON sources
BEGIN DELETE FROM history_columns; END;
CREATE TRIGGER IF NOT EXISTS columns_stale_9 AFTER UPDATE ON sources
BEGIN DELETE FROM history_columns; END;

-- Those in force: under other windows, or with a trigger missing, there are none.
DROP VIEW IF EXISTS round_columns;
DROP VIEW IF EXISTS kept_columns;
CREATE VIEW kept_columns AS
SELECT chunk, columns FROM history_columns
WHERE settings = (SELECT assay_settings_hash('evaluation.deep_research.recency_windows')
                         || ' ' || assay_version())
  AND (SELECT count(*) FROM sqlite_master
       WHERE type = 'trigger' AND tbl_name IN ('runs', 'rounds', 'sources')
         AND name GLOB 'columns_stale_[1-9]') = 9;

-- A subquery among the results is run only for a row, so what is up to date costs nothing
-- more. A run whose id is no integer can't be packed: then reading is an error that says
-- so.
CREATE VIEW round_columns AS
SELECT chunk, columns FROM kept_columns
UNION ALL
SELECT NULL,
  (SELECT coalesce(pack_rounds(run_id, round, coverage, source_quality, agreement,
                               verification, recency, recent_sources,
                               critical_contradictions),
                   CASE WHEN count(*) > 0 THEN 'a run or round that is no integer' END)
   FROM round_scores)
WHERE NOT EXISTS (SELECT 1 FROM kept_columns);

DELETE FROM history_columns;
INSERT INTO history_columns
SELECT run_id / 1024,
       (SELECT assay_settings_hash('evaluation.deep_research.recency_windows')
               || ' ' || assay_version()),
       pack_rounds(run_id, round, coverage, source_quality, agreement, verification,
                   recency, recent_sources, critical_contradictions)
FROM round_scores
GROUP BY run_id / 1024;

RELEASE columns;
