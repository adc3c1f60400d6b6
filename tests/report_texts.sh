#!/bin/sh
# Checks the whole text that every report prints, and every row of every view. Reports and
# views read the demo, and the demo with 60 more runs of extreme and unusual values:
# scores at a floor, ties, texts, NULL, dates in other forms, unknown domains and
# dimensions, a round that cites nothing. Other tests check single lines; this test fails
# if any line changes.
# The file report_texts.txt has a checksum of each text.
#
# If a text changes, read it before you record it. KEEP=folder keeps the texts, so that
# `diff -r` can compare two commits; RECORD=yes writes new checksums.

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
  weight: 2}, extra: {high: 0, weight: 0}}, at_least: {answers: 2},
  at_most: {escalations: 0}, vetoes: [escalations]},
  other: {scores: {share: {high: 0.75}}}, marks: {scores: {share: {high: 0.9}}}}}"

# text LABEL DATABASE REPORT [OPTION...]: appends what the report prints to the report's
# file in $texts.
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
  -cmd '.param set :patience 3' \
  -cmd '.param set :b_max_rounds 2' -cmd '.param set :rows all'
text 'two tables' "$edges" compare -cmd '.param set :rows all' \
  -cmd 'CREATE TEMP VIEW compare_a AS SELECT question AS run_id, passed,
          length(question) / 3.0 * passed AS score FROM attempts WHERE attempt % 2' \
  -cmd "CREATE TEMP VIEW compare_b AS SELECT question AS run_id, passed, 0.5 AS score,
          CASE WHEN question > 'q4'
               THEN 'q' || (attempt + unicode(substr(question, 2))) % 4 END AS cluster
        FROM attempts WHERE attempt % 3"
for most in 10 10000; do
  text "scores up to $most" "$edges" compare -cmd "CREATE TEMP VIEW compare_a AS
      SELECT question AS run_id, passed * $most AS score FROM attempts" \
    -cmd 'CREATE TEMP VIEW compare_b AS SELECT question AS run_id, 1 AS score
      FROM attempts'
done
text 'no common run' "$edges" compare -cmd 'CREATE TEMP VIEW compare_a AS
    SELECT question AS run_id, 1 AS passed, passed AS score FROM attempts' \
  -cmd "CREATE TEMP VIEW compare_b AS SELECT 'no ' || question AS run_id, 1 AS passed
    FROM attempts"
text 'few attempts' "$edges" attempts -cmd "CREATE TEMP VIEW attempts AS
    SELECT nullif(question, 'q1') AS question, passed FROM main.attempts
    WHERE attempt < 2"
for name in which_floor which_score which_weights another_round; do
  text 'later is worse' "$edges" "$name" -cmd 'CREATE TEMP VIEW outcomes AS
    SELECT run_id, round, round < 2 AS good FROM main.rounds WHERE run_id < 230'
done
for name in compare difficulty floor_sweep masked_failures recency_window stop_policy; do
  text 'other floors' "$edges" "$name" -cmd "CREATE TEMP TABLE loaded AS SELECT
    assay_load_yaml('evaluation: {deep_research: {tier_thresholds: {verification:
                    {high: 0.85}}}}', 'strict')"
done
for name in which_floor which_score which_weights another_round; do
  text 'labels for all' "$edges" "$name" -cmd 'CREATE TEMP VIEW outcomes AS
    SELECT run_id, round, (run_id * 7 + round * 3) % 5 < 2 AS good FROM main.rounds'
done
text 'one weighting is right' "$edges" which_weights -cmd "CREATE TEMP TABLE outcomes AS
  SELECT s.run_id, s.round, s.round = b.best AS good FROM round_scores AS s JOIN (
    SELECT run_id, best_round(round, gate_passed, ci_score(coverage, source_quality,
             agreement, verification, recency, 'roc_centroid')) AS best
    FROM round_scores GROUP BY run_id) AS b ON b.run_id = s.run_id"
due=$directory/due.db
cp "$edges" "$due"
sqlite3 "$due" -cmd ".load $extension" '.read sql/judged.sql' \
  '.read sql/refresh_judged.sql' 'UPDATE rounds SET round = round WHERE run_id % 3 = 0'
for name in another_round compare stop_policy which_floor; do
  text 'a third is due' "$due" "$name"
done
text 'few rows' "$edges" judges -cmd '.param set :rows 2'
text 'six rounds' "$edges" stop_policy -cmd '.param set :max_rounds 6'
for name in compare patience stability stop_policy; do
  text 'one run' "$edges" "$name" -cmd 'CREATE TEMP VIEW rounds AS
    SELECT * FROM main.rounds WHERE run_id = 30' -cmd '.read sql/attach.sql'
done
text 'other scales' "$edges" data_quality -cmd "CREATE TEMP VIEW rounds AS
    SELECT run_id, CASE WHEN run_id % 7 = 0 AND round = 1 THEN 0 ELSE round END AS round,
           coverage * 100 AS coverage, round(source_quality * 10) AS source_quality,
           round(1 + 4 * agreement) AS agreement,
           CASE WHEN verification > 0.8 THEN CAST(verification AS BLOB)
                ELSE 5 * verification END AS verification,
           recency, recent_sources, critical_contradictions
    FROM main.rounds;
    CREATE TEMP VIEW judgements AS SELECT run_id, round, dimension, judge, family,
      10 * score AS score FROM main.judgements" -cmd '.read sql/attach.sql'
# The views in tests/edges.sql turn the tables' ids and rounds into values of any type;
# some ids become NULL.
for name in acceptability another_round compare data_quality difficulty judges \
  masked_failures patience recency_window rubric sensitivity stability stop_policy \
  which_floor which_score; do
  text 'a mapping' "$edges" "$name" -cmd '.read tests/edges.sql' \
    -cmd '.read sql/attach.sql' -cmd '.param set :rows all'
done
text 'a mapping, by a rubric' "$edges" stop_policy -cmd '.read tests/edges.sql' \
  -cmd '.read sql/attach.sql' \
  -cmd "CREATE TEMP TABLE loaded AS SELECT assay_load_yaml('$settings', 'strict')" \
  -cmd ".param set :rubric own" -cmd '.read sql/reports/by_rubric.sql'
text 'a mapping' "$edges" tier_matrix -cmd '.read tests/edges.sql' \
  -cmd '.read sql/attach.sql' -cmd ".param set :run \"'run & 241'\""
text 'two attempts' "$edges" attempts -cmd '.param set :k 2'
text 'more risk' "$edges" which_floor -cmd '.param set :risk 0.6'
titled="(SELECT min(run_id) FROM runs WHERE title GLOB '*&*')"
for run in 201 204 207 210 "$titled"; do
  text "run $run" "$edges" tier_matrix -cmd ".param set :run \"$run\""
done

for view in $(sqlite3 "$edges" "SELECT name FROM sqlite_master WHERE type = 'view'"); do
  sqlite3 -readonly "$edges" -cmd ".load $extension" \
    -cmd "CREATE TEMP TABLE loaded AS SELECT assay_load_yaml('$settings', 'strict')" \
    "SELECT * FROM $view" 2>&1 | sort >"$texts/view $view"
done

for view in live_rounds round_scores round_actions round_confidence run_decisions \
  domain_windows labelled_rounds; do
  sqlite3 -readonly "$edges" -cmd ".load $extension" -cmd '.read tests/edges.sql' \
    -cmd '.read sql/attach.sql' -cmd '.read sql/outcomes.sql' "SELECT * FROM $view" 2>&1 |
    sort >"$texts/mapped $view"
done

(cd "$texts" && for each in *; do
  echo "$each $(cksum <"$each")"
done) >"$directory/sums"
[ -n "${RECORD:-}" ] && cp "$directory/sums" tests/report_texts.txt
is "$(grep -l '^[A-Z][A-Za-z ]*[Ee]rror' "$texts"/*)" '' 'no text has an error'
is "$(diff tests/report_texts.txt "$directory/sums")" '' \
  'each text is the recorded one (else: KEEP=folder, read the texts, then RECORD=yes)'
finish
