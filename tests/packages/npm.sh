#!/bin/sh
# Tests the npm packages: installs them into a new project without the registry, and loads
# the extension by node:sqlite and better-sqlite3, if available.

. tests/shell/tap.sh
. tests/shell/package.sh
needs readelf binutils
needs node nodejs
needs npm npm
make_package npm
case $machine in x86_64) cpu=x64 ;; aarch64) cpu=arm64 ;; *) cpu=$machine ;; esac
main=$build/npm/assay-sqlite-$version.tgz
platform=$build/npm/assay-sqlite-linux-$cpu-$version.tgz

mkdir "$directory/project" "$directory/alone"
cd "$directory/project" || exit 255
npm_() { # prints npm's output without its advice
  npm --offline --no-audit --no-fund --silent --cache "$directory/cache" "$@" 2>&1
}
npm_ init -y >/dev/null
is "$(npm_ install "$platform" "$main")" '' 'npm installs both without the registry'
is "$(npm_ ls --all --parseable | wc -l)" 3 'npm finds nothing missing'
is_self_contained node_modules/assay-sqlite-linux-$cpu/assay.so
is "$(dead_links node_modules/assay-sqlite)" '' 'every link leads somewhere'
is "$(for package in assay-sqlite assay-sqlite-linux-$cpu; do
  node -p "require('$package/package.json').version"
done | sort -u)" "$version" 'both packages have the version'
is "$(node -p "const { os, cpu, libc } = JSON.parse(require('fs').readFileSync(
  'node_modules/assay-sqlite-linux-$cpu/package.json')); [os, cpu, libc].join()")" \
  "linux,$cpu,glibc" 'the package of the platform names its platform'
is "$(node -p "require('assay-sqlite').getLoadablePath()")" \
  "$PWD/node_modules/assay-sqlite-linux-$cpu/assay.so" \
  'getLoadablePath() is the file of that package'
is "$(node --input-type=module -e "
import assay, { getLoadablePath, load, sqlPath } from 'assay-sqlite';
console.log(getLoadablePath() === assay.getLoadablePath(), typeof load,
            typeof sqlPath)")" \
  'true function function' 'import gives the same calls'
is "$(node --input-type=module -e "
import remote, { query } from 'assay-sqlite/remote';
console.log(query === remote.query);
query('http://127.0.0.1:1', 'SELECT 1').catch((problem) => console.log(problem.code));
")" 'true
undefined' 'assay-sqlite/remote loads, and fails without a server'
is "$(cmp "$(node -p "require('assay-sqlite').sqlPath('views.sql')")" \
  "$root/sql/views.sql" && echo same)" same 'sqlPath() is a file of the SQL'
is "$(node -p "require('assay-sqlite').sqlPath('view.sql')" 2>&1 |
  grep -c "^Error: sqlPath: name must be .*, got 'view.sql'")" 1 \
  'a wrong name of a file is an error'

(cd ../alone && npm_ init -y && npm_ install --omit=optional "$main") >/dev/null
is "$(cd ../alone && node -p "require('assay-sqlite').getLoadablePath()" 2>&1 |
  grep -c "^Error: assay-sqlite: assay-sqlite-linux-$cpu is not installed; ")" 1 \
  'without the package of the platform the error says so'

# --- WebAssembly ------------------------------------------------------------------------

if [ -f "$build/lab/assay.wasm" ]; then
  cat >wasm.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AssayError, open } from 'assay-sqlite/wasm';
const db = await open();
console.log(db.exec('SELECT tier_of(:score) AS tier', { score: 0.75 }).rows[0][0]);
const wasm = createRequire(import.meta.url).resolve('assay-sqlite/wasm/assay.wasm');
const other = await open({ wasm: readFileSync(wasm), bytes: db.bytes() });
console.log(other.exec('SELECT assay_version()').rows[0][0]);
try { db.exec('SELECT tier_of()'); } catch (error) {
  console.log(error instanceof AssayError, error.code);
}
JS
  is "$(node wasm.mjs 2>&1)" "$(printf 'High\n%s\ntrue 1' "$version")" \
    'assay-sqlite/wasm answers'
  awk '/^```/ { inside = $0 == "```mjs"; next } inside' \
    node_modules/assay-sqlite/README.md >readme.mjs
  is "$(node readme.mjs 2>&1)" "[ [ 'High' ] ]" \
    'the example of the README of the package runs'
  is "$(cd ../alone && cp ../project/wasm.mjs . && node wasm.mjs 2>&1 | head -n 1)" High \
    'assay-sqlite/wasm needs no package of a platform'
else
  skip 'assay-sqlite/wasm answers' 'no build/lab: make lab'
fi

# --- types ------------------------------------------------------------------------------

cat >types.ts <<'TS'
import assay = require('assay-sqlite');
import { query } from 'assay-sqlite/remote';
const rows: Promise<unknown[][]> = query('http://127.0.0.1:1', 'SELECT ?', [1n, null],
  { contract: 'b8c4' });
// @ts-expect-error
query('http://127.0.0.1:1', 'SELECT ?', [undefined]);
const db = { name: 'mine', loadExtension(path: string): void {},
  exec(sql: string): void {}, prepare(sql: string): unknown { return sql; } };
const same: string = assay.load(db, { settings: {}, strict: true, contract: null }).name
  + assay.getLoadablePath() + assay.sqlPath();
const verdict: assay.Verdict = assay.gate({ coverage: 0.9 }, { rubric: 'research', db });
const decision: assay.Decision = assay.stop([{ coverage: 0.9 }, 'garbage', null]);
const stored: assay.Decision = assay.stop(db, 7);
const kept: number | string | null = assay.best({ 1: verdict.report });
const all: string[] = assay.decisions(db).map((each) => each.action + each.returnedRound);
assay.recordRound(db, 7, 1, { coverage: 0.9 }, ['a', { source: 'b', domain: 'ai_ml' }]);
const line: number | null = new assay.SettingsError('').line;
// @ts-expect-error
assay.recordRound(db, 7, 1, { coverage: 0.9 }, [{ url: 'a' }]);
// @ts-expect-error
assay.gate({ coverage: 0.9 }, 'research');
// @ts-expect-error
if (decision.action === 'stop') console.log(stored, kept, all, line);
// @ts-expect-error
assay.load({});
// @ts-expect-error
assay.sqlPath(1);
TS
fetch() { # PACKAGE: installs from the registry
  timeout 240 npm --no-audit --no-fund --silent install "$1" >/dev/null 2>&1
}
cat >wasm.mts <<'TS'
import { open, AssayError, type Value } from 'assay-sqlite/wasm';
const db = await open({ bytes: new Uint8Array(0), onProgress: () => false });
const rows: Value[][] = db.exec('SELECT :a', { a: 1n }).rows;
const columns: string[] = db.each('SELECT ?', [null], (row) => { rows.push(row); });
const size: number = db.bytes().length + new AssayError('').code + columns.length;
db.connect({ steps: size }).close();
// @ts-expect-error
db.exec(1);
// @ts-expect-error
db.exec('SELECT ?', [Symbol('x')]);
TS
if fetch typescript@5.9; then
  [ ! -f "$build/lab/assay.wasm" ] ||
    is "$(node_modules/.bin/tsc --noEmit --strict --module node16 --target es2022 \
      wasm.mts)" '' 'TypeScript takes those of assay-sqlite/wasm'
  is "$(node_modules/.bin/tsc --noEmit --strict --module node16 types.ts)" '' \
    'TypeScript takes the types'
else
  skip 'TypeScript takes the types' 'typescript could not be fetched'
fi

# --- node:sqlite and better-sqlite3 -----------------------------------------------------

clients=$build/clients
builtin=$(cd "$root" && BUILD=$build CLIENTS='better-sqlite3 node' \
  sh tests/clients/fetch.sh && BUILD=$build sh tests/clients/node_path.sh)
calls() { # DRIVER
  NODE_PATH=$PWD/node_modules:$clients/npm/better-sqlite3/node_modules "$builtin" \
    --no-warnings "$root/tests/packages/npm_calls.cjs" "$1" >"$directory/output" 2>&1
  counted "$1" $? "$directory/output"
}
if [ -n "$builtin" ]; then
  calls node:sqlite
else
  skip 'node:sqlite loads it' 'no Node that has it, and none could be fetched'
fi
if [ -n "$builtin" ] && [ -d "$clients/npm/better-sqlite3" ]; then
  awk '/^```/ { inside = $0 == "```cjs"; next } inside' \
    node_modules/assay-sqlite/README.md >readme.cjs
  is "$(NODE_PATH=$clients/npm/better-sqlite3/node_modules "$builtin" readme.cjs 2>&1)" \
    "$(printf 'false low dimensions: verification\npass')" \
    'the example of its README runs under better-sqlite3'
  calls better-sqlite3
else
  skip 'better-sqlite3 loads it' 'better-sqlite3 could not be fetched'
fi

finish
