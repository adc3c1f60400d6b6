#!/bin/sh
# Checks that every package is the same, byte for byte, when another user builds it in
# another folder, with another umask, time zone and language.

. tests/shell/tap.sh
. tests/shell/package.sh
packages='dist wheel npm'
if command -v dpkg-deb >/dev/null 2>&1; then
  packages="$packages deb"
else
  skip 'the Debian package is the same' 'no dpkg-deb here (Debian: dpkg)'
fi

SOURCE_DATE_EPOCH=1700000000
export SOURCE_DATE_EPOCH
build_beside "$directory/first"
for package in $packages; do
  make -s CC="${CC:-cc}" BUILD="$directory/first" "$package" >/dev/null ||
    echo "# $package failed"
done
made_elsewhere "$directory/second" $packages
is "$(hashes "$directory/first" | wc -l)" "$(echo "$packages" | awk '{ print NF + 4 }')" \
  'the packages are there'
is "$(hashes "$directory/second")" "$(hashes "$directory/first")" \
  'a second build of each has the same hash'
hashes "$directory/first" | sed 's/^/# /'

finish
