# shellcheck shell=sh disable=SC2154 # tests and tap.sh set the variables
# The tests of platforms read this file with `.` after package.sh. Its functions test the
# packages that commands such as `make dist CROSS=$triplet` build, and run the SQL tests
# with the extension in these packages.
. config/packages/sources.sh

SOURCE_DATE_EPOCH=1700000000
export SOURCE_DATE_EPOCH
crossed=$build/cross/$triplet

skip_all() { # REASON
  echo "1..0 # SKIP $1"
  exit 0
}

# make_all TARGET...: makes the packages in $directory/first.
make_all() {
  command -v "$triplet-gcc" >/dev/null 2>&1 ||
    skip_all "no $triplet-gcc here (Debian: $compiler)"
  CC="$triplet-gcc" SOURCES="$build/sources" sh config/packages/libyaml.sh \
    "$directory/libyaml" 2>"$directory/made" || skip_all "$(cat "$directory/made")"
  is "$(cmp "$directory/libyaml/License" config/packages/LICENSE.libyaml 2>&1)" '' \
    "libyaml's notice is the one of its source"
  build_beside "$directory/first"
  make -s BUILD="$directory/first" CROSS="$triplet" "$@" \
    >"$directory/made" 2>&1 || {
    sed 's/^/# /' "$directory/made"
    echo "Bail out! make $* CROSS=$triplet failed"
    exit 255
  }
}

# is_reproducible TARGET...: builds the packages again and compares hashes.
is_reproducible() {
  made_elsewhere "$directory/second" CROSS="$triplet" "$@"
  is "$(hashes "$directory/second")" "$(hashes "$directory/first")" \
    'a second build of each package has the same hash'
  hashes "$directory/first" | sed 's/^/# /'
}

# passes_sql_tests EXTENSION SUFFIX: runs all of tests/sql in $emulator, by the program
# runsql$SUFFIX, which has its own SQLite.
passes_sql_tests() {
  runner=$crossed/tests/runsql$2
  sqlite=$crossed/sqlite
  package=better-sqlite3@13.2.0
  if ! fetch "$package" "$sqlite"; then
    skip 'all SQL tests pass with it' "$package, which has SQLite's source, can't be had"
    return 1
  fi
  CC="$triplet-gcc" library "$sqlite" && make -s BUILD="$crossed" CC="$triplet-gcc" \
    PKG_CONFIG=false CPPFLAGS="-I$sqlite" \
    SQLITE_LIBS="$sqlite/libsqlite3.a -lm" "$runner" >"$directory/log" 2>&1
  ASSAY_EXTENSION=$1 RUNSQL=$runner EMULATOR=$emulator \
    prove -j2 -Q -e tests/run tests/sql/*.sql >"$directory/log" 2>&1
  is "$(sed -n 's/^Result: //p' "$directory/log")" PASS \
    'all SQL tests pass with the packaged extension'
  grep '^Files=' "$directory/log" | sed 's/^/# /'
  [ "$failed" -eq 0 ] || grep '^tests/' "$directory/log" | sed 's/^/# /'
}

# If an option names a platform, pip and npm must choose the package for this platform.
# The chosen package must have the same extension as the archive.
pip_takes() { # TAG EXTENSION
  python=${PYTHON:-/usr/bin/python3}
  if ! "$python" -m pip --version >/dev/null 2>&1; then
    skip 'pip takes the wheel' 'no pip here (Debian: python3-pip)'
    return
  fi
  is "$("$python" -m pip download -q --no-index --no-deps --only-binary=:all: --platform \
    "$1" --find-links "$directory/first/wheel" --dest "$directory/taken" \
    --disable-pip-version-check assay-sqlite 2>&1 && ls "$directory/taken")" \
    "assay_sqlite-$version-py3-none-$1.whl" "pip takes the wheel for $1"
  "$python" -m zipfile -e "$directory"/first/wheel/*.whl "$directory/unpacked"
  is "$(cmp "$directory/unpacked/assay_sqlite/${2##*/}" "$2" && echo same)" same \
    'with the extension of the archive'
}

npm_takes() { # PLATFORM SYSTEM CPU LIBC EXTENSION
  if ! command -v npm >/dev/null 2>&1; then
    skip 'npm takes its package' 'no npm here (Debian: npm)'
    return
  fi
  # npm applies --os only to optional packages, so npm_ installs with -O. The package
  # assay-sqlite, too, names the platform's package as optional.
  npm_ project "--os=$2" "--cpu=$3" "--libc=$4" \
    "$directory/first/npm/assay-sqlite-$1-$version.tgz"
  npm_ project "--os=$2" "--cpu=$3" "--libc=$4" \
    "$directory/first/npm/assay-sqlite-$version.tgz"
  taken=$directory/project/node_modules/assay-sqlite-$1/${5##*/}
  is "$(cmp "$taken" "$5" && echo same)" same \
    "npm takes the package for $1, with the same extension"
  npm_ stranger --os=aix "$directory/first/npm/assay-sqlite-$1-$version.tgz"
  is "$(ls "$directory/stranger/node_modules" 2>/dev/null)" '' \
    'and leaves it out elsewhere'
}

npm_() { # PROJECT OPTION...
  mkdir -p "$directory/$1"
  (cd "$directory/$1" && shift && { [ -f package.json ] || npm init -y; } &&
    npm --offline --no-audit --no-fund --cache "$directory/cache" install -O "$@") \
    >"$directory/log" 2>&1
}
