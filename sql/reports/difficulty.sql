-- Difficulty: what if every question had been easy, normal or hard? The floor of the
-- tier High depends on the difficulty (ADR-007 section 7, action 5).
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/difficulty.sql
--
-- The report needs sql/views.sql, and prints 20 runs (set :rows for more). If you store
-- each question's difficulty, pass high_floor(difficulty) as the High floor to
-- gate_pass() or stop_report().

.bail on
.read sql/reports/start.sql
INSERT INTO report_needs VALUES ('difficulty', 'no rubric');

CREATE TEMP VIEW IF NOT EXISTS report_difficulties(position, difficulty) AS
VALUES (1, 'easy'), (2, 'normal'), (3, 'hard');

-- stop_report() takes one floor, but the floors of a difficulty may differ by dimension.
-- So each round gets one floor, `high`, that gives the same verdict as the five floors
-- (see reports/judged.sql).
CREATE TEMP VIEW IF NOT EXISTS report_difficult AS
SELECT d.position, j.run_id, j.round, j.coverage, j.source_quality, j.agreement,
       j.verification, j.recency, j.recent_sources, j.critical_contradictions,
       NOT (tier_meets(tier_of(coverage, 1, high_floor(difficulty, 'coverage'), 0),
                       'High')
            AND tier_meets(tier_of(source_quality, 1,
                                   high_floor(difficulty, 'source_quality'), 0), 'High')
            AND tier_meets(tier_of(agreement, 1, high_floor(difficulty, 'agreement'), 0),
                           'High')
            AND tier_meets(tier_of(verification, 1,
                                   high_floor(difficulty, 'verification'), 0), 'High')
            AND tier_meets(tier_of(recency, 1, high_floor(difficulty, 'recency'), 0),
                           'High')) AS high
FROM report_difficulties AS d CROSS JOIN report_judged AS j;

DROP TABLE IF EXISTS temp.report_ends;
CREATE TEMP TABLE report_ends(position, run_id, action, stop_round, ci, rounds);
INSERT INTO report_ends
SELECT r.position, r.run_id, t.action, t.round, t.ci_score, t.rounds
FROM (
  SELECT j.position, j.run_id,
         stop_report(j.round, j.coverage, j.source_quality, j.agreement, j.verification,
                     j.recency, j.recent_sources, j.critical_contradictions,
                     p.patience, p.max_rounds, j.high, p.min_sources) AS report
  FROM report_settings AS p CROSS JOIN report_difficult AS j
  GROUP BY j.position, j.run_id
) AS r, stop_rows(r.report) AS t;

SELECT 'DIFFICULTY OVER ' || head FROM report_head;
SELECT printf('What if every question had been easy, normal or hard? Patience %d, at '
              || 'most %d' || char(10) || 'rounds, %d recent sources.', patience,
              max_rounds, min_sources)
FROM report_settings;
SELECT '';
SELECT '           High   Pass  Halt  Patience  Max rounds  Continue   Rounds  Mean of';
SELECT '                                                               used    passes';
SELECT printf('%-10s %4s %6d %5d %9d %11d %9d %8d %8.2f', d.difficulty,
              CASE h.words WHEN 'by dimension' THEN '*'
                           ELSE replace(h.words, 'from ', '') END,
              sum(e.action = 'pass'), sum(e.action = 'halt_contradiction'),
              sum(e.action = 'patience_stop'), sum(e.action = 'max_rounds'),
              sum(e.action = 'continue'), sum(e.rounds),
              coalesce(mean_of(CASE e.action WHEN 'pass' THEN e.ci END), 0))
FROM report_difficulties AS d JOIN report_high AS h ON h.name = d.difficulty
LEFT JOIN report_ends AS e ON e.position = d.position
GROUP BY d.position;
SELECT '* The High floor differs by dimension.'
FROM report_high WHERE words = 'by dimension' AND name <> 'in force' GROUP BY 'all';

CREATE TEMP TABLE report_listed AS
SELECT run_id FROM report_ends
GROUP BY run_id
HAVING count(DISTINCT action || ' ' || coalesce(quote(stop_round), '')) > 1
ORDER BY run_id;

-- Short words for the actions: a line shows three, one for each difficulty.
DROP TABLE IF EXISTS temp.report_words;
CREATE TEMP TABLE report_words AS
SELECT s.place, e.position,
       CASE e.action WHEN 'pass' THEN 'pass '
                     WHEN 'halt_contradiction' THEN 'halt '
                     WHEN 'patience_stop' THEN 'patience '
                     WHEN 'max_rounds' THEN 'bound '
                     ELSE 'continue' END
       || coalesce((SELECT label FROM report_rounds AS b
                    WHERE b.run_id = s.run_id AND b.round = e.stop_round), '') AS word
FROM report_shown AS s JOIN report_ends AS e ON e.run_id = s.run_id;

SELECT '';
SELECT '';
SELECT 'RUNS THAT END DIFFERENTLY';
SELECT 'halt: halt_contradiction; patience: patience_stop; bound: max_rounds.';
SELECT '';
SELECT head || 'Easy         Normal       Hard' FROM report_title;
SELECT rtrim(r.head || printf('%-12.12s %-12.12s %-12.12s',
             max(CASE w.position WHEN 1 THEN w.word END),
             max(CASE w.position WHEN 2 THEN w.word END),
             max(CASE w.position WHEN 3 THEN w.word END)))
FROM report_shown AS s
JOIN report_runs AS r ON r.run_id = s.run_id
JOIN report_words AS w ON w.place = s.place
GROUP BY s.place
ORDER BY s.place;
SELECT line FROM report_more;
