// Tests the page with a rubric (a gate over your own dimensions). The test drops a
// settings file, which defines the rubric, on the page. It moves floors, weights, bounds
// and vetoes. The native extension's views must give the same decisions.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeSource, build, clickButton, drop, readCsv, settled, start, takeFile, textOf }
  from './browser.mjs';
import { finish, is, ok } from './tap.mjs';

const python = process.env.PYTHON || '/usr/bin/python3';
const extension = (process.env.ASSAY_EXTENSION || `${build}/assay.so`)
  .replace(/\.so$/, '');
const lab = await start();
const { page, problems } = await lab.open();
const at = (name) => join(lab.folder, name);
const sqlite = (path, input) => execFileSync('sqlite3', [path, '-cmd',
  `.load ${extension}`], { input, encoding: 'utf8', maxBuffer: 1 << 28 });

/* Writes evidence with the given number of scores, and returns the settings that define
 * the rubric. */
const make = (name, scores) => execFileSync(python, ['tests/lab/rubric.py', at(name),
  '40', String(scores)], { encoding: 'utf8' });
const opened = (name) => page.waitForFunction((text) =>
  document.querySelector('#file-name').textContent === text
  && document.body.dataset.shows === 'history', { timeout: 60000 }, name)
  .then(() => settled(page));

/* Returns each run's best round and stop round, from the native extension's views. */
function native(path, yaml) {
  return sqlite(path, `.output /dev/null
SELECT assay_load_yaml('${yaml.replaceAll("'", "''")}');
.read sql/attach.sql
.output stdout
.mode list
SELECT b.run_id, b.best_round, b.gate_passed, d.action, coalesce(d.stop_round, ''),
       d.returned_round
FROM rubric_best AS b JOIN rubric_decisions AS d USING (rubric, run_id)
WHERE b.rubric = 'support' ORDER BY b.run_id;`).trim().split('\n')
    .map((line) => line.split('|'));
}

// --- a file of evidence, and dropped settings -----------------------------------------

const settings = make('mine.db', 7);
await drop(page, 'mine.db', readFileSync(at('mine.db')));
await page.waitForFunction(() => document.body.dataset.shows === 'form',
  { timeout: 30000 });
const asks = await textOf(page, '#panel-data');
ok(/Which settings judge mine.db/.test(asks) && /support/.test(asks),
  'if no settings have the rubric, the page asks for some', asks);
await clickButton(page, 'Go back');
await settled(page);
is(await textOf(page, '#file-name'), 'the demo', 'the user can go back to the open file');
await drop(page, 'mine.db', readFileSync(at('mine.db')));
await page.waitForFunction(() => document.body.dataset.shows === 'form',
  { timeout: 30000 });
await drop(page, 'none.yaml',
  Buffer.from('evaluation: {rubrics: {x: {scores: {y: {}}}}}'));
await page.waitForFunction(() => /defines no rubric/.test(
  document.querySelector('#problem').textContent), { timeout: 30000 });
ok(true, 'settings without the rubric are refused with a message');
await page.$eval('#problem button', (button) => button.click());
await drop(page, 'mine.yaml', Buffer.from(settings));
await opened('mine.db');
ok(/of 40\b/.test(await textOf(page, '#totals')),
  'the dropped settings judge the runs of the file',
  await textOf(page, '#totals'));
is(await page.$eval('#judge-by', ({ value }) => value !== ''), true,
  'the choice shows the rubric');
const names = await page.$$eval('.bar .slice', (all) => all.map(({ title }) => title));
is(names.length, 7, 'seven weights', names);
is(await page.$$eval('[id^=number-score]', (all) => all.length), 7, 'seven floors');
is(await page.$$eval('[id^=number-count]', (all) => all.length), 3, 'three counts');
is(await page.$$('#number-sources, [name=difficulty]'), [],
  'no control of research is shown');
const bars = await page.$$eval('#list [role=option]', (all) => all[0]
  .querySelector('.strip svg').querySelectorAll('.tier, .missing').length);
is(bars, 7, 'a strip has seven cells');

// --- moves ----------------------------------------------------------------------------

const before = native(at('mine.db'), await takeFile(page, 'Settings as YAML'));
const press = async (id, key, times = 1) => {
  await page.focus(id);
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
};
const moves = {
  'one floor': () => press('#number-score-3', 'ArrowRight', 8),
  'all floors': () => press('#number-all', 'ArrowRight', 6),
  'a weight': () => press('#number-weight-1', 'ArrowRight', 14),
  'equal weights': () => page.$eval('[data-strategy=equal]', (chip) => chip.click()),
  'a bound': () => press('#number-count-1', 'ArrowRight', 2),
  'no veto': () => page.$$eval('[data-veto]', (all) =>
    all.find(({ checked }) => checked).click()),
  'another veto': () => page.$$eval('[data-veto]', (all) =>
    all.find(({ checked }) => !checked).click()),
  patience: () => press('#number-patience', 'ArrowRight', 1),
  stricter: () => clickButton(page, 'Stricter'),
};
const links = [];
let changes = 0;
for (const [what, act] of Object.entries(moves)) {
  await act();
  await settled(page);
  const yaml = await takeFile(page, 'Settings as YAML');
  const [, ...rows] = readCsv(await takeFile(page, 'Changed decisions as CSV'));
  const after = native(at('mine.db'), yaml);
  const wanted = after.flatMap((b, i) => (b.join() === before[i].join() ? []
    : [[b[0], before[i], b]]));
  is(rows.map(([run, , kept, now, passed, passes, , , stop, round, stops, rounds,
    returned, returns]) => [run, [run, kept, passed, stop, round, returned],
    [run, now, passes, stops, rounds, returns]]), wanted,
  `${what}: ${wanted.length} changed decisions are the native ones`);
  const flips = wanted.filter(([, a, b]) => a[1] !== b[1]).length;
  is(parseInt(await page.$eval('#totals .main', ({ innerText }) => innerText), 10), flips,
    `${what}: ${flips} runs keep another round`);
  if (wanted.length) changes++;
  links.push([what, await page.evaluate(() => location.hash), rows]);
  await clickButton(page, 'As recorded');
  await settled(page);
}
const weight = links.find(([what]) => what === 'a weight');
ok(/weights=0\.37/.test(weight[1]), 'a weight is moved as a share of the sum', weight[1]);
ok(changes >= 7, `${changes} of ${links.length} moves change a decision`);

// --- links, SQL, and back to research -------------------------------------------------

const [, link, rows] = links[0];
ok(/rubric=support/.test(link) && /floors=/.test(link), 'a link names the rubric', link);
await page.evaluate((hash) => { location.hash = hash; }, link);
await settled(page);
is(readCsv(await takeFile(page, 'Changed decisions as CSV')).slice(1), rows,
  'the link gives back the changes');
const script = await takeFile(page, 'SQL of this page');
copyFileSync(at('mine.db'), at('taken.db'));
const printed = sqlite(at('taken.db'), script.replace('.load ./assay', '')
  .replace('.mode column', '.mode list'));
for (const [run, , , now] of rows)
  ok(printed.includes(`\n${run}|`) && new RegExp(`^${run}\\|[^|]*\\|${now}\\|`, 'm')
    .test(printed), `the SQL of the page keeps round ${now} of ${run}`);
await page.$eval('#tab-outcomes', (button) => button.click());
ok(/only with the five dimensions/.test(await textOf(page, '#panel-outcomes')),
  'outcomes say that they are of research');
await page.$eval('#tab-run', (button) => button.click());
await page.keyboard.press('Escape');

// --- two to twelve dimensions, for the eye and for screen readers ---------------------

for (const [scores, scheme] of [[12, 'light'], [7, 'dark'], [2, 'light']]) {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  const name = `of${scores}.db`;
  const yaml = make(name, scores);
  sqlite(at(name), `SELECT assay_load_yaml('${yaml.replaceAll("'", "''")}');
${readFileSync('sql/contract.sql', 'utf8')}`);
  await drop(page, name, readFileSync(at(name)));
  await opened(name);
  await page.$eval('#tab-run', (button) => button.click());
  await settled(page);
  is(await page.$$eval('#list [role=option]', (all) => all[0].querySelector('.strip svg')
    .querySelectorAll('.tier, .missing').length), scores,
  `${scores} scores: the contract of the file states them, and strips show them`);
  is(await page.$$eval('#list .strips', (all) => all.filter((each) =>
    each.scrollWidth > 380).length), 0, 'strips leave room for the verdict');
  is(await page.$$eval('#panel-run .matrix tbody tr:first-child .tier-cell',
    (all) => all.length), scores, 'the matrix of a run has all dimensions');
  await page.evaluate(axeSource());
  const found = await page.evaluate(() => window.axe.run(document, { runOnly:
    ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }));
  is(found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) =>
    `${id}: ${target.join(' ')}`)), [], `axe finds nothing, ${scheme}`);
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}-${scores}.png` });
}

// --- evidence beside rounds of research -----------------------------------------------

copyFileSync(`${build}/demo.db`, at('both.db'));
sqlite(at('both.db'), `ATTACH '${at('mine.db')}' AS o;
INSERT INTO evidence SELECT CAST(substr(run_id, 5) AS INT) + 1, round, rubric,
  evidence FROM o.evidence WHERE substr(run_id, 5) < '00034';`);
await drop(page, 'both.db', readFileSync(at('both.db')));
await opened('both.db');
is(await page.$$eval('#judge-by option', (all) => all.map(({ disabled, selected }) =>
  [disabled, selected])), [[false, true], [true, false], [true, false]],
'beside rounds, a rubric that no settings state can not be chosen');
await drop(page, 'mine.yaml', Buffer.from(settings));
await settled(page);
await page.select('#judge-by', '2');
await page.waitForFunction(() => document.querySelector('#number-score-1'),
  { timeout: 30000 });
await settled(page);
is(await page.$$eval('[id^=number-score]', (all) => all.length), 7,
  'after settings with the rubric are loaded it can be chosen');
await page.select('#judge-by', '');
await page.waitForFunction(() => document.querySelector('#number-Coverage'),
  { timeout: 30000 });
await settled(page);
is(await page.$$eval('.bar .slice', (all) => all.length), 5,
  'research can be chosen again');
await page.evaluate(() => { location.hash = 'rubric=support&patience=3'; });
await page.waitForFunction(() => document.querySelector('#number-score-1'),
  { timeout: 30000 });
await settled(page);
is(await page.$eval('#number-patience', ({ value }) => value), '3',
  'a link by the rubric shows the rubric');

is(problems, [], 'no complaint all along');
is(lab.outside(), [], 'and no request');
await lab.close();
finish();
