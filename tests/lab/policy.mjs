// Tests the lab's policies without its engine or page: their numbers, YAML, links and
// CSV.
import { DIMENSIONS, PRESETS, differences, fromSettings, moveBorder, moveShare,
  onlyWeightsDiffer, policyOf, sameWindows, shares, toYaml, withStrategy, withWeights,
  yamlText } from '../../sql/lab/policy.mjs';
import { decode, encode } from '../../sql/lab/link.mjs';
import { csv, csvCell } from '../../sql/lab/csv.mjs';
import { finish, is, ok } from './tap.mjs';

const ROOT = 'evaluation.deep_research.';
const KEYS = DIMENSIONS.map(({ key }) => key);

/* Returns settings in the form of the table assay_settings, with malicious names. */
function settings() {
  const rows = { scoring_engine: 'multidimensional', min_ci: 0.8, max_rounds: 4,
    patience: 1, min_recent_sources: 10, 'difficulty_offsets.easy': 0.05,
    'difficulty_offsets.normal': 0, 'difficulty_offsets.hard': -0.05,
    'weights.default': 'proposed', 'recency_windows.ai_ml': 90,
    'recency_windows.a.b: "c"\n': 7, 'recency_windows.__proto__': 12,
    'recency_windows.default': 183 };
  for (const key of KEYS) {
    Object.assign(rows, { [`tier_thresholds.${key}.elite`]: 0.9,
      [`tier_thresholds.${key}.high`]: 0.75, [`tier_thresholds.${key}.medium`]: 0.5 });
  }
  const strategies = { proposed: [0.25, 0.2, 0.2, 0.2, 0.15],
    equal: [0.2, 0.2, 0.2, 0.2, 0.2], 'dotted.name': [1, 0, 0, 0, 0] };
  for (const [name, weights] of Object.entries(strategies)) {
    weights.forEach((weight, i) => {
      rows[`weights.strategies.${name}.${KEYS[i]}`] = weight;
    });
  }
  return Object.entries(rows).map(([key, value]) => ({ key: ROOT + key, value }));
}

const base = fromSettings(settings());

// --- reading settings ------------------------------------------------------------------

is(base.weights, [0.25, 0.2, 0.2, 0.2, 0.15], 'the weights are those of the default');
is(base.strategies.get('dotted.name'), [1, 0, 0, 0, 0],
  "a strategy's name may have dots");
is([...base.windows], [['ai_ml', 90], ['a.b: "c"\n', 7], ['__proto__', 12],
  ['default', 183]], 'a domain may be called anything');

// --- moving ----------------------------------------------------------------------------

const sum = (weights) => weights.reduce((a, b) => a + b, 0);
is(moveBorder(base.weights, 0, 0.3), [0.3, 0.15, 0.2, 0.2, 0.15],
  'a border takes from one neighbour what it gives to the other');
is(moveBorder(base.weights, 0, 0.333), [0.33, 0.12, 0.2, 0.2, 0.15],
  'a border stops at hundredths');
is(moveBorder(base.weights, 0, 2), [0.45, 0, 0.2, 0.2, 0.15],
  'a border stops at the next border');
is(moveBorder(base.weights, 3, -1)[3], 0, 'a border stops at the border before it');
let walked = base.weights, whole = true;
for (let i = 0; i < 500; i++) {
  walked = moveBorder(walked, i % 4, ((i * 37) % 101) / 100);
  whole &&= Math.abs(sum(walked) - 1) < 1e-5 && walked.every((weight) => weight >= 0);
}
ok(whole, 'after 500 moves the weights still sum to 1, and none is below 0', walked);
is(moveShare([2, 1, 1, 4], 3, 0.2), [0.4, 0.2, 0.2, 0.2],
  'a share of one weight leaves the others their proportions');
is(moveShare([0, 0, 0, 1], 3, 0.4), [0.2, 0.2, 0.2, 0.4],
  'if all other weights are 0, they get equal shares');
is(shares([0.46, 0.21, 0.21, 0.21, 0.11]).map((share) => share.toFixed(4)),
  ['0.3833', '0.1750', '0.1750', '0.1750', '0.0917'],
  'shares of weights that sum to 1.20 sum to 1');
is(withWeights(base, [0.2, 0.2, 0.2, 0.2, 0.2]).strategy, 'equal',
  'weights of a name have that name');
is(withWeights(base, [0.3, 0.1, 0.2, 0.2, 0.2]).strategy, null,
  'weights without a name have none');
is(withStrategy(base, 'no such'), base, 'a strategy that there is not changes nothing');

// --- differences -----------------------------------------------------------------------

is(differences(base, base), [], 'a policy does not differ from itself');
const equal = withStrategy(base, 'equal');
ok(onlyWeightsDiffer(equal, base), 'changed weights differ only in weights');
ok(!onlyWeightsDiffer({ ...equal, patience: 2 }, base),
  'with another patience, not only weights differ');
ok(!onlyWeightsDiffer(base, base), 'without a difference, weights do not differ');
ok(!onlyWeightsDiffer({ ...equal, engine: 'legacy' }, { ...base, engine: 'legacy' }),
  'under the superseded rule the gate reads weights');
ok(!sameWindows({ ...base, windows: new Map([...base.windows, ['new', 3]]) }, base),
  'windows with one more domain are different windows');
ok(!sameWindows(base, { ...base, windows: new Map([...base.windows, ['new', 3]]) }),
  'and so are windows with one less');
is(differences({ ...base, min_ci: 0.7, engine: 'legacy' }, base),
  [['gate', 'multidimensional', 'legacy'], ['least index', 0.8, 0.7]],
  'the least index is a difference');
const odd = { ...base, high: [0.7533, 0.98, 0.75, 0.03, 0.75], sources: 9,
  windows: new Map([['a', 1], ['b', 90], ['c', 7]]) };
is(PRESETS.map(({ make }) => {
  const { high, sources, patience, windows, engine } = make(odd);
  return [high, sources, patience, [...windows.values()], engine === odd.engine];
}), [
  [odd.high, 9, 1, [1, 90, 7], true],
  [[0.8033, 1, 0.8, 0.08, 0.8], 9, 1, [1, 90, 7], true],
  [[0.7033, 0.93, 0.7, 0, 0.7], 9, 1, [1, 90, 7], true],
  [odd.high, 4, 1, [1, 90, 7], true],
  [odd.high, 9, 2, [1, 90, 7], true],
  [odd.high, 9, 1, [1, 45, 4], true],
  [odd.high, 9, 1, [1, 90, 7], false],
], 'each preset changes what its text says');

// --- YAML ------------------------------------------------------------------------------

is(toYaml(base, base), '', 'no difference is no YAML');
is(toYaml({ ...base, patience: 2 }, base),
  'evaluation:\n  deep_research:\n    patience: 2\n', 'one changed number is one line');
is(toYaml({ ...base, high: [0.95, 0.75, 0.4, 0.75, 0.75] }, base),
  'evaluation:\n  deep_research:\n    tier_thresholds:\n'
  + '      coverage: {high: 0.95, elite: 0.95}\n'
  + '      agreement: {high: 0.4, medium: 0.4}\n',
  'a High floor moves Elite and Medium where it would pass them');
is(toYaml({ ...base, high: [0.9, 0.5, 0.75, 0.6, 0.75] }, base),
  'evaluation:\n  deep_research:\n    tier_thresholds:\n      coverage: {high: 0.9}\n'
  + '      source_quality: {high: 0.5}\n      verification: {high: 0.6}\n',
  'a High floor that only reaches them moves nothing');
ok(toYaml(equal, base).endsWith('    weights:\n      default: "equal"\n'),
  'a named weighting is stated by its name');
ok(toYaml(withWeights(base, [0.3, 0.1, 0.2, 0.2, 0.2]), base).includes(
  'lab: {coverage: 0.3, source_quality: 0.1, agreement: 0.2, verification: 0.2, '
  + 'recency: 0.2,'), 'an unnamed weighting is written with five numbers');
is(yamlText('a"b\\c\n\u0085\u2028\u{1F600}'), '"a\\"b\\\\c\\n\\u0085\\u2028\u{1F600}"',
  'a name is escaped');
is(yamlText('\uD800x\uDC00'), '"\uFFFDx\uFFFD"', 'half a surrogate pair is no character');

// --- rubrics ---------------------------------------------------------------------------

const score = (name, weight) => ({ rubric: 'Mine', part: 'score', name, elite: 0.9,
  high: 0.75, medium: 0.5, weight });
const own = policyOf({ settings: settings(), rubric: 'mine', parts: [
  score('tone', 2), score('ton', 1), score('not', 1), score('a: "b"', 0),
  { rubric: 'Mine', part: 'at_least', name: 'answers', bound: 2, veto: 0 },
  { rubric: 'Mine', part: 'at_most', name: 'errors', bound: 1, veto: 1 }] });
is(own.dimensions.map(({ letter }) => letter), ['T', 'O', 'N', 'A'],
  'each dimension of a rubric has a letter of its own');
is(policyOf({ settings: settings(), rubric: 'r', parts: [score('a', 1), score('A', 1)] })
  .dimensions.map(({ letter }) => letter), ['A', '2'], 'or its number');
is(own.conditions.map(({ key, part, about }) => [key, part, about]),
  [['answers', 'at_least', 'The least count'], ['errors', 'at_most',
    'The greatest count']], 'a rubric has counts of both kinds');
const changed = { ...own, high: [0.75, 0.95, 0.75, 0.4], weights: [1, 1, 1, 0],
  bounds: [3, 0], vetoes: [true, false], patience: 2 };
is(toYaml(changed, own), `evaluation:
  deep_research:
    patience: 2
  rubrics:
    "Mine":
      scores:
        "tone": {weight: 1}
        "ton": {high: 0.95, elite: 0.95}
        "a: \\"b\\"": {high: 0.4, medium: 0.4}
      at_least:
        "answers": 3
      at_most:
        "errors": 0
      vetoes:
        "answers": true
        "errors": false
`, 'the changed numbers of a rubric are written, and no others');
is(differences(changed, own), [['weights', 'as stated (50/25/25/0)',
  'as stated (33/33/33/0)'], ['ton: High floor', 0.75, 0.95],
['a: "b": High floor', 0.75, 0.4], ['answers: the least count', 2, 3],
['answers: a greater count', 'only fail', 'halt'],
['errors: the greatest count', 1, 0],
['errors: a greater count', 'halt', 'only fail'], ['patience', 1, 2]],
'and named in words');
const linked = decode(encode(changed, own), own);
is([linked.policy.high, linked.policy.bounds, linked.policy.vetoes, linked.problems],
  [changed.high, changed.bounds, changed.vetoes, []], 'a link carries them');
for (const part of ['floors=0.5', 'floors=0.5,0.5,0.5,2', 'bounds=1,0.5', 'vetoes=1,2',
  'vetoes=1', 'coverage=0.5'])
  is(decode(part, own).problems, [part], `a wrong list of a rubric: ${part}`);

// --- links -----------------------------------------------------------------------------

const moved = { ...withWeights(base, [0.31, 0.14, 0.2, 0.2, 0.15]), engine: 'legacy',
  high: [0.8, 0.75, 0.75, 1, 0], sources: 0, patience: 3, rounds: 7, difficulty: 'hard',
  windows: new Map([...base.windows, ['ai_ml', 60], ['a.b: "c"\n', 9], ['&=%#+', 5]]) };
const view = { run: '7 & <b>', sort: 'changed', only: 'changed', q: 'r=1#2', tab: 'sql',
  map: 'recency,coverage', file: 'mine é.db' };
const link = encode(moved, base, view);
ok(/^[\x21-\x7e]*$/.test(link), 'a link is plain text', link);
const back = decode(`#${link}`, base);
is(back.policy, moved, 'a link gives back every number');
is(back.view, view, 'a link gives back the view');
is(back.problems, [], 'a link has no unread part');
is(encode(base, base), '', 'without a difference a link is empty');
is(decode('', base).policy, base, 'an empty link is the base');
is(decode(encode(equal, base), base).policy, equal,
  'a named weighting comes back as such');
const bad = ['patience=0', 'patience=1.5', 'patience=0x10', 'sources=-1', 'rounds=',
  'coverage=1.1', 'coverage=NaN', 'recency=', 'weights=1,2', 'weights=0,0,0,0,0',
  'weights=1,1,1,1,1e999', 'weighting=none', 'gate=off', 'difficulty=impossible',
  'window=0:x', 'window=x:1', 'window=5:', '__proto__=1', 'constructor=1', 'strategies=1',
  'windows=2', 'high=1', 'rounds=0', 'rounds=1001', 'patience=101', 'sources=1001',
  'coverage=1e1', 'weights=1,1,1,1,1,1', 'weights=1,1,1,1', 'weights=1,1,1,1,-1'];
for (const part of bad) {
  const answer = decode(part, base);
  is([answer.policy, answer.problems.length], [base, 1],
    `a wrong part of a link: ${part}`);
}
is(decode('%E0%A4%A&&&=&a', base).policy, base, 'a link that is garbage is no error');
is(Object.keys(decode('__proto__=7&q=1', base).view), ['q'], 'a link can add no names');
decode('window=5:of a link&coverage=0.1', base);
is([base.windows.has('of a link'), base.high[0]], [false, 0.75],
  'a link does not change the base');
const tiny = withWeights(base, [1e-7, 1, 1, 1, 1]);
is(decode(encode(tiny, base), base).policy, tiny, 'a tiny weight comes back');
const long = decode(`q=${'x'.repeat(201)}&${'y'.repeat(99)}=1`, base);
is([long.view.q.length, long.problems[0].length], [200, 80], 'long parts are cut');

// --- CSV -------------------------------------------------------------------------------

is(csvCell('a"b"'), '"a""b"""', 'each quote is doubled');
is(csvCell('a,b\n'), '"a,b\n"', 'a text with a comma or a line end is quoted');
is(csvCell('a;=1+1'), '"a;=1+1"', 'a text with a semicolon is quoted');
is(csvCell('a\tb'), '"a\tb"', 'a text with a tab is quoted');
for (const sign of '=+-@')
  is(csvCell(`${sign}1`), `'${sign}1`, `a text like the formula ${sign}1 gets a quote`);
is([csvCell('\t=1'), csvCell('\r=1')], ['"\'\t=1"', '"\'\r=1"'], 'even after a tab');
is(csvCell(-1), '-1', 'a number below 0 stays a number');
is(csvCell(null), '', 'NULL is empty');
is(csvCell(new Uint8Array([0, 255])), "x'00ff'", 'a BLOB is its literal');
is(csvCell(' a'), '" a"', 'white space at an end is kept');
is(csv(['a', 'b'], [[1, 'x'], [2n, null]]), 'a,b\r\n1,x\r\n2,\r\n',
  'rows end as RFC 4180 has it');

finish();
