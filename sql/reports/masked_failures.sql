-- Masked failures: rounds whose weighted mean is High although a dimension is not, with
-- enough sources and no contradiction (ADR-007 sections 3.2 and 5.2).
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/masked_failures.sql
--
-- Needs the views of sql/views.sql; 80 columns wide.

.bail on
.mode list
.headers off

-- gate_pass_legacy() is the rule that asked for the mean only. A missing score is the
-- worst that a dimension can have.
CREATE TEMP TABLE masked_failures AS
SELECT run_id, round, ci, old_gate, report,
       (SELECT count(*) FROM json_each(report, '$.failed_dimensions')) AS low,
       (SELECT d.key FROM json_each(report, '$.dimensions') AS d
        ORDER BY coalesce(json_extract(d.value, '$.score'), -1) LIMIT 1) AS worst
FROM (
  SELECT run_id, round, ci,
         gate_pass_legacy(ci, recent_sources, critical_contradictions) AS old_gate,
         gate_report(coverage, source_quality, agreement, verification, recency,
                     recent_sources, critical_contradictions) AS report
  FROM round_scores
  WHERE tier_meets(tier_of(ci), 'High')
)
WHERE NOT json_extract(report, '$.all_dimensions_high')
  AND json_extract(report, '$.sources_floor_passed')
  AND json_extract(report, '$.no_critical_contradictions');

SELECT 'MASKED FAILURES';
SELECT printf('The weighted mean is High (%.2f or more), but a dimension is not. '
              || 'The gate stops', high_floor());
SELECT 'these rounds. With * the mean is 0.80 or more: the old gate let them through.';
SELECT '';
SELECT 'Run  Question                         Round  Mean   Dimension that failed';
SELECT printf('%3d  ', m.run_id)
    || substr(r.title || '                                        ', 1, 32)
    || printf(' R%d     %.2f', m.round, m.ci)
    || CASE WHEN m.old_gate THEN '*  ' ELSE '   ' END
    || replace(m.worst, '_', ' ')
    || coalesce(printf(' %.2f ',
                       json_extract(m.report, '$.dimensions.' || m.worst || '.score'))
                || json_extract(m.report, '$.dimensions.' || m.worst || '.tier'),
                ' missing')
    || CASE WHEN m.low > 1 THEN ' +' || (m.low - 1) ELSE '' END
FROM masked_failures AS m JOIN runs AS r ON r.run_id = m.run_id
ORDER BY json_extract(m.report, '$.dimensions.' || m.worst || '.score'),
         m.run_id, m.round;

SELECT '';
SELECT printf('%d rounds of %d runs; the old gate let %d through.',
              count(*), count(DISTINCT run_id), sum(old_gate))
FROM masked_failures;
SELECT 'By dimension: '
    || coalesce(group_concat(replace(dimension, '_', ' ') || ' ' || rounds, ', '), 'none')
    || '.'
FROM (
  SELECT d.value AS dimension, count(*) AS rounds
  FROM masked_failures AS m, json_each(m.report, '$.failed_dimensions') AS d
  GROUP BY d.value
  ORDER BY count(*) DESC, d.value
);
