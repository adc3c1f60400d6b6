-- assay: facts, which a long history computes once: what the sources of each round show.
--
--   sqlite3 research.db < sql/facts.sql
--   sqlite3 research.db -cmd '.load build/assay' < sql/refresh_facts.sql
--
-- The view round_evidence of views.sql goes over every source at every question. Here is
-- another in its place, which takes from the table round_facts what stands there and
-- computes the rest. All other views read through it, and answer the same, bit for bit,
-- with facts, without, and with facts of some runs only.
--
-- Facts do not outlive what they were made from. A change of sources, or of a run, takes
-- away the facts of that run by triggers, which need no function of assay; run
-- refresh_facts.sql again to compute those of new and changed runs, and of no others.
-- Facts that were made under other recency windows, or by another version of assay, do
-- not count. Scores, weights, floors and policies are not part of a fact: a change of
-- these makes none stale.
--
-- SQLite runs no trigger for a row that REPLACE removes through a key other than that of
-- the new row, unless PRAGMA recursive_triggers = ON. The keys of schema.sql need no such
-- care; tables of your own that have an id beside (run_id, round, source) do.
--
-- Triggers watch tables, so runs, rounds and sources have to be tables. Where they are
-- views over tables of your own, attach_facts.sql makes facts for the connection: those
-- notice no change. drop_facts.sql takes back what is made here. Running this again does
-- no harm.

CREATE TABLE IF NOT EXISTS round_facts (
  run_id                  NOT NULL,  -- of any type, as in rounds
  round                   NOT NULL,
  recency_basis           TEXT NOT NULL,
  sources                 INTEGER NOT NULL,
  dated_sources           INTEGER NOT NULL,
  computed_recency        REAL,  -- NULL: no sources
  computed_recent_sources INTEGER NOT NULL,
  mean_decay              REAL,
  PRIMARY KEY (run_id, round)
) WITHOUT ROWID;

-- Under which windows, and by which version, the facts were made: one row, or none.
CREATE TABLE IF NOT EXISTS facts_contract (
  one     INTEGER PRIMARY KEY CHECK (one = 1),
  windows TEXT NOT NULL,  -- assay_settings_hash(their prefix)
  version TEXT NOT NULL   -- assay_version()
);

-- Runs that refresh_facts.sql is to look at.
CREATE TABLE IF NOT EXISTS facts_due (run_id NOT NULL PRIMARY KEY) WITHOUT ROWID;

-- A table that was dropped and made anew has lost its triggers, and whatever changed
-- until they are back left its facts as they were: none of those count.
DELETE FROM facts_contract
WHERE (SELECT count(*) FROM sqlite_master
       WHERE type = 'trigger' AND tbl_name IN ('runs', 'rounds', 'sources')
         AND name GLOB 'facts_*') < 9;

-- A plus before a column leaves its type out of the comparison: ids are compared as they
-- are stored, so that the keys above, which have no type, are searched and not scanned.
-- No INSERT here says what to do in a conflict, because in a trigger SQLite goes by what
-- the statement outside says.
CREATE TRIGGER IF NOT EXISTS facts_source_enters AFTER INSERT ON sources BEGIN
  DELETE FROM round_facts WHERE run_id = +NEW.run_id;
  INSERT INTO facts_due SELECT NEW.run_id WHERE NEW.run_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM facts_due WHERE run_id = +NEW.run_id);
END;

CREATE TRIGGER IF NOT EXISTS facts_source_changes AFTER UPDATE ON sources BEGIN
  DELETE FROM round_facts WHERE run_id = +OLD.run_id;
  DELETE FROM round_facts WHERE run_id = +NEW.run_id;
  INSERT INTO facts_due SELECT OLD.run_id WHERE OLD.run_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM facts_due WHERE run_id = +OLD.run_id);
  INSERT INTO facts_due SELECT NEW.run_id WHERE NEW.run_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM facts_due WHERE run_id = +NEW.run_id);
END;

CREATE TRIGGER IF NOT EXISTS facts_source_leaves AFTER DELETE ON sources BEGIN
  DELETE FROM round_facts WHERE run_id = +OLD.run_id;
  INSERT INTO facts_due SELECT OLD.run_id WHERE OLD.run_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM facts_due WHERE run_id = +OLD.run_id);
END;

CREATE TRIGGER IF NOT EXISTS facts_run_enters AFTER INSERT ON runs BEGIN
  DELETE FROM round_facts WHERE run_id = +NEW.run_id;
  INSERT INTO facts_due SELECT NEW.run_id WHERE NEW.run_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM facts_due WHERE run_id = +NEW.run_id);
END;

CREATE TRIGGER IF NOT EXISTS facts_run_changes AFTER UPDATE ON runs BEGIN
  DELETE FROM round_facts WHERE run_id = +OLD.run_id;
  DELETE FROM round_facts WHERE run_id = +NEW.run_id;
  INSERT INTO facts_due SELECT OLD.run_id WHERE OLD.run_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM facts_due WHERE run_id = +OLD.run_id);
  INSERT INTO facts_due SELECT NEW.run_id WHERE NEW.run_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM facts_due WHERE run_id = +NEW.run_id);
END;

CREATE TRIGGER IF NOT EXISTS facts_run_leaves AFTER DELETE ON runs BEGIN
  DELETE FROM round_facts WHERE run_id = +OLD.run_id;
  INSERT INTO facts_due SELECT OLD.run_id WHERE OLD.run_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM facts_due WHERE run_id = +OLD.run_id);
END;

-- A fact does not depend on what rounds say: one that comes needs a fact of its own.
CREATE TRIGGER IF NOT EXISTS facts_round_enters AFTER INSERT ON rounds BEGIN
  INSERT INTO facts_due SELECT NEW.run_id WHERE NEW.run_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM facts_due WHERE run_id = +NEW.run_id);
END;

CREATE TRIGGER IF NOT EXISTS facts_round_moves AFTER UPDATE OF run_id, round ON rounds
BEGIN
  INSERT INTO facts_due SELECT NEW.run_id WHERE NEW.run_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM facts_due WHERE run_id = +NEW.run_id);
END;

CREATE TRIGGER IF NOT EXISTS facts_round_leaves AFTER DELETE ON rounds BEGIN
  DELETE FROM round_facts WHERE run_id = +OLD.run_id AND round = +OLD.round;
END;

-- One row where facts count: not under other windows, by another version of assay, or
-- with a trigger missing.
DROP VIEW IF EXISTS round_evidence;
DROP VIEW IF EXISTS facts_in_force;
CREATE VIEW facts_in_force AS
SELECT 1 AS counts FROM facts_contract
WHERE (SELECT count(*) FROM sqlite_master
       WHERE type = 'trigger' AND tbl_name IN ('runs', 'rounds', 'sources')
         AND name GLOB 'facts_*') = 9
  AND windows = assay_settings_hash('evaluation.deep_research.recency_windows')
  AND version = assay_version();

-- The columns of the view in views.sql. Where a round has its fact neither its run nor
-- its sources are read: the run is asked for by a NULL there, which is no search. Whether
-- facts count is asked once a statement.
CREATE VIEW round_evidence AS
SELECT
  d.run_id, d.round, d.coverage, d.source_quality, d.agreement, d.verification,
  d.recency        AS reported_recency,
  d.recent_sources AS reported_recent_sources,
  d.critical_contradictions,
  CASE WHEN f.run_id IS NOT NULL THEN f.recency_basis
       WHEN q.sources IS NOT NULL THEN 'sources'
       WHEN EXISTS (SELECT 1 FROM sources AS s WHERE s.run_id = d.run_id) THEN 'sources'
       ELSE 'reported' END       AS recency_basis,
  coalesce(f.sources, q.sources, 0)             AS sources,
  coalesce(f.dated_sources, q.dated_sources, 0) AS dated_sources,
  coalesce(f.computed_recency, q.recency)       AS computed_recency,
  coalesce(f.computed_recent_sources, q.recent_sources, 0) AS computed_recent_sources,
  coalesce(f.mean_decay, q.mean_decay)          AS mean_decay
FROM rounds AS d
LEFT JOIN round_facts AS f
  ON f.run_id = +d.run_id AND f.round = +d.round
 AND (SELECT counts FROM facts_in_force)
LEFT JOIN runs AS r ON r.run_id = CASE WHEN f.run_id IS NULL THEN d.run_id END
LEFT JOIN recency_rows(CASE WHEN f.run_id IS NULL THEN (
  SELECT recency_report(s.published, r.as_of, coalesce(s.domain, r.domain))
  FROM sources AS s
  WHERE s.run_id = d.run_id AND s.round = d.round
) END) AS q
WHERE f.run_id IS NOT NULL OR r.run_id IS NOT NULL OR q.sources IS NULL;
