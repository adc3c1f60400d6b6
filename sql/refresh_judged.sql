-- assay: judges the runs that are due (new, or changed after they were judged). The
-- results go into the table judged, which judged.sql makes.
--
--   sqlite3 research.db -cmd '.load build/assay' < sql/refresh_judged.sql
--
-- It judges all runs the first time, and after a change of the recency windows or of
-- assay's epoch. The UPDATE below either succeeds as a whole or changes nothing. In a
-- transaction of yours run only this UPDATE. The SELECT in front of it says which view or
-- table is missing.

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
