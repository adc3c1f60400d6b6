#!/bin/sh
# Fetches or builds what the clients in CLIENTS need and Debian does not package. Packages
# of npm go into build/clients/npm/PACKAGE, and drivers in Go and Rust into
# build/clients/go and rust. An npm package that is already there is not fetched again. If
# a package can't be fetched, this script goes on, and compare.py skips its client.
set -u
here=$(dirname "$0")
clients=${BUILD:-build}/clients
mkdir -p "$clients"

# Installs an npm package. The calls at the end name the versions that the file
# differences.json (how clients differ) describes.
fetch() { # PACKAGE VERSION
  [ ! -d "$clients/npm/$1/node_modules/$1" ] || return 0
  command -v npm >/dev/null 2>&1 || return 0
  mkdir -p "$clients/npm/$1"
  PATH=$(dirname "$(sh "$here/node_path.sh")"):$PATH timeout 600 npm install --silent \
    --no-audit --no-fund --no-save --prefix "$clients/npm/$1" "$1@$2" >/dev/null 2>&1 ||
    rm -rf "$clients/npm/$1"
}

build_go() {
  GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$PWD/$clients/go/cache \
    go build -tags libsqlite3 -o "$clients/go/battery" "$here/drivers/go/main.go"
}

# rusqlite and the crates that it needs come from Debian's packages. The script only
# unpacks these packages. To install them, apt would also install two hundred other
# packages, for features that the test does not use.
crates='rusqlite bitflags fallible-iterator fallible-streaming-iterator hashlink
  libsqlite3-sys smallvec hashbrown ahash-0.7 getrandom once-cell version-check cfg-if
  libc pkg-config vcpkg'

unpack_crates() { # FOLDER
  [ ! -d "$1/tree" ] || return 0
  mkdir -p "$1/packages"
  for crate in $crates; do
    (cd "$1/packages" && apt-get download -qq "librust-$crate-dev") || return
  done
  for package in "$1"/packages/*.deb; do
    dpkg-deb -x "$package" "$1/tree" || return
  done
}

build_rust() {
  folder=$PWD/$clients/rust
  unpack_crates "$folder" || return
  mkdir -p "$folder/project/.cargo"
  cp -r "$here/drivers/rust/." "$folder/project"
  printf '%s\n' '[source.crates-io]' 'replace-with = "debian"' '[source.debian]' \
    "directory = \"$folder/tree/usr/share/cargo/registry\"" \
    >"$folder/project/.cargo/config.toml"
  (cd "$folder/project" && cargo build --quiet --release --offline) &&
    cp "$folder/project/target/release/battery" "$folder/battery"
}

# ready LANGUAGE COMMAND: deletes LANGUAGE's old driver, which could be outdated. Succeeds
# if the compiler COMMAND exists.
ready() {
  rm -f "$clients/$1/battery"
  mkdir -p "$clients/$1"
  command -v "$2" >/dev/null 2>&1
}

for client in ${CLIENTS:-}; do
  case $client in
  better-sqlite3) fetch better-sqlite3 13.2.0 ;;
  libsql) fetch libsql 0.5.29 ;;
  npm-sqlite3) fetch sqlite3 6.0.1 ;;
  node) sh "$here/node_path.sh" >/dev/null ;;
  go) ready go go && build_go >"$clients/go/log" 2>&1 ;;
  rust) ready rust cargo && build_rust >"$clients/rust/log" 2>&1 ;;
  esac
done
exit 0
