#!/bin/sh
# Reports over evidence: the rubric that sql/reports/rubric.sql prints is one that loads.

. tests/shell/tap.sh

own=$directory/own.db
sqlite3 "$own" <<'END'
CREATE TABLE evidence(run_id, round, rubric, evidence);
INSERT INTO evidence VALUES
  ('a', 1, 'mine', '{"tone": 0.5, "depth": 7, "my key": "0.25", "sources": 12,
                     "errors": 0}'),
  ('a', 2, 'mine', '{"tone": 1, "depth": 9.5, "no": 3, "sources": 40, "errors": 2}'),
  ('b', 1, 'mine', '{"regression": true, "tone": "n/a", "": 3, "n''s \"x\"": 0.5}'),
  ('b', 1, 'other', '{"marks": 4}'), ('b', 2, 'other', 'not JSON'),
  ('b', 3, 'counts', '{"errors": 0}'), ('b', 3, 'research', '{"coverage": 0.5}');
END
rubric() {
  sqlite3 "$own" -cmd ".load $extension" "$@" <sql/reports/rubric.sql \
    >"$directory/rubric.yaml" 2>&1
}
# loaded: the rubrics that the printed text states.
loaded() {
  sqlite3 :memory: -cmd ".load $extension" "SELECT assay_load_yaml(
    CAST(readfile('$directory/rubric.yaml') AS TEXT), 'strict') > 0;
    SELECT rubric, name, high FROM assay_rubrics
    WHERE rubric <> 'research' ORDER BY rubric, name;" 2>&1 | tr '\n' ' '
}
rubric
is "$(loaded)" '1 mine|depth|0.75 mine|my key|0.75 mine|n'"'"'s "x"|0.75 '\
'mine|no|0.75 mine|tone|0.75 other|marks|0.75 ' 'it loads: every score that it saw'
is "$(grep -c 'score_of(mark, 10, 1)' "$directory/rubric.yaml") $(
  grep -c 'score_of(mark, 5, 1)' "$directory/rubric.yaml")" '1 2' 'with the scales'
is "$(sed -n 's/^ *#  *errors: //p' "$directory/rubric.yaml" | tr '\n' ' ')" \
  '0 0 0 2 ' 'counts are conditions to choose from'
rubric -cmd '.param set :from other'
is "$(loaded)" '1 other|marks|0.75 ' 'of one rubric only'
rubric -cmd '.param set :from nobody'
is "$(cat "$directory/rubric.yaml")" \
  '# No row of evidence shows a score: a number that is not a count.' 'or it says why not'

finish
