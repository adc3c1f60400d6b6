#!/bin/sh
# Checks the documents: the reference equals the text of the table assay_functions, links
# lead to existing files, and each code block runs and prints the output below it.
#
#   ```sql     with a ```text block under it: the sqlite3 shell with assay runs it, in
#              column mode with headers. The database is empty, or a copy of the file
#              named by a line such as `<!-- on build/demo.db -->` before the block. SKIP
#              if the program promptfoo writes that file, but has not written it
#   ```sh      with a ```text block under it: sh runs it
#   ```python  python runs it; a ```text block under it must equal the output
#   ```js      as for python, but node runs it, if it has node:sqlite
#
# White space at the ends of lines does not count.

. tests/shell/tap.sh
python=${PYTHON:-/usr/bin/python3}

sh tests/readme/reference.sh "$extension" ext/REFERENCE.md >"$directory/REFERENCE.md"
is "$(diff ext/REFERENCE.md "$directory/REFERENCE.md")" '' \
  "ext/REFERENCE.md is fresh (else: make reference)"

documents=${DOCUMENTS:-$(find README.md config ext sql tests -name '*.md' | sort)}

is "$(for document in $documents; do
  grep -o '](\([^)#:]*\)[#)]' "$document" | sed 's/^](//; s/[#)]$//' | grep . |
    while read -r link; do
      [ -e "$(dirname "$document")/$link" ] || echo "$document: $link"
    done
done)" '' 'every link leads somewhere'

# A digest of settings in the documents, complete or shortened by dots, must be the digest
# that assay computes for these settings.
digest_of() {
  sqlite3 :memory: -cmd ".load $extension" -cmd '.mode list' \
    "SELECT assay_load_yaml('$1')" 'SELECT assay_settings_hash()' | tail -1
}
known="$(digest_of '') $(digest_of '{evaluation: {deep_research: {patience: 2}}}')"
prose=${DOCUMENTS:-$(find README.md config ext sql tests -name '*.md' -o -name '*.html' \
  -o -name '*.ipynb' -o -name '*.in' -o -name 'manual.sql')}
grep -hoE "([0-9]+:)?[0-9a-f]{64}|([0-9]+:)?[0-9a-f]{4,}\.\.\." $prose |
  sed 's/[.]*$//' | sort -u >"$directory/digests"
is "$(while read -r digest; do
  case " $known" in *" $digest"*) ;; *) echo "$digest" ;; esac
done <"$directory/digests")" '' 'every digest in prose is computed here'
is "$([ -n "$DOCUMENTS" ] || [ -s "$directory/digests" ] && echo some)" some \
  'and there are some'

mkdir "$directory/work"
for document in $documents; do
  mkdir -p "$directory/blocks/$document"
  awk -v directory="$directory/blocks/$document" -f tests/readme/blocks.awk "$document"
done
for folder in sql config tests; do
  ln -s "$root/$folder" "$directory/work/$folder"
done
ln -s "$(dirname "$extension")" "$directory/work/build"
cd "$directory/work" || exit 255

trimmed() {
  sed 's/[[:space:]]*$//'
}

# run LANGUAGE BLOCK: prints the output of a block; adds `failed` if the block fails.
run() {
  case $1 in
  sql)
    cp "$(cat "$2.on" 2>/dev/null || echo /dev/null)" block.db
    sqlite3 -batch -bail block.db -cmd ".load $extension" -cmd '.mode column' \
      -cmd '.headers on' <"$2.sql"
    ;;
  sh) sh -e "$2.sh" ;;
  python) "$python" "$2.python" ;;
  js) node "$2.js" ;;
  esac || echo failed
}

queries=0
for file in $(find "$directory/blocks" -name '[0-9]*' ! -name '*.want' ! -name '*.on' |
  sort); do
  language=${file##*.}
  block=${file%.*}
  place=${block#"$directory/blocks/"}
  if [ ! -f "$block.want" ]; then
    case $language in sql | sh) continue ;; esac
  fi
  if [ "$language" = js ] && ! node -e "require('node:sqlite')" >/dev/null 2>&1; then
    skip "the js at $place" 'no node with node:sqlite'
    continue
  fi
  if grep -q '^build/promptfoo/' "$block.on" 2>/dev/null &&
    [ ! -f "$(cat "$block.on")" ]; then
    skip "the sql at $place" 'make check-adapters has promptfoo write its database'
    continue
  fi
  [ "$language" = sql ] && queries=$((queries + 1))
  output=$(run "$language" "$block" 2>&1 | trimmed)
  if [ -f "$block.want" ]; then
    is "$output" "$(trimmed <"$block.want")" \
      "the $language at $place prints what it says"
  else
    is "$(echo "$output" | grep -iE 'failed|error')" '' "the $language at $place runs"
  fi
done
is "$([ "$queries" -gt 0 ] && echo yes)" yes "$queries queries were run"

finish
