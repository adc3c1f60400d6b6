-- assay: reads JSON lines of any shape in the sqlite3 shell, one line at a time.
--
--   sqlite3 -bail
--   .load build/assay
--   .read sql/adapters/jsonl.sql
--   .import mine.jsonl jsonl_lines
--   INSERT INTO jsonl_files VALUES ('mine.jsonl');
--   .mode column
--
-- Then insert the path of each value, as below. The names 'run', 'round', 'title',
-- 'as_of' and 'domain' have a meaning of their own; any other name is a score or a
-- count. `best` is the best score of the scale; the default is 1:
--
--   INSERT INTO jsonl_paths(name, path) VALUES ('run', '$.job'), ('round', '$.step');
--   INSERT INTO jsonl_paths(name, path, best) VALUES ('coverage', '$.marks.cov', 10);
--
--   jsonl_state     one row: how many lines were read, and what to do if none was
--   jsonl_found     one row per path: counts lines with a value, and with a usable one
--   jsonl_unread    one row per line that is not JSON: its file, number and beginning
--   jsonl_rows      one row per line: its file, its number, the JSON
--   jsonl_runs, jsonl_rounds   views for the tables runs and rounds of ../schema.sql
--   jsonl_evidence  one row per line: every score and count as one JSON object
--
-- All tables and views are TEMP. The shell's .import splits a file by the settings .mode
-- and .separator. This script sets the mode ascii and a separator that JSON never
-- contains, so each line is one value. Do not change the mode before .import.
--
-- Needs SQLite 3.31 or newer with JSON functions.

.bail on
.mode ascii
.separator "\037" "\n"

DROP VIEW IF EXISTS temp.jsonl_state;
DROP VIEW IF EXISTS temp.jsonl_found;
DROP VIEW IF EXISTS temp.jsonl_runs;
DROP VIEW IF EXISTS temp.jsonl_rounds;
DROP VIEW IF EXISTS temp.jsonl_evidence;
DROP VIEW IF EXISTS temp.jsonl_keys;
DROP TABLE IF EXISTS temp.jsonl_lines;
DROP TABLE IF EXISTS temp.jsonl_files;
DROP TABLE IF EXISTS temp.jsonl_rows;
DROP TABLE IF EXISTS temp.jsonl_unread;
DROP TABLE IF EXISTS temp.jsonl_paths;

CREATE TEMP TABLE jsonl_lines(line);
CREATE TEMP TABLE jsonl_files(file PRIMARY KEY);
CREATE TEMP TABLE jsonl_rows(file, number INTEGER, doc);
CREATE TEMP TABLE jsonl_unread(file, number INTEGER, line);
CREATE TEMP TABLE jsonl_paths(name PRIMARY KEY, path NOT NULL, best DEFAULT 1,
                              worst DEFAULT 0);

-- When you insert the name of a file, the lines imported since the last name become the
-- lines of this file. .import skips empty lines, so the line numbers do not count them.
CREATE TEMP TRIGGER jsonl_take AFTER INSERT ON jsonl_files
BEGIN
  INSERT INTO jsonl_rows
  SELECT NEW.file, rowid, line FROM jsonl_lines WHERE json_valid(line);
  INSERT INTO jsonl_unread
  SELECT NEW.file, rowid, substr(line, 1, 60) FROM jsonl_lines
  WHERE NOT coalesce(json_valid(line), 0) AND trim(line, char(9, 13, 32)) <> '';
  DELETE FROM jsonl_lines;
END;

-- If there is no path for the round, the lines of a run are numbered 1, 2, 3, ...
CREATE TEMP VIEW jsonl_keys AS
SELECT file, number, doc, run_id,
       CASE WHEN round_path IS NULL
            THEN row_number() OVER (PARTITION BY run_id ORDER BY file, number)
            ELSE json_extract(doc, round_path) END AS round
FROM (
  SELECT file, number, doc,
         json_extract(doc, (SELECT path FROM jsonl_paths WHERE name = 'run')) AS run_id,
         (SELECT path FROM jsonl_paths WHERE name = 'round') AS round_path
  FROM jsonl_rows
);

CREATE TEMP VIEW jsonl_runs AS
SELECT run_id,
       max(json_extract(doc, (SELECT path FROM jsonl_paths WHERE name = 'title')))
         AS title,
       NULL AS note,
       max(json_extract(doc, (SELECT path FROM jsonl_paths WHERE name = 'domain')))
         AS domain,
       max(json_extract(doc, (SELECT path FROM jsonl_paths WHERE name = 'as_of')))
         AS as_of
FROM jsonl_keys
GROUP BY run_id;

CREATE TEMP VIEW jsonl_rounds AS
SELECT
  run_id, round,
  (SELECT score_of(json_extract(doc, path), best, worst) FROM jsonl_paths
   WHERE name = 'coverage') AS coverage,
  (SELECT score_of(json_extract(doc, path), best, worst) FROM jsonl_paths
   WHERE name = 'source_quality') AS source_quality,
  (SELECT score_of(json_extract(doc, path), best, worst) FROM jsonl_paths
   WHERE name = 'agreement') AS agreement,
  (SELECT score_of(json_extract(doc, path), best, worst) FROM jsonl_paths
   WHERE name = 'verification') AS verification,
  (SELECT score_of(json_extract(doc, path), best, worst) FROM jsonl_paths
   WHERE name = 'recency') AS recency,
  (SELECT json_extract(doc, path) FROM jsonl_paths WHERE name = 'recent_sources')
    AS recent_sources,
  (SELECT json_extract(doc, path) FROM jsonl_paths WHERE name = 'critical_contradictions')
    AS critical_contradictions
FROM jsonl_keys;

-- A path whose best is NULL is a count: its number is not scaled to 0..1.
CREATE TEMP VIEW jsonl_evidence AS
SELECT
  run_id, round,
  (SELECT json_group_object(name, CASE WHEN best IS NULL THEN json_extract(doc, path)
                                       ELSE score_of(json_extract(doc, path), best, worst)
                                  END)
   FROM (SELECT * FROM jsonl_paths ORDER BY name)
   WHERE name NOT IN ('run', 'round', 'title', 'as_of', 'domain')) AS evidence
FROM jsonl_keys;

-- If no line has a value at a path, the path may be misspelt. If no value of a score is
-- usable, the values may be on another scale than `best` says.
CREATE TEMP VIEW jsonl_found AS
SELECT p.name, p.path, count(*) AS lines, count(json_extract(doc, path)) AS found,
       count(CASE WHEN p.name IN ('run', 'round', 'title', 'as_of', 'domain')
                  THEN json_extract(doc, path)
                  WHEN best IS NULL
                    OR p.name IN ('recent_sources', 'critical_contradictions')
                  THEN CASE WHEN why_missing(json_extract(doc, path), 'count') IS NULL
                            THEN 1 END
                  ELSE score_of(json_extract(doc, path), best, worst) END) AS usable
FROM jsonl_paths AS p, jsonl_rows
GROUP BY p.name;

CREATE TEMP VIEW jsonl_state AS
SELECT
  files, lines, not_read,
  CASE WHEN waiting > 0 THEN 'whose lines? INSERT INTO jsonl_files VALUES (name)'
       WHEN files = 0 THEN 'no file: .import FILE jsonl_lines'
       WHEN lines = 0 THEN 'no line is JSON: was .mode changed before .import?'
       WHEN NOT EXISTS (SELECT 1 FROM jsonl_paths WHERE name = 'run')
       THEN 'no path for run: INSERT INTO jsonl_paths(name, path)'
       WHEN not_read > 0 THEN 'lines that are not JSON: SELECT * FROM jsonl_unread'
       ELSE 'ready' END AS note
FROM (
  SELECT (SELECT count(*) FROM jsonl_files)  AS files,
         (SELECT count(*) FROM jsonl_lines)  AS waiting,
         (SELECT count(*) FROM jsonl_rows)   AS lines,
         (SELECT count(*) FROM jsonl_unread) AS not_read
);
