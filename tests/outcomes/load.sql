-- Makes a database from people's ratings of answers: see SOURCE.md in this folder.
--
--   rm -f build/ratings.db
--   sqlite3 build/ratings.db -cmd '.load build/assay' < tests/outcomes/load.sql
--
-- A question is a run, and its three answers are rounds. The names of reviewers are
-- numbers. The reviewer with the lowest number acts as the judge. That reviewer's ratings
-- become Coverage, Verification (correctness) and Agreement (overall). The other two
-- reviewers decide the outcome: an answer is good if the mean of their overall ratings is
-- 70 or more. The rounds meet the gate's other conditions.

.bail on
CREATE TEMP TABLE csv(passage, question, system, reviewer, correctness, coverage, overall,
                      correctness_rank, coverage_rank, overall_rank);
.import --csv --skip 1 tests/outcomes/ratings.csv csv
.read sql/schema.sql
.read sql/views.sql

BEGIN;
CREATE TEMP TABLE ratings AS
SELECT dense_rank() OVER (ORDER BY passage + 0, question + 0) AS run_id,
       passage || ' ' || question AS title,
       CASE system WHEN 'bart' THEN 1 WHEN 'bart-dpr' THEN 2 ELSE 3 END AS round,
       reviewer + 0 = min(reviewer + 0) OVER (PARTITION BY passage, question) AS judges,
       correctness / 100.0 AS correctness, coverage / 100.0 AS coverage,
       overall / 100.0 AS overall
FROM csv;

INSERT INTO runs SELECT DISTINCT run_id, title, NULL, NULL, '2022-05-23' FROM ratings;
INSERT INTO rounds
SELECT run_id, round, coverage, 1, overall, correctness, 1, 10, 0 FROM ratings
WHERE judges;
INSERT INTO outcomes
SELECT run_id, round, mean_of(overall) >= 0.7 FROM ratings WHERE NOT judges
GROUP BY run_id, round;
COMMIT;
DROP TABLE temp.csv;
DROP TABLE temp.ratings;
