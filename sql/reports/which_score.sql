-- Which score separates good answers from bad answers? Tries each dimension, the index
-- under each named weighting, and each judge.
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/which_score.sql
--
-- AUC is the chance that a good answer scores above a bad answer: 1/2 is guessing.
-- A score is calibrated if 8 of 10 answers with a score of .8 are good, 7 of 10 with .7,
-- and so on. Miscalibration is the part of the Brier score (the mean squared error) that
-- would disappear if every score were calibrated. Rounds of one run resemble each other,
-- so the intervals treat each run as one cluster. The report needs the tables outcomes
-- and judgements of sql/schema.sql and the views of sql/views.sql.

.bail on
.read sql/reports/labels.sql
INSERT INTO report_needs VALUES ('judgements', 'sql/no_judgements.sql');

DROP TABLE IF EXISTS temp.report_scored;
CREATE TEMP TABLE report_scored(kind, name, run_id, score, good);
INSERT INTO report_scored
SELECT 'dimension', n.column1, l.run_id,
       CASE n.column1 WHEN 'coverage' THEN l.coverage
                      WHEN 'source_quality' THEN l.source_quality
                      WHEN 'agreement' THEN l.agreement
                      WHEN 'verification' THEN l.verification ELSE l.recency END, l.good
FROM (VALUES ('coverage'), ('source_quality'), ('agreement'), ('verification'),
             ('recency')) AS n
CROSS JOIN report_labelled AS l WHERE l.good IS NOT NULL;
INSERT INTO report_scored
SELECT 'index', w.strategy, l.run_id,
       ci_score(l.coverage, l.source_quality, l.agreement, l.verification, l.recency,
                w.strategy), l.good
FROM assay_weights AS w CROSS JOIN report_labelled AS l WHERE l.good IS NOT NULL;

-- A judge's score of a round is the mean of the judge's scores for the dimensions.
INSERT INTO report_scored
SELECT 'judge', j.judge, l.run_id,
       mean_of(CASE WHEN why_missing(j.score, 'score') IS NULL THEN j.score END), l.good
FROM report_labelled AS l
CROSS JOIN judgements AS j ON j.run_id = +l.run_id AND j.round = +l.round
WHERE l.good IS NOT NULL AND j.judge IS NOT NULL
GROUP BY j.judge, l.run_id, l.round;

DROP TABLE IF EXISTS temp.report_told;
CREATE TEMP TABLE report_told AS
SELECT kind, name, json_extract(a, '$.n') AS n, json_extract(a, '$.bad') AS bad,
       json_extract(a, '$.auc') AS auc, json_extract(a, '$.low') AS low,
       json_extract(a, '$.high') AS high,
       json_extract(r, '$.miscalibration') AS miscalibration
FROM (SELECT kind, name, roc_auc(CASE WHEN why_missing(score, 'score') IS NULL
                                      THEN score END, good, run_id) AS a,
             reliability(score, good) AS r
      FROM report_scored GROUP BY kind, name)
WHERE a IS NOT NULL
ORDER BY round(auc, 12) DESC, kind, name;
INSERT INTO report_values SELECT name FROM report_told;

SELECT 'WHICH SCORE TELLS GOOD ANSWERS FROM BAD ONES';
DROP TABLE IF EXISTS temp.report_best;
CREATE TEMP TABLE report_best AS
SELECT t.*, CASE kind WHEN 'index' THEN 'the index under ' WHEN 'judge' THEN 'judge '
                      ELSE '' END || p.line AS label
FROM report_told AS t JOIN report_plain AS p ON p.value = t.name
WHERE low > 0.5 ORDER BY low DESC, t.rowid LIMIT 1;

SELECT printf('Surest is %!.40s:%sin %.0f %% of pairs the good answer scores above the '
              || 'bad one (%.0f to %.0f %%).', label, char(10), 100 * auc, 100 * low,
              100 * high)
FROM report_best;
SELECT printf('%,d of the other %,d scores may be as good: their intervals overlap.',
              sum(t.high >= b.low) - 1, count(*) - 1)
FROM report_told AS t CROSS JOIN report_best AS b GROUP BY 'all' HAVING count(*) > 1;
SELECT 'None is sure: no score beats guessing by more than chance.'
FROM report_told WHERE NOT EXISTS (SELECT 1 FROM report_best) GROUP BY 'all';
SELECT 'No score can be tried: this needs good and bad answers.'
WHERE NOT EXISTS (SELECT 1 FROM report_told);
SELECT line FROM report_cannot ORDER BY place;
SELECT '';
SELECT 'Score                      Labels   Bad    AUC  95 % interval  Miscalibr.';
SELECT printf('%!-25.25s%,8d%,6d  %.3f  %-15s%.3f%s', kind || ' ' || p.line, n, bad, auc,
              coalesce(printf('%.3f .. %.3f', low, high), 'too few runs'), miscalibration,
              CASE WHEN high < 0.5 THEN ' wrong way' WHEN low <= 0.5 THEN ' chance'
                   ELSE '' END)
FROM report_told AS t JOIN report_plain AS p ON p.value = t.name
ORDER BY t.rowid;
SELECT char(10) || 'Chance: the interval contains 0.5.'
FROM report_told WHERE low <= 0.5 GROUP BY 'all';
