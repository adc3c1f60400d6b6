#!/bin/sh
# Tests the history that tests/bench/history.sql generates. The history has the same rows
# on every machine and under every version of SQLite. It has the mistakes that history.sql
# describes, and the views of sql/views.sql can read it.

. tests/shell/tap.sh
history=$directory/history.db
sqlite3 "$history" <sql/schema.sql
sqlite3 "$history" -cmd '.param set :runs 2000' <tests/bench/history.sql
is $? 0 'a history of 2,000 runs'
asked() { sqlite3 "$history" "$1"; }

# Python prints the doubles, because versions of SQLite print doubles differently.
is "$("${PYTHON:-/usr/bin/python3}" - "$history" <<'EOF'
import hashlib, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
digest = hashlib.sha256()
for table, key in (("runs", "1"), ("rounds", "1, 2"), ("sources", "1, 2, 3"),
                   ("judgements", "1, 2, 3, 4")):
    for row in db.execute(f"SELECT * FROM {table} ORDER BY {key}"):
        digest.update(repr(row).encode())
print(digest.hexdigest())
EOF
)" f98d2c1fde84643020637eae2107d25126e338282ff9479ab94d316a571d3247 \
  'every row is the recorded one'

is "$(asked 'SELECT count(*) FROM runs')" 1998 'runs'
is "$(asked 'SELECT count(*) > 7500 AND count(*) < 8500 FROM rounds')" 1 \
  'about four rounds each'
is "$(asked 'SELECT count(*) > 70000 AND count(*) < 85000 FROM sources')" 1 \
  'about ten sources a round'
dated="published < '3'"
uncited='(run_id, round) NOT IN (SELECT run_id, round FROM sources)'
while IFS='|' read -r rows where; do
  is "$(asked "SELECT count(*) > 0 FROM $where")" 1 "there are $rows"
done <<EOF
rounds of no run|rounds WHERE run_id NOT IN (SELECT run_id FROM runs)
runs without a source|runs WHERE run_id NOT IN (SELECT run_id FROM sources)
rounds without a source|rounds WHERE run_id IN (SELECT run_id FROM sources) AND $uncited
scores that nobody gave|rounds WHERE coverage IS NULL
scores that are text|rounds WHERE typeof(source_quality) = 'text'
scores above 1|rounds WHERE agreement > 1
scores below 0|rounds WHERE agreement < 0
percentages|rounds WHERE verification = '85%'
counts that are text|rounds WHERE recent_sources = 'many'
counts that are not whole|rounds WHERE recent_sources = 7.5
contradictions that nobody looked for|rounds WHERE critical_contradictions IS NULL
dates that nobody knows|sources WHERE published IS NULL
dates that are none|sources WHERE published = 'unknown'
ambiguous dates|sources WHERE published LIKE '__/__/____'
months|sources WHERE length(published) = 7
zoned times|sources WHERE published LIKE '%-08:00'
future dates|sources JOIN runs USING (run_id) WHERE published >= as_of AND $dated
judgements of two families|judgements WHERE family = 'small'
judgements without a score|judgements WHERE score IS NULL
EOF

sqlite3 "$history" <sql/views.sql
is "$(sqlite3 "$history" -cmd ".load $extension" \
  'SELECT count(*) = (SELECT count(*) FROM rounds
                       WHERE run_id IN (SELECT run_id FROM runs))
     AND sum(gate_passed) > 0 AND sum(gate_passed) < count(*) / 2
   FROM round_scores WHERE run_id IN (SELECT run_id FROM runs)')" 1 \
  'round_scores has each round once, and some pass'

# Compares the views' answers with the answers of plain SQL, as `make bench-history` does.
mkdir "$directory/bench"
cp "$history" "$directory/bench/history-2000.db"
REPEATS=1 ROWS=2000 ENGINES='views,judged,plain SQL' "${PYTHON:-/usr/bin/python3}" \
  tests/bench/history/history.py "$extension" "$directory" 2000 >"$directory/said" 2>&1
is "$? $(grep -c '^| gate and index' "$directory/said")" '0 1' \
  'views, judged rounds and plain SQL answer alike at scale'
grep '^WRONG' "$directory/said" | sed 's/^/# /'

finish
