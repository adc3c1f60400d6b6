#!/bin/sh
# Tests sql/upgrade.sql, which upgrades a file of any released epoch to the present epoch.
# An epoch is a version of the answers that the rules give. The scripts in tests/upgrade
# make files of epochs 1 and 2. The test also interrupts the upgrade, and runs it twice.
# It upgrades a read-only file, and files where the user's own tables block the upgrade.

. tests/shell/tap.sh

# old EPOCH NAME: makes a file with the scripts of that epoch.
old() {
  rm -f "$directory/$2.db"*
  sqlite3 "$directory/$2.db" <"tests/upgrade/epoch_$1.dump"
}
# upgrade NAME: runs the command that sql/upgrade.sql states, in a shell that continues
# after an error.
upgrade() {
  sqlite3 "$directory/$1.db" -cmd ".load $extension" <sql/upgrade.sql \
    >"$directory/out" 2>&1
}
asked() { sqlite3 "$directory/$1.db" -cmd ".load $extension" "$2" 2>&1; }
# Prints a file's content, in an order that does not depend on when rows were stored.
content() { sqlite3 "$directory/$1.db" .dump 'PRAGMA user_version' | sort; }
decided="SELECT run_id, action, returned_round FROM run_decisions ORDER BY run_id"

# --- one version, one epoch -------------------------------------------------------------

version=$(asked none 'SELECT assay_version()')
now=$(asked none 'SELECT assay_settings_hash()' | sed 's/:.*//')
is "$version, epoch $now" "$(sed -n 's/^## //p' ext/CHANGES.md | head -1)" \
  'ext/CHANGES.md begins with this version and its epoch'
is "$(grep -oh "VALUES ('[a-z]*', [0-9]*, '[0-9.]*')" sql/schema.sql sql/views.sql)" \
  "VALUES ('schema', $now, '$version')
VALUES ('views', $now, '$version')" 'schema.sql and views.sql write both'
is "$(grep -oh "assay_require('[0-9]*:')" sql/views.sql | sort -u)" \
  "assay_require('$now:')" 'views ask for that epoch'

# --- before an upgrade ------------------------------------------------------------------

for epoch in 1 2; do
  old $epoch before
  is "$(sqlite3 "$directory/before.db" -cmd ".load $extension" \
    <sql/reports/stop_policy.sql 2>&1 | sed 's/^.*views/views/; s/ (19)$//')" \
    'views are of epoch 2 or earlier: read sql/upgrade.sql' \
    "epoch $epoch: a report says what to do"
  is "$(sqlite3 "$directory/before.db" <sql/views.sql 2>&1 | grep -c upgrade.sql)" 1 \
    '... and views.sql'
  for script in judge refresh_judged judged; do
    sqlite3 "$directory/before.db" -cmd ".load $extension" \
      -cmd '.param set :hash assay_settings_hash()' <"sql/$script.sql" \
      >"$directory/out" 2>&1
    is "$? $(head -1 "$directory/out" |
      grep -o 'views are of epoch 2 or earlier: read sql/upgrade.sql')" \
      '1 views are of epoch 2 or earlier: read sql/upgrade.sql' "... and $script.sql"
  done
done
is "$(content before | grep -c assay_schema)" 0 '... the refused reports change nothing'

# If a file of the present epoch lacks a table or view that a script needs, the script
# says so.
lacks() { # SCRIPT SENTENCE
  is "$(sqlite3 "$directory/lacks.db" -cmd ".load $extension" \
    -cmd '.param set :hash assay_settings_hash()' <"sql/$1.sql" 2>&1 | head -1 |
    grep -o "'n.*'")" "'$2'" "$1.sql: $2"
}
lacks judge 'no view judged_rounds: read sql/views.sql'
sqlite3 "$directory/lacks.db" '.read sql/schema.sql' '.read sql/views.sql'
lacks judge 'no table judge_policies: read sql/contract.sql'
lacks refresh_judged 'no judged rounds: read sql/judged.sql'

# --- both epochs ------------------------------------------------------------------------

for epoch in 1 2; do
  old $epoch file
  tables='runs rounds sources judgements'
  for table in $tables; do
    asked file "SELECT sql FROM sqlite_master WHERE name = '$table'; SELECT * FROM $table"
  done >"$directory/kept"
  asked file 'SELECT * FROM verdicts' >"$directory/verdicts"
  asked file 'SELECT * FROM contract' >"$directory/contract"
  upgrade file
  is "$?" 0 "epoch $epoch: upgraded"
  cp "$directory/out" "$directory/said.$epoch"
  is "$(for table in $tables; do
    asked file "SELECT sql FROM sqlite_master WHERE name = '$table'; SELECT * FROM $table"
  done | diff "$directory/kept" -)" '' '... tables keep their rows and declarations'
  is "$(asked file "$decided")" '1|pass|2
2|pass|4
101|pass|3
102|pass|2
103|patience_stop|1' '... decisions are those of this epoch'
  is "$(asked file 'PRAGMA user_version; PRAGMA integrity_check; PRAGMA foreign_key_check;
    SELECT * FROM assay_schema')" "7
ok
schema|$now|$version
views|$now|$version" '... user_version is the user'"'"'s, the file is sound'
  sqlite3 "$directory/fresh.db" '.read sql/schema.sql' '.read sql/views.sql'
  names="SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT IN
    ('contract', 'verdicts', 'judge_policies', 'contract_before_3', 'runs', 'rounds',
     'sources', 'judgements', 'verdicts_keep_the_contract', 'assay_schema') ORDER BY name"
  is "$(asked file "$names")" "$(asked fresh "$names")" \
    '... the views are exactly those of schema.sql and views.sql'
  content file >"$directory/once"
  upgrade file
  is "$? $(content file | diff "$directory/once" -)" '0 ' '... twice is harmless'
  is "$(tail -n +2 "$directory/out")" "$(tail -n +2 "$directory/said.$epoch")" \
    '... a second upgrade prints the same'
  rm "$directory/fresh.db"
done

# Makes the files of both epochs again, from scripts with the line ends of Windows, CR LF.
# Python runs the scripts, because the sqlite3 shell would leave out each CR.
for epoch in 1 2; do
  "${PYTHON:-/usr/bin/python3}" -c '
import sqlite3, sys
with open(sys.argv[1], encoding="utf-8") as dump, sqlite3.connect(sys.argv[2]) as db:
    db.executescript(dump.read().replace("\n", "\r\n"))
' "tests/upgrade/epoch_$epoch.dump" "$directory/windows.db"
  upgrade windows
  is "$? $(diff "$directory/said.$epoch" "$directory/out")" '0 ' \
    "epoch $epoch: upgraded, too, if its lines end in CR LF"
  rm "$directory/windows.db"
done

is "$(asked file 'SELECT * FROM verdicts' | diff "$directory/verdicts" -)" '' \
  'verdicts of epoch 2 are kept, best_round as returned_round'
is "$(asked file 'SELECT returned_round FROM verdicts WHERE run_id = 2')" 4 \
  '... found by name'
is "$(asked file 'SELECT * FROM contract WHERE contract_id = 1' |
  diff "$directory/contract" -)" '' '... and the contract'
is "$(asked file 'SELECT assay_load_yaml(settings) FROM contract WHERE contract_id = 2;
  SELECT assay_require(hash) FROM contract WHERE contract_id = 2')" '0
1' '... the settings of the contract are stored again under a digest of this epoch'
is "$(cat "$directory/said.2")" \
  "epoch 2 -> $now: 50 views, tables and triggers replaced or dropped
kept: 5 runs, 13 rounds, 29 sources, 5 verdicts
2 stored verdicts would differ today
run (patience, max_rounds, High, min_sources): stored -> today
run 101 (1, 4, 0.75, 10): patience_stop at 2, returns 1 -> pass at 3, returns 3
run 102 (1, 4, 0.75, 10): halt_contradiction at 1, returns 1 -> pass at 2, returns 2" \
  'the upgrade prints its work and the verdicts that would differ today'
sqlite3 "$directory/file.db" -cmd ".load $extension" \
  -cmd '.param set :hash assay_settings_hash()' <sql/judge.sql
is "$(asked file 'SELECT run_id, action, count(*) OVER () FROM verdicts
  WHERE hash = assay_settings_hash() AND run_id > 100')" '101|pass|3
102|pass|3
103|patience_stop|3' 'judge.sql stores those beside them'
upgrade file
is "$(sed 1,2d "$directory/out")" "$(sed 1,2d "$directory/said.2")" \
  'another upgrade compares only the older verdicts'

# The upgrade compares old and new verdicts under the settings that the file stores. With
# recency windows of one day, run 1 does not pass.
old 2 file
asked file "UPDATE contract SET settings =
  'evaluation: {deep_research: {recency_windows: {ai_ml: 1, default: 1}}}'"
upgrade file
is "$(sed -n '3p; /^run 1 /p' "$directory/out")" \
  '3 stored verdicts would differ today
run 1 (1, 4, 0.75, 10): pass at 2, returns 2 -> continue, returns 2' \
  'verdicts are compared under the stored settings'

# The file has four kinds of verdicts: under an earlier contract, under another
# min_sources, on a run without rounds, and with one changed column.
old 2 file
asked file "DROP TRIGGER verdicts_keep_the_contract;
  INSERT INTO contract VALUES (0, 'first', 'evaluation: {deep_research: {recency_windows:
    {ai_ml: 1, default: 1}}}', '2026-01-01');
  INSERT INTO verdicts SELECT run_id, action, stop_round, best_round, 0, ci,
    reason, missing, 'first', patience, max_rounds, high, min_sources, judged_on
  FROM verdicts WHERE run_id < 3;
  INSERT INTO verdicts SELECT 9 * (run_id = 2) + (run_id = 1), action, stop_round,
    best_round, gate_passed, ci, reason, missing, hash, patience, max_rounds, high,
    min_sources + 3 * (run_id = 1), judged_on
  FROM verdicts WHERE hash <> 'first' AND run_id < 3;
  UPDATE verdicts SET best_round = 3 WHERE hash <> 'first' AND run_id = 2;
  UPDATE verdicts SET gate_passed = 1 WHERE run_id = 103;
  DELETE FROM verdicts WHERE run_id IN (101, 102)"
upgrade file
is "$(sed 1d "$directory/out")" 'kept: 5 runs, 13 rounds, 29 sources, 7 verdicts
4 stored verdicts would differ today
run (patience, max_rounds, High, min_sources): stored -> today
run 1 (1, 4, 0.75, 13): pass at 2, returns 2 -> continue, returns 2
run 2 (1, 4, 0.75, 10): pass at 4, returns 3 -> pass at 4, returns 4
run 9 (1, 4, 0.75, 10): pass at 4, returns 4 -> no rounds
run 103 (1, 4, 0.75, 10): patience_stop at 2, returns 1 -> patience_stop at 2, returns 1
2 verdicts under other contracts are not compared' \
  'each verdict is compared under its own numbers, if the newest contract judged it'

old 1 file
asked file 'DELETE FROM verdicts WHERE run_id <> 103 OR round <> 1;
  UPDATE verdicts SET round = 9'
upgrade file
is "$(sed 1,3d "$directory/out")" '1 stored verdicts would differ today
run 103, round 9: passed 0 -> no such round' 'a verdict of a round that is gone'
old 1 file
asked file 'DELETE FROM verdicts'
upgrade file
is "$(sed 1,2d "$directory/out")" \
  'kept in contract_before_3: the contract of the older README, with its verdicts
0 stored verdicts would differ today' 'epoch 1: a contract without a verdict is kept'
is "$(asked file 'SELECT count(*) FROM contract')" 0 '... as no contract of this epoch'

old 1 file
asked file 'UPDATE verdicts SET passed = 1 WHERE run_id = 103 AND round = 2'
upgrade file
is "$(asked file 'SELECT only, settings_hash, count(*), sum(passed)
                  FROM contract_before_3')" \
  '1|b8c4d3eb105867a369116e447ab644c162b5dacb6d069076d1a1d8cc5b6d756d|13|5' \
  'epoch 1: contract and verdicts of its README are kept'
is "$(sed 1,3d "$directory/out")" '1 stored verdicts would differ today
run 103, round 2: passed 1 -> 0' '... and compared'

# --- attacks ----------------------------------------------------------------------------

# refuses NAME LINE SQL: runs the SQL on a file of epoch 2. The upgrade must then name the
# obstacle and change nothing.
refuses() {
  old 2 own
  sqlite3 "$directory/own.db" "$3"
  content own >"$directory/before"
  upgrade own
  is "$? $(grep -v Error "$directory/out" | grep -v ' error ') $(content own |
    diff "$directory/before" -)" "1 $2 " "$1 of the user's own"
}
refuses 'a view' 'in the way: view round_scores' \
  'DROP VIEW round_scores; CREATE VIEW round_scores AS SELECT 7 AS own'
refuses 'a view in capitals' 'in the way: view ROUND_SCORES' \
  'DROP VIEW round_scores; CREATE VIEW ROUND_SCORES AS SELECT 7 AS own'
refuses 'a view that was changed' 'in the way: view run_best_round' \
  "PRAGMA writable_schema = ON; UPDATE sqlite_master
   SET sql = replace(sql, 'rounds,', 'rounds ,') WHERE name = 'run_best_round'"
refuses 'a table' 'in the way: table facts_due' \
  'DROP TABLE facts_due; CREATE TABLE facts_due(run_id)'
refuses 'a trigger on verdicts' 'in the way: trigger mine' \
  'CREATE TRIGGER mine AFTER INSERT ON verdicts BEGIN SELECT 1; END'
refuses 'an index on verdicts' 'in the way: index mine' \
  'CREATE INDEX mine ON verdicts(action)'
refuses 'a trigger on a view' 'in the way: trigger mine' \
  'CREATE TRIGGER mine INSTEAD OF INSERT ON run_decisions BEGIN SELECT 1; END'
refuses 'a column of verdicts' 'in the way: table verdicts' \
  'ALTER TABLE verdicts ADD mine'
refuses 'a contract' 'in the way: table contract' 'ALTER TABLE contract ADD mine'

old 2 file
sqlite3 "$directory/file.db" 'PRAGMA foreign_keys = ON; CREATE TABLE passes(run_id,
  hash REFERENCES contract(hash) ON DELETE CASCADE); CREATE VIEW mine AS SELECT * FROM
  run_decisions; CREATE TRIGGER watched AFTER INSERT ON rounds BEGIN SELECT 1; END;
  INSERT INTO passes SELECT 1, hash FROM contract; PRAGMA journal_mode = WAL'
upgrade file
is "$? $(asked file 'SELECT count(*) FROM passes; SELECT count(*) FROM mine;
  PRAGMA journal_mode; PRAGMA foreign_key_check; SELECT count(*) FROM sqlite_master
  WHERE name = "watched"' | tr '\n' ' ')" '0 1 5 wal 1 ' \
  'tables with other names stay, so do the log and references to a contract'

old 2 file
content file >"$directory/before"
chmod 444 "$directory/file.db"
sqlite3 -readonly "$directory/file.db" -cmd ".load $extension" <sql/upgrade.sql \
  >"$directory/out" 2>&1
is "$? $(grep -c readonly "$directory/out") $(content file |
  diff "$directory/before" -)" '1 1 ' 'a file that is read only stays'
chmod 644 "$directory/file.db"
sqlite3 :memory: -cmd ".load $extension" -cmd "ATTACH '$directory/file.db' AS other" \
  <sql/upgrade.sql >"$directory/out" 2>&1
is "$? $(content file | diff "$directory/before" -)" '0 ' 'an attached file, too'

# The test kills the upgrade before its COMMIT. In a second test the disk is full.
mkfifo "$directory/pipe"
sqlite3 "$directory/file.db" -cmd ".load $extension" <"$directory/pipe" \
  >"$directory/out" 2>&1 &
child=$!
exec 3>"$directory/pipe"
{ sed '/^COMMIT;/,$d' sql/upgrade.sql; echo "SELECT 'almost';"; } >&3
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  grep -q almost "$directory/out" && break
  sleep 0.2
done
kill -9 "$child"
exec 3>&-
wait "$child" 2>/dev/null
is "$(cat "$directory/out") $(content file | diff "$directory/before" -)" 'almost ' \
  'killed in the middle, the file is as it was'
upgrade file
is "$? $(asked file "$decided" | grep -c pass)" '0 4' '... and can be upgraded'
old 2 full
content full >"$directory/before"
sqlite3 "$directory/full.db" -cmd ".load $extension" -cmd 'PRAGMA max_page_count = 1' \
  <sql/upgrade.sql >"$directory/out" 2>&1
is "$? $(grep -c 'full' "$directory/out") $(content full | diff "$directory/before" -)" \
  '1 1 ' 'a disk that is full: nothing is lost'

# --- other epochs -----------------------------------------------------------------------

sqlite3 "$directory/file.db" "UPDATE assay_schema SET epoch = $((now + 1))"
content file >"$directory/before"
upgrade file
is "$? $(sed 's/^.*views/views/' "$directory/out") $(content file |
  diff "$directory/before" -)" \
  "1 views are of epoch $((now + 1)), this assay of $now: \
load an assay of that epoch " \
  'a file of a later epoch stays'
sed "s/assay_require('$now:')/assay_require('2:')/" sql/views.sql >"$directory/views.sql"
sqlite3 "$directory/file.db" <"$directory/views.sql"
sqlite3 "$directory/file.db" 'PRAGMA foreign_keys = ON; DELETE FROM runs'
for view in source_recency live_rounds run_decisions score_confidence domain_windows \
  round_confidence; do
  asked file "SELECT * FROM $view"
done | sed 's/^.*views/views/' | sort | uniq -c | sed 's/^ *//' >"$directory/out"
is "$(cat "$directory/out")" "6 views are of epoch 2, this assay of $now: \
sqlite3 FILE -cmd '.load assay' < sql/upgrade.sql" \
  'every view of another epoch says what to do, even without rows'

finish
