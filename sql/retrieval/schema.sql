-- assay: the tables that the views in sql/retrieval/views.sql read.
--
--   sqlite3 research.db < sql/schema.sql
--   sqlite3 research.db < sql/retrieval/schema.sql
--   sqlite3 research.db < sql/retrieval/views.sql
--
-- The tables are for teams that also store search results, or a judge's replies about
-- each source. If you only score rounds, you do not need this folder.
--
--   queries 1 ── * candidates          (query_id, path)
--     1 ──────── * golden              (query_id, path)
--   runs 1 ───── 0..1 run_modes        (run_id)
--     1 ──────── * source_judgements   (run_id, source, chunk)
--
-- As in sql/schema.sql, constraints check only the keys. The values that a search engine
-- or a judge returned are stored unchanged, and assay's functions decide whether they are
-- usable.

PRAGMA foreign_keys = ON;

CREATE TABLE queries (
  query_id INTEGER PRIMARY KEY,
  query    TEXT NOT NULL
);

-- The results of the search engine, before any penalty.
CREATE TABLE candidates (
  query_id        INTEGER NOT NULL REFERENCES queries(query_id) ON DELETE CASCADE,
  path            TEXT NOT NULL CHECK (path <> ''),
  base_score      REAL,     -- finite; otherwise the row is ranked only if it is pinned
  path_match_hits INTEGER,  -- words of the query found in the path; NULL: not counted
  pinned          INTEGER NOT NULL DEFAULT 0,  -- 1: stays in the list whatever its score
  PRIMARY KEY (query_id, path)
) WITHOUT ROWID;  -- the rows of a query lie together, in the order of path

-- The golden set: the paths that a query should have found. A path without a row has gain
-- 0. A query without golden paths can't be evaluated, so it is left out.
CREATE TABLE golden (
  query_id INTEGER NOT NULL REFERENCES queries(query_id) ON DELETE CASCADE,
  path     TEXT NOT NULL CHECK (path <> ''),
  gain     REAL NOT NULL DEFAULT 1,  -- above 0: relevant; for nDCG, higher is better
  PRIMARY KEY (query_id, path)
) WITHOUT ROWID;

-- The mode of a run: how strictly the relevance gate judges its sources. A run without a
-- row has the standard mode. The table assay_modes lists the modes: a query that reads
-- any other mode ends with an error.
CREATE TABLE run_modes (
  run_id INTEGER PRIMARY KEY REFERENCES runs(run_id) ON DELETE CASCADE,
  mode   TEXT NOT NULL
);

-- A judge's reply about each chunk of a source. The relevance gate drops sources before a
-- round cites them, so a dropped source is in this table and not in the table sources.
CREATE TABLE source_judgements (
  run_id INTEGER NOT NULL REFERENCES runs(run_id) ON DELETE CASCADE,
  source TEXT NOT NULL CHECK (source <> ''),  -- as in sources
  chunk  INTEGER NOT NULL DEFAULT 1,          -- 1, 2, 3, ... of a source judged in parts
  reply  TEXT,  -- the judge's reply as it came; NULL: the call failed
  score  REAL,  -- 1..5, if your pipeline read the reply; NULL: assay reads it
  PRIMARY KEY (run_id, source, chunk)
) WITHOUT ROWID;
