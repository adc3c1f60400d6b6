-- assay: this script for the sqlite3 shell reads the logs of inspect_ai, a tool that
-- evaluates models.
--
--   sqlite3 -bail
--   .load build/assay
--   .param set :log logs
--   .read sql/adapters/inspect.sql
--   SELECT assay_load_yaml(yaml) FROM inspect_rubric_yaml;
--
-- :log is a log, a folder of logs, or a JSON array of logs and folders. A log is a .eval
-- file (a zip of JSON documents) or a .json file (one document). The script writes
-- nothing into the logs. The first comment of inspect_views.sql lists the tables and
-- views that this script makes.
--
-- If a log can't be read, this script prints its name and the reason. If no log can be
-- read, that is an error. The script uses zipfile() and readfile(), which only the
-- sqlite3 shell has. In any other client, or if a printed reason says so, use Python:
-- assay_sqlite.read_inspect(path, db).
--
-- The script reads the logs of inspect_ai 0.3 in the log formats 1 and 2. It needs SQLite
-- 3.31 or newer with JSON functions.

.bail on

-- Before SQLite 3.47 RAISE accepts only a literal, so each message has its own trigger.
DROP TABLE IF EXISTS temp.inspect_needs;
CREATE TEMP TABLE inspect_needs(what, met);
CREATE TEMP TRIGGER inspect_needs_log BEFORE INSERT ON inspect_needs
WHEN NEW.what = 'log' AND NOT NEW.met
BEGIN
  SELECT RAISE(ABORT, 'inspect.sql: which log? Say .param set :log FILE, or a folder');
END;
CREATE TEMP TRIGGER inspect_needs_zipfile BEFORE INSERT ON inspect_needs
WHEN NEW.what = 'zipfile' AND NOT NEW.met
BEGIN
  SELECT RAISE(ABORT, 'inspect.sql: this shell lacks zipfile() or fsdir():
read the log by Python, assay_sqlite.read_inspect(path, db)');
END;
CREATE TEMP TRIGGER inspect_needs_one BEFORE INSERT ON inspect_needs
WHEN NEW.what = 'one' AND NOT NEW.met
BEGIN
  SELECT RAISE(ABORT, 'inspect.sql: no log was read');
END;
INSERT INTO inspect_needs VALUES ('log', :log IS NOT NULL);
INSERT INTO inspect_needs
SELECT 'zipfile', count(*) = 2 FROM pragma_module_list WHERE name IN ('zipfile', 'fsdir');

DROP TABLE IF EXISTS temp.inspect_logs;
CREATE TEMP TABLE inspect_logs(log INTEGER PRIMARY KEY, file, header, problem, kind);
INSERT INTO inspect_logs(file)
SELECT DISTINCT f.name
FROM json_each(CASE WHEN CASE WHEN json_valid(:log) THEN json_type(:log) END = 'array'
                    THEN :log ELSE json_array(:log) END) AS asked,
     fsdir(asked.value) AS f
WHERE f.mode & 61440 = 32768  -- a file, not a folder
  AND (f.name = asked.value OR f.name GLOB '*.eval' OR f.name GLOB '*.json')
ORDER BY f.name;

-- A zip ends with a directory of its members. zipfile() fails for a 'torn' zip, which
-- was cut off and has no directory. If a zip is 'large' (more than 65,535 members),
-- zipfile() lists only some members.
UPDATE inspect_logs SET kind = CASE
    WHEN length(readfile(file)) = 0 THEN 'empty'
    WHEN substr(readfile(file), 1, 4) = x'504B0304' THEN
      CASE WHEN instr(substr(readfile(file), -65557), x'504B0506') = 0 THEN 'torn'
           WHEN instr(substr(readfile(file), -65557), x'504B0607') > 0 THEN 'large'
           ELSE 'zip' END
    WHEN substr(readfile(file), 1, 4) = x'504B0506' THEN 'zip'
    WHEN json_valid(CAST(readfile(file) AS TEXT)) THEN 'json'
    ELSE 'no json' END;
UPDATE inspect_logs SET problem = CASE kind
    WHEN 'empty' THEN 'the file is empty'
    WHEN 'torn' THEN 'cut off: assay_sqlite.read_inspect() reads what is whole of it'
    WHEN 'large' THEN 'too large for zipfile(): assay_sqlite.read_inspect() reads it'
    WHEN 'no json' THEN 'cut off, or with NaN, which is no JSON: '
      || 'try assay_sqlite.read_inspect()' END;

-- The column `sample` is an array of some fields of one sample (an answered question).
-- inspect_views.sql reads each field by its place in the array. If a member of the zip
-- is not JSON, its `sample` is NULL.
DROP TABLE IF EXISTS temp.inspect_samples;
CREATE TEMP TABLE inspect_samples(
  place INTEGER PRIMARY KEY, log INTEGER, name, method, sample);
INSERT INTO inspect_samples(log, name, method, sample)
SELECT log, name, method,
       CASE WHEN NOT json_valid(content) THEN NULL
            WHEN name NOT GLOB 'samples/*' THEN content
            ELSE json_extract(content, '$.id', '$.epoch', '$.scores', '$.score',
                              '$.error', '$.limit', '$.invalidation', '$.input',
                              '$.total_time') END
FROM (
  SELECT l.log, z.name, z.method,
         CASE WHEN z.method IN (0, 8) THEN CAST(z.data AS TEXT) END AS content
  FROM inspect_logs AS l, zipfile(l.file) AS z
  WHERE l.kind = 'zip'
    AND (z.name IN ('header.json', '_journal/start.json')
         OR z.name GLOB 'samples/*_epoch_[0-9]*.json')
);
INSERT INTO inspect_samples(log, name, method, sample)
SELECT l.log, 'samples/' || s.key, 0,
       json_extract(s.value, '$.id', '$.epoch', '$.scores', '$.score', '$.error',
                    '$.limit', '$.invalidation', '$.input', '$.total_time')
FROM inspect_logs AS l, json_each(CAST(readfile(l.file) AS TEXT), '$.samples') AS s
WHERE l.kind = 'json' AND s.type = 'object'
ORDER BY l.log, s.key;

-- inspect_ai may write a member of a zip twice. Only the last copy counts.
DELETE FROM inspect_samples WHERE place NOT IN (
  SELECT max(place) FROM inspect_samples GROUP BY log, name);
UPDATE inspect_logs SET header = CASE kind
    WHEN 'json' THEN json_remove(CAST(readfile(file) AS TEXT), '$.samples')
    WHEN 'zip' THEN (SELECT sample FROM inspect_samples AS s
                     WHERE s.log = inspect_logs.log AND name NOT GLOB 'samples/*'
                     ORDER BY name DESC LIMIT 1)  -- header.json, else _journal/start.json
  END;
UPDATE inspect_logs SET problem = (
  SELECT CASE CASE method WHEN 8 THEN 0 ELSE method END
           WHEN 93 THEN 'packed by zstd: assay_sqlite.read_inspect() reads it '
             || 'with zstandard'
           WHEN 0 THEN name || ':' || char(10)
             || '  damaged, or with NaN, which is no JSON: '
             || 'try assay_sqlite.read_inspect()'
           ELSE 'packed by method ' || method || ', which zipfile() lacks' END
  FROM inspect_samples AS s WHERE s.log = inspect_logs.log AND sample IS NULL
  ORDER BY place LIMIT 1)
WHERE problem IS NULL;
DELETE FROM inspect_samples WHERE name NOT GLOB 'samples/*';

.read sql/adapters/inspect_views.sql

SELECT file || ':' || char(10) || '  ' || problem AS "not read"
FROM inspect_logs WHERE problem IS NOT NULL ORDER BY log;
INSERT INTO inspect_needs
SELECT 'one', count(*) > 0 FROM inspect_logs WHERE problem IS NULL;
DROP TABLE inspect_needs;
