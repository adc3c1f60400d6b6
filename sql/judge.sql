-- assay: judges every run and stores the verdicts. Each verdict has the digest of its
-- contract (the settings) and the numbers of its stop policy.
--
--   sqlite3 research.db -cmd '.load build/assay' \
--     -cmd '.param set :hash assay_settings_hash()' < sql/judge.sql
--
-- Read it from the folder that contains sql/. It needs the views of sql/views.sql (or
-- sql/attach.sql) and the tables of sql/contract.sql. :hash is the digest of the settings
-- that you expect. If the connection has other settings, judge.sql ends with an error
-- and stores nothing.
--
-- judge.sql judges by the settings. If the table judge_policies has rows, it judges by
-- these policies instead. A TEMP table judge_policies hides the file's table.
--
-- judge.sql reads the rounds from the view judged_rounds. If you have read
-- sql/judged.sql, a script that stores judged rounds, this view lacks the runs that
-- changed after they were judged. These runs are due. As long as a run is due, judge.sql
-- ends with an error. So first read sql/refresh_judged.sql, which judges the due runs.
--
-- A new verdict replaces the verdict on the same run under the same contract and the same
-- numbers of the policy. A client without the command .read can run the statement in
-- sql/calls/judge.sql.

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
