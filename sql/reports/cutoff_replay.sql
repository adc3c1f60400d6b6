-- What would the relevance gate decide on the stored scores with each cutoff (the least
-- relevance) and each mode? A mode says how many kept sources a report needs.
--
--   sqlite3 research.db -cmd '.load build/assay' < sql/reports/cutoff_replay.sql
--
-- The report needs sql/retrieval/views.sql, and prints 20 runs for each mode (set :rows
-- for more). A missing score counts as the settings' default, as in the relevance gate.

.bail on
.read sql/reports/lists.sql
INSERT INTO report_needs VALUES ('rounds', 'no rubric');
INSERT INTO report_needs VALUES ('source_relevance', 'sql/retrieval/views.sql');

DROP TABLE IF EXISTS temp.report_relevance;
CREATE TEMP TABLE report_relevance(run_id, mode, score, is_unread);
INSERT INTO report_relevance
SELECT run_id, mode, score, unread = chunks FROM source_relevance;

-- One row per run, mode and cutoff. in_force is 1 if the run had this mode, and the
-- settings give the mode this cutoff.
DROP TABLE IF EXISTS temp.report_replay;
CREATE TEMP TABLE report_replay(
  run_id, mode, cutoff, scored, survived, decision, in_force
);
INSERT INTO report_replay
SELECT s.run_id, m.mode, s.cutoff, s.scored, s.survived,
       relevance_decision(s.survived, m.mode),
       coalesce(s.own_mode = m.mode COLLATE NOCASE AND m.cutoff = s.cutoff, 0)
FROM (
  SELECT r.run_id, r.mode AS own_mode, c.column1 AS cutoff, count(*) AS scored,
         sum(relevance_keep(r.score, c.column1)) AS survived
  FROM (VALUES (1), (2), (3), (4), (5)) AS c CROSS JOIN report_relevance AS r
  GROUP BY r.run_id, r.mode, c.column1
) AS s
CROSS JOIN assay_modes AS m;
CREATE INDEX temp.report_replay_runs ON report_replay(run_id, mode, cutoff);

CREATE TEMP TABLE report_listed AS
SELECT DISTINCT run_id FROM report_replay ORDER BY run_id;

-- A line has a cell of 8 characters for each of the five cutoffs. A cell has the number
-- of kept sources, the decision, and a star at the cutoff that the run had. Lines below
-- the runs count the runs with each decision.
DROP VIEW IF EXISTS temp.report_cells;
CREATE TEMP VIEW report_cells AS
SELECT place, mode, run_id, scored,
       group_concat(printf('%5d ', survived)
                    || CASE decision WHEN 'full_report' THEN 'F'
                                     WHEN 'short_report' THEN 'S' ELSE '-' END
                    || CASE WHEN in_force THEN '*' ELSE ' ' END, '') AS cells
FROM (SELECT s.place, r.* FROM report_shown AS s
      JOIN report_replay AS r ON r.run_id = s.run_id
      ORDER BY r.mode, s.place, r.cutoff)
GROUP BY mode, place;

CREATE TEMP VIEW IF NOT EXISTS report_totals AS
SELECT place, title, mode, group_concat(printf('%-8s', printf('%5d', runs)), '') AS cells
FROM (
  SELECT d.column1 AS place, d.column3 AS title, r.mode, r.cutoff,
         sum(r.decision = d.column2) AS runs
  FROM (VALUES (1, 'full_report', 'full reports'), (2, 'short_report', 'short reports'),
               (3, 'insufficient_data', 'insufficient data')) AS d
  CROSS JOIN report_replay AS r
  GROUP BY d.column1, r.mode, r.cutoff
  ORDER BY d.column1, r.mode, r.cutoff
)
GROUP BY place, mode;

-- Modes are ordered by the number of sources that they need for a full report. Each mode
-- has a heading, its runs, and the number of runs with each decision.
CREATE TEMP VIEW IF NOT EXISTS report_lines(min_full, mode, part, place, line) AS
SELECT min_full, mode, 0, 0, '' FROM assay_modes
UNION ALL
SELECT min_full, mode, 1, 0,
       printf('Mode %s: full report from %d sources, short report from %d',
              mode, min_full, min_short)
FROM assay_modes
UNION ALL
SELECT min_full, mode, 2, 0,
       substr(head, 1, length(head) - 5)
       || 'Sources   >= 1    >= 2    >= 3    >= 4    >= 5'
FROM assay_modes, report_title
UNION ALL
SELECT m.min_full, m.mode, 3, c.place,
       substr(r.head, 1, length(r.head) - 5) || printf('%7d', c.scored) || rtrim(c.cells)
FROM report_cells AS c
JOIN assay_modes AS m ON m.mode = c.mode
JOIN report_runs AS r ON r.run_id = c.run_id
UNION ALL
SELECT m.min_full, m.mode, 4, 0, line FROM assay_modes AS m, report_more
UNION ALL
SELECT m.min_full, m.mode, 5, t.place, printf('     %-35s', t.title) || rtrim(t.cells)
FROM report_totals AS t JOIN assay_modes AS m ON m.mode = t.mode;

SELECT printf('CUTOFF REPLAY   %,d judged runs, %,d sources',
              count(DISTINCT run_id), count(*))
FROM report_relevance;
SELECT 'How many sources score at least the cutoff, and what can be written from them:';
SELECT 'F full report, S short report, - insufficient data; * the run''s own cutoff.';
SELECT line FROM report_lines ORDER BY min_full, mode, part, place;
SELECT '';
SELECT printf('%,d of %,d sources have no readable score and count as %g.',
              coalesce(sum(is_unread), 0), count(*), relevance_of(NULL))
FROM report_relevance;
