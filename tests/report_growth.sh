#!/bin/sh
# A report's work must grow in proportion to the number of runs, not to its square. For
# four times as many runs, SQLite must execute about four times as many instructions (at
# most six times). A join of all pairs of runs would take sixteen times as many. The
# counts are the same on every computer.

. tests/shell/tap.sh

for runs in 500 2000; do
  sqlite3 "$directory/$runs.db" '.read sql/schema.sql' ".param set :runs $runs" \
    '.read tests/bench/history.sql' '.read sql/views.sql' \
    'CREATE VIEW attempts AS SELECT run_id AS question, coverage > 0.7 AS passed
     FROM rounds'
done

# steps RUNS REPORT: prints the total number of instructions of all statements of the
# report.
steps() {
  sqlite3 -readonly "$directory/$1.db" -cmd ".load $extension" -cmd '.stats on' \
    <"sql/reports/$2.sql" |
    awk '/^Virtual Machine Steps/ { sum += $NF } END { print sum }'
}

for name in acceptability sensitivity stability masked_failures recency_window \
  stop_policy data_quality compare judges attempts floor_sweep patience difficulty; do
  few=$(steps 500 $name)
  many=$(steps 2000 $name)
  is "$((few > 10000 && many < 6 * few))" 1 \
    "$name: $few steps, of four times the runs $many"
done

finish
