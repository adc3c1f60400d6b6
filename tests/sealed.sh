#!/bin/sh
# Tests the sealed build, for servers where anybody may send SQL: the full build without
# the functions assay_load and assay_load_env. The sealed build can't open a file or read
# the environment. The program that loads it may have SQL functions that can open a file,
# read the environment or run SQL; the sealed build removes these functions.

. tests/shell/tap.sh
full=$extension
sealed=$(dirname "$extension")/sealed/$(basename "$extension")
runsql=${RUNSQL:-build/tests/runsql}

# ask EXTENSION: runs the SQL from standard input; prints answers and errors.
ask() {
  sqlite3 -batch :memory: -cmd ".load $1" 2>&1
}

# --- the calls of the C library ---------------------------------------------------------

# The sealed build may call only these functions of the C library: memory, texts, numbers,
# libyaml's parser, dladdr and dlopen. The extension calls dladdr to find its own file
# name, and dlopen with this name to stay in memory. No SQL reaches these calls.
# Before you add a function to the list, check what it does.
memory='mem(chr|cmp|cpy|move|set)|bcmp|qsort'
texts='str(n?cmp|n?len|r?chr|c?spn|str|pbrk)|snprintf|strto(d|ll?)'
numbers='f(max|min|abs|loor|rexp|mod)|ceil|ldexp|round|trunc|l?lrint|sqrt'
yaml='yaml_(event_delete|get_version_string|parser_(delete|initialize|parse)'
yaml="$yaml|parser_set_(encoding|input_string))"
runtime='_ITM_.*|__cxa_finalize|__gmon_start__|__stack_chk_fail|dladdr|dlopen'
wanted() { # EXTENSION
  nm -D --undefined-only "$1" | awk '{ sub(/@.*/, "", $NF); print $NF }' | sort -u
}
if [ "$(uname -s)" = Darwin ]; then
  skip 'the sealed build asks for nothing else' 'nm of macOS lists otherwise'
else
  is "$(wanted "$sealed" | grep -vxE "$memory|$texts|$numbers|$yaml|$runtime")" '' \
    'the sealed build calls no function that opens or reads a file'
  is "$(wanted "$full" | grep -xE 'open(64)?|getenv' | wc -l)" 2 \
    'the full build calls two, and the list shows them'
fi
is "$(grep -rl ASSAY_SEALED ext)" ext/assay.c 'only assay.c has code for sealed builds'

# --- the registered functions -----------------------------------------------------------

echo 'SELECT name, signature FROM assay_functions ORDER BY 1, 2;' >"$directory/list.sql"
ask "$full" <"$directory/list.sql" >"$directory/full"
ask "$sealed" <"$directory/list.sql" >"$directory/sealed"
is "$(diff "$directory/full" "$directory/sealed" | grep '^[<>]')" \
  "< assay_load|assay_load(path)
< assay_load|assay_load(path, 'strict')
< assay_load_env|assay_load_env()" 'the table is the full one without two functions'
cat >"$directory/registered.sql" <<'SQL'
SELECT name, narg FROM pragma_function_list
WHERE name IN (SELECT name FROM assay_functions) OR name LIKE 'assay%' ORDER BY 1, 2;
SELECT name FROM pragma_module_list
WHERE name IN (SELECT name FROM assay_functions) OR name LIKE 'assay%' ORDER BY 1;
SQL
ask "$full" <"$directory/registered.sql" >"$directory/full"
ask "$sealed" <"$directory/registered.sql" >"$directory/sealed"
is "$(diff "$directory/full" "$directory/sealed" | grep '^[<>]')" '< assay_load|1
< assay_load|2
< assay_load_env|0' 'three functions are not registered'
is "$(ask "$sealed" <<'SQL'
SELECT signature FROM assay_functions
WHERE signature || ' ' || help || ' ' || example || ' ' || coalesce(answer, '')
      REGEXP '(^|[^a-z_])assay_load([^_a-z]|$)|assay_load_env|KIRI_';
SQL
)" '' 'no line of it names what is not there'
is "$(ask "$sealed" <<'SQL'
SELECT module, count(*) FROM assay_functions WHERE task = 'which numbers are in force'
GROUP BY module HAVING module = 'Settings';
SQL
)" 'Settings|10' 'the settings have their heading'

# Runs the SQL tests that call neither assay_load nor assay_load_env. The sealed build
# must give the full build's answers.
for test in tests/sql/*.sql; do
  grep -qE "assay_load(_env)?\b[^_]" "$test" || echo "$test"
done >"$directory/tests"
is "$([ "$(wc -l <"$directory/tests")" -ge 45 ] && echo most)" most \
  'most SQL tests call neither'
is "$(while read -r test; do
  "$runsql" -e "$sealed" "$test" >"$directory/output" 2>&1 || echo "$test"
done <"$directory/tests")" '' \
  'these tests pass with the sealed build, the examples among them'

# --- settings ---------------------------------------------------------------------------

cat >"$directory/settings.sql" <<'SQL'
SELECT assay_load_yaml('evaluation: {deep_research: {patience: 2, paitence: 3}}');
SELECT * FROM assay_warnings;
SELECT key, value, origin FROM assay_settings WHERE origin <> 'default';
SELECT assay_settings_hash(), assay_settings_hash('evaluation.deep_research');
SELECT assay_settings_yaml();
SELECT assay_setting('evaluation.deep_research.patience'), assay_setting('patience');
SELECT assay_require(assay_settings_hash()), assay_require('b8c4');
SELECT assay_require('b8c4', 'evaluation.deep_research');
SELECT assay_load_yaml('evaluation: {deep_research: {patience: 3}}');
SELECT assay_load_yaml('a: [', 'strict');
SQL
ask "$full" <"$directory/settings.sql" >"$directory/full"
ask "$sealed" <"$directory/settings.sql" >"$directory/sealed"
is "$(diff "$directory/full" "$directory/sealed")" '' \
  'settings from texts, digest, document and refusals are those of the full build'
is "$(grep -c . "$directory/full" | sed 's/^[0-9][0-9][0-9]*$/many/')" many \
  'the comparison has many lines'
echo 'SELECT assay_settings_hash();' >"$directory/hash.sql"
is "$(KIRI_PENALTY_TIER_0=-0.5 ask "$sealed" <"$directory/hash.sql")" \
  "$(ask "$sealed" <"$directory/hash.sql")" 'variables of the process change nothing'

# --- probing ----------------------------------------------------------------------------

# The error is the same for an existing file and for a missing file, so an attacker learns
# nothing.
mkdir "$directory/box"
echo 'evaluation: {deep_research: {patience: 3}}' >"$directory/box/there"
probe() { # SQL with PATH in it
  for name in there other; do
    echo "$1" | sed "s|PATH|$directory/box/$name|g" | ask "$sealed" |
      sed "s|$directory/box/$name|PATH|g"
  done | sort | uniq -c | awk '{ print $1 }' | sort -u
}
refusal() { # SQL
  echo "$1" | ask "$sealed" | grep -o 'no such [a-z]*: .*' | sort -u
}
for sql in "assay_load('PATH')" "assay_load('PATH', 'strict')" 'assay_load_env()' \
  "ASSAY_LOAD('PATH')" "\"assay_load\"('PATH')"; do
  is "$(refusal "SELECT $sql;" | tr '[:upper:]' '[:lower:]')" \
    "no such function: $(echo "$sql" | sed 's/(.*//' | tr -d '"' |
      tr '[:upper:]' '[:lower:]')" "$sql is no function"
done
for sql in "SELECT assay_load('PATH');" \
  "SELECT assay_load_yaml('PATH');" \
  "SELECT assay_load_yaml('!!include PATH');" \
  "SELECT assay_load_yaml('evaluation: !include PATH');" \
  "SELECT assay_load_yaml('%TAG ! file://PATH');" \
  "SELECT * FROM graph_metrics('SELECT assay_load(''PATH''), 1');" \
  "SELECT * FROM graph_metrics('ATTACH ''PATH'' AS x');" \
  "SELECT * FROM graph_metrics('SELECT 1, readfile(''PATH'')');" \
  "SELECT assay_settings_hash('PATH');" \
  "SELECT assay_require('PATH');" \
  "SELECT assay_setting('PATH');" \
  "CREATE TEMP VIEW v AS SELECT assay_load('PATH'); SELECT * FROM v;" \
  "CREATE VIRTUAL TABLE f USING fts4(x, compress=assay_load, uncompress=assay_load);
   INSERT INTO f VALUES ('PATH');" \
  "SELECT readfile('PATH');" \
  "SELECT sha3_query('ATTACH ''PATH'' AS x');" \
  "SELECT writefile('PATH', 'x');" \
  "SELECT * FROM fsdir('PATH');"; do
  is "$(probe "$sql")" 2 "both files have one answer: $(echo "$sql" | head -1)"
done
is "$(cat "$directory/box"/*)" 'evaluation: {deep_research: {patience: 3}}' \
  'no file was written'

# --- functions of the host program ----------------------------------------------------

# libSQL's server has functions that can read or write files, or run SQL (sha3_query). The
# sqlite3 shell has the same functions, so the test uses the shell.
for sql in "readfile('x')" "writefile('x', 'y')" "sha3_query('SELECT 1')" \
  "sha3_query('SELECT 1', 256)"; do
  is "$(refusal "SELECT $sql;")" "no such function: ${sql%%(*}" "$sql is dropped"
done
is "$(refusal "SELECT * FROM fsdir('.');")" 'no such table: fsdir' 'fsdir is dropped'
is "$(echo "SELECT length(readfile('LICENSE')) > 0;" | ask "$full")" 1 \
  'the full build leaves them alone'
is "$(sqlite3 -batch :memory: 2>&1 <<SQL | sed 's/.*initialization: //'
SELECT load_extension('$sealed');
SELECT count(*) FROM pragma_function_list WHERE name LIKE 'assay%';
SELECT length(readfile('LICENSE')) > 0;
SQL
)" 'assay: cannot take readfile away from this connection: unable to delete/modify '\
'user-function due to active statements
0
1' 'while a statement runs the functions stay, and the load fails'

version=$(sed -n 's/^#define ASSAY_VERSION "\(.*\)"/\1/p' ext/assay.h)
# over FIRST SECOND: loads both builds; prints the message of the second load, and the
# number of functions that are named assay_load.
over() {
  sqlite3 -batch :memory: -cmd ".load $1" 2>&1 <<SQL | sed 's/.*initialization: //'
.load $2
SELECT count(*) FROM pragma_function_list WHERE name = 'assay_load';
SQL
}
loaded='is already loaded on this connection, this is'
is "$(over "$full" "$sealed")" "assay $version $loaded $version (sealed)
2" 'a sealed build over a full one is refused, by the sentence for another copy'
is "$(over "$sealed" "$full")" "assay $version (sealed) $loaded $version
0" 'and a full one over a sealed one'
is "$(over "$sealed" "$sealed")" 0 'twice it does nothing'

finish
