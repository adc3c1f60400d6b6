// Moves every control of the page by keyboard or mouse. The changed decisions that the
// page then shows must be those of the native extension under the same settings.
import { execFileSync } from 'node:child_process';
import { build, clickButton, readCsv, settled, start, takeFile,
  textOf } from './browser.mjs';
import { finish, is, ok } from './tap.mjs';

const python = process.env.PYTHON || '/usr/bin/python3';
const extension = process.env.ASSAY_EXTENSION || `${build}/assay.so`;
const lab = await start();
const { page, problems } = await lab.open();

// --- moves -----------------------------------------------------------------------------

const moves = []; // what was moved, and what the page said after the move

async function record(name) {
  await settled(page);
  const yaml = await takeFile(page, 'Settings as YAML');
  const csv = readCsv(await takeFile(page, 'Changed decisions as CSV'));
  const said = await page.$$eval('#totals .main', ([flips, passes]) =>
    [flips.innerText, passes.innerText].map((text) => parseInt(text.replace(/,/g, ''),
      10)));
  const link = await page.evaluate(() => location.hash);
  moves.push({ name, yaml, csv, flips: said[0], passes: said[1], link });
}

const reset = async () => {
  await clickButton(page, 'As recorded');
  await settled(page);
};

await record('nothing');
const sliders = await page.$$eval('#numbers input[type=range]', (all) =>
  all.map(({ id }) => id));
ok(sliders.length >= 10, `${sliders.length} sliders`);
for (const id of sliders) {
  for (const key of ['PageDown', 'PageUp']) {
    await page.focus(`#${id}`);
    const before = await page.$eval(`#${id}`, ({ value }) => value);
    await page.keyboard.press(key);
    await page.keyboard.press(key);
    const after = await page.$eval(`#${id}`, ({ value }) => value);
    if (after !== before) await record(`${id} ${key}: ${before} to ${after}`);
    await reset();
  }
}

const borders = await page.$$('.weights [role=slider]');
is(borders.length, 4, 'four borders between five weights');
for (const [i, border] of borders.entries()) {
  await border.focus();
  for (let times = 0; times < 12; times++) await page.keyboard.press(i % 2 ? 'ArrowLeft'
    : 'ArrowRight');
  await record(`border ${i + 1} by keys`);
  await reset();
  const bar = await page.$eval('.weights .bar', (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left, top, width, height };
  });
  const { x, y, width, height } = await border.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(bar.left + bar.width * (i < 2 ? 0.02 : 0.98), y + height / 2,
    { steps: 8 });
  await page.mouse.up();
  await record(`border ${i + 1} by the mouse`);
  await reset();
}

for (const kind of ['preset', 'strategy']) {
  const names = await page.$$eval(`[data-${kind}]`, (all, attribute) =>
    all.map((each) => each.dataset[attribute]), kind);
  ok(names.length >= 3, `${names.length} of ${kind}`);
  for (const name of names) {
    await page.$eval(`[data-${kind}="${name}"]`, (button) => button.click());
    await record(`${kind} ${name}`);
    await reset();
  }
}
for (const value of ['easy', 'normal', 'hard']) {
  await page.$eval(`input[name=difficulty][value=${value}]`, (radio) => radio.click());
  await record(`difficulty ${value}`);
  await reset();
}
// Moves several controls one after the other, and records the changes once, after the
// last move.
await page.focus('#number-Verification');
for (let i = 0; i < 7; i++) await page.keyboard.press('ArrowLeft');
await page.focus('#number-patience');
await page.keyboard.press('ArrowRight');
await borders[2].focus();
await page.keyboard.press('PageUp');
await record('three together');

// --- against the native extension ------------------------------------------------------

const [before, ...after] = JSON.parse(execFileSync(python,
  ['tests/lab/native.py', extension, `${build}/demo.db`],
  { input: JSON.stringify(['', ...moves.map(({ yaml }) => yaml)]), maxBuffer: 1 << 28 }));

/* Returns the runs whose decision changed, in the page's CSV format, without the title.
 * native.py prints a run as [run, best round, passed, action, stop round, returned round,
 * rounds used]. */
function changedRuns(answer) {
  return answer.runs.flatMap((b, i) => {
    const a = before.runs[i], run = String(b[0]);
    if ([1, 2, 3, 4, 5].every((part) => a[part] === b[part])) return [];
    return [[b[0], a[1], b[1], a[2], b[2], before.indices[run], answer.indices[run],
      a[3], a[4], b[3], b[4], a[5], b[5]]];
  });
}

/* Returns a row as in a CSV: null becomes an empty text, numbers keep their notation. */
const cells = (row) => row.map((value) => value === null ? '' : String(value));
const numbered = (row) => row.map((value) =>
  value !== '' && Number.isFinite(Number(value)) ? String(Number(value)) : value);

let changed = 0;
for (const [i, { name, yaml, csv, flips, passes }] of moves.entries()) {
  const [header, ...rows] = csv;
  const native = changedRuns(after[i]);
  is(/assay_settings_hash\(\): ([\w:]+)/.exec(yaml)?.[1], after[i].hash,
    `${name}: the settings' hash is the native one`);
  is(rows.map(([run, , ...rest]) => numbered([run, ...rest])),
    native.map(cells).map(numbered),
      `${name}: ${rows.length} changed decisions, to the bit`);
  is([flips, passes], [native.filter((row) => row[1] !== row[2]).length, after[i].passes],
    `${name}: the totals are right`);
  if (rows.length) changed++;
  if (i === 0) {
    is(header.slice(0, 4), ['run_id', 'title', 'kept_before', 'kept_now'], 'a header');
    is(rows, [], 'before a move no run has changed');
  }
}
ok(changed >= 15, `${changed} of ${moves.length} moves change a decision`);
ok(new Set(moves.map(({ yaml }) => yaml)).size >= moves.length - 8,
  'the moves are different ones');
const weights = moves.filter(({ name }) => /^(border|strategy)/.test(name));
is(weights.filter(({ passes }) => passes !== moves[0].passes).map(({ name }) => name), [],
  'no weights change what passes');

// --- links -----------------------------------------------------------------------------

const state = async (target) => ({
  totals: await textOf(target, '#totals'),
  sliders: await target.$$eval('#numbers input[type=range]', (all) =>
    all.map(({ id, value }) => `${id} ${value}`)),
  weights: await target.$$eval('.weights [role=slider]', (all) =>
    all.map((each) => each.getAttribute('aria-valuenow'))),
  radios: await target.$$eval('input[type=radio]:checked', (all) =>
    all.map(({ value }) => value)),
  settings: await target.$eval('#panel-settings table', (table) => table.textContent),
  chosen: await target.$eval('#list [aria-selected=true]', (each) =>
    each.getAttribute('aria-label')).catch(() => null),
  tab: await target.$eval('[role=tab][aria-selected=true]', ({ id }) => id),
  filter: await target.$eval('#filter', ({ value }) => value),
  sort: await target.$eval('#sort', ({ value }) => value),
});
await page.select('#sort', 'id');
await page.type('#filter', 'a');
await page.keyboard.press('Escape');
await page.keyboard.press('j');
await page.keyboard.press('j');
await page.$eval('#tab-settings', (button) => button.click());
await settled(page);
const here = await state(page);
await clickButton(page, 'Copy a link');
const hash = new URL(await page.$eval('input.link', ({ value }) => value)).hash;
ok(hash.length > 20, `the link is ${hash.length} characters`);
const restored = await lab.open({ hash });
is(await state(restored.page), here, 'a link restores everything');
is(restored.problems, [], 'without a complaint');
await restored.page.close();
for (const { name, link, csv } of moves.filter((_, i) => i % 5 === 1)) {
  const other = await lab.open({ hash: link });
  const again = readCsv(await takeFile(other.page, 'Changed decisions as CSV'));
  is(again, csv, `restored from the link of ${name}`);
  await other.page.close();
}
for (const broken of ['#coverage=7', '#patience=x&weights=1,2', '#weighting=%00',
  '#window=3', '#run=%F0%9F&tab=nope', `#q=${'a'.repeat(5000)}`, '#%%%',
    '#__proto__=1']) {
  const other = await lab.open({ hash: broken });
  ok(/\d+ of \d+/.test(await textOf(other.page, '#totals')),
    `a broken link opens: ${broken.slice(0, 40)}`);
  is(other.problems, [], 'without an error');
  await other.page.close();
}

is(problems, [], 'no complaint all along');
is(lab.outside(), [], 'and no request');
await lab.close();
finish();
