#!/bin/sh
# Tests the packages for arm64, and runs the SQL tests on an emulated processor.

. tests/shell/tap.sh
. tests/shell/package.sh
triplet=aarch64-linux-gnu compiler=gcc-aarch64-linux-gnu
. tests/platforms/platform.sh
needs readelf binutils
[ "$machine" != aarch64 ] || skip_all 'arm64 is no other processor here'
make_all dist wheel npm deb
made=$directory/first
name=assay-$version-linux-aarch64
tar xzf "$made/dist/$name.tar.gz" -C "$directory"
packaged=$directory/$name/assay.so
is "$(readelf -h "$packaged" | sed -n 's/^ *Machine: *//p')" AArch64 \
  'CROSS builds for the processor that it names'
is "$(readelf -d "$packaged" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort |
  tr '\n' ' ')" 'libc.so.6 libm.so.6 ' \
  'the extension needs only the C library'
is "$(readelf -W --dyn-syms "$packaged" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -1)" \
  GLIBC_2.17 'glibc 2.17 has every symbol that it wants'
is "$(nm -D --defined-only "$packaged" | awk '{ print $3 }')" sqlite3_assay_init \
  'the extension exports only its entry point'

# The file sqlpkg.json lists all archives in its folder, for all processors.
build_beside "$directory/both"
make -s BUILD="$directory/both" dist >/dev/null 2>&1
make -s BUILD="$directory/both" CROSS=$triplet dist >/dev/null 2>&1
is "$(grep -o 'linux-[^"]*": ".*"' "$directory/both/dist/sqlpkg.json" | sort)" \
  "$(printf '%s": "assay-%s-%s-sqlpkg.tar.gz"\n' linux-amd64 "$version" linux-x86_64 \
    linux-arm64 "$version" linux-aarch64)" 'sqlpkg.json has it beside the other'

emulator=
for each in qemu-aarch64 qemu-aarch64-static; do
  ! command -v "$each" >/dev/null 2>&1 || emulator="$each -L /usr/$triplet"
done
if [ -n "$emulator" ]; then
  passes_sql_tests "$packaged" ''
else
  skip 'all SQL tests pass with it' 'no qemu-aarch64 here (Debian: qemu-user)'
fi

pip_takes manylinux_2_17_aarch64 "$packaged"
npm_takes linux-arm64 linux arm64 glibc "$packaged"

# Unpacks the Debian package into a folder, because this machine's dpkg is for another
# processor.
if command -v dpkg-deb >/dev/null 2>&1; then
  deb=$made/deb/libsqlite3-mod-assay_${version}_arm64.deb
  dpkg-deb --extract "$deb" "$directory/system"
  is "$(dpkg-deb --field "$deb" Architecture)" arm64 'the Debian package is for arm64'
  is "$(dpkg-deb --field "$deb" Depends)" 'libc6 (>= 2.17), libsqlite3-0 (>= 3.31.0)' \
    'and depends on what it needs'
  is "$(cmp "$directory/system/usr/lib/$triplet/sqlite3/assay.so" "$packaged" &&
    echo same)" same 'the Debian package has the same extension, in the folder of arm64'
  is "$(gzip -dc "$directory/system/usr/share/man/man7/assay.7.gz" |
    grep -c "/usr/lib/$triplet")" 1 'the man page names the folder of arm64'
  if command -v lintian >/dev/null 2>&1; then
    is "$(lintian --allow-root --fail-on=error,warning "$deb" 2>&1 || echo failed)" '' \
      'lintian has nothing to complain of'
  fi
else
  skip 'the Debian package' 'no dpkg-deb here (Debian: dpkg)'
fi

is_reproducible dist wheel npm deb
finish
