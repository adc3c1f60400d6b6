-- Masked failures: rounds whose weighted mean is High although one dimension is not
-- High. They have enough sources and no contradiction (ADR-007 sections 3.2 and 5.2).
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/masked_failures.sql
--
-- The report needs sql/views.sql, and prints 20 rounds (set :rows for more).

.bail on
.read sql/reports/start.sql

-- gate_pass_legacy() is the older rule, which has a floor for the mean only. `worst` is
-- the lowest dimension of a round; a missing score is lower than every number.
DROP TABLE IF EXISTS temp.report_masked;
CREATE TEMP TABLE report_masked(
  run_id, round, ci, old_gate, report, low, worst, score, tier
);
INSERT INTO report_masked
SELECT m.run_id, m.round, m.ci, m.old_gate, m.report, m.low, m.worst,
       (SELECT json_extract(d.value, '$.score')
        FROM json_each(m.report, '$.dimensions') AS d WHERE d.key = m.worst),
       (SELECT json_extract(d.value, '$.tier')
        FROM json_each(m.report, '$.dimensions') AS d WHERE d.key = m.worst)
FROM (
  SELECT *, json_array_length(report, '$.failed_dimensions') AS low,
         (SELECT d.key FROM json_each(report, '$.dimensions') AS d
          ORDER BY coalesce(json_extract(d.value, '$.score'), -1) LIMIT 1) AS worst
  FROM (
    SELECT run_id, round, ci,
           gate_pass_legacy(ci, recent_sources, critical_contradictions) AS old_gate,
           gate_report(coverage, source_quality, agreement, verification, recency,
                       recent_sources, critical_contradictions) AS report
    FROM report_judged
    WHERE tier_meets(tier_of(ci), 'High')
      AND gate_pass(1, 1, 1, 1, 1, recent_sources, critical_contradictions)
    UNION ALL
    SELECT j.run_id, j.round, j.ci, 0, rubric_report(e.rubric, e.evidence)
    FROM report_judged AS j
    JOIN report_evidence AS e ON e.run_id = j.run_id AND e.round = j.round
    WHERE tier_meets(tier_of(j.ci), 'High')
      AND json_array_length(rubric_report(e.rubric, e.evidence),
                            '$.failed_conditions') = 0
  )
  WHERE NOT json_extract(report, '$.all_dimensions_high')
) AS m;

CREATE TEMP TABLE report_listed AS
SELECT * FROM report_masked ORDER BY score, run_id, round;

SELECT 'MASKED FAILURES IN ' || head FROM report_head;
SELECT printf('The weighted mean is High (%.2f or more), but a dimension is not. '
              || 'The gate stops', high_floor());
SELECT 'these rounds.'
    || CASE WHEN EXISTS (SELECT 1 FROM report_rubric) THEN ''
            ELSE printf(' With * the mean is %.2f or more: the old gate let them '
                        || 'through.', assay_setting('evaluation.deep_research.min_ci'))
       END;
SELECT 'Only the lowest dimension is named; +2: two more failed.';
SELECT '';
SELECT head || 'Round Mean  Dimension that failed' FROM report_title;
SELECT r.head
    || printf('%-5s %.2f%s ', (SELECT label FROM report_rounds AS b
                               WHERE b.run_id = m.run_id AND b.round = m.round),
              m.ci, CASE WHEN m.old_gate THEN '*' ELSE ' ' END)
    || replace(m.worst, '_', ' ')
    || coalesce(printf(' %.2f ', m.score) || m.tier, ' missing')
    || CASE WHEN m.low > 1 THEN ' +' || (m.low - 1) ELSE '' END
FROM report_shown AS m JOIN report_runs AS r ON r.run_id = m.run_id
ORDER BY m.place;
SELECT line FROM report_more;

SELECT '';
SELECT printf('%,d rounds of %,d runs', count(*), count(DISTINCT run_id))
    || CASE WHEN EXISTS (SELECT 1 FROM report_rubric) THEN '.'
            ELSE printf('; the old gate let %,d through.', coalesce(sum(old_gate), 0)) END
FROM report_masked;
SELECT 'By dimension: '
    || CASE WHEN length(line) <= 65 THEN line
            ELSE replace(line, ', ', ',' || char(10) || '              ') END
    || '.'
FROM (
  SELECT coalesce(group_concat(replace(dimension, '_', ' ') || printf(' %,d', rounds),
                               ', '), 'none') AS line
  FROM (
    SELECT d.value AS dimension, count(*) AS rounds
    FROM report_masked AS m, json_each(m.report, '$.failed_dimensions') AS d
    GROUP BY d.value
    ORDER BY count(*) DESC, d.value
  )
);
