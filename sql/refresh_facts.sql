-- assay: computes the facts of new and changed runs, for the tables of facts.sql.
--
--   sqlite3 research.db -cmd '.load build/assay' < sql/refresh_facts.sql
--
-- The first time, and where the recency windows or the version of assay are others than
-- those that facts were made under, these are all runs. It is one statement: all of it is
-- done, or nothing. The tables of an earlier facts.sql it refuses: run that again.

INSERT OR REPLACE INTO facts_contract(one, windows, assay)
VALUES (1, assay_settings_hash('evaluation.deep_research.recency_windows'),
        assay_version());
