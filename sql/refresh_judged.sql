-- assay: judges the runs that changed since the last time, for the tables of judged.sql.
--
--   sqlite3 research.db -cmd '.load build/assay' < sql/refresh_judged.sql
--
-- The first time, and under other recency windows or another epoch of assay, it judges
-- all runs. The UPDATE does all of it or nothing; in a transaction of your own run it
-- alone. What stands before it says what the file lacks.

SELECT 1
FROM (SELECT max(name = 'judged_under') AS judged, max(name = 'live_rounds') AS views,
             max(name = 'run_decisions') AS older
      FROM main.sqlite_master)
WHERE NOT assay_require(
  CASE WHEN judged THEN assay_settings_hash()
       WHEN older AND NOT views
       THEN 'views are of epoch 2 or earlier: read sql/upgrade.sql'
       ELSE 'no judged rounds: read sql/judged.sql' END);

UPDATE main.judged_under
SET windows = assay_settings_hash('evaluation.deep_research.recency_windows');
