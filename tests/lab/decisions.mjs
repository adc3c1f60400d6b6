// The lab must decide each run as the native extension does under the same settings.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile, open } from '../../sql/lab/engine/assay.mjs';
import { History } from '../../sql/lab/history.mjs';
import { mappingSql, SCALES } from '../../sql/lab/mapping.mjs';
import { fromSettings, moveBorder, PRESETS, withStrategy, withWeights }
  from '../../sql/lab/policy.mjs';
import { finish, is, ok } from './tap.mjs';

const BUILD = process.env.BUILD || 'build';
const PYTHON = process.env.PYTHON || '/usr/bin/python3';
const EXTENSION = process.env.ASSAY_EXTENSION || `${BUILD}/assay.so`;
const folder = mkdtempSync(join(tmpdir(), 'assay-lab-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

const text = (file) => readFileSync(`sql/${file}`, 'utf8');
const scripts = { views: text('views.sql'), outcomes: text('outcomes.sql') };
for (const name of ['lists', 'data_quality', 'labels', 'which_floor'])
  scripts[name] = text(`reports/${name}.sql`);
const wasm = await compile(readFileSync(`${BUILD}/lab/assay.wasm`));

const drain = (steps) => { for (const _ of steps); };

async function read(path, mapping) {
  const history = new History(await open({ wasm, bytes: readFileSync(path) }), scripts);
  drain(history.read(mapping));
  drain(history.firmness());
  return history;
}

function native(path, yamls, mapping) {
  const file = mapping ? [join(folder, 'mapping.sql')] : [];
  if (mapping) writeFileSync(file[0], mapping);
  const script = 'tests/lab/native.py';
  return JSON.parse(execFileSync(PYTHON, [script, EXTENSION, path, ...file],
    { input: JSON.stringify(yamls), maxBuffer: 1 << 28, encoding: 'utf8' }));
}

/* Returns policies that together change numbers of every kind. */
function policies(base) {
  const days = (factor) => new Map([...base.windows].map(([domain, each]) =>
    [domain, Math.max(1, Math.round(each * factor))]));
  return [
    ...PRESETS.map(({ make }) => make(base)),
    ...[...base.strategies.keys()].map((name) => withStrategy(base, name)),
    withWeights(base, moveBorder(base.weights, 3, 0.6)),
    withWeights(base, [0, 0, 0, 0, 1]),
    { ...base, high: [0.8, 0.7, 0.95, 0.45, 0.75] },
    { ...base, sources: 0, patience: 3, rounds: 2 },
    { ...base, windows: days(3) },
    { ...base, difficulty: 'hard' }, { ...base, difficulty: 'easy', patience: 2 },
    { ...base, engine: 'legacy', windows: days(0.3), high: base.high.map(() => 0.6),
      sources: 4 },
  ];
}

/* Returns the lab's runs of a history, in the form that native.py prints. */
function decided(history) {
  const numbers = Array.from({ length: history.runs }, (_, i) => i + 1);
  return history.rows(numbers).map((row) => [row.run_id, row.kept, row.gate_passed,
    row.action, row.stop_round, row.returned, row.used]);
}

/* Leaves out runs without a row in the table runs. The lab judges these runs, but the
 * native extension's views do not. */
const known = (runs, wanted) => {
  const ids = new Set(wanted.map(([run]) => run));
  return runs.filter(([run]) => ids.has(run));
};

function compare(name, path, history, mapping, most = 99) {
  const base = fromSettings(history.overview().settings);
  const tried = policies(base).slice(-most);
  const yamls = tried.map((policy) => history.apply(policy).yaml);
  const answers = native(path, ['', ...yamls], mapping);
  const [before] = answers;
  tried.forEach((policy, i) => {
    const { hash, yaml } = history.apply(policy);
    const quick = history.quick();
    drain(history.rest());
    const totals = history.totals();
    const wanted = answers[i + 1];
    const same = [known(decided(history), wanted.runs), hash, yaml];
    is(same, [wanted.runs, wanted.hash, yamls[i]], `${name}, policy ${i}: every run`);
    const flips = wanted.runs.filter((run, j) => run[1] !== before.runs[j][1]).length;
    is([totals.flips, JSON.parse(totals.now).passed], [flips, wanted.passes],
      `${name}, policy ${i}: ${flips} flips, ${wanted.passes} pass`);
    if (quick) {
      is([quick.flips, quick.gained, quick.lost, quick.now],
        [totals.flips, totals.gained, totals.lost, totals.now],
        `${name}, policy ${i}: the count of a move is that of the rest`);
    }
  });
  return { base, answers, tried };
}

// --- the demo --------------------------------------------------------------------------

const demo = await read(`${BUILD}/demo.db`);
const { base, answers } = compare('demo', `${BUILD}/demo.db`, demo);
demo.apply(base);
const shares = (n) => Object.fromEntries(demo.run(n).shares.map(({ round, share }) =>
  [round, share]));
const every = [...Array(demo.runs).keys()].map((i) => [String(i + 1), shares(i + 1)]);
is(Object.fromEntries(every), answers[0].shares,
  'the shares of every run are those of round_acceptability');
const judged = [...Array(demo.runs).keys()].flatMap((i) => demo.run(i + 1).judges
  .map((row) => [i + 1, row.round, row.low, row.high, row.gate_confidence]));
is(judged, answers[0].judges, 'error bars of index and gate are those of the view');
ok(judged.length > 10, 'some rounds have error bars');
drain(demo.rest());
const order = demo.list({ sort: 'fragile', only: 'all', q: '' });
const firm = demo.rows([...order]).map(({ share, distance }) =>
  [share, distance ?? Infinity]);
ok(firm.every(([share, distance], i) => i === 0 || share > firm[i - 1][0]
  || (share === firm[i - 1][0] && distance >= firm[i - 1][1])),
'runs are in the order of their share, then of the nearest flip', firm);
ok(firm[0][0] < 1, 'the first run depends on the weights');
ok(firm.every(([share, distance]) => share < 1 || distance === Infinity),
  'a choice of every weighting has no weight that flips it: 0 and 1 are no flips', firm);
const [row30] = demo.rows([30]);
is([row30.dimension, row30.flips_at.toFixed(4), row30.distance.toFixed(4)],
  ['agreement', '0.1304', '0.0696'], 'the nearest flip is the end of an interval');
for (const [difficulty, high] of [['easy', 0.8], ['normal', 0.75], ['hard', 0.7]]) {
  is(demo.apply({ ...base, difficulty }).floors.map((floor) => floor.high),
    new Array(5).fill(high), `${difficulty} questions have a High floor of ${high}`);
}
const strict = { ...base, high: new Array(5).fill(0.6), difficulty: 'easy' };
is(demo.apply(strict).floors.map((floor) => floor.high.toFixed(9)),
  new Array(5).fill('0.650000000'), 'a difficulty moves the floors that the user set');
drain(demo.rest());
const verdicts = answers[0].runs.map(([, , passed], i) => [i + 1, passed])
  .filter(([n, passed]) => demo.rows([n])[0].gate_passed !== passed).map(([n]) => n);
const same = verdicts.filter((n) => demo.rows([n])[0].kept === answers[0].runs[n - 1][1]);
ok(same.length > 0, 'some runs have another verdict and keep the same round');
const changed = [...demo.list({ sort: 'id', only: 'changed', q: '' })];
is(same.filter((n) => !changed.includes(n)), [], 'such runs are listed as changed');
demo.apply(base);
drain(demo.rest());
is([...demo.list({ sort: 'id', only: 'all', q: 'RETRIES' })], [30],
  'a filter looks into titles, in any case of letters');
is([...demo.list({ sort: 'id', only: 'changed', q: '' })], [],
  'under the contract no run has changed');
is(demo.find('30'), 30, 'a run is found by its id');
is(demo.find('no such'), null, 'an unknown id finds no run');

// --- one run ---------------------------------------------------------------------------

const point = (steps, weights, x, y) => {
  const rest = (steps - x - y) / steps;
  const stated = weights.map((weight, i) => (i === 2 || i === 4 ? 0 : weight));
  const others = stated.some((weight) => weight > 0) ? stated : [1, 1, 0, 1, 0];
  const sum = others.reduce((a, b) => a + b, 0);
  return others.map((weight, i) => (i === 2 ? x / steps : i === 4 ? y / steps
    : (rest * weight) / sum));
};
const told = (run) => demo.map(run, 'agreement', 'recency', 10)
  .map(([i, j, kept]) => [i, j, kept]);
const asked = (run, weights) => told(run).map(([i, j]) => [i, j, demo.sql(`
  SELECT best_round(round, coverage, source_quality, agreement, verification, recency,
    recent_sources, critical_contradictions,
    '${JSON.stringify(point(10, weights, i, j))}')
  FROM round_scores WHERE run_id = ${run}`, 1, Date.now() + 1e5).rows[0][0]]);
demo.apply(base);
is(told(30).length, 66, 'a map of ten steps has 66 weightings');
is(told(30), asked(30, base.weights),
  'each point keeps the round that best_round keeps with those weights');
ok(new Set(told(30).map(([, , kept]) => kept)).size > 1,
  'not all points keep the same round');
const two = [0, 0, 0.5, 0, 0.5];
demo.apply(withWeights(base, two));
is([30, 2, 7].map(told), [30, 2, 7].map((run) => asked(run, two)),
  'three weights of 0 share what is left in equal parts');
demo.apply(base);
const { reports, row } = demo.run(2);
is(reports.map(({ gate_passed: passed }) => Number(passed)),
  row.rounds.map(({ gate_passed: passed }) => passed),
  'the gate of each round equals the verdict on its line');

// --- a contract in the file ------------------------------------------------------------

const contract = join(folder, 'contract.db');
copyFileSync(`${BUILD}/demo.db`, contract);
execFileSync('sqlite3', [contract, '-cmd', `.load ${EXTENSION.replace(/\.so$/, '')}`,
  '-cmd', "SELECT assay_load_yaml('evaluation: {deep_research: {patience: 2, "
  + "weights: {default: roc}, tier_thresholds: {agreement: {high: 0.8}}}}')",
  '.read sql/contract.sql']);
const sealed = await read(contract);
const overview = sealed.overview();
is(overview.hash, overview.contracts[0].hash, "A's digest is that of the contract");
is(fromSettings(overview.settings).patience, 2,
  'the numbers of A are those of the contract');
compare('contract', contract, sealed);
execFileSync('sqlite3', [contract, '-cmd', `.load ${EXTENSION.replace(/\.so$/, '')}`,
  '-cmd', "SELECT assay_load_yaml('evaluation: {deep_research: {patience: 3}}')",
  '.read sql/contract.sql', 'INSERT INTO rounds(run_id, round) VALUES (777, 1)']);
const newer = await read(contract);
is([...newer.list({ sort: 'id', only: 'all', q: '777' })], [newer.find('777')],
  'a search finds a run that is not in the table of runs, so has no title');
const twice = newer.overview();
is([twice.contracts.length, fromSettings(twice.settings).patience], [2, 3],
  'of two contracts the newest is in force');
is(twice.hash, twice.contracts[1].hash, 'and its digest is the one that is shown');
is(twice.fromContract, twice.hash, 'as the one that the settings are from');

// --- a long history --------------------------------------------------------------------

const long = join(folder, 'long.db');
for (const file of ['sql/schema.sql', 'sql/views.sql'])
  execFileSync('sqlite3', [long], { input: readFileSync(file) });
execFileSync('sqlite3', [long, '-cmd', '.param set :runs 1600'],
  { input: readFileSync('tests/bench/history.sql') });
const much = await read(long);
ok(!much.small, 'a history of 1,600 runs is not a small one');
compare('long', long, much, undefined, 9);

// --- tables of another shape -----------------------------------------------------------

const foreign = join(folder, 'foreign.db');
execFileSync('sqlite3', [foreign], { input: `
CREATE TABLE "my ""rounds"("the job" TEXT, "n;--" TEXT, "co'v" , src, agr, ver, rec,
                           fresh, contra, finished);
INSERT INTO "my ""rounds" SELECT 'job ' || (value / 4), 'step ' || (value % 4),
  60 + value * 7 % 40, (60 + value * 11 % 40) || '%', 60 + value * 13 % 40,
  CASE value % 9 WHEN 0 THEN 'n/a' ELSE 60 + value * 17 % 40 END, 60 + value * 19 % 40,
  8 + value % 7, value % 11 = 0, '2026-03-01' FROM (
  WITH RECURSIVE n(value) AS (
    SELECT 0 UNION ALL SELECT value + 1 FROM n WHERE value < 199)
  SELECT value FROM n);` });
const mapping = mappingSql({ shape: 'wide', scale: SCALES[2], sources: null, as_of: '',
  rounds: { table: 'my "rounds', run: 'the job', round: 'n;--', title: '',
    as_of: 'finished', domain: '', coverage: "co'v", source_quality: 'src',
    agreement: 'agr', verification: 'ver', recency: 'rec', recent_sources: 'fresh',
    critical_contradictions: 'contra' } });
const strange = new History(await open({ wasm, bytes: readFileSync(foreign) }), scripts);
ok(!strange.hasSchema, 'a file of other tables has to be mapped');
is(strange.tables().map(({ name }) => name), ['my "rounds'], 'the file lists its tables');
drain(strange.read(mapping));
drain(strange.firmness());
is(strange.overview().counts.rounds, 200, 'the mapped rounds are read');
const looked = [...strange.quality()].at(-1);
ok(/^DATA QUALITY\n/.test(looked.report),
  'unusable values of the mapped file are reported',
  looked.report);
compare('foreign', foreign, strange, mapping);
is(strange.sql('SELECT count(*) FROM original."my ""rounds"', 9, Date.now() + 1e5).rows,
  [[200]], 'the original tables can be queried');

finish();
