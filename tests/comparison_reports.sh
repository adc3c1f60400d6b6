#!/bin/sh
# Tests the reports named compare, judges and attempts over the demo database, over tables
# with other columns, and over wrong input. pandas, scipy and statsmodels give the same
# numbers for the demo. The last tests run the gates of sql/guide/is-it-better.md. A gate
# is SQL whose failed CHECK stops a pipeline.

. tests/shell/tap.sh
. tests/shell/report.sh

# over NAME OPTION...: runs a report over the database $open (a variable), or over an
# empty one.
over() {
  name=$1
  shift
  sqlite3 "${open:-:memory:}" -cmd ".load $extension" "$@" <"sql/reports/$name.sql" \
    >"$directory/out" 2>"$directory/err"
}

# fits NAME: checks that the last report succeeded and is no wider than 80 columns.
fits() {
  is "$(cat "$directory/err")$(awk 'length > 80' "$directory/out")" '' "$name: $1"
}

report compare
shows 'COMPARISON OF 34 RUNS' 'all runs are compared'
shows 'A: patience 2, at most 4 rounds, High from 0.75, 10 recent sources' \
  'with nothing given A waits for one more regression'
shows 'A 34 . 21 61.8 45.0 .. 76.1' 'the rate of A, Wilson'
shows 'B 34 . 20 58.8 42.2 .. 73.6' 'the rate of B'
shows 'Passing, percent +2.9 -4.9 .. +10.4 1 0 33 1.000' \
  'the difference of pass rates: Agresti and Min, and the sign test'
shows 'Index +0.003 -0.003 .. +0.009 2 0 32 0.500' 'the index, run by run'
shows 'Another round is returned in 2 runs.' 'how many return another round'
shows ' 15 Does knex support SQLite well? R3 0.824 pass R1 0.725 fail +0.099' \
  'the largest difference'

page=sql/guide/is-it-better.md
awk '/^```/ { on = 0 } /^COMPARISON OF/ { on = 1 } on' "$page" >"$directory/shown"
is "$(head -n "$(wc -l <"$directory/shown")" "$directory/out" |
  diff "$directory/shown" -)" '' 'compare: the README shows how it begins'

# Runs the report compare over two policies, then over two weightings.
open=$database
over compare -cmd '.param set :b_high 0.8'
fits 'a floor for B'
shows 'Passing, percent +23.5 +7.6 .. +36.9 8 0 26 0.008' 'eight runs no longer pass'
shows ' 33 How do clients report errors? R2 0.802 pass R3 0.844 pass -0.042' \
  'B keeps another round of a run, which passes, too'
over compare -cmd '.param set :weights equal' -cmd '.param set :b_weights roc' \
  -cmd '.param set :rows 2'
fits 'two weightings'
shows 'A: best of all rounds, weights equal' 'the weights of A'
shows 'Another round is best in 0 runs.' 'weights choose a best round'
shows 'and 27 more, with `.param set :rows all`' 'the list is cut at :rows'
over compare -cmd '.param set :weights equal' -cmd '.param set :b_weights equal'
shows 'None: A and B are alike.' 'equal weights do not differ'
over compare -cmd ".param set :b_weights '[1, 0, 0, 0, 0]'"
shows 'B: best of all rounds, weights [1, 0, 0, 0, 0]' 'weights as JSON'
over compare -cmd '.param set :weights nobody'
is "$(grep -c "ci_score: .*got 'nobody'" "$directory/err")" 1 'weights that are unknown'
over compare -cmd '.param set :weights equal' -cmd '.param set :patience 2'
is "$? $(grep -o 'set weights or a policy, not both' "$directory/err")" \
  '1 set weights or a policy, not both' 'weights and a policy are a mistake'

# Two systems attempted questions of three topics. Only the old system attempted q6. scipy
# and statsmodels (OLS on a constant) give the expected numbers. Each topic is a cluster.
# For G clusters statsmodels multiplies the variance by G / (G - 1).
cat >"$directory/two.sql" <<'END'
CREATE TABLE results(system, question, topic, passed, score);
INSERT INTO results VALUES
  ('new', 'q1', 'a', 1, 80), ('new', 'q2', 'a', 1, 72.5), ('new', 'q3', 'b', 0, 50),
  ('new', 'q4', 'b', 1, 91), ('new', 'q5', 'c', 1, 66), ('new', 'q5', 'c', 0, 60),
  ('new', NULL, 'c', 1, 10),
  ('old', 'q1', 'a', 0, 70), ('old', 'q2', 'a', 1, 72.5), ('old', 'q3', 'b', 0, 55),
  ('old', 'q4', 'b', 0, 71), ('old', 'q5', 'c', 2, 61),
  ('old', 'q6', 'c', 1, 'n/a');
CREATE TEMP VIEW compare_a AS
  SELECT question AS run_id, passed, score, topic AS cluster FROM results
  WHERE system = 'new';
CREATE TEMP VIEW compare_b AS
  SELECT score, question AS run_id, passed, topic AS cluster, question || '?' AS title
  FROM results WHERE system = 'old';
END
open=
over compare -cmd ".read $directory/two.sql"
fits 'two tables without any schema'
shows 'COMPARISON OF 5 RUNS' 'runs that are on both'
shows "Only B has 1 more, such as 'q6'" 'a run of one side only'
is "$(grep -c '^Only A' "$directory/out")" 0 'A has no such run'
shows 'A: of 7 rows 1 have no run, 0 no verdict, 0 no score.' 'rows of no run'
shows 'B: of 6 rows 0 have no run, 1 no verdict, 1 no score.' \
  'rows without a flag or a score'
shows 'A 6 3 4 66.7 11.2 .. 96.9' 'a rate with clusters'
shows 'B, runs on both 4 2 1 25.0 0.1 .. 99.0' 'a rate of the runs on both sides'
shows 'Passing, percent +50.0 none: no spread 2 0 2 0.500' \
  'attempts count with their mean'
shows 'Score +5.4 -0.4 .. +11.2 3 1 1 0.250' \
  'scores of 0..100 as they are; three topics of three'
shows 'Runs in clusters have one coin for each cluster, by its mean difference.' \
  'p counts clusters'
shows "'q4' q4? 91.0 pass 71.0 fail +20.0" 'a title of one side'
shows "'q5' q5? 63.0 50% 61.0 +2.0" 'a share of attempts, and no verdict'

# A user's view can lack an optional column. Then the report prints nothing about that
# column. A number and a text that look alike are different ids.
over compare -cmd 'CREATE TEMP VIEW compare_a AS SELECT 7 AS run_id, 1 AS passed' \
  -cmd "CREATE TEMP VIEW compare_b AS SELECT '7' || char(27) AS run_id"
fits 'one row without score, cluster and title'
shows 'No run is on both: ids are integer in A and text in B.' 'ids of two types'
shows "Only B has 1 more, such as '7' || char(27)" 'no terminal obeys an id'
shows 'Nothing can be compared.' 'no run is on both sides, so the report compares nothing'
over compare -cmd 'CREATE TEMP TABLE compare_a(run_id, passed, score)' \
  -cmd 'CREATE TEMP TABLE compare_b(run_id, score)'
fits 'two empty tables'
shows 'No row says whether its run passed.' 'empty tables have a message'
over compare -cmd 'CREATE TEMP TABLE compare_a(run_id, score)' \
  -cmd 'CREATE TEMP TABLE compare_b(run_id, score)' \
  -cmd "INSERT INTO compare_a VALUES (1, 1e308), (2, 9e999), (3, 'x'), (4, 0.1 + 0.2)" \
  -cmd "INSERT INTO compare_b VALUES (1, -1e308), (2, 1), (3, 1), (4, 0.3)"
fits 'scores beyond all bounds'
shows 'Score +0 none: one cluster 0 0 1 1.000' \
  'a score beyond a double is left out; 0.1 + 0.2 is 0.3 to 12 decimals'
over compare -cmd 'CREATE TABLE compare_a(run_id); CREATE TABLE compare_b(run_id)'
is "$? $(grep -o 'compare_a and compare_b have to be TEMP' "$directory/err")" \
  '1 compare_a and compare_b have to be TEMP' 'a table of the file is not hidden silently'

# The first report of a session makes views of the policies. The second report has another
# policy, and must not use the policies of the first.
sqlite3 "$database" -cmd ".load $extension" -cmd '.read sql/reports/compare.sql' \
  -cmd '.param set :b_high 0.8' <sql/reports/compare.sql >"$directory/out" 2>&1
is "$(grep -c '^Passing, percent' "$directory/out")" 2 'twice in one session'
shows 'Passing, percent +23.5 +7.6 .. +36.9 8 0 26 0.008' \
  'the second report uses its own numbers'
shows 'B: patience 1, at most 4 rounds, High from 0.80, 10 recent sources' \
  'the head shows the floor of B'

report judges
shows '240 scores by 5 judges of 4 families, of 48 units in 5 runs.' \
  'how many scores, judges and units'
shows 'Of 82 rounds 70 were scored by nobody.' 'how many rounds have no judge'
shows 'verification 12 12 5 0.921 0.752' 'agreement by dimension'
shows 'source quality 12 12 5 0.401 0.265' 'a dimension with little agreement'
shows 'all together 48 48 5 0.888 0.658' 'agreement over all dimensions'
shows 'east 48 . -0.009 -0.031 .. +0.012 25 23 1.000' 'a judge against the others'
shows 'family north 48 . +0.001 -0.022 .. +0.024 27 21 1.000' 'a family of judges'
shows "test of runs, each by its mean, by Holm's correction for these 6 comparisons." \
  'how p was corrected'
shows 'Nobody.' 'nobody is missing'

# Tests the report judges: some scores are missing, one judge scores high, and one judge
# has no usable score.
cat >"$directory/some.sql" <<'END'
.read sql/schema.sql
INSERT INTO runs VALUES (1, 'One', NULL, NULL, '2026-01-01'),
  (2, 'Two', NULL, NULL, '2026-01-01');
INSERT INTO rounds(run_id, round) VALUES (1, 1), (2, 1), (2, 2);
INSERT INTO judgements VALUES (1, 1, 'coverage', 'ann', NULL, 0.9),
  (1, 1, 'coverage', 'bob', NULL, 0.5), (1, 1, 'coverage', 'cy', 'of one', 0.7),
  (1, 1, 'agreement', 'ann', NULL, 0.8), (1, 1, 'agreement', 'bob', NULL, 0.6),
  (2, 1, 'coverage', 'ann', NULL, 1), (2, 1, 'coverage', 'bob', NULL, 0.7),
  (2, 1, 'coverage', 'dan', NULL, 85), (2, 1, 'coverage', 'eve', NULL, NULL);
END
open=
over judges -cmd ".read $directory/some.sql"
fits 'judges with missing scores'
shows 'Left out: 0 rows without run, round, dimension or judge; of scores' \
  'rows without a judge'
shows '1 that are NULL and 1 that are no number from 0 to 1.' \
  'scores that can not be used'
shows 'coverage 2 2 2..3 -0.105 -0.333' 'little agreement'
shows 'ann 3 . +0.267 -0.016 .. +0.549 3 0 1.000' 'the high judge, in two runs'
shows 'cy 1 2 0.000 none: one run 0 0 1.000' '0.7 is the mean of 0.9 and 0.5'
shows 'dan 0 3 . no other judge 0 0 .' 'the judge without a usable score'
is "$(grep -c '^family' "$directory/out")" 0 \
  'judges: a family with one judge is not listed'
shows ' 1 One 5 10 dan 2, eve 2, cy 1' 'which judge is missing in which run'
# Twelve runs of five rounds. In every run the judge ann scores above the other judges, cy
# below them, and bob in between. The sign test counts runs: ann is above in all twelve,
# and cy below in all twelve, so p is 2 / 2^12 = .0005. Holm's correction for three judges
# multiplies p by three, to .0015. If the test counted rounds, p would be 2 / 2^60.
cat >"$directory/twelve.sql" <<'END'
.read sql/schema.sql
INSERT INTO runs(run_id, title, as_of)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
SELECT i, 'Run ' || i, '2026-01-01' FROM n;
INSERT INTO rounds(run_id, round)
SELECT run_id, column1 FROM runs, (VALUES (1), (2), (3), (4), (5));
INSERT INTO judgements(run_id, round, dimension, judge, score)
SELECT run_id, round, 'coverage', column1, column2 + run_id % 2 * column3
FROM rounds, (VALUES ('ann', 0.9, 0), ('bob', 0.6, 0.2), ('cy', 0.5, 0));
END
over judges -cmd ".read $directory/twelve.sql"
fits 'twelve runs'
shows 'ann 60 . +0.300 +0.267 .. +0.333 60 0 0.001' 'p by runs, corrected'
shows 'cy 60 . -0.300 -0.333 .. -0.267 0 60 0.001' \
  'p of the second judge is no less than that of the first'
shows 'bob 60 . 0.000 -0.066 .. +0.066 30 30 1.000' 'p of the last judge'
over judges -cmd ".read $directory/twelve.sql" \
  -cmd "DELETE FROM judgements WHERE judge = 'bob'"
fits 'two judges'
shows 'ann 60 . +0.400 none: no spread 60 0 <.001' 'a constant difference has no interval'
over judges -cmd ".read $directory/some.sql" \
  -cmd "DELETE FROM judgements WHERE judge <> 'ann'"
fits 'one judge'
shows 'One judge alone can'"'"'t be compared.' 'alone'
shows 'coverage 2 0 1 none none' 'a single judge has no agreement'
over judges -cmd ".read $directory/some.sql" -cmd 'DROP TABLE judgements' \
  -cmd '.read sql/no_judgements.sql'
fits 'no judgements'
shows 'Nobody has judged anything.' 'the report says that there are no judgements'
shows 'all together 0 0 . none none' 'without judgements there is no error'
over judges
is "$? $(grep -o 'needs runs, rounds and judgements' "$directory/err")" \
  '1 needs runs, rounds and judgements' 'the error names the needed tables'

report attempts
shows '107 attempts at 12 questions, 3 to 10 each; 1 row left out.' \
  'how many attempts and questions'
shows ' 1 12 . 0.744 0.504 .. 0.983 0.744 0.504 .. 0.983' \
  'the chance to pass in one attempt'
shows ' 3 12 . 0.842 0.642 .. 1.000 0.641 0.361 .. 0.921' \
  'the chance to pass in three attempts'
shows ' 10 9 3 0.889 0.633 .. 1.000 0.444 0.039 .. 0.850' \
  'ten attempts, without the questions that have fewer'
shows 'Is RxJS 7 smaller than RxJS 6? 10 7 70.0 0.992 0.292' \
  'the question about which one attempt says least'

open=$database
over attempts -cmd '.param set :k 12'
shows 'The questions about which one attempt says least come first; k is 10.' \
  'k is at most the attempts there are'
shows 'No question has 12 attempts, so k is the largest number of them.' \
  'the report says that k was lowered'
shows 'Is RxJS 7 smaller than RxJS 6? 10 7 70.0 1.000 0.000' \
  'the chance to pass in ten attempts'
over attempts -cmd '.param set :k 10'
shows 'The questions about which one attempt says least come first; k is 10.' \
  'k may equal the number of attempts'
is "$(grep -c '^No question has' "$directory/out")" 0 'without the sentence about k'
for k in 0 12.5 many; do
  over attempts -cmd ".param set :k $k"
  is "$(grep -c 'k must be a whole number' "$directory/err")" 1 "$k is no k"
done

open=
over attempts -cmd 'CREATE TABLE attempts(question, passed)' -cmd '.param set :k 2' \
  -cmd "INSERT INTO attempts VALUES (x'00ff', 1), (x'00ff', '0'), (x'00ff', 0), (1, 1),
        (NULL, 1), ('a', 2), ('b', 'yes'), ('c', 9e999), ('d', NULL)"
fits 'ids of any type'
shows '4 attempts at 2 questions, 1 to 3 each; 5 rows left out.' \
  'rows that are no attempt are left out'
shows ' 2 1 1 0.667 none: one 0.000 none: one' 'one question has no interval'
shows "X'00FF' 3 1 33.3 0.667 0.000" 'a BLOB as its literal'
over attempts -cmd 'CREATE TABLE attempts(question, passed)' \
  -cmd "INSERT INTO attempts VALUES ('one in five', 1), ('one in five', 0),
        ('one in five', 0), ('one in five', 0), ('one in five', 0), ('two in three', 1),
        ('two in three', 1), ('two in three', 0), ('half', 1), ('half', 0)"
is "$(sed -n '/^Question/,$p' "$directory/out" | awk 'NR > 1 { print $1 }' | xargs)" \
  'half two one' 'a rate nearer to one half comes first: one attempt says less'
over attempts -cmd 'CREATE TABLE attempts(question, passed)'
fits 'no attempts'
shows '0 attempts at 0 questions, none each.' 'the report says that there are no attempts'
over attempts -cmd 'CREATE TABLE attempts AS SELECT 1 AS question, 1 AS passed
  UNION ALL SELECT 2, 1'
shows 'The questions about which one attempt says least come first; k is 1.' \
  'the default k is lowered without a message'
shows ' 1 2 . 1.000 none: all alike 1.000 none: all alike' \
  'questions with equal rates give no interval'
over attempts
is "$? $(grep -o 'needs a table or view attempts' "$directory/err")" \
  '1 needs a table or view attempts' 'the error names the needed table'

# Copies both gates, two blocks of SQL, from sql/guide/is-it-better.md.
awk '/^END$/ { on = 0 } on; /^cat >nightly.sql/ { on = 1 }' "$page" \
  >"$directory/nightly.sql"
awk '/^CREATE TEMP TABLE nightly_pairs/ { on = 1 } /^```/ { on = 0 } on' "$page" \
  >"$directory/pairs.sql"

# gate STATUS MESSAGE WHY DATABASE OPTION...: runs the gate $script, then a SELECT. The
# SELECT must run only if the gate passes. WHY is the test's name.
gate() {
  status=$1 message=$2 why=$3 file=$4
  shift 4
  { cat "$directory/$script.sql"; echo "SELECT 'went on';"; } |
    sqlite3 -bail "$file" -cmd ".load $extension" "$@" \
      >"$directory/out" 2>"$directory/err"
  is "$? $(sed 's/.*failed: //' "$directory/err") $(grep -c 'went on' "$directory/out")" \
    "$status $message $((status == 0))" "$script: $why"
}

few='fewer than 20 runs were judged (19)'
fell='the pass rate fell below what was agreed (19)'
script=nightly
gate 0 '' 'what was agreed is in the interval' "$database" -cmd '.param set :least 0.7'
gate 1 "$fell" 'all of the interval is below' "$database" -cmd '.param set :least 0.75'
gate 1 "$fell" 'nothing was agreed' "$database"
gate 1 "$fell" 'what was agreed is no number' "$database" -cmd '.param set :least "many"'
sqlite3 "$directory/empty.db" '.read sql/schema.sql' '.read sql/views.sql'
gate 1 "$few" 'no run at all' "$directory/empty.db" -cmd '.param set :least 0'
decided="CREATE TEMP VIEW run_decisions AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL
  SELECT i + 1 FROM n WHERE i < 40)"
gate 1 "$few" 'runs that nobody judged' :memory: -cmd '.param set :least 0' \
  -cmd "$decided SELECT CASE WHEN i < 20 THEN 1 END AS gate_passed FROM n"
gate 0 '' 'twenty judged ones are enough' :memory: -cmd '.param set :least 0' \
  -cmd "$decided SELECT CASE WHEN i <= 20 THEN 1 END AS gate_passed FROM n"
sqlite3 -bail "$database" -cmd ".load $extension" -cmd '.param set :least 0.8' \
  "$(cat "$directory/nightly.sql")" >"$directory/out" 2>&1
is "$? $(grep -c "$fell" "$directory/out")" '19 1' 'nightly: as an argument'

script=pairs
few='fewer than 20 questions are on both nights (19)'
fell='the same questions pass less than last night (19)'
night="WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
  SELECT i AS run_id,"
before="CREATE TEMP VIEW compare_b AS $night i > 10 AS passed FROM n"
gate 0 '' 'all alike' :memory: -cmd "$before" \
  -cmd "CREATE TEMP VIEW compare_a AS $night i > 10 AS passed FROM n"
gate 0 '' 'three fewer may be chance' :memory: -cmd "$before" \
  -cmd "CREATE TEMP VIEW compare_a AS $night i > 13 AS passed FROM n"
gate 1 "$fell" 'ten fewer are not' :memory: -cmd "$before" \
  -cmd "CREATE TEMP VIEW compare_a AS $night i > 20 AS passed FROM n"
gate 1 "$few" 'other questions' :memory: -cmd "$before" \
  -cmd "CREATE TEMP VIEW compare_a AS $night 1 AS passed FROM n WHERE i < 20"
gate 1 "$few" 'a night without rows' :memory: -cmd "$before" \
  -cmd 'CREATE TEMP TABLE compare_a(run_id, passed)'

finish
