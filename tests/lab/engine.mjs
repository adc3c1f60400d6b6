// Tests the lab's engine under Node, through the calls that assay.d.mts declares.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { finish, is, ok, throws } from './tap.mjs';

const lab = `${process.env.BUILD || 'build'}/lab`;
const { AssayError, compile, open } = await import(pathToFileURL(`${lab}/assay.mjs`));
const module = await compile();
const start = (options) => open({ wasm: module, ...options });
const one = (db, sql, parameters) => db.exec(sql, parameters).rows[0][0];

// --- values ----------------------------------------------------------------------------

const db = await start();
is(db.exec("SELECT 1 AS a, 0.1, 'é😀', x'00ff', NULL AS e"),
  { columns: ['a', '0.1', "'é😀'", "x'00ff'", 'e'],
    rows: [[1, 0.1, 'é😀', new Uint8Array([0, 255]), null]] }, 'columns and a row');
const integers = [0, -1, 2 ** 53 - 1, -(2 ** 53 - 1), 2n ** 53n, -(2n ** 53n),
  2n ** 63n - 1n, -(2n ** 63n)];
for (const value of integers) {
  is(db.exec('SELECT ?1, typeof(?1)', [value]).rows, [[value, 'integer']],
    `${typeof value} ${value} is an INTEGER there and back`);
}
const same = { '0.5': [0.5, 'real'], 'a double': [1e300, 'real'],
  '-0': [-0, 'real'], 'Infinity': [Infinity, 'real'], 'an empty text': ['', 'text'],
  'a text with a zero': ['a\0b', 'text'], 'a text with a BOM': ['\ufeffa', 'text'],
  'a long text': ['ä'.repeat(100000), 'text'], 'bytes': [new Uint8Array([1]), 'blob'],
  'no bytes': [new Uint8Array(0), 'blob'], 'null': [null, 'null'] };
for (const [name, [value, type]] of Object.entries(same)) {
  is(db.exec('SELECT ?1, typeof(?1)', [value]).rows, [[value, type]],
    `${name} comes back`);
}
const changed = { 'true': [true, 1], 'false': [false, 0], 'undefined': [undefined, null],
  'NaN': [NaN, null], 'half a pair': ['\ud83d', '\ufffd'],
  'an ArrayBuffer': [new ArrayBuffer(2), new Uint8Array(2)],
  'a part of a buffer': [new Uint16Array([1, 2, 3]).subarray(1, 2),
    new Uint8Array([2, 0])] };
for (const [name, [value, arrived]] of Object.entries(changed)) {
  is(one(db, 'SELECT ?', [value]), arrived, `${name} arrives as what SQL has`);
}
await throws(() => db.exec('SELECT ?', [2n ** 63n]),
  /64 bits at most, got 9223372036854775808/,
  'an integer that is too large');
for (const [name, value] of Object.entries({ object: {}, array: [1], date: new Date(0),
  symbol: Symbol('x'), function: () => 1 })) {
  await throws(() => db.exec('SELECT ?', [value]), /^a parameter is a number, .* got /,
    `no parameter: ${name}`);
}

// --- parameters ------------------------------------------------------------------------

is(db.exec('SELECT ?2, ?1, ?', [1, 2, 3]).rows, [[2, 1, 3]], 'parameters by number');
is(db.exec('SELECT :a, @b, $c, :a', { a: 1, b: 2, c: 3 }).rows, [[1, 2, 3, 1]],
  'parameters by name');
is(db.exec('SELECT ?2', { 2: 'x', 1: 'y' }).rows, [['x']], 'numbers are names, too');
await throws(() => db.exec('SELECT ?, ?', [1]), /^parameter \?2 has no value$/,
  'too few parameters');
await throws(() => db.exec('SELECT ?', [1, 2]), /^parameter \?2 is in no statement$/,
  'too many parameters');
await throws(() => db.exec('SELECT :a', { b: 1 }), /^parameter :a has no value$/,
  'a parameter of another name');
await throws(() => db.exec('SELECT 1', { b: 1 }), /^parameter :b is in no statement$/,
  'a name for nothing');
await throws(() => db.exec('SELECT :constructor', {}), /has no value/,
  'a property that objects inherit is no value');
for (const wrong of ['a', 1, new Uint8Array(1)]) {
  await throws(() => db.exec('SELECT ?', wrong), /^parameters are an array or an object/,
    `parameters are not ${typeof wrong}`);
}
is(db.exec('CREATE TABLE p(x); INSERT INTO p VALUES (:a); INSERT INTO p VALUES (:b);'
  + 'SELECT x FROM p', { a: 1, b: 2 }).rows, [[1], [2]],
    'each statement takes its own parameters');
await throws(() => db.exec('DELETE FROM p', [1]), /is in no statement/, 'a stray value');
is(one(db, 'SELECT count(*) FROM p'), 2,
  'a stray value is refused before the statement runs');

// --- statements ------------------------------------------------------------------------

is(db.exec('').rows, [], 'no statement');
is(db.exec(' ; -- nothing\n /* here */ ;').columns, [], 'comments are no statement');
is(db.exec(';;SELECT 1; ; /* and */ -- so on').rows, [[1]],
  'one statement among comments');
is(db.exec('SELECT 1 AS a; SELECT 2 AS b WHERE 0; DELETE FROM p WHERE 0'),
  { columns: ['b'], rows: [] }, 'the answer is that of the last statement with columns');
is(db.exec('SELECT 1 /* not closed').rows, [[1]], 'SQLite closes a comment at the end');
const missing = await throws(() => db.exec("SELECT 'é😀';\n SELECT nope"),
  /^no such column: nope$/, 'an error has the message of SQLite');
ok(missing instanceof AssayError && missing.name === 'AssayError',
  'an error is an AssayError');
is([missing.code, missing.offset], [1, "SELECT 'é😀';\n SELECT ".length],
  'an error has the code and the place');
is((await throws(() => db.exec("SELECT ci_score(1, 1, 1, 1, 1, '[1]')"), /^ci_score: /,
  'a mistake in a call of assay is in its words')).code, 1, 'with a code');
is((await throws(() => db.exec('CREATE TABLE u(x UNIQUE); INSERT INTO u VALUES (1), (1)'),
  /UNIQUE/, 'a constraint')).code, 2067, 'a violated constraint has its extended code');
is(one(db, 'SELECT count(*) FROM u'), 0, 'the statements before the error took effect');
await throws(() => db.exec('SELECT 1\0'), /NUL/, 'SQL with a NUL');
await throws(() => db.exec(1), /^sql is text, got number$/, 'SQL that is no text');

// --- row by row ------------------------------------------------------------------------

const seen = [];
const count = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) ';
is(db.each('SELECT 1 AS a; SELECT 2 AS b UNION SELECT 3', [],
  (row, columns) => seen.push([...row, ...columns])), ['b'], 'each() passes the columns');
is(seen, [[1, 'a'], [2, 'b'], [3, 'b']], 'each() passes every row of every statement');
let rows = 0;
await throws(() => db.each(`${count} SELECT x FROM c`, undefined, () => {
  if (++rows === 1000) throw new Error('enough');
}), /^enough$/, 'an exception ends an endless query');
is(rows, 1000, 'the query ends at that row');
is(one(db, 'SELECT 1'), 1, 'the connection works after the exception');
db.exec('CREATE TABLE dropped AS SELECT x FROM p');
await throws(() => db.each('SELECT x FROM dropped', [], () => { throw new Error('no'); }),
  /^no$/, 'an exception in the first row');
is(db.exec('DROP TABLE dropped').rows, [],
  'after the exception no statement is left open');
const nested = [];
db.each('SELECT x FROM p', [], ([x]) => nested.push(one(db, 'SELECT ? * 10', [x])));
is(nested, [10, 20], 'a query within a query');

// --- assay -----------------------------------------------------------------------------

is(one(db, 'SELECT tier_of(0.75)'), 'High', 'assay is there');
const other = db.connect();
is(other.load('{evaluation: {deep_research: {patience: 3}}}'), 1, 'settings are loaded');
const value = "SELECT value FROM assay_settings "
  + "WHERE key = 'evaluation.deep_research.patience'";
is([one(other, value), one(db, value)], [3, 1],
  'settings are loaded for that connection alone');
await throws(() => db.load('{evaluation: {deep_research: {patience: 3}}}'),
  /in use/, 'settings can not be loaded where a rule has run');
await throws(() => db.connect().load('a: [', 'strict'), /1:|line/, 'broken YAML');
await throws(() => db.connect().load('nothing: 1', 'strict'), /nothing/, 'strictly');
other.exec('INSERT INTO p VALUES (3)');
is(one(db, 'SELECT count(*) FROM p'), 3, 'two connections, one database');
other.close();
is(one(db, 'SELECT count(*) FROM p'), 3,
  'the database stays while one connection is open');

// --- stopping --------------------------------------------------------------------------

let asked = 0, limit = 5;
const watched = await start({ onProgress: () => ++asked === limit, steps: 1000 });
is((await throws(() => watched.exec(`${count} SELECT max(x) FROM c`), /^interrupted$/,
  'a statement is stopped')).code, 9, 'with SQLITE_INTERRUPT');
is(asked, 5, 'the query is stopped at the fifth call of onProgress');
is(one(watched, 'SELECT 1'), 1, 'after the interrupt the next statement runs');
const pressed = await start({ onProgress: () => ++asked === limit, steps: 5 });
const sampled = `SELECT round_acceptability(column1, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 9000000)
  FROM (VALUES (1), (2))`;
[asked, limit] = [0, 20];
await throws(() => pressed.exec(sampled), /interrupt/,
  'a long call of assay is stopped, too');
const failing = await start({ onProgress() { throw new RangeError('mine'); },
  steps: 10 });
ok(await throws(() => failing.exec(`${count} SELECT max(x) FROM c`), /^mine$/,
  'an exception from onProgress') instanceof RangeError, 'is raised unchanged');
is(one(failing.connect(), 'SELECT 1'), 1, 'another connection does not call onProgress');

// --- files -----------------------------------------------------------------------------

const demo = readFileSync(`${process.env.BUILD || 'build'}/demo.db`);
const history = await start({ bytes: demo });
const runs = one(history, 'SELECT count(*) FROM runs');
ok(runs > 30, 'a file is opened');
ok(Buffer.compare(history.bytes(), demo) === 0,
  'an unchanged file comes out as it went in');
history.exec('CREATE TEMP TABLE t AS SELECT 1; DELETE FROM rounds WHERE run_id > 10;'
  + 'VACUUM');
const shrunk = await start({ bytes: history.bytes() });
is(one(shrunk, 'SELECT count(DISTINCT run_id) FROM rounds'), 10,
  'a changed database comes out with its changes');
is(one(shrunk, 'PRAGMA integrity_check'), 'ok', 'whole');
is(one(await start({ bytes: demo.buffer.slice(demo.byteOffset,
  demo.byteOffset + demo.length) }), 'SELECT count(*) FROM runs'), runs,
    'an ArrayBuffer');
const logged = new Uint8Array(demo);
logged.fill(2, 18, 20);
is(one(await start({ bytes: logged }), 'SELECT count(*) FROM runs'), runs, 'in WAL mode');
ok(logged[18] === 2, 'the bytes that were handed in are unchanged');
const utf16 = await start();
utf16.exec("PRAGMA encoding = 'UTF-16be'; CREATE TABLE t(x);"
  + "INSERT INTO t VALUES ('é')");
is(one(await start({ bytes: utf16.bytes() }), 'SELECT x FROM t'), 'é', 'in UTF-16');
is((await start({ bytes: new Uint8Array(0) })).exec('SELECT 1').rows, [[1]], 'no bytes');
for (const [name, bytes] of Object.entries({
  'a text': Buffer.from('no database'.repeat(99)),
  'a few bytes': new Uint8Array(10), 'half a header': demo.subarray(0, 50),
  'another page size': Uint8Array.from(demo, (byte, i) => i === 16 ? 7 : byte) })) {
  is((await throws(() => start({ bytes }), /not a database|malformed/, name))?.code,
    name === 'half a header' ? 11 : 26, `${name} is no database`);
}
for (const bytes of ['text', 5, {}, null]) {
  await throws(() => start({ bytes }), /^bytes are a Uint8Array or an ArrayBuffer/,
    `bytes are not ${bytes === null ? 'null' : typeof bytes}`);
}
await throws(() => start({ bytes: demo.subarray(0, 8192) }), /malformed/, 'a cut file');
const large = await start();
large.exec(`CREATE TABLE t AS ${count} SELECT x, zeroblob(1000) FROM c LIMIT 30000`);
ok(large.memory > 3e7 && large.bytes().length > 3e7, 'the memory grows');
is((await throws(() => large.exec("SELECT replace(hex(zeroblob(1e9)), '0', 'ab')"),
  /too big|memory/, 'more than there is'))?.code > 0, true,
    'more memory than there is gives an error');
is(one(large, 'SELECT count(*) FROM t'), 30000,
  'after that error the database is unchanged');
await throws(() => db.exec("SELECT assay_load('x.yaml')"), /x\.yaml: cannot be read/,
  'there are no files');

// --- the end ---------------------------------------------------------------------------

db.close();
db.close();
for (const act of [() => db.exec('SELECT 1'), () => db.bytes(), () => db.load('{}'),
  () => db.connect(), () => db.each('SELECT 1', [], () => {})]) {
  await throws(act, /^the database is closed$/, `closed: ${act}`);
}
await throws(() => open({ wasm: new Uint8Array(8) }), /wasm|magic|module/i, 'no module');
is(one(await open(), 'SELECT 1'), 1, 'the file beside the module');
is(one(await open({ wasm: readFileSync(`${lab}/assay.wasm`) }), 'SELECT 1'), 1,
  'the bytes of the module');
is(one(await open({ wasm: pathToFileURL(`${lab}/assay.wasm`) }), 'SELECT 1'), 1,
  'the address of the module');

finish();
