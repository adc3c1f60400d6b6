-- Stored relevance scores replayed at every cutoff and in every mode: what would the gate
-- have decided?
--
--   sqlite3 research.db -cmd '.load build/assay' < sql/reports/cutoff_replay.sql
--
-- Reads run_modes and source_judgements; needs sql/retrieval/views.sql. A score that is
-- missing stands at the default of the settings, as it does in the gate.

.bail on
.mode list
.headers off

CREATE TEMP TABLE cutoffs(cutoff INTEGER PRIMARY KEY);
INSERT INTO cutoffs VALUES (1), (2), (3), (4), (5);

-- One row per run, mode and cutoff; `in_force` where the run was made so.
CREATE TEMP TABLE replay AS
SELECT s.run_id, m.mode, c.cutoff, count(*) AS scored, s.survived,
       relevance_decision(s.survived, m.mode) AS decision,
       coalesce(s.own_mode = m.mode COLLATE NOCASE AND m.cutoff = c.cutoff, 0) AS in_force
FROM (
  SELECT r.run_id, r.mode AS own_mode, c.cutoff,
         sum(relevance_keep(r.score, c.cutoff)) AS survived
  FROM source_relevance AS r CROSS JOIN cutoffs AS c
  GROUP BY r.run_id, r.mode, c.cutoff
) AS s
JOIN cutoffs AS c ON c.cutoff = s.cutoff
CROSS JOIN assay_modes AS m
JOIN source_relevance AS r ON r.run_id = s.run_id
GROUP BY s.run_id, m.mode, c.cutoff;

-- 8 characters: how many sources are kept, what follows, and a star where it was so.
CREATE TEMP VIEW replay_cells AS
SELECT run_id, mode, cutoff, scored,
       printf('%5d ', survived)
       || CASE decision WHEN 'full_report' THEN 'F'
                        WHEN 'short_report' THEN 'S'
                        ELSE '-'
          END
       || CASE WHEN in_force THEN '*' ELSE ' ' END AS cell
FROM replay;

-- What is printed, one row per line: the modes in the order of their full report, and of
-- each a head, its runs, and how many runs came to each decision.
CREATE TEMP VIEW replay_lines(min_full, mode, part, run_id, line) AS
SELECT min_full, mode, 0, 0, '' FROM assay_modes
UNION ALL
SELECT min_full, mode, 1, 0,
       printf('Mode %s: full report from %d sources, short report from %d',
              mode, min_full, min_short)
FROM assay_modes
UNION ALL
SELECT min_full, mode, 2, 0,
       'Run  Question                 Sources   >= 1    >= 2    >= 3    >= 4    >= 5'
FROM assay_modes
UNION ALL
SELECT m.min_full, m.mode, 3, r.run_id,
       rtrim(printf('%3d  ', r.run_id)
             || substr(u.title || '                         ', 1, 25)
             || printf('%7d', r.scored)
             || max(CASE r.cutoff WHEN 1 THEN r.cell END)
             || max(CASE r.cutoff WHEN 2 THEN r.cell END)
             || max(CASE r.cutoff WHEN 3 THEN r.cell END)
             || max(CASE r.cutoff WHEN 4 THEN r.cell END)
             || max(CASE r.cutoff WHEN 5 THEN r.cell END))
FROM replay_cells AS r
JOIN assay_modes AS m ON m.mode = r.mode
JOIN runs AS u ON u.run_id = r.run_id
GROUP BY r.run_id, m.mode
UNION ALL
SELECT m.min_full, m.mode, 4, d.place,
       rtrim(printf('     %-32s', d.title)
             || max(CASE r.cutoff WHEN 1 THEN r.cell END)
             || max(CASE r.cutoff WHEN 2 THEN r.cell END)
             || max(CASE r.cutoff WHEN 3 THEN r.cell END)
             || max(CASE r.cutoff WHEN 4 THEN r.cell END)
             || max(CASE r.cutoff WHEN 5 THEN r.cell END))
FROM (SELECT 1 AS place, 'full_report' AS decision, 'full reports' AS title
      UNION ALL SELECT 2, 'short_report', 'short reports'
      UNION ALL SELECT 3, 'insufficient_data', 'insufficient data') AS d
JOIN (
  SELECT d.decision, r.mode, r.cutoff,
         printf('%5d   ', sum(r.decision = d.decision)) AS cell
  FROM replay AS r,
       (SELECT 'full_report' AS decision UNION ALL SELECT 'short_report'
        UNION ALL SELECT 'insufficient_data') AS d
  GROUP BY d.decision, r.mode, r.cutoff
) AS r ON r.decision = d.decision
JOIN assay_modes AS m ON m.mode = r.mode
GROUP BY d.place, m.mode;

SELECT printf('CUTOFF REPLAY   %d judged runs, %d sources',
              count(DISTINCT run_id), count(*))
FROM source_relevance;
SELECT 'How many sources score at least the cutoff, and what can be written from them:';
SELECT 'F full report, S short report, - insufficient data; * as the run was made.';
SELECT line FROM replay_lines ORDER BY min_full, mode, part, run_id;
SELECT '';
SELECT printf('%d of %d sources have no score that could be read and stand at %g.',
              coalesce(sum(unread = chunks), 0), count(*), relevance_of(NULL))
FROM source_relevance;
