-- assay: facts.sql for the TEMP views of attach.sql: the facts of a connection, so that
-- nothing is written into the file. Made from facts.sql by `make attach`, do not edit.
--
--   sqlite3 -readonly mine.db -cmd '.load build/assay' -cmd '.read mapping.sql' \
--     -cmd '.read sql/attach.sql' -cmd '.read sql/attach_facts.sql' \
--     -cmd '.read sql/refresh_facts.sql'
--
-- No trigger watches what a view reads, so these facts are of the moment at which they
-- were made. After a change run this and refresh_facts.sql again, or for a few runs that
-- are known to have changed insert their ids into facts_due, and run refresh_facts.sql.

SAVEPOINT facts;

DROP VIEW IF EXISTS temp.round_evidence;
DROP VIEW IF EXISTS temp.facts_in_force;

DROP TABLE IF EXISTS temp.round_facts;
CREATE TEMP TABLE round_facts (
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

DROP TABLE IF EXISTS temp.facts_due;
CREATE TEMP TABLE facts_due (run_id NOT NULL PRIMARY KEY) WITHOUT ROWID;

DROP TABLE IF EXISTS temp.facts_contract;
CREATE TEMP TABLE facts_contract (
  one     INTEGER PRIMARY KEY CHECK (one = 1),
  windows TEXT NOT NULL,  -- assay_settings_hash(their prefix)
  assay   TEXT NOT NULL   -- assay_version()
);

CREATE TEMP TRIGGER facts_are_due AFTER INSERT ON facts_due BEGIN
  DELETE FROM round_facts WHERE run_id = NEW.run_id;
END;

CREATE TEMP TRIGGER facts_begin BEFORE INSERT ON facts_contract BEGIN
  INSERT INTO facts_due
  SELECT DISTINCT d.run_id COLLATE BINARY
  FROM (SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM facts_in_force)) CROSS JOIN rounds AS d
  WHERE d.run_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM facts_due WHERE run_id = +d.run_id);
END;

CREATE TEMP TRIGGER facts_refresh AFTER INSERT ON facts_contract BEGIN
  INSERT OR REPLACE INTO round_facts
  SELECT
    e.run_id, e.round, e.recency_basis, e.sources, e.dated_sources, e.computed_recency,
    e.computed_recent_sources, e.mean_decay
  FROM facts_due AS due CROSS JOIN round_evidence AS e
  WHERE e.run_id = due.run_id AND e.round IS NOT NULL
    AND (SELECT count(*) FROM runs AS r WHERE r.run_id = e.run_id) < 2;
  DELETE FROM facts_due;
  SELECT RAISE(ABORT, 'facts do not count: other windows, or a trigger is gone')
  WHERE NOT EXISTS (SELECT 1 FROM facts_in_force);
END;

CREATE TEMP VIEW facts_in_force AS
SELECT 1 AS counts FROM facts_contract
WHERE windows = assay_settings_hash('evaluation.deep_research.recency_windows')
  AND assay = assay_version();

CREATE TEMP VIEW round_evidence AS
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
