#!/bin/sh
# Tests the reports on outcomes (an outcome is a person's label of an answer, good or
# bad). The test runs the reports over the demo, over people's ratings (tests/outcomes),
# and over outcomes that can't answer a report's question.

. tests/shell/tap.sh
. tests/shell/report.sh

# over DATABASE NAME [OPTION...]: runs a report over a database, with the shell's options.
over() {
  from=$1
  name=$2
  shift 2
  sqlite3 "$from" -cmd ".load $extension" "$@" <"sql/reports/$name.sql" \
    >"$directory/out" 2>"$directory/err"
  is "$(cat "$directory/err")$(awk 'length > 80' "$directory/out")" '' \
    "$name: no error, 80 columns"
}

report which_floor
shows 'None: about 15 more labels are needed. At 0.79 0 of 14 are bad.' \
  'the demo has too few labels for a risk of .1'
over "$database" which_floor -cmd '.param set :risk 0.3'
shows 'Of the answers that pass at 0.79 at most 30 % are bad, with 95 % confidence:' \
  'the floor that the labels support'
shows '0 of 14 labelled answers are bad, so at most 19.3 %.' \
  'the number of labels behind the answer'
shows '0.80 12 12 0 22.1 % holds' 'a higher floor that the labels support'
shows '0.78 16 16 2 34.4 % does not hold' 'the first floor without support ends the list'
shows '0.84 5 5 0 45.1 % too few labels' 'floors with too few labels are left out'
shows '0.72 21 20 4 40.1 % below the end' 'runs without a label are counted apart'
over "$database" which_floor -cmd '.param set :risk 0.3' \
  -cmd ".param set :floors \"'[0.75, 0.8]'\""
shows 'Of the answers that pass at 0.80 at most 30 % are bad, with 95 % confidence:' \
  'floors that the user names'
over "$database" which_floor -cmd '.param set :risk 0.3' -cmd '.param set :confidence 0.5'
shows 'Patience 1, at most 4 rounds, 10 recent sources. A floor needs 2 labels.' \
  'less confidence needs fewer labels'

for set in risk confidence; do
  sqlite3 "$database" -cmd ".load $extension" -cmd ".param set :$set 1" \
    <sql/reports/which_floor.sql >"$directory/out" 2>&1
  is "$(grep -c ":$set must be above 0 and below 1" "$directory/out")" 1 "a $set of 1"
done

report which_score
shows 'Surest is the index under roc_centroid:' \
  'the surest score is not the greatest, which has few labels'
shows 'in 73 % of pairs the good answer scores above the bad one (59 to 83 %).' \
  'how sure the answer is'
shows 'judge west 9 5 0.900 0.378 .. 0.993 0.296 chance' 'a judge'
shows 'dimension verification 69 32 0.747 0.562 .. 0.871 0.121' 'a dimension'
is "$(sqlite3 "$database" -cmd ".load $extension" "
  SELECT printf('%.3f', json_extract(roc_auc(verification, good, run_id), '\$.auc'))
  FROM round_scores JOIN outcomes USING (run_id, round)")" 0.747 \
  'roc_auc itself gives the number of the report'

report which_weights
shows 'These labels cannot compare weightings: in no run do two weightings choose' \
  'these labels do not distinguish weightings'
shows 'roc_centroid 33 78.8% 1 0 0 0 1.000' \
  'a weighting keeps another round in one run, which has no label'

report another_round
shows 'Round 2: of 100 answers 29 more are good.' \
  'how many more answers are good after round 2'
shows 'Of the runs with another round 40 of 48 had failed before it.' \
  'the runs that the answer is about'
shows '2 28 21 38.1% 66.7% +6.2 .. +46.0 6 0' 'numbers of the runs that went on'

# Checks what sql/guide/which-numbers.md says about people's ratings of answers.
ratings=$directory/ratings.db
sqlite3 "$ratings" -cmd ".load $extension" <tests/outcomes/load.sql >"$directory/err" 2>&1
is "$(cat "$directory/err"
  sqlite3 "$ratings" 'SELECT count(*), sum(good) FROM outcomes')" '300|102' 'ratings load'
over "$ratings" which_score
shows 'Surest is verification:' 'in the ratings, correctness predicts best'
shows 'dimension verification 300 198 0.961 0.916 .. 0.983 0.072' \
  'how well correctness predicts'
shows 'dimension coverage 300 198 0.918 0.871 .. 0.949 0.017' \
  'coverage predicts less well, and is better calibrated'
is "$(sqlite3 "$ratings" -cmd ".load $extension" "
  SELECT group_concat(good || ' of ' || n, ', ') FROM reliability_rows((
    SELECT reliability(verification, good)
    FROM rounds JOIN outcomes USING (run_id, round)))
  WHERE from_score >= 0.75")" '4 of 15, 14 of 20, 77 of 80' \
  'the share of good answers by correctness'
over "$ratings" which_floor
shows 'None: about 568 more labels are needed. At 0.93 2 of 25 are bad.' \
  'no floor for a risk of .1'
over "$ratings" which_floor -cmd '.param set :risk 0.3'
shows 'Of the answers that pass at 0.77 at most 30 % are bad, with 95 % confidence:' \
  'the floor for a risk of .3'
shows '7 of 42 labelled answers are bad, so at most 29.0 %.' \
  'the number of labels behind the answer'
over "$ratings" another_round
shows 'Round 3: of 100 answers 91 more are good.' "a person's answer"

# told SQL: changes a copy of the demo with the SQL, and runs the four reports over the
# copy. `shows` then checks the output of which_score, the last report.
told() {
  cp "$database" "$directory/told.db"
  sqlite3 "$directory/told.db" -cmd ".load $extension" "$1"
  for each in which_floor which_weights another_round which_score; do
    over "$directory/told.db" "$each"
    sed '/^$/q' "$directory/out" >>"$directory/answers"
  done
}
told 'DELETE FROM outcomes'
shows 'No answer has an outcome yet: store some in outcomes.' 'none'
told 'UPDATE outcomes SET good = 1'
shows 'One-sided: all labels are good, so nothing can separate good from bad.' 'one-sided'
shows 'No score can be tried: this needs good and bad answers.' \
  'the report says which labels it needs'
told "UPDATE outcomes SET good = 'yes' WHERE run_id < 20;
  INSERT INTO outcomes VALUES (1, 9, 1)"
shows '40 outcomes left out: not 0 or 1, or of a round that is not there.' 'left out'
shows 'Too few: 15 labelled runs. Below 30 hardly anything can be told.' 'too few labels'
told 'DELETE FROM outcomes
  WHERE run_id NOT IN (SELECT run_id FROM run_best_round WHERE gate_passed)'
shows 'All labels are of runs that passed: nobody looked at the failures. So the' \
  'no failed run has a label'
told 'DELETE FROM outcomes
  WHERE run_id IN (SELECT run_id FROM run_best_round WHERE gate_passed AND run_id > 7)'
shows 'Not a random sample: a round passes the gate in 25 % of the labelled runs,' \
  'labelled runs that are no random sample'
told 'UPDATE outcomes SET good = (run_id + round) % 2'
shows 'None is sure: no score beats guessing by more than chance.' \
  'no score predicts the labels'
cp "$database" "$directory/told.db"
sqlite3 "$directory/told.db" "UPDATE runs SET title = 'one' WHERE run_id IN (16, 17, 18)"
over "$directory/told.db" which_floor
shows '2 questions were asked more than once: the run with the least run_id counts.' \
  'only one run of a question counts'
sqlite3 "$directory/told.db" 'DROP TABLE outcomes'
sqlite3 "$directory/told.db" -cmd ".load $extension" <sql/reports/which_score.sql \
  >"$directory/out" 2>&1
is "$(grep -c 'needs outcomes(run_id, round, good), as sql/schema.sql has them' \
  "$directory/out")" 1 'without the table: what to do'

# The reports must print the same lines over the demo, over TEMP views of its tables, and
# over judged rounds that sql/judged.sql stored, even while some runs wait to be judged
# again.
cp "$database" "$directory/judged.db"
sqlite3 "$directory/judged.db" <sql/judged.sql
sqlite3 "$directory/judged.db" -cmd ".load $extension" <sql/refresh_judged.sql >/dev/null
sqlite3 "$directory/judged.db" 'UPDATE rounds SET coverage = coverage WHERE run_id < 9'
for each in which_floor which_score which_weights another_round; do
  over "$database" "$each"
  cp "$directory/out" "$directory/live"
  over "$directory/judged.db" "$each"
  is "$(diff "$directory/live" "$directory/out")" '' "$each: judged rounds say the same"
  sqlite3 :memory: -cmd ".load $extension" -cmd "ATTACH '$database' AS demo" \
    -cmd 'CREATE TEMP VIEW runs AS SELECT * FROM demo.runs' \
    -cmd 'CREATE TEMP VIEW rounds AS SELECT * FROM demo.rounds' \
    -cmd 'CREATE TEMP VIEW sources AS SELECT * FROM demo.sources' \
    -cmd 'CREATE TEMP VIEW judgements AS SELECT * FROM demo.judgements' \
    -cmd 'CREATE TEMP VIEW outcomes AS SELECT * FROM demo.outcomes' \
    -cmd '.read sql/attach.sql' <"sql/reports/$each.sql" >"$directory/out" 2>&1
  is "$(diff "$directory/live" "$directory/out")" '' "$each: mapped tables, too"
done

finish
