#!/bin/sh
# Runs the reports on weights and recency windows over the demo database. Each report must
# end without an error, print what the demo data show, and fit into 80 columns.

. tests/shell/tap.sh
. tests/shell/report.sh

report sensitivity all
shows 'equal 0 0.0 0.0 .. 10.2 0.95 0.98' \
  'no flip; Wilson gives 0 of 34 the interval 0 .. 10.2 %'
shows 'roc_centroid 1 2.9 0.5 .. 14.9 0.83 0.93' 'one flip; 1 of 34 has 0.5 .. 14.9 %'
shows 'any of them 1 2.9 0.5 .. 14.9' 'the flips under any of the strategies'
shows ' 32 Is the changelog complete? R1 R1 R1 R2*' \
  'the run that flips, and to which round'
[ "$(grep -c '^ *[0-9][0-9]*  ' "$directory/out")" -eq 28 ]
check $? 'sensitivity: every run with more than one round'

# Computes the interval of every printed rate again, by Wilson's formula, over longer
# and shorter histories.
cat >"$directory/wilson.py" <<'END'
import re, statistics, sys
z = statistics.NormalDist().inv_cdf(0.975)
lines = open(sys.argv[1]).read().split("\n")
n = int(re.search(r"IN (\d+) RUNS", lines[0])[1])
seen = 0
for line in lines[6:lines.index("", 6)]:
    flips = int(line[15:26])
    p, zz = flips / n, z * z / n
    middle, half = p + zz / 2, z * (p * (1 - p) / n + zz / 4 / n) ** 0.5
    low, high = (max((middle - half) / (1 + zz), 0), min((middle + half) / (1 + zz), 1))
    shown = map(float, re.findall(r"[0-9.]+\b", line[28:48].replace("..", " ")))
    seen += all(abs(a / 100 - b) < 0.0005 + 1e-12 for a, b in zip(shown, (p, low, high)))
print(seen)
END
for runs in 3 26 400; do
  sqlite3 "$directory/$runs.db" '.read sql/schema.sql' ".param set :runs $runs" \
    '.read tests/bench/history.sql' '.read sql/views.sql'
  sqlite3 -readonly "$directory/$runs.db" -cmd ".load $extension" \
    <sql/reports/sensitivity.sql >"$directory/rates"
  is "$("${PYTHON:-/usr/bin/python3}" "$directory/wilson.py" "$directory/rates")" 4 \
    "the rates of $runs runs and their intervals"
done

report acceptability
shows ' 19 runs had nothing to choose: one round, or one that passes' \
  'runs without a choice'
shows ' 12 choices hold under every weighting' 'choices that no weighting changes'
shows ' 30 Should retries be on by default? R4 55.2 % R1 0 R2 45 R3 0 R4 55' \
  'four rounds'
shows ' 32 Is the changelog complete? R1 70.7 % R1 71 R2 29' \
  'another choice that depends on the weights'
shows ' 26 How old is commander 2? R2 80.2 % R1 20 R2 80' \
  'a third choice that depends on the weights'

shows 'The least certain runs first. +2: two more rounds, with smaller shares.' \
  'the meaning of +2'

report stability
shows ' 31 choices stay whatever a single weight does' 'stable choices'
shows ' 32 Is the changelog complete? R1 recency 0.15 0.085 R2' \
  'the closest weight, where it flips, and to which round'
shows ' 26 How old is commander 2? R2 recency 0.15 0.355 R1' \
  'a second weight that flips a choice'

report recency_window all
shows 'in force 0.76 13.1 57 29 21 0' 'the windows in force, as the views have it'
shows '183 days for all 0.63 11.0 44 20 13 1' 'the fixed cutoff'
shows 'as sources show 0.53 9.0 4 2 2 1' 'the window that the sources show'
shows ' 32 Is the changelog complete? R2 R2 R1 R1 R1 R2 R1' \
  'a run that hangs on the window'

# Two rounds have the same index (weighted mean), so the earlier round is the best. The
# smallest change of a weight in favour of the later round makes that round the best.
cp "$database" "$directory/tie.db"
database=$directory/tie.db
sqlite3 "$database" "
  INSERT INTO runs(run_id, title, as_of) VALUES (99, 'A tie in decimals', '2026-01-01');
  INSERT INTO rounds VALUES (99, 1, 0.9, 0.95, 0.79, 0.98, 0.77, 12, 0),
                            (99, 2, 0.75, 0.92, 0.97, 0.92, 0.9, 12, 0);"
report stability
shows ' 99 A tie in decimals R1 coverage 0.25 0.250 R2' 'a tie flips to the other round'

finish
