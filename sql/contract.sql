-- assay: settings that travel with the data, and verdicts that say under which settings
-- they were made.
--
--   sqlite3 research.db -cmd '.load build/assay' < sql/contract.sql
--
-- contract holds the settings in force when this file was run: their digest and the text
-- that gives them again on a fresh connection, before any rule has run there:
--
--   SELECT assay_load_yaml((SELECT settings FROM contract));
--
-- Run it again under other settings and it adds a row; under the same settings it changes
-- nothing. If there are several rows, ask for one: WHERE hash = ..., or the greatest
-- contract_id.
--
-- verdicts holds what sql/judge.sql stores. A policy may be given apart from the
-- settings, and then the digest does not cover it. So its four numbers are stored beside
-- the digest. A verdict under settings other than those in force is refused.

CREATE TABLE IF NOT EXISTS contract (
  contract_id INTEGER PRIMARY KEY,
  hash        TEXT NOT NULL UNIQUE,  -- assay_settings_hash()
  settings    TEXT NOT NULL,         -- assay_settings_yaml()
  since       TEXT NOT NULL DEFAULT CURRENT_DATE
);

CREATE TABLE IF NOT EXISTS verdicts (
  run_id      NOT NULL,              -- of any type, as in runs
  action      TEXT NOT NULL,         -- as stop_report() has it, and so the next five
  stop_round,
  returned_round,
  gate_passed INTEGER NOT NULL,
  ci          REAL,
  reason      TEXT NOT NULL,
  missing     TEXT NOT NULL,         -- in that round, as round_scores has it
  hash        TEXT NOT NULL REFERENCES contract (hash),
  patience    INTEGER NOT NULL,
  max_rounds  INTEGER NOT NULL,
  high        NOT NULL,              -- one number, or a JSON object by dimension
  min_sources INTEGER NOT NULL,
  judged_on   TEXT NOT NULL DEFAULT CURRENT_DATE,
  PRIMARY KEY (run_id, hash, patience, max_rounds, high, min_sources)
);

-- What sql/judge.sql judges under instead of the settings in force, if it has rows. Each
-- is a policy, stated whole: INSERT INTO judge_policies VALUES (2, 4, 0.75, 10);
CREATE TABLE IF NOT EXISTS judge_policies (
  patience    NOT NULL,
  max_rounds  NOT NULL,
  high        NOT NULL,              -- one number, or a JSON object by dimension
  min_sources NOT NULL
);

CREATE TRIGGER IF NOT EXISTS verdicts_keep_the_contract BEFORE INSERT ON verdicts BEGIN
  SELECT assay_require(NEW.hash);
  SELECT RAISE(ABORT,
               'verdicts: hash must be one of contract; run sql/contract.sql first')
  WHERE NOT EXISTS (SELECT 1 FROM contract WHERE hash = NEW.hash);
END;

INSERT OR IGNORE INTO contract (hash, settings)
VALUES (assay_settings_hash(), assay_settings_yaml());
