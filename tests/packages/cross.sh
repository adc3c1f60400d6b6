#!/bin/sh
# The archive for another processor, with the SQL tests under its emulator.

. tests/shell/tap.sh
. tests/shell/package.sh
. tests/processors/cross.sh
needs readelf binutils
processor=arm64
triplet=aarch64-linux-gnu
if [ "$machine" = aarch64 ]; then
  echo "1..0 # SKIP $processor is no other processor here"
  exit 0
fi
describe $processor
if ! is_there || [ ! -f "$("$prefix-gcc" -print-file-name=libyaml.a)" ]; then
  echo "1..0 # SKIP $processor needs: $(what_it_needs $processor) libyaml-dev:$processor"
  exit 0
fi

make_() { # TARGET OPTION...: with the build under test
  make -s BUILD="$build" OUTPUT="$directory/made" "$@" >"$directory/output" 2>&1 ||
    sed 's/^/# /' "$directory/output"
}
make_ dist
make_ dist CROSS=$triplet
name=assay-$version-linux-aarch64
tar xzf "$directory/made/dist/$name.tar.gz" -C "$directory"
packaged=$directory/$name/assay.so
is "$(readelf -h "$packaged" | sed -n 's/^ *Machine: *//p')" AArch64 \
  'CROSS builds for the processor that it names'
is "$(readelf -d "$packaged" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort |
  tr '\n' ' ')" 'ld-linux-aarch64.so.1 libc.so.6 libm.so.6 ' \
  'it needs the C library and nothing else'
is "$(readelf -W --dyn-syms "$packaged" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -1)" \
  GLIBC_2.17 'glibc 2.17 has every symbol that it wants'
is "$(grep -o 'linux-[^"]*": ".*"' "$directory/made/dist/sqlpkg.json" | sort)" \
  "$(printf '%s": "assay-%s-%s-sqlpkg.tar.gz"\n' linux-amd64 "$version" linux-x86_64 \
    linux-arm64 "$version" linux-aarch64)" 'sqlpkg.json has it beside the other'

# The runner of the SQL tests for that processor.
crossed=$build/cross/$triplet
make_ "$crossed/tests/runsql" BUILD="$crossed" CC="$prefix-gcc" PKG_CONFIG=false \
  SQLITE_LIBS=-l:libsqlite3.so.0
is "$(ASSAY_EXTENSION=$packaged RUNSQL=$crossed/tests/runsql EMULATOR=$emulator \
  prove -Q -e tests/run tests/sql/*.sql 2>&1 | sed -n 's/^Result: //p')" PASS \
  'all SQL tests pass with it, emulated'

finish
