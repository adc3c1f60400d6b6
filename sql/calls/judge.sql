-- sql/judge.sql reads this statement. The statement judges every run and stores the
-- verdicts under the digest :hash. If the connection's settings have another digest, it
-- stores nothing and ends with an error. If you send this statement to a server, compute
-- the digest in your program, not in SQL. A replica forwards writes to the primary
-- server, so SQL would compute the digest of the primary server's settings, which may
-- differ from the replica's (sql/cluster).

INSERT OR REPLACE INTO verdicts (
  run_id, action, stop_round, returned_round, gate_passed, ci, reason, missing,
  hash, patience, max_rounds, high, min_sources
)
WITH
-- The stop policy of the settings, used if the table judge_policies has no row.
-- The query calls assay_setting(), because a table assay_settings in the file would hide
-- assay's own table. `high` is the High floor if it is the same for all five dimensions,
-- else a JSON object with each dimension's floor.
policy_in_force AS (
  SELECT assay_setting('evaluation.deep_research.patience')           AS patience,
         assay_setting('evaluation.deep_research.max_rounds')         AS max_rounds,
         assay_setting('evaluation.deep_research.min_recent_sources') AS min_sources
  WHERE NOT EXISTS (SELECT 1 FROM judge_policies)
),
floors_in_force AS (
  SELECT CASE count(DISTINCT high_floor('normal', column1))
           WHEN 1 THEN min(high_floor('normal', column1))
           ELSE json_group_object(column1, high_floor('normal', column1)) END AS high
  FROM (VALUES ('coverage'), ('source_quality'), ('agreement'), ('verification'),
               ('recency'))
),
reports AS (
  SELECT s.run_id, p.patience, p.max_rounds, p.high, p.min_sources,
         stop_report(s.round, s.coverage, s.source_quality, s.agreement, s.verification,
                     s.recency, s.recent_sources, s.critical_contradictions,
                     p.patience, p.max_rounds, p.high, p.min_sources) AS report
  FROM judged_rounds AS s, judge_policies AS p
  WHERE s.run_id IS NOT NULL
  GROUP BY s.run_id, p.rowid
  UNION ALL
  SELECT run_id, patience, max_rounds, high, min_sources, report
  FROM (
    SELECT run_id,
           stop_report(round, coverage, source_quality, agreement, verification, recency,
                       recent_sources, critical_contradictions) AS report
    FROM judged_rounds
    WHERE run_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM judge_policies)
    GROUP BY run_id
  ), policy_in_force, floors_in_force
),
-- A run that changed after it was judged is due: it must be judged again. It has no row
-- in `reports`. EXCEPT finds such runs in one pass over `reports`. But a run without
-- rows in live_rounds can't be judged, so it is not due.
due AS (
  SELECT count(*) AS runs
  FROM (SELECT run_id FROM rounds EXCEPT SELECT run_id FROM reports) AS d
  WHERE EXISTS (SELECT 1 FROM live_rounds AS e WHERE e.run_id = +d.run_id)
)
-- `due` has only one row, which is read first: if any run is due, no verdict is stored.
-- The column `missing` is read by a join: a subquery for each run would be slow if your
-- own tables have no index.
SELECT j.run_id, t.action, t.round, s.round, t.gate_passed, t.ci_score, t.reason,
       s.missing, assay_settings_hash(), j.patience, j.max_rounds, j.high, j.min_sources
FROM due AS d CROSS JOIN reports AS j CROSS JOIN stop_rows(j.report) AS t
JOIN round_scores AS s ON s.run_id = j.run_id AND s.round = t.returned_round
WHERE assay_require(:hash)
  AND assay_require(CASE d.runs WHEN 0 THEN :hash
                    ELSE d.runs || ' runs are due: read sql/refresh_judged.sql' END);
