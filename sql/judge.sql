-- assay: judges every run and stores the verdicts, with the contract (the settings) and
-- the numbers under which they were judged.
--
--   sqlite3 research.db -cmd '.load build/assay' \
--     -cmd '.param set :hash assay_settings_hash()' < sql/judge.sql
--
-- Read it from the folder that contains sql/. It needs the views of sql/views.sql (or
-- sql/attach.sql) and the tables of sql/contract.sql. :hash is the digest of the settings
-- that you expect. If the connection has other settings, the script ends with an error
-- and stores nothing.
--
-- The script judges by the settings. If the table judge_policies has rows, it judges by
-- these policies instead. A TEMP table with that name hides the table of the file.
-- The script reads judged_rounds. If sql/judged.sql stores judged_rounds and runs are due
-- (they changed after they were judged), the script ends with an error. Then read
-- sql/refresh_judged.sql first.
--
-- A verdict on the same run by the same contract and numbers is replaced. From another
-- client than the shell, run the statement of sql/calls/judge.sql.

SELECT 1
FROM (SELECT EXISTS (SELECT 1 FROM pragma_table_info('judged_rounds'))  AS views,
             EXISTS (SELECT 1 FROM main.sqlite_master
                     WHERE name = 'run_decisions')                      AS older,
             EXISTS (SELECT 1 FROM pragma_table_info('judge_policies')) AS tables)
WHERE NOT assay_require(
  CASE WHEN views AND tables THEN assay_settings_hash()
       WHEN views THEN 'no table judge_policies: read sql/contract.sql'
       WHEN older THEN 'views are of epoch 2 or earlier: read sql/upgrade.sql'
       ELSE 'no view judged_rounds: read sql/views.sql' END);
.read sql/calls/judge.sql
