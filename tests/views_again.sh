#!/bin/sh
# A user can read a file that makes views (such as sql/views.sql) a second time. Then the
# file must replace its own views and no others. It replaces all its views or none, even
# in a shell that continues after an error.

. tests/shell/tap.sh
python=${PYTHON:-/usr/bin/python3}

# Prints the name and SQL of each table, view and trigger of a file, sorted by name.
dump() {
  sqlite3 "$directory/$1.db" "SELECT type, name, sql FROM sqlite_master ORDER BY name"
}

# read_again NAME FILE: lets the sqlite3 shell read the file, and keeps the errors.
read_again() {
  sqlite3 "$directory/$1.db" <"$2" >"$directory/out" 2>&1
}

for views in sql/views.sql sql/retrieval/views.sql sql/interview/views.sql; do
  name=$(dirname "$views" | tr / _)
  schema=$(dirname "$views")/schema.sql
  [ "$views" = sql/retrieval/views.sql ] && sqlite3 "$directory/$name.db" <sql/schema.sql
  sqlite3 "$directory/$name.db" <"$schema"
  read_again "$name" "$views"
  is "$? $(cat "$directory/out")" '0 ' "$views: the first time"
  dump "$name" >"$directory/first"
  made=$(sed -n 's/^CREATE VIEW \(IF NOT EXISTS \)*\([a-z_]*\) AS$/\2/p' "$views")
  read_again "$name" "$views"
  is "$? $(cat "$directory/out")" '0 ' "... and the second"
  is "$(dump "$name" | diff "$directory/first" -)" '' \
    '... reading the file again changes nothing'
  is "$(sqlite3 "$directory/$name.db" "SELECT name FROM sqlite_master WHERE type = 'view'
        AND sql NOT LIKE '%-- assay: $views replaces this view%'")" '' \
    '... the text of each view says that the file replaces it'

  # An older version of each view is replaced, except judged_rounds, whose text never
  # changes.
  for view in $made; do
    [ "$view" = judged_rounds ] && continue
    sqlite3 "$directory/$name.db" "DROP VIEW $view" "CREATE VIEW $view AS
-- assay: $views replaces this view
SELECT 'old' AS old"
  done
  read_again "$name" "$views"
  is "$? $(cat "$directory/out") $(dump "$name" | diff "$directory/first" -)" '0  ' \
    '... older ones of its own are replaced'

  # A user's view is never replaced. If a user's view has the name of one of the file's
  # views, reading the file changes no view.
  lost=
  for view in $made; do
    cp "$directory/$name.db" "$directory/own.db"
    upper=$(echo "$view" | tr '[:lower:]' '[:upper:]')
    sqlite3 "$directory/own.db" "DROP VIEW $view" "CREATE VIEW $upper AS SELECT 7 AS own"
    dump own >"$directory/before"
    read_again own "$views" && lost="$lost $view: no error"
    grep -q 'names of its views are taken: rename yours' "$directory/out" ||
      lost="$lost $view: $(cat "$directory/out")"
    dump own | cmp -s "$directory/before" - || lost="$lost $view"
  done
  is "$lost" '' "... a view of the user stays, and so do all other views"
  sqlite3 "$directory/own.db" "DROP VIEW $upper" "CREATE TABLE $upper(x)"
  dump own >"$directory/before"
  read_again own "$views"
  is "$? $(dump own | diff "$directory/before" -)" '1 ' \
    '... a table of the user stays, too'
done

# Here a program reads sql/views.sql, and stops at the first error.
sqlite3 "$directory/program.db" '.read sql/schema.sql' '.read sql/views.sql' \
  'DROP VIEW round_scores' 'CREATE VIEW round_scores AS SELECT 7 AS own'
dump program >"$directory/before"
is "$("$python" - "$directory/program.db" <<'END'
import sqlite3
import sys
db = sqlite3.connect(sys.argv[1])
try:
    db.executescript(open("sql/views.sql", encoding="utf-8").read())
except sqlite3.IntegrityError as problem:
    print(problem, db.in_transaction)
END
)" "CHECK constraint failed: names of its views are taken: rename yours, or read \
upgrade.sql False" \
  'a program learns it, and has no transaction open'
is "$(dump program | diff "$directory/before" -)" '' '... the database is unchanged'
sqlite3 "$directory/program.db" <sql/detach.sql
sqlite3 "$directory/program.db" <sql/views.sql
is "$? $(dump program | grep -c ' AS own')" '0 0' 'detach.sql makes room'

# If sql/views.sql is read again, the view that sql/judged.sql made stays.
sqlite3 "$directory/program.db" '.read sql/judged.sql'
dump program >"$directory/before"
read_again program sql/views.sql
is "$? $(cat "$directory/out") $(dump program | diff "$directory/before" -)" '0  ' \
  'the view of judged.sql stays'

sqlite3 "$directory/program.db" BEGIN '.read sql/views.sql' COMMIT >"$directory/out" 2>&1
is "$? $(cat "$directory/out")" '0 ' 'within a transaction'

finish
