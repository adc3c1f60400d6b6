-- What every report over rounds begins with: `.read sql/reports/start.sql` from the root
-- of the repository. It makes what sql/reports/judged.sql and sql/reports/lists.sql say,
-- and more. All of it is TEMP.
--
--   report_head     what each title ends with: 34 RUNS, AS OF 2026-06-30
--   report_settings patience, max_rounds and min_sources of the settings, in one row

.bail on
.read sql/reports/lists.sql

INSERT INTO report_needs VALUES ('judged_rounds', 'sql/views.sql');
.read sql/reports/judged.sql
SELECT printf('%,d runs are judged for this report only: sql/refresh_judged.sql stores '
              || 'them.', count(*))
FROM report_due AS d
WHERE EXISTS (SELECT 1 FROM report_judged AS j WHERE j.run_id = d.run_id)
GROUP BY 'all' HAVING count(*) > 1000;

CREATE TEMP VIEW IF NOT EXISTS report_head AS
SELECT printf('%,d RUN', runs) || CASE runs WHEN 1 THEN '' ELSE 'S' END
    || coalesce(', AS OF ' || as_of, '') AS head
FROM report_extent;

DROP TABLE IF EXISTS temp.report_settings;
CREATE TEMP TABLE report_settings AS
SELECT assay_setting('evaluation.deep_research.patience')           AS patience,
       assay_setting('evaluation.deep_research.max_rounds')         AS max_rounds,
       assay_setting('evaluation.deep_research.min_recent_sources') AS min_sources;
