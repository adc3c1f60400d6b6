#!/bin/sh
# No shipped view or report computes a double with SQLite's sum(), total() or avg(). The
# last bits of their results depend on the order of the rows and on SQLite's version (rule
# R10). mean_of() has the same bits everywhere. Sums of whole numbers are exact, and so
# allowed. This test lists each sum of whole numbers, with the reason why its terms are
# whole. A new sum fails the test until a person has checked and listed it.

. tests/shell/tap.sh

# calls: prints each call of a function in SQL, one to a line, and leaves out comments.
calls() {
  find sql \( -name '*.sql' -o -name '*.ipynb' \) |
    LC_ALL=C sort | "${PYTHON:-/usr/bin/python3}" -c "
import re, sys
for name in sys.stdin.read().split():
    text = open(name, encoding='utf-8').read()
    if name.endswith('.sql'):
        text = re.sub('--.*', '', text)
    for call in re.finditer(r'(?i)(?<![.\w])(sum|total|avg)\s*\(', text):
        end, depth = call.end(), 1
        while depth > 0:
            depth += {'(': 1, ')': -1}.get(text[end], 0)
            end += 1
        print(' '.join(text[call.start():end].split()))
"
}

cat >"$directory/whole" <<'EOF'
sum(is_recent(age_days, 0.25 * window_days))      0 or 1
sum(is_recent(age_days, 0.5 * window_days))       0 or 1
sum(is_recent(age_days, window_days))             0 or 1
sum(is_recent(age_days, 2 * window_days))         0 or 1
sum(is_recent(age_days, 4 * window_days))         0 or 1
sum(is_recent(age_days, 183))                     0 or 1
sum(is_recent(age_days, coalesce(j.days, window_days)))      0 or 1
sum(gate_passed)                                  0 or 1
sum(passed)                                       0 or 1, of a gate or a flag
sum(all_passed)                                   0 or 1: the least of such
sum(NOT a.passed)                                 0 or 1
sum(NOT passed AND tier_meets(tier_of(score), 'High'))  0 or 1
sum(NOT tier_meets(tier_of({d}, '{d}'), 'High'))  0 or 1
sum(NOT gate_pass(1, 1, 1, 1, 1, recent_sources, 0))  0 or 1
sum(NOT gate_pass(1, 1, 1, 1, 1, 1000000000, critical_contradictions))  0 or 1
sum(rubric_pass(rubric, evidence))                0 or 1
sum(good)                                         0 or 1: a label
sum(NOT l.good)                                   0 or 1: a label
sum(r.good = 0)                                   0 or 1: a comparison
sum(a.good IS NOT NULL AND b.good IS NOT NULL)    0 or 1: comparisons
sum(x.good IS NOT NULL AND y.good IS NOT NULL)    0 or 1: comparisons
sum(a.round <> b.round)                           0 or 1: a comparison
sum(a.round <> b.round AND a.good IS NOT NULL AND b.good IS NOT NULL)  0 or 1
sum(limited IS NOT NULL)                          0 or 1: a comparison
sum(t.high >= b.low)                              0 or 1: a comparison
sum(failed)                                       a count of runs
sum(runs)                                         a count of runs
sum(NOT passed AND outcome = 'success')           0 or 1
sum(outcome = 'error')                            0 or 1
sum(outcome = 'failure')                          0 or 1
sum(outcome = 'success')                          0 or 1
sum(tier_meets(tier_of(recency, 'recency'), 'High'))  0 or 1
sum(passes)                                       0 or 1: of gate_passed
sum(best_changed)                                 0 or 1: a comparison
sum(changed)                                      0 or 1: a comparison
sum(flipped)                                      0 or 1: a comparison
sum(verdict_changed OR best_changed)              0 or 1: comparisons
sum(fits)                                         0 or 1: a comparison
sum(vetoed)                                       0 or 1
sum(kept)                                         0 or 1: relevance_keep()
sum(relevance_keep(r.score, c.column1))           0 or 1
sum(is_unread)                                    0 or 1: a comparison
sum(relevant)                                     0 or 1: a comparison
sum(penalty < 0)                                  0 or 1
sum(old_gate)                                     0 or 1
sum(r.decision = d.column2)                       0 or 1
sum(action = 'continue')                          0 or 1
sum(action = 'halt_contradiction')                0 or 1
sum(action = 'max_rounds')                        0 or 1
sum(action = 'pass')                              0 or 1
sum(action = 'patience_stop')                     0 or 1
sum(e.action = 'continue')                        0 or 1
sum(e.action = 'halt_contradiction')              0 or 1
sum(e.action = 'max_rounds')                      0 or 1
sum(e.action = 'pass')                            0 or 1
sum(e.action = 'patience_stop')                   0 or 1
sum(e.rounds)                                     rounds that stop_report() looked at
sum(rounds)                                       the same
sum(r.runs)                                       a count of runs
sum(length(token) + 4)                            lengths
sum(s.rounds_used = 1)                            0 or 1
sum(s.rounds_used = 2)                            0 or 1
sum(s.rounds_used = 3)                            0 or 1
sum(s.rounds_used >= 4)                           0 or 1
sum(round(a.ndcg, 9) > round(b.ndcg, 9))          0 or 1
sum(round(a.ndcg, 9) < round(b.ndcg, 9))          0 or 1
sum(r.hits > b.hits)                              0 or 1
sum(r.hits < b.hits)                              0 or 1
sum(r.hits = b.hits)                              0 or 1
sum(graduated_penalty(0, words, length, -1, -1, -1) < 0)  0 or 1
sum(a_round <> b_round)                           0 or 1
sum(attempts)                                     count()
sum(degree)                                       count()
sum(golden)                                       count()
sum(cells)                                        count()
sum(dates)                                        counts of rows
sum(s.cited)                                      counts of rows
sum(found)                                        count()
sum(g.hits)                                       CAST AS INTEGER
sum(rounds_used)                                  a count of rounds
sum(rounds_run - rounds_used)                     counts of rounds
sum(rounds_run - rounds)                          counts of rounds
sum(max(4 - rounds, 0))                           counts of rounds
sum(length(cell))                                 lengths
sum(max(p.max_rounds - rounds_used, 0))           counts of rounds
EOF

calls | LC_ALL=C sort -u >"$directory/calls"
sed 's/  .*//' "$directory/whole" | LC_ALL=C sort -u >"$directory/known"
is "$(LC_ALL=C comm -23 "$directory/calls" "$directory/known")" '' \
  'every sum in shipped SQL is listed with its reason'
is "$(LC_ALL=C comm -13 "$directory/calls" "$directory/known")" '' \
  'every listed sum is in shipped SQL'
is "$(grep -icE '^(avg|total)' "$directory/known")" 0 \
  'no listed call is a mean or a total'
finish
