#!/bin/sh
# Tests the demo's interview and its report. A scorer gives a score to each strategy
# for the next question; a veto forbids a strategy.

. tests/shell/tap.sh
demo=${BUILD:-build}/demo.db

# ask SQL: runs the SQL over the demo database and prints the result.
ask() {
  sqlite3 -batch "$demo" -cmd ".load ${extension%.*}" "$1" 2>&1
}

is "$(ask "SELECT max(turn), count(*) FROM turns")" '25|50' 'an interview of 25 turns'
is "$(ask "SELECT group_concat(phase) FROM (SELECT phase FROM turn_phase GROUP BY phase
           ORDER BY min(turn))")" exploratory,focused,closing \
           'the interview passes through all phases'
is "$(ask "SELECT count(*) FROM (SELECT scorer FROM turn_signals GROUP BY scorer
           HAVING count(DISTINCT raw) > 1)")" 9 \
  'every scorer gives different scores to candidates or turns'
is "$(ask "SELECT count(*) FROM turn_signals AS s LEFT JOIN measured_signals AS m
           USING (session_id, turn, strategy, scorer) WHERE s.raw IS NOT m.raw")" 0 \
  'the stored signals are the measured ones'
is "$(ask "SELECT group_concat(DISTINCT veto) FROM (SELECT veto FROM candidate_vetoes
           ORDER BY veto)")" element_exhausted,knowledge_ceiling,recent_redundancy \
  'every veto applies to some strategy'
is "$(ask "SELECT count(*) FROM candidate_scores AS s WHERE abs(score - multiplier * (
             SELECT sum(contribution) FROM candidate_contributions AS c
             WHERE c.turn = s.turn AND c.strategy = s.strategy)) > 1e-12")" 0 \
  'scores are the sums of their contributions'
is "$(ask "SELECT count(*) FROM turn_choice AS c JOIN candidate_vetoes AS v
           USING (turn, strategy)")" 0 'no choice is vetoed'
is "$(ask "SELECT count(*) FROM focus_metrics AS f JOIN graph_metrics AS m
           ON m.edges_sql = 'SELECT source, target, weight FROM turn_graph WHERE turn = '
                            || f.turn
           AND m.visited_sql = 'SELECT focus FROM turn_focus WHERE turn <= ' || f.turn
           AND m.focus = f.focus AND m.cluster_size = f.cluster_size
           AND m.median_degree = f.median_degree
           AND abs(m.local_density - f.local_density) < 1e-12
           AND m.peripheral_candidates = f.peripheral_candidates")" 25 \
  'focus_metrics has the numbers of graph_metrics()'
is "$(ask 'EXPLAIN QUERY PLAN SELECT * FROM candidate_scores' | grep -c CORRELATED)" 2 \
  'coverage is counted once for a turn, not for every signal'

sqlite3 -batch "$demo" -cmd ".load ${extension%.*}" <sql/reports/interview.sql \
  >"$directory/report" 2>&1
is "$(grep -c '^[0-9]*  [a-z]*, [0-9]* of 10 elements covered' "$directory/report")" 25 \
  'the report has every turn'
is "$("${PYTHON:-python3}" -c 'import sys
lines = open(sys.argv[1], encoding="utf-8").read().split("\n")
print(max(len(line) for line in lines) <= 80)' \
  "$directory/report" 2>&1)" True 'no line is longer than 80 columns'
is "$(grep -c 'asked to [a-z_]*\*' "$directory/report")" "$(ask "SELECT count(*)
     FROM turn_choice AS c
     JOIN turns AS q ON q.turn = c.turn + 1 AND q.strategy = c.strategy")" \
  'a star marks the turns in which the interviewer followed the rules'
is "$(head -3 "$directory/report" | grep -c -e 'next.*score' -e 'from.*multiplied' \
     -e 'veto.*star')" 3 'the report explains how to read it'

# The report prints an interview's text within one line, without characters that control a
# terminal.
cp "$demo" "$directory/demo.db"
sqlite3 "$directory/demo.db" "UPDATE sessions SET topic = char(27, 9) || 'topic';
  UPDATE turns SET text = 'words' || char(10, 27, 9, 155) || text WHERE turn = 1"
sqlite3 -batch "$directory/demo.db" -cmd ".load ${extension%.*}" \
  <sql/reports/interview.sql >"$directory/report" 2>&1
is "$(grep -c ' words     *[HI]' "$directory/report") $(LC_ALL=C grep -c \
  "$(printf '[\001-\037\177]\|\302\233')" "$directory/report")" '2 0' \
  'control characters are blanks'

finish
