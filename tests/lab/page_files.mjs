// Drops files on the page (as with the mouse): a history, a file with other tables,
// broken files, a file that is not a database, settings. If a file can't be opened, the
// page goes on showing the previous file.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, clickButton, drop, readCsv, settled, start, takeFile, textOf }
  from './browser.mjs';
import { finish, is, ok } from './tap.mjs';

const extension = (process.env.ASSAY_EXTENSION || `${build}/assay.so`)
  .replace(/\.so$/, '');
const lab = await start();
const { page, problems } = await lab.open();
const at = (name) => join(lab.folder, name);
const sqlite = (path, sql, ...first) =>
  execFileSync('sqlite3', [path, ...first], { input: sql, encoding: 'utf8' });
const withAssay = ['-cmd', `.load ${extension}`];
const problem = () => textOf(page, '#problem');
const opened = async (path, name = path.split('/').at(-1)) => {
  await drop(page, name, readFileSync(path));
  await page.waitForFunction((text) => document.querySelector('#file-name').textContent
    === text || document.querySelector('#problem').textContent !== ''
    || document.querySelector('#panel-data').textContent.includes(`How is ${text}`),
  { timeout: 60000 }, name);
};

// --- your own file ---------------------------------------------------------------------

copyFileSync(`${build}/demo.db`, at('mine.db'));
sqlite(at('mine.db'), `DELETE FROM runs WHERE run_id > 12;
UPDATE runs SET title = '<img src=x onerror="document.title=1">' WHERE run_id = 3;
UPDATE rounds SET coverage = '81%' WHERE run_id = 2;`,
'-cmd', 'PRAGMA foreign_keys = on');
await opened(at('mine.db'));
await settled(page);
is(await problem(), '', 'a file is dropped');
ok(/of 12\b/.test(await textOf(page, '#totals')), 'the runs of the file are counted',
  await textOf(page, '#totals'));
is(await page.$eval('[role=tab][aria-selected=true]', ({ id }) => id), 'tab-data',
  'the quality of the data is shown first');
await page.waitForFunction(() => /can't be used\. They count/.test(
  document.querySelector('#panel-data').textContent), { timeout: 30000 });
ok(/81%|text|Text/.test(await textOf(page, '#panel-data')),
  'the report on quality names text in scores');
ok((await page.$$eval('#list [role=option]', (all) => all.map((each) => each.innerText)))
  .some((words) => words.includes('<img src=x')),
    'a title is text, even if it looks like HTML');
is(await page.title(), 'assay lab', 'no script in a title runs');

// --- broken files ----------------------------------------------------------------------

const unchanged = async () => ({ name: await textOf(page, '#file-name'),
  totals: await textOf(page, '#totals'), list: await textOf(page, '#list') });
const before = await unchanged();
const demo = readFileSync(`${build}/demo.db`);
const torn = Uint8Array.from(demo);
torn.fill(0xa5, 4096, 40960);
sqlite(at('bare.db'), 'CREATE TABLE t(x); DROP TABLE t; VACUUM;');
sqlite(at('no_rounds.db'), readFileSync('sql/schema.sql', 'utf8'));
for (const [what, name, bytes] of [
  ['no file at all', 'empty.db', Buffer.alloc(0)],
  ['a text', 'text.db', Buffer.from('this is no database\n'.repeat(500))],
  ['half a file', 'half.db', demo.subarray(0, demo.length / 2)],
  ['a torn one', 'torn.db', torn],
  ['a header and nothing', 'header.db', demo.subarray(0, 100)],
  ['broken YAML', 'broken.yaml', Buffer.from('a: [')],
  ['a picture', 'picture.png', Buffer.from('\x89PNG\r\n')],
  ['a history without rounds', 'no_rounds.db', readFileSync(at('no_rounds.db'))],
]) {
  await drop(page, name, bytes);
  await page.waitForFunction(() => document.querySelector('#problem').textContent !== '',
    { timeout: 30000 }).catch(() => {});
  const says = await problem();
  ok(says.includes(name) && says.length > name.length + 10 && says.length < 400,
    `${what}: a sentence`, says);
  await settled(page);
  is(await unchanged(), before, `${what}: nothing is lost`);
  await page.$eval('#problem', (element) => element.querySelector('button')?.click());
}
await drop(page, 'bare.db', readFileSync(at('bare.db')));
await page.waitForFunction(() => document.querySelector('#problem').textContent !== ''
  || /no table/.test(document.querySelector('#panel-data').textContent),
    { timeout: 30000 });
ok(/no table/i.test(`${await problem()} ${await textOf(page, '#panel-data')}`),
  'a database without a table: a sentence');
await clickButton(page, 'Go back').catch(() => {});
await settled(page);
ok(await page.$eval('#numbers', (element) =>
  element.checkVisibility({ visibilityProperty: true })),
    'after a broken file the page shows the open file again');
is(await unchanged(), before, 'the open file has lost nothing');
await page.$eval('#number-sources', (slider) => slider.focus());
await page.keyboard.press('ArrowLeft');
await settled(page);
ok((await textOf(page, '#panel-settings')) !== null, 'the page goes on');
await clickButton(page, 'As recorded');
await settled(page);

// --- settings --------------------------------------------------------------------------

await drop(page, 'mine.yaml', Buffer.from(
  'evaluation: {deep_research: {patience: 3, min_recent_sources: 4}}\n'));
await settled(page);
is([await page.$eval('#number-patience', ({ value }) => value),
  await page.$eval('#number-sources', ({ value }) => value)], ['3', '4'],
'settings move the sliders');
await drop(page, 'strange.yaml', Buffer.from(
  'evaluation: {deep_research: {patience: 2, no_such_key: 3}}\n'));
await settled(page);
ok(/no_such_key/.test(await problem()), 'unknown keys in settings are named',
  await problem());

// --- a contract in the file ------------------------------------------------------------

copyFileSync(`${build}/demo.db`, at('contract.db'));
sqlite(at('contract.db'),
  `SELECT assay_load_yaml('{evaluation: {deep_research: {patience: 2,
  tier_thresholds: {coverage: {high: 0.8}}}}}');
${readFileSync('sql/contract.sql', 'utf8')}`, ...withAssay);
const digest = sqlite(at('contract.db'),
  `SELECT assay_load_yaml('{evaluation: {deep_research:
  {patience: 2, tier_thresholds: {coverage: {high: 0.8}}}}}');
SELECT assay_settings_hash();`, ...withAssay).trim().split('\n').at(-1);
await opened(at('contract.db'));
await settled(page);
const settings = await page.$eval('#panel-settings', (panel) => panel.textContent);
ok(settings.includes(digest.slice(0, 12)), 'the contract of a file is in force');
ok(settings.includes('✓'), 'the digest is compared with the contract', settings);
is([await page.$eval('#number-patience', ({ value }) => value),
  await page.$eval('#number-Coverage', ({ value }) => value)], ['2', '80'],
'the sliders show the numbers of the contract');

// --- other tables ----------------------------------------------------------------------

sqlite(at('foreign.db'), `CREATE TABLE "my rounds"(job TEXT, n INT, "cov""erage" REAL,
  src REAL, agr REAL, ver REAL, rec REAL, fresh INT, contra INT);
INSERT INTO "my rounds" VALUES ('a7', 1, 78, 80, 90, 55, 90, 12, 0),
  ('a7', 2, '81%', 84, 90, 80, 85, 14, 0), ('b2', 1, 90, 95, 85, 90, 'n/a', 11, 0),
  ('c3', 1, 60, 99, 99, 99, 99, 12, 0), ('c3', 2, 85, 80, 80, 80, 80, 12, 0);`);
await opened(at('foreign.db'));
await page.waitForFunction(() => document.querySelector('#panel-data').textContent
  .includes('How should foreign.db be read'), { timeout: 30000 });
const fields = await page.$$eval('#panel-data select', (all) => all.map((select) => ({
  id: select.id,
    name: select.labels?.[0]?.textContent ?? select.getAttribute('aria-label'),
  options: [...select.options].map(({ value }) => value) })));
ok(fields.length >= 8, 'a form asks for tables and columns', fields);
is(fields.filter(({ name }) => !name), [], 'each field has a name');
const shown = await page.evaluate(() => ['numbers', 'runs', 'tabs', 'panel-data']
  .filter((id) => document.getElementById(id).checkVisibility(
    { visibilityProperty: true })));
is(shown, ['panel-data'], 'meanwhile nothing of the earlier file is shown');
is(await textOf(page, '#file-name'), 'foreign.db', 'and the name is the new one');
const choose = (name, value) => page.$$eval('#panel-data select', (all, words,
  chosen) => {
  const select = all.find((each) => (each.labels?.[0]?.textContent
    ?? each.getAttribute('aria-label')).trim().startsWith(words));
  if (!select) throw new Error(`no field ${words}`);
  select.value = [...select.options].find((option) => option.value === chosen
    || option.textContent.trim() === chosen)?.value ?? 'NONE';
  if (select.selectedIndex < 0) throw new Error(`${words} has no ${chosen}`);
  select.dispatchEvent(new Event('input', { bubbles: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
}, name, value);
for (const [name, column] of [['Id of the run', 'job'], ['Number or time', 'n'],
  ['on a scale of', '0 to 100'], ['Coverage', 'cov"erage'],
  ['Source quality', 'src'], ['Agreement', 'agr'], ['Verification', 'ver'],
  ['Recency', 'rec'], ['Recent sources', 'fresh'], ['Critical contradictions',
    'contra']]) {
  await choose(name, column).catch((error) => ok(false, `${name} can be chosen`,
    error.message, fields));
}
await page.click('#try-mapping');
await page.waitForFunction(() => document.querySelector('#file-name').textContent
  === 'foreign.db', { timeout: 30000 }).catch(() => {});
await settled(page);
is(await textOf(page, '#file-name'), 'foreign.db', 'views read the other tables');
const kept = await page.$$eval('#list [role=option]', (all) =>
  all.map((each) => /^Run (\w+).*keeps (R\d)/.exec(each.getAttribute('aria-label'))
    ?.slice(1).join(' ')).sort());
const native = sqlite(at('foreign.db'),
  `SELECT job || ' R' || best_round(n, c, s, a, v, r,
  fresh, contra) FROM (SELECT *, score_of("cov""erage", 100) AS c, score_of(src,
    100) AS s,
  score_of(agr, 100) AS a, score_of(ver, 100) AS v, score_of(rec, 100) AS r
  FROM "my rounds") GROUP BY job`, ...withAssay).trim().split('\n');
is(kept, native, 'hand-written SQL keeps the same rounds');

// --- downloads -------------------------------------------------------------------------

await clickButton(page, 'Open the demo');
await page.waitForFunction(() => document.querySelector('#file-name').textContent
  === 'the demo', { timeout: 30000 });
await settled(page);
await page.focus('#number-Verification');
for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowLeft');
await settled(page);
const script = await takeFile(page, 'SQL of this page');
const yaml = await takeFile(page, 'Settings as YAML');
const csv = readCsv(await takeFile(page, 'Changed decisions as CSV'));
ok(csv.length > 1, `${csv.length - 1} decisions have changed`);
copyFileSync(`${build}/demo.db`, at('taken.db'));
const printed = sqlite(at('taken.db'), script.replace('.load ./assay',
  `.load ${extension}`)
  .replace('.mode column', '.mode list'));
const decided = Object.fromEntries(printed.split('\n').map((line) => line.split('|'))
  .filter((line) => line.length === 6 && /^\d+$/.test(line[0]))
  .map(([run, , round]) => [run, round]));
for (const [run, , , now] of csv.slice(1)) {
  is(decided[run], now, `the SQL of the page keeps round ${now} of run ${run}`);
}
ok(yaml.includes(/assay_require\('([\w:]+)'\)/.exec(script)[1]),
  'SQL and YAML name one digest');

// --- the SQL box -----------------------------------------------------------------------

await page.$eval('#tab-sql', (button) => button.click());
const ask = async (sql) => {
  await page.$eval('#panel-sql textarea', (field, text) => {
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, sql);
  await page.focus('#panel-sql textarea');
  await page.keyboard.down('Control');
  await page.keyboard.press('Enter');
  await page.keyboard.up('Control');
  await settled(page);
  return textOf(page, '#panel-sql');
};
ok(/36/.test(await ask("SELECT 30 + 6 AS answer")), 'a question is answered');
ok(/no such column: nope/.test(await ask('SELECT nope')), 'a mistake is a sentence');
ok(/High/.test(await ask("SELECT tier_of(0.7, 'verification')")),
  'under the sliders of the page');
ok(/<b>bold/.test(await ask("SELECT '<b>bold</b>'")), 'an answer is shown as text');
ok(/0 rows|no rows|nothing/i.test(await ask('SELECT 1 WHERE 0')),
  'an empty answer has a message');
ok(/interrupt|stopped|long|seconds/i.test(await (async () => {
  await ask('WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) '
    + 'SELECT max(x) FROM c').catch(() => {});
  await page.waitForFunction(() => window.asked.size === 0, { timeout: 60000 })
    .catch(() => {});
  return textOf(page, '#panel-sql');
})()), 'an endless question ends');
await settled(page, 60000);

is(problems, [], 'no complaint all along');
is(lab.outside(), [], 'and no request');
await lab.close();
finish();
