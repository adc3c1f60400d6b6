#!/bin/sh
# Fetches or builds, for the clients that CLIENTS names, what Debian has no package of: npm's
# into build/clients/npm/PACKAGE, the drivers in Go and Rust into build/clients/go and
# rust.  What is there already is left as it is.  A client that can't be had is a SKIP of
# compare.py's, so nothing here fails.
set -u
here=$(dirname "$0")
clients=${BUILD:-build}/clients
mkdir -p "$clients"

# The versions that differences.json was written for.
fetch() { # PACKAGE VERSION
  [ ! -d "$clients/npm/$1/node_modules/$1" ] || return 0
  command -v npm >/dev/null 2>&1 || return 0
  mkdir -p "$clients/npm/$1"
  PATH=$(dirname "$(sh "$here/node_path.sh")"):$PATH timeout 600 npm install --silent \
    --no-audit --no-fund --no-save --prefix "$clients/npm/$1" "$1@$2" >/dev/null 2>&1 ||
    rm -rf "$clients/npm/$1"
}

for client in ${CLIENTS:-}; do
  case $client in
  better-sqlite3) fetch better-sqlite3 13.2.0 ;;
  libsql) fetch libsql 0.5.29 ;;
  npm-sqlite3) fetch sqlite3 6.0.1 ;;
  node) sh "$here/node_path.sh" >/dev/null ;;
  esac
done
