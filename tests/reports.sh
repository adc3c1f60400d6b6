#!/bin/sh
# Runs the reports in sql/reports over the demo database. Each report must end without an
# error, print what the demo data should show, and fit into 80 columns.

. tests/shell/tap.sh
. tests/shell/report.sh

report stop_policy
shows 'STOP POLICY OVER 34 RUNS, AS OF 2026-10-31' 'all runs are replayed'
shows 'pass 20 4 11 4 1 the gate lets it through' 'the rounds in which runs pass'
shows 'halt_contradiction 2 1 . 1 . all High, but contradicted' \
  'the rounds in which runs halt'
shows 'patience_stop 5 . 4 1 . weighted mean went down' \
  'the rounds in which patience ends'
shows 'max_rounds 1 . . . 1 no further round allowed' \
  'the rounds in which the limit is reached'
shows 'continue 6 2 4 . . another round may run' 'the rounds after which runs continue'
shows '28 runs stopped, after 61 rounds. Always running 4 would have taken 112:' \
  'rounds against always running four'
shows '51 rounds avoided, 1.8 a run. 11 rounds ran after the stop.' \
  'rounds that nobody ran, and rounds that nobody needed'
for file in sql/reports/stop_policy.sql sql/notebooks/report.ipynb \
  sql/lab/views/totals.mjs
do
  is "$(grep -c 'saved\|saves' "$file") $(grep -o 'after the stop' "$file" | head -n 1)" \
    '0 after the stop' "$file calls the two by the same two words"
done
shows ' 6 Which Node mailers are safe? halt_contradiction R3 R2 0.76' \
  'a contradiction in R3 returns the best of R1 and R2'
shows ' 5 Is Express 5 ready for use? halt_contradiction R1 R1 0.83' \
  'a contradiction in R1 returns R1'
shows ' 12 Is prompt caching worth it? continue . R2 0.82' \
  'contradictions that nobody counted halt nothing'
shows ' missing: critical_contradictions' 'the missing count is named'
shows 'Nearest to passing first: fewest conditions failed (five scores, the sources,' \
  'the first key of the order of the list'
shows 'contradictions), then least that the lowest score lacks to be High, then the id.' \
  'the other keys of the order of the list'
is "$(sed -n '/^Run .*Question/,$s/^ *\([0-9][0-9]*\)  .*/\1/p' "$directory/out" |
  tr '\n' ' ')" '5 6 11 12 30 29 10 21 26 32 15 8 14 4 ' \
  'the list is in the order of failed conditions'

report patience
shows ' 15 Does knex support SQLite well? R2, R1 0.72 R3, R3 0.82 pass a pass' \
  'a pass that a patience of 1 loses'
shows ' 30 Should retries be on by default? R3, R2 0.87 R4, R4 0.88 0.01' 'a better round'
shows ' 14 Is mocha slower than before? R2, R1 0.71 R3, R1 0.71 nothing' 'nothing'
shows ' 29 Is lazy loading worth the cost? R2, R1 0.89 goes on, R1 0.89 unknown' \
  'a run whose outcome history does not show'
[ "$(grep -c '^ *[0-9]' "$directory/out")" -eq 5 ]
check $? 'patience: exactly the runs that patience stops'

# A patience of 1 stops three runs too early, and each run loses .05 of its index. By rule
# R9 these losses are equal, although the doubles differ. So the report must list the runs
# in the order of their ids.
{
  echo '.read sql/schema.sql'
  echo '.read sql/views.sql'
  run=0
  while read -r first second third; do
    run=$((run + 1))
    echo "INSERT INTO runs VALUES ($run, 'run $run', NULL, NULL, '2026-06-30');"
    for score in "$first" "$second" "$third"; do
      echo "INSERT INTO rounds SELECT $run, 1 + count(*), $score, $score, $score, $score,
            $score, 12, 0 FROM rounds WHERE run_id = $run;"
    done
  done <<END
0.52 0.4 0.57
0.35 0.3 0.40
0.30 0.2 0.35
END
  echo '.read sql/reports/patience.sql'
} | sqlite3 :memory: -cmd ".load $extension" >"$directory/out" 2>&1
is "$(sed -n 's/^ *\([0-9]\)  *run .* 0\.05$/\1/p' "$directory/out" | tr -d '\n')" 123 \
  'patience: losses that are equal to 12 decimals come in the order of runs'

report floor_sweep
shows 'sources 0.60 0.65 0.70 0.75 0.80 0.85 0.90 0.95' 'High floors from .60 to .95'
shows ' 0..10 79 79 68 62 38 8.8 5.9 0' 'floors of recent sources from 0'
shows ' 21..30 0 0 0 0 0 0 0 0' 'to 30'
shows 'Without a floor of recent sources 21 runs would pass at 0.75, with 10 it is 21;' \
  'how many runs the floor of sources removes'
shows 'the highest floor that stops no run is 10.' 'the highest floor that removes no run'

report masked_failures
shows ' 2 Is the Anthropic SDK stable yet? R1 0.79 verification 0.20 Low' \
  'the example of ADR-007 section 5.2'
shows 'Only the lowest dimension is named; +2: two more failed.' 'the meaning of +2'
shows '16 rounds of 9 runs; the old gate let 12 through.' 'how many the mean would mask'
shows 'By dimension: verification 7, agreement 5, recency 3, coverage 2.' \
  'masked rounds by dimension'

report difficulty
shows 'easy 0.80 12 1 5 1 15 73 0.86' 'the higher floor'
shows 'normal 0.75 20 2 5 1 6 71 0.84' 'the floor in force'
shows 'hard 0.70 23 1 4 1 5 64 0.82' 'the lower floor'
shows 'halt: halt_contradiction; patience: patience_stop; bound: max_rounds.' 'the words'
shows ' 16 What does 0.75 exactly mean? continue pass R1 pass R1' 'a run that hangs on it'

# A report uses the settings that were loaded on the connection. A table named
# assay_settings in the user's file changes nothing.
hidden=$directory/hidden.db
cp "$database" "$hidden"
sqlite3 "$hidden" "CREATE TABLE assay_settings(key, value);
  INSERT INTO assay_settings VALUES ('evaluation.deep_research.patience', 9),
    ('evaluation.deep_research.max_rounds', 9),
    ('evaluation.deep_research.min_recent_sources', 99),
    ('evaluation.deep_research.weights.default', 'other')"
for name in stop_policy patience difficulty floor_sweep compare; do
  for file in "$database" "$hidden"; do
    sqlite3 "$file" -cmd ".load $extension" <"sql/reports/$name.sql" 2>&1
  done >"$directory/twice"
  lines=$(($(wc -l <"$directory/twice") / 2))
  is "$(tail -n +$((lines + 1)) "$directory/twice")" \
    "$(head -n $lines "$directory/twice")" \
    "$name: a table of the file hides no setting"
done
sqlite3 "$hidden" -cmd ".load $extension" <sql/reports/data_quality.sql 2>&1 |
  grep -q "needs assay's table assay_settings: one of yours hides it"
check $? 'data_quality lists settings, so it fails with a reason'
own='evaluation: {deep_research: {patience: 2, max_rounds: 3, min_recent_sources: 12}}'
for line in \
  'stop_policy:Patience 2, at most 3 rounds, High from 0.75, 12 recent sources.' \
  'patience:How all runs end: at most 3 rounds, High from 0.75, 12 recent sources.' \
  'difficulty:rounds, 12 recent sources.' 'floor_sweep:with 12 it is' \
  'floor_sweep:Settings: 0.75 and 12.'; do
  sqlite3 "$database" -cmd ".load $extension" -cmd "SELECT assay_load_yaml('$own')" \
    <"sql/reports/${line%%:*}.sql" 2>&1 | grep -q "${line#*:}"
  check $? "${line%%:*}: other settings are read"
done

# The settings can give each dimension its own floor, or choose the legacy (old) gate.
# Each report must apply them as the views do.
#
# with YAML NAME [OPTION]: runs a report under other settings; `shows` then checks it.
with() {
  name=$2
  sqlite3 "$database" -cmd ".load $extension" \
    -cmd "CREATE TEMP TABLE loaded AS SELECT assay_load_yaml('$1')" ${3:+-cmd "$3"} \
    <"sql/reports/$name.sql" >"$directory/out" 2>&1
}
floors='evaluation: {deep_research: {tier_thresholds: {verification: {high: 0.85}}}}'
with "$floors" stop_policy
shows 'Patience 1, at most 4 rounds, High by dimension, 10 recent sources.' \
  'stop_policy says that High depends on the dimension'
shows 'pass 5 1 2 1 1 the gate lets it through' 'floors by dimension'
shows ' 2 Is the Anthropic SDK stable yet? max_rounds R4 R4 0.91' \
  'a run that no longer passes'
shows ' low dimensions: verification' 'and why'
is "$(sed -n '/^Run .*Question/,$s/^ *\([0-9][0-9]*\)  .*/\1/p' "$directory/out" |
  head -6 | tr '\n' ' ')" '11 2 9 13 24 3 ' 'nearest: no score, .01, .01, .04, .04, .05'
with "$floors" stop_policy '.param set :patience 2'
shows 'pass 5 1 2 1 1 the gate lets it through' 'under another patience, too'
with "$floors" stop_policy '.param set :high 0.75'
shows 'pass 20 4 11 4 1 the gate lets it through' 'unless a floor is stated'
with "$floors" stop_policy '.param set :min_sources 12'
is "$(sed 's/.*failed: //; s/ (19)//' "$directory/out")" \
  'under these settings set :high, too' 'sources alone state half a gate'
with "$floors" patience
shows 'How all runs end: at most 4 rounds, High by dimension, 10 recent sources.' 'so'
shows 'Patience 1 5 0 6 2 21 75' 'floors by dimension'
with "$floors" floor_sweep
shows 'Without a floor of recent sources 5 runs would pass by dimension,' 'floor_sweep'
shows 'with 10 it is 5;' 'and of the floor in force'
with "$floors" difficulty
shows 'normal * 5 0 6 2 21 75 0.89' 'floors by dimension'
shows 'easy * 3 0 7 2 22 76 0.90' 'moved by the offset'
shows '* The High floor differs by dimension.' 'the meaning of *'
with "$floors" compare
shows 'A: patience 2, at most 4 rounds, High by dimension, 10 recent sources' 'so'
shows 'B 34 . 5 14.7 6.4 .. 30.1' 'floors by dimension'
with "$floors" compare '.param set :b_high 0.75'
shows 'B: patience 1, at most 4 rounds, High from 0.75, 10 recent sources' \
  ':b_high sets one floor for all dimensions'
shows 'B 34 . 20 58.8 42.2 .. 73.6' 'against floors by dimension'
legacy='evaluation: {deep_research: {scoring_engine: legacy, min_ci: 0.85}}'
passes=$(sqlite3 "$database" -cmd ".load $extension" "CREATE TEMP TABLE loaded AS
  SELECT assay_load_yaml('$legacy')" \
  "SELECT count(*) FROM run_decisions WHERE action = 'pass'")
is "$passes" 10 'the legacy engine lets other runs pass'
with "$legacy" stop_policy
shows 'Patience 1, at most 4 rounds, High by the index, 10 recent sources.' \
  'stop_policy says that High depends on the index'
is "$(awk '$1 == "pass" { print $2 }' "$directory/out")" "$passes" \
  'as many runs pass as in the view'
with "$legacy" patience
is "$(awk '$2 == 1 { print $3 }' "$directory/out")" "$passes" 'patience: as the view, too'
with "$legacy" masked_failures
shows 'these rounds. With * the mean is 0.85 or more: the old gate let them through.' \
  'masked_failures uses the floor of the settings'

# Over thousands of runs, counts have commas (3,000), lines fit into 80 columns, and a
# share above 0 never prints as 0. One run in 3,000 passes; it has 12 sources. With a
# floor of 13 sources no run passes.
database=$directory/many.db
sqlite3 "$database" '.read sql/schema.sql' '.read sql/views.sql' "
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
  INSERT INTO runs SELECT i, 'run ' || i, NULL, NULL, '2026-06-30' FROM n;
  INSERT INTO rounds SELECT run_id, column1, s, s, s, s, s, 12, 0
  FROM (SELECT run_id, CASE run_id WHEN 7 THEN 0.8 ELSE 0.5 END AS s FROM runs),
       (VALUES (1), (2), (3), (4))"
report floor_sweep
shows ' 0..12 <0.1 <0.1 <0.1 <0.1 <0.1 0 0 0' 'a share that is not 0'
shows 'the highest floor that stops no run is 12.' 'the floor of that run'
report stop_policy
shows 'STOP POLICY OVER 3,000 RUNS, AS OF 2026-06-30' 'counts are grouped'
shows '3,000 runs stopped, after 11,997 rounds.' 'a long line is broken'
shows 'Always running 4 would have taken 12,000:' 'in two'
for name in acceptability stability sensitivity recency_window patience; do
  report $name
  is "$(head -1 "$directory/out" | grep -o '3,000 RUNS')" '3,000 RUNS' "$name: grouped"
done

# sql/judged.sql stores judged rounds. If a run then changes, a report judges it again,
# and stores nothing. The report's first line gives the present number of runs and
# the latest day.
sqlite3 "$database" -cmd ".load $extension" '.read sql/judged.sql' \
  '.read sql/refresh_judged.sql'
while read -r more passing; do
  sqlite3 "$database" "UPDATE rounds SET coverage = 0.8, source_quality = 0.8,
      agreement = 0.8, verification = 0.8, recency = 0.8
      WHERE run_id BETWEEN 8 AND 7 + $more;
    UPDATE runs SET as_of = '2026-07-04T23:30:00-08:00' WHERE run_id = 7 + $more"
  cp "$database" "$directory/before.db"
  report floor_sweep
  shows 'FLOOR SWEEP OVER 3,000 RUNS, AS OF 2026-07-04' "how many runs, and until when"
  tr '\n' ' ' <"$directory/out" |
    grep -q " sources $passing runs would pass at 0.75, with"
  check $? "$passing runs pass: those that are due are judged"
  grep -q '^1,002 runs are judged for this report only: sql/refresh' "$directory/out"
  is $? $((more < 1000)) 'the report says so for more than 1,000 due runs'
  cmp -s "$database" "$directory/before.db"
  check $? 'and stores nothing'
done <<'END'
0 1
1 2
1001 1,002
END
sqlite3 "$database" -cmd 'PRAGMA ignore_check_constraints = ON' \
  "DELETE FROM rounds WHERE run_id > 1; UPDATE runs SET as_of = 'last week'"
report floor_sweep
shows 'FLOOR SWEEP OVER 1 RUN' 'runs without a readable day: no day in the heading'

# A script that is started in another folder does not find the files that it reads. The
# script must say so in one sentence, and print nothing that looks like an answer.
for script in $(grep -l '^\.read ' sql/reports/*.sql sql/demo/*.sql sql/demo/*/*.sql); do
  (cd "$directory" && sqlite3 -readonly "$database" -cmd ".load $extension" \
    <"$root/$script" >"$directory/out" 2>"$directory/err")
  is "$? $(cat "$directory/out" "$directory/err" | sed 's/"sql\/[a-z/_]*\.sql"/FILE/')" \
    '1 Error: cannot open FILE' "$script from another folder"
done

finish
