// The lab's report about labels (good or bad answers) must equal, line for line, what
// sql/reports/which_floor.sql prints with the native extension. When a user moves the
// floor, the numbers on the page must equal the report's row for that floor.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile, open } from '../../sql/lab/engine/assay.mjs';
import { History } from '../../sql/lab/history.mjs';
import { fromSettings } from '../../sql/lab/policy.mjs';
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

async function read(path, mapping) {
  const history = new History(await open({ wasm, bytes: readFileSync(path) }), scripts);
  drain(history.read(mapping));
  return history;
}

const sqlite = (path, input) => execFileSync('sqlite3', [path, '-cmd',
  `.load ${EXTENSION}`], { input, encoding: 'utf8', maxBuffer: 1 << 28 });

function native(path, yaml, mapping = '') {
  return sqlite(path, `.output /dev/null
SELECT assay_load_yaml('${yaml.replaceAll("'", "''")}');
.output stdout
${mapping}
.read sql/attach.sql
.read sql/reports/which_floor.sql
`).trimEnd().split('\n');
}

/* Compares the lab with the native extension under each policy. */
function compare(name, path, history, mapping) {
  const base = fromSettings(history.overview().settings);
  const all = (floor) => ({ ...base, high: base.high.map(() => floor) });
  const policies = { 'as recorded': base, lenient: all(0.6), strict: all(0.85),
    patient: { ...all(0.7), patience: 3, rounds: 2 },
    'no source': { ...base, sources: 0 },
    mixed: { ...base, high: [0.8, 0.7, 0.75, 0.6, 0.9] },
    mean: { ...base, engine: 'legacy' } };
  for (const [what, policy] of Object.entries(policies)) {
    const { yaml } = history.apply(policy);
    const now = history.labelled(true);
    const found = [...history.outcomes()].at(-1);
    is(found.lines.join('\n').trimEnd().split('\n'), native(path, yaml, mapping),
      `${name}, ${what}: the report is the native one`);
    const at = found.floors.find(({ floor }) => floor === policy.high[0]);
    if (new Set(policy.high).size === 1 && policy.engine !== 'legacy') {
      is([now.passes, now.labelled, now.bad, now.upper], [at.passes, at.n, at.bad,
        at.upper], `${name}, ${what}: ${now.bad} bad of ${now.labelled}, as its row`);
    }
  }
}

const demo = await read(`${BUILD}/demo.db`);
is(demo.overview().labelled.bad > 0, true, 'the demo has labels, and bad ones');
compare('demo', `${BUILD}/demo.db`, demo);

// Makes a history with repeated questions, unusable outcomes, and outcomes of missing
// rounds.
const odd = join(folder, 'odd.db');
copyFileSync(`${BUILD}/demo.db`, odd);
sqlite(odd, `UPDATE runs SET title = 'Asked twice' WHERE run_id IN (2, 3, 5);
UPDATE outcomes SET good = 'yes' WHERE run_id = 7;
INSERT INTO outcomes VALUES (8, 99, 0);`);
compare('odd', odd, await read(odd));

// In this history only passed runs have labels. In this case the report says what such
// labels can't show, and the page repeats it.
sqlite(odd, `.read sql/attach.sql
DELETE FROM outcomes WHERE run_id NOT IN (SELECT run_id FROM run_best_round
                                          WHERE gate_passed)`);
const passed = await read(odd);
passed.apply(fromSettings(passed.overview().settings));
ok([...passed.outcomes()].at(-1).lines.some((line) => /^All labels are of runs that pass/
  .test(line)), 'the page says what labels of passing runs alone can not show');
compare('passed', odd, passed);

const none = join(folder, 'none.db');
copyFileSync(`${BUILD}/demo.db`, none);
sqlite(none, 'DROP TABLE outcomes');
const silent = await read(none);
is([silent.overview().counts.outcomes, silent.labelled(true).asked], [0, 0],
  'a file without the table opens, and has no label');

// --- a long history --------------------------------------------------------------------

const long = join(folder, 'long.db');
execFileSync(PYTHON, ['tests/lab/history.py', long, '25000', '100000']);
sqlite(long, `INSERT INTO outcomes
SELECT run_id, round, abs(run_id * 7 + round * 13) % 10 > 1 FROM rounds
WHERE run_id % 12 = 1;`);
const much = await read(long);
const base = fromSettings(much.overview().settings);
ok(much.overview().labelled.asked > 2000, 'some 2,000 labelled runs of 25,000');
const times = [];
for (let i = 0; i < 20; i++) {
  much.apply({ ...base, high: base.high.map(() => 0.7 + i / 100) });
  much.quick();
  const begin = performance.now();
  much.labelled(false);
  times.push(performance.now() - begin);
}
note(`their labels add ${times.sort((a, b) => a - b)[10].toFixed(1)} ms to a move`);
let last = performance.now(), longest = 0;
for (const _ of much.outcomes()) {
  longest = Math.max(longest, performance.now() - last);
  last = performance.now();
}
note(`the report's longest step takes ${longest.toFixed(0)} ms`);
is([...much.outcomes()].at(-1).lines, [...much.outcomes()].at(-1).lines,
  'the same question has the same answer twice');
ok(much.labelled(false) !== null, 'the floors are asked while the slider moves');
sqlite(long, `INSERT OR IGNORE INTO outcomes SELECT run_id, round, 1 FROM rounds
WHERE run_id % 5 = 0 AND round = 1;`);
const more = await read(long);
more.apply(base);
is([more.labelled(false), more.labelled(true).asked > 4000], [null, true],
  'more than 4,000 wait until it rests');
finish();
