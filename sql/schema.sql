-- assay: the tables that the views in views.sql read.
--
--   sqlite3 research.db < sql/schema.sql
--   sqlite3 research.db < sql/views.sql
--
-- A run is one research question. It goes through rounds, each of which produces an
-- answer that a judge scores. A round cites sources.
--
--   runs 1 ──── * rounds       (run_id, round)
--     1 ─────── * sources      (run_id, round, source)
--     1 ─────── * judgements   (run_id, round, dimension, judge), if there are any
--     1 ─────── * evidence     (rubric, run_id, round), if you judge by other dimensions
--     1 ─────── * outcomes     (run_id, round), where somebody looked
--
-- The tables guard keys, not data. A judge may answer 9.5 on a scale of 0..1, 'n/a', or
-- nothing. Such a row is stored unchanged, and the functions decide what it is worth: a
-- score that they cannot read is missing, and what is missing never passes. So the score
-- columns have no CHECK; their declared types only turn numeric text into numbers.
--
-- To use tables of your own instead, leave this file out and create views with the names
-- that the views read:
--
--   CREATE VIEW runs AS
--     SELECT id AS run_id, question AS title, NULL AS note, topic AS domain,
--            date(finished_at) AS as_of
--     FROM my_jobs;
--
-- and in the same way rounds, sources and evidence, with the column names below. The
-- order of columns, further columns and the type of run_id are free. guide/your-tables.md
-- has four shapes, and TEMP views that write nothing into the file. Needs SQLite 3.31; no
-- function of assay is needed to create this.

-- A table that is there stays as it is, so reading this again does no harm.

PRAGMA foreign_keys = ON;

-- Which assay made the parts of this file. upgrade.sql reads it; a file without it is of
-- epoch 2 or earlier. PRAGMA user_version stays yours.
CREATE TABLE IF NOT EXISTS assay_schema (
  part    TEXT PRIMARY KEY,  -- schema (this script) or views (views.sql)
  epoch   INTEGER NOT NULL,  -- of its answers: the number in front of a digest
  version TEXT NOT NULL
) WITHOUT ROWID;
INSERT OR REPLACE INTO assay_schema VALUES ('schema', 3, '0.3.0');

CREATE TABLE IF NOT EXISTS runs (
  run_id INTEGER PRIMARY KEY,
  title  TEXT NOT NULL,        -- the question, in a few words
  note   TEXT,                 -- anything worth knowing about the run
  domain TEXT,                 -- of its sources that name none, such as 'ai_ml'
  -- The day from which the age of its sources is counted, YYYY-MM-DD. It is stored, so
  -- that next year's report says what today's says.
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

-- What a rubric of your own judges in a round: numbers by the names that it reads, as one
-- JSON object. One round may have evidence for several rubrics. Rubrics are settings:
-- evaluation.rubrics.
CREATE TABLE IF NOT EXISTS evidence (
  run_id   INTEGER NOT NULL REFERENCES runs(run_id) ON DELETE CASCADE,
  round    INTEGER NOT NULL CHECK (typeof(round) = 'integer' AND round >= 1),
  rubric   TEXT NOT NULL CHECK (rubric <> ''),
  evidence TEXT,  -- {"helpfulness": 0.9, "answers": 20}; anything else is no evidence
  PRIMARY KEY (rubric, run_id, round)
) WITHOUT ROWID;

-- A source that two rounds cite has two rows: each round is judged by what it cites.
-- Sources may be stored before their round is scored, hence no reference to rounds.
CREATE TABLE IF NOT EXISTS sources (
  run_id    INTEGER NOT NULL REFERENCES runs(run_id) ON DELETE CASCADE,
  round     INTEGER NOT NULL CHECK (typeof(round) = 'integer' AND round >= 1),
  source    TEXT NOT NULL CHECK (source <> ''),  -- a URL, a DOI, a package@version
  domain    TEXT,  -- recency domain, such as 'ai_ml'; NULL: the domain of the run
  published TEXT,  -- a date that age_days() reads; anything else counts as undated
  PRIMARY KEY (run_id, round, source)
) WITHOUT ROWID;

-- What each judge said of a round, if several did: error bars need it. A judge without a
-- family stands alone. Judges of one family resemble each other (one model asked twice,
-- two versions of one prompt), so they tell less than their number says.
CREATE TABLE IF NOT EXISTS judgements(
  run_id    INTEGER NOT NULL REFERENCES runs(run_id) ON DELETE CASCADE,
  round     INTEGER NOT NULL CHECK (typeof(round) = 'integer' AND round >= 1),
  dimension TEXT NOT NULL,  -- coverage, source_quality, agreement, verification, recency
  judge     TEXT NOT NULL CHECK (judge <> ''),
  family    TEXT,           -- NULL: a family of its own
  score     REAL,           -- 0..1
  PRIMARY KEY (run_id, round, dimension, judge)
) WITHOUT ROWID;

-- Whether the answer of a round was right, as a person, a test or a customer found: 1 or
-- 0. If nobody looked, there is no row. If several looked, whoever stores the row says
-- what they found together.
CREATE TABLE IF NOT EXISTS outcomes (
  run_id INTEGER NOT NULL REFERENCES runs(run_id) ON DELETE CASCADE,
  round  INTEGER NOT NULL CHECK (typeof(round) = 'integer' AND round >= 1),
  good   INTEGER,
  PRIMARY KEY (run_id, round)
) WITHOUT ROWID;
