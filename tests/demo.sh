#!/bin/sh
# Tests that the demo prints its whole report within 80 columns, and the same report every
# time.

. tests/shell/tap.sh

report() {
  sqlite3 "${BUILD:-build}/demo.db" -cmd ".load $extension" <sql/demo/report.sql 2>&1
}
report >"$directory/report"
is "$?" 0 'the report is printed'
report >"$directory/again"
is "$(diff "$directory/report" "$directory/again")" '' 'a second report is the same'
is "$(grep -icE '^(parse|runtime)? ?error' "$directory/report")" 0 \
  'the report prints no error'
wide=$(${PYTHON:-/usr/bin/python3} -c '
import sys, unicodedata
for line in open(sys.argv[1], encoding="utf-8"):
    line = line.rstrip("\n")
    if sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line) > 80:
        print(line)
' "$directory/report")
is "$wide" '' 'within 80 columns'
is "$(sed -n '/no round passed/,/^$/s/^ *\([0-9][0-9]*\)  .*/\1/p' "$directory/report" |
  tr '\n' ' ')" '5 6 11 12 30 29 10 32 21 26 8 14 4 ' 'the runs nearest to passing first'
for tier in Elite High Medium Low; do
  is "$(grep -q "$tier" "$directory/report" && echo yes)" yes \
    "the report shows the tier $tier"
done
sqlite3 "${BUILD:-build}/demo.db" -cmd ".load $extension" <sql/reports/tier_matrix.sql \
  >"$directory/tier_matrix.svg" 2>&1
is "$(diff "$directory/tier_matrix.svg" sql/demo/tier_matrix.svg)" '' \
  "the README's picture is what sql/reports/tier_matrix.sql draws of the demo"

# matrix RUN [DATABASE]: lets the report tier_matrix draw a run. Prints the texts of the
# picture, one to a line.
matrix() {
  sqlite3 "${2:-${BUILD:-build}/demo.db}" -cmd ".load $extension" \
    -cmd ".param set :run $1" <sql/reports/tier_matrix.sql 2>&1 |
    sed -n 's/.*>\([^<>]*\)<\/text>/\1/p;/rror/p'
}
is "$(matrix 7 | grep -c judge)" 0 'a run without judgements has no judges in the picture'
# The judge West gives .68, and three others give .76. The report draws four judges at
# random, with replacement. If it draws West, the mean is below the floor .75, so the
# gate fails. Four draws miss West with the probability (3/4)^4 = 32 %.
cp "${BUILD:-build}/demo.db" "$directory/judged.db"
sqlite3 "$directory/judged.db" "UPDATE judgements SET family = 'x' WHERE round = 1;
  DELETE FROM judgements WHERE run_id = 2 AND round = 2;
  UPDATE judgements SET score = 0.76 WHERE run_id = 2 AND round = 3
    AND dimension = 'verification' AND judge <> 'west'"
is "$(matrix 2 "$directory/judged.db" | grep -A9 -x 'Mean, by judges')" \
  "$(printf '%s\n' 'Mean, by judges' '0.79, no interval' 'no judge' '0.83 .. 0.92' \
    '0.88 .. 0.94' 'Gate, by judges' unknown unknown '32 %' '100 %')" \
  'one family has no interval; a round without judges has no mean'
sqlite3 "$directory/judged.db" 'DROP TABLE judgements'
is "$(matrix 2 "$directory/judged.db" | grep -c 'sql/no_judgements.sql makes')" 1 \
  'without a table of judgements the picture says what to do'

# Two rounds have the mean .8845. Computed in doubles, the second mean is slightly
# greater, but by rule R9 (12 decimals) the means are equal.
cp "${BUILD:-build}/demo.db" "$directory/tie.db"
sqlite3 "$directory/tie.db" "
  INSERT INTO runs(run_id, title, as_of) VALUES (99, 'A tie in decimals', '2026-01-01');
  INSERT INTO rounds VALUES (99, 1, 0.9, 0.95, 0.79, 0.98, 0.77, 12, 0),
                            (99, 2, 0.75, 0.92, 0.97, 0.92, 0.9, 12, 0);"
sqlite3 "$directory/tie.db" -cmd ".load $extension" <sql/demo/report.sql 2>&1 |
  grep '^ 99' | tr -s ' ' >"$directory/tie"
is "$(cat "$directory/tie")" ' 99 A tie in decimals R1 0.88 equal to R2, and earlier' \
  'rounds with equal decimals tie'
finish
