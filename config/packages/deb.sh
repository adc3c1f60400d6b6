#!/bin/sh
# Writes the Debian package libsqlite3-mod-assay. packages.mk sets the script's
# environment variables.
set -eu
here=$(dirname "$0")
package=libsqlite3-mod-assay
case $PLATFORM in
linux-x86_64) architecture=amd64 folder=x86_64-linux-gnu ;;
linux-aarch64) architecture=arm64 folder=aarch64-linux-gnu ;;
*) echo "assay: there is no Debian package for $PLATFORM" >&2 && exit 1 ;;
esac
libdir=/usr/lib/$folder
maintainer='The assay authors <assay@packages.invalid>'
root=$WORK/deb
rm -rf "$root"
umask 022
mkdir -p "$root/DEBIAN" "$root$libdir/sqlite3" "$root/usr/share/man/man7" \
  "$root/usr/share/doc/$package" "$root/usr/share/lintian/overrides" "$OUTPUT/deb"

install -m 644 "$EXTENSION" "$root$libdir/sqlite3/assay.so"
cp -R "$SHARE/assay" "$root/usr/share/assay"
sed "s|LIBDIR|$libdir|; s|DATADIR|/usr/share|" "$MANUAL" | gzip -9n \
  >"$root/usr/share/man/man7/assay.7.gz"

documents=$root/usr/share/doc/$package
{
  cat "$here/debian/copyright"
  printf '\nFiles: *\nCopyright: %s\nLicense: Expat\n' \
    "$(sed -n 's/^Copyright (c) //p' LICENSE)"
  printf '\nFiles: libyaml\nCopyright:\n%s\nLicense: Expat\n' \
    "$(sed -n 's/^Copyright (c) / /p' "$here/LICENSE.libyaml")"
  printf '\nLicense: Expat\n'
  sed '1,/^Copyright/d; /./!d; s/^/ /' LICENSE
} >"$documents/copyright"
printf '%s (%s) unstable; urgency=medium\n\n  * Release %s.\n\n -- %s  %s\n' \
  "$package" "$VERSION" "$VERSION" "$maintainer" \
  "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$documents/changelog.gz"
install -m 644 "$here/debian/overrides" "$root/usr/share/lintian/overrides/$package"

floor=$(readelf --wide --dyn-syms "$EXTENSION" | grep -o 'GLIBC_[0-9.]*' | sort -uV |
  tail -1)
sed "s|@ARCHITECTURE@|$architecture|; s|@VERSION@|$VERSION|; s|@GLIBC@|${floor#GLIBC_}|
  s|@MAINTAINER@|$maintainer|
  s|@SIZE@|$(find "$root/usr" -type f -exec cat {} + | wc -c | awk '{
    print int($1 / 1024) + 1 }')|" "$here/debian/control" >"$root/DEBIAN/control"
sed "s|@LIBDIR@|$libdir|" "$here/debian/postinst" >"$root/DEBIAN/postinst"
chmod 755 "$root/DEBIAN/postinst"
(cd "$root" && find usr -type f | LC_ALL=C sort | xargs md5sum) >"$root/DEBIAN/md5sums"
find "$root" -type d -exec chmod 755 {} +

file=$OUTPUT/deb/${package}_${VERSION}_$architecture.deb
# If a file is newer than SOURCE_DATE_EPOCH, dpkg-deb gives it that time. xz runs in one
# thread: with several threads it divides the data into blocks, and the package's bytes
# may differ.
DPKG_DEB_THREADS_MAX=1 dpkg-deb --root-owner-group -Zxz --build "$root" "$file" >/dev/null
sh "$here/describe.sh" "$EXTENSION" "$file"
echo ".load $libdir/sqlite3/assay"
