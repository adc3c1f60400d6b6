-- assay: judges the runs that changed since the last time, for the tables of judged.sql.
--
--   sqlite3 research.db -cmd '.load build/assay' < sql/refresh_judged.sql
--
-- The first time, and under other recency windows or another epoch of assay, it judges
-- all runs. It is one statement, which does all of it or nothing.

UPDATE main.judged_under
SET windows = assay_settings_hash('evaluation.deep_research.recency_windows');
