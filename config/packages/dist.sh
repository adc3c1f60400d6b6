#!/bin/sh
# Writes the archive, the flat one that sqlpkg can unpack, sqlpkg.json and checksums.txt.
# What it needs to know comes by the environment, from packages.mk.
set -eu
here=$(dirname "$0")
name=assay-$VERSION-$PLATFORM
work=$WORK/dist
rm -rf "$work"
mkdir -p "$work/$name/include" "$work/flat" "$OUTPUT/dist"
cp -R "$SHARE/assay/." "$work/$name"
cp ext/assay.h "$work/$name/include"
cp "$EXTENSION" LICENSE "$here/LICENSE.libyaml" "$work/$name"
sed "s/@VERSION@/$VERSION/; s/@PLATFORM@/$PLATFORM/" "$here/archive.md.in" \
  >"$work/$name/README.md"
cp "$EXTENSION" LICENSE "$here/LICENSE.libyaml" "$work/flat"

cd "$OUTPUT/dist"
here=$OLDPWD/$here
case $work in /*) ;; *) work=$OLDPWD/$work ;; esac
case $EXTENSION in /*) ;; *) EXTENSION=$OLDPWD/$EXTENSION ;; esac
sh "$here/archive.sh" "$work/$name" "$name.tar.gz"
# sqlpkg makes no folders, so its archive has none.
(cd "$work/flat" && ls) >"$work/members"
# shellcheck disable=SC2046 # words on purpose
sh "$here/archive.sh" "$work/flat" "$name-sqlpkg.tar.gz" $(cat "$work/members")
# Of all platforms that have been made; the names of processors are Go's.
files=$(for made in assay-"$VERSION"-linux-*-sqlpkg.tar.gz; do
  case $made in
  *-linux-x86_64-sqlpkg*) echo "      \"linux-amd64\": \"$made\"," ;;
  *-linux-aarch64-sqlpkg*) echo "      \"linux-arm64\": \"$made\"," ;;
  esac
done)
awk -v version="$VERSION" -v releases="$RELEASES" -v files="${files%,}" '{
  sub(/@VERSION@/, version); sub(/@RELEASES@/, releases); sub(/^.*@FILES@/, files)
  print
}' "$here/sqlpkg.json" >sqlpkg.json
sha256sum "assay-$VERSION"-*.tar.gz >checksums.txt
for file in "$name.tar.gz" "$name-sqlpkg.tar.gz"; do
  sh "$here/describe.sh" "$EXTENSION" "$PWD/$file"
done
