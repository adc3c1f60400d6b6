-- assay: the tables that the views in views.sql read.
--
--   sqlite3 research.db < sql/schema.sql
--   sqlite3 research.db < sql/views.sql
--
-- A run is one research question. It has rounds, and each round produces an answer that a
-- judge scores. A round cites sources.
--
--   runs 1 ──── * rounds       (run_id, round)
--     1 ─────── * sources      (run_id, round, source)
--     1 ─────── * judgements   (run_id, round, dimension, judge), if there are any
--     1 ─────── * evidence     (rubric, run_id, round), if you judge by other dimensions
--     1 ─────── * outcomes     (run_id, round), where somebody looked
--
-- The tables check keys, not data. A judge may answer 9.5 on a scale of 0..1, 'n/a', or
-- nothing. Such a row is stored unchanged. For assay's functions a score that they can't
-- use is missing, and a missing score never passes. So the score columns have no CHECK;
-- their declared types only turn numeric text into numbers.
--
-- To use your own tables instead, do not read this file. Create views with the names that
-- views.sql reads:
--
--   CREATE VIEW runs AS
--     SELECT id AS run_id, question AS title, NULL AS note, topic AS domain,
--            date(finished_at) AS as_of
--     FROM my_jobs;
--
-- Create `rounds`, `sources` and `evidence` likewise, with the column names below. The
-- order of the columns and the type of run_id are free, and further columns are allowed.
-- guide/your-tables.md shows four kinds of tables, and TEMP views that write nothing
-- into the file. This script needs SQLite 3.31 and no function of assay.

-- A table that exists is not changed, so you can read this script again.

PRAGMA foreign_keys = ON;

-- Says which version of assay made the tables and the views of the database file.
-- upgrade.sql reads this table; a file without it is of epoch (version of the answers) 2
-- or earlier. PRAGMA user_version remains free for you.
CREATE TABLE IF NOT EXISTS assay_schema (
  part    TEXT PRIMARY KEY,  -- schema (this script) or views (views.sql)
  epoch   INTEGER NOT NULL,  -- version of the answers; a digest begins with it
  version TEXT NOT NULL
) WITHOUT ROWID;
INSERT OR REPLACE INTO assay_schema VALUES ('schema', 3, '0.3.0');

CREATE TABLE IF NOT EXISTS runs (
  run_id INTEGER PRIMARY KEY,
  title  TEXT NOT NULL,        -- the question, in a few words
  note   TEXT,                 -- anything worth knowing about the run
  domain TEXT,                 -- such as 'ai_ml'; for sources that have no domain
  -- The day from which the age of its sources is counted, YYYY-MM-DD. The day is stored,
  -- so a report gives the same answers next year.
  as_of  TEXT NOT NULL CHECK (
    as_of GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*' AND date(as_of) IS NOT NULL
  )
);

CREATE TABLE IF NOT EXISTS rounds (
  run_id                  INTEGER NOT NULL REFERENCES runs(run_id) ON DELETE CASCADE,
  round                   INTEGER NOT NULL  -- 1, 2, 3, ... in the order in which they ran
                          CHECK (typeof(round) = 'integer' AND round >= 1),
  -- The judge's scores, 0..1.
  coverage                REAL,  -- breadth of topics relative to the question
  source_quality          REAL,  -- authority, review status and depth of the sources
  agreement               REAL,  -- how far the sources corroborate each other
  verification            REAL,  -- claims checked and traced to where they come from
  recency                 REAL,  -- share of recent sources, as reported
  -- Counts.
  recent_sources          INTEGER,  -- as reported; round_recency counts them itself
  critical_contradictions INTEGER,  -- NULL: nobody looked, which is not the same as 0
  PRIMARY KEY (run_id, round)
) WITHOUT ROWID;  -- rows lie in (run_id, round) order: GROUP BY run_id needs no sort

-- The evidence that a rubric (a gate of your own) judges in a round: numbers by name, as
-- one JSON object. One round may have evidence for several rubrics. Rubrics are settings:
-- evaluation.rubrics.
CREATE TABLE IF NOT EXISTS evidence (
  run_id   INTEGER NOT NULL REFERENCES runs(run_id) ON DELETE CASCADE,
  round    INTEGER NOT NULL CHECK (typeof(round) = 'integer' AND round >= 1),
  rubric   TEXT NOT NULL CHECK (rubric <> ''),
  evidence TEXT,  -- {"helpfulness": 0.9, "answers": 20}; anything else is no evidence
  PRIMARY KEY (rubric, run_id, round)
) WITHOUT ROWID;

-- If two rounds cite a source, the source has two rows, because each round is judged by
-- its own citations. This table has no foreign key to rounds, so you can store a source
-- before its round.
CREATE TABLE IF NOT EXISTS sources (
  run_id    INTEGER NOT NULL REFERENCES runs(run_id) ON DELETE CASCADE,
  round     INTEGER NOT NULL CHECK (typeof(round) = 'integer' AND round >= 1),
  source    TEXT NOT NULL CHECK (source <> ''),  -- a URL, a DOI, a package@version
  domain    TEXT,  -- recency domain, such as 'ai_ml'; NULL: the domain of the run
  published TEXT,  -- a date that age_days() reads; anything else counts as undated
  PRIMARY KEY (run_id, round, source)
) WITHOUT ROWID;

-- The scores of each judge, if several judges scored a round. The error bars come from
-- them. Judges of one family resemble each other (one model asked twice, two versions of
-- one prompt), so ten such judges tell less than ten independent judges.
CREATE TABLE IF NOT EXISTS judgements(
  run_id    INTEGER NOT NULL REFERENCES runs(run_id) ON DELETE CASCADE,
  round     INTEGER NOT NULL CHECK (typeof(round) = 'integer' AND round >= 1),
  dimension TEXT NOT NULL,  -- coverage, source_quality, agreement, verification, recency
  judge     TEXT NOT NULL CHECK (judge <> ''),
  family    TEXT,           -- NULL: a family of its own
  score     REAL,           -- 0..1
  PRIMARY KEY (run_id, round, dimension, judge)
) WITHOUT ROWID;

-- `good` is 1 if the answer of a round was right, 0 if it was wrong, as a person, a test
-- or a customer found. If nobody looked, there is no row. If several people looked, store
-- their common finding.
CREATE TABLE IF NOT EXISTS outcomes (
  run_id INTEGER NOT NULL REFERENCES runs(run_id) ON DELETE CASCADE,
  round  INTEGER NOT NULL CHECK (typeof(round) = 'integer' AND round >= 1),
  good   INTEGER,
  PRIMARY KEY (run_id, round)
) WITHOUT ROWID;
