#!/bin/sh
# Tests the reports penalty_grid and cutoff_replay, on the demo database. The reports must
# print the views' numbers within 80 columns, and leave the database unchanged.

. tests/shell/tap.sh
database=${BUILD:-build}/demo.db
grid=$directory/grid
replay=$directory/replay

report() {
  sqlite3 -readonly "$database" -cmd ".load $extension" <"sql/reports/$1.sql"
}

query() {
  sqlite3 -readonly "$database" -cmd ".load $extension" "$1"
}

# numbers LABEL: prints three measures of a ranking (P@10, MRR and nDCG@10) from a line of
# penalty_grid.
numbers() {
  sed -n "s/^$1  *//p" "$grid" | awk '{ print $(NF - 4), $(NF - 3), $(NF - 2) }'
}

# measured COLUMN: computes P@10, MRR and nDCG@10 from a rank column of the view
# penalised_ranking. Golden paths (paths to find) that the view lacks come last.
measured() {
  query "SELECT printf('%.4f %.4f %.4f', avg(p), avg(coalesce(r, 0)), avg(n)) FROM (
    SELECT precision_at_k(place, gain, 10) AS p, reciprocal_rank(rank, gain) AS r,
           ndcg_at_k(place, gain, 10) AS n
    FROM (
      SELECT query_id, $1 AS rank, $1 AS place, coalesce(g.gain, 0) AS gain
      FROM penalised_ranking AS r LEFT JOIN golden AS g USING (query_id, path)
      WHERE query_id IN (SELECT query_id FROM golden)
      UNION ALL
      SELECT query_id, NULL, 1000000, gain FROM golden AS g WHERE NOT EXISTS (
        SELECT 1 FROM penalised_ranking AS r
        WHERE r.query_id = g.query_id AND r.path = g.path AND $1 IS NOT NULL)
    ) GROUP BY query_id)"
}

report penalty_grid >"$grid" 2>&1
is $? 0 'penalty_grid runs on a database that it may only read'
report cutoff_replay >"$replay" 2>&1
is $? 0 'cutoff_replay runs on such a database, too'
is "$(awk 'length($0) > 80' "$grid" "$replay")" '' '80 columns'

is "$(numbers 'no penalty')" "$(measured rank_before)" 'the baseline is that of the view'
is "$(numbers 'in force')" "$(measured rank_after)" \
  'the setting in force is that of the view'
is "$(sed -n 's/^ceiling *\([0-9.]*\) .*/\1/p' "$grid")" \
  "$(query 'SELECT printf("%.4f", avg(min(n, 10)) / 10)
            FROM (SELECT count(*) AS n FROM golden GROUP BY query_id)')" \
  'the ceiling is what the golden set allows'
is "$(numbers best | cut -d' ' -f1 | sed "s/$/ $(numbers 'no penalty' | cut -d' ' -f1)/" |
  awk '{ print ($1 >= $2) }')" 1 'the best setting is no worse than the baseline'
is "$(grep -c -e '^held out ' -e '^binary ' -e '^WHAT THE GOLDEN SET ALLOWS$' \
  -e '^WHAT THE GRID SHOWS$' "$grid")" 4 'the grid has its other lines'

is "$(query 'SELECT title, scored, survived, decision
            FROM run_relevance ORDER BY run_id')" \
  'Noise ordinance|6|3|short_report
Guitarist pricing|5|0|insufficient_data
Wedding songs|7|7|full_report
Rumba history|9|5|full_report
Hotel booking|7|3|short_report' 'the five validated runs come out as they were printed'
is "$(sed -n '/^Mode standard/,/^$/s/^10[1-5]  //p' "$replay" |
  awk '{ print $1, $(NF - 5), $(NF - 4) }' | sort)" 'Guitarist 0 -*
Hotel 3 S*
Noise 3 S*
Rumba 5 F*
Wedding 7 F*' 'cutoff 3 of standard mode is marked as in force'
is "$(sed -n '/^Mode deep/,/^$/s/^104 *Rumba history *//p' "$replay")" \
  '9    9 F     7 F     5 F     4 S     2 S' 'nine sources in deep mode, at every cutoff'
is "$(sed -n 's/^\(.* sources have no readable.*\)/\1/p' "$replay")" \
  '2 of 34 sources have no readable score and count as 3.' 'scores by default'

# A stored mode can have capital letters: DEEP is the mode deep.
sqlite3 "$directory/modes.db" <<'SQL'
.read sql/schema.sql
.read sql/retrieval/schema.sql
.read sql/retrieval/views.sql
INSERT INTO runs(run_id, title, as_of) VALUES (1, 'Deep', '2026-01-01');
INSERT INTO run_modes VALUES (1, 'DEEP');
INSERT INTO source_judgements(run_id, source, score) VALUES (1, 'a', 5);
SQL
sqlite3 -readonly "$directory/modes.db" -cmd ".load $extension" \
  <sql/reports/cutoff_replay.sql >"$directory/modes" 2>&1
is "$(sed -n '/^Mode deep/,/^$/s/^  1  Deep *//p' "$directory/modes")" \
  '1    1 -     1 -     1 -*    1 -     1 -' 'a run of mode DEEP is marked under deep'

# The penalty in the settings drops a golden path from the ranking.
small=$directory/small.db
sqlite3 "$small" <<'SQL'
.read sql/schema.sql
.read sql/retrieval/schema.sql
.read sql/retrieval/views.sql
INSERT INTO queries VALUES (1, 'session token refresh'), (2, 'token refresh handler');
INSERT INTO candidates(query_id, path, base_score, path_match_hits) VALUES
  (1, 'a', 0.5, 0), (1, 'b', 0.4, 3), (2, 'a', 0.5, 0), (2, 'b', 0.5, 3);
INSERT INTO golden VALUES (1, 'a', 1), (2, 'b', 1);
SQL
sqlite3 -readonly "$small" -cmd ".load $extension" <sql/reports/penalty_grid.sql \
  >"$grid" 2>&1
is "$(numbers 'no penalty')" '0.1000 0.7500 0.8155' 'both golden paths are listed'
is "$(numbers 'in force')" '0.0500 0.5000 0.5000' \
  'the dropped golden path is lost, the other path gains'
# For query 2 a mild penalty is best, but it ranks the golden path of query 1 second.
# For query 1 the setting without a penalty is best, but it ranks the golden path of
# query 2 second.
is "$(sed -n 's/^held out *//p' "$grid")" '0.1000  0.5000   0.6309' \
  'the best setting for one query is not the best for the other'
# A penalty raises the golden path of query 3 into the first ten, and drops both golden
# paths of query 4. For both queries together, the setting without a penalty is best. Each
# query's best setting ranks no golden path of the other query in the first ten.
cp "$small" "$directory/apart.db"
sqlite3 "$directory/apart.db" <<'SQL'
DELETE FROM golden; DELETE FROM candidates; DELETE FROM queries;
INSERT INTO queries VALUES (3, 'session token refresh'), (4, 'token refresh handler');
INSERT INTO candidates(query_id, path, base_score, path_match_hits)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10)
SELECT 3, 'p' || i, 0.5, 0 FROM n
UNION ALL VALUES (3, 'q', 0.45, 3), (4, 'a', 0.15, 0), (4, 'b', 0.15, 0);
INSERT INTO golden VALUES (3, 'q', 1), (4, 'a', 1), (4, 'b', 1);
SQL
sqlite3 -readonly "$directory/apart.db" -cmd ".load $extension" \
  <sql/reports/penalty_grid.sql >"$directory/apart" 2>&1
is "$(sed -n 's/^held out *\([0-9.]*\) .*/\1/p; s/^no penalty  .* \(0.1000\) .*/\1/p' \
  "$directory/apart" | tr '\n' ' ')" '0.1000 0.0000 ' \
  'no query is judged by a setting that was chosen with it'
is "$(grep -c '^Of 84 settings with a penalty, 0 raise P@10,' "$grid")" 1 \
  'no setting helps both'

# Runs penalty_grid and cutoff_replay twice in one session. The user's tables have names
# that the reports could use for their own tables. The reports must not hide the user's.
cp "$database" "$directory/mine.db"
for table in evaluated settings grid grid_lists grid_rows grid_scores baseline ranked \
  held_out line_head setting_lines; do
  echo "CREATE TABLE $table(mine); INSERT INTO $table VALUES ('$table');"
done | sqlite3 "$directory/mine.db"
sqlite3 -readonly "$directory/mine.db" -cmd ".load $extension" \
  -cmd '.read sql/reports/penalty_grid.sql' -cmd '.read sql/reports/cutoff_replay.sql' \
  -cmd '.read sql/reports/penalty_grid.sql' -cmd '.read sql/reports/cutoff_replay.sql' \
  "SELECT count(*), (SELECT mine FROM settings), (SELECT mine FROM grid)
   FROM sqlite_temp_master WHERE type <> 'index'
     AND name NOT LIKE 'report\_%' ESCAPE '\' AND name <> 'sqlite_parameters'" \
  >"$directory/out" 2>&1
is "$?$(tail -1 "$directory/out")" '00|settings|grid' \
  'the reports hide no table of the user'
is "$(grep -c '^PENALTY GRID' "$directory/out")" 2 'and can be read twice'

finish
