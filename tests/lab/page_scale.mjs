// With a history of 100,000 rounds, measures how long the page takes to open, and how
// long a move of a slider takes. Also measures how long a frame (of the screen) takes
// while the engine works, and how much memory is in use after 1,000 moves.
//
//   ROUNDS=100000    the number of rounds, four a run
//   HISTORY=PATH     another history, of more than 1,500 runs
//   MANY=1000        the number of moves for the test of memory
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { clickButton, settled, start, textOf } from './browser.mjs';
import { finish, is, note, ok } from './tap.mjs';

const python = process.env.PYTHON || '/usr/bin/python3';
const rounds = Number(process.env.ROUNDS || 100000);
const MOVES = 200, MANY = Number(process.env.MANY || 1000);
const GROWTH = 16 << 20; // bytes that 1,000 moves may leave

const lab = await start();
const path = process.env.HISTORY || join(lab.folder, 'long.db');
if (!process.env.HISTORY) {
  execFileSync(python, ['tests/lab/history.py', path, String(rounds / 4),
    String(rounds)]);
}
const { page, problems } = await lab.open();
const cdp = await page.createCDPSession();

// --- opening ---------------------------------------------------------------------------

const input = await page.$('#file');
await page.evaluate(() => window.heard.clear());
const begin = Date.now();
await input.uploadFile(path);
await page.waitForFunction((name) =>
  document.querySelector('#file-name').textContent === name, { timeout: 600000 },
basename(path));
const seconds = () => ((Date.now() - begin) / 1000).toFixed(1);
note(`${(readFileSync(path).length / 1e6).toFixed(1)} MB open in ${seconds()} s`);
await page.waitForFunction(() => window.heard.has('rested')
  && document.querySelector('#list [role=option] .verdict'), { timeout: 600000 });
note(`all judged after ${seconds()} s`);
const runs = Number(/of ([\d,]+)/.exec(await textOf(page, '#totals'))[1].replace(/,/g,
  ''));
if (!process.env.HISTORY) is(runs, rounds / 4, 'every run is there');
const drawn = await page.$$eval('#list [role=option]', (all) => all.length);
ok(drawn < 60, `of ${runs} runs ${drawn} are drawn`);

// --- moves -----------------------------------------------------------------------------

const percentile = (sorted, p) => sorted[Math.min(sorted.length - 1,
  Math.ceil(sorted.length * p) - 1)];
const inWords = (times) => {
  const sorted = [...times].sort((a, b) => a - b);
  return `median ${percentile(sorted, 0.5).toFixed(0)} ms, `
    + `p95 ${percentile(sorted, 0.95).toFixed(0)} ms, `
    + `most ${sorted.at(-1).toFixed(0)} ms`;
};

/* Computes the milliseconds of processor time that the threads of the page and its worker
 * have used. Unlike the clock, processor time measures the work of a move even on a busy
 * machine. */
const { processInfo } = await (await lab.browser.target().createCDPSession())
  .send('SystemInfo.getProcessInfo');
const threadOf = (process, thread) => {
  const folder = `/proc/${process}/task/${thread}`;
  try {
    return [{ name: readFileSync(`${folder}/comm`, 'utf8').trim(),
      time: Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
      main: thread === String(process) }];
  } catch {
    return []; // the thread has ended
  }
};
const threadsOf = (process) => existsSync(`/proc/${process}/task`)
  ? readdirSync(`/proc/${process}/task`).sort((x, y) => x - y)
    .flatMap((thread) => threadOf(process, thread)) : [];
const worked = () => {
  const sum = { page: 0, worker: 0 };
  for (const { id, type } of processInfo) {
    const threads = type === 'renderer' ? threadsOf(id) : [];
    if (!threads.some(({ name }) => name.startsWith('DedicatedWorker'))) continue;
    // The first worker answers moves. A second worker, if any, checks the data's quality.
    sum.page += threads.find(({ main }) => main).time;
    sum.worker += threads.find(({ name }) => name.startsWith('DedicatedWorker')).time;
  }
  return sum;
};

/* Moves a slider as a user who waits for the answer does. Returns the time to the frame
 * that shows the answer, and the time that the engine reports. */
const move = (slider, step) => page.evaluate(async (id, by) => {
  const input = document.querySelector(`#${id}`);
  document.body.dataset.milliseconds = '';
  await new Promise((done) => { setTimeout(done, 0); });
  const answered = new Promise((done) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(done));
    });
    observer.observe(document.body, { attributeFilter: ['data-milliseconds'] });
  });
  const from = performance.now();
  input.value = Number(input.value) + by;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await answered;
  return [performance.now() - from, Number(document.body.dataset.milliseconds)];
}, slider, step);

async function moves(sliders, count) {
  const found = { shown: [], engine: [], page: [], worker: [] };
  for (let i = 0; i < count; i++) {
    const from = worked();
    const [shown, engine] = await move(sliders[i % sliders.length],
      Math.floor(i / sliders.length) % 2 ? -1 : 1);
    const to = worked();
    found.shown.push(shown);
    found.engine.push(engine);
    found.page.push(to.page - from.page);
    found.worker.push(to.worker - from.worker);
  }
  found.both = found.page.map((time, i) => time + found.worker[i]);
  return found;
}

const sliders = await page.$$eval('#numbers input[type=range]', (all) =>
  all.map(({ id }) => id));
const firm = sliders.filter((id) => !id.startsWith('number-window'));
const at = (list, p) => percentile([...list].sort((a, b) => a - b), p);

/* Moves sliders and prints the times. On an idle machine, the frame that shows the answer
 * should come within 100 ms. The test can't require this, because the machine could be
 * busy. */
async function timed(when) {
  const times = await moves(firm, MOVES);
  note(`${MOVES} moves ${when}, from the hand to the frame that shows it: `
    + inWords(times.shown));
  note(`processor time of a move, engine and page: ${inWords(times.both)}`);
  note(`the engine alone: ${inWords(times.worker)}`);
  note(`the page alone: ${inWords(times.page)}`);
  ok(at(times.worker, 0.5) > 0, `${when}: the engine works in a thread of its own`);
}

await timed('while it is worked out how firm choices are');
await page.waitForFunction(() => window.heard.has('firm'), { timeout: 600000 });
await settled(page, 600000);
note(`every choice's firmness is known after ${seconds()} s`);
await timed('then');
await settled(page, 600000);

// While the engine still works on the rest of the runs, the page must answer.
await page.focus('#number-patience');
await page.keyboard.press('ArrowRight');
await new Promise((done) => { setTimeout(done, 400); });
const ticks = await page.evaluate(async () => {
  let longest = 0;
  for (let i = 0, last = performance.now(); i < 60; i++) {
    await new Promise((done) => { requestAnimationFrame(done); });
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  return longest;
});
note(`frames go on while it works: the longest took ${ticks.toFixed(0)} ms`);
await page.keyboard.press('ArrowLeft');
await settled(page, 600000);

// --- scrolling -------------------------------------------------------------------------

await page.$eval('#list', (list) => { list.scrollTop = list.scrollHeight / 2; });
await page.evaluate(() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done)); // the list gets the event
}));
await page.waitForFunction(() => !document.querySelector('#list .waiting'),
  { timeout: 30000 });
const middle = await page.$eval('#list [role=option]', (each) =>
  Number(each.getAttribute('aria-posinset')));
ok(Math.abs(middle - runs / 2) < 60, 'the list scrolls to its middle');
ok(await page.$$eval('#list [role=option]', (all) => all.length) < 60,
  'and draws no more');
await page.focus('#list');
await page.keyboard.press('End');
await settled(page, 60000);
is(await page.$eval('#list [aria-selected=true]', (each) =>
  Number(each.getAttribute('aria-posinset'))), runs, 'End goes to the last run');
await page.$eval('#list', (list) => { list.scrollTop = 0; });

// --- memory ----------------------------------------------------------------------------

await clickButton(page, 'Open the demo');
await page.waitForFunction(() => document.querySelector('#file-name').textContent
  === 'the demo', { timeout: 60000 });
await settled(page, 60000);

/* Returns the page's memory after garbage collection, and its counts of nodes and
 * listeners. */
async function held() {
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name) => metrics.find((each) => each.name === name).value;
  return { heap: of('JSHeapUsedSize'), nodes: of('Nodes'),
    listeners: of('JSEventListeners') };
}
await cdp.send('Performance.enable');
const every = await page.$$eval('#numbers input[type=range]', (all) =>
  all.map(({ id }) => id));
await moves(every, 100);
await settled(page, 60000);
const before = await held();
const many = await moves(every, MANY);
await settled(page, 60000);
const after = await held();
note(`${MANY} moves over the demo: ${inWords(many.shown)}; `
  + `processor time ${inWords(many.both)}`);
note(`memory after them: ${(after.heap / 1e6).toFixed(1)} MB, `
  + `${((after.heap - before.heap) / 1e6).toFixed(2)} MB more; nodes ${before.nodes} to `
  + `${after.nodes}, listeners ${before.listeners} to ${after.listeners}`);
ok(after.heap - before.heap < GROWTH, `${MANY} moves leave less than ${GROWTH >> 20} MB`);
ok(after.nodes < 1.2 * before.nodes, 'no nodes pile up');
ok(after.listeners < 1.2 * before.listeners, 'no listeners pile up');

is(problems, [], 'no complaint all along');
is(lab.outside(), [], 'and no request');
await lab.close();
finish();

