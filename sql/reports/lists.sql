-- What shows a list of runs of any id within 80 columns, and says what is missing: assay,
-- or the file that makes a view. sql/reports/start.sql reads it. All of it is TEMP.
--
--   report_needs    takes the name of a view that there has to be, and the file that
--                   makes it
--   report_listed   to be made by the report: one row per line of its list, in the order
--                   in which they are printed, with run_id
--   report_shown    the first 20 of them, or as many as `.param set :rows 100` says;
--                   `.param set :rows all` shows all
--   report_more     a line that says how many are not shown; no row where none is left
--   report_runs     run_id, and as head its id and its question: 38 columns, the last
--                   of them empty
--   report_titles   run_id and title, those of runs unless the report makes another view
--   report_title    what stands above report_runs.head
--   report_values   to be filled by the report: other values that it shows, of any type
--   report_plain    value, each once, as line what is printed of it, as short as an id is
--   report_rounds   run_id, round, and as label R1, R2, R3, in at most 5 columns: the
--                   rounds of report_judged

.bail on
.mode list
.headers off

-- A message of RAISE() is a literal.
CREATE TEMP TABLE IF NOT EXISTS report_needs(view, file);
CREATE TEMP TRIGGER IF NOT EXISTS report_needs_assay BEFORE INSERT ON report_needs
WHEN new.file = 'assay' AND NOT EXISTS (SELECT 1 FROM pragma_table_info(new.view))
BEGIN
  SELECT RAISE(ABORT, 'needs assay: .load it first');
END;
INSERT INTO report_needs VALUES ('assay_functions', 'assay');
CREATE TEMP TRIGGER IF NOT EXISTS report_needs_research BEFORE INSERT ON report_needs
WHEN new.file = 'sql/views.sql' AND NOT EXISTS (SELECT 1 FROM pragma_table_info(new.view))
BEGIN
  SELECT RAISE(ABORT, 'needs the views that sql/views.sql makes');
END;
CREATE TEMP TRIGGER IF NOT EXISTS report_needs_retrieval BEFORE INSERT ON report_needs
WHEN new.file = 'sql/retrieval/views.sql'
 AND NOT EXISTS (SELECT 1 FROM pragma_table_info(new.view))
BEGIN
  SELECT RAISE(ABORT, 'needs the views that sql/retrieval/views.sql makes');
END;
CREATE TEMP TRIGGER IF NOT EXISTS report_needs_interview BEFORE INSERT ON report_needs
WHEN new.file = 'sql/interview/views.sql'
 AND NOT EXISTS (SELECT 1 FROM pragma_table_info(new.view))
BEGIN
  SELECT RAISE(ABORT, 'needs the views that sql/interview/views.sql makes');
END;
CREATE TEMP TRIGGER IF NOT EXISTS report_needs_judgements BEFORE INSERT ON report_needs
WHEN new.file = 'sql/no_judgements.sql'
 AND NOT EXISTS (SELECT 1 FROM pragma_table_info(new.view))
BEGIN
  SELECT RAISE(ABORT, 'needs judgements: sql/no_judgements.sql makes an empty table');
END;
CREATE TEMP TRIGGER IF NOT EXISTS report_needs_sources BEFORE INSERT ON report_needs
WHEN new.file = 'sql/views.sql' AND EXISTS (SELECT 1 FROM pragma_table_info('rounds'))
 AND NOT EXISTS (SELECT 1 FROM pragma_table_info('sources'))
BEGIN
  SELECT RAISE(ABORT, 'needs sources: sql/no_sources.sql makes an empty table');
END;

DROP TABLE IF EXISTS temp.report_limit;
CREATE TEMP TABLE report_limit(rows);
INSERT INTO report_limit VALUES (coalesce(:rows, 20));

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

DROP VIEW IF EXISTS temp.report_titles;
CREATE TEMP VIEW report_titles AS SELECT run_id, title FROM runs;

-- A terminal obeys control characters, so each is a blank. A BLOB is its literal.
DROP TABLE IF EXISTS temp.report_controls;
CREATE TEMP TABLE report_controls AS
SELECT printf('*[%s-%s%s-%s]*', char(1), char(31), char(127), char(159)) AS pattern;

DROP TABLE IF EXISTS temp.report_values;
CREATE TEMP TABLE report_values(value);

-- An id of up to 12 characters stands as it is. Of a longer one both ends do, with an
-- asterisk between them: UUIDs differ at one end or at the other, and GLOB finds it.
DROP VIEW IF EXISTS temp.report_plain;
CREATE TEMP VIEW report_plain AS
WITH RECURSIVE blanked(value, line, code) AS (
  SELECT value, CASE typeof(value) WHEN 'blob' THEN quote(value) ELSE value || '' END, 1
  FROM (SELECT DISTINCT value FROM report_values)
  UNION ALL
  SELECT value, replace(line, char(code), ' '),
         CASE code WHEN 31 THEN 127 ELSE code + 1 END
  FROM blanked CROSS JOIN report_controls WHERE code < 160 AND line GLOB pattern
)
SELECT value, line, CASE WHEN length(line) <= 12 THEN line
                         ELSE substr(line, 1, 5) || '*' || substr(line, -6) END AS short
FROM blanked CROSS JOIN report_controls WHERE code = 160 OR line NOT GLOB pattern;

DROP VIEW IF EXISTS temp.report_ids;
CREATE TEMP VIEW report_ids AS
WITH RECURSIVE blanked(run_id, title, id, code) AS (
  SELECT s.run_id, coalesce(max(r.title), ''),
         CASE typeof(s.run_id) WHEN 'blob' THEN quote(s.run_id) ELSE s.run_id || '' END, 1
  FROM report_shown AS s LEFT JOIN report_titles AS r ON r.run_id = s.run_id
  GROUP BY s.run_id
  UNION ALL
  SELECT run_id, replace(title, char(code), ' '), replace(id, char(code), ' '),
         CASE code WHEN 31 THEN 127 ELSE code + 1 END
  FROM blanked CROSS JOIN report_controls WHERE code < 160 AND title || id GLOB pattern
)
SELECT run_id, title, CASE WHEN length(id) <= 12 THEN id
                           ELSE substr(id, 1, 5) || '*' || substr(id, -6) END AS id
FROM blanked CROSS JOIN report_controls WHERE code = 160 OR title || id NOT GLOB pattern;

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
         WHEN typeof(round) = 'text' AND length(round) <= 4 AND round NOT GLOB '*[^!-~]*'
         THEN round
         ELSE substr('#' || (SELECT count(*) FROM report_judged AS e
                             WHERE e.run_id = j.run_id AND e.round <= j.round), 1, 5)
       END AS label
FROM report_judged AS j;
