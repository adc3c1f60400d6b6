-- assay: scores rounds, judges them by the gate, and decides where runs stop. The views
-- read the tables of schema.sql.
--
--   source_recency    one row per source of a round: age, window, decay, recent or not
--   round_evidence    one row per round: its scores, and the numbers from its sources
--   round_recency     one row per round: Recency from its sources, and as reported
--   live_rounds       one row per round: the numbers that the gate reads
--   judged_rounds     the rows of live_rounds; judged.sql stores them in a table
--   round_scores      one row per round: tiers, gate and confidence index
--   run_best_round    one row per run: the best of all its rounds
--   round_actions     one row per round: what the stop policy says after it, and why
--   run_decisions     one row per run: where it stops, why, and the round to return
--   domain_windows    one row per domain: the recency window that its sources show
--   rubric_rounds     one row per rubric and round: its gate, and what the policy says
--   rubric_decisions  one row per rubric and run: where it stops, and the round to return
--   rubric_best       one row per rubric and run: the best of all its rounds
--   score_confidence  one row per round and dimension: error bars, from judgements
--   round_confidence  one row per round with judges: error bars of its index and gate
--
-- Which numbers count. Recency and the number of recent sources can be computed from the
-- sources. So if a run has rows in `sources`, round_scores computes both numbers from
-- these rows, and ignores the reported numbers. Only a run without any source row is
-- judged by its reported numbers. The column recency_basis is 'sources' or 'reported'. If
-- a run has sources, a round without sources cited nothing. Its Recency is missing, its
-- count is 0, and it does not pass.
--
-- The views read only the columns that schema.sql names. To query them you need assay; to
-- create them you don't. score_confidence and round_confidence read the JSON of assay's
-- functions by json_extract(). Some versions of SQLite (3.40 among them) refuse this
-- function in a view under PRAGMA trusted_schema = OFF.
--
-- The views up to round_scores are joins without GROUP BY. SQLite flattens these joins
-- into your query, and reads the rounds, and the sources of each round, in the order of
-- their keys. A query with a condition such as run_id = 7 reads only that run. CROSS
-- JOIN makes SQLite read the rounds of a run before it joins other tables. So SQLite
-- processes one run after another, and stores no intermediate table. If you use your own
-- tables, make an index on (run_id, round) for the sources, and one for the judgements,
-- which round_confidence reads.
--
-- These views belong to epoch 3 (the version of the answers). Each view calls
-- assay_require('3:'), itself or through a view that it reads, once in each statement. If
-- the loaded assay has another epoch, the call ends with an error that says what to do.
--
-- After an update of assay read this script again: in one transaction it replaces the
-- views that it made. It recognises them by the comment in front of their SELECT. A view
-- or table with one of these names but without this comment is yours, or comes from an
-- assay before 0.3.0 (sql/upgrade.sql replaces its views). If there is one, this script
-- ends with an error and changes nothing, even in a shell that continues after an error:
-- the check at the end rolls everything back.

SAVEPOINT views;

CREATE TABLE IF NOT EXISTS main.assay_schema (
  part TEXT PRIMARY KEY, epoch INTEGER NOT NULL, version TEXT NOT NULL
) WITHOUT ROWID;
INSERT OR REPLACE INTO main.assay_schema VALUES ('views', 3, '0.3.0');

-- If the file has no table evidence, this statement makes an empty table evidence.
-- Without it a view would read an absent table, and SQLite would refuse to rename any
-- column in this file.
CREATE TABLE IF NOT EXISTS main.evidence(run_id, round, rubric, evidence);

CREATE TABLE main.views_in_doubt AS
SELECT name
FROM main.sqlite_master
WHERE name COLLATE NOCASE IN (
  'source_recency', 'round_evidence', 'round_recency', 'live_rounds', 'judged_rounds',
  'round_scores', 'run_best_round', 'round_actions', 'run_decisions', 'domain_windows',
  'rubric_rounds', 'rubric_decisions', 'rubric_best', 'score_confidence',
  'round_confidence'
)
  AND sql NOT LIKE '%-- assay: sql/views.sql replaces this view%'
  AND NOT (name COLLATE NOCASE = 'judged_rounds' AND sql LIKE '%judged_under%');

DROP VIEW IF EXISTS main.source_recency;
DROP VIEW IF EXISTS main.round_evidence;
DROP VIEW IF EXISTS main.round_recency;
DROP VIEW IF EXISTS main.live_rounds;
DROP VIEW IF EXISTS main.round_scores;
DROP VIEW IF EXISTS main.run_best_round;
DROP VIEW IF EXISTS main.round_actions;
DROP VIEW IF EXISTS main.run_decisions;
DROP VIEW IF EXISTS main.domain_windows;
DROP VIEW IF EXISTS main.rubric_rounds;
DROP VIEW IF EXISTS main.rubric_decisions;
DROP VIEW IF EXISTS main.rubric_best;
DROP VIEW IF EXISTS main.score_confidence;
DROP VIEW IF EXISTS main.round_confidence;

-- Age is counted in whole calendar days up to the as_of day of the run. So the time of
-- day never decides whether a source is recent. A source is undated if age_days() can't
-- read its date; why_undated says why. An undated source has no decay and is not recent.
-- A source dated after as_of has a negative age, which is recent. SQLite flattens the
-- inner SELECT. So a query for age, decay and is_recent computes the age three times.
-- Without flattening SQLite would be slower, and could not search for the sources of one
-- run.
CREATE VIEW source_recency AS
-- assay: sql/views.sql replaces this view
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

CREATE VIEW round_evidence AS
-- assay: sql/views.sql replaces this view
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

-- Recency is the share of recent sources among all sources that the round cites (ADR-007
-- section 4.1); undated sources count as not recent. mean_decay is the mean of the
-- sources' decay, in which an undated source counts as 0. overclaimed is the reported
-- number of recent sources minus the computed number, but at least 0.
CREATE VIEW round_recency AS
-- assay: sql/views.sql replaces this view
SELECT
  run_id, round, recency_basis, sources, dated_sources,
  computed_recency, computed_recent_sources, mean_decay,
  reported_recency, reported_recent_sources,
  CASE WHEN recency_basis = 'sources'
        AND typeof(reported_recent_sources) IN ('integer', 'real')
       THEN max(reported_recent_sources - computed_recent_sources, 0)
  END AS overclaimed
FROM round_evidence;

-- The numbers that the gate reads, and the number of sources. Each query of this view
-- computes them again.
CREATE VIEW live_rounds AS
-- assay: sql/views.sql replaces this view
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

-- Views and reports over many runs read this view. judged.sql replaces it by a view that
-- reads the same rows from a table.
CREATE VIEW IF NOT EXISTS judged_rounds AS
-- assay: sql/views.sql replaces this view
SELECT * FROM live_rounds;

-- Each of the gate's three conditions has a column. sources_enough and no_contradiction
-- call gate_pass() with perfect values for all other arguments, so both columns follow
-- the settings. `missing` names the numbers that the gate can't use and says why, such
-- as 'coverage: above 1; recency: no sources'; it is '' if nothing is missing.
CREATE VIEW round_scores AS
-- assay: sql/views.sql replaces this view
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

-- A round that passes is better than one that fails; if both pass or both fail, a higher
-- index is better; of equal rounds the earliest is taken (ADR-009 section 4.3). All
-- rounds that ran compete, because this view does not apply the stop policy. So if a
-- contradiction halted the run, the round with it may be best, with gate_passed = 0.
CREATE VIEW run_best_round AS
-- assay: sql/views.sql replaces this view
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

-- The decision of the stop policy after each round (ADR-007 section 4.2). `reason` says
-- why that round did not pass. The rows after the stop (round > stop_round) repeat the
-- decision of the stop. An orchestrator reads the last row of its run:
--   SELECT action, reason FROM round_actions WHERE run_id = 7
--   ORDER BY round DESC LIMIT 1;
CREATE VIEW round_actions AS
-- assay: sql/views.sql replaces this view
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

-- Where each run stops, why, and which round it returns. `reason` is about the round of
-- the stop. `gate` (JSON) and `missing` are about returned_round, which may be an earlier
-- round. rounds_used is the number of rounds until the stop, rounds_run the number of all
-- rounds. A run that may continue has no stop_round.
CREATE VIEW run_decisions AS
-- assay: sql/views.sql replaces this view
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

-- Like round_actions, but from the table evidence alone: one row for each rubric and
-- each round with evidence for this rubric. gate_passed, ci and `gate` (JSON) are about
-- the round itself; they count a regression (a fall of the index) only if the evidence
-- states it. `action`, stop_round and `reason` are about the run so far, as in
-- round_actions. A rubric that the settings do not define is an error.
CREATE VIEW rubric_rounds AS
-- assay: sql/views.sql replaces this view
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

-- Where each run stops under a rubric, as in run_decisions; `gate` is about
-- returned_round.
CREATE VIEW rubric_decisions AS
-- assay: sql/views.sql replaces this view
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

CREATE VIEW rubric_best AS
-- assay: sql/views.sql replaces this view
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

-- The recency window of each domain of the cited sources (ADR-007 section 5.4). It is
-- the median age of the domain's sources if enough of them are dated, else the window of
-- the settings; `basis` says which. A source counts once for each run that cites it,
-- even if several of the run's rounds cite it.
CREATE VIEW domain_windows AS
-- assay: sql/views.sql replaces this view
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

-- Error bars for each run, round and dimension (ADR-007 section 7, action 3), computed
-- from judgements. They are the mean of the judges' scores, its standard error, its 95 %
-- interval, and the tiers of the mean and of both ends. `certain` is 1 if both ends have
-- the same tier and the standard error is above 0. An error of 0 means that all judges
-- gave the same score, but a further judge may differ. Judges of one family resemble
-- each other, so they count as one cluster, not as independent judges.
CREATE VIEW score_confidence AS
-- assay: sql/views.sql replaces this view
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

-- How sure a round's index and verdict are, if several judges scored the round. `mean`
-- is the mean of the judges' own indices, with standard error and 95 % interval; the
-- judges of one family are one cluster. gate_confidence is the share of random draws of
-- judges in which the gate passes; it is NULL if all judges are of one family. A round
-- in the table rounds has a row here if a judge scored it.
--
-- If a judge scored a dimension more than once, the mean counts; if the rows of a judge
-- name several families, the name that sorts last counts. A judge without a usable score
-- does not count. recent_sources and critical_contradictions come from round_scores.
-- Recency comes from round_scores if the run has sources, else from the judges. If a
-- judge left out a score, it counts as 0 in that judge's index, as in every index.
-- `missing` names this score: 'agreement: by 1 of 3 judges'.
--
-- The subquery in json_each() returns all results of a round as one array, so SQLite
-- reads the round's judgements only once. SQLite's JSON functions print 15 digits of a
-- double. So tier_confidence(), which prints all digits, writes gate_confidence into the
-- array.
CREATE VIEW round_confidence AS
-- assay: sql/views.sql replaces this view
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

CREATE TABLE main.views_refused (
  name
  CONSTRAINT "names of its views are taken: rename yours, or read upgrade.sql"
       CHECK (name IS NULL)
);
INSERT OR ROLLBACK INTO views_refused SELECT name FROM views_in_doubt;
DROP TABLE IF EXISTS main.views_refused;
DROP TABLE IF EXISTS main.views_in_doubt;

RELEASE views;
