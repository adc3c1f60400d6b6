#!/bin/sh
# Tests that sql/retention.sql deletes the runs that are older than a given day, all rows
# that depend on these runs, and nothing else.

. tests/shell/tap.sh
file=$directory/file.db
asked() { sqlite3 "$file" "$@"; }
# retain DAY: deletes the runs from before DAY, by the commands that sql/retention.sql
# shows.
retain() {
  sqlite3 "$file" -cmd '.mode box' ".param set :before \"'$1'\"" \
    '.read sql/retention.sql' >"$directory/out" 2>&1
}

sqlite3 "$file" '.read sql/schema.sql' '.read sql/views.sql' \
  '.read sql/retrieval/schema.sql' '.read sql/judged.sql'
asked <<'END'
INSERT INTO runs VALUES (1, 'a', NULL, NULL, '2025-12-31T23:59:59'),
  (2, 'b', NULL, NULL, '2026-01-01'), (3, 'c', NULL, NULL, '2024-02-29');
INSERT INTO rounds SELECT run_id, column1, .9, .9, .9, .9, .9, 12, 0
FROM runs, (VALUES (1), (2));
INSERT INTO sources SELECT run_id, round, 'x', NULL, '2024-01-01' FROM rounds;
INSERT INTO judgements SELECT run_id, round, 'coverage', 'j', NULL, .9 FROM rounds;
INSERT INTO evidence SELECT run_id, round, 'own', '{}' FROM rounds;
INSERT INTO outcomes SELECT run_id, round, 1 FROM rounds;
INSERT INTO run_modes SELECT run_id, 'quick' FROM runs;
INSERT INTO source_judgements(run_id, source) SELECT run_id, 'x' FROM runs;
END
sqlite3 "$file" -cmd ".load $extension" '.read sql/refresh_judged.sql' \
  '.read sql/contract.sql' '.param set :hash assay_settings_hash()' \
  '.read sql/judge.sql' \
  'UPDATE rounds SET coverage = .8 WHERE run_id = 3'
# Checks all tables that have a column run_id. If a new table has no rule for retention,
# this test fails.
tables=$(asked "SELECT m.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c
  WHERE m.type = 'table' AND c.name = 'run_id' ORDER BY m.name")
for table in $tables; do
  is "$(asked "SELECT count(*) > 0 FROM $table WHERE run_id IN (1, 3)")" 1 \
    "$table has rows of a run that goes"
done
other() { asked .dump | grep -v "VALUES([13][,)]"; }

for day in '' 2025-13-01 20260101; do
  retain "$day"
  is "$? $(grep -c 'before must be a day' "$directory/out")" '1 1' "'$day' is no day"
done
sqlite3 "$file" <sql/retention.sql >"$directory/out" 2>&1
is "$? $(grep -c 'before must be a day' "$directory/out")" '1 1' 'no day at all neither'
asked 'CREATE TABLE mine(run_id REFERENCES runs)' 'INSERT INTO mine VALUES (3)'
other >"$directory/before"
retain 2026-01-01
is "$? $(grep -o 'FOREIGN KEY constraint failed' "$directory/out")" \
  '1 FOREIGN KEY constraint failed' 'a table that keeps a run: an error'
asked 'DROP TABLE mine'
other >"$directory/before"
is "$(asked 'SELECT group_concat(run_id) FROM runs')" 1,2,3 '... and every run is there'

bare=$directory/bare.db
for table in $tables; do
  asked "ATTACH '$bare' AS bare" "CREATE TABLE bare.$table AS SELECT * FROM $table"
done
retain 2026-01-01
is "$? $(grep -v ' rows, now' "$directory/out")" '0 ' \
  'runs of before that day are deleted'
is "$(cat "$directory/out")" 'runs: 3 rows, now 1
rounds: 6 rows, now 2
sources: 6 rows, now 2
judgements: 6 rows, now 2
evidence: 6 rows, now 2
outcomes: 6 rows, now 2
judged: 4 rows, now 2
judged_due: 1 rows, now 0
verdicts: 3 rows, now 1' '... counted before and after'
is "$(for table in $tables; do
  asked "SELECT '$table', run_id FROM $table WHERE run_id IN (1, 3)"
done)" '' '... with all that depends on them'
is "$(other | diff "$directory/before" -)" '' '... and nothing else'
retain 2026-01-01
is "$? $(grep '^runs' "$directory/out")" '0 runs: 1 rows, now 1' 'twice is harmless'

# Deletes runs again, from tables that have no key, no reference and no trigger.
file=$bare
retain 2026-01-01
is "$? $(for table in runs rounds sources judgements evidence outcomes judged judged_due \
  verdicts; do
  asked "SELECT '$table', run_id FROM $table WHERE run_id IN (1, 3)"
done)" '0 ' 'tables that refer to nothing, too'

# Deletes runs from a file without the optional tables.
rm "$file"
asked '.read sql/schema.sql' 'DROP TABLE judgements' 'DROP TABLE evidence' \
  'DROP TABLE outcomes' \
  "INSERT INTO runs VALUES (1, 'a', NULL, NULL, '2025-12-31')"
retain 2026-01-01
is "$? $(cat "$directory/out")" '0 runs: 1 rows, now 0' 'tables may be absent'

finish
