-- assay: facts, which a long history computes once: what the sources of each round show.
--
--   sqlite3 -bail research.db < sql/facts.sql
--   sqlite3 -bail research.db -cmd '.load build/assay' < sql/refresh_facts.sql
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
-- Those want an index on run_id, too, in sources, rounds and runs: by it a trigger finds
-- what a change belongs to.
--
-- Triggers watch tables, so runs, rounds and sources have to be tables. Where they are
-- views over tables of your own, attach_facts.sql makes facts for the connection: those
-- notice no change. drop_facts.sql takes back what is made here. Running this again does
-- no harm, but that all facts are computed again.

SAVEPOINT facts;

DROP VIEW IF EXISTS round_evidence;
DROP VIEW IF EXISTS facts_in_force;
DROP TRIGGER IF EXISTS facts_source_enters;
DROP TRIGGER IF EXISTS facts_source_changes;
DROP TRIGGER IF EXISTS facts_source_changed;
DROP TRIGGER IF EXISTS facts_source_leaves;
DROP TRIGGER IF EXISTS facts_run_enters;
DROP TRIGGER IF EXISTS facts_run_changes;
DROP TRIGGER IF EXISTS facts_run_changed;
DROP TRIGGER IF EXISTS facts_run_leaves;
DROP TRIGGER IF EXISTS facts_round_enters;
DROP TRIGGER IF EXISTS facts_round_moves;
DROP TRIGGER IF EXISTS facts_round_leaves;

DROP TABLE IF EXISTS round_facts;
CREATE TABLE round_facts (
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

-- Runs that refresh_facts.sql is to look at. To be listed here is to have no facts.
DROP TABLE IF EXISTS facts_due;
CREATE TABLE facts_due (run_id NOT NULL PRIMARY KEY) WITHOUT ROWID;

-- Ids of changed sources and runs, as those tables have them, whose runs are due already.
DROP TABLE IF EXISTS facts_seen;
CREATE TABLE facts_seen (
  changed NOT NULL, run_id NOT NULL, PRIMARY KEY (changed, run_id)
) WITHOUT ROWID;

-- Under which windows, and by which version, the facts were made: one row, or none. To
-- write it is to bring the facts up to date, all in one statement, so that nothing is
-- done by halves. It is dropped before any trigger is made: whatever changed while one
-- was missing left its facts as they were.
DROP TABLE IF EXISTS facts_contract;
CREATE TABLE facts_contract (
  one     INTEGER PRIMARY KEY CHECK (one = 1),
  windows TEXT NOT NULL,  -- assay_settings_hash(their prefix)
  assay   TEXT NOT NULL   -- assay_version()
);

CREATE TRIGGER facts_are_due AFTER INSERT ON facts_due BEGIN
  DELETE FROM round_facts WHERE run_id = NEW.run_id;
END;

-- Which rounds a source or a run belongs to is for the columns to say, as in the views:
-- to one that is INTEGER '7' is 7, to one that is NOCASE 'A' is 'a'. So a row of the
-- table is compared, which is there after it came and before it goes (its AS is for ALTER
-- TABLE, which could not rename the column without). A plus before a column leaves its
-- type out of the comparison: facts are kept by ids as rounds has them. No INSERT of
-- these says what to do in a conflict, because in a trigger SQLite goes by what the
-- statement outside says.
CREATE TRIGGER facts_source_seen AFTER INSERT ON facts_seen WHEN NEW.changed = 'sources'
BEGIN
  INSERT INTO facts_due SELECT DISTINCT d.run_id COLLATE BINARY
  FROM (SELECT run_id AS run_id FROM sources WHERE run_id = NEW.run_id LIMIT 1) AS s
  CROSS JOIN rounds AS d ON s.run_id = d.run_id
  WHERE NOT EXISTS (SELECT 1 FROM facts_due WHERE run_id = +d.run_id);
END;

CREATE TRIGGER facts_run_seen AFTER INSERT ON facts_seen WHEN NEW.changed = 'runs'
BEGIN
  INSERT INTO facts_due SELECT DISTINCT d.run_id COLLATE BINARY
  FROM (SELECT run_id AS run_id FROM runs WHERE run_id = NEW.run_id LIMIT 1) AS s
  CROSS JOIN rounds AS d ON s.run_id = d.run_id
  WHERE NOT EXISTS (SELECT 1 FROM facts_due WHERE run_id = +d.run_id);
END;

CREATE TRIGGER facts_source_enters AFTER INSERT ON sources
WHEN NEW.run_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM facts_seen WHERE changed = 'sources' AND run_id = +NEW.run_id) BEGIN
  INSERT INTO facts_seen VALUES ('sources', NEW.run_id);
END;

CREATE TRIGGER facts_source_changes BEFORE UPDATE ON sources
WHEN OLD.run_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM facts_seen WHERE changed = 'sources' AND run_id = +OLD.run_id) BEGIN
  INSERT INTO facts_seen VALUES ('sources', OLD.run_id);
END;

CREATE TRIGGER facts_source_changed AFTER UPDATE ON sources
WHEN NEW.run_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM facts_seen WHERE changed = 'sources' AND run_id = +NEW.run_id) BEGIN
  INSERT INTO facts_seen VALUES ('sources', NEW.run_id);
END;

CREATE TRIGGER facts_source_leaves BEFORE DELETE ON sources
WHEN OLD.run_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM facts_seen WHERE changed = 'sources' AND run_id = +OLD.run_id) BEGIN
  INSERT INTO facts_seen VALUES ('sources', OLD.run_id);
END;

CREATE TRIGGER facts_run_enters AFTER INSERT ON runs
WHEN NEW.run_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM facts_seen WHERE changed = 'runs' AND run_id = +NEW.run_id) BEGIN
  INSERT INTO facts_seen VALUES ('runs', NEW.run_id);
END;

CREATE TRIGGER facts_run_changes BEFORE UPDATE ON runs
WHEN OLD.run_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM facts_seen WHERE changed = 'runs' AND run_id = +OLD.run_id) BEGIN
  INSERT INTO facts_seen VALUES ('runs', OLD.run_id);
END;

CREATE TRIGGER facts_run_changed AFTER UPDATE ON runs
WHEN NEW.run_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM facts_seen WHERE changed = 'runs' AND run_id = +NEW.run_id) BEGIN
  INSERT INTO facts_seen VALUES ('runs', NEW.run_id);
END;

CREATE TRIGGER facts_run_leaves BEFORE DELETE ON runs
WHEN OLD.run_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM facts_seen WHERE changed = 'runs' AND run_id = +OLD.run_id) BEGIN
  INSERT INTO facts_seen VALUES ('runs', OLD.run_id);
END;

CREATE TRIGGER facts_round_enters AFTER INSERT ON rounds BEGIN
  INSERT INTO facts_due
  SELECT NEW.run_id WHERE NEW.run_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM facts_due WHERE run_id = +NEW.run_id);
END;

CREATE TRIGGER facts_round_moves AFTER UPDATE ON rounds
WHEN OLD.run_id COLLATE BINARY IS NOT NEW.run_id
  OR OLD.round COLLATE BINARY IS NOT NEW.round BEGIN
  INSERT INTO facts_due
  SELECT OLD.run_id WHERE OLD.run_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM facts_due WHERE run_id = +OLD.run_id);
  INSERT INTO facts_due
  SELECT NEW.run_id WHERE NEW.run_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM facts_due WHERE run_id = +NEW.run_id);
END;

CREATE TRIGGER facts_round_leaves AFTER DELETE ON rounds BEGIN
  INSERT INTO facts_due
  SELECT OLD.run_id WHERE OLD.run_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM facts_due WHERE run_id = +OLD.run_id);
END;

-- Where the facts do not count all runs are due. A run that stands twice has no facts:
-- the views show its rounds twice.
CREATE TRIGGER facts_begin BEFORE INSERT ON facts_contract BEGIN
  INSERT INTO facts_due
  SELECT DISTINCT d.run_id COLLATE BINARY
  FROM (SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM facts_in_force)) CROSS JOIN rounds AS d
  WHERE d.run_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM facts_due WHERE run_id = +d.run_id);
END;

CREATE TRIGGER facts_refresh AFTER INSERT ON facts_contract BEGIN
  INSERT OR REPLACE INTO round_facts
  SELECT
    e.run_id, e.round, e.recency_basis, e.sources, e.dated_sources, e.computed_recency,
    e.computed_recent_sources, e.mean_decay
  FROM facts_due AS due CROSS JOIN round_evidence AS e
  WHERE e.run_id = due.run_id AND e.round IS NOT NULL
    AND (SELECT count(*) FROM runs AS r WHERE r.run_id = e.run_id) < 2;
  DELETE FROM facts_due;
  DELETE FROM facts_seen;
  SELECT RAISE(ABORT, 'facts do not count: other windows, or a trigger is gone')
  WHERE NOT EXISTS (SELECT 1 FROM facts_in_force);
END;

-- One row where facts count: not under other windows, by another version of assay, or
-- with a trigger missing or made anew, which then is younger than that of the contract.
CREATE VIEW facts_in_force AS
SELECT 1 AS counts FROM facts_contract
WHERE windows = assay_settings_hash('evaluation.deep_research.recency_windows')
  AND assay = assay_version()
  AND (SELECT count(*) FROM sqlite_master AS t
       WHERE t.type = 'trigger'
         AND t.tbl_name IN ('runs', 'rounds', 'sources', 'facts_due', 'facts_seen',
                            'facts_contract')
         AND t.name IN ('facts_are_due', 'facts_source_seen', 'facts_run_seen',
                        'facts_source_enters', 'facts_source_changes',
                        'facts_source_changed', 'facts_source_leaves',
                        'facts_run_enters', 'facts_run_changes', 'facts_run_changed',
                        'facts_run_leaves', 'facts_round_enters', 'facts_round_moves',
                        'facts_round_leaves', 'facts_begin')
         AND t.rowid < (SELECT rowid FROM sqlite_master
                        WHERE name = 'facts_refresh' AND tbl_name = 'facts_contract'))
      = 15;

-- The columns of the view in views.sql. Where a round has its fact neither its run nor
-- its sources are read: the run is asked for by a NULL there, which is no search, else
-- by a column, whose type counts. Whether facts count is asked once a statement.
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
LEFT JOIN runs AS r ON r.run_id = (SELECT d.run_id WHERE f.run_id IS NULL)
LEFT JOIN recency_rows(CASE WHEN f.run_id IS NULL THEN (
  SELECT recency_report(s.published, r.as_of, coalesce(s.domain, r.domain))
  FROM sources AS s
  WHERE s.run_id = d.run_id AND s.round = d.round
) END) AS q
WHERE f.run_id IS NOT NULL OR r.run_id IS NOT NULL OR q.sources IS NULL;

RELEASE facts;
