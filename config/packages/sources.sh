# The sources of libraries that are compiled in, to be read with `.`: SQLite's from npm
# packages, which carry some versions of it, libyaml's from Debian's source package.

# fetch PACKAGE FOLDER: sqlite3.c and its headers come to stand in FOLDER.
fetch() {
  [ -f "$2/sqlite3.c" ] && return 0
  mkdir -p "$2/package" || return 1
  (cd "$2" && npm pack --silent "$1" >pack.log 2>&1 && tar xzf ./*.tgz) || return 1
  for archive in "$2"/package/deps/*.tar.gz; do
    [ -f "$archive" ] && tar xzf "$archive" -C "$2/package/deps"
  done
  for file in sqlite3.c sqlite3.h sqlite3ext.h; do
    found=$(find "$2/package" -name "$file" | head -n 1)
    [ -n "$found" ] || return 1
    cp "$found" "$2/"
  done
  rm -rf "$2/package" "$2"/*.tgz
}

# library FOLDER: libsqlite3.a, with what distributions switch on.
library() {
  [ -f "$1/libsqlite3.a" ] && return 0
  ${CC:-cc} -O1 -w -fPIC -DSQLITE_ENABLE_JSON1 -DSQLITE_ENABLE_MATH_FUNCTIONS \
    -DSQLITE_ENABLE_FTS4 -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_STAT4 \
    -DSQLITE_ENABLE_PERCENTILE -c -o "$1/sqlite3.o" "$1/sqlite3.c" &&
    ar rcs "$1/libsqlite3.a" "$1/sqlite3.o"
}

# libyaml_source FOLDER: src/ and include/ come to stand in FOLDER.  The package is looked
# up in a list of its own; what went wrong is the last line of FOLDER/log.
libyaml_source() {
  [ -f "$1/include/yaml.h" ] && return 0
  mkdir -p "$1/lists/partial" "$1/cache" || return 1
  echo 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]' \
    'http://deb.debian.org/debian stable main' >"$1/list"
  (
    cd "$1" || exit 1
    set -- -qq -o Dir::Etc::sourcelist="$PWD/list" -o Dir::Etc::sourceparts=- \
      -o Dir::State::lists="$PWD/lists" -o Dir::Cache="$PWD/cache"
    apt-get "$@" update && apt-get "$@" source --download-only libyaml || exit 1
    tar xzf libyaml_*.orig.tar.gz && mv libyaml-*/src libyaml-*/include . &&
      rm -rf libyaml[-_]*
  ) >"$1/log" 2>&1
  rm -rf "$1/lists" "$1/cache"
  [ -f "$1/include/yaml.h" ]
}

# What libyaml's files are compiled with, beside their folder.
# shellcheck disable=SC2034 # for who reads this
libyaml_flags='-w -DYAML_DECLARE_STATIC -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2
  -DYAML_VERSION_PATCH=0 -DYAML_VERSION_STRING="0.2"'
