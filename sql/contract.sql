-- assay: stores the settings as a contract in the database file, and makes a table for
-- verdicts. Each verdict has the digest of the settings that it comes from.
--
--   sqlite3 research.db -cmd '.load build/assay' < sql/contract.sql
--
-- The table contract stores the settings of this connection: their digest (a hash), and
-- their YAML. On a fresh connection load the YAML before you call a function that reads
-- settings:
--
--   SELECT assay_load_yaml((SELECT settings FROM contract));
--
-- If you run this script again under other settings, it adds a row; under the same
-- settings it changes nothing. If there are several rows, choose one: WHERE hash = ...,
-- or the greatest contract_id.
--
-- The table verdicts stores the results of sql/judge.sql. Each verdict also has the four
-- numbers of its stop policy (patience, max_rounds, high, min_sources), because the
-- digest does not cover a policy in the table judge_policies. A verdict is refused if its
-- digest is not the digest of the current settings.

CREATE TABLE IF NOT EXISTS contract (
  contract_id INTEGER PRIMARY KEY,
  hash        TEXT NOT NULL UNIQUE,  -- assay_settings_hash()
  settings    TEXT NOT NULL,         -- assay_settings_yaml()
  since       TEXT NOT NULL DEFAULT CURRENT_DATE
);

CREATE TABLE IF NOT EXISTS verdicts (
  run_id      NOT NULL,              -- of any type, as in runs
  action      TEXT NOT NULL,         -- this and the next five: from stop_report()
  stop_round,
  returned_round,
  gate_passed INTEGER NOT NULL,
  ci          REAL,
  reason      TEXT NOT NULL,
  missing     TEXT NOT NULL,         -- of returned_round, from round_scores
  hash        TEXT NOT NULL REFERENCES contract (hash),
  patience    INTEGER NOT NULL,
  max_rounds  INTEGER NOT NULL,
  high        NOT NULL,              -- one number, or a JSON object by dimension
  min_sources INTEGER NOT NULL,
  judged_on   TEXT NOT NULL DEFAULT CURRENT_DATE,
  PRIMARY KEY (run_id, hash, patience, max_rounds, high, min_sources)
);

-- Stop policies for sql/judge.sql. If this table has rows, judge.sql judges by each row,
-- not by the policy of the settings. Each row has all four numbers: INSERT INTO
-- judge_policies VALUES (2, 4, 0.75, 10);
CREATE TABLE IF NOT EXISTS judge_policies (
  patience    NOT NULL,
  max_rounds  NOT NULL,
  high        NOT NULL,              -- one number
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
