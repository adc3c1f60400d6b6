-- assay: the tables that the views in sql/retrieval/views.sql read.
--
--   sqlite3 research.db < sql/schema.sql
--   sqlite3 research.db < sql/retrieval/schema.sql
--   sqlite3 research.db < sql/retrieval/views.sql
--
-- For teams that also keep what their search returned, or what a judge said about each
-- source. Who only scores rounds leaves this folder out.
--
--   queries 1 ── * candidates          (query_id, path)
--     1 ──────── * golden              (query_id, path)
--   runs 1 ───── 0..1 run_modes        (run_id)
--     1 ──────── * source_judgements   (run_id, source, chunk)
--
-- As in sql/schema.sql the tables guard keys, not data: what a search engine or a judge
-- delivers is stored unchanged, and the functions decide what it is worth.

PRAGMA foreign_keys = ON;

-- What was searched for.
CREATE TABLE queries (
  query_id INTEGER PRIMARY KEY,
  query    TEXT NOT NULL
);

-- What the search engine returned, before any penalty.
CREATE TABLE candidates (
  query_id        INTEGER NOT NULL REFERENCES queries(query_id) ON DELETE CASCADE,
  path            TEXT NOT NULL CHECK (path <> ''),
  base_score      REAL,     -- any finite number; what is none ranks nowhere
  path_match_hits INTEGER,  -- words of the query found in the path; NULL: not counted
  pinned          INTEGER NOT NULL DEFAULT 0,  -- 1: stays in the list whatever its score
  PRIMARY KEY (query_id, path)
) WITHOUT ROWID;  -- rows of a query lie together, in the order that breaks ties

-- What should have been found: the golden set. A path that is not here has gain 0, so a
-- query without golden paths can't be evaluated, and is not.
CREATE TABLE golden (
  query_id INTEGER NOT NULL REFERENCES queries(query_id) ON DELETE CASCADE,
  path     TEXT NOT NULL CHECK (path <> ''),
  gain     REAL NOT NULL DEFAULT 1,  -- above 0: relevant; higher: more so, for nDCG
  PRIMARY KEY (query_id, path)
) WITHOUT ROWID;

-- In which relevance mode a run was made; a run without a row was made in standard mode.
-- The mode must be one of assay_modes: any other stops the query that reads it.
CREATE TABLE run_modes (
  run_id INTEGER PRIMARY KEY REFERENCES runs(run_id) ON DELETE CASCADE,
  mode   TEXT NOT NULL
);

-- What a judge said about each chunk of a source. The gate stands before synthesis, so a
-- source that was dropped is cited by no round: it is here and not in sources.
CREATE TABLE source_judgements (
  run_id INTEGER NOT NULL REFERENCES runs(run_id) ON DELETE CASCADE,
  source TEXT NOT NULL CHECK (source <> ''),  -- as in sources
  chunk  INTEGER NOT NULL DEFAULT 1,          -- 1, 2, 3, ... of a source judged in parts
  reply  TEXT,  -- the judge's reply as it came; NULL: the call failed
  score  REAL,  -- 1..5, where the pipeline has read the reply itself; NULL: read it here
  PRIMARY KEY (run_id, source, chunk)
) WITHOUT ROWID;
