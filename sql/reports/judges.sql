-- The judges: do they agree, does one judge score above or below the others, and what did
-- a judge leave out?
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/judges.sql
--
-- The report reads the tables judgements, runs and rounds of sql/schema.sql; for a
-- history without judgements read sql/no_judgements.sql first. A unit is one dimension
-- of one round of a run. For a rubric, its scores are the dimensions, and only rounds
-- with evidence count. The report prints 20 rows in a list (set :rows for more).

.bail on
.read sql/reports/lists.sql

INSERT INTO report_needs
VALUES ('runs', 'sql/schema.sql'), ('rounds', 'sql/schema.sql'),
       ('judgements', 'sql/schema.sql');

-- All judgements; for a rubric, only those of its scores in rounds with evidence.
CREATE TEMP VIEW IF NOT EXISTS report_judgements AS
SELECT run_id, round, lower(dimension) AS dimension, judge, family, score
FROM judgements AS j
WHERE NOT EXISTS (SELECT 1 FROM report_rubric)
   OR lower(dimension) IN (SELECT dimension FROM report_own_floors)
      AND EXISTS (SELECT 1 FROM report_evidence AS e
                  WHERE e.run_id = +j.run_id AND e.round = +j.round);
DROP TABLE IF EXISTS temp.report_own_floors;
CREATE TEMP TABLE report_own_floors AS
SELECT lower(a.name) AS dimension, a.elite, a.high, a.medium
FROM assay_rubrics AS a JOIN report_rubric AS r ON r.rubric = a.rubric
WHERE a.part = 'score';

-- A judge has one score for a unit: the mean of the usable scores, if there are several.
-- If no score can be used, the unit has no score of this judge. A judge without a family
-- counts as a family of its own.
DROP TABLE IF EXISTS temp.report_said;
CREATE TEMP TABLE report_said(run, unit, run_id, round, dimension, judge, family, score);
INSERT INTO report_said
SELECT dense_rank() OVER (ORDER BY run_id),
       dense_rank() OVER (ORDER BY run_id, round, dimension),
       run_id, round, dimension, judge, family, score
FROM (
  SELECT run_id, round, dimension, judge, max(family) AS family,
         mean_of(CASE WHEN why_missing(score, 'score') IS NULL THEN score END) AS score
  FROM report_judgements
  WHERE run_id IS NOT NULL AND round IS NOT NULL AND dimension IS NOT NULL
    AND judge IS NOT NULL
  GROUP BY run_id, round, dimension, judge
);
CREATE INDEX temp.report_said_rounds ON report_said(run_id, round);

DROP TABLE IF EXISTS temp.report_sizes;
CREATE TEMP TABLE report_sizes AS
SELECT count(score) AS scores, count(DISTINCT judge) AS judges,
       count(DISTINCT coalesce('family ' || family, 'judge ' || judge)) AS families,
       count(DISTINCT unit) AS units, count(DISTINCT run) AS runs
FROM report_said;

SELECT 'JUDGES';
SELECT printf('%,d scores by %,d judge%s of %,d famil%s, of %,d units in %,d runs.',
              scores, judges, CASE judges WHEN 1 THEN '' ELSE 's' END, families,
              CASE families WHEN 1 THEN 'y' ELSE 'ies' END, units, runs)
FROM report_sizes;
SELECT 'A unit is a dimension of a round of a run.';
SELECT printf('Of %,d rounds %,d were scored by nobody.', count(*),
              count(*) - count(judged))
FROM (SELECT (SELECT 1 FROM report_said AS s
              WHERE s.run_id = +d.run_id AND s.round = +d.round AND s.score IS NOT NULL)
                AS judged
      FROM (SELECT DISTINCT run_id, round FROM rounds) AS d);
SELECT printf('Left out: %,d rows without run, round, dimension or judge; of scores',
              count(*) FILTER (WHERE unnamed))
    || char(10) || printf('%,d that are NULL and %,d that are no number from 0 to 1.',
                          count(*) FILTER (WHERE NOT unnamed AND why = 'null'),
                          count(*) FILTER (WHERE NOT unnamed AND why <> 'null'))
FROM (SELECT run_id IS NULL OR round IS NULL OR dimension IS NULL OR judge IS NULL
               AS unnamed, why_missing(score, 'score') AS why FROM report_judgements)
WHERE unnamed OR why IS NOT NULL
GROUP BY 'all';

INSERT INTO report_values
SELECT judge FROM report_said UNION SELECT family FROM report_said
UNION SELECT dimension FROM report_said;

-- Computes Krippendorff's alpha (how well judges agree) of the scores and of their
-- tiers. For tiers it is the ordinal alpha, because tiers have an order but no
-- distances.
DROP TABLE IF EXISTS temp.report_counted;
CREATE TEMP TABLE report_counted AS
SELECT *, count(score) OVER (PARTITION BY unit) AS judges,
       tier_rank(CASE WHEN f.high IS NULL THEN tier_of(score, dimension)
                      ELSE tier_of(score, f.elite, f.high, f.medium) END) AS tier
FROM report_said LEFT JOIN report_own_floors AS f USING (dimension);

DROP TABLE IF EXISTS temp.report_agreement;
CREATE TEMP TABLE report_agreement AS
SELECT dimension, count(DISTINCT unit) AS units,
       count(DISTINCT CASE WHEN judges > 1 THEN unit END) AS shared,
       min(judges) AS least, max(judges) AS most,
       krippendorff_alpha(unit, score) AS scores,
       krippendorff_alpha(unit, tier, 'ordinal') AS tiers
FROM report_counted GROUP BY dimension;
INSERT INTO report_agreement
SELECT NULL, count(DISTINCT unit), count(DISTINCT CASE WHEN judges > 1 THEN unit END),
       min(judges), max(judges), krippendorff_alpha(unit, score),
       krippendorff_alpha(unit, tier, 'ordinal')
FROM report_counted;

SELECT '';
SELECT '';
SELECT 'DO THEY AGREE';
SELECT 'Krippendorff''s alpha: 1 if all judges agree, 0 if they agree only by chance.';
SELECT 'Krippendorff asks for 0.80, or for 0.667 if conclusions are tentative.';
SELECT '';
SELECT 'Dimension                 Units  by 2 or more   Judges a unit    Scores   Tiers';
SELECT printf('%!-20.20s%,11d%,14d%16s%10s%8s',
              CASE WHEN a.dimension IS NULL THEN 'all together'
                   ELSE replace(n.line, '_', ' ') END, a.units, a.shared,
              CASE WHEN a.units = 0 THEN '.' WHEN a.least = a.most
                   THEN printf('%,d', a.least)
                   ELSE printf('%,d..%,d', a.least, a.most) END,
              CASE WHEN a.scores IS NULL THEN 'none'
                   ELSE printf('%.3f', round(a.scores, 3) + 0.0) END,
              CASE WHEN a.tiers IS NULL THEN 'none'
                   ELSE printf('%.3f', round(a.tiers, 3) + 0.0) END)
FROM report_agreement AS a LEFT JOIN report_plain AS n ON n.value = a.dimension
WHERE a.rowid <= (SELECT rows FROM report_limit) OR a.dimension IS NULL
ORDER BY a.rowid;
SELECT 'none: no unit has two judges, or all of its values are the same.'
FROM report_agreement WHERE scores IS NULL OR tiers IS NULL GROUP BY 'all';

-- Compares each judge with the mean of the other judges of the unit. If a family has
-- several judges, it also compares the family's mean with the mean of the other
-- families. Units of one run resemble each other, so the interval is by runs (clusters),
-- not by units. Scores are compared to 12 decimals.
DROP TABLE IF EXISTS temp.report_against;
CREATE TEMP TABLE report_against AS
SELECT kind, name, max(family) AS family, count(*) AS units, count(DISTINCT run) AS runs,
       paired_difference(round(score, 12), round(others, 12), run) AS j
FROM (
  SELECT kind, name, family, run, score, (mean * n - score) / nullif(n - 1, 0) AS others
  FROM (
    SELECT 'judge' AS kind, judge AS name, family, run, score,
           mean_of(score) OVER unit AS mean, count(*) OVER unit AS n
    FROM report_said WHERE score IS NOT NULL
    WINDOW unit AS (PARTITION BY unit)
    UNION ALL
    SELECT 'family', name, NULL, run, score, mean_of(score) OVER unit,
           count(*) OVER unit
    FROM (SELECT unit, run, max(family) AS name, mean_of(score) AS score
          FROM report_said WHERE score IS NOT NULL
          GROUP BY unit, coalesce('family ' || family, 'judge ' || judge))
    WINDOW unit AS (PARTITION BY unit)
  )
)
GROUP BY kind, name;
DELETE FROM report_against
WHERE kind = 'family'
  AND name NOT IN (SELECT family FROM report_said WHERE family IS NOT NULL
                   GROUP BY family HAVING count(DISTINCT judge) > 1);
DELETE FROM report_against WHERE kind = 'family' AND name IS NULL;
INSERT INTO report_against
SELECT 'judge', judge, max(family), 0, 0, NULL
FROM report_said GROUP BY judge HAVING count(score) = 0;

DROP TABLE IF EXISTS temp.report_judges;
CREATE TEMP TABLE report_judges AS
SELECT kind, name, family, units, json_extract(j, '$.clusters') AS runs,
       json_extract(j, '$.mean') AS mean,
       json_extract(j, '$.low') AS low, json_extract(j, '$.high') AS high,
       json_extract(j, '$.better') AS better, json_extract(j, '$.worse') AS worse,
       json_extract(j, '$.sign_p') AS sign_p
FROM report_against
ORDER BY kind DESC, coalesce(abs(json_extract(j, '$.mean')), -1) DESC, name;

-- The more judges there are, the more often one judge is far from the others by chance.
-- So the p of each judge's sign test is corrected (Holm 1979). Of m comparisons the least
-- p is multiplied by m, the next p by m - 1, and so on; no p becomes less than the p
-- before it. A judge who shares no unit with another judge is not compared.
DROP TABLE IF EXISTS temp.report_corrected;
CREATE TEMP TABLE report_corrected(judge INTEGER PRIMARY KEY, p);
INSERT INTO report_corrected
SELECT judge, min(1.0, max(p) OVER (ORDER BY place ROWS UNBOUNDED PRECEDING))
FROM (SELECT judge, place, (count(*) OVER () - place + 1) * sign_p AS p
      FROM (SELECT rowid AS judge, sign_p,
                   row_number() OVER (ORDER BY sign_p, rowid) AS place
            FROM report_judges WHERE sign_p IS NOT NULL));

SELECT '';
SELECT '';
SELECT 'EACH JUDGE AGAINST THE OTHERS';
SELECT 'How far a judge is above the mean of the other judges of the same unit, with a';
SELECT '95 % interval by runs, and on how many units above or below. p is from a sign';
SELECT 'test of runs, each by its mean'
    || CASE WHEN count(sign_p) < 2 THEN '.'
            ELSE printf(', by Holm''s correction for these %,d comparisons.',
                        count(sign_p)) END
FROM report_judges;
SELECT 'The farthest come first; a family is the mean of its judges against the other';
SELECT 'families.';
SELECT '';
SELECT 'Judge or family     Units Missing Above by  95 % interval     Above  Below     p';
SELECT printf('%!-17.17s%,8d%8s%9s  %-16s%7d%7d %5s',
              CASE kind WHEN 'judge' THEN '' ELSE 'family ' END || n.line, g.units,
              CASE WHEN kind = 'family' OR s.units = g.units THEN '.'
                   ELSE printf('%,d', s.units - g.units) END,
              CASE WHEN mean IS NULL THEN '.'
                   ELSE replace(replace(printf('%+.3f', mean), '-0.000', '0.000'),
                                '+0.000', '0.000') END,
              CASE WHEN mean IS NULL THEN 'no other judge'
                   WHEN low IS NULL AND g.runs < 2 THEN 'none: one run'
                   WHEN low IS NULL THEN 'none: no spread'
                   ELSE replace(replace(printf('%+.3f .. %+.3f', low, high), '-0.000',
                                        '0.000'), '+0.000', '0.000') END,
              coalesce(better, 0), coalesce(worse, 0),
              CASE WHEN p IS NULL THEN '.' WHEN p < 0.001 THEN '<.001'
                   ELSE printf('%.3f', p) END)
FROM report_judges AS g CROSS JOIN report_sizes AS s
JOIN report_plain AS n ON n.value = g.name
LEFT JOIN report_corrected AS c ON c.judge = g.rowid
WHERE g.rowid <= (SELECT rows FROM report_limit)
ORDER BY g.rowid;
SELECT printf('and %,d more, with `.param set :rows all`', count(*)) FROM report_judges
WHERE rowid > (SELECT rows FROM report_limit) GROUP BY 'all';
SELECT 'One judge alone can''t be compared.' FROM report_sizes WHERE judges = 1;
SELECT 'Nobody has judged anything.' FROM report_sizes WHERE judges = 0;

CREATE TEMP TABLE report_listed AS
SELECT r.run_id, r.run, r.units, r.units * s.judges AS wanted,
       r.units * s.judges - r.scores AS missing
FROM (SELECT run, min(run_id) AS run_id, count(DISTINCT unit) AS units,
             count(score) AS scores
      FROM report_said GROUP BY run) AS r, report_sizes AS s
WHERE r.units * s.judges > r.scores
ORDER BY missing DESC, r.run;
CREATE INDEX temp.report_said_runs ON report_said(run, judge);

CREATE TEMP VIEW IF NOT EXISTS report_absent AS
SELECT place, group_concat(judge || ' ' || missing, ', ') AS who
FROM (
  SELECT s.place, n.line AS judge, s.units - (
           SELECT count(score) FROM report_said AS h
           WHERE h.run = s.run AND h.judge = j.name) AS missing
  FROM report_shown AS s CROSS JOIN report_judges AS j
  JOIN report_plain AS n ON n.value = j.name
  WHERE j.kind = 'judge'
  ORDER BY s.place, missing DESC, n.line
)
WHERE missing > 0
GROUP BY place;

SELECT '';
SELECT '';
SELECT 'WHO IS MISSING';
SELECT 'How many scores a run lacks, and of which judges. It would lack none if every';
SELECT 'judge had scored every unit of the run that any judge scored.';
SELECT '';
SELECT head || ' Missing      of  Whose' FROM report_title
WHERE EXISTS (SELECT 1 FROM report_listed);
SELECT r.head || printf('%,8d%,8d  %!.24s', s.missing, s.wanted, a.who)
FROM report_shown AS s JOIN report_runs AS r ON r.run_id = s.run_id
JOIN report_absent AS a ON a.place = s.place
ORDER BY s.place;
SELECT 'Nobody.' WHERE NOT EXISTS (SELECT 1 FROM report_listed);
SELECT line FROM report_more;
