#!/bin/sh
# Tests the reports over histories with many kinds of ids and rounds. Ids are UUIDs, long
# numbers, BLOBs, and texts with spaces, line ends and letters beyond ASCII. The column
# `round` has numbers, times or texts. No report fails, prints more than 80 columns, or
# prints an empty line where a run should be. No report prints more than 20 rows unless
# the user asks for more. Each printed id can be pasted into a query.

. tests/shell/tap.sh
python=${PYTHON:-/usr/bin/python3}

# history FILE KIND: writes runs of one to seven rounds to FILE. KIND, a name in `kinds`
# below, says which ids and rounds they have.
cat >"$directory/history.py" <<'END'
import random, sqlite3, sys, uuid
draw = random.Random(16)
judging = random.Random(19)
kinds = {
    "small": (lambda n: n, lambda k: k),
    "digits": (lambda n: 100000000000000000 + n * 7919, lambda k: k),
    "uuid": (lambda n: str(uuid.UUID(int=draw.getrandbits(128))),
             lambda k: f"2026-02-03T10:{k:02}:00Z"),
    "words": (lambda n: f"run №{n}\nof the größte Öffnung" if n % 2 else f"ü {n}",
              lambda k: 1770000000 + k),
    "blob": (lambda n: uuid.UUID(int=draw.getrandbits(128)).bytes, lambda k: k + 0.5),
    "mixed": (lambda n: (n, f"r {n}", n + 0.5, b"\x00%d" % n)[n % 4],
              lambda k: f"R{k}"),
    "long": (lambda n: (f"it's {n}: " + 7 * "a 'quoted' text, " + "and its end",
                        f"{n}\0" + 40 * "ü", n.to_bytes(64, "big"),
                        f"\x1b{n}" + 20 * "\r\n'x'" + "\t")[n % 4],
             lambda k: k),
}
run, number = kinds[sys.argv[2]]
titles = (None, "a\nb\tc\x1b[31m", "", "What is new?",
          "Größe und Maß, weit über alle Maßen und darüber hinaus")
db = sqlite3.connect(sys.argv[1])
db.executescript("""
CREATE TABLE runs(run_id PRIMARY KEY, title, note, domain, as_of);
CREATE TABLE rounds(run_id, round, coverage, source_quality, agreement, verification,
  recency, recent_sources, critical_contradictions, PRIMARY KEY (run_id, round));
CREATE TABLE sources(run_id, round, source, domain, published,
  PRIMARY KEY (run_id, round, source));
CREATE TABLE judgements(run_id, round, dimension, judge, family, score);
CREATE INDEX judgements_of_round ON judgements(run_id, round);
CREATE TABLE attempts(question, passed);
""")
for n in range(1, 801 if sys.argv[2] == "uuid" else 201):
    ident = run(n)
    if n % 100 != 7:  # some rounds belong to no run
        db.execute("INSERT INTO runs VALUES (?, ?, NULL, NULL, '2026-06-30')",
                   (ident, titles[n % 5]))
    for k in range(1, 2 + n % 7):
        scores = [draw.choice((None, "n/a")) if draw.random() < 0.02
                  else round(draw.uniform(0.6, 0.98), 3) for _ in range(5)]
        db.execute("INSERT INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                   (ident, number(k), *scores, draw.choice((None, 9, 12, 15, 20)),
                    draw.choice((None, 0, 0, 0, 0, 0, 1))))
        db.execute("INSERT INTO attempts VALUES (?, ?)",
                   (ident, judging.choice((0, 1, 1, "1", None, "n/a"))))
        for judge in range(n % 4):  # some judges leave out a round
            db.execute("INSERT INTO judgements VALUES (?, ?, 'coverage', ?, ?, ?)",
                       (ident, number(k), (b"\0", "two\nlines", "ü" * 99)[judge],
                        judging.choice((None, "a family")),
                        judging.choice((0.5, 0.75, "0.8", "n/a", 85))))
        for source in range(12 if n % 3 == 0 else 0):
            db.execute("INSERT INTO sources VALUES (?, ?, ?, ?, date('2026-06-30', ?))",
                       (ident, number(k), f"https://site-{source}.example", "ai_ml",
                        f"-{draw.randrange(120)} days"))
db.executescript(open("sql/views.sql").read())
db.commit()
END

# report NAME [ROWS]: runs a report, and writes its output to the file `out`.
report() {
  sqlite3 -readonly "$database" -cmd ".load $extension" ${2:+-cmd ".param set :rows $2"} \
    <"sql/reports/$1.sql" >"$directory/out" 2>&1
}

# Prints how many ids the report lists (below the heading 'Run Question'), each id that
# `WHERE run_id = ` does not find, and each line that is wider than 80 columns.
cat >"$directory/listed.py" <<'END'
import re, sqlite3, sys
token = r"(?:X?'(?:[^']|'')*'|char\(\d+\))"
tokens = rf"{token}(?: \|\|\s{token})*"
ids = re.compile(rf"^(CAST\({tokens} AS (?:TEXT|BLOB)\)|{tokens}|"
                 r" {0,19}-?\d+(?:\.\d+)?(?=  ))", re.M)
db = sqlite3.connect(sys.argv[1])
out = open(sys.argv[2], encoding="utf-8", newline="\n").read()
lists = re.findall(r"^Run\b.*Question.*\n((?:.+\n)*)", out, re.M)
found = [literal for lines in lists for literal in ids.findall(lines)]
lost = [literal for literal in found if not db.execute(
    f"SELECT count(*) FROM rounds WHERE run_id = {literal}").fetchone()[0]]
wide = [line for line in out.split("\n") if len(line) > 80]
print(len(found), *lost, *wide)
END
listed() {
  "$python" "$directory/listed.py" "$database" "$directory/out"
}

for kind in small digits uuid words blob mixed long; do
  database=$directory/$kind.db
  "$python" "$directory/history.py" "$database" "$kind"
  is $? 0 "a history, $kind"
  for name in acceptability sensitivity stability masked_failures recency_window \
    stop_policy patience difficulty compare judges; do
    report $name
    is "$? $(grep -c 'rror' "$directory/out")" '0 0' "$kind: $name runs"
    is "$(listed)" 20 "$kind: $name lists 20, whose ids can be pasted, in 80 columns"
    is "$(grep -c '^and [0-9,]* more, with `.param set :rows all`$' "$directory/out")" 1 \
      "$kind: $name says how many more there are"
  done
  for name in data_quality attempts; do
    report $name
    is "$?$(listed | grep -c ' ')" 00 "$kind: $name, ids can be pasted, 80 columns"
  done
  is "$(sed -n '/^Question/,/^and /p' "$directory/out" | wc -l)" 22 \
    "$kind: attempts lists 20"
done

database=$directory/uuid.db
report stability 100
is "$(listed)" 100 'the list has as many rows as :rows says'
report stability all
is "$(listed)" "$(sed -n 's/^ *\([0-9,]*\) \(flip\|by\) .*/\1/p' "$directory/out" |
  tr -d , | paste -sd+ | sed 's/.*/SELECT &/' | sqlite3)" ':rows all lists all'
is "$(grep -c 'more, with' "$directory/out")" 0 ':rows all leaves nothing out'
report stability
is "$(grep -c "^'[-0-9a-f]\{36\}'$" "$directory/out") $(grep -c ' #[1-7] .* #[1-7]$' \
  "$directory/out")" '20 20' \
  'a full UUID above its row, and rounds by their place in the run'
database=$directory/words.db
report stability all
printed="^'run №[0-9]*' || char(10) || 'of the größte Öffnung'$"
is "$(grep -c "$printed" "$directory/out")" \
  "$(grep -c "^'run " "$directory/out")" 'a line end in a text'
database=$directory/mixed.db
report stability
is "$(grep -c "^'r [0-9]*'  " "$directory/out")" \
  "$(grep -c "^'" "$directory/out")" 'an id of up to 20 columns comes before the question'
database=$directory/blob.db
report stability
is "$(grep -c "^X'[0-9A-F]\{32\}'$" "$directory/out")" 20 'a BLOB as a literal'

id=$(sqlite3 "$database" 'SELECT quote(run_id) FROM runs LIMIT 1')
sqlite3 -readonly "$database" -cmd ".load $extension" -cmd ".param set :run $id" \
  <sql/reports/tier_matrix.sql >"$directory/out" 2>&1
is "$(grep -c "<title>Tiers of run X'" "$directory/out")" 1 'the tiers of that run'

database=$directory/words.db
sqlite3 "$database" '.read sql/retrieval/schema.sql' '.read sql/retrieval/views.sql' \
  "INSERT INTO source_judgements(run_id, source, chunk, reply, score)
   SELECT run_id, 'https://a.example', 1, NULL, 4 FROM runs"
report cutoff_replay
is "$?$(listed | grep -c ' ')" 00 'words: cutoff_replay'
is "$(sed -n '/^Mode standard/,/^$/p' "$directory/out" | grep -c "^'[rü].*'$")" 20 \
  'words: cutoff_replay lists 20 in a mode'

# If the views that a report needs are missing, the report names the file that makes them.
while read -r name file; do
  sqlite3 :memory: -cmd ".load $extension" <"sql/reports/$name.sql" >"$directory/out" 2>&1
  is "$?$(grep -o 'needs the views that .* makes' "$directory/out")" \
    "1needs the views that $file makes" "$name names the file that it needs"
done <<'END'
acceptability sql/views.sql
compare sql/views.sql
data_quality sql/views.sql
masked_failures sql/views.sql
recency_window sql/views.sql
sensitivity sql/views.sql
stability sql/views.sql
stop_policy sql/views.sql
tier_matrix sql/views.sql
cutoff_replay sql/retrieval/views.sql
penalty_grid sql/retrieval/views.sql
interview sql/interview/views.sql
END

# Runs the reports below twice in one session. The user's tables have names that the
# reports could use for their own tables.
database=$directory/small.db
sqlite3 "$database" 'CREATE TABLE choices(a); CREATE TABLE shares(a);
  CREATE TABLE ends(a); CREATE TABLE scored(a); CREATE TABLE stops(a);
  CREATE TABLE windows(a)'
for name in acceptability sensitivity stability masked_failures recency_window \
  stop_policy data_quality tier_matrix floor_sweep patience difficulty compare judges \
  attempts; do
  echo ".read sql/reports/$name.sql"
done >"$directory/session.sql"
sqlite3 -readonly "$database" -cmd ".load $extension" \
  -cmd ".read $directory/session.sql" -cmd ".read $directory/session.sql" \
  "SELECT group_concat(name) FROM sqlite_temp_master AS t
   WHERE type <> 'index' AND name NOT LIKE 'report\_%' ESCAPE '\'
     AND name NOT LIKE 'quality\_%' ESCAPE '\' AND name NOT LIKE 'compare\__' ESCAPE '\'
     AND name <> 'sqlite_parameters'" \
  >"$directory/out" 2>&1
is "$?$(tail -1 "$directory/out")" 0 'one session reads all reports twice'

# The report sensitivity must print a column for each weighting in the settings. The
# report stop_policy must use the user's patience.
cat >"$directory/settings.yaml" <<'END'
evaluation:
  deep_research:
    weights:
      strategies:
        first_of_my_own: {coverage: 1}
        second_one: {source_quality: 1}
END
sqlite3 -readonly "$database" -cmd ".load $extension" \
  -cmd "SELECT assay_load('$directory/settings.yaml')" \
  <sql/reports/sensitivity.sql >"$directory/out" 2>&1
is "$?$(listed | grep -c ' ')" 00 'six weightings fit as well'
is "$(grep -c '^Run .*first_ .*second_' "$directory/out")" 1 \
  'each weighting has its column'
sqlite3 -readonly "$database" -cmd ".load $extension" -cmd '.param set :patience 2' \
  <sql/reports/stop_policy.sql >"$directory/out" 2>&1
is "$(sed -n 2p "$directory/out")" \
  'Patience 2, at most 4 rounds, High from 0.75, 10 recent sources.' \
  'the report shows the policy of the user'

finish
