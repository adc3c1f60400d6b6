-- Is A better than B on the same runs, and how sure is that? A and B are two policies,
-- two weightings of the index, or two tables of runs.
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/compare.sql
--
-- Two policies. `.param set` sets A's numbers by their names; B's names begin with b_. A
-- number that you do not set comes from the settings. If you set nothing and make no view
-- (below), A's patience is the patience of the settings plus 1, so that A and B differ.
--   :patience :max_rounds :high :min_sources       :b_patience :b_max_rounds ...
-- Two weightings (a name or JSON): each chooses the best of all rounds of a run.
--   :weights "'equal'"                             :b_weights "'roc'"
-- Two tables of runs (of two systems, or of one system on two nights): make TEMP views
-- compare_a and compare_b (or one view, compared with a policy), with the columns
--   run_id    the id of a run or a question, of any type; equal ids make a pair. Several
--             rows with one run_id are attempts; the report uses their mean
--   passed    1 or 0                                             may be left out
--   score     any number, to 12 decimals; higher is better       may be left out
--   cluster   what similar runs have in common, such as a topic  may be left out
--   title     for people                                         may be left out
-- for example
--   CREATE TEMP VIEW compare_b AS
--   SELECT run_id, gate_passed AS passed, ci AS score, title FROM before.run_decisions;
--
-- Policies and weightings need the views of sql/views.sql; tables don't. The report
-- prints 20 runs (set :rows for more).

.bail on
.read sql/reports/lists.sql

DROP TABLE IF EXISTS temp.report_settings;
CREATE TEMP TABLE report_settings AS
SELECT
  assay_setting('evaluation.deep_research.patience')           AS patience,
  assay_setting('evaluation.deep_research.max_rounds')         AS max_rounds,
  assay_setting('evaluation.deep_research.min_recent_sources') AS min_sources,
  assay_setting('evaluation.deep_research.weights.default')    AS weights;

-- The two sides, A and B, and where the rows of each come from. is_given is 1 if the user
-- made this side's view, compare_a or compare_b. Otherwise the report makes this view,
-- which then reads report_replayed.
DROP TABLE IF EXISTS temp.report_sides;
CREATE TEMP TABLE report_sides(
  side, weights, patience, max_rounds, high, min_sources, is_policy, name, is_given
);
INSERT INTO report_sides
SELECT side, weights, patience, max_rounds, high, min_sources,
       coalesce(patience, max_rounds, high, min_sources) IS NOT NULL, name,
       EXISTS (SELECT 1 FROM sqlite_temp_master AS t
               WHERE t.name = g.name COLLATE NOCASE AND type IN ('table', 'view')
                 AND sql NOT LIKE '%FROM report_replayed%')
FROM (
  SELECT 'A' AS side, 'compare_a' AS name, :weights AS weights, :patience AS patience,
         :max_rounds AS max_rounds, :high AS high, :min_sources AS min_sources
  UNION ALL
  SELECT 'B', 'compare_b', :b_weights, :b_patience, :b_max_rounds, :b_high, :b_min_sources
) AS g;

-- Each message has its own RAISE(): sql/reports/lists.sql says why.
DROP TABLE IF EXISTS temp.report_mistakes;
CREATE TEMP TABLE report_mistakes(mistake);
CREATE TEMP TRIGGER report_mistaken BEFORE INSERT ON report_mistakes BEGIN
  SELECT CASE new.mistake WHEN 'not temp'
    THEN RAISE(ABORT, 'compare_a and compare_b have to be TEMP views or tables')
    ELSE RAISE(ABORT, 'set weights or a policy, not both: the stop policy has its own')
    END;
END;
INSERT INTO report_mistakes
SELECT 'weights and a policy'
WHERE (SELECT count(weights) > 0 AND max(is_policy) FROM report_sides);
INSERT INTO report_mistakes
SELECT 'not temp' FROM report_sides AS s
WHERE NOT is_given AND EXISTS (SELECT 1 FROM pragma_table_info(s.name))
  AND NOT EXISTS (SELECT 1 FROM sqlite_temp_master AS t WHERE t.name = s.name);
INSERT INTO report_needs
SELECT 'judged_rounds', 'sql/views.sql' FROM report_sides WHERE NOT is_given LIMIT 1;

-- Fills in the numbers that the user did not set. If only one side has weights, the other
-- side gets the settings' weights. A High floor that was not set stays NULL: then the
-- settings' floors are used.
UPDATE report_sides
SET weights = coalesce(weights, (SELECT weights FROM report_settings))
WHERE EXISTS (SELECT 1 FROM report_sides WHERE weights IS NOT NULL);
UPDATE report_sides
SET patience = (SELECT patience FROM report_settings)
               + (NOT EXISTS (SELECT 1 FROM report_sides WHERE is_policy OR is_given
                              OR weights IS NOT NULL))
WHERE side = 'A' AND patience IS NULL;
UPDATE report_sides
SET patience = coalesce(patience, (SELECT patience FROM report_settings)),
    max_rounds = coalesce(max_rounds, (SELECT max_rounds FROM report_settings)),
    min_sources = coalesce(min_sources, (SELECT min_sources FROM report_settings));

-- This view has the gate's arguments, from judged_rounds. If a run changed after
-- sql/judged.sql stored these numbers, they come from live_rounds instead. If both sides
-- are tables, the report does not read this view.
CREATE TEMP VIEW IF NOT EXISTS report_compared AS
SELECT run_id, round, coverage, source_quality, agreement, verification, recency,
       recent_sources, critical_contradictions
FROM judged_rounds WHERE run_id IS NOT NULL
UNION ALL
SELECT e.run_id, e.round, e.coverage, e.source_quality, e.agreement, e.verification,
       e.recency, e.recent_sources, e.critical_contradictions
FROM (SELECT run_id FROM rounds WHERE run_id IS NOT NULL
      EXCEPT SELECT run_id FROM judged_rounds) AS d
CROSS JOIN live_rounds AS e ON e.run_id = +d.run_id;

-- For each run and side: the returned round, whether it passes, and its index. If no
-- High floor was set, stop_report() gets a floor for each round: 0 if the round meets the
-- settings' floors, else 1. sql/reports/judged.sql says why.
CREATE TEMP VIEW IF NOT EXISTS report_replayed AS
SELECT s.side, s.run_id, s.passed, s.ci AS score, n.label AS round, r.title
FROM (
  SELECT j.side, j.run_id, t.returned_round, t.gate_passed AS passed, t.ci_score AS ci
  FROM (
    SELECT p.side, s.run_id,
           stop_report(s.round, s.coverage, s.source_quality, s.agreement, s.verification,
                       s.recency, s.recent_sources, s.critical_contradictions,
                       p.patience, p.max_rounds,
                       coalesce(p.high,
                                NOT gate_pass(s.coverage, s.source_quality, s.agreement,
                                              s.verification, s.recency, 2147483647, 0)),
                       p.min_sources) AS report
    FROM report_sides AS p CROSS JOIN report_compared AS s
    WHERE p.weights IS NULL
    GROUP BY p.side, s.run_id
    UNION ALL
    SELECT p.side, e.run_id,
           rubric_stop_report(e.rubric, e.round, e.evidence, p.patience, p.max_rounds)
    FROM report_sides AS p CROSS JOIN report_evidence AS e
    GROUP BY p.side, e.run_id
  ) AS j, stop_rows(j.report) AS t
  UNION ALL
  SELECT side, run_id, best_round(round, gate_passed, ci),
         max(gate_passed), best_round(ci, round, gate_passed, ci)
  FROM (
    SELECT p.side, s.run_id, s.round,
           gate_pass(s.coverage, s.source_quality, s.agreement, s.verification, s.recency,
                     s.recent_sources, s.critical_contradictions) AS gate_passed,
           ci_score(s.coverage, s.source_quality, s.agreement, s.verification, s.recency,
                    p.weights) AS ci
    FROM report_sides AS p CROSS JOIN report_compared AS s
    WHERE p.weights IS NOT NULL
  )
  GROUP BY side, run_id
) AS s
LEFT JOIN (
  SELECT DISTINCT run_id, round,
         CASE WHEN typeof(round) IN ('integer', 'real') AND length(round) <= 4
              THEN 'R' || round
              WHEN typeof(round) = 'text' AND length(round) <= 4
               AND round NOT GLOB '*[^!-~]*' THEN round
              ELSE '#' || place END AS label
  FROM (SELECT run_id, round, dense_rank() OVER (PARTITION BY run_id ORDER BY round)
                 AS place
        FROM rounds WHERE run_id IS NOT NULL AND round IS NOT NULL)
) AS n ON n.run_id = s.run_id AND n.round = s.returned_round
LEFT JOIN runs AS r ON r.run_id = s.run_id;

CREATE TEMP VIEW IF NOT EXISTS compare_a AS
SELECT run_id, passed, score, round, title FROM report_replayed WHERE side = 'A';
CREATE TEMP VIEW IF NOT EXISTS compare_b AS
SELECT run_id, passed, score, round, title FROM report_replayed WHERE side = 'B';

-- If the user's view lacks a column, a NATURAL LEFT JOIN adds it, filled with NULL. If
-- the view has the column, the join changes nothing.
DROP TABLE IF EXISTS temp.report_rows;
CREATE TEMP TABLE report_rows(side, run_id, passed, score, cluster, round, title);
INSERT INTO report_rows
SELECT 'A', run_id, passed, score, cluster, round, title FROM compare_a
NATURAL LEFT JOIN (SELECT NULL AS passed) NATURAL LEFT JOIN (SELECT NULL AS score)
NATURAL LEFT JOIN (SELECT NULL AS cluster) NATURAL LEFT JOIN (SELECT NULL AS round)
NATURAL LEFT JOIN (SELECT NULL AS title);
INSERT INTO report_rows
SELECT 'B', run_id, passed, score, cluster, round, title FROM compare_b
NATURAL LEFT JOIN (SELECT NULL AS passed) NATURAL LEFT JOIN (SELECT NULL AS score)
NATURAL LEFT JOIN (SELECT NULL AS cluster) NATURAL LEFT JOIN (SELECT NULL AS round)
NATURAL LEFT JOIN (SELECT NULL AS title);

-- One row per run and side: the mean of its attempts. A `passed` other than 0 or 1 is
-- missing, and so is a score that is not finite. Scores are compared to 12 decimals, as
-- indices always are.
DROP TABLE IF EXISTS temp.report_units;
CREATE TEMP TABLE report_units AS
SELECT side, run_id, count(*) AS attempts, mean_of(passed) AS passed,
       round(mean_of(score), 12) AS score, min(cluster) AS cluster, max(round) AS round,
       max(title) AS title
FROM (SELECT side, run_id, score, cluster, round, title,
             CASE WHEN why_missing(passed, 'flag') IS NULL THEN passed + 0 END AS passed
      FROM report_rows)
WHERE run_id IS NOT NULL
GROUP BY side, run_id;
CREATE INDEX temp.report_units_runs ON report_units(side, run_id);

DROP VIEW IF EXISTS temp.report_titles;
CREATE TEMP VIEW report_titles AS SELECT run_id, title FROM report_units;

-- Runs of one cluster resemble each other, and so do attempts of one run. So the
-- intervals are computed by clusters.
DROP TABLE IF EXISTS temp.report_pairs;
CREATE TEMP TABLE report_pairs AS
SELECT a.run_id, a.passed AS a_passed, b.passed AS b_passed, a.score AS a_score,
       b.score AS b_score, a.round AS a_round, b.round AS b_round,
       CASE WHEN coalesce(a.cluster, b.cluster) IS NULL THEN 'run ' || quote(a.run_id)
            ELSE 'cluster ' || quote(coalesce(a.cluster, b.cluster)) END AS cluster,
       a.passed - b.passed AS passes,
       CASE WHEN why_missing(a.score - b.score, 'age') IS NULL
            THEN a.score - b.score END AS difference
FROM report_units AS a JOIN report_units AS b ON b.side = 'B' AND b.run_id = a.run_id
WHERE a.side = 'A';
CREATE INDEX temp.report_pairs_runs ON report_pairs(run_id);

-- Computes each side's pass rates over all its runs. If some runs are on one side only,
-- the report also prints the pass rates over the runs that are on both sides.
DROP TABLE IF EXISTS temp.report_tried;
CREATE TEMP TABLE report_tried AS
SELECT r.side, r.passed, p.run_id IS NOT NULL AS on_both,
       CASE WHEN u.cluster IS NULL THEN 'run ' || quote(u.run_id)
            ELSE 'cluster ' || quote(u.cluster) END AS cluster
FROM report_rows AS r
JOIN report_units AS u ON u.side = r.side AND u.run_id = r.run_id
LEFT JOIN report_pairs AS p ON p.run_id = r.run_id
WHERE why_missing(r.passed, 'flag') IS NULL;

DROP TABLE IF EXISTS temp.report_rates;
CREATE TEMP TABLE report_rates(place, label, clusters, rate);
INSERT INTO report_rates
SELECT 1, side, count(DISTINCT cluster),
       CASE count(DISTINCT cluster) WHEN count(*) THEN pass_rate(passed)
                                    ELSE pass_rate(passed, cluster) END
FROM report_tried GROUP BY side
UNION ALL
SELECT 2, side || ', runs on both', count(DISTINCT cluster),
       CASE count(DISTINCT cluster) WHEN count(*) THEN pass_rate(passed)
                                    ELSE pass_rate(passed, cluster) END
FROM report_tried
WHERE on_both AND EXISTS (SELECT 1 FROM report_tried WHERE NOT on_both)
GROUP BY side;

DROP TABLE IF EXISTS temp.report_form;
CREATE TEMP TABLE report_form AS
SELECT CASE WHEN most < 0.01 AND most > 0 THEN '%.2g' WHEN most < 10 THEN '%.3f'
            WHEN most < 10000 THEN '%.1f' ELSE '%.2g' END AS form
FROM (SELECT max(abs(score)) AS most FROM report_units);

DROP TABLE IF EXISTS temp.report_differences;
CREATE TEMP TABLE report_differences(place, label, clusters, j, scale, form);
INSERT INTO report_differences
SELECT 1, 'Passing, percent', count(DISTINCT cluster),
       CASE count(DISTINCT cluster)
         WHEN count(*) THEN paired_difference(a_passed, b_passed)
         ELSE paired_difference(a_passed, b_passed, cluster) END, 100, '%.1f'
FROM report_pairs WHERE passes IS NOT NULL
UNION ALL
SELECT 2, CASE WHEN (SELECT max(is_given) FROM report_sides) THEN 'Score'
               ELSE 'Index' END, count(DISTINCT cluster),
       CASE count(DISTINCT cluster)
         WHEN count(*) THEN paired_difference(a_score, b_score)
         ELSE paired_difference(a_score, b_score, cluster) END, 1,
       (SELECT form FROM report_form)
FROM report_pairs WHERE difference IS NOT NULL;

SELECT printf('COMPARISON OF %,d RUN%s', count(*),
              CASE count(*) WHEN 1 THEN '' ELSE 'S' END)
FROM report_pairs;
SELECT side || ': '
    || CASE WHEN is_given THEN 'the rows of ' || s.name
            WHEN weights IS NOT NULL
            THEN 'best of all rounds, weights '
                 || CASE typeof(weights) WHEN 'blob' THEN 'packed'
                                         ELSE printf('%!.40s', weights) END
            WHEN EXISTS (SELECT 1 FROM report_rubric)
            THEN printf('patience %d, at most %d rounds, under the rubric %s', patience,
                        max_rounds, (SELECT rubric FROM report_rubric))
            ELSE printf('patience %d, at most %d rounds, High %s, %d recent sources',
                        patience, max_rounds,
                        CASE WHEN high IS NULL THEN words
                             ELSE printf('from %.2f', high) END,
                        min_sources) END
FROM report_sides AS s, report_high AS h WHERE h.name = 'in force' ORDER BY side;

-- Names the runs that are left out. If no run is on both sides, gives a possible reason.
DROP TABLE IF EXISTS temp.report_alone;
CREATE TEMP TABLE report_alone(side, runs, example);
INSERT INTO report_alone
SELECT u.side, count(*), min(u.run_id)
FROM report_units AS u LEFT JOIN report_pairs AS p ON p.run_id = u.run_id
WHERE p.run_id IS NULL GROUP BY u.side;
CREATE TEMP TABLE report_listed(run_id);  -- nothing is listed yet
INSERT INTO report_examples SELECT example FROM report_alone;
SELECT printf('Only %s has %,d more, such as', side, runs)
    || CASE WHEN length(literal) <= 40 THEN ' ' ELSE char(10) END || literal
FROM report_alone JOIN report_literals ON value = example ORDER BY side;
SELECT printf('No run is on both: ids are %s in A and %s in B.', a.type, b.type)
FROM (SELECT max(typeof(run_id)) AS type FROM report_units WHERE side = 'A') AS a,
     (SELECT max(typeof(run_id)) AS type FROM report_units WHERE side = 'B') AS b
WHERE a.type <> b.type AND NOT EXISTS (SELECT 1 FROM report_pairs);
SELECT printf('%s: of %,d rows %,d have no run, %,d no verdict, %,d no score.', side,
              count(*), count(*) - count(run_id),
              count(why_missing(passed, 'flag')), count(why_missing(score, 'age')))
FROM report_rows GROUP BY side
HAVING count(run_id) < count(*) OR count(why_missing(passed, 'flag')) > 0
    OR count(why_missing(score, 'age')) > 0;

SELECT '';
SELECT 'How many pass              Rows  Clusters      Pass  Percent  95 % interval';
SELECT printf('%-21s%,10d%10s%,10d%9.1f  %s', label, n,
              CASE clusters WHEN n THEN '.' ELSE printf('%,d', clusters) END, passed,
              100 * share, CASE WHEN low IS NULL THEN 'none: one cluster'
                           ELSE printf('%5.1f ..%6.1f', 100 * low, 100 * high) END)
FROM (SELECT place, label, clusters, json_extract(rate, '$.n') AS n,
             json_extract(rate, '$.passed') AS passed,
             json_extract(rate, '$.rate') AS share, json_extract(rate, '$.low') AS low,
             json_extract(rate, '$.high') AS high
      FROM report_rates)
ORDER BY place, label;
SELECT 'No row says whether its run passed.'
WHERE NOT EXISTS (SELECT 1 FROM report_rates);

SELECT '';
SELECT 'A - B, run by run     Mean  95 % interval        A higher B higher   Equal     p';
SELECT printf('%-16s%10s  %-19s%,10d%,9d%,8d %5s', label,
              printf('%+' || substr(form, 2), scale * mean),
              CASE WHEN low IS NULL AND clusters < 2 THEN 'none: one cluster'
              WHEN low IS NULL THEN 'none: no spread'
              ELSE printf('%+' || substr(form, 2), scale * low) || ' .. '
                   || printf('%+' || substr(form, 2), scale * high) END,
              better, worse, equal,
              CASE WHEN p < 0.001 THEN '<.001' ELSE printf('%.3f', p) END)
FROM (SELECT place, label, clusters, scale, form, json_extract(j, '$.mean') AS mean,
             json_extract(j, '$.low') AS low, json_extract(j, '$.high') AS high,
             json_extract(j, '$.better') AS better, json_extract(j, '$.worse') AS worse,
             json_extract(j, '$.equal') AS equal, json_extract(j, '$.sign_p') AS p
      FROM report_differences WHERE j IS NOT NULL)
ORDER BY place;
SELECT 'Nothing can be compared.'
WHERE NOT EXISTS (SELECT 1 FROM report_differences WHERE j IS NOT NULL);
SELECT printf('Another round is %s in %,d runs.',
              CASE WHEN (SELECT count(weights) FROM report_sides) THEN 'best'
                   ELSE 'returned' END, sum(a_round <> b_round))
FROM report_pairs
GROUP BY 'all' HAVING NOT (SELECT max(is_given) FROM report_sides);

SELECT '';
SELECT 'If the interval of a mean contains 0, the difference may be chance. p is the';
SELECT 'chance that one coin for each run that differs gives counts this uneven.';
SELECT 'Runs in clusters have one coin for each cluster, by its mean difference.'
FROM report_differences AS d
WHERE clusters < json_extract(j, '$.n') GROUP BY 'all';
SELECT 'Each side has its own weights, so its index also changes with the weights.'
WHERE (SELECT count(weights) FROM report_sides);
SELECT 'Weights don''t decide who passes: a run passes if any of its rounds does.'
WHERE (SELECT count(weights) FROM report_sides);

DROP TABLE temp.report_listed;
CREATE TEMP TABLE report_listed AS
SELECT run_id, a_passed, b_passed, a_score, b_score, a_round, b_round, difference
FROM report_pairs
WHERE passes <> 0 OR difference <> 0 OR a_round <> b_round
ORDER BY coalesce(abs(difference), -1) DESC, coalesce(abs(passes), -1) DESC, run_id;

SELECT '';
SELECT '';
SELECT 'THE LARGEST DIFFERENCES';
SELECT '';
SELECT head || 'A               B               Difference' FROM report_title;
SELECT rtrim(r.head
    || printf('%-15.15s %-15.15s ',
              ltrim(printf('%s %s %s', coalesce(substr(s.a_round, 1, 5), ''),
                           CASE WHEN s.a_score IS NULL THEN ''
                                ELSE printf(f.form, s.a_score) END,
                           CASE WHEN s.a_passed IS NULL THEN ''
                                WHEN s.a_passed = 1 THEN 'pass'
                                WHEN s.a_passed = 0 THEN 'fail'
                                ELSE printf('%.0f%%', 100 * s.a_passed) END)),
              ltrim(printf('%s %s %s', coalesce(substr(s.b_round, 1, 5), ''),
                           CASE WHEN s.b_score IS NULL THEN ''
                                ELSE printf(f.form, s.b_score) END,
                           CASE WHEN s.b_passed IS NULL THEN ''
                                WHEN s.b_passed = 1 THEN 'pass'
                                WHEN s.b_passed = 0 THEN 'fail'
                                ELSE printf('%.0f%%', 100 * s.b_passed) END)))
    || CASE WHEN s.difference IS NULL THEN ''
            ELSE printf('%+' || substr(f.form, 2), s.difference) END)
FROM report_shown AS s CROSS JOIN report_form AS f
JOIN report_runs AS r ON r.run_id = s.run_id
ORDER BY s.place;
SELECT CASE WHEN EXISTS (SELECT 1 FROM report_differences WHERE j IS NOT NULL)
            THEN 'None: A and B are alike.' ELSE 'None.' END
WHERE NOT EXISTS (SELECT 1 FROM report_listed);
SELECT line FROM report_more;
