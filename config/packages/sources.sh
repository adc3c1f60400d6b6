# Functions that fetch and compile SQLite's source, which some npm packages contain.  A
# script reads this file with the command `.`.

# fetch PACKAGE FOLDER: copies sqlite3.c and its headers from an npm package to FOLDER.
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

# library FOLDER: compiles libsqlite3.a with the options that distributions use.
library() {
  [ -f "$1/libsqlite3.a" ] && return 0
  ${CC:-cc} -O1 -w -fPIC -DSQLITE_ENABLE_JSON1 -DSQLITE_ENABLE_MATH_FUNCTIONS \
    -DSQLITE_ENABLE_FTS4 -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_STAT4 \
    -DSQLITE_ENABLE_PERCENTILE -c -o "$1/sqlite3.o" "$1/sqlite3.c" &&
    ar rcs "$1/libsqlite3.a" "$1/sqlite3.o"
}
