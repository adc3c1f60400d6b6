// Tests the tab for outcomes. While a user moves the floor of all scores, the tab says
// how many passing answers have the label bad. The native extension's report must give
// the same numbers. The test uses light and dark colours, and files with and without
// labels.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeSource, build, clickButton, drop, settled, start, takeFile, textOf }
  from './browser.mjs';
import { finish, is, ok } from './tap.mjs';

const extension = (process.env.ASSAY_EXTENSION || `${build}/assay.so`)
  .replace(/\.so$/, '');
const lab = await start();
const { page, problems } = await lab.open();
const sqlite = (path, input) => execFileSync('sqlite3', [path, '-cmd',
  `.load ${extension}`], { input, encoding: 'utf8' });

/* Runs the function `act` and waits for the tab's report. Returns the tab's sentence
 * about the floor, and the report's text. */
async function rested(act) {
  await page.evaluate(() => window.heard.clear());
  await act();
  await page.waitForFunction(() => window.heard.has('outcomes'), { timeout: 60000 });
  await settled(page);
  return { now: await textOf(page, '#outcomes-now'),
    report: await page.$eval('#panel-outcomes pre', ({ textContent }) => textContent) };
}

const slide = (step, kind) => page.evaluate((to, event) => {
  const input = document.querySelector('#number-all');
  input.value = to;
  input.dispatchEvent(new Event(event, { bubbles: true }));
}, step, kind);

/* Returns the lines that the native report prints for `floors` under the page's settings
 * `yaml`. */
const native = (yaml, floors) => sqlite(`${build}/demo.db`, `.output /dev/null
SELECT assay_load_yaml('${yaml.replaceAll("'", "''")}');
.output stdout
${floors ? `.param set :floors '${floors}'\n` : ''}.read sql/reports/which_floor.sql
`).trimEnd();

await rested(() => page.$eval('#tab-outcomes', (button) => button.click()));
for (const floor of [60, 72, 75, 79, 85, 95]) {
  const { now, report } = await rested(() => slide(floor, 'change'));
  const yaml = await takeFile(page, 'Settings as YAML');
  is(report.trimEnd(), native(yaml), `at .${floor}: the report is the native one`);
  const row = native(yaml, `[${floor / 100}]`).split('\n').map((line) =>
    /^0\.\d\d +(\d+) +(\d+) +(\d+) +([\d.]+) %/.exec(line)).find(Boolean);
  const [, passes, labelled, bad, most] = row ?? [0, '0', '0', '0', ''];
  const said = new RegExp(`passes ${passes}; ${labelled === '0' ? 'none has a label'
    : `of ${labelled} with a label ${bad} (is|are) bad`}`);
  ok(said.test(now), `at .${floor}: ${passes} pass, ${bad} of ${labelled} are bad`, now);
  const stated = Number(/at most ([\d.]+) %/.exec(now)?.[1]).toFixed(1);
  is(labelled === '0' ? '' : stated, most, `at .${floor}: at most ${most} %`);
  is(/Too few labels/.test(await textOf(page, '#panel-outcomes')), Number(labelled) < 29,
    `at .${floor}: whether ${labelled} labels are enough`);
}
const stated = await page.$$eval('.stated', (all) => all.map((each) => each.textContent));
ok(stated.length > 0 && native('').includes(stated.join('\n')),
  'the page says in the words of the report what the labels support', stated);

// How many answers are bad, and the chart's vertical line, follow the slider.
const place = () => page.$eval('.outcomes path.here', (line) => line.getAttribute('d'));
const before = await place();
await page.evaluate(() => window.heard.clear());
await slide(65, 'input');
await page.waitForFunction((from) => document.querySelector('.outcomes path.here')
  .getAttribute('d') !== from, { timeout: 5000 }, before);
ok(!await page.evaluate(() => window.heard.has('outcomes')),
  'the line of the floor moves before the report is asked');
await rested(() => slide(65, 'change'));
await page.focus('#number-Coverage');
await rested(() => page.keyboard.press('ArrowLeft'));
is(await page.$('.outcomes path.here'), null, 'floors that differ have no line');
ok(/five floors differ/.test(await textOf(page, '#panel-outcomes')),
  'the page says that the floors differ');
await rested(() => clickButton(page, 'As recorded'));

// A link opens the tab, and screen readers get its content in words.
const link = await page.evaluate(() => location.hash);
ok(/tab=outcomes/.test(link), 'a link leads here', link);
for (const scheme of ['light', 'dark']) {
  const other = await lab.open({ hash: link, scheme });
  await other.page.waitForSelector('svg.outcomes', { timeout: 30000 });
  await other.page.evaluate(axeSource());
  const found = await other.page.evaluate(() => window.axe.run(document, { runOnly:
    ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }));
  is(found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) =>
    `${id}: ${target.join(' ')}`)), [], `axe finds nothing, ${scheme}`);
  if (process.env.PICTURES) {
    await other.page.screenshot({ path: `${process.env.PICTURES}-${scheme}.png` });
  }
  is(other.problems, [], 'without a complaint');
  await other.page.close();
}

// --- files without labels, or with good labels only --------------------------------

const path = join(lab.folder, 'mine.db');
copyFileSync(`${build}/demo.db`, path);
sqlite(path, 'UPDATE outcomes SET good = 1;');
await drop(page, 'mine.db', readFileSync(path));
await page.waitForFunction(() => document.querySelector('#file-name').textContent
  === 'mine.db', { timeout: 30000 });
await settled(page);
await rested(() => page.$eval('#tab-outcomes', (button) => button.click()));
ok(/One-sided: all labels are good/.test(await textOf(page, '#panel-outcomes')),
  'the page says what labels of one kind can not show');
sqlite(path, 'DELETE FROM outcomes;');
await drop(page, 'none.db', readFileSync(path));
await page.waitForFunction(() => document.querySelector('#file-name').textContent
  === 'none.db', { timeout: 30000 });
await settled(page);
await page.$eval('#tab-outcomes', (button) => button.click());
ok(/No answer has an outcome yet/.test(await textOf(page, '#panel-outcomes')),
  'for a file without labels the page says how to store some');

is(problems, [], 'no complaint all along');
is(lab.outside(), [], 'and no request');
await lab.close();
finish();
