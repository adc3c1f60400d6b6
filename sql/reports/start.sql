-- What every report over round_scores begins with: `.read sql/reports/start.sql` from the
-- root of the repository. It says what is missing, judges each round once, and makes what
-- shows runs and rounds of any id within 80 columns. All of it is TEMP.
--
--   report_judged   one row per round, as round_scores has it, in the order of rounds
--   report_listed   to be made by the report: one row per line of its list, in the order
--                   in which they are printed, with run_id
--   report_shown    the first 20 of them, or as many as `.param set :rows 100` says;
--                   `.param set :rows all` shows all
--   report_more     a line that says how many are not shown; no row where none is left
--   report_title    what stands above report_runs.head
--   report_runs     run_id, and as head its id and its question: 38 columns, the last
--                   of them empty
--   report_rounds   run_id, round, and as label R1, R2, R3, in at most 5 columns

.bail on
.mode list
.headers off

CREATE TEMP TABLE IF NOT EXISTS report_needs(view);
CREATE TEMP TRIGGER IF NOT EXISTS report_needs_views BEFORE INSERT ON report_needs
WHEN NOT EXISTS (SELECT 1 FROM pragma_table_info(new.view))
BEGIN
  SELECT RAISE(ABORT, 'needs the view round_scores: sql/views.sql makes it, sql/attach.sql over your own tables');
END;
INSERT INTO report_needs VALUES ('round_scores');

DROP TABLE IF EXISTS temp.report_limit;
CREATE TEMP TABLE report_limit(rows);
INSERT INTO report_limit VALUES (coalesce(:rows, 20));

-- Columns without a type keep values as they are. What has no run or no number is no
-- round. The index is no key: nothing keeps a history from having a round twice.
DROP TABLE IF EXISTS temp.report_judged;
CREATE TEMP TABLE report_judged(
  run_id, round, coverage, source_quality, agreement, verification, recency,
  recent_sources, critical_contradictions, recency_basis, gate_passed, ci
);
INSERT INTO report_judged
SELECT run_id, round, coverage, source_quality, agreement, verification, recency,
       recent_sources, critical_contradictions, recency_basis, gate_passed, ci
FROM round_scores
WHERE run_id IS NOT NULL AND round IS NOT NULL
ORDER BY run_id, round;
CREATE INDEX temp.report_judged_rounds ON report_judged(run_id, round);

DROP TABLE IF EXISTS temp.report_listed;
DROP VIEW IF EXISTS temp.report_shown;
CREATE TEMP VIEW report_shown AS
SELECT rowid AS place, * FROM report_listed
WHERE rowid <= (SELECT rows FROM report_limit);  -- a number comes before any text

DROP VIEW IF EXISTS temp.report_more;
CREATE TEMP VIEW report_more AS
SELECT printf('and %,d more, with `.param set :rows all`', listed - shown) AS line
FROM (SELECT (SELECT count(*) FROM report_listed) AS listed,
             (SELECT count(*) FROM report_shown) AS shown)
WHERE listed > shown;

-- An id of up to 12 characters stands as it is. Of a longer one both ends do, with an
-- asterisk between them: as UUIDs differ at one end or at the other, and as GLOB finds it.
DROP VIEW IF EXISTS temp.report_ids;
CREATE TEMP VIEW report_ids AS
SELECT run_id, title, CASE WHEN length(id) <= 12 THEN id
                           ELSE substr(id, 1, 5) || '*' || substr(id, -6) END AS id
FROM (
  SELECT s.run_id,
         replace(replace(replace(replace(coalesce(max(r.title), ''), char(10), ' '),
                 char(13), ' '), char(9), ' '), char(27), ' ') AS title,
         replace(replace(replace(replace(
           CASE typeof(s.run_id) WHEN 'blob' THEN quote(s.run_id) ELSE s.run_id END,
                 char(10), ' '), char(13), ' '), char(9), ' '), char(27), ' ') AS id
  FROM report_shown AS s LEFT JOIN runs AS r ON r.run_id = s.run_id
  GROUP BY s.run_id
);

-- Numbers stand to the right, texts to the left.
DROP VIEW IF EXISTS temp.report_runs;
CREATE TEMP VIEW report_runs AS
SELECT run_id, printf('%!*s  %!-*.*s ',
                      CASE WHEN typeof(run_id) IN ('integer', 'real') THEN width
                           ELSE -width END, id, 35 - width, 35 - width, title) AS head
FROM (SELECT *, max(3, max(length(id)) OVER ()) AS width FROM report_ids);

DROP VIEW IF EXISTS temp.report_title;
CREATE TEMP VIEW report_title AS
SELECT printf('%-*s  %-*s ', width, 'Run', 35 - width, 'Question') AS head
FROM (SELECT max(3, coalesce(max(length(id)), 0)) AS width FROM report_ids);

-- A round whose own number is longer, such as a time, is named by its place in the run.
DROP VIEW IF EXISTS temp.report_rounds;
CREATE TEMP VIEW report_rounds AS
SELECT run_id, round,
       CASE
         WHEN typeof(round) IN ('integer', 'real') AND length(round) <= 4
         THEN 'R' || round
         WHEN typeof(round) = 'text' AND length(round) <= 4 AND round NOT GLOB '*[^ -~]*'
         THEN round
         ELSE substr('#' || (SELECT count(*) FROM report_judged AS e
                             WHERE e.run_id = j.run_id AND e.round <= j.round), 1, 5)
       END AS label
FROM report_judged AS j;
