#!/bin/sh
# Tests the packages for Linux with musl, and runs the SQL tests under musl.

. tests/shell/tap.sh
. tests/shell/package.sh
triplet=x86_64-linux-musl compiler=musl-tools
. tests/platforms/platform.sh
needs readelf binutils
[ "$machine" = x86_64 ] || skip_all 'musl-tools builds for the processor it runs on'
make_all dist wheel npm
made=$directory/first
name=assay-$version-linux-x86_64-musl
tar xzf "$made/dist/$name.tar.gz" -C "$directory"
packaged=$directory/$name/assay.so
is "$(head -1 "$directory/$name/README.md")" "# assay $version for linux-x86_64-musl" \
  'the README names the platform'
is "$(readelf -d "$packaged" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')" libc.so \
  'the extension needs only the C library, under the name of musl'
is "$(readelf -W --dyn-syms "$packaged" | grep -c GLIBC)" 0 \
  'the extension needs nothing of glibc'
is "$(nm -D --defined-only "$packaged" | awk '{ print $3 }')" sqlite3_assay_init \
  'the extension exports only its entry point'
is "$(readelf -d "$packaged" | grep -c NODELETE)" 1 'the extension stays mapped'
is "$(find "$made/dist" -name '*-sqlpkg.*')" '' \
  'no archive for sqlpkg, which can not tell musl from glibc'

emulator=
passes_sql_tests "$packaged" '' &&
  is "$(readelf -l "$crossed/tests/runsql" | grep -o '/lib/ld-[^]]*')" \
    /lib/ld-musl-x86_64.so.1 'a program of musl ran these tests'

# The wheel's name states the version of musl under which it was tested.
tried=$(/lib/ld-musl-x86_64.so.1 2>&1 |
  sed -n 's/^Version \([0-9]*\)\.\([0-9]*\).*/\1_\2/p')
pip_takes "musllinux_${tried}_x86_64" "$packaged"
npm_takes linux-x64-musl linux x64 musl "$packaged"

is_reproducible dist wheel npm
finish
