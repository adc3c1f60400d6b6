// With a rubric (a gate over your own dimensions), the lab must decide each run as the
// SQL views rubric_best and rubric_decisions do under the same settings. The tests change
// floors, weights, bounds, vetoes and the stop policy.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile, open } from '../../sql/lab/engine/assay.mjs';
import { History } from '../../sql/lab/history.mjs';
import { decode, encode } from '../../sql/lab/link.mjs';
import { differences, moveBorder, policyOf, PRESETS, toYaml, withStrategy, withWeights }
  from '../../sql/lab/policy.mjs';
import { finish, is, note, ok } from './tap.mjs';

const BUILD = process.env.BUILD || 'build';
const PYTHON = process.env.PYTHON || '/usr/bin/python3';
const EXTENSION = (process.env.ASSAY_EXTENSION || `${BUILD}/assay.so`)
  .replace(/\.so$/, '');
const folder = mkdtempSync(join(tmpdir(), 'assay-lab-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

const text = (file) => readFileSync(`sql/${file}`, 'utf8');
const scripts = { views: text('views.sql'), outcomes: text('outcomes.sql') };
for (const name of ['lists', 'data_quality', 'labels', 'which_floor'])
  scripts[name] = text(`reports/${name}.sql`);
const wasm = await compile(readFileSync(`${BUILD}/lab/assay.wasm`));
const drain = (steps) => { for (const _ of steps); };

function make(name, runs, scores) {
  const path = join(folder, name);
  const settings = execFileSync(PYTHON, ['tests/lab/rubric.py', path, String(runs),
    String(scores)], { encoding: 'utf8' });
  return { path, settings };
}

async function read({ path, settings }, rubric) {
  const history = new History(await open({ wasm, bytes: readFileSync(path) }), scripts);
  drain(history.read(undefined, { rubric, settings }));
  return history;
}

/* Returns the views' answers for every run, under the history's settings and the changes
 * in `yaml`. */
function native({ path, settings }, yaml, withShares) {
  const quoted = (each) => `'${each.replaceAll("'", "''")}'`;
  const output = execFileSync('sqlite3', [path, '-cmd', `.load ${EXTENSION}`], {
    encoding: 'utf8', maxBuffer: 1 << 28, input: `.output /dev/null
SELECT assay_load_yaml(${quoted(settings)});
${yaml ? `SELECT assay_load_yaml(${quoted(yaml)});` : ''}
.read sql/attach.sql
.output stdout
.mode list
SELECT json_array(b.run_id, b.best_round, b.gate_passed, d.action, d.stop_round,
                  d.returned_round, d.rounds_used,
                  ${withShares ? `json((
                    SELECT rubric_acceptability(rubric, round, evidence)
                    FROM evidence AS e
                    WHERE e.rubric = 'support' AND e.run_id = b.run_id))` : 'NULL'})
FROM rubric_best AS b JOIN rubric_decisions AS d USING (rubric, run_id)
WHERE b.rubric = 'support' ORDER BY b.run_id;
SELECT assay_settings_hash();` });
  const lines = output.trim().split('\n');
  const hash = lines.pop();
  return { hash, runs: lines.map((line) => JSON.parse(line)) };
}

const decided = (history) => history.rows(Array.from({ length: history.runs }, (_, i) =>
  i + 1)).map((row) => [row.run_id, row.kept, row.gate_passed, row.action,
  row.stop_round, row.returned, row.used]);

function policies(base) {
  const last = base.weights.length - 2;
  return [
    ...PRESETS.filter(({ ofResearch }) => !ofResearch).map(({ make: of }) => of(base)),
    withStrategy(base, 'equal'), withWeights(base, moveBorder(base.weights, 0, 0.6)),
    withWeights(base, moveBorder(base.weights, last, 0.4)),
    { ...base, high: base.high.map((_, i) => 0.5 + 0.45 * ((i * 3) % 7) / 7) },
    { ...base, bounds: base.bounds.map((bound) => bound + 2) },
    { ...base, vetoes: base.vetoes.map(() => false) },
    { ...base, vetoes: base.conditions.map(({ part }) => part === 'at_most'), patience: 3,
      rounds: 2 },
  ];
}

function compare(name, file, history, most = 99) {
  const base = policyOf(history.overview());
  const before = native(file, '', most > 3);
  policies(base).slice(-most).forEach((policy, i) => {
    const { hash, yaml } = history.apply(policy);
    const wanted = native(file, yaml);
    const quick = history.quick();
    drain(history.rest());
    is([decided(history), hash], [wanted.runs.map((run) => run.slice(0, 7)), wanted.hash],
      `${name}, policy ${i}: every run`);
    const flips = wanted.runs.filter((run, j) => run[1] !== before.runs[j][1]).length;
    const passes = wanted.runs.filter((run) => run[2]).length;
    const totals = history.totals();
    is([totals.flips, JSON.parse(totals.now).passed], [flips, passes],
      `${name}, policy ${i}: ${flips} flips, ${passes} pass`);
    if (quick) {
      is([quick.flips, quick.gained, quick.lost, quick.now],
        [totals.flips, totals.gained, totals.lost, totals.now],
        `${name}, policy ${i}: the count of a move is that of the rest`);
    }
    const force = history.sql(`SELECT high, weight, bound, veto FROM assay_rubrics
      WHERE rubric = 'Support'`, 99, Date.now() + 1e5).rows;
    const { high, weights, bounds, vetoes } = policy;
    is(force, [...high.map((each, j) => [each, weights[j], null, null]),
      ...bounds.map((each, j) => [null, null, each, base.conditions[j].part === 'at_least'
        ? null : Number(vetoes[j])])], `${name}, policy ${i}: its numbers are in force`);
    const link = encode(policy, base);
    is([decode(link, base).policy, decode(link, base).problems], [policy, []],
      `${name}, policy ${i}: a link gives back every number`);
    ok(i === 0 || differences(policy, base).length > 0 && toYaml(policy, base) === yaml,
      `${name}, policy ${i}: the differences are listed, and the YAML is right`);
  });
  return { base, before };
}

for (const scores of [2, 7, 12]) {
  const file = make(`${scores}.db`, 60, scores);
  const history = await read(file);
  const { rubric, rubrics, counts, hash } = history.overview();
  is([rubric, rubrics, counts.rounds, counts.outcomes], ['support',
    [{ rubric: 'other', stated: 0 }, { rubric: 'support', stated: 1 }], 0, 0],
  `${scores} scores: a file of evidence alone is judged by the rubric that is stated`);
  const { base, before } = compare(`${scores} scores`, file, history);
  is(hash, before.hash, 'A is the contract and the settings that came with the file');
  is(new Set(base.dimensions.map(({ letter }) => letter)).size, scores,
    'each dimension has a letter of its own');
  history.apply(base);
  is(before.runs.map((_, i) => Object.fromEntries(history.run(i + 1).shares.map(
    ({ round, share }) => [round, share]))), before.runs.map((run) => run[7]),
  'the shares of every run are those of rubric_acceptability');
  const all = history.run(1);
  is(all.row.rounds.map(({ dimensions }) => Object.keys(dimensions)),
    all.row.rounds.map(() => base.dimensions.map(({ key }) => key)),
    `each round has its ${scores} dimensions`);
  is([all.intervals.length, all.judges, all.sources],
    [all.row.rounds_run > 1 ? scores : 0, [], []], 'each weight has its interval');
  for (const bad of ['floors=1', 'bounds=1,2,1.5', 'vetoes=2,0,0', 'coverage=.5',
    `floors=${base.high.map(() => 2)}`])
    is(decode(bad, base).problems, [bad], `a wrong part of a link: ${bad}`);
}

// --- a file with evidence for a rubric and rounds of research --------------------------

const both = make('both.db', 40, 7);
const mixed = join(folder, 'mixed.db');
copyFileSync(`${BUILD}/demo.db`, mixed);
execFileSync('sqlite3', [mixed], { input: `ATTACH '${both.path}' AS o;
INSERT INTO evidence SELECT CAST(substr(run_id, 5) AS INT) + 1, round, rubric,
  evidence FROM o.evidence WHERE substr(run_id, 5) < '00034';` });
const beside = { path: mixed, settings: both.settings };
const research = await read(beside);
is([research.overview().rubric, research.overview().counts.runs], [null, 34],
  'a file with rounds is first judged by its rounds');
const chosen = await read(beside, 'support');
is(chosen.overview().rubric, 'support', 'a chosen rubric judges the file');
compare('beside', beside, chosen);
const unstated = await read({ path: mixed }, 'support');
is([unstated.overview().rubric, unstated.overview().rubrics.map(({ stated }) => stated)],
  [null, [0, 0]], 'without the rubric in settings the evidence is not judged');
const { rubrics } = unstated.loadSettings(both.settings);
is(rubrics.map(({ stated }) => stated), [0, 1],
  'loaded settings with the rubric make it available');

// --- a long history --------------------------------------------------------------------

const file = make('long.db', 1600, 7);
const much = await read(file);
ok(!much.small, 'a history of 1,600 runs is not a small one');
compare('long', file, much, 3);

const rounds = Number(process.env.ROUNDS || 100000);
const big = await read(make('big.db', rounds / 2.5, 7));
const base = policyOf(big.overview());
const times = [];
for (let i = 0; i < 20; i++) {
  const begin = performance.now();
  big.apply({ ...base, high: base.high.map(() => 0.7 + i / 100) });
  big.rows([...Array(14).keys()].map((n) => n + 1));
  is(big.quick(), null, 'totals of so much evidence wait for the hand');
  times.push(performance.now() - begin);
}
note(`of ${big.overview().counts.evidence} rounds what is in sight takes ${
  times.sort((a, b) => a - b)[10].toFixed(0)} ms`);
finish();
