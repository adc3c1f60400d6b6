#!/bin/sh
# Writes two npm packages: the package that users install, and a package with the
# extension for one platform. On that platform npm installs the second package with the
# first. packages.mk sets the script's environment variables.
set -eu
here=$(dirname "$0")
# The platforms by npm's names. The files loading.cjs and npm/README.md have the same
# list.
platforms='linux-x64 linux-arm64 linux-x64-musl win32-x64'
case $PLATFORM in
linux-x86_64) platform=linux-x64 libc='"libc": ["glibc"],' ;;
linux-aarch64) platform=linux-arm64 libc='"libc": ["glibc"],' ;;
linux-x86_64-musl) platform=linux-x64-musl libc='"libc": ["musl"],' ;;
windows-x86_64) platform=win32-x64 libc= ;;
*) echo "assay: there is no npm package for $PLATFORM" >&2 && exit 1 ;;
esac
system=${platform%%-*}
cpu=${platform#*-}
work=$WORK/npm
rm -rf "$work"
mkdir -p "$work/main/package" "$work/platform/package" "$OUTPUT/npm"

main=$work/main/package
cp -R "$SHARE/assay/." "$main"
cp LICENSE "$main/LICENSE"
cp "$here"/npm/* "$main"
# Adds the WebAssembly module, which runs on any platform, if `make lab` has built it.
wasm=
if [ -f "$LAB/assay.wasm" ]; then
  mkdir "$main/wasm"
  cp "$LAB/assay.mjs" "$LAB/assay.d.mts" "$LAB/assay.wasm" "$here/LICENSE.libyaml" \
    "$main/wasm"
  wasm='
    "./wasm": {
      "types": "./wasm/assay.d.mts",
      "default": "./wasm/assay.mjs"
    },
    "./wasm/assay.wasm": "./wasm/assay.wasm",'
fi
homepage=
[ -z "$HOMEPAGE" ] || homepage='
  "homepage": "'$HOMEPAGE'",'
cat >"$main/package.json" <<JSON
{
  "name": "assay-sqlite",
  "version": "$VERSION",
  "description": "Quality gates, tiers and stop policies as SQLite functions",
  "keywords": ["sqlite", "sqlite-extension"],
  "license": "MIT",
  "main": "index.cjs",
  "bin": "cli.cjs",$homepage
  "types": "index.d.ts",
  "exports": {
    ".": {
      "types": "./index.d.ts",
      "import": "./index.mjs",
      "require": "./index.cjs"
    },
    "./remote": {
      "types": "./remote.d.ts",
      "import": "./remote.mjs",
      "require": "./remote.cjs"
    },
    "./sql/*": "./sql/*",$wasm
    "./package.json": "./package.json"
  },
  "engines": { "node": ">=16" },
  "optionalDependencies": {
$(for each in $platforms; do
  printf '    "assay-sqlite-%s": "%s",\n' "$each" "$VERSION"
done | sed '$s/,$//')
  }
}
JSON

other=$work/platform/package
cp LICENSE "$here/LICENSE.libyaml" "$EXTENSION" "$other"
cat >"$other/package.json" <<JSON
{
  "name": "assay-sqlite-$platform",
  "version": "$VERSION",
  "description": "The SQLite extension assay for $PLATFORM: install assay-sqlite",
  "license": "MIT",
  ${libc:+$libc
  }"os": ["$system"],
  "cpu": ["${cpu%-musl}"]
}
JSON

for package in main platform; do
  name=$(sed -n 's/^  "name": "\(.*\)",/\1/p' "$work/$package/package/package.json")
  file=$OUTPUT/npm/$name-$VERSION.tgz
  sh "$here/archive.sh" "$work/$package/package" "$file"
  sh "$here/describe.sh" "$EXTENSION" "$file"
done
