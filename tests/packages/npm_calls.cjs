// Tests the calls of the npm package under one driver, better-sqlite3 or node:sqlite.
// npm.sh runs this program and counts its lines.
'use strict';

const { spawnSync } = require('child_process');
const fs = require('fs');
const { isDeepStrictEqual, inspect } = require('util');
const assay = require('assay-sqlite');

const driver = process.argv[2];

function open(file) {
  const driven = require(driver);
  return driver === 'node:sqlite' ?
    new driven.DatabaseSync(file, { allowExtension: true }) : new driven(file);
}

function isEq(got, want, name) {
  const passed = isDeepStrictEqual(got, want);
  console.log(`${passed ? 'ok' : 'not ok'} - ${name}`);
  if (!passed) console.log(`  got: ${inspect(got)}\n want: ${inspect(want)}`);
}

function raised(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}

// The warnings that Node gets while a call runs.
function said(call) {
  const warnings = [];
  const { emitWarning } = process;
  process.emitWarning = (message, type) => warnings.push([type, message]);
  try {
    return [call(), warnings];
  } finally {
    process.emitWarning = emitWarning;
  }
}

function history(file, options) {
  const db = assay.load(open(file), options);
  for (const name of ['schema.sql', 'views.sql'])
    db.exec(fs.readFileSync(assay.sqlPath(name), 'utf8'));
  return db;
}

const DIMENSIONS = ['coverage', 'source_quality', 'agreement', 'verification', 'recency'];
const GOOD = { ...Object.fromEntries(DIMENSIONS.map((name) => [name, 0.9])),
  recent_sources: 12, critical_contradictions: 0 };
const LOW = { ...GOOD, coverage: 0.6 };
const PATIENT = { evaluation: { deep_research: { patience: 2 } } };
const GARBAGE = ["I can't score that.", '', null, undefined, '[1]', '{', [1], 7,
  { coverage: [] }, '\ud800', { coverage: '\ud800' }, { coverage: NaN },
  { coverage: 9n }, { coverage: 1e300 }];

function inHand() {
  assay.load(open(':memory:')); // from here on, calls open connections of this kind
  const verdict = assay.gate({ ...LOW, coverge: 1 });
  isEq([verdict.passed, verdict.reason, verdict.failedDimensions, verdict.unknown],
    [false, 'low dimensions: coverage', ['coverage'], ['coverge']],
    'gate() gives its reason');
  isEq(GARBAGE.map((reply) => assay.gate(reply).missing.includes('coverage')),
    GARBAGE.map(() => true), 'garbage is missing evidence');
  isEq(assay.stop([LOW, GOOD]),
    { action: 'pass', round: 2, returnedRound: 2, reason: '' }, 'stop() of rounds');
  isEq([assay.stop({ 5: GOOD, 4: LOW }).round, assay.stop(new Map([['a', GOOD]])).round,
    assay.stop({ '-5': GOOD }).round], [5, 'a', -5], 'with numbers of their own');
  isEq([assay.stop([]).action, assay.best([]), assay.best([LOW, GOOD, LOW])],
    ['continue', null, 2], 'without a round it continues; best()');
  const db = assay.load(open(':memory:'), { settings: PATIENT });
  const falling = [LOW, { ...LOW, coverage: 0.5 }];
  isEq([assay.stop(falling).action, assay.stop(falling, { db }).action],
    ['patience_stop', 'continue'], 'under the settings of a connection');
}

function ownRubric() {
  const mine = { scores: { tone: { high: 0.6 } } };
  const settings = { evaluation: { rubrics: { mine } } };
  const db = history(':memory:', { settings });
  const run = [{ tone: 0.5 }, 'none', { tone: 0.9 }];
  const rubric = 'mine';
  run.forEach((reply, index) =>
    assay.recordRound(db, 4, index + 1, reply, ['a'], { rubric }));
  isEq([assay.stop(db, 4, { rubric }), assay.decisions(db, { rubric })[0]],
    Array(2).fill({ ...assay.stop(run, { rubric, db }), runId: 4 }), 'a rubric, stored');
  isEq([assay.best(db, 4, { rubric }), assay.best(run, { rubric, db }),
    assay.best(db, 4)], [3, 3, null], 'and the best of it');
  db.exec("UPDATE assay_schema SET epoch = 2; VACUUM INTO 'aged.db'");
  isEq(said(() => assay.load(open('aged.db')))[1].length, 1, 'views of another epoch');
  isEq(raised(() => assay.load(open('aged.db'), { strict: true })).function,
    'assay_require', 'with strict an error');
  isEq(db.prepare('PRAGMA foreign_keys').all().map((row) => row.foreign_keys), [1],
    'foreign keys are enforced');
}

function stored() {
  const db = history('stored.db');
  const replies = [...GARBAGE, LOW, GOOD, { ...GOOD, COVERAGE: 0.9 },
    JSON.stringify(GOOD), '{"coverage": 0.9, "coverage": 0.9}',
    { Coverage: '0.9', RECENCY: true }];
  const runs = replies.flatMap((first) => [[first], [LOW, first], [first, GOOD]]);
  const differ = runs.filter((run, id) => {
    run.forEach((reply, index) => assay.recordRound(db, id, index + 1, reply));
    const { runId, ...decision } = assay.stop(db, id);
    return runId !== id || !isDeepStrictEqual(decision, assay.stop(run)) ||
      assay.best(db, id) !== assay.best(run);
  });
  isEq(differ, [], `${runs.length} runs of odd replies, in hand and stored`);
  isEq(assay.decisions(db), runs.map((_, id) => assay.stop(db, id)), 'decisions()');
  assay.recordRound(db, 900, 1, GOOD,
    ['a', 'a', { source: 'b', domain: 'ai_ml', published: '2026-01-01' }],
    { title: 'why', asOf: '2026-02-01' });
  isEq(db.prepare('SELECT typeof(round) AS type, source, domain, published FROM sources')
    .all().map((row) => Object.values(row)),
  [['integer', 'a', null, null], ['integer', 'b', 'ai_ml', '2026-01-01']],
  'each cited source is stored once');
  const named = db.prepare('SELECT title, as_of FROM runs WHERE run_id = 900').get();
  isEq([named.title, named.as_of], ['why', '2026-02-01'], 'with its title and its day');
  assay.recordRound(db, 910, 1, { coverage: new Uint8Array([1]), agreement: Infinity,
    source_quality: 2n ** 63n, verification: true, RECENCY: -(2n ** 63n),
    critical_contradictions: [1] }, [{ source: 'd', published: new Date(0) }],
  { rubric: 'Research' });
  isEq(db.prepare(`SELECT hex(coverage) || ' ' || typeof(coverage) AS coverage,
      source_quality, agreement, verification, recency,
      critical_contradictions, (SELECT published FROM sources WHERE source = 'd') AS seen
    FROM rounds WHERE run_id = 910`).all().map((row) => Object.values(row)),
  [['01 blob', 2 ** 63, null, 'true', -(2 ** 63), '[1]',
    '1970-01-01T00:00:00.000Z']], 'values are stored unchanged, or as text');
  isEq([assay.stop(db, 999), assay.best(db, 999), assay.best(db, 910, {
    rubric: 'RESEARCH' })], [{ action: 'continue', round: null, returnedRound: null,
    reason: '', runId: 999 }, null, 1], 'a run without a round continues');
  isEq([/UNIQUE/.test(raised(() => assay.recordRound(db, 900, 1, GOOD))),
    /NOT NULL/.test(raised(() => assay.recordRound(db, 901, 1, GOOD, [{}]))),
    db.prepare('SELECT count(*) AS n FROM runs WHERE run_id = 901').get().n],
  [true, true, 0], 'a round is stored whole or not at all');
  isEq(raised(() => db.exec('BEGIN; ROLLBACK')), undefined, 'and leaves no transaction');
}

function errors() {
  const { name, function: called, argument, rule, value } =
    raised(() => assay.gate({}, { rubric: 'mine' }));
  isEq([name, called, argument, rule, value], ['AssayError', 'rubric_report', 'rubric',
    'must be one of research', "'mine'"], 'a mistake in a call has its parts');
  fs.writeFileSync('torn.yaml', 'evaluation:\n  deep_research: [\n');
  const torn = raised(() => assay.load(open(':memory:'), { settings: 'torn.yaml' }));
  isEq([torn instanceof assay.SettingsError, torn.file, torn.line, torn.column],
    [true, 'torn.yaml', 3, 1], 'settings have a place');
  const absent = raised(() => assay.load(open(':memory:'), { settings: 'none.yaml' }));
  isEq([absent.name, absent.file, absent.line, absent.problem.slice(0, 15)],
    ['SettingsError', 'none.yaml', null, 'cannot be read:'], 'absent settings have none');
  const settings = { evaluation: { deep_research: { paitence: 2 } } };
  isEq(said(() => assay.load(open(':memory:'), { settings }))[1].map(([type]) => type),
    ['AssayWarning'], 'a misspelt key is a warning');
  isEq(raised(() => assay.load(open(':memory:'), { settings, strict: true })).line, 1,
    'with strict an error');
}

function contracts() {
  const db = history('bound.db', { settings: PATIENT });
  db.exec(fs.readFileSync(assay.sqlPath('contract.sql'), 'utf8'));
  const patience = (options) => {
    const [loaded, warnings] = said(() => assay.load(open('bound.db'), options));
    const [row] = loaded.prepare(
      "SELECT assay_setting('evaluation.deep_research.patience') AS value").all();
    return [row.value, warnings.map(([type]) => type)];
  };
  isEq([patience(), patience(), patience({ contract: null }), patience({ settings: {} }),
    patience({ settings: PATIENT })],
  [[2, ['AssayContract']], [2, []], [1, []], [1, ['AssayWarning']], [2, []]],
  'a contract is loaded with one notice, ignored, or compared');
  const strict = { settings: {}, strict: true };
  isEq([raised(() => assay.load(open('bound.db'), strict)).function,
    raised(() => assay.load(open('bound.db'), { contract: '3:0' })).value],
  ['assay_require', "'3:0'"], 'or required');
  const cli = require.resolve('assay-sqlite/package.json')
    .replace('package.json', 'cli.cjs');
  const run = (...args) => {
    const done = spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8' });
    return [done.status, /Patience 2/.test(done.stdout), done.stderr.slice(0, 42)];
  };
  isEq([run('report', 'stop_policy', 'bound.db', 'rows=1'),
    run('report', 'x', 'bound.db'),
    run('report', 'stop_policy', 'none.db')],
  [[0, true, ''], [2, false, 'assay: report: name must be one of accepta'],
    [2, false, 'assay: none.db: no such file\n']], 'a report, by its command');
  const tried = ['rubric=research', 'rubric=nobody'].map((each) =>
    run('report', 'stop_policy', 'bound.db', each).slice(0, 2));
  isEq([...tried, run('report', 'by_rubric', 'bound.db')],
    [[0, true], [2, false], [2, false, 'assay: report: name must be one of accepta']],
    'a report by a rubric; status 2 if the report refuses');
  isEq(run('report', 'stop_policy'), [2, false,
    'assay: usage: assay-sqlite report NAME FIL'], 'without a file it shows its usage');
  const odd = [cli, 'report', 'stop_policy', 'bound.db', 'rubric=a=b\\c'];
  isEq(spawnSync(process.execPath, odd, { encoding: 'utf8' }).stderr.includes("'a=b\\c'"),
    true, 'a parameter reaches the report unchanged');
  const piped = '{ "$0" "$1" report stop_policy bound.db; echo "status $?" >&2; } | true';
  isEq(spawnSync('sh', ['-c', piped, process.execPath, cli], { encoding: 'utf8' }).stderr,
    'status 2\n', 'if `head` closes the pipe, the command ends without a message');
}

for (const file of ['stored.db', 'bound.db', 'aged.db']) fs.rmSync(file, { force: true });
const other = { prepare: () => ({ all: () => [{ source: 'another' }] }) };
inHand();
isEq(raised(() => assay.load(other)).message.slice(0, 46),
  'load: assay is in the SQLite of another driver', 'a process can use only one driver');
ownRubric();
stored();
errors();
contracts();
