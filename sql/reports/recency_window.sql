-- Recency windows: what if a source counted as recent for a shorter or a longer time, for
-- the fixed 183 days of old whatever its domain, or for as long as the sources of the run
-- themselves show? (ADR-007 section 5.4 and section 7, action 2.)
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/recency_window.sql
--
-- Needs the views of sql/views.sql; 80 columns wide. A run without source rows keeps the
-- numbers that it reported: nothing is known about the age of its sources.

.bail on
.mode list
.headers off

-- A what-if is a factor on the window of the source's domain, or a number of days.
CREATE TEMP TABLE windows(position, name, factor, days);
INSERT INTO windows VALUES
  (1, 'a quarter of it', 0.25, NULL), (2, 'half of it', 0.5, NULL),
  (3, 'in force', 1, NULL), (4, 'twice', 2, NULL), (5, 'four times', 4, NULL),
  (6, '183 days for all', NULL, 183), (7, 'as sources show', NULL, NULL);

-- The window that a run's own sources show; a source that two rounds cite counts once.
-- Where too few of them are dated, the window of the domain holds.
CREATE TEMP TABLE shown AS
SELECT run_id, freshness_window(age_days) AS days
FROM (SELECT DISTINCT run_id, source, age_days FROM source_recency)
GROUP BY run_id;

CREATE TEMP TABLE aged AS
SELECT w.position, a.run_id, a.round,
       is_recent(a.age_days, CASE w.position
                 WHEN 7 THEN coalesce(h.days, a.window_days)
                 ELSE coalesce(w.days, w.factor * a.window_days) END) AS recent
FROM windows AS w, source_recency AS a LEFT JOIN shown AS h ON h.run_id = a.run_id;

-- Recency and recent sources of every round under every what-if.
CREATE TEMP TABLE recency AS
SELECT w.position, s.run_id, s.round, s.recency, s.recent_sources
FROM windows AS w, round_scores AS s
WHERE s.recency_basis = 'reported'
UNION ALL
SELECT a.position, a.run_id, a.round, mean_of(a.recent), sum(a.recent)
FROM aged AS a JOIN round_scores AS s ON s.run_id = a.run_id AND s.round = a.round
GROUP BY a.position, a.run_id, a.round
UNION ALL
SELECT w.position, s.run_id, s.round, s.recency, s.recent_sources
FROM windows AS w, round_scores AS s
WHERE s.recency_basis = 'sources' AND s.recent_sources = 0 AND s.recency IS NULL;

CREATE TEMP TABLE judged AS
SELECT position, run_id, round, recency, recent_sources, gate_passed,
       tier_meets(tier_of(recency, 'recency'), 'High') AS recency_high, ci
FROM (
  SELECT q.*,
         gate_pass(s.coverage, s.source_quality, s.agreement, s.verification, q.recency,
                   q.recent_sources, s.critical_contradictions) AS gate_passed,
         ci_score(s.coverage, s.source_quality, s.agreement, s.verification,
                  q.recency) AS ci
  FROM recency AS q JOIN round_scores AS s ON s.run_id = q.run_id AND s.round = q.round
);

CREATE TEMP TABLE choices AS
SELECT position, run_id, best_round(round, gate_passed, ci) AS best,
       max(gate_passed) AS passes
FROM judged GROUP BY position, run_id;

CREATE TEMP TABLE changes AS
SELECT c.*, c.passes <> f.passes AS verdict_changed, c.best IS NOT f.best AS best_changed
FROM choices AS c JOIN choices AS f ON f.run_id = c.run_id AND f.position = 3;

SELECT printf('RECENCY WINDOWS OVER %d RUNS WITH %d ROUNDS',
              count(DISTINCT run_id), count(*))
FROM round_scores;
SELECT 'The window of a domain is the age in days up to which a source counts as recent.';
SELECT '';
SELECT 'Window             Mean      Recent   Rounds    Rounds   Runs that  Other best';
SELECT '                   Recency   sources  at High   passing  pass       round';
SELECT substr(w.name || '                    ', 1, 19)
    || printf('%.2f  %11.1f  %7d  %8d  %9d  %10d', mean_of(j.recency),
              mean_of(j.recent_sources), sum(j.recency_high), sum(j.gate_passed),
              (SELECT sum(passes) FROM choices AS c WHERE c.position = w.position),
              (SELECT sum(best_changed) FROM changes AS c WHERE c.position = w.position))
FROM windows AS w JOIN judged AS j ON j.position = w.position
GROUP BY w.position
ORDER BY w.position;

SELECT '';
SELECT 'What a run''s sources show is their median age: a half-life for recency_decay(),';
SELECT 'no cutoff. As one it calls half of the sources old, and hardly a round passes.';
SELECT '';
SELECT '';
SELECT 'RUNS WHOSE ANSWER CHANGES';
SELECT 'The best round under each window; with + it passes.';
SELECT '';
SELECT 'Run  Question                         1/4   1/2   1     2     4     183 d shown';
SELECT rtrim(printf('%3d  ', c.run_id)
             || substr(r.title || '                                        ', 1, 33)
             || group_concat(c.cell, ''))
FROM (
  SELECT run_id, verdict_changed OR best_changed AS changed,
         substr('R' || best || CASE passes WHEN 1 THEN '+' ELSE '' END || '      ',
                1, 6) AS cell
  FROM changes ORDER BY run_id, position
) AS c
JOIN runs AS r ON r.run_id = c.run_id
GROUP BY c.run_id
HAVING max(c.changed)
ORDER BY c.run_id;
