# Reports run as a user runs them, to be read with `.` after tap.sh: over the demo
# database, by the sqlite3 shell.

database=${BUILD:-build}/demo.db
if [ ! -f "$database" ]; then
  echo "Bail out! $database is not built"
  exit 255
fi

# check STATUS NAME: the condition is an exit status.
check() {
  is "$1" 0 "$2"
}

# report NAME [ROWS]: runs a report; what it prints is for shows.
report() {
  name=$1
  sqlite3 "$database" -cmd ".load $extension" ${2:+-cmd ".param set :rows $2"} \
    <"sql/reports/$name.sql" \
    >"$directory/out" 2>"$directory/err"
  check $? "$name runs"
  is "$(cat "$directory/err")" '' "$name has nothing to complain of"
  # awk counts bytes or characters as the locale has it; the reports are ASCII
  is "$(awk 'length > 80' "$directory/out")" '' "$name fits into 80 columns"
}

# shows LINE WHY: the report has the line, but for the number of spaces in it.
shows() {
  tr -s ' ' <"$directory/out" | grep -Fqx "$1"
  check $? "$name: $2"
}
