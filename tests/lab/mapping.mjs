// Tests the views that the lab's form writes over your own tables. The engine runs the
// views over tables with malicious names. The test compares the views' rows with the
// data.
import { readFileSync } from 'node:fs';
import { compile, open } from '../../sql/lab/engine/assay.mjs';
import { History } from '../../sql/lab/history.mjs';
import { guess, guessMapping, identifier, links, literal, mappingSql, problems, scaled,
  SCALES } from '../../sql/lab/mapping.mjs';
import { finish, is, ok, throws } from './tap.mjs';

const BUILD = process.env.BUILD || 'build';
const wasm = await compile(readFileSync(`${BUILD}/lab/assay.wasm`));
const EVIL = ['"', "'", '""; DROP TABLE x; --', 'a b', 'select', '[x]', '`', 'é\n😀',
  ')', '?1', ':x', '/*', '--', '', ' ', '%', "x' OR '1'='1"];

// --- quoting ---------------------------------------------------------------------------

const db = await open({ wasm });
is(EVIL.map((name) => db.exec(`SELECT ${literal(name)}`).rows[0][0]), EVIL,
  'a literal is the text that it was');
is(EVIL.filter((name) => name).map((name) =>
  db.exec(`SELECT 1 AS ${identifier(name)}`).columns[0]), EVIL.filter((name) => name),
'an identifier is the name that it was');
is(literal('a\0b'), "'ab'", 'a NUL, which would end the statement, is left out');
is(scaled('x', SCALES[0]), 'x', 'scores of 0 to 1 are read unchanged');
is(scaled('x', SCALES[2]), 'score_of(x, 100)', 'score_of reads scores of 0 to 100');
is(scaled('x', SCALES[4]), 'score_of(x, 1, 6)',
  'score_of also reads scores of 1 to 6, where 1 is best');
is(scaled('NULL', SCALES[2]), 'NULL', 'a missing column has no scale');

// --- columns that are not chosen -------------------------------------------------------

const nothing = { shape: 'wide', rounds: {}, long: {}, json: {}, sources: null };
is(problems(nothing).length, 3, 'a form that is empty has three problems');
is(problems({ ...nothing, shape: 'json' }).length, 3, 'with JSON, too');
is(problems({ ...nothing, shape: 'long' }).length, 3, 'with a row for each score, too');
is(problems({ ...nothing, rounds: { table: 't', run: 'r', coverage: 'c' },
  sources: { table: 's' } }).length, 1, 'sources need a run and a name');

// --- any name will do ------------------------------------------------------------------

for (const name of EVIL.filter((each) => each)) {
  const file = await open({ wasm });
  const quoted = identifier(name), other = identifier(`${name}2`);
  file.exec(`CREATE TABLE ${quoted}(${quoted}, ${other}, score);
    INSERT INTO ${quoted} VALUES (7, 2, 80), (7, 1, '70%')`);
  file.exec(mappingSql({ shape: 'wide', scale: SCALES[2], sources: null, as_of: name,
    rounds: { table: name, run: name, round: `${name}2`, coverage: 'score',
      title: name } }));
  is(file.exec('SELECT run_id, round, coverage, recency FROM rounds ORDER BY round').rows,
    [[7, 1, 0.7, null], [7, 2, 0.8, null]],
    `rounds of a table called ${JSON.stringify(name)}`);
  is(file.exec('SELECT run_id, title, as_of FROM runs').rows, [[7, 7, name]],
    `the run of that table, as of ${JSON.stringify(name)}`);
  file.close();
}

// --- shapes ----------------------------------------------------------------------------

const file = await open({ wasm });
file.exec(`
CREATE TABLE steps(job, n, fresh, contra);
INSERT INTO steps VALUES ('a', 1, 12, 0), ('a', 2, 14, 1), ('b', 1, 3, NULL);
CREATE TABLE marks(job, n, judge, metric, mark);
INSERT INTO marks VALUES ('a', 1, 'x', 'Cov', 5), ('a', 1, 'y', 'Cov', 4),
  ('a', 1, 'x', 'verification', 1), ('a', 2, 'x', 'Cov', 3), ('b', 1, 'x', 'other', 5);
CREATE TABLE log(job, n, doc);
INSERT INTO log VALUES
  ('a', 1, '{"coverage": "80%", "recent_sources": 12, "agreement": 1}'),
  ('a', 2, 'no JSON'), ('a', 3, NULL), ('a', 4, '[1]');
CREATE TABLE cites(job, n, url, day);
INSERT INTO cites VALUES ('a', 1, 'u', '2026-01-01');`);
const tables = 'runs rounds sources judgements'.split(' ');
const fresh = () => tables.forEach((name) =>
  file.exec(`DROP VIEW IF EXISTS temp.${name}`));

file.exec(mappingSql({ shape: 'long', scale: SCALES[3], as_of: '2026-02-01',
  rounds: { table: 'steps', run: 'job', round: 'n', recent_sources: 'fresh',
    critical_contradictions: 'contra' },
  long: { table: 'marks', run: 'job', round: 'n', metric: 'metric', score: 'mark',
    judge: 'judge', names: { coverage: 'Cov' } },
  sources: { table: 'cites', run: 'job', round: 'n', source: 'url',
    published: 'day' } }));
is(file.exec(`SELECT run_id, round, coverage, verification, agreement, recent_sources,
  critical_contradictions FROM rounds ORDER BY run_id, round`).rows,
[['a', 1, 0.875, 0, null, 12, 0], ['a', 2, 0.5, null, null, 14, 1],
  ['b', 1, null, null, null, 3, null]], 'a row for each score: the mean of the judges');
is(file.exec('SELECT dimension, judge, score FROM judgements ORDER BY 1, 2, 3').rows,
  [['coverage', 'x', 0.5], ['coverage', 'x', 1], ['coverage', 'y', 0.75],
    ['other', 'x', 1], ['verification', 'x', 0]],
    'the judgements are those of each judge');
is(file.exec('SELECT * FROM sources').rows, [['a', 1, 'u', null, '2026-01-01']],
  'the mapped rounds have their sources');
is(file.exec('SELECT run_id, as_of FROM runs').rows,
  [['a', '2026-02-01'], ['b', '2026-02-01']], 'all runs get the same day');
fresh();
const json = { shape: 'json', scale: SCALES[0], sources: null, json: { column: 'doc' },
  rounds: { table: 'log', run: 'job', round: 'n' } };
file.exec(mappingSql(json));
is(file.exec(`SELECT round, coverage, agreement, recency, recent_sources FROM rounds
  ORDER BY round`).rows,
[[1, 0.8, 1, null, 12], [2, null, null, null, null], [3, null, null, null, null],
  [4, null, null, null, null]], 'a column of JSON, with one row that is no JSON');
fresh();
file.exec(mappingSql({ ...json, rounds: { table: 'log', run: 'job' } }));
is(file.exec('SELECT count(DISTINCT round), min(round), max(round) FROM rounds').rows,
  [[4, 1, 4]], 'rounds that have no number are counted');
fresh();
file.exec(mappingSql({ ...nothing, rounds: { table: 'steps', run: 'job',
  recency: 'contra' } }));
is(file.exec('SELECT run_id, round, recency FROM rounds ORDER BY 1, 2').rows,
  [['a', 1, 0], ['a', 2, 1], ['b', 1, null]], 'in each run');
fresh();
file.exec(mappingSql({ shape: 'long', scale: SCALES[3], sources: null,
  rounds: { table: 'steps', run: 'job' }, long: { table: 'marks', run: 'job',
    metric: 'metric', score: 'mark', names: { coverage: 'Cov' } } }));
is(file.exec('SELECT run_id, round, coverage FROM rounds ORDER BY 1').rows,
  [['a', 1, 0.75], ['b', 1, null]], 'marks without a round are of one round');
is(file.exec('SELECT DISTINCT round, judge, family FROM judgements').rows,
  [[1, 'judge', null]], 'and marks without a judge are of one judge');
fresh();
await throws(() => {
  file.exec(mappingSql({ ...json, json: { column: 'dco' } }));
  return file.exec('SELECT * FROM rounds');
}, /no such column/, 'a missing column is a mistake, and no text');

fresh();
const own = await open({ wasm });
own.exec('CREATE TABLE rounds(run, coverage); INSERT INTO rounds VALUES (1, 0.5)');
own.exec(mappingSql({ shape: 'wide', scale: SCALES[0], sources: null,
  rounds: { table: 'rounds', run: 'run', coverage: 'coverage' } }));
is(own.exec('SELECT run_id, round, coverage FROM rounds').rows, [[1, 1, 0.5]],
  'a table with the name of a view is read by that view');
const columns = mappingSql({ shape: 'wide', scale: SCALES[2], sources: null,
  rounds: { table: 'T', run: 'R', round: 'N', coverage: 'C', title: 'Q' } });
is(columns.match(/"[RNCQ]"/g).length, columns.match(/t\."[RNCQ]"/g).length,
  'a column follows its table: a misspelt column alone could be taken for a text');

// --- guesses ---------------------------------------------------------------------------

is(guess('coverage', ['Job', 'COV', 'n']), 'COV', 'a column is guessed by its name');
is(guess('coverage', ['a', 'b']), '', 'without a fitting name no column is guessed');
is(guess('no such thing', ['a']), '', 'an unknown dimension has no guess');
const guessed = (list) => {
  const { shape, rounds, long, sources } = guessMapping(Object.entries(list)
    .map(([name, columns]) => ({ name, columns: columns.split(' ') })));
  return [shape, rounds.table, rounds.run, shape === 'long' ? long.table : null,
    sources?.table ?? null];
};
is(guessed({ accounts: 'id name created_at', links: 'job step url published',
  steps: 'job step cov src agr ver rec', zebra: 'run round title' }),
['wide', 'steps', 'job', null, 'links'], 'rounds are the table with the scores');
is(guessed({ accounts: 'id name score', marks: 'job step judge metric mark',
  steps: 'job step fresh contra' }), ['long', 'steps', 'job', 'marks', null],
'without score columns a table of metrics is read, beside that of the rounds');
is(guessed({ marks: 'run metric value', notes: 'id title' }),
  ['long', 'marks', 'run', 'marks', null],
    'the table of rounds may be the table of metrics');
is(guessed({ marks: 'run metric value', notes: 'id coverage' })[0], 'long',
  'one column of scores does not make rounds');
is(guessed({ a: 'id name', log: 'eval_id attempt named_scores' }),
  ['json', 'log', 'eval_id', null, null], 'next comes a table with a column of JSON');
is(guessed({ a: 'x y', b: 'z coverage' }), ['wide', 'b', '', null, null],
  'if nothing fits, the best guess is offered: the person decides');

// --- guessed keys ----------------------------------------------------------------------

const joining = await open({ wasm });
joining.exec(`
CREATE TABLE tickets(ticket, subject);
INSERT INTO tickets VALUES ('t1', 'one'), ('t2', 'two');
CREATE TABLE tries(uid, belongs, at);
INSERT INTO tries VALUES ('f0', 't1', '10:00'), ('0a', 't1', '11:00'),
  ('7c', 't2', '09:00');
CREATE TABLE opinions(ref, judge, metric, mark);
INSERT INTO opinions VALUES ('f0', 'x', 'coverage', 5), ('f0', 'y', 'coverage', 4),
  ('0a', 'x', 'coverage', 3), ('7c', 'x', 'recency', 1);
CREATE TABLE claims(of, url, published);
INSERT INTO claims VALUES ('0a', 'u1', '2026-01-01'), ('7c', 'u2', NULL),
  ('7c', 'u3', NULL);`);
const history = new History(joining, {});
const found = history.tables();
const joined = guessMapping(found, found.flatMap(({ samples }) => samples));
is([joined.shape, joined.rounds.table, joined.rounds.key, joined.rounds.run,
  joined.rounds.round], ['long', 'tries', 'uid', 'belongs', 'at'],
'rounds are the table whose key the marks hold, whatever it is called');
is([joined.long.key, joined.sources.table, joined.sources.key], ['ref', 'claims', 'of'],
  'and marks and sources are joined by what matches');
is(problems(joined), [], 'nothing is left to choose');
joining.exec(mappingSql({ ...joined, scale: SCALES[3], as_of: '2026-02-01' }));
is(joining.exec('SELECT run_id, round, coverage, recency FROM rounds ORDER BY 1, 2').rows,
  [['t1', '10:00', 0.875, null], ['t1', '11:00', 0.5, null], ['t2', '09:00', null, 0]],
  'the marks of a round are those of its key');
is(joining.exec('SELECT run_id, round, source FROM sources ORDER BY source').rows,
  [['t1', '11:00', 'u1'], ['t2', '09:00', 'u2'], ['t2', '09:00', 'u3']],
  'the sources of a round are those of its key');
tables.forEach((name) => joining.exec(`DROP VIEW temp.${name}`));
joining.exec(mappingSql({ ...joined, scale: SCALES[3], as_of: '2026-02-01',
  rounds: { ...joined.rounds, round: '' } }));
is(joining.exec('SELECT run_id, round, coverage FROM rounds ORDER BY 1, 2').rows,
  [['t1', 1, 0.875], ['t1', 2, 0.5], ['t2', 1, null]],
  'rounds without a number are counted, in marks as in rounds');
const values = (table, column, ...all) =>
  ({ table, column, values: new Set(all), unique: new Set(all).size === all.length });
const other = guessMapping(
  [{ name: 'steps', columns: ['job', 'n', 'cov', 'src'] },
    { name: 'links', columns: ['which', 'turn_no', 'url'] }],
  [values('steps', 'job', 'a', 'a', 'b'), values('steps', 'n', 1, 2, 1),
    values('links', 'url', 'x', 'y'), values('links', 'which', 'a', 'b', 'b'),
    values('links', 'turn_no', 1, 2, 2)]);
const ids = Array.from({ length: 1000 }, (_, i) => i);
is(links([values('cites', 'n', 1, 2, 3, 4), values('steps', 'id', ...ids)]), [],
  'a few small numbers are no key');
is(links([values('cites', 'a', 'x', 'x', 'y', 'z'), values('cites', 'b', 'x', 'x', 'y'),
  values('cites', 'c', 'x', 'x', 'z'), values('steps', 'id', 'x', 'y')])
  .map(({ column, key, share }) => [column, key, share]),
[['b', 'id', 1], ['a', 'id', 2 / 3]],
'a key has more than half of the values, and the best link comes first');
is([other.sources.run, other.sources.round], ['which', 'turn_no'],
  'run and round of a table are found by their values');
ok(tables.every((name) => mappingSql(json).includes(`CREATE TEMP VIEW ${name} AS`)),
  'a mapping makes four views');

finish();
