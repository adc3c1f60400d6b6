#!/bin/sh
# Tests the Debian package: lintian checks it, and dpkg installs it into a folder.

. tests/shell/tap.sh
. tests/shell/package.sh
needs readelf binutils
needs dpkg-deb dpkg
make_package deb
architecture=$(dpkg --print-architecture)
deb=$build/deb/libsqlite3-mod-assay_${version}_$architecture.deb
libdir=/usr/lib/$machine-linux-gnu

is "$(sed -n '$p' "$directory/made")" ".load $libdir/sqlite3/assay" \
  'the build prints the line that loads it'
if command -v lintian >/dev/null 2>&1; then
  is "$(lintian --allow-root --fail-on=error,warning "$deb" 2>&1 || echo failed)" '' \
    'lintian has nothing to complain of'
else
  skip 'lintian has nothing to complain of' 'no lintian here (Debian: lintian)'
fi

# Makes an empty system in a folder. The system has no packages, so dpkg must ignore the
# dependencies on the C library and SQLite. The system has no shell, so dpkg runs the
# package's script postinst with this machine's shell.
system=$directory/system
mkdir -p "$system/var/lib/dpkg/info" "$system/var/lib/dpkg/updates"
touch "$system/var/lib/dpkg/status"
dpkg_() {
  dpkg --root="$system" --log=/dev/null --force-script-chrootless --force-not-root \
    --force-depends "$@"
}
printed=$(dpkg_ --install "$deb" 2>"$directory/complaints")
is "$?" 0 'dpkg installs it'
is "$(grep -v 'dependency\|depends on\|is not installed\|^ *$' "$directory/complaints")" \
  '' 'dpkg complains only of the C library and SQLite'
line=$(echo "$printed" | sed -n 's/^assay is loaded by: //p')
is "$line" ".load $libdir/sqlite3/assay" 'dpkg prints the line that loads the extension'
is "$(echo 'SELECT assay_version();' | sqlite3 -batch :memory: \
  -cmd ".load $system${line#.load }")" "$version" 'the printed line loads the extension'
is "$(dpkg_ --verify libsqlite3-mod-assay)" '' 'every installed file is as it was packed'
is_self_contained "$system$libdir/sqlite3/assay.so"
is "$(dead_links "$system/usr/share/assay")" '' 'every link leads somewhere'
is "$(dpkg-deb --field "$deb" Version)" "$version" 'the package has the version'
is "$(gzip -dc "$system/usr/share/doc/libsqlite3-mod-assay/changelog.gz" | head -1)" \
  "libsqlite3-mod-assay ($version) unstable; urgency=medium" \
  'the changelog has the version'
is "$(dpkg-deb --field "$deb" Depends)" "libc6 (>= $(readelf -W --dyn-syms \
  "$system$libdir/sqlite3/assay.so" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -1 |
  sed 's/GLIBC_//')), libsqlite3-0 (>= 3.31.0)" 'the package depends on glibc and SQLite'
is "$(dpkg-deb --contents "$deb" | awk '{ print $2 }' | sort -u)" root/root \
  'all of it is root'"'"'s'
manual=$system/usr/share/man/man7/assay.7.gz
is "$(gzip -dc "$manual" | grep -c "$libdir\|/usr/share")" 3 \
  'the man page names the folders'
is "$(gzip -dc "$manual" | grep -c '^\.TP')" \
  "$(echo 'SELECT count(*) FROM assay_functions;' |
    sqlite3 -batch :memory: -cmd ".load $extension")" 'the man page has every function'
if command -v man >/dev/null 2>&1; then
  is "$(LC_ALL=C.UTF-8 MANWIDTH=80 man -l "$manual" 2>&1 |
    grep -c "^ *tier_of(0.74, 'verification') → Medium$")" 1 \
    'man shows an example of the page'
fi
is "$(grep -c 'Kirill Simonov' \
  "$system/usr/share/doc/libsqlite3-mod-assay/copyright")" 1 \
  "the package has the notice of libyaml"

dpkg_ --purge libsqlite3-mod-assay >/dev/null 2>&1
is "$(find "$system" -name '*assay*' -type f)" '' 'dpkg removes all files'

finish
