# Runs reports as a user does, over the demo database, by the sqlite3 shell. Tests read
# this file with `.` after tap.sh.

database=${BUILD:-build}/demo.db
if [ ! -f "$database" ]; then
  echo "Bail out! $database is not built"
  exit 255
fi

# check STATUS NAME: passes if STATUS is 0.
check() {
  is "$1" 0 "$2"
}

# report NAME [ROWS]: runs a report; `shows` then checks its output.
report() {
  name=$1
  sqlite3 "$database" -cmd ".load $extension" ${2:+-cmd ".param set :rows $2"} \
    <"sql/reports/$name.sql" \
    >"$directory/out" 2>"$directory/err"
  check $? "$name runs"
  is "$(cat "$directory/err")" '' "$name has nothing to complain of"
  # the reports are ASCII, so awk may count bytes or characters
  is "$(awk 'length > 80' "$directory/out")" '' "$name fits into 80 columns"
}

# shows LINE WHY: checks that the report has the line, with any number of spaces.
shows() {
  tr -s ' ' <"$directory/out" | grep -Fqx "$1"
  check $? "$name: $2"
}
