-- assay: judges the runs that are due (new, or changed after they were judged). The
-- results go into the table judged of judged.sql.
--
--   sqlite3 research.db -cmd '.load build/assay' < sql/refresh_judged.sql
--
-- The first time, and after the recency windows or the epoch of assay changed, it judges
-- all runs. The UPDATE below does everything or nothing; in your own transaction run only
-- this UPDATE. The SELECT in front of it says which view or table is missing.

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
