#!/bin/sh
# The reports on the weights and the windows, run as a user runs them: over the demo
# database, by the sqlite3 shell. Each must end without an error, print what the demo data
# show, and fit into 80 columns.

. tests/shell/tap.sh
. tests/shell/report.sh

report sensitivity all
shows 'equal 0 0.0 0.0 .. 10.2 0.95 0.98' \
  'no flip; Wilson gives 0 of 34 the interval 0 .. 10.2 %'
shows 'roc_centroid 1 2.9 0.5 .. 14.9 0.83 0.93' 'one flip; 1 of 34 has 0.5 .. 14.9 %'
shows 'any of them 1 2.9 0.5 .. 14.9' 'all strategies together'
shows ' 32 Is the changelog complete? R1 R1 R1 R2*' \
  'the run that flips, and to which round'
[ "$(grep -c '^ *[0-9][0-9]*  ' "$directory/out")" -eq 28 ]
check $? 'sensitivity: every run with more than one round'

report acceptability
shows ' 19 runs had nothing to choose: one round, or one that passes' \
  'runs without a choice'
shows ' 12 choices hold under every weighting' 'choices that no weighting changes'
shows ' 30 Should retries be on by default? R4 55.2 % R1 0 R2 45 R3 0 R4 55' \
  'four rounds'
shows ' 32 Is the changelog complete? R1 70.7 % R1 71 R2 29' \
  'another choice that depends on the weights'
shows ' 26 How old is commander 2? R2 80.2 % R1 20 R2 80' 'and the next'

report stability
shows ' 31 choices stay whatever a single weight does' 'stable choices'
shows ' 32 Is the changelog complete? R1 recency 0.15 0.085 R2' \
  'the closest weight, where it flips, and to which round'
shows ' 26 How old is commander 2? R2 recency 0.15 0.355 R1' 'and the next'

report recency_window all
shows 'in force 0.76 13.1 57 29 21 0' 'the windows in force, as the views have it'
shows '183 days for all 0.63 11.0 44 20 13 1' 'the fixed cutoff'
shows 'as sources show 0.53 9.0 4 2 2 1' 'the window that the sources show'
shows ' 32 Is the changelog complete? R2 R2 R1 R1 R1 R2 R1' \
  'a run that hangs on the window'

finish
