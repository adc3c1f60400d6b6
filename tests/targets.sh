#!/bin/sh
# Tests that the targets of make write and remove files only in BUILD, a folder that make
# itself created. BUILD is the only variable by which a user can name where make writes;
# other variables can name inputs. Also tests that `make help` lists every target.

. tests/shell/tap.sh
unset MAKEFLAGS MFLAGS MAKELEVEL # set by the make that runs the tests
build=${BUILD:-build}
unset BUILD

# refuses WORDS COMMAND...: checks that the command fails with a message that has these
# words.
refuses() {
  words=$1
  shift
  "$@" >"$directory/said" 2>&1
  is "$? $(grep -c "\*\*\* assay: .*$words" "$directory/said")" '2 1' "$* is refused"
}

# --- a file of the user -----------------------------------------------------------------

mine=$directory/mine.db
echo 'all that I know' >"$mine"
cp "$mine" "$directory/copy"
refuses DEMO make BUILD="$build" report DEMO="$mine"
refuses DEMO make BUILD="$build" "$mine" DEMO="$mine"
refuses DEMO env DEMO="$mine" make -e BUILD="$build" "$mine"
refuses HISTORY make BUILD="$build" history RUNS=3 HISTORY="$mine"
refuses EXTENSION make BUILD="$build" "$mine" EXTENSION="$mine"
refuses MANUAL make BUILD="$build" "$mine" MANUAL="$mine"
for name in OUTPUT SHARE LAB; do
  refuses "$name" make BUILD="$build" dist "$name=$directory/mine"
done
is "$(cmp "$mine" "$directory/copy" 2>&1 && ls "$directory")" 'copy
mine.db
said' 'the file of the user is unchanged'

# Some variables of the Makefile name places in BUILD. make must refuse a command line
# that sets one of them. The makefile names.mk prints the names of these variables.
cat >"$directory/names.mk" <<'EOF'
include Makefile
$(foreach name,$(.VARIABLES),$(if $(filter file override,$(origin $(name))),$(if \
  $(filter some/where/%,$(firstword $($(name)))),$(info name $(name)))))
EOF
for cross in '' x86_64-w64-mingw32; do
  make -n -f "$directory/names.mk" BUILD=some/where CROSS="$cross" help
done | sed -n 's/^name //p' | sort -u >"$directory/names"
is "$([ "$(wc -l <"$directory/names")" -gt 40 ] && echo yes)" yes \
  'variables name places in BUILD'
is "$(while read -r name; do
  make -n "$name=$mine" help 2>&1 | grep -q "\*\*\* assay: $name " || echo "$name"
done <"$directory/names")" '' 'a user gives none of them'

# --- make report ------------------------------------------------------------------------

# `make report` runs this script in place of Python. The script prints the path of the
# report's database.
cat >"$directory/python" <<'EOF'
#!/bin/sh
[ "$1" != -m ] || echo "over $ASSAY_DATABASE"
EOF
chmod +x "$directory/python"
over() { # COMMAND...
  "$@" PYTHON="$directory/python" BUILD="$build" report 2>&1 | sed -n 's/^over //p'
}
is "$(DEMO=/x over make)" "$build/demo.db" 'make report is over the demo'
is "$(over make ASSAY_DATABASE="$mine")" "$mine" 'or over what ASSAY_DATABASE names'
cp "$mine" "$directory/it's \$HOME.db"
is "$(over env ASSAY_DATABASE="$directory/it's \$HOME.db" make)" \
  "$directory/it's \$HOME.db" 'in the environment, too, whatever its name'
is "$(cmp "$mine" "$directory/copy" 2>&1)" '' 'make does not write to that database'
env ASSAY_DATABASE="$directory/gone.db" make PYTHON="$directory/python" \
  BUILD="$directory/new" report >"$directory/said" 2>&1
is "$? $(grep -c "^assay: ASSAY_DATABASE names no file: $directory/gone.db" \
  "$directory/said") $(ls "$directory/new")" '2 1 CACHEDIR.TAG' \
  'a missing database is reported before anything is built'

# --- BUILD ------------------------------------------------------------------------------

# Copies the checkout, so that the test can destroy the copy.
checkout=$directory/home/checkout
mkdir -p "$checkout/ext" "$checkout/sql/lab" "$checkout/tests/lab" \
  "$checkout/config/packages" "$directory/home/letters" "$directory/home/empty"
cp Makefile "$checkout"
cp config/packages/*.* "$checkout/config/packages"
cp sql/lab/lab.mk "$checkout/sql/lab"
cp tests/checks.mk "$checkout/tests"
cp tests/lab/lab.mk "$checkout/tests/lab"
cp ext/assay.h "$checkout/ext"
echo 'all that I know' >"$directory/home/letters/one"
ln -s .. "$checkout/above"
in_home() { # COMMAND...
  (cd "$checkout" && "$@")
}
listed() {
  (cd "$directory/home" && find . | sort)
}
listed >"$directory/before"
for folder in . ./. .. ../.. "$checkout" ext ext/ "$directory/home" above ../letters \
  Makefile; do
  refuses "BUILD=$folder has" in_home make clean BUILD="$folder"
  refuses "BUILD=$folder has" in_home make demo BUILD="$folder"
done
refuses 'BUILD=/ has' make -n clean BUILD=/
refuses 'the name of one folder' in_home make clean BUILD=
refuses 'the name of one folder' in_home make clean BUILD='ext sql'
is "$(listed | diff "$directory/before" -)" '' 'and removes nothing'

rmdir "$directory/home/empty" # it still exists afterwards, with make's tag
for folder in ../new ../empty "$directory/home/absolute"; do
  [ "$folder" != ../empty ] || mkdir "$directory/home/empty"
  in_home make -n BUILD="$folder" help >/dev/null
  is "$(cd "$checkout" && ls -d "$folder/CACHEDIR.TAG" 2>/dev/null)" '' \
    "make -n writes nothing to BUILD=$folder"
  in_home make BUILD="$folder" help >/dev/null
  in_home mkdir "$folder/inside"
  in_home touch "$folder/inside/made"
  in_home make BUILD="$folder/inside" clean >/dev/null
  is "$(in_home ls "$folder")" CACHEDIR.TAG "BUILD=$folder/inside is make's"
  in_home make BUILD="$folder" clean >/dev/null
  is "$(in_home ls -d "$folder" 2>&1 | grep -c CACHEDIR)" 0 "and BUILD=$folder is removed"
done
mkdir "$checkout/build"
touch "$checkout/build/made"
ln -s "$checkout" "$directory/home/link"
in_home make BUILD="$directory/home/link/build" clean >/dev/null
is "$(ls -d "$checkout/build" 2>/dev/null)" '' 'the folder build is, under any name'
rm "$directory/home/link"
is "$(listed | diff "$directory/before" - | sed '1d')" '< ./empty' \
  'no other folder is removed'

# --- make help --------------------------------------------------------------------------

for cross in '' x86_64-w64-mingw32; do
  make -np BUILD=some/where CROSS="$cross" help
done | sed -n 's/^\.PHONY: *//p' | tr ' ' '\n' | sort -u >"$directory/targets"
is "$([ "$(wc -l <"$directory/targets")" -gt 50 ] && echo yes)" yes 'there are targets'
make -s help | awk '{ print $2 }' | sort >"$directory/listed"
is "$(diff "$directory/targets" "$directory/listed")" '' \
  'make help lists every target, each once'
is "$(make -s help | awk 'NF < 4')" '' 'make help describes each target'

finish
