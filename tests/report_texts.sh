#!/bin/sh
# What every report prints, as a whole, and every row of every view: over the demo, and
# over the demo with 60 more runs whose values are at the edges (scores at a floor, ties,
# texts, NULL, dates in other forms, unknown domains and dimensions, a round that cites
# nothing). Other tests say what a line must be; this test sees that no other line
# changes. report_texts.txt has a checksum of each text.
#
# If a text changes, read it before you record it. KEEP=folder keeps the texts, so that
# `diff -r` can compare two commits; RECORD=yes writes report_texts.txt again.

. tests/shell/tap.sh
LC_ALL=C
export LC_ALL
texts=${KEEP:-$directory/texts}
mkdir -p "$texts"
demo=${BUILD:-build}/demo.db
edges=$directory/edges.db
cp "$demo" "$edges"
"${PYTHON:-/usr/bin/python3}" tests/edges.py >"$directory/edges.sql"
sqlite3 "$edges" -cmd ".load $extension" <"$directory/edges.sql" 2>&1

settings="evaluation: {rubrics: {own: {scores: {tone: {high: 0.75}, depth: {high: 0.8,
  weight: 2}}, at_least: {answers: 2}, at_most: {escalations: 0}, vetoes: [escalations]},
  other: {scores: {share: {high: 0.75}}}, marks: {scores: {share: {high: 0.9}}}}}"

# text LABEL DATABASE REPORT [OPTION...]: adds what a report prints to its text.
text() {
  label=$1 from=$2 name=$3
  shift 3
  {
    echo "--- $label"
    sqlite3 -readonly "$from" -cmd ".load $extension" "$@" <"sql/reports/$name.sql" 2>&1
  } >>"$texts/$name"
}

for name in $(ls sql/reports | sed 's/\.sql$//' |
  grep -vx 'start\|judged\|lists\|labels\|by_rubric'); do
  text demo "$demo" "$name"
  text edges "$edges" "$name" -cmd '.param set :rows all'
done
for name in acceptability attempts compare floor_sweep judges masked_failures patience \
  sensitivity stability stop_policy tier_matrix; do
  text 'by a rubric' "$edges" "$name" -cmd '.param set :rows all' \
    -cmd "CREATE TEMP TABLE loaded AS SELECT assay_load_yaml('$settings', 'strict')" \
    -cmd ".param set :rubric own" -cmd '.read sql/reports/by_rubric.sql'
done
text 'another policy' "$edges" stop_policy -cmd '.param set :high 0.7' \
  -cmd '.param set :min_sources 9'
text 'two weightings' "$edges" compare -cmd ".param set :weights \"'equal'\"" \
  -cmd ".param set :b_weights \"'roc'\""
text 'two policies' "$edges" compare -cmd '.param set :high 0.7' \
  -cmd '.param set :b_max_rounds 2' -cmd '.param set :rows all'
text 'two tables' "$edges" compare -cmd '.param set :rows all' \
  -cmd 'CREATE TEMP VIEW compare_a AS SELECT question AS run_id, passed,
          length(question) / 3.0 * passed AS score FROM attempts WHERE attempt % 2' \
  -cmd 'CREATE TEMP VIEW compare_b AS SELECT question AS run_id, passed, 0.5 AS score,
          substr(question, 1, 2) AS cluster FROM attempts WHERE attempt % 3'
text 'two attempts' "$edges" attempts -cmd '.param set :k 2'
text 'more risk' "$edges" which_floor -cmd '.param set :risk 0.6'
for run in 201 204 207 210; do
  text "run $run" "$edges" tier_matrix -cmd ".param set :run $run"
done

for view in $(sqlite3 "$edges" "SELECT name FROM sqlite_master WHERE type = 'view'"); do
  sqlite3 -readonly "$edges" -cmd ".load $extension" \
    -cmd "CREATE TEMP TABLE loaded AS SELECT assay_load_yaml('$settings', 'strict')" \
    "SELECT * FROM $view" 2>&1 | sort >"$texts/view $view"
done

(cd "$texts" && for each in *; do
  echo "$each $(cksum <"$each")"
done) >"$directory/sums"
[ -n "${RECORD:-}" ] && cp "$directory/sums" tests/report_texts.txt
is "$(grep -l '^[A-Za-z ]*[Ee]rror' "$texts"/*)" '' 'no text has an error'
is "$(diff tests/report_texts.txt "$directory/sums")" '' \
  'each text is the recorded one (else: KEEP=folder, read the texts, then RECORD=yes)'
finish
