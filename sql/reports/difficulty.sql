-- Difficulty: what if every question had been easy, normal or hard? The High floor moves
-- with the difficulty (ADR-007 section 7, action 5).
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/difficulty.sql
--
-- Needs the views of sql/views.sql; 80 columns wide. A table that knows how hard each
-- question was would join it and pass high_floor(its difficulty) in the same place.

.bail on
.mode list
.headers off

CREATE TEMP VIEW difficulties(position, difficulty, high) AS
SELECT 1, 'easy', high_floor('easy') UNION ALL
SELECT 2, 'normal', high_floor('normal') UNION ALL
SELECT 3, 'hard', high_floor('hard');

CREATE TEMP TABLE replayed AS
SELECT r.position, r.run_id, t.action, t.round AS stop_round, t.best_round,
       t.ci_score AS ci, t.rounds AS rounds_used
FROM (
  SELECT d.position, s.run_id,
         stop_report(s.round, s.coverage, s.source_quality, s.agreement, s.verification,
                     s.recency, s.recent_sources, s.critical_contradictions,
                     1, 4, d.high, 10) AS report
  FROM difficulties AS d, round_scores AS s
  GROUP BY d.position, s.run_id
) AS r, stop_rows(r.report) AS t;

SELECT 'DIFFICULTY';
SELECT 'What if every question had been easy, normal or hard? Patience 1, at most 4';
SELECT 'rounds, 10 recent sources.';
SELECT '';
SELECT '           High   Pass  Halt  Patience  Max rounds  Continue   Rounds  Mean of';
SELECT '                                                               used    passes';
SELECT substr(d.difficulty || '           ', 1, 10)
    || printf(' %.2f %6d %5d %9d %11d %9d %8d %8.2f', d.high,
              sum(r.action = 'pass'), sum(r.action = 'halt_contradiction'),
              sum(r.action = 'patience_stop'), sum(r.action = 'max_rounds'),
              sum(r.action = 'continue'), sum(r.rounds_used),
              coalesce(mean_of(CASE r.action WHEN 'pass' THEN r.ci END), 0))
FROM difficulties AS d JOIN replayed AS r ON r.position = d.position
GROUP BY d.position
ORDER BY d.position;

-- Short words, so that three of them fit.
CREATE TEMP VIEW words AS
SELECT position, run_id,
       CASE action WHEN 'pass' THEN 'pass R' || stop_round
                   WHEN 'halt_contradiction' THEN 'halt R' || stop_round
                   WHEN 'patience_stop' THEN 'patience R' || stop_round
                   WHEN 'max_rounds' THEN 'bound R' || stop_round
                   ELSE 'continue' END AS word
FROM replayed;

SELECT '';
SELECT '';
SELECT 'RUNS THAT END DIFFERENTLY';
SELECT '';
SELECT 'Run  Question                         Easy         Normal       Hard';
SELECT rtrim(printf('%3d  ', r.run_id)
             || substr(r.title || '                                        ', 1, 33)
             || max(CASE w.position WHEN 1 THEN w.cell ELSE '' END)
             || max(CASE w.position WHEN 2 THEN w.cell ELSE '' END)
             || max(CASE w.position WHEN 3 THEN w.cell ELSE '' END))
FROM (SELECT *, substr(word || '             ', 1, 13) AS cell FROM words) AS w
JOIN runs AS r ON r.run_id = w.run_id
GROUP BY r.run_id
HAVING count(DISTINCT w.word) > 1
ORDER BY r.run_id;
