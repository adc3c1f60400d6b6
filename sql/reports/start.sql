-- The common beginning of the reports over rounds: `.read sql/reports/start.sql` from the
-- root of the repository. It makes the tables and views that sql/reports/judged.sql and
-- sql/reports/lists.sql describe, and the following. Everything is TEMP.
--
--   report_head     the end of each title: 34 RUNS, AS OF 2026-06-30
--   report_settings patience, max_rounds and min_sources of the settings, in one row
--   report_policies filled by the report: policies to apply to the runs
--   report_replays  a row per policy and run; `report` is the run's stop_report() under
--                   the policy, or its rubric_stop_report() after
--                   sql/reports/by_rubric.sql

.bail on
.read sql/reports/lists.sql

INSERT INTO report_needs VALUES ('judged_rounds', 'sql/views.sql');
.read sql/reports/judged.sql
INSERT INTO report_judged(run_id, round, gate_passed, ci, high)
SELECT run_id, round, rubric_pass(rubric, evidence), rubric_index(rubric, evidence),
       NOT json_extract(rubric_report(rubric, evidence), '$.all_dimensions_high')
FROM report_evidence;
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

DROP TABLE IF EXISTS temp.report_policies;
CREATE TEMP TABLE report_policies(policy, patience, max_rounds, high, min_sources);
CREATE TEMP VIEW IF NOT EXISTS report_replays AS
SELECT p.policy, s.run_id, count(*) AS rounds_run, max(s.round) AS last_round,
       stop_report(s.round, s.coverage, s.source_quality, s.agreement, s.verification,
                   s.recency, s.recent_sources, s.critical_contradictions,
                   p.patience, p.max_rounds, coalesce(p.high, s.high),
                   p.min_sources) AS report
FROM report_policies AS p CROSS JOIN report_judged AS s
WHERE NOT EXISTS (SELECT 1 FROM report_evidence)
GROUP BY p.policy, s.run_id
UNION ALL
SELECT p.policy, e.run_id, count(*), max(e.round),
       rubric_stop_report(e.rubric, e.round, e.evidence, p.patience, p.max_rounds)
FROM report_policies AS p CROSS JOIN report_evidence AS e
GROUP BY p.policy, e.run_id;
