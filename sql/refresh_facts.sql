-- assay: computes the facts of new and changed runs, for the tables of facts.sql.
--
--   sqlite3 research.db -cmd '.load build/assay' < sql/refresh_facts.sql
--
-- The first time, and where the recency windows or the version of assay are others than
-- those that facts were made under, these are all runs.

SAVEPOINT refresh_facts;

-- One row where the facts do not count, else none; then the tables behind are not read.
DROP VIEW IF EXISTS temp.facts_are_stale;
CREATE TEMP VIEW facts_are_stale AS
SELECT 1 AS stale WHERE NOT EXISTS (SELECT 1 FROM facts_in_force);

DELETE FROM round_facts
WHERE run_id IN (SELECT f.run_id FROM temp.facts_are_stale CROSS JOIN round_facts AS f);

INSERT OR IGNORE INTO facts_due
SELECT d.run_id FROM temp.facts_are_stale CROSS JOIN rounds AS d
WHERE d.run_id IS NOT NULL;

INSERT OR REPLACE INTO facts_contract
VALUES (1, assay_settings_hash('evaluation.deep_research.recency_windows'),
        assay_version());

INSERT OR REPLACE INTO round_facts
SELECT
  e.run_id, e.round, e.recency_basis, e.sources, e.dated_sources, e.computed_recency,
  e.computed_recent_sources, e.mean_decay
FROM facts_due AS due CROSS JOIN round_evidence AS e
WHERE e.run_id = due.run_id AND e.round IS NOT NULL;

DELETE FROM facts_due;

DROP VIEW temp.facts_are_stale;

RELEASE refresh_facts;
