-- assay: brings a file of any older epoch (version of the answers) to epoch 3.
--
--   sqlite3 research.db -cmd '.load build/assay' < sql/upgrade.sql
--
-- Read it from the folder that contains sql/, on a connection that has not called a
-- function that reads settings. It does everything or nothing. Reading it again changes
-- nothing.
--
--   runs, rounds, sources, judgements   keep their rows and declarations
--   views of assay                      are replaced by the views of views.sql
--   verdicts                            are copied; the column best_round becomes
--                                       returned_round
--   contract                            has the same rows; the settings of the newest row
--                                       are stored again, with a digest of this epoch
--   contract made by SQL of old READMEs becomes contract_before_3, with its verdicts
--   tables of facts.sql, columns.sql    are dropped; judged.sql replaces these scripts
--
-- At the end it judges again, and prints the stored verdicts that would differ today.
-- The stored verdicts stay in the table verdicts; sql/judge.sql adds new verdicts, under
-- the new digest.
--
-- The script replaces only what a released assay made. It recognises views by their text,
-- and tables by their columns. If you changed a view of assay, or made something of your
-- own with a name that assay has used, the script prints its name, ends with an error,
-- and changes nothing.

.bail on
.mode list
.headers off
PRAGMA foreign_keys = OFF;
BEGIN IMMEDIATE;

CREATE TABLE IF NOT EXISTS main.assay_schema (
  part TEXT PRIMARY KEY, epoch INTEGER NOT NULL, version TEXT NOT NULL
) WITHOUT ROWID;
CREATE TEMP TABLE upgrade_from AS
SELECT coalesce(max(epoch), CASE WHEN EXISTS (
         SELECT 1 FROM main.sqlite_master WHERE name = 'round_evidence'
       ) THEN 2 ELSE 1 END) AS epoch,
       assay_require('3:')
         AND assay_require(max(3, coalesce(max(epoch), 3)) || ':') AS is_older
FROM main.assay_schema;

-- The views and triggers of released versions, each with a checksum of its text.
CREATE TEMP TABLE upgrade_known (name, print);
INSERT INTO upgrade_known VALUES
  ('source_recency', 1449224274), ('round_recency', 2035158833),
  ('round_scores', 1358695098), ('run_best_round', 46299650),
  ('round_actions', 2075806693), ('run_decisions', 69428114),
  ('domain_windows', 1611809257), ('score_confidence', 1296457923),
  ('source_recency', 2106615269), ('round_recency', 431469029),
  ('round_scores', 1266429250), ('run_best_round', 703773905),
  ('round_actions', 439332962), ('run_decisions', 1779445393),
  ('round_confidence', 2110654017), ('round_facts', 1840183553),
  ('facts_due', 1317452774), ('facts_seen', 195601287), ('facts_contract', 2048754667),
  ('facts_are_due', 1389907293), ('facts_source_seen', 743799107),
  ('facts_run_seen', 478663864), ('facts_source_enters', 901474845),
  ('facts_source_changes', 1589485500), ('facts_source_changed', 2132388668),
  ('facts_source_leaves', 1686428720), ('facts_run_enters', 2106132334),
  ('facts_run_changes', 565356982), ('facts_run_changed', 1159334029),
  ('facts_run_leaves', 812836383), ('facts_round_enters', 1777592003),
  ('facts_round_moves', 1480220877), ('facts_round_leaves', 1292860131),
  ('facts_begin', 1012433817), ('facts_refresh', 1193984960),
  ('facts_in_force', 422947610), ('round_evidence', 1236827000),
  ('history_columns', 273056049), ('columns_due', 1923805773),
  ('columns_contract', 551324905), ('columns_512_1', 1435666055),
  ('columns_512_2', 654868883), ('columns_512_3', 1315495454),
  ('columns_512_4', 16471407), ('columns_512_5', 63859075),
  ('columns_512_6', 533612306), ('columns_512_7', 1456396969),
  ('columns_512_8', 688372402), ('columns_512_9', 684158963),
  ('columns_gone', 1703420031), ('columns_begin', 1740710943),
  ('columns_refresh', 1475233862), ('columns_in_force', 1855924018),
  ('kept_columns', 733352961), ('due_columns', 792483370),
  ('round_columns', 1769090169), ('round_evidence', 1493965122);

CREATE TEMP TABLE upgrade_prints AS
WITH RECURSIVE letters(name, sql, i, print) AS (
  SELECT name, replace(sql, char(13), ''), 1, 7
  FROM main.sqlite_master
  WHERE name IN (SELECT name FROM upgrade_known)
  UNION ALL
  SELECT name, sql, i + 1, (print * 257 + unicode(substr(sql, i, 1))) % 2147483647
  FROM letters WHERE i <= length(sql)
)
SELECT name, print FROM letters WHERE i > length(sql);

-- The columns of the file's tables contract, verdicts and contract_before_3, by which the
-- script recognises assay's tables.
CREATE TEMP VIEW upgrade_columns AS
SELECT t.column1 AS name,
       (SELECT group_concat(name, ' ')
        FROM pragma_table_info(t.column1, 'main')) AS columns
FROM (VALUES ('contract'), ('verdicts'), ('contract_before_3')) AS t;

CREATE TEMP TABLE upgrade_in_the_way AS
SELECT type, name FROM main.sqlite_master
WHERE lower(name) IN (SELECT name FROM upgrade_known)
  AND sql NOT LIKE '%-- assay: sql/views.sql replaces this view%'
  AND NOT EXISTS (SELECT 1 FROM upgrade_known AS k JOIN upgrade_prints AS p USING (name)
                  WHERE k.name = sqlite_master.name AND k.print = p.print)
UNION ALL
SELECT type, name FROM main.sqlite_master
WHERE type IN ('trigger', 'index') AND sql IS NOT NULL
  AND name <> 'verdicts_keep_the_contract'
  AND name NOT IN (SELECT name FROM upgrade_known)
  AND (lower(tbl_name) IN ('contract', 'verdicts')
       OR lower(tbl_name) IN (SELECT name FROM upgrade_known))
UNION ALL
SELECT 'table', c.name
FROM upgrade_columns AS c,
     (SELECT max(CASE name WHEN 'contract' THEN columns END) IS 'only settings_hash'
        AS is_of_readme FROM upgrade_columns)
WHERE c.columns IS NOT NULL AND c.columns <> CASE c.name
    WHEN 'contract_before_3' THEN 'only settings_hash run_id round passed'
    WHEN 'contract' THEN CASE WHEN is_of_readme THEN c.columns
      ELSE 'contract_id hash settings since' END
    ELSE CASE WHEN is_of_readme THEN 'run_id round passed'
      ELSE 'run_id action stop_round '
           || CASE WHEN c.columns LIKE '% best_round %' THEN 'best' ELSE 'returned' END
           || '_round gate_passed ci reason missing hash patience max_rounds high '
           || 'min_sources judged_on' END END;
SELECT 'in the way: ' || type || ' ' || name FROM upgrade_in_the_way;
CREATE TEMP TRIGGER upgrade_refused BEFORE DELETE ON upgrade_in_the_way BEGIN
  SELECT RAISE(ABORT, 'names or tables of assay are taken: rename or drop those');
END;
DELETE FROM upgrade_in_the_way;

-- The tables of older versions lack some of the columns below. Each subquery reads one
-- column of contract or verdicts. If the table lacks this column, the name means a
-- column of the outer query, where each such name is NULL.
CREATE TABLE IF NOT EXISTS main.contract (hash);
CREATE TABLE IF NOT EXISTS main.verdicts (run_id);
CREATE TEMP TABLE upgrade_contract AS
SELECT (SELECT contract_id FROM main.contract WHERE rowid = k.id)   AS contract_id,
       (SELECT hash FROM main.contract WHERE rowid = k.id)          AS hash,
       (SELECT settings FROM main.contract WHERE rowid = k.id)      AS settings,
       (SELECT since FROM main.contract WHERE rowid = k.id)         AS since,
       (SELECT only FROM main.contract WHERE rowid = k.id)          AS only,
       (SELECT settings_hash FROM main.contract WHERE rowid = k.id) AS settings_hash
FROM (SELECT rowid AS id FROM main.contract) AS k,
     (SELECT NULL AS contract_id, NULL AS hash, NULL AS settings, NULL AS since,
             NULL AS only, NULL AS settings_hash);
CREATE TEMP TABLE upgrade_verdicts AS
SELECT run_id,
       (SELECT action FROM main.verdicts WHERE rowid = k.id)         AS action,
       (SELECT stop_round FROM main.verdicts WHERE rowid = k.id)     AS stop_round,
       (SELECT coalesce(returned_round, best_round)
        FROM main.verdicts WHERE rowid = k.id)                       AS returned_round,
       (SELECT gate_passed FROM main.verdicts WHERE rowid = k.id)    AS gate_passed,
       (SELECT ci FROM main.verdicts WHERE rowid = k.id)             AS ci,
       (SELECT reason FROM main.verdicts WHERE rowid = k.id)         AS reason,
       (SELECT missing FROM main.verdicts WHERE rowid = k.id)        AS missing,
       (SELECT hash FROM main.verdicts WHERE rowid = k.id)           AS hash,
       (SELECT patience FROM main.verdicts WHERE rowid = k.id)       AS patience,
       (SELECT max_rounds FROM main.verdicts WHERE rowid = k.id)     AS max_rounds,
       (SELECT high FROM main.verdicts WHERE rowid = k.id)           AS high,
       (SELECT min_sources FROM main.verdicts WHERE rowid = k.id)    AS min_sources,
       (SELECT judged_on FROM main.verdicts WHERE rowid = k.id)      AS judged_on,
       (SELECT round FROM main.verdicts WHERE rowid = k.id)          AS round,
       (SELECT passed FROM main.verdicts WHERE rowid = k.id)         AS passed
FROM (SELECT rowid AS id, run_id FROM main.verdicts) AS k,
     (SELECT NULL AS action, NULL AS stop_round, NULL AS returned_round,
             NULL AS best_round, NULL AS gate_passed, NULL AS ci, NULL AS reason,
             NULL AS missing, NULL AS hash, NULL AS patience, NULL AS max_rounds,
             NULL AS high, NULL AS min_sources, NULL AS judged_on, NULL AS round,
             NULL AS passed);

-- The settings by which the verdicts of an older epoch were made; no row if the file
-- has no such settings.
CREATE TEMP TABLE upgrade_judged_by AS
SELECT hash, settings FROM temp.upgrade_contract
WHERE hash IS NOT NULL
ORDER BY hash LIKE '3:%', contract_id DESC LIMIT 1;
CREATE TEMP TABLE upgrade_loaded AS
SELECT assay_load_yaml(coalesce((SELECT settings FROM temp.upgrade_judged_by), ''))
  AS settings;

DROP TABLE main.contract;
DROP TABLE main.verdicts;
DROP TRIGGER IF EXISTS main.facts_source_enters;
DROP TRIGGER IF EXISTS main.facts_source_changes;
DROP TRIGGER IF EXISTS main.facts_source_changed;
DROP TRIGGER IF EXISTS main.facts_source_leaves;
DROP TRIGGER IF EXISTS main.facts_run_enters;
DROP TRIGGER IF EXISTS main.facts_run_changes;
DROP TRIGGER IF EXISTS main.facts_run_changed;
DROP TRIGGER IF EXISTS main.facts_run_leaves;
DROP TRIGGER IF EXISTS main.facts_round_enters;
DROP TRIGGER IF EXISTS main.facts_round_moves;
DROP TRIGGER IF EXISTS main.facts_round_leaves;
DROP TRIGGER IF EXISTS main.columns_512_1;
DROP TRIGGER IF EXISTS main.columns_512_2;
DROP TRIGGER IF EXISTS main.columns_512_3;
DROP TRIGGER IF EXISTS main.columns_512_4;
DROP TRIGGER IF EXISTS main.columns_512_5;
DROP TRIGGER IF EXISTS main.columns_512_6;
DROP TRIGGER IF EXISTS main.columns_512_7;
DROP TRIGGER IF EXISTS main.columns_512_8;
DROP TRIGGER IF EXISTS main.columns_512_9;
DROP VIEW IF EXISTS main.source_recency;
DROP VIEW IF EXISTS main.round_recency;
DROP VIEW IF EXISTS main.round_scores;
DROP VIEW IF EXISTS main.run_best_round;
DROP VIEW IF EXISTS main.round_actions;
DROP VIEW IF EXISTS main.run_decisions;
DROP VIEW IF EXISTS main.domain_windows;
DROP VIEW IF EXISTS main.score_confidence;
DROP VIEW IF EXISTS main.round_confidence;
DROP VIEW IF EXISTS main.facts_in_force;
DROP VIEW IF EXISTS main.round_evidence;
DROP VIEW IF EXISTS main.columns_in_force;
DROP VIEW IF EXISTS main.kept_columns;
DROP VIEW IF EXISTS main.due_columns;
DROP VIEW IF EXISTS main.round_columns;
DROP TABLE IF EXISTS main.round_facts;
DROP TABLE IF EXISTS main.facts_due;
DROP TABLE IF EXISTS main.facts_seen;
DROP TABLE IF EXISTS main.facts_contract;
DROP TABLE IF EXISTS main.history_columns;
DROP TABLE IF EXISTS main.columns_due;
DROP TABLE IF EXISTS main.columns_contract;

.read sql/schema.sql
.read sql/views.sql

-- contract.sql makes the tables contract and verdicts, and stores the current settings
-- in contract. The rows that contract had before the upgrade replace these settings. The
-- trigger on `verdicts` would refuse older verdicts, so it is dropped; contract.sql,
-- read once more, makes it again.
.read sql/contract.sql
DROP TRIGGER main.verdicts_keep_the_contract;
DELETE FROM main.contract;
INSERT INTO main.contract SELECT contract_id, hash, settings, since
FROM temp.upgrade_contract WHERE hash IS NOT NULL;
INSERT INTO main.verdicts
SELECT run_id, action, stop_round, returned_round, gate_passed, ci, reason, missing, hash,
       patience, max_rounds, high, min_sources, judged_on
FROM temp.upgrade_verdicts WHERE hash IS NOT NULL;
.read sql/contract.sql
DELETE FROM main.contract WHERE NOT EXISTS (SELECT 1 FROM temp.upgrade_judged_by);

CREATE TABLE IF NOT EXISTS main.contract_before_3 (
  only, settings_hash, run_id INT, round TEXT, passed INT
);
INSERT INTO main.contract_before_3
SELECT c.only, c.settings_hash, v.run_id, v.round, v.passed
FROM temp.upgrade_contract AS c
LEFT JOIN temp.upgrade_verdicts AS v ON v.hash IS NULL
WHERE c.settings_hash IS NOT NULL;

COMMIT;
PRAGMA foreign_keys = ON;

SELECT printf('epoch %d -> 3: %d views, tables and triggers replaced or dropped',
              epoch, (SELECT count(*) FROM upgrade_prints)) FROM upgrade_from;
SELECT printf('kept: %d runs, %d rounds, %d sources, %d verdicts',
              (SELECT count(*) FROM main.runs), (SELECT count(*) FROM main.rounds),
              (SELECT count(*) FROM main.sources), (SELECT count(*) FROM main.verdicts));
SELECT 'kept in contract_before_3: the contract of the older README, with its verdicts'
WHERE EXISTS (SELECT 1 FROM main.contract_before_3);

-- Judges the runs again, by each policy that a stored verdict of an older epoch has.
CREATE TEMP TABLE upgrade_policies AS
SELECT DISTINCT patience, max_rounds, high, min_sources FROM main.verdicts
WHERE hash NOT LIKE '3:%' AND hash IN (SELECT hash FROM upgrade_judged_by);
CREATE TEMP TABLE upgrade_today AS
SELECT j.run_id, j.patience, j.max_rounds, j.high, j.min_sources, t.action,
       t.round AS stop_round, t.returned_round, t.gate_passed
FROM (
  SELECT s.run_id, p.patience, p.max_rounds, p.high, p.min_sources,
         stop_report(s.round, s.coverage, s.source_quality, s.agreement, s.verification,
                     s.recency, s.recent_sources, s.critical_contradictions,
                     p.patience, p.max_rounds, p.high, p.min_sources) AS report
  FROM upgrade_policies AS p CROSS JOIN live_rounds AS s
  GROUP BY p.rowid, s.run_id
) AS j CROSS JOIN stop_rows(j.report) AS t;
CREATE INDEX temp.upgrade_today_by_run ON upgrade_today (run_id);
CREATE TEMP TABLE upgrade_others AS
SELECT printf('run %s (%s, %s, %s, %s): %s -> %s',
              v.run_id, v.patience, v.max_rounds, v.high, v.min_sources,
              v.action || coalesce(' at ' || v.stop_round, '') || ', returns '
              || v.returned_round,
              coalesce(t.action || coalesce(' at ' || t.stop_round, '') || ', returns '
                       || t.returned_round, 'no rounds')) AS line
FROM main.verdicts AS v
LEFT JOIN upgrade_today AS t
  ON t.run_id = +v.run_id AND t.patience = v.patience AND t.max_rounds = v.max_rounds
  AND t.high = v.high AND t.min_sources = v.min_sources
WHERE v.hash NOT LIKE '3:%' AND v.hash IN (SELECT hash FROM upgrade_judged_by)
  AND (t.action IS NOT v.action OR t.stop_round IS NOT v.stop_round
       OR t.returned_round IS NOT v.returned_round OR t.gate_passed IS NOT v.gate_passed)
UNION ALL
SELECT printf('run %s, round %s: passed %s -> %s', v.run_id, v.round, v.passed,
              coalesce(s.gate_passed, 'no such round'))
FROM main.contract_before_3 AS v
LEFT JOIN round_scores AS s ON s.run_id = v.run_id AND s.round = v.round
WHERE v.run_id IS NOT NULL AND v.passed IS NOT s.gate_passed;
SELECT count(*) || ' stored verdicts would differ today' FROM upgrade_others;
SELECT 'run (patience, max_rounds, High, min_sources): stored -> today'
WHERE EXISTS (SELECT 1 FROM upgrade_today);
SELECT line FROM upgrade_others;
SELECT count(*) || ' verdicts under other contracts are not compared'
FROM main.verdicts
WHERE hash NOT LIKE '3:%' AND hash NOT IN (SELECT hash FROM upgrade_judged_by)
HAVING count(*) > 0;
