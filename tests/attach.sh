#!/bin/sh
# Tests that sql/attach.sql makes the views of sql/views.sql, and sql/detach.sql drops
# them. With attach.sql, one command of the sqlite3 shell runs a report over a file and
# writes nothing into the file.

. tests/shell/tap.sh

for file in attach detach; do
  sh tests/readme/attach.sh $file sql/views.sql >"$directory/$file.sql"
  is "$(diff sql/$file.sql "$directory/$file.sql")" '' \
    "sql/$file.sql is fresh (else: make attach)"
done
sh tests/readme/attach.sh attach_judged sql/judged.sql sql/refresh_judged.sql \
  >"$directory/attach_judged.sql"
is "$(diff sql/attach_judged.sql "$directory/attach_judged.sql")" '' \
  'sql/attach_judged.sql is fresh (else: make attach)'
views=$(grep -c '^CREATE VIEW' sql/views.sql)
is "$(grep -c '^CREATE TEMP VIEW' sql/attach.sql)" "$views" 'attach.sql makes every view'
is "$(grep -c '^DROP VIEW' sql/detach.sql)" "$views" \
  'detach.sql drops every view'

# Copies the demo's tables without its views, and runs reports over the read-only copy.
sqlite3 "$directory/bare.db" ".read sql/schema.sql" \
  "ATTACH '${BUILD:-build}/demo.db' AS demo;
   INSERT INTO runs SELECT * FROM demo.runs; INSERT INTO rounds SELECT * FROM demo.rounds;
   INSERT INTO sources SELECT * FROM demo.sources;
   INSERT INTO judgements SELECT * FROM demo.judgements;"
chmod 444 "$directory/bare.db"
before=$(cksum "$directory/bare.db")
for name in stop_policy masked_failures sensitivity compare judges; do
  sqlite3 -readonly "$directory/bare.db" -cmd ".load $extension" \
    -cmd '.read sql/attach.sql' <"sql/reports/$name.sql" >"$directory/temp" 2>&1
  sqlite3 "${BUILD:-build}/demo.db" -cmd ".load $extension" <"sql/reports/$name.sql" \
    >"$directory/stored" 2>&1
  is "$(diff "$directory/stored" "$directory/temp")" '' \
    "$name prints the same over TEMP views of a file that is read only"
done
is "$(cksum "$directory/bare.db")" "$before" 'the file is unchanged'
finish
