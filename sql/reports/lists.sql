-- Prints a list of runs, with ids of any kind, within 80 columns, and checks that assay
-- and the needed views are there. sql/reports/start.sql reads this script. The tables and
-- views are TEMP:
--
--   report_needs    filled by the report: the name of a view that it needs, and the file
--                   that makes the view
--   report_listed   made by the report: one row per line of its list, with run_id, in
--                   the order of the lines
--   report_shown    the first 20 rows of report_listed, or as many as `.param set :rows
--                   100` says; `.param set :rows all` shows all
--   report_more     a line that says how many rows are not shown; empty if all are shown
--   report_runs     run_id and head: the run's id and question in 38 characters, ending
--                   with a blank; an id that is too long is on a line above
--   report_titles   run_id and title from runs; a report may make its own view instead
--   report_title    the heading above report_runs.head
--   report_values   filled by the report: other values that it prints, of any type
--   report_plain    each value of report_values once (value); its printed text (line)
--   report_examples filled by the report: the run_id of runs named outside its list
--   report_literals value (an id of report_shown or report_examples), and its SQL literal
--   report_rounds   the rounds of report_judged: run_id, round and label: R1, R2 and
--                   so on, in at most 5 characters
--   report_high     name (easy, normal, hard or in force), and words about this High
--                   floor: `from 0.75`; `by dimension` if floors differ; `by the index`
--                   if the settings choose the legacy engine
--   report_scores   run_id, round, dimension, score, tier by the rubric of
--                   sql/reports/by_rubric.sql; without a rubric no row

.bail on
.mode list
.headers off

-- These tables are empty unless sql/reports/by_rubric.sql filled them.
CREATE TEMP TABLE IF NOT EXISTS report_evidence(run_id, round, rubric, evidence);
CREATE TEMP TABLE IF NOT EXISTS report_rubric(rubric, known, stated);

-- Before SQLite 3.47 RAISE() accepts only a literal as its message, so each message has
-- its own RAISE(). The last check wants assay's table assay_settings, not a table of the
-- user with this name: only assay's has hidden columns.
CREATE TEMP TABLE IF NOT EXISTS report_needs(view, file);
CREATE TEMP TRIGGER IF NOT EXISTS report_needed BEFORE INSERT ON report_needs BEGIN
  SELECT RAISE(ABORT, 'needs sources: sql/no_sources.sql makes an empty table')
  WHERE new.file = 'sql/views.sql' AND EXISTS (SELECT 1 FROM pragma_table_info('rounds'))
    AND NOT EXISTS (SELECT 1 FROM report_rubric)
    AND NOT EXISTS (SELECT 1 FROM pragma_table_info('sources'));
  SELECT RAISE(ABORT, 'views are of epoch 2 or earlier: read sql/upgrade.sql')
  WHERE new.file = 'sql/views.sql'
    AND NOT EXISTS (SELECT 1 FROM pragma_table_info(new.view))
    AND EXISTS (SELECT 1 FROM main.sqlite_master WHERE name = 'run_decisions');
  SELECT CASE new.file
    WHEN 'assay' THEN RAISE(ABORT, 'needs assay: .load it first')
    WHEN 'sql/views.sql' THEN RAISE(ABORT, 'needs the views that sql/views.sql makes')
    WHEN 'sql/retrieval/views.sql'
    THEN RAISE(ABORT, 'needs the views that sql/retrieval/views.sql makes')
    WHEN 'sql/interview/views.sql'
    THEN RAISE(ABORT, 'needs the views that sql/interview/views.sql makes')
    WHEN 'sql/no_judgements.sql'
    THEN RAISE(ABORT, 'needs judgements: sql/no_judgements.sql makes an empty table')
    WHEN 'sql/schema.sql' THEN CASE new.view WHEN 'outcomes'
      THEN RAISE(ABORT, 'needs outcomes(run_id, round, good), as sql/schema.sql has them')
      ELSE RAISE(ABORT, 'needs runs, rounds and judgements, as sql/schema.sql has them')
      END
    WHEN 'sql/reports/by_rubric.sql'
    THEN RAISE(ABORT, ':rubric needs -cmd ''.read sql/reports/by_rubric.sql'' behind it')
    WHEN 'sql/reports/attempts.sql'
    THEN RAISE(ABORT, 'needs a table or view attempts(question, passed)') END
  WHERE NOT EXISTS (SELECT 1 FROM pragma_table_info(new.view));
  SELECT RAISE(ABORT, 'a rubric''s floors are the same for easy and hard questions')
  WHERE new.file = 'no rubric' AND new.view = 'difficulty'
    AND EXISTS (SELECT 1 FROM report_rubric);
  SELECT RAISE(ABORT, 'this report is about the five dimensions: it takes no :rubric')
  WHERE new.file = 'no rubric' AND EXISTS (SELECT 1 FROM report_rubric);
  SELECT RAISE(ABORT, 'needs assay''s table assay_settings: one of yours hides it')
  WHERE new.view = 'assay_settings'
    AND NOT EXISTS (SELECT 1 FROM pragma_table_xinfo(new.view) WHERE hidden = 1);
END;
INSERT INTO report_needs VALUES ('assay_functions', 'assay');
INSERT INTO report_needs
SELECT 'by_rubric', 'sql/reports/by_rubric.sql'
WHERE :rubric IS NOT NULL AND NOT EXISTS (SELECT 1 FROM report_rubric);

CREATE TEMP VIEW IF NOT EXISTS report_scores AS
SELECT e.run_id, e.round, d.key AS dimension, json_extract(d.value, '$.score') AS score,
       json_extract(d.value, '$.tier') AS tier
FROM report_evidence AS e,
     json_each(rubric_report(e.rubric, e.evidence), '$.dimensions') AS d;

CREATE TEMP VIEW IF NOT EXISTS report_high AS
SELECT name,
       CASE WHEN name = 'in force'
             AND assay_setting('evaluation.deep_research.scoring_engine') = 'legacy'
            THEN 'by the index'
            WHEN min(high) = max(high) THEN printf('from %.2f', min(high))
            ELSE 'by dimension' END AS words
FROM (SELECT d.column1 AS name, high_floor(d.column2, n.column1) AS high
      FROM (VALUES ('easy', 'easy'), ('normal', 'normal'), ('hard', 'hard'),
                   ('in force', 'normal')) AS d,
           (VALUES ('coverage'), ('source_quality'), ('agreement'), ('verification'),
                   ('recency')) AS n)
GROUP BY name;

DROP TABLE IF EXISTS temp.report_limit;
CREATE TEMP TABLE report_limit(rows);
INSERT INTO report_limit VALUES (coalesce(:rows, 20));

DROP TABLE IF EXISTS temp.report_listed;
CREATE TEMP VIEW IF NOT EXISTS report_shown AS
SELECT rowid AS place, * FROM report_listed
WHERE rowid <= (SELECT rows FROM report_limit);  -- the text 'all' is above every number

CREATE TEMP VIEW IF NOT EXISTS report_more AS
SELECT printf('and %,d more, with `.param set :rows all`', listed - shown) AS line
FROM (SELECT (SELECT count(*) FROM report_listed) AS listed,
             (SELECT count(*) FROM report_shown) AS shown)
WHERE listed > shown;

DROP VIEW IF EXISTS temp.report_titles;
CREATE TEMP VIEW report_titles AS SELECT run_id, title FROM runs;

-- A terminal would obey control characters, so each of them is printed as a blank. A BLOB
-- is printed as its literal.
DROP TABLE IF EXISTS temp.report_controls;
CREATE TEMP TABLE report_controls AS
SELECT printf('*[%s-%s%s-%s]*', char(1), char(31), char(127), char(159)) AS pattern;

DROP TABLE IF EXISTS temp.report_values;
CREATE TEMP TABLE report_values(value);
DROP TABLE IF EXISTS temp.report_examples;
CREATE TEMP TABLE report_examples(run_id);

CREATE TEMP VIEW IF NOT EXISTS report_plain AS
WITH RECURSIVE blanked(value, line, code) AS (
  SELECT value, CASE typeof(value) WHEN 'blob' THEN quote(value) ELSE value || '' END, 1
  FROM (SELECT DISTINCT value FROM report_values)
  UNION ALL
  SELECT value, replace(line, char(code), ' '),
         CASE code WHEN 31 THEN 127 ELSE code + 1 END
  FROM blanked CROSS JOIN report_controls WHERE code < 160 AND line GLOB pattern
)
SELECT value, line
FROM blanked CROSS JOIN report_controls WHERE code = 160 OR line NOT GLOB pattern;

-- An id is printed completely, as an SQL literal that you can paste into a query after
-- `run_id =`: texts have quotes, numbers have none. Most ids are one literal. A text that
-- is too long for a line, or has control characters, is printed in pieces, with ||
-- between them. A piece has at most 34 characters; each control character is a piece of
-- its own, such as char(10). A long BLOB has pieces of 30 bytes. A text with a NUL is
-- printed like a long BLOB, because SQLite's own functions end a text at a NUL.
CREATE TEMP VIEW IF NOT EXISTS report_literals AS
WITH RECURSIVE
ids(value, form) AS (
  SELECT value, CASE
           WHEN typeof(value) = 'text' AND instr(CAST(value AS BLOB), x'00')
             OR typeof(value) = 'blob' AND length(value) > 36 THEN 'bytes'
           WHEN typeof(value) = 'text' AND (length(quote(value)) > 76
                                            OR value GLOB pattern) THEN 'pieces'
           ELSE 'whole' END
  FROM (SELECT run_id AS value FROM report_shown
        UNION SELECT run_id FROM report_examples) CROSS JOIN report_controls
),
marked(value, line, code) AS (  -- char(1) replaces each control character
  SELECT value, value, 2 FROM ids WHERE form = 'pieces'
  UNION ALL
  SELECT value, replace(line, char(code), char(1)),
         CASE code WHEN 31 THEN 127 ELSE code + 1 END
  FROM marked WHERE code < 160
),
places(value, line, place, next) AS (
  SELECT value, line, 1, 1 FROM marked WHERE code = 160
  UNION ALL
  SELECT value, line, next,
         next + CASE instr(substr(line, next, 34), char(1))
                  WHEN 0 THEN 34 WHEN 1 THEN 1
                  ELSE instr(substr(line, next, 34), char(1)) - 1 END
  FROM places WHERE next <= length(line)
),
bytes(value, place) AS (
  SELECT value, 1 FROM ids WHERE form = 'bytes'
  UNION ALL
  SELECT value, place + 30 FROM bytes WHERE place + 30 <= length(CAST(value AS BLOB))
),
tokens(value, form, place, token) AS (
  SELECT value, form, 1, quote(value) FROM ids WHERE form = 'whole'
  UNION ALL
  SELECT value, 'pieces', place,
         CASE substr(line, place, 1)
           WHEN char(1) THEN 'char(' || unicode(substr(value, place, 1)) || ')'
           ELSE quote(substr(value, place, next - place)) END
  FROM places WHERE next > place
  UNION ALL
  SELECT value, 'bytes', place, quote(substr(CAST(value AS BLOB), place, 30)) FROM bytes
)
SELECT value, CASE form WHEN 'bytes' THEN 'CAST(' ELSE '' END
    || CASE WHEN form = 'pieces' AND sum(length(token) + 4) <= 80
            THEN group_concat(token, ' || ')
            ELSE group_concat(token, ' ||' || char(10)) END
    || CASE form WHEN 'bytes' THEN ' AS ' || upper(typeof(value)) || ')' ELSE '' END
    AS literal
FROM (SELECT * FROM tokens ORDER BY value, place) GROUP BY value;

CREATE TEMP VIEW IF NOT EXISTS report_ids AS
WITH RECURSIVE blanked(run_id, title, code) AS (
  SELECT s.run_id, coalesce(max(r.title), ''), 1
  FROM report_shown AS s LEFT JOIN report_titles AS r ON r.run_id = s.run_id
  GROUP BY s.run_id
  UNION ALL
  SELECT run_id, replace(title, char(code), ' '),
         CASE code WHEN 31 THEN 127 ELSE code + 1 END
  FROM blanked CROSS JOIN report_controls WHERE code < 160 AND title GLOB pattern
)
SELECT b.run_id, b.title, l.literal AS id
FROM blanked AS b CROSS JOIN report_controls
JOIN report_literals AS l ON l.value = b.run_id
WHERE code = 160 OR title NOT GLOB pattern;

-- Ids of up to 20 characters are printed before their questions: numbers right-aligned,
-- texts left-aligned. If any id of the list is longer, every id has its own line.
CREATE TEMP VIEW IF NOT EXISTS report_runs AS
SELECT run_id,
       CASE WHEN width > 20 THEN id || printf('%s     %!-32.32s ', char(10), title)
            ELSE printf('%!*s  %!-*.*s ',
                        CASE WHEN typeof(run_id) IN ('integer', 'real') THEN width
                             ELSE -width END, id, 35 - width, 35 - width, title)
       END AS head
FROM (SELECT *, max(3, max(length(id)) OVER ()) AS width FROM report_ids);

CREATE TEMP VIEW IF NOT EXISTS report_title AS
SELECT CASE WHEN width > 20 THEN printf('%-37s ', 'Run, and below it the Question')
            ELSE printf('%-*s  %-*s ', width, 'Run', 35 - width, 'Question') END AS head
FROM (SELECT max(3, coalesce(max(length(id)), 0)) AS width FROM report_ids);

-- If a round's number is too long for a column (a time, for example), the label is the
-- round's place in the run.
CREATE TEMP VIEW IF NOT EXISTS report_rounds AS
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
