-- assay: packs the chunks of new and changed runs, for the tables of columns.sql.
--
--   sqlite3 history.db -cmd '.load build/assay' < sql/refresh_columns.sql
--
-- The first time, and where the recency windows or the version of assay are others than
-- those that were packed under, these are all chunks. It is one statement: all of it is
-- done, or nothing. The tables of an earlier columns.sql it refuses: run that again.

INSERT OR REPLACE INTO columns_contract(one, windows, assay)
VALUES (1, assay_settings_hash('evaluation.deep_research.recency_windows'),
        assay_version());
