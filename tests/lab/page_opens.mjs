// Tests the page that has just been opened from disk, without the network. It must show
// its content and work with a keyboard and with screen readers, in light and dark, on
// laptop and phone.
import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { axeSource, build, settled, start, textOf } from './browser.mjs';
import { finish, is, note, ok } from './tap.mjs';

const lab = await start();
const { page, requests, problems } = await lab.open();

const size = statSync(`${build}/lab.html`).size;
ok(size < 1200000, `${size} bytes are under 1.2 MB`);
is(problems, [], 'the page complains of nothing');
is(requests.filter((url) => !/^(file|blob|data):/.test(url)), [],
  'no request but to disk');
is(requests.filter((url) => url.startsWith('file:')).length, 1, 'of one file');

// --- the visible page ------------------------------------------------------------------

const runs = await page.$$eval('#list [role=option]', (all) =>
  all.map((each) => each.getAttribute('aria-label')));
ok(runs.length > 5, `${runs.length} runs are in sight`, runs);
ok(runs.every((words) => /rounds?; keeps R\d+; .*(passes|fails); /.test(words)),
  'each run has the kept round and its end in words', runs);
const shares = runs.map((words) => Number(/(\d+) % of weightings/.exec(words)?.[1]));
is(shares, [...shares].sort((a, b) => a - b), 'the most fragile runs come first');
ok(/\d+ of \d+/.test(await textOf(page, '#totals')), 'totals are there');
const missing = await page.$$eval('#list rect.missing', (all) => all.length);
ok(missing > 0, `${missing} missing scores are hatched`);

// --- keyboard --------------------------------------------------------------------------

const chosen = () => page.$eval('#list [aria-selected=true]', (each) =>
  Number(each.getAttribute('aria-posinset'))).catch(() => 0);
const first = await chosen();
await page.keyboard.press('j');
await settled(page);
is(await chosen(), first + 1, 'j goes down');
await page.keyboard.press('k');
await settled(page);
is(await chosen(), first, 'k goes up');
await page.keyboard.press('/');
is(await page.evaluate(() => document.activeElement.id), 'filter',
  '/ goes to the filter');
await page.keyboard.type('axios');
await settled(page);
const filtered = await page.$$eval('#list [role=option]', (all) =>
  all.map((each) => each.getAttribute('aria-label')));
ok(filtered.length > 0 && filtered.every((words) => /axios/i.test(words)),
  'the list is filtered as one types', filtered);
await page.keyboard.press('Escape');
await page.$eval('#filter', (field) => {
  field.value = '';
  field.dispatchEvent(new Event('input'));
});
await settled(page);

// The key Tab reaches every control, and the page shows which control has the focus.
const reached = [];
const unseen = [];
await page.evaluate(() => document.activeElement.blur());
for (let i = 0; i < 200; i++) {
  await page.keyboard.press('Tab');
  const at = await page.evaluate(() => {
    const element = document.activeElement;
    if (element === document.body) return null;
    const style = getComputedStyle(element);
    const around = getComputedStyle(element.closest('label') ?? element);
    const seen = [style, around].some((each) => (each.outlineStyle !== 'none'
      && parseFloat(each.outlineWidth) > 0) || each.boxShadow !== 'none');
    const name = `${element.tagName.toLowerCase()}#${element.id}`
      + `.${element.className} ${element.getAttribute('aria-label') ?? ''}`;
    return { name, seen, place: [...document.querySelectorAll('*')].indexOf(element) };
  });
  if (!at) continue; // no control has the focus
  if (reached.includes(at.place)) break;
  reached.push(at.place);
  if (!at.seen) unseen.push(at.name);
}
ok(reached.length > 20, `Tab reaches ${reached.length} places`);
is(unseen, [], 'the control with the focus has an outline');
const unreached = await page.evaluate((places) => {
  const all = [...document.querySelectorAll('*')];
  return all.filter((element) =>
    element.matches('button, input, select, a[href], summary')
    && element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true })
    && !places.includes(all.indexOf(element))
    && !(element.type === 'radio' && !element.checked))
    .map((element) =>
      `${element.tagName} ${element.id} ${element.textContent.slice(0, 30)}`);
}, reached);
is(unreached, [], 'Tab reaches everything that can be pressed');

// --- screen readers --------------------------------------------------------------------

/* Runs axe-core over the visible page: it checks names, roles, states and contrast.
 * Returns the violations that it finds. */
async function violations(target) {
  await target.evaluate(axeSource());
  const { violations: found, passes } = await target.evaluate(() =>
    window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa',
      'wcag22aa', 'best-practice'] }));
  ok(passes.some(({ id }) => id === 'color-contrast'), 'contrast was measured');
  return found.flatMap(({ id, nodes }) => nodes.map((node) =>
    `${id}: ${node.target.join(' ')}: ${node.any[0]?.message ?? node.failureSummary}`));
}

const tabs = await page.$$eval('[role=tab]', (all) => all.map(({ id }) => id));
for (const scheme of ['light', 'dark']) {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  for (const tab of tabs) {
    await page.$eval(`#${tab}`, (button) => button.click());
    await settled(page);
    is(await violations(page), [], `axe finds nothing in ${tab}, ${scheme}`);
  }
}
const tree = await page.accessibility.snapshot({ interestingOnly: true });
const nodes = [];
(function walk(node) {
  nodes.push(node);
  (node.children ?? []).forEach(walk);
})(tree);
const controls = nodes.filter(({ role }) => ['button', 'slider', 'radio', 'combobox',
  'searchbox', 'textbox', 'tab', 'option', 'listbox', 'checkbox'].includes(role));
ok(controls.length > 40, `${controls.length} controls in the accessibility tree`);
is(controls.filter(({ name }) => !name?.trim()), [], 'each control has a name');
const sliders = nodes.filter(({ role }) => role === 'slider');
ok(sliders.length >= 12 && sliders.every(({ valuetext, value }) =>
  valuetext !== undefined || value !== undefined),
    `${sliders.length} sliders have a value`);
for (const role of ['main', 'banner']) {
  is(await page.$$eval(role === 'main' ? 'main' : 'header', (all) => all.length), 1,
    `one landmark: ${role}`);
}
is(problems, [], 'the page still complains of nothing');

// --- before the engine runs ------------------------------------------------------------

const visible = (target) => target.evaluate(() =>
  [...document.querySelectorAll('main *, header *, nav *, #starting, #problem *')]
    .filter((element) => element.children.length === 0
      && element.checkVisibility({ visibilityProperty: true }))
    .map((element) => (element.matches('input') ? `<input ${element.id}>`
      : element.textContent.trim())).join(' '));

for (const [what, worker] of [['has not answered yet', 'postMessage() {}'],
  ['can\'t start', 'postMessage() { this.onerror?.(new ErrorEvent("error")); }']]) {
  const waiting = await lab.browser.newPage();
  await waiting.evaluateOnNewDocument(`window.Worker = class extends EventTarget {
    ${worker} terminate() {} };`);
  await waiting.goto(page.url().split('#')[0]);
  await delay(500);
  const seen = await visible(waiting);
  ok(/Starting the engine|Nothing can be judged/.test(seen),
    `where the engine ${what}, a sentence says so`, seen);
  ok(!/input|Weights|floors|Filter|Run\b/.test(seen),
    'and no heading, slider or tab is drawn without its value', seen);
  await waiting.close();
}

// --- sizes -----------------------------------------------------------------------------

for (const [name, width, height] of [['laptop', 1280, 720], ['phone', 375, 667],
  ['small phone', 320, 568]]) {
  const small = await lab.open({ width, height });
  const wide = await small.page.evaluate(() => document.documentElement.scrollWidth);
  ok(wide <= width, `a ${name}'s ${width} pixels are enough`, `${wide} pixels wide`);
  if (width < 500) {
    const views = await small.page.$$eval('#views button', (all) =>
      all.filter((each) => each.checkVisibility()).length);
    is(views, 3, `three views on a ${name}`);
    for (let i = 0; i < views; i++) {
      await small.page.$$eval('#views button', (all, place) => all[place].click(), i);
      await settled(small.page);
      const over = await small.page.evaluate(() => document.documentElement.scrollWidth);
      ok(over <= width, `view ${i + 1} fits`, `${over} pixels wide`);
      is(await violations(small.page), [], `axe finds nothing in view ${i + 1}`);
    }
  }
  await small.page.close();
}

is(lab.outside(), [], 'the network was never asked, by page, worker or browser');
note(`${requests.length} requests to disk and memory`);
await page.goto('data:text/html,<img src=http://stranger.example/x.png>').catch(() => {});
for (let i = 0; i < 100 && lab.outside().length === 0; i++) await delay(50);
ok(lab.outside().some((line) => line.includes('stranger.example')),
  'the test notices a page that asks the network');
await lab.close();
finish();
