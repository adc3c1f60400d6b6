-- assay: the tables of stored interviews that sql/interview/views.sql reads.
--
--   sqlite3 research.db < sql/interview/schema.sql
--   sqlite3 research.db < sql/interview/views.sql
--
-- A session is one interview. It has turns: the interviewer asks, the respondent replies.
-- The subjects of the replies grow into a graph of nodes and edges. After each turn there
-- are candidates for the next question, and signals for or against each candidate.
--
--   sessions 1 ──── * turns             (session_id, turn, speaker)
--     1 ─────────── * nodes             (session_id, node)
--     1 ─────────── * edges             (session_id, turn, source, target)
--     1 ─────────── * mentions          (session_id, turn, node)
--     1 ─────────── * turn_candidates   (session_id, turn, strategy)
--                       1 ───────────── * turn_signals   (…, scorer)
--
-- The tables check keys, not data. The values that a judge or an extraction step returned
-- are stored unchanged, and assay's functions decide whether they are usable.

PRAGMA foreign_keys = ON;

CREATE TABLE sessions (
  session_id INTEGER PRIMARY KEY,
  topic      TEXT NOT NULL,
  note       TEXT
);

CREATE TABLE turns (
  session_id INTEGER NOT NULL REFERENCES sessions(session_id) ON DELETE CASCADE,
  turn       INTEGER NOT NULL CHECK (typeof(turn) = 'integer' AND turn >= 1),
  speaker    TEXT NOT NULL CHECK (speaker IN ('interviewer', 'respondent')),
  text       TEXT,
  sentiment  REAL,  -- -1..1, of a reply
  focus      TEXT,  -- the node that the turn is about
  strategy   TEXT,  -- the strategy that a question follows
  momentum   REAL,  -- 0..100, of a reply: how much it carries the conversation on
  ambiguity  TEXT,  -- the judge's answer to ambiguity_prompt(text), of a reply
  PRIMARY KEY (session_id, turn, speaker)
) WITHOUT ROWID;

-- The subjects of the interview: the elements of its guide, and subjects from replies.
CREATE TABLE nodes (
  session_id INTEGER NOT NULL REFERENCES sessions(session_id) ON DELETE CASCADE,
  node       TEXT NOT NULL,
  label      TEXT NOT NULL,                -- in words, as a reply would say it
  stance     INTEGER,                      -- +1, 0, -1: for, neutral, against
  is_element INTEGER NOT NULL DEFAULT 0,   -- 1: the guide asks for it
  first_turn INTEGER NOT NULL DEFAULT 0,   -- the turn it came up in; 0: before all turns
  PRIMARY KEY (session_id, node)
) WITHOUT ROWID;

-- Undirected relations between nodes, each with the turn in which the relation first
-- occurred.
CREATE TABLE edges (
  session_id INTEGER NOT NULL REFERENCES sessions(session_id) ON DELETE CASCADE,
  turn       INTEGER NOT NULL,
  source     TEXT NOT NULL,
  target     TEXT NOT NULL,
  weight     REAL DEFAULT 1,
  PRIMARY KEY (session_id, turn, source, target)
) WITHOUT ROWID;

-- The nodes that a reply mentions.
CREATE TABLE mentions (
  session_id INTEGER NOT NULL REFERENCES sessions(session_id) ON DELETE CASCADE,
  turn       INTEGER NOT NULL,
  node       TEXT NOT NULL,
  PRIMARY KEY (session_id, turn, node)
) WITHOUT ROWID;

-- The strategies that could be used for the next question after a turn.
CREATE TABLE turn_candidates (
  session_id INTEGER NOT NULL REFERENCES sessions(session_id) ON DELETE CASCADE,
  turn       INTEGER NOT NULL,
  strategy   TEXT NOT NULL COLLATE NOCASE,
  position   INTEGER,  -- if scores tie, the lower position is first
  focus      TEXT,     -- the node that the question would be about, if any
  question   TEXT,     -- its wording, if there is one yet
  PRIMARY KEY (session_id, turn, strategy)
) WITHOUT ROWID;

-- The raw score of each scorer for each candidate; 1.0 is neutral.
CREATE TABLE turn_signals (
  session_id INTEGER NOT NULL,
  turn       INTEGER NOT NULL,
  strategy   TEXT NOT NULL COLLATE NOCASE,
  scorer     TEXT NOT NULL COLLATE NOCASE,
  raw        REAL,
  PRIMARY KEY (session_id, turn, strategy, scorer),
  FOREIGN KEY (session_id, turn, strategy)
    REFERENCES turn_candidates(session_id, turn, strategy) ON DELETE CASCADE
) WITHOUT ROWID;
