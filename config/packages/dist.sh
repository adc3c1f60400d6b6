#!/bin/sh
# Writes the archive of the extension, a second archive without folders (for sqlpkg),
# sqlpkg.json and checksums.txt. packages.mk sets the script's environment variables.
set -eu
here=$(dirname "$0")
name=assay-$VERSION-$PLATFORM
extension=$(basename "$EXTENSION")
case $PLATFORM in windows-*) suffix=zip ;; *) suffix=tar.gz ;; esac
work=$WORK/dist
rm -rf "$work"
mkdir -p "$work/$name/include" "$work/flat" "$OUTPUT/dist"
cp -R "$SHARE/assay/." "$work/$name"
cp ext/assay.h "$work/$name/include"
cp "$EXTENSION" LICENSE "$here/LICENSE.libyaml" "$work/$name"
sed "s/@VERSION@/$VERSION/; s/@PLATFORM@/$PLATFORM/; s/@EXTENSION@/$extension/" \
  "$here/archive.md.in" >"$work/$name/README.md"
cp "$EXTENSION" LICENSE "$here/LICENSE.libyaml" "$work/flat"

cd "$OUTPUT/dist"
here=$OLDPWD/$here
case $work in /*) ;; *) work=$OLDPWD/$work ;; esac
case $EXTENSION in /*) ;; *) EXTENSION=$OLDPWD/$EXTENSION ;; esac
files=$name.$suffix
sh "$here/archive.sh" "$work/$name" "$name.$suffix"
# The installer sqlpkg makes no folders, so its archive contains none.  sqlpkg does not
# distinguish C libraries, so it gets no archive of the musl extension.
case $PLATFORM in
*-musl) ;;
*)
  files="$files $name-sqlpkg.$suffix"
  # shellcheck disable=SC2046 # words on purpose
  sh "$here/archive.sh" "$work/flat" "$name-sqlpkg.$suffix" $(cd "$work/flat" && ls)
  ;;
esac
# sqlpkg.json lists every platform whose archive is in $OUTPUT/dist.  It names systems and
# processors as Go does.
assets=$(for made in assay-"$VERSION"-*-sqlpkg.*; do
  case $made in
  *-linux-x86_64-sqlpkg*) platform=linux-amd64 ;;
  *-linux-aarch64-sqlpkg*) platform=linux-arm64 ;;
  *-windows-x86_64-sqlpkg*) platform=windows-amd64 ;;
  *-macos-x86_64-sqlpkg*) platform=darwin-amd64 ;;
  *-macos-arm64-sqlpkg*) platform=darwin-arm64 ;;
  *) continue ;;
  esac
  echo "      \"$platform\": \"$made\","
done)
awk -v version="$VERSION" -v releases="$RELEASES" -v files="${assets%,}" '{
  sub(/@VERSION@/, version); sub(/@RELEASES@/, releases); sub(/^.*@FILES@/, files)
  print
}' "$here/sqlpkg.json" >sqlpkg.json
sha256sum "assay-$VERSION"-*.* >checksums.txt
for file in $files; do
  sh "$here/describe.sh" "$EXTENSION" "$PWD/$file"
done
