-- assay: makes the views of views.sql as TEMP views: nothing is written into the file.
-- `make attach` generates this script from views.sql: do not edit it.
--
--   sqlite3 -readonly mine.db -cmd '.load build/assay' \
--     -cmd '.read mapping.sql' -cmd '.read sql/attach.sql'
--
-- The views read runs, rounds, sources, judgements and evidence. These may be tables or
-- views of the file, or TEMP views over any other tables (sql/guide/your-tables.md). The
-- views end with the connection, or when you read sql/detach.sql. You can read this
-- script again.

DROP VIEW IF EXISTS temp.source_recency;
CREATE TEMP VIEW source_recency AS
SELECT
  run_id, round, source, domain, published, as_of, age_days,
  recency_window(domain)          AS window_days,
  recency_decay(age_days, domain) AS decay,
  is_recent(age_days, domain)     AS is_recent,
  why_missing(published, 'date')  AS why_undated
FROM (
  SELECT
    s.run_id, s.round, s.source, coalesce(s.domain, r.domain) AS domain, s.published,
    r.as_of, age_days(s.published, r.as_of) AS age_days
  FROM sources AS s JOIN runs AS r ON r.run_id = s.run_id
)
WHERE assay_require('3:');

DROP VIEW IF EXISTS temp.round_evidence;
CREATE TEMP VIEW round_evidence AS
SELECT
  d.run_id, d.round, d.coverage, d.source_quality, d.agreement, d.verification,
  d.recency        AS reported_recency,
  d.recent_sources AS reported_recent_sources,
  d.critical_contradictions,
  CASE WHEN q.sources IS NOT NULL THEN 'sources'
       WHEN EXISTS (SELECT 1 FROM sources AS s WHERE s.run_id = d.run_id) THEN 'sources'
       ELSE 'reported' END       AS recency_basis,
  coalesce(q.sources, 0)         AS sources,
  coalesce(q.dated_sources, 0)   AS dated_sources,
  q.recency                      AS computed_recency,
  coalesce(q.recent_sources, 0)  AS computed_recent_sources,
  q.mean_decay
FROM rounds AS d
LEFT JOIN runs AS r ON r.run_id = d.run_id
LEFT JOIN recency_rows((
  SELECT recency_report(s.published, r.as_of, coalesce(s.domain, r.domain))
  FROM sources AS s
  WHERE s.run_id = d.run_id AND s.round = d.round
)) AS q
WHERE assay_require('3:') AND (r.run_id IS NOT NULL OR q.sources IS NULL);

DROP VIEW IF EXISTS temp.round_recency;
CREATE TEMP VIEW round_recency AS
SELECT
  run_id, round, recency_basis, sources, dated_sources,
  computed_recency, computed_recent_sources, mean_decay,
  reported_recency, reported_recent_sources,
  CASE WHEN recency_basis = 'sources'
        AND typeof(reported_recent_sources) IN ('integer', 'real')
       THEN max(reported_recent_sources - computed_recent_sources, 0)
  END AS overclaimed
FROM round_evidence;

DROP VIEW IF EXISTS temp.live_rounds;
CREATE TEMP VIEW live_rounds AS
SELECT
  run_id, round, coverage, source_quality, agreement, verification,
  CASE WHEN sources > 0 THEN computed_recency
       WHEN recency_basis = 'reported' THEN reported_recency END AS recency,
  CASE WHEN sources > 0 THEN computed_recent_sources
       WHEN recency_basis = 'reported' THEN reported_recent_sources
       ELSE 0 END AS recent_sources,
  critical_contradictions, recency_basis, sources, dated_sources
FROM round_evidence
WHERE round IS NOT NULL;

DROP VIEW IF EXISTS temp.judged_rounds;
CREATE TEMP VIEW judged_rounds AS
SELECT * FROM live_rounds;

DROP VIEW IF EXISTS temp.round_scores;
CREATE TEMP VIEW round_scores AS
SELECT
  *,
  tier_meets(coverage_tier, 'High') AND tier_meets(source_quality_tier, 'High')
    AND tier_meets(agreement_tier, 'High') AND tier_meets(verification_tier, 'High')
    AND tier_meets(recency_tier, 'High')                        AS all_dimensions_high,
  gate_pass(1, 1, 1, 1, 1, recent_sources, 0)                   AS sources_enough,
  gate_pass(1, 1, 1, 1, 1, 1000000000, critical_contradictions) AS no_contradiction,
  gate_pass(coverage, source_quality, agreement, verification, recency,
            recent_sources, critical_contradictions)            AS gate_passed,
  ci_score(coverage, source_quality, agreement, verification, recency) AS ci,
  substr(
    coalesce('; coverage: ' || why_missing(coverage, 'score'), '')
    || coalesce('; source_quality: ' || why_missing(source_quality, 'score'), '')
    || coalesce('; agreement: ' || why_missing(agreement, 'score'), '')
    || coalesce('; verification: ' || why_missing(verification, 'score'), '')
    || CASE WHEN recency_basis = 'sources' AND recency IS NULL
            THEN '; recency: no sources'
            ELSE coalesce('; recency: ' || why_missing(recency, 'score'), '') END
    || coalesce('; recent_sources: ' || why_missing(recent_sources, 'count'), '')
    || coalesce('; critical_contradictions: '
                || why_missing(critical_contradictions, 'count'), ''), 3) AS missing
FROM (
  SELECT
    run_id, round, coverage, source_quality, agreement, verification, recency,
    recent_sources, critical_contradictions, recency_basis,
    tier_of(coverage, 'coverage')             AS coverage_tier,
    tier_of(source_quality, 'source_quality') AS source_quality_tier,
    tier_of(agreement, 'agreement')           AS agreement_tier,
    tier_of(verification, 'verification')     AS verification_tier,
    tier_of(recency, 'recency')               AS recency_tier
  FROM live_rounds
);

DROP VIEW IF EXISTS temp.run_best_round;
CREATE TEMP VIEW run_best_round AS
SELECT
  b.run_id, r.title, b.best_round, b.passing_rounds > 0 AS gate_passed, s.ci, b.rounds,
  b.passing_rounds
FROM (
  SELECT
    run_id,
    best_round(round, coverage, source_quality, agreement, verification, recency,
               recent_sources, critical_contradictions) AS best_round,
    count(*)         AS rounds,
    sum(gate_passed) AS passing_rounds
  FROM round_scores
  GROUP BY run_id
) AS b
CROSS JOIN runs AS r ON r.run_id = b.run_id
CROSS JOIN round_scores AS s ON s.run_id = b.run_id AND s.round = b.best_round;

DROP VIEW IF EXISTS temp.round_actions;
CREATE TEMP VIEW round_actions AS
SELECT
  j.run_id, j.round, j.gate_passed, j.ci, t.action, t.round AS stop_round, t.reason
FROM (
  SELECT
    run_id, round, gate_passed, ci,
    stop_report(round, coverage, source_quality, agreement, verification, recency,
                recent_sources, critical_contradictions)
      OVER (PARTITION BY run_id ORDER BY round) AS report
  FROM round_scores
) AS j
CROSS JOIN stop_rows(j.report) AS t;

DROP VIEW IF EXISTS temp.run_decisions;
CREATE TEMP VIEW run_decisions AS
SELECT
  j.run_id, r.title, t.action, t.round AS stop_round, t.returned_round, t.gate_passed,
  t.ci_score AS ci, t.rounds AS rounds_used, j.rounds_run, t.regressions, t.reason,
  gate_report(s.coverage, s.source_quality, s.agreement, s.verification, s.recency,
              s.recent_sources, s.critical_contradictions) AS gate,
  s.missing
FROM (
  SELECT
    run_id, count(*) AS rounds_run,
    stop_report(round, coverage, source_quality, agreement, verification, recency,
                recent_sources, critical_contradictions) AS report
  FROM round_scores
  GROUP BY run_id
) AS j
CROSS JOIN stop_rows(j.report) AS t
CROSS JOIN runs AS r ON r.run_id = j.run_id
CROSS JOIN round_scores AS s ON s.run_id = j.run_id AND s.round = t.returned_round;

DROP VIEW IF EXISTS temp.rubric_rounds;
CREATE TEMP VIEW rubric_rounds AS
SELECT
  j.run_id, j.round, j.rubric, j.evidence,
  rubric_pass(j.rubric, j.evidence) AS gate_passed,
  rubric_index(j.rubric, j.evidence) AS ci, t.action, t.round AS stop_round, t.reason,
  rubric_report(j.rubric, j.evidence) AS gate
FROM (
  SELECT
    run_id, round, rubric, evidence,
    rubric_stop_report(rubric, round, evidence)
      OVER (PARTITION BY rubric, run_id ORDER BY round) AS report
  FROM evidence
  WHERE assay_require('3:')
) AS j
CROSS JOIN stop_rows(j.report) AS t;

DROP VIEW IF EXISTS temp.rubric_decisions;
CREATE TEMP VIEW rubric_decisions AS
SELECT
  j.run_id, j.rubric, t.action, t.round AS stop_round, t.returned_round, t.gate_passed,
  t.ci_score AS ci, t.rounds AS rounds_used, j.rounds_run, t.regressions, t.reason,
  rubric_report(j.rubric, e.evidence) AS gate
FROM (
  SELECT run_id, rubric, count(*) AS rounds_run,
         rubric_stop_report(rubric, round, evidence) AS report
  FROM evidence
  WHERE assay_require('3:')
  GROUP BY rubric, run_id
) AS j
CROSS JOIN stop_rows(j.report) AS t
CROSS JOIN evidence AS e
  ON e.rubric = j.rubric AND e.run_id = j.run_id AND e.round = t.returned_round;

DROP VIEW IF EXISTS temp.rubric_best;
CREATE TEMP VIEW rubric_best AS
SELECT
  b.run_id, b.rubric, b.best_round, rubric_pass(b.rubric, e.evidence) AS gate_passed,
  rubric_index(b.rubric, e.evidence) AS ci, b.rounds, b.passing_rounds
FROM (
  SELECT run_id, rubric, rubric_best_round(rubric, round, evidence) AS best_round,
         count(*) AS rounds, sum(rubric_pass(rubric, evidence)) AS passing_rounds
  FROM evidence
  WHERE assay_require('3:')
  GROUP BY rubric, run_id
) AS b
CROSS JOIN evidence AS e
  ON e.rubric = b.rubric AND e.run_id = b.run_id AND e.round = b.best_round;

DROP VIEW IF EXISTS temp.domain_windows;
CREATE TEMP VIEW domain_windows AS
SELECT
  domain, sources, dated_sources, shown_days, settings_days,
  coalesce(shown_days, settings_days)                  AS window_days,
  CASE WHEN shown_days IS NULL THEN 'settings' ELSE 'sources' END AS basis,
  freshness_class(coalesce(shown_days, settings_days)) AS class
FROM (
  SELECT
    domain,
    count(*)                   AS sources,
    count(age_days)            AS dated_sources,
    freshness_window(age_days) AS shown_days,
    recency_window(domain)     AS settings_days
  FROM (SELECT DISTINCT run_id, source, coalesce(domain, 'default') AS domain, age_days
        FROM source_recency)
  GROUP BY domain
);

DROP VIEW IF EXISTS temp.score_confidence;
CREATE TEMP VIEW score_confidence AS
SELECT
  run_id, round, dimension,
  json_extract(bars, '$.n')         AS judgements,
  json_extract(bars, '$.clusters')  AS families,
  json_extract(bars, '$.mean')      AS mean,
  json_extract(bars, '$.se')        AS se,
  json_extract(bars, '$.low')       AS low,
  json_extract(bars, '$.high')      AS high,
  json_extract(bars, '$.tier')      AS tier,
  json_extract(bars, '$.tier_low')  AS tier_low,
  json_extract(bars, '$.tier_high') AS tier_high,
  json_extract(bars, '$.certain')   AS certain
FROM (
  SELECT run_id, round, dimension,
         tier_confidence(score, dimension,
                         coalesce('family ' || family, 'judge ' || judge)) AS bars
  FROM judgements
  WHERE assay_require('3:')
  GROUP BY run_id, round, dimension
);

DROP VIEW IF EXISTS temp.round_confidence;
CREATE TEMP VIEW round_confidence AS
SELECT
  s.run_id, s.round,
  json_extract(q.value, '$[0].n')        AS judges,
  json_extract(q.value, '$[0].clusters') AS families,
  json_extract(q.value, '$[0].mean')     AS mean,
  json_extract(q.value, '$[0].se')       AS se,
  json_extract(q.value, '$[0].low')      AS low,
  json_extract(q.value, '$[0].high')     AS high,
  json_extract(q.value, '$[1].mean')     AS gate_confidence,
  json_extract(q.value, '$[2]')          AS missing
FROM round_scores AS s
JOIN json_each((
  SELECT CASE WHEN max(bars) IS NOT NULL
              THEN json_array(json_array(json(max(bars)),
                                         json(tier_confidence(share, NULL)),
                                         max(missing))) END
  FROM (
    SELECT
      tier_confidence(
        ci_score(coverage, source_quality, agreement, verification, recency), NULL,
        cluster) AS bars,
      gate_confidence(
        cluster, coverage, source_quality, agreement, verification, recency,
        s.recent_sources, s.critical_contradictions) AS share,
      substr(
        coalesce('; coverage: by ' || nullif(count(*) - count(coverage), 0)
                 || ' of ' || count(*) || ' judges', '')
        || coalesce('; source_quality: by ' || nullif(count(*) - count(source_quality), 0)
                    || ' of ' || count(*) || ' judges', '')
        || coalesce('; agreement: by ' || nullif(count(*) - count(agreement), 0)
                    || ' of ' || count(*) || ' judges', '')
        || coalesce('; verification: by ' || nullif(count(*) - count(verification), 0)
                    || ' of ' || count(*) || ' judges', '')
        || CASE WHEN s.recency_basis = 'sources' AND s.recency IS NULL
                THEN '; recency: no sources'
                ELSE coalesce('; recency: by ' || nullif(count(*) - count(recency), 0)
                              || ' of ' || count(*) || ' judges', '') END
        || coalesce('; recent_sources: ' || why_missing(s.recent_sources, 'count'), '')
        || coalesce('; critical_contradictions: '
                    || why_missing(s.critical_contradictions, 'count'), ''), 3) AS missing
    FROM (
      SELECT
        coalesce('family ' || max(family), 'judge ' || judge) AS cluster,
        mean_of(score) FILTER (WHERE dimension = 'coverage' COLLATE NOCASE) AS coverage,
        mean_of(score) FILTER (WHERE dimension = 'source_quality' COLLATE NOCASE)
          AS source_quality,
        mean_of(score) FILTER (WHERE dimension = 'agreement' COLLATE NOCASE) AS agreement,
        mean_of(score) FILTER (WHERE dimension = 'verification' COLLATE NOCASE)
          AS verification,
        CASE s.recency_basis WHEN 'sources' THEN s.recency
          ELSE mean_of(score) FILTER (WHERE dimension = 'recency' COLLATE NOCASE) END
          AS recency
      FROM judgements AS j
      WHERE j.run_id = s.run_id AND j.round = s.round
        AND why_missing(j.score, 'score') IS NULL
      GROUP BY judge
    )
    WHERE coalesce(coverage, source_quality, agreement, verification,
                   CASE s.recency_basis WHEN 'reported' THEN recency END) IS NOT NULL
  )
)) AS q;
