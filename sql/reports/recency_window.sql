-- Recency windows: what if a source counted as recent for a shorter or longer time than
-- the settings say?
-- What if the window were 183 days in every domain, as in the old rule? What if each run
-- used a window computed from the ages of its own sources? (ADR-007 section 5.4 and
-- section 7, action 2)
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/recency_window.sql
--
-- The report needs sql/views.sql, and prints 20 runs (set :rows for more). A run without
-- rows in the table sources keeps its reported Recency and number of recent sources
-- under every window, because the ages of its sources are unknown.

.bail on
.read sql/reports/start.sql
INSERT INTO report_needs VALUES ('rounds', 'no rubric');

-- The window computed from the ages of a run's own sources; a source that two rounds
-- cite counts once. If too few sources have a date, `days` is NULL, and each source has
-- the window of its domain. The query treats runs one by one, because finding repeated
-- sources among all runs at once takes twice as long.
DROP TABLE IF EXISTS temp.report_windows_shown;
CREATE TEMP TABLE report_windows_shown(run_id, days);
INSERT INTO report_windows_shown
SELECT run_id, (SELECT freshness_window(age_days)
                FROM (SELECT DISTINCT source, age_days FROM source_recency AS a
                      WHERE a.run_id = j.run_id))
FROM (SELECT DISTINCT run_id FROM report_judged) AS j;
CREATE INDEX temp.report_windows_shown_runs ON report_windows_shown(run_id);

-- The sources of each round, and how many of them are recent under each what-if. Each
-- what-if uses other windows: the window of the source's domain times a factor, the same
-- number of days for all domains, or the run's own window.
DROP TABLE IF EXISTS temp.report_sums;
CREATE TEMP TABLE report_sums(run_id, round, sums);
INSERT INTO report_sums
SELECT run_id, round, (
  SELECT json_array(count(*),
                    sum(is_recent(age_days, 0.25 * window_days)),
                    sum(is_recent(age_days, 0.5 * window_days)),
                    sum(is_recent(age_days, window_days)),
                    sum(is_recent(age_days, 2 * window_days)),
                    sum(is_recent(age_days, 4 * window_days)),
                    sum(is_recent(age_days, 183)),
                    sum(is_recent(age_days, coalesce(j.days, window_days))))
  FROM (SELECT age_days, window_days FROM source_recency AS a
        WHERE a.run_id = j.run_id AND a.round = j.round LIMIT -1))
FROM (SELECT DISTINCT d.run_id, d.round, h.days
      FROM report_judged AS d
      LEFT JOIN report_windows_shown AS h ON h.run_id = d.run_id) AS j;

DROP TABLE IF EXISTS temp.report_counted;
CREATE TEMP TABLE report_counted(run_id, round, sources, w1, w2, w3, w4, w5, w6, w7);
INSERT INTO report_counted
SELECT run_id, round, json_extract(sums, '$[0]'), json_extract(sums, '$[1]'),
       json_extract(sums, '$[2]'), json_extract(sums, '$[3]'), json_extract(sums, '$[4]'),
       json_extract(sums, '$[5]'), json_extract(sums, '$[6]'), json_extract(sums, '$[7]')
FROM report_sums;
CREATE INDEX temp.report_counted_rounds ON report_counted(run_id, round);

DROP TABLE IF EXISTS temp.report_windows;
CREATE TEMP TABLE report_windows(position INTEGER PRIMARY KEY, name);
INSERT INTO report_windows VALUES
  (1, 'a quarter of it'), (2, 'half of it'), (3, 'in force'), (4, 'twice'),
  (5, 'four times'), (6, '183 days for all'), (7, 'as sources show');

CREATE TEMP VIEW IF NOT EXISTS report_recency AS
SELECT w.position, s.*, c.sources,
       CASE w.position WHEN 1 THEN c.w1 WHEN 2 THEN c.w2 WHEN 3 THEN c.w3
                       WHEN 4 THEN c.w4 WHEN 5 THEN c.w5 WHEN 6 THEN c.w6
                       WHEN 7 THEN c.w7 END AS recent
FROM report_windows AS w CROSS JOIN report_judged AS s
LEFT JOIN report_counted AS c ON c.run_id = s.run_id AND c.round = s.round;

DROP TABLE IF EXISTS temp.report_what_if;
CREATE TEMP TABLE report_what_if(
  position, run_id, round, recency, recent_sources, gate_passed, ci
);
INSERT INTO report_what_if
SELECT position, run_id, round, recency, recent_sources,
       gate_pass(coverage, source_quality, agreement, verification, recency,
                 recent_sources, critical_contradictions),
       ci_score(coverage, source_quality, agreement, verification, recency)
FROM (
  SELECT position, run_id, round, coverage, source_quality, agreement, verification,
         critical_contradictions,
         CASE WHEN recent IS NULL THEN recency ELSE 1.0 * recent / sources END AS recency,
         CASE WHEN recent IS NULL THEN recent_sources ELSE recent END AS recent_sources
  FROM report_recency
);

DROP TABLE IF EXISTS temp.report_choices;
CREATE TEMP TABLE report_choices(position, run_id, best, passes);
INSERT INTO report_choices
SELECT position, run_id, best_round(round, gate_passed, ci), max(gate_passed)
FROM report_what_if GROUP BY position, run_id;
CREATE INDEX temp.report_choices_runs ON report_choices(run_id, position);

CREATE TEMP VIEW IF NOT EXISTS report_changes AS
SELECT c.*, c.passes <> f.passes AS verdict_changed, c.best IS NOT f.best AS best_changed
FROM report_choices AS c
JOIN report_choices AS f ON f.run_id = c.run_id AND f.position = 3;

SELECT 'RECENCY WINDOWS OVER ' || head FROM report_head;
SELECT 'The window of a domain is the age in days up to which a source counts as recent.';
SELECT '';
SELECT 'Window             Mean      Recent   Rounds    Rounds   Runs that  Other best';
SELECT '                   Recency   sources  at High   passing  pass       round';
SELECT printf('%-19s%.2f  %11.1f  %7d  %8d  %9d  %10d', w.name, j.recency,
              j.recent_sources, j.high, j.passing, c.passes, f.other)
FROM report_windows AS w
JOIN (SELECT position, mean_of(recency) AS recency,
             mean_of(recent_sources) AS recent_sources,
             sum(tier_meets(tier_of(recency, 'recency'), 'High')) AS high,
             sum(gate_passed) AS passing
      FROM report_what_if GROUP BY position) AS j ON j.position = w.position
JOIN (SELECT position, sum(passes) AS passes
      FROM report_choices GROUP BY position) AS c ON c.position = w.position
JOIN (SELECT position, sum(best_changed) AS other
      FROM report_changes GROUP BY position) AS f ON f.position = w.position
ORDER BY w.position;

SELECT '';
SELECT 'A run''s sources show their median age: a half-life for recency_decay(), not a';
SELECT 'cutoff. As a cutoff it makes half of the sources old, and few rounds pass.';

-- First runs whose verdict changes, then the others; in both groups, most changes first.
CREATE TEMP TABLE report_listed AS
SELECT run_id FROM report_changes
GROUP BY run_id
HAVING max(verdict_changed OR best_changed)
ORDER BY max(verdict_changed) DESC, sum(verdict_changed OR best_changed) DESC, run_id;

SELECT '';
SELECT '';
SELECT 'RUNS WHOSE ANSWER CHANGES';
SELECT 'The best round under each window; with + it passes.';
SELECT '';
SELECT head || '1/4   1/2   1     2     4     183 d shown' FROM report_title;
SELECT r.head || rtrim(group_concat(s.cell, ''))
FROM (
  SELECT s.place, s.run_id,
         printf('%-6s', (SELECT label FROM report_rounds AS b
                         WHERE b.run_id = s.run_id AND b.round = c.best)
                        || CASE WHEN c.passes THEN '+' ELSE '' END) AS cell
  FROM report_shown AS s
  JOIN report_choices AS c ON c.run_id = s.run_id
  ORDER BY s.place, c.position
) AS s
JOIN report_runs AS r ON r.run_id = s.run_id
GROUP BY s.place
ORDER BY s.place;
SELECT line FROM report_more;
