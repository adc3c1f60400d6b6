#!/bin/sh
# Tests the rules of this repository: which symbols the build exports, which parts of
# SQLite it uses, and which files a file may include. Also tests building, installing and
# linking as the README describes them.

. tests/shell/tap.sh
unset MAKEFLAGS MFLAGS MAKELEVEL # set by the make that runs this test
CC=${CC:-cc}
version=$(sed -n 's/^#define ASSAY_VERSION "\(.*\)"/\1/p' ext/assay.h)
warnings=$(sed -n '/^WARNINGS *:=/,/[^\\]$/{ s/^WARNINGS *:=//; s/\\$//; p; }' Makefile)
cflags=$(pkg-config --cflags sqlite3 yaml-0.1 2>/dev/null)
libraries="$(pkg-config --libs sqlite3 yaml-0.1 2>/dev/null || echo -lsqlite3 -lyaml) -lm"

# --- exported symbols -------------------------------------------------------------------

# SQLite opens extensions with RTLD_GLOBAL. So any exported symbol except the entry point
# could collide with a symbol of another library.
case $(uname -s) in
Darwin) exported=$(nm -gU "$extension" | awk '{ print $3 }' | sed 's/^_//') ;;
*) exported=$(nm -D --defined-only "$extension" | awk '{ print $3 }') ;;
esac
is "$exported" sqlite3_assay_init 'exactly one symbol is exported'

if command -v "${OBJCOPY:-objcopy}" >/dev/null 2>&1; then
  is "$(nm -g "$library" | awk 'NF == 3 { print $3 }')" sqlite3_assay_init \
    'the static library exports exactly one symbol'
else
  skip 'one symbol of the static library is global' 'no objcopy'
fi

# Preprocesses all C files of a folder in one run of the compiler, because a run for each
# file takes seconds. Files define macros of the same name, so -w turns off warnings.
preprocess() { # FOLDER HEADERS: -I of the headers
  find "$1" -name '*.c' | sed "s|.*|#include \"$root/&\"|" >"$directory/sources.c"
  $CC -std=c11 $cflags -I"$2" -E -w "$directory/sources.c"
}

# --- the parts of SQLite in use ---------------------------------------------------------

# A slot is a function pointer in SQLite's interface for extensions. The extension uses no
# slot that SQLite 3.32.0 or later added, because SQLite 3.31 lacks these slots: a call
# through one would crash.
header=$(echo '#include <sqlite3ext.h>' | $CC $cflags -E - |
  sed -n 's/^# 1 "\(.*sqlite3ext\.h\)".*/\1/p' | head -1)
sed -n '/^struct sqlite3_api_routines {/,/Version 3\.32\.0/p' "$header" |
  grep -o '(\*[a-z0-9_]*)(' | tr -d '(*)' | sort -u >"$directory/slots"
preprocess ext ext | grep -o 'sqlite3_api->[a-z0-9_]*' | sed 's/.*>//' |
  sort -u >"$directory/used"
is "$([ "$(wc -l <"$directory/slots")" -gt 200 ] && echo yes)" yes \
  'the list of SQLite 3.31 slots is not empty'
is "$([ "$(wc -l <"$directory/used")" -gt 20 ] && echo yes)" yes \
  'the list of used slots is not empty'
is "$(comm -13 "$directory/slots" "$directory/used")" '' 'no slot is newer than 3.31'
# The shipped SQL uses no function or clause that SQLite 3.31 lacks. The test removes
# SQL's comments and quoted texts first.
newer='iif|sign|unixepoch|octet_length|string_agg|concat|concat_ws|format|timediff|unhex'
newer="$newer|ceil|ceiling|floor|ln|log|log2|log10|exp|sqrt|pow|power|mod|trunc|pi"
is "$(find sql -name '*.sql' -exec sed "s/--.*//; s/'[^']*'//g" {} + |
  grep -oiE "\b($newer) *\(|\bRETURNING|\b(RIGHT|FULL) (OUTER )?JOIN|DISTINCT FROM")" '' \
  'no function of shipped SQL is newer than 3.31'

# --- which file may include which -------------------------------------------------------

# Lists the symbols that a folder's object files use but do not define themselves. On
# macOS each name begins with _, which the function removes.
needs() { # FOLDER
  find "$(dirname "$extension")/shared/$1" -name '*.o' -exec nm -u {} + |
    awk 'NF == 2 { print $2 }' | sed 's/^_//' | sort -u
}
memory='[mc]alloc$|realloc$|strn?dup$'
outside='sqlite3|yaml_|free$|time$|rand'
stdio='f?open|f?read|f?write|getenv$|printf$|f?puts$'
sql='value|result|create|prepare|step|exec|column|bind'
for folder in base core; do
  is "$(needs $folder | grep -E "^($outside|$memory|$stdio)")" '' \
    "$folder allocates nothing and does no input or output"
done
is "$(needs settings | grep -E "^(sqlite3_($sql|context)|$memory)")" '' \
  'settings call no SQL function of SQLite'
is "$(grep -rE "sqlite3_($sql)|sqlite3_context|sqlite3 \*" ext/settings)" '' \
  'the source of settings names no SQL function either'
is "$({ needs bind && needs functions; } |
  grep -E '^([mc]alloc|realloc|free|strn?dup)$')" '' \
  'bind and functions allocate with SQLite only'

# The folders of ext in order: base, core, settings, bind, functions, then assay.c. A file
# includes and links only files of its own folder and of earlier folders.
echo 'int main(void) { return 0; }' >"$directory/main.c"
mkdir "$directory/left"
ln -s "$root/ext/assay.h" "$directory/left/assay.h" # what programs include
objects=
for folder in base core settings bind functions; do
  ln -s "$root/ext/$folder" "$directory/left/$folder"
  is "$(preprocess "ext/$folder" "$directory/left" 2>&1 >/dev/null)" '' \
    "$folder includes only itself and the folders on its left"
  objects="$objects $(find "ext/$folder" -name '*.c' |
    sed "s|^ext/\(.*\)c$|$(dirname "$library")/static/\1o|")"
  # shellcheck disable=SC2086 # split into words on purpose
  is "$($CC $CFLAGS $LDFLAGS -o "$directory/main" "$directory/main.c" $objects \
    $libraries 2>&1 | grep -i undefined)" '' "$folder links with nothing else"
done
# x.c and x.h in the same folder are one module. Modules must not include each other in a
# circle. No two structs may have the same name.
is "$(for file in $(find ext -name '*.[ch]'); do
  module=${file#ext/}
  sed -n "s|^#include \"\(.*\)\.h\"|${module%.?} \1|p" "$file"
done | tsort 2>&1 >"$directory/order")" '' 'no modules include each other in a circle'
is "$(cat $(find ext -name '*.[ch]') | sed -n 's/^\(struct [a-z_]*\) {$/\1/p' |
  sort | uniq -d)" '' 'no two structs have one name'
# bind serves all subjects (research, retrieval ...), so it uses no subject's code.
is "$(grep -nE '"core/[a-z]+/' -r ext/bind)" '' 'bind includes no header of a subject'
find "$(dirname "$library")"/static/core/* -name '*.o' -path '*/core/*/*' \
  -exec nm --defined-only {} + | awk 'NF == 3 { print $3 }' | sed 's/^_//' |
  sort -u >"$directory/subjects"
is "$(needs bind | comm -12 - "$directory/subjects")" '' 'bind calls no code of a subject'
# Some arguments must be equal in all rows of a group. Only bind/agreement.c may report
# that they differ: it calls the error function in bind/argument.c.
is "$(grep -rl argument_disagree_error ext --include='*.c' | sort | tr '\n' ' ')" \
  'ext/bind/agreement.c ext/bind/argument.c ' 'rows of a group agree by one mechanism'
# A module that stores data for a connection has a struct connection_slot. If the list in
# assay.c lacks this struct, the module cannot find its data.
is "$(grep -rhoE '^const struct connection_slot [a-z_]+' ext/functions |
  while read -r _ _ _ slot; do grep -q "&$slot," ext/assay.c || echo "$slot"; done)" \
  '' 'every slot is listed in assay.c'
# In core and functions each subject has a folder. No subject depends on another, so a
# build can leave one of them out.
is "$(grep -nE '"(core|functions)/(retrieval|interview|own|outcomes)/' \
  -r ext/core/research ext/functions/research)" '' \
  'research includes no header of another subject'
for subject in retrieval interview; do
  # shellcheck disable=SC2086 # split into words on purpose
  is "$($CC $CFLAGS $LDFLAGS -o "$directory/main" "$directory/main.c" \
    $(echo $objects | tr ' ' '\n' | grep -v "/$subject/") $libraries 2>&1 |
    grep -i undefined)" '' "without $subject nothing is undefined"
done

# The names in a folder must show what it contains. In ext/functions, each file in a
# subject's folder has a table of SQL functions. Files without a table are in the folder
# `helpers`. No folder has more than 24 names; x.c and x.h count as one name.
is "$(grep -L '^const struct sql_module' ext/functions/*/*.c)" '' \
  'a file without a function table is a helper'
is "$(find ext -type d | while read -r folder; do
  names=$(ls "$folder" | sed 's/\..*//' | sort -u | wc -l)
  [ "$names" -le 24 ] || echo "$folder: $names"
done)" '' 'no folder has more than two dozen names'
is "$(for folder in ext/*/; do [ -s "$folder/README.md" ] || echo "$folder"; done)" '' \
  'each folder has a README.md'
# A C file that needs headings should be several files.
is "$(grep -rnE '^ *(/\*|\*\*) *[-=*]{3}' ext --include='*.[ch]')" '' \
  'no comment is a banner'
# Static functions begin with their module's name, so that a debugger, a profile and a
# search show the module: stop_enter(), not enter().
is "$(find ext -name '*.c' | sort | ${PYTHON:-/usr/bin/python3} -c "
import os, re, sys
for path in sys.stdin.read().splitlines():
    module = os.path.basename(path)[:-2].split('_')[0].rstrip('s')
    for name in re.findall(r'^static [^;={}()]*?\b(\w+)\(', open(path).read(), re.M):
        if name.split('_')[0].rstrip('s') != module: print(path, name)
")" '' 'a static function begins with the name of its file'

# By rule R10 an answer has the same bits with every C library. So of C's mathematical
# functions, the extension calls only those whose results the standard IEEE 754 defines
# exactly, such as sqrt().
curves='a?(sin|cos|tan)h?2?|exp(2|10|m1)?|log(2|10|1p)?|pow|cbrt|hypot|[lt]gamma|erfc?'
is "$(nm -u "$extension" | awk '{ sub(/@.*/, "", $NF); print $NF }' | sed 's/^_//' |
  grep -E "^($curves|fma)[fl]?\$")" '' \
  'no function comes from the C library that libraries round differently'

is "$(find .ci Makefile config ext sql tests -type f |
  "${PYTHON:-/usr/bin/python3}" tests/hooks/columns.py 2>&1)" '' \
  'no line is wider than 90 columns'

# --- every test runs --------------------------------------------------------------------

# A unit test's name begins with the name of its module. Only tap.c has no module: it
# tests the functions that print TAP.
find ext -name '*.[ch]' -exec basename {} \; | sed 's/\..*//' >"$directory/modules"
is "$(for test in tests/unit/*.c; do
  name=$(basename "$test" .c)
  while ! grep -qx "$name" "$directory/modules"; do
    case $name in *_*) name=${name%_*} ;; *) echo "$test" && break ;; esac
  done
done)" tests/unit/tap.c 'every unit test is named after a module'

is "$({
  grep -rl '^\. tests/shell/tap\.sh' tests --include='*.sh'
  grep -rlE 'print\(f"1\.\.|^from tap import' tests --include='*.py'
} | grep -vE '^tests/((adapters|analyst|clients|cluster|lab)/)?[^/]+$' |
  grep -vE '^tests/(outside|packages|platforms)/[^/]+$' |
  grep -vE '^tests/(clients/comparison/compare|reference/compare|replies/read)\.py$' |
  grep -vx 'tests/tap\.py')" \
  '' 'every script with checks is in the list of tests'

# --- both compilers ---------------------------------------------------------------------

# $CC has already built the code, with every warning as an error. So this test builds with
# the other compiler. The name `cc` does not say which one $CC is, so the test asks for a
# macro that only clang defines. Only gcc optimises, because some of its warnings need
# that.
case $(echo __clang__ | $CC -E -P -) in
1) compiler=gcc optimise=-O1 ;;
*) compiler=clang optimise=-O0 ;;
esac
if command -v $compiler >/dev/null 2>&1; then
  make -s -j2 CC=$compiler BUILD="$directory/$compiler" CFLAGS=$optimise all \
    >"$directory/output" 2>&1 || echo failed >>"$directory/output"
  is "$(cat "$directory/output")" '' "$compiler builds without a warning"
  is "$(echo 'SELECT tier_of(0.75);' | sqlite3 -batch :memory: \
    -cmd ".load $directory/$compiler/$(basename "$extension")")" High \
    "the extension of $compiler loads"
  is "$($compiler -std=c11 $warnings $cflags -Iext -Itests -DSQLITE_CORE -fsyntax-only \
    tests/*.c tests/unit/*.c tests/property/*.c 2>&1)" '' \
    "$compiler compiles the tests without a warning"
else
  skip "$compiler builds without a warning" "no $compiler"
fi

# --- missing programs -------------------------------------------------------------------

# With an empty PATH, .ci/deps finds no program and no package manager, so it can only
# name the programs to install.
compiler_wanted() { # CC
  PATH=$directory/nothing CC=$1 /bin/sh .ci/deps 2>&1 |
    sed -n 's/^assay: please install (names as in Debian): \([^ ]*\) .*/\1/p'
}
for compiler in cc:gcc clang:clang /opt/bin/clang-15:clang-15 gcc-12:gcc-12 \
  'gcc -m32:gcc'; do
  is "$(compiler_wanted "${compiler%:*}")" "${compiler##*:}" \
    "CC='${compiler%:*}' needs ${compiler##*:}"
done

# On a machine without a compiler, .ci/deps says what is missing, and make prints no error
# before that message.
mkdir "$directory/bare"
for tool in make sh sed uname; do
  ln -s "$(command -v $tool)" "$directory/bare/$tool"
done
is "$(PATH=$directory/bare make -n help 2>&1 | grep -i 'no such file')" '' \
  'make does not complain of a missing compiler'

# --- rebuilding -------------------------------------------------------------------------

# If only a header changes, make rebuilds every kind of test program.
build=$(dirname "$extension")
rebuilt() { # PROGRAM [HEADER]
  make -q CC="$CC" BUILD="$build" ${2:+-W "$2"} "$build/tests/$1" >/dev/null 2>&1
  case $? in 0) echo no ;; 1) echo yes ;; *) echo failed ;; esac
}
for pair in unit/words:tests/encode.h unit/gate:tests/tap.h \
  unit/load:tests/unit/loads.h property/limits:tests/database.h \
  faults/faults:tests/faults/memory.h \
  fuzz/sql-replay:tests/fuzz/source.h fuzz/dictionary:tests/calls.h \
  bits/bits:tests/bits/values.h threads/threads:tests/calls.h \
  bench/instructions:tests/bench/plain_sql.h runsql:tests/sqltap.h; do
  program=${pair%%:*}
  header=${pair#*:}
  is "$(rebuilt "$program")$(rebuilt "$program" "$header")" noyes \
    "$program is built anew where $header has changed"
done

# --- installing -------------------------------------------------------------------------

install_() { # TARGET OPTION...: installs the build under test
  make -s CC="$CC" BUILD="$(dirname "$extension")" DESTDIR="$directory/root" "$@" \
    2>/dev/null
}
files() {
  (cd "$directory/root" && find . -type f | sort)
}
name=$(basename "$extension")
printed=$(umask 077 && install_ install PREFIX=/opt/assay)
is "$(echo "$printed" | tail -1)" '.load /opt/assay/lib/sqlite3/assay' \
  'make install prints the line that loads it'
is "$(files | grep -v '^./opt/assay/share/assay/')" "./opt/assay/include/assay.h
./opt/assay/lib/pkgconfig/assay.pc
./opt/assay/lib/sqlite3/$name
./opt/assay/share/man/man7/assay.7" 'make install puts four files under PREFIX'
is "$(cd "$directory/root/opt/assay/share/assay" && find . -name '*.*' -type f |
  while read -r file; do cmp "$file" "$root/$file" 2>&1; done
  ls | tr '\n' ' ')" 'config ext sql ' \
  'make install puts the SQL and the settings into share'
is "$(find "$directory/root" ! -perm -a=r -o -type d ! -perm -a=x)" '' \
  'everybody can read the installed files'
PKG_CONFIG_PATH=$directory/root/opt/assay/lib/pkgconfig
export PKG_CONFIG_PATH
is "$(pkg-config --variable=extensiondir assay)" /opt/assay/lib/sqlite3 \
  'pkg-config prints the folder of the extension'
is "$(pkg-config --variable=datadir assay)" /opt/assay/share/assay \
  'pkg-config prints the folder of the SQL'
is "$(pkg-config --modversion assay)" "$version" 'pkg-config prints the version'
is "$(pkg-config --cflags assay | tr -d ' ')" -I/opt/assay/include \
  'pkg-config prints the folder of the header'
is "$(echo 'SELECT assay_version();' | sqlite3 -batch :memory: \
  -cmd ".load $directory/root/opt/assay/lib/sqlite3/assay")" "$version" \
  'the installed extension loads'
is "$(nm "$directory/root/opt/assay/lib/sqlite3/$name" 2>/dev/null)" '' \
  'the installed extension is stripped'
manual=$directory/root/opt/assay/share/man/man7/assay.7
is "$(grep -c '^\.TP$' "$manual")" \
  "$(echo 'SELECT count(*) FROM assay_functions;' | sqlite3 -batch :memory: \
    -cmd ".load $extension")" 'the man page has every function'
is "$(grep -o '/opt/assay/[a-z]*' "$manual" | tr '\n' ' ')" \
  '/opt/assay/lib /opt/assay/share /opt/assay/share ' \
  'the man page names the installed folders'
install_ uninstall PREFIX=/opt/assay
is "$(files)" '' 'make uninstall removes the installed files'
install_ install PREFIX=/usr LIBDIR=/usr/lib/somewhere >/dev/null
is "$(files | grep '^./usr/lib')" "./usr/lib/somewhere/pkgconfig/assay.pc
./usr/lib/somewhere/sqlite3/$name" 'LIBDIR moves the library'
is "$(PKG_CONFIG_PATH=$directory/root/usr/lib/somewhere/pkgconfig \
  pkg-config --variable=extensiondir assay)" \
  /usr/lib/somewhere/sqlite3 'pkg-config prints the moved folder'

# --- linking ----------------------------------------------------------------------------

cat >"$directory/program.c" <<'C'
#include <stdio.h>

#include "assay.h"

int number_parse(void); /* a name that the library uses too */

int number_parse(void) {
  return 0;
}

int main(void) {
  sqlite3 *db = NULL;
  sqlite3_stmt *query = NULL;
  sqlite3_auto_extension((void (*)(void))sqlite3_assay_init);
  if (sqlite3_open(":memory:", &db) != SQLITE_OK) return 1;
  if (sqlite3_prepare_v2(db, "SELECT tier_of(0.75)", -1, &query, NULL) != SQLITE_OK)
    return 2;
  if (sqlite3_step(query) != SQLITE_ROW) return 3;
  puts((const char *)sqlite3_column_text(query, 0));
  sqlite3_finalize(query);
  return sqlite3_close(db) + number_parse();
}
C
link() { # COMPILER SOURCE
  $1 $cflags -Iext -o "$directory/program" "$2" "$library" $libraries $LDFLAGS 2>&1 &&
    "$directory/program"
}
is "$(link "$CC" "$directory/program.c")" High 'a C program links the static library'
if command -v c++ >/dev/null 2>&1; then
  cp "$directory/program.c" "$directory/program.cc"
  is "$(link c++ "$directory/program.cc")" High 'a C++ program links the static library'
else
  skip 'so does a C++ program' 'no c++'
fi

finish
