#!/bin/sh
# Tests reports over evidence (scores and counts by name). sql/reports/rubric.sql proposes
# settings that assay can load, with a rubric (a gate over this evidence).

. tests/shell/tap.sh

own=$directory/own.db
sqlite3 "$own" <<'END'
CREATE TABLE evidence(run_id, round, rubric, evidence);
INSERT INTO evidence VALUES
  ('a', 1, 'mine', '{"tone": 0.5, "depth": 7, "my key": "0.25", "sources": 12,
                     "errors": 0}'),
  ('a', 2, 'mine', '{"tone": 1, "depth": 9.5, "no": 3, "sources": 40, "errors": 2}'),
  ('b', 1, 'mine', '{"regression": 1, "tone": "n/a", "": 3, "n''s \"x\"": 0.5}'),
  ('b', 1, 'other', '{"marks": 4}'), ('b', 2, 'other', 'not JSON'),
  ('b', 3, 'counts', '{"errors": 0}'), ('b', 3, 'research', '{"coverage": 0.5}');
END
rubric() {
  sqlite3 "$own" -cmd ".load $extension" "$@" <sql/reports/rubric.sql \
    >"$directory/rubric.yaml" 2>&1
}
# loaded: loads the settings that the report printed, and prints their rubrics.
loaded() {
  sqlite3 :memory: -cmd ".load $extension" "SELECT assay_load_yaml(
    CAST(readfile('$directory/rubric.yaml') AS TEXT), 'strict') > 0;
    SELECT rubric, name, high FROM assay_rubrics
    WHERE rubric <> 'research' ORDER BY rubric, name;" 2>&1 | tr '\n' ' '
}
rubric
is "$(loaded)" '1 mine|depth|0.75 mine|my key|0.75 mine|n'"'"'s "x"|0.75 '\
'mine|no|0.75 mine|tone|0.75 other|marks|0.75 ' \
  'the printed rubric loads, with every score of the evidence'
is "$(grep -c 'score_of(mark, 10, 1)' "$directory/rubric.yaml") $(
  grep -c 'score_of(mark, 5, 1)' "$directory/rubric.yaml")" '1 2' 'with the scales'
is "$(sed -n 's/^ *#  *errors: //p' "$directory/rubric.yaml" | tr '\n' ' ')" \
  '0 0 0 2 ' 'counts are conditions to choose from'
rubric -cmd '.param set :from other'
is "$(loaded)" '1 other|marks|0.75 ' 'of one rubric only'
rubric -cmd '.param set :from nobody'
is "$(cat "$directory/rubric.yaml")" \
  '# No row of evidence shows a score: a number that is not a count.' \
  'without a score the report says why there is no rubric'

# Compares the reports with own.py below, which applies the rubric to the same rounds.
cat >"$directory/own.py" <<'END'
import json, random, sys

random.seed(int(sys.argv[1]))
FLOORS, WEIGHTS = {"tone": 0.7, "depth": 0.75}, {"tone": 1, "depth": 2}
HIGHS = [f / 100 for f in range(60, 100, 5)]
ended, used, swept = {}, {}, {}
for run in range(1, 41):
    print(f"INSERT INTO runs(run_id, title, as_of) VALUES ({run}, 'q', '2026-10-01');")
    before, losses, action = None, 0, "continue"
    for number in range(1, random.randrange(2, 7)):
        marks = {name: random.randrange(60, 99) / 100 for name in FLOORS}
        answers, escalations = random.choice([1, 3, 5]), random.choice([0, 0, 0, 1])
        evidence = json.dumps({**marks, "answers": answers, "escalations": escalations})
        print(f"INSERT INTO evidence VALUES ({run}, {number}, 'mine', '{evidence}');")
        print(f"INSERT INTO evidence VALUES ({run}, {number}, 'other', '{{}}');")
        met = answers >= 2 and not escalations
        for floor in HIGHS:
            if min(marks.values()) >= floor:
                swept.setdefault(("any", floor), set()).add(run)
                if met:
                    swept.setdefault(("met", floor), set()).add(run)
        if action != "continue":
            continue
        high = all(marks[name] >= FLOORS[name] for name in FLOORS)
        index = sum(round(100 * marks[name]) * WEIGHTS[name] for name in FLOORS)
        losses = losses + 1 if before is not None and index < before else 0
        before = index
        if high and met:
            action = "pass"
        elif high and answers >= 2:
            action = "halt_contradiction"
        elif losses >= 1:
            action = "patience_stop"
        elif number >= 4:
            action = "max_rounds"
        used[run] = number
    ended[run] = action
for action in ("pass", "halt_contradiction", "patience_stop", "max_rounds", "continue"):
    runs = [used[run] for run in ended if ended[run] == action]
    after = [sum(n == k for n in runs) for k in (1, 2, 3)] + [sum(n > 3 for n in runs)]
    print(action, len(runs), *(n or "." for n in after), file=sys.stderr)
for row in ("any", "met"):
    cells = (len(swept.get((row, floor), ())) * 2.5 for floor in HIGHS)
    print(row, *(f"{cell:.1f}" if 0 < cell < 9.95 else int(cell + 0.5)
                 for cell in cells), file=sys.stderr)
print("B 40 .", list(ended.values()).count("pass"), file=sys.stderr)
END
rubrics="evaluation: {rubrics: {mine: {scores: {tone: {high: 0.7}, depth: {high: 0.75,
  weight: 2}}, at_least: {answers: 2}, at_most: {escalations: 0},
  vetoes: [escalations]}}}"
# by NAME RUBRIC [OPTION]: runs a report over the evidence of a rubric.
by() {
  name=$1
  sqlite3 "$own" -cmd ".load $extension" \
    -cmd "CREATE TEMP TABLE loaded AS SELECT assay_load_yaml('$rubrics', 'strict')" \
    -cmd ".param set :rubric $2" ${3:+-cmd "$3"} -cmd '.read sql/reports/by_rubric.sql' \
    <"sql/reports/$name.sql" 2>&1 | tr -s ' ' >"$directory/out"
}
for seed in 1 2 3; do
  own=$directory/$seed.db
  "${PYTHON:-python3}" "$directory/own.py" $seed >"$directory/rows" 2>"$directory/want"
  cat sql/schema.sql "$directory/rows" sql/views.sql | sqlite3 "$own"
  by stop_policy mine
  is "$(grep '^[a-z_]* [0-9]* [.0-9]* ' "$directory/out" | cut -d ' ' -f 1-6)" \
    "$(grep '_\|pass\|continue' "$directory/want")" \
    "stop_policy: runs end as in the program, $seed"
  by patience mine
  is "$(sed -n 's/^Patience 1 //p' "$directory/out" | cut -d ' ' -f 1-5)" \
    "$(grep '_\|pass\|continue' "$directory/want" | cut -d ' ' -f 2 | tr '\n' ' ' |
      sed 's/ $//')" \
    "patience: a patience of 1 is the policy in force, $seed"
  by compare mine
  is "$(grep '^B 40' "$directory/out" | cut -d ' ' -f 1-4)" \
    "$(tail -n 1 "$directory/want")" "compare: as many pass, $seed"
  by floor_sweep mine
  is "$(sed 's/^ //' "$directory/out" | grep '^\(any\|met\) ')" \
    "$(grep '^\(any\|met\) ' "$directory/want")" \
    "floor_sweep: one floor for both scores, whatever the counts are and as bound, $seed"
done

# Two rounds fail, each because of one score. R1 has .6 for tone and .9 for depth; R2 has
# .9 and .7. Depth has twice the weight of tone, so R1 has the higher index: (.6 + 2 * .9)
# / 3 = .80 against .77. If tone has the weight t and depth has 1 - t, the indices are
# equal for t = .4: .6t + .9(1 - t) = .9t + .7(1 - t).
own=$directory/two.db
cat sql/schema.sql sql/views.sql - <<'END' | sqlite3 "$own"
INSERT INTO runs(run_id, title, as_of) VALUES (1, 'q', '2026-10-01');
INSERT INTO evidence VALUES
  (1, 1, 'mine', '{"tone": 0.6, "depth": 0.9, "answers": 2, "escalations": 0}'),
  (1, 2, 'mine', '{"tone": 0.9, "depth": 0.7, "answers": 2, "escalations": 0}');
END
by stability mine
is "$(grep '^ 1 q' "$directory/out")" ' 1 q R1 depth 0.67 0.600 R2' \
  'stability: of the two weights, where the other round wins'
by acceptability mine
is "$(sed -n 's/^ 1 q R1 \([0-9]*\)\.[0-9] % .*/\1/p' "$directory/out" |
  awk '$1 >= 38 && $1 <= 41 { print "near 40" }')" 'near 40' \
  'acceptability: R1 wins with tone below 0.4, of all weightings'
by masked_failures mine
is "$(grep '^ 1 q' "$directory/out" | tr '\n' ';')" \
  ' 1 q R1 0.80 tone 0.60 Medium; 1 q R2 0.77 depth 0.70 Medium;' \
  'masked_failures: both have a mean that is High'

by sensitivity mine
is "$(awk '/^[a-z-]* [01] [0-9.]* / { print $1, $2, $3, $(NF - 1), $NF }' \
  "$directory/out")" \
  "equal 1 100.0 -1.00 -1.00
-depth 1 100.0 -1.00 -1.00
-tone 0 0.0 1.00 1.00" 'sensitivity: level weights, and those without a score'
is "$(grep '^Run\|^ 1 q' "$directory/out" | tr '\n' ';')" \
  'Run Question proposed equal -depth -tone; 1 q R1 R2* R2* R1;' \
  'sensitivity: the rounds that these weights keep'
by floor_sweep mine
is "$(tail -n 2 "$directory/out" | tr '\n' ' ')" \
  'At the floors of the rubric 0 runs have a round that passes. Without bounds on '\
'counts 0 runs would. ' 'floor_sweep: what the counts cost'
by tier_matrix mine
is "$(sed -n 's/.*x="\([0-9]*\)" y="\([0-9]*\)" text.*>\(.*\)<.text>/\1 \2 \3/p' \
  "$directory/out" | tr '\n' ';')" '24 36 q;230 66 R1;360 66 R2;24 100 Depth;'\
'230 100 0.90 Elite;360 100 0.70 Medium;24 144 Tone;230 144 0.60 Medium;'\
'360 144 0.90 Elite;24 198 Mean;230 198 0.80;360 198 0.77;24 234 Gate;'\
'230 234 fails, kept;360 234 fails;' 'tier_matrix: its own scores, one below the other'
is "$(grep -c 'height="260"' "$directory/out")" 1 'and no higher than they are'

# Two judges score two rounds; 0.71 and 0.76 are both High, because High begins at .7.
sqlite3 "$own" <<'END'
INSERT INTO judgements(run_id, round, dimension, judge, score) VALUES
  (1, 1, 'Tone', 'ann', 0.71), (1, 1, 'Tone', 'bob', 0.76),
  (1, 2, 'Tone', 'ann', 0.2), (1, 2, 'Tone', 'bob', 0.3),
  (1, 1, 'coverage', 'ann', 0.1), (1, 1, 'coverage', 'bob', 0.9),
  (7, 1, 'Tone', 'ann', 0.1), (7, 1, 'Tone', 'bob', 0.9);
INSERT INTO runs(run_id, title, as_of) VALUES (2, 'q', '2026-10-01');
INSERT INTO evidence VALUES
  (2, 1, 'mine', '{"tone": 0.7, "depth": 0.75, "answers": 2, "escalations": 0}'),
  (2, 1, 'other', '{}');
END
by judges mine
is "$(grep '^[0-9]* scores\|^tone\|^coverage\|^Of ' "$directory/out" | tr '\n' ';')" \
  '4 scores by 2 judges of 2 families, of 2 units in 1 runs.;'\
'Of 3 rounds 1 were scored by nobody.;tone 2 2 2 0.961 1.000;' \
  'judges: of the scores and rounds of the rubric, tiers by its floors'
by attempts mine
is "$(grep '^2 attempts\|always' "$directory/out" | tr '\n' ';')" \
  '2 attempts at 1 question, 2 each.;0 always pass, 0 never, 1 now and then.;' \
  'attempts: runs of one title, by the gate of the rubric'

by stop_policy nobody
is "$(grep -o 'rubric must be one of .*' "$directory/out")" \
  "rubric must be one of research, mine, got 'nobody'" 'an unknown rubric is an error'
by stop_policy mine '.param set :high 0.8'
grep -q 'floors of a rubric are settings: no :high' "$directory/out"
is $? 0 'a rubric has its own floors'
by difficulty mine
is "$(grep -c "a rubric's floors are the same for easy and hard questions" \
  "$directory/out")" 1 'difficulty refuses a rubric with its reason'
for name in data_quality recency_window which_floor; do
  by $name mine
  grep -q 'this report is about the five dimensions: it takes no :rubric' "$directory/out"
  is $? 0 "$name refuses a rubric with its reason"
done
sqlite3 "$own" -cmd ".load $extension" -cmd '.param set :rubric mine' \
  <sql/reports/patience.sql 2>&1 | grep -q 'by_rubric.sql'
is $? 0 ':rubric without evidence names the file to read'

finish
