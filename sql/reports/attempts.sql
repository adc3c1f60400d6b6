-- Several attempts at each question: how likely is it that at least one of k attempts
-- passes (pass@k), and that all k pass (pass^k)?
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/attempts.sql
--
-- The report reads a table or view `attempts` with one row per attempt and the columns
--   question  the question that was tried, of any type
--   passed    1 or 0; any other value is no attempt
-- Decide beforehand how often you try each question. If you stop at the first pass, the
-- rates are too high. If attempts are runs that share a title, make the view by
--   CREATE TEMP VIEW attempts AS
--   SELECT title AS question, gate_passed AS passed FROM run_decisions;
-- If attempts come from promptfoo's --repeat, read sql/adapters/promptfoo.sql, then run
--   CREATE TEMP VIEW attempts AS
--   SELECT test || ' ' || test_name AS question, passed FROM promptfoo_verdicts
--   WHERE eval_id = '...' AND prompt_idx = 0;
-- In the list of questions k is 3; `.param set :k 5` sets another k. If no question has k
-- attempts, k becomes the largest number of attempts of a question. The report prints 20
-- questions (set :rows for more).

.bail on
.read sql/reports/lists.sql

INSERT INTO report_needs VALUES ('attempts', 'sql/reports/attempts.sql');

DROP TABLE IF EXISTS temp.report_tried;
CREATE TEMP TABLE report_tried(question, passed);
INSERT INTO report_tried
SELECT question, passed + 0 FROM attempts
WHERE question IS NOT NULL AND why_missing(passed, 'flag') IS NULL;
CREATE INDEX temp.report_tried_questions ON report_tried(question, passed);

DROP TABLE IF EXISTS temp.report_questions;
CREATE TEMP TABLE report_questions AS
SELECT question, count(*) AS attempts, sum(passed) AS passes
FROM report_tried GROUP BY question;

SELECT 'ATTEMPTS';
SELECT printf('%,d attempts at %,d question%s, ', coalesce(sum(attempts), 0), count(*),
              CASE count(*) WHEN 1 THEN '' ELSE 's' END)
    || CASE WHEN count(*) = 0 THEN 'none each'
            WHEN min(attempts) = max(attempts) THEN printf('%,d each', min(attempts))
            ELSE printf('%,d to %,d each', min(attempts), max(attempts)) END
    || coalesce((SELECT printf('; %,d row%s left out', count(*),
                        CASE count(*) WHEN 1 THEN '' ELSE 's' END) FROM attempts
                 WHERE question IS NULL OR why_missing(passed, 'flag') IS NOT NULL
                 GROUP BY 'all'), '') || '.'
FROM report_questions;
SELECT printf('%,d always pass, %,d never, %,d now and then.',
              count(CASE WHEN passes = attempts THEN 1 END),
              count(CASE WHEN passes = 0 THEN 1 END),
              count(CASE WHEN passes BETWEEN 1 AND attempts - 1 THEN 1 END))
FROM report_questions;

-- The values of k: 1 to 10, then 20, 50, 100, 200 and so on, as long as a question has k
-- attempts.
DROP TABLE IF EXISTS temp.report_ks;
CREATE TEMP TABLE report_ks(k INTEGER PRIMARY KEY);
INSERT INTO report_ks
WITH RECURSIVE tens(k) AS (SELECT 1 UNION ALL SELECT 10 * k FROM tens WHERE k < 1e9)
SELECT column1 FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9))
WHERE column1 <= (SELECT max(attempts) FROM report_questions)
UNION
SELECT column1 * k FROM tens, (VALUES (10), (20), (50))
WHERE column1 * k <= (SELECT max(attempts) FROM report_questions);

DROP TABLE IF EXISTS temp.report_of_k;
CREATE TEMP TABLE report_of_k AS
SELECT k, count(at_k) AS questions, count(*) - count(at_k) AS fewer,
       tier_confidence(at_k, NULL) AS at_k, tier_confidence(hat_k, NULL) AS hat_k
FROM (SELECT n.k, pass_at_k(t.passed, n.k) AS at_k, pass_hat_k(t.passed, n.k) AS hat_k
      FROM report_ks AS n CROSS JOIN report_tried AS t
      GROUP BY n.k, t.question)
GROUP BY k;

SELECT '';
SELECT 'pass@k: at least one of k attempts passes; pass^k: all k pass. Means over the';
SELECT 'questions with k attempts, with 95 % intervals for questions like these. Right';
SELECT 'only if you decided beforehand how often to try, and did not stop at a pass.';
SELECT '';
SELECT '    k  Questions  With fewer   pass@k  95 % interval     pass^k  95 % interval';
SELECT printf('%5d%,11d%12s%9.3f  %-15s%9.3f  %s', k, questions,
              CASE fewer WHEN 0 THEN '.' ELSE printf('%,d', fewer) END, at_mean,
              CASE WHEN at_low IS NULL THEN 'none: one'
                   WHEN at_low = at_high THEN 'none: all alike'
                   ELSE printf('%.3f .. %.3f', at_low, at_high) END, hat_mean,
              CASE WHEN hat_low IS NULL THEN 'none: one'
                   WHEN hat_low = hat_high THEN 'none: all alike'
                   ELSE printf('%.3f .. %.3f', hat_low, hat_high) END)
FROM (SELECT k, questions, fewer, json_extract(at_k, '$.mean') AS at_mean,
             json_extract(at_k, '$.low') AS at_low,
             json_extract(at_k, '$.high') AS at_high,
             json_extract(hat_k, '$.mean') AS hat_mean,
             json_extract(hat_k, '$.low') AS hat_low,
             json_extract(hat_k, '$.high') AS hat_high
      FROM report_of_k)
ORDER BY k;
SELECT 'The means leave out questions with fewer than k attempts: don''t compare rows'
    || char(10) || 'with different numbers of questions.'
FROM report_of_k WHERE fewer > 0 GROUP BY 'all';

-- The list starts with questions whose pass rate is nearest to 1/2, because one attempt
-- says least about them.
DROP TABLE IF EXISTS temp.report_k;
CREATE TEMP TABLE report_k AS
SELECT CASE WHEN k = CAST(k AS INTEGER) THEN min(k + 0, coalesce(most, k + 0)) ELSE k END
         AS k, k + 0 > most AND :k IS NOT NULL AS is_lowered
FROM (SELECT coalesce(:k, 3) AS k,
             (SELECT max(attempts) FROM report_questions) AS most);

CREATE TEMP TABLE report_listed AS
SELECT question AS run_id, attempts, passes FROM report_questions
WHERE passes > 0 AND passes < attempts
ORDER BY abs(2 * passes - attempts) * 1.0 / attempts, attempts DESC, question;

SELECT '';
SELECT '';
SELECT 'QUESTIONS THAT PASS NOW AND THEN';
SELECT printf('The questions about which one attempt says least come first; k is %s.', k)
FROM report_k;
SELECT printf('No question has %s attempts, so k is the largest number of them.', :k)
FROM report_k WHERE is_lowered;
SELECT '';
INSERT INTO report_values SELECT run_id FROM report_shown;
SELECT 'Question                               Attempts    Pass  Percent  pass@k  pass^k'
WHERE EXISTS (SELECT 1 FROM report_listed);
SELECT printf('%!-36.36s%,11d%,8d%9.1f%8s%8s', line, attempts, passes,
              100.0 * passes / attempts,
              CASE WHEN at_k IS NULL THEN '.' ELSE printf('%.3f', at_k) END,
              CASE WHEN hat_k IS NULL THEN '.' ELSE printf('%.3f', hat_k) END)
FROM (
  SELECT s.place, s.attempts, s.passes, pass_at_k(t.passed, k.k) AS at_k,
         pass_hat_k(t.passed, k.k) AS hat_k,
         p.line
  FROM report_shown AS s CROSS JOIN report_k AS k
  JOIN report_plain AS p ON p.value = s.run_id
  JOIN report_tried AS t ON t.question = s.run_id
  GROUP BY s.place
)
ORDER BY place;
SELECT 'None.' WHERE NOT EXISTS (SELECT 1 FROM report_listed);
SELECT line FROM report_more;
