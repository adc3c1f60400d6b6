-- Fills a fresh database with the demo: schema, views and the CSV files of this folder.
--
--   rm -f build/demo.db
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/demo/load.sql
--
-- Run it in the sqlite3 shell, from the root of the repository. At the first error it
-- stops, and the database is unchanged.

.bail on
PRAGMA foreign_keys = ON;
BEGIN;
.read sql/schema.sql
.read sql/views.sql
.read sql/demo/load_retrieval.sql

-- The rows of the CSV files, unchanged: every value is a text, and '' if it is absent.
CREATE TEMP TABLE csv_runs(run_id, title, note, domain, as_of);
CREATE TEMP TABLE csv_rounds(
  run_id, round, coverage, source_quality, agreement, verification, recency,
  recent_sources, critical_contradictions
);
CREATE TEMP TABLE csv_sources(run_id, round, package, version, domain);
CREATE TEMP TABLE csv_judgements(run_id, round, dimension, judge, family, score);
CREATE TEMP TABLE csv_outcomes(run_id, round, good, found);

-- Only the demo has this table. It says when each release was published.
CREATE TABLE releases(
  package   TEXT NOT NULL,
  version   TEXT NOT NULL,
  published TEXT NOT NULL,
  PRIMARY KEY (package, version)
) WITHOUT ROWID;

-- Only the demo has this table of twelve questions that were asked several times.
-- sql/reports/attempts.sql reads a table or view with this name.
CREATE TABLE attempts(
  question TEXT NOT NULL,
  attempt  INTEGER NOT NULL,
  passed   INTEGER,  -- 1 or 0; NULL: it ended without a verdict
  PRIMARY KEY (question, attempt)
) WITHOUT ROWID;

.import --csv --skip 1 sql/demo/releases.csv releases
.import --csv --skip 1 sql/demo/runs.csv csv_runs
.import --csv --skip 1 sql/demo/rounds.csv csv_rounds
.import --csv --skip 1 sql/demo/sources.csv csv_sources
.import --csv --skip 1 sql/demo/judgements.csv csv_judgements
.import --csv --skip 1 sql/demo/outcomes.csv csv_outcomes
.import --csv --skip 1 sql/demo/attempts.csv attempts
UPDATE attempts SET passed = NULL WHERE passed = '';

INSERT INTO runs(run_id, title, note, domain, as_of)
SELECT run_id, title, nullif(note, ''), nullif(domain, ''), as_of
FROM csv_runs;

INSERT INTO rounds
SELECT run_id, round, nullif(coverage, ''), nullif(source_quality, ''),
       nullif(agreement, ''), nullif(verification, ''), nullif(recency, ''),
       nullif(recent_sources, ''), nullif(critical_contradictions, '')
FROM csv_rounds;

-- Each source is one release of a package. A release that releases.csv does not list has
-- no date.
INSERT INTO sources(run_id, round, source, domain, published)
SELECT c.run_id, c.round, c.package || '@' || c.version, nullif(c.domain, ''), r.published
FROM csv_sources AS c
LEFT JOIN releases AS r ON r.package = c.package AND r.version = c.version;

-- The agent of run 28 wrote Unix seconds, which assay reads as dates. The agent of run
-- 34 wrote a date with slashes. assay can't read this date, because nothing says which
-- number is the day.
UPDATE sources SET published = strftime('%s', published) WHERE run_id = 28;
UPDATE sources SET published = '3/2/2022' WHERE run_id = 34 AND source = 'axios@0.26.1';

INSERT INTO judgements
SELECT run_id, round, dimension, judge, nullif(family, ''), nullif(score, '')
FROM csv_judgements;

INSERT INTO outcomes SELECT run_id, round, good FROM csv_outcomes;

.read sql/demo/interview/load.sql
COMMIT;

DROP TABLE temp.csv_runs;
DROP TABLE temp.csv_rounds;
DROP TABLE temp.csv_sources;
DROP TABLE temp.csv_judgements;
DROP TABLE temp.csv_outcomes;
