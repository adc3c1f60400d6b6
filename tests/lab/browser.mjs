// Runs Chromium for the tests of the page, in real time. Each test has its own browser.
// The browser opens pages from disk, and a proxy records every request to the network.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { note, skipAll } from './tap.mjs';

export const build = resolve(process.env.BUILD || 'build');
const page_ = join(build, 'lab.html');
const tools = createRequire(join(build, 'lab-tools', 'package.json'));
const SETTLED = 400; // milliseconds without a change; the page waits 200 before it works
/* Chromium itself contacts these hosts when it starts (for the time, updates and
 * accounts) and when it downloads a file. */
const OWN =
  /^\w+ (http:\/\/)?((clients2|accounts|sb-ssl)\.google|update\.googleapis)\.com[:/]/;

function onPath(name) {
  return process.env.PATH.split(delimiter).map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

function needed() {
  const executable = onPath('chromium') ?? onPath('chromium-browser');
  if (!executable) skipAll('no Chromium here (Debian: chromium)');
  if (!existsSync(page_)) skipAll('no build/lab.html: make lab');
  try {
    return [executable, tools('puppeteer-core')];
  } catch {
    return skipAll('puppeteer-core can\'t be had from npm');
  }
}

/* Starts a proxy that blocks every request, and records the requested hosts. */
async function startRecorder() {
  const asked = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) => {
      asked.push(data.toString('latin1').split('\r\n')[0]);
      socket.destroy();
    });
  });
  await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
  return { asked, server, port: server.address().port };
}

/** Starts a browser. The result has the functions `open(options)`, which opens the page,
 * `outside()`, which returns the requests to the network, and `close()`. */
export async function start() {
  const [executablePath, { launch }] = needed();
  const folder = mkdtempSync(join(tmpdir(), 'lab-'));
  const recorder = await startRecorder();
  const browser = await launch({ executablePath, headless: true, protocolTimeout: 600000,
    args: ['--no-sandbox', '--disable-gpu', `--user-data-dir=${join(folder, 'profile')}`,
      `--proxy-server=127.0.0.1:${recorder.port}`, '--proxy-bypass-list=<-loopback>'] });
  const close = async () => {
    await browser.close();
    recorder.server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const outside = () => recorder.asked.filter((line) => !OWN.test(line));
  return { browser, folder, outside, close,
    open: (options) => openPage(browser, options) };
}

/** Opens the page and waits until it is drawn and settled. The result has the lists
 * `requests` and `problems` (errors) of the page. */
async function openPage(browser, { hash = '', path = page_, scheme = 'light',
  width = 1280, height = 800, settle = true } = {}) {
  const page = await browser.newPage();
  const lab = { page, requests: [], problems: [] };
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  page.on('request', (request) => lab.requests.push(request.url()));
  page.on('pageerror', (error) => lab.problems.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) lab.problems.push(message.text());
  });
  await page.evaluateOnNewDocument(watchPage);
  await page.goto(`${pathToFileURL(path)}${hash}`);
  if (settle) await settled(page, 60000);
  return lab;
}

/* This function runs in the page. It records each file that the page offers for
 * download, the requests to the worker that have no answer yet, and the kinds of messages
 * that the worker sent. */
function watchPage() {
  window.taken = [];
  window.asked = new Set();
  window.heard = new Set();
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    constructor(...options) {
      super(...options);
      this.addEventListener('message', ({ data }) => {
        window.asked.delete(data.id);
        window.heard.add(data.kind);
      });
    }
    postMessage(message, ...more) {
      window.asked.add(message.id);
      super.postMessage(message, ...more);
    }
    terminate() {
      window.asked.clear();
      super.terminate();
    }
  };
  const create = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) window.taken.push(blob);
    return create.call(URL, blob);
  };
}

/** Waits until the page shows the totals, the worker has answered every request, and the
 * page has stopped changing. */
export async function settled(page, timeout = 30000) {
  const end = Date.now() + timeout;
  let last = '', since = Date.now();
  while (Date.now() < end) {
    const now = await page.evaluate(() => {
      const root = document.querySelector('#totals');
      const busy = document.querySelector('#busy');
      const drawn = root?.querySelectorAll('.tile').length > 0;
      return !drawn || root.classList.contains('waiting') || !busy.hidden
        || window.asked.size > 0 ? ''
        : document.querySelector('#runs').innerText
          + document.querySelector('#panel-settings').textContent;
    });
    if (now !== last) [last, since] = [now, Date.now()];
    if (now !== '' && Date.now() - since >= SETTLED) return;
    await new Promise((done) => { setTimeout(done, 50); });
  }
  const says = await page.evaluate(() => document.body.innerText.slice(0, 500));
  throw new Error(`the page does not settle: ${says}`);
}

/** Clicks the button whose text begins with `words`. Returns the text of the file that
 * the page then offers for download. */
export async function takeFile(page, words) {
  await page.evaluate(() => { window.taken = []; });
  await clickButton(page, words);
  await page.waitForFunction(() => window.taken.length > 0, { timeout: 30000 });
  return page.evaluate(() => window.taken[0].text());
}

/** Clicks the first button (or element that `selector` matches) whose text begins with
 * `words`, even if it is hidden. */
export async function clickButton(page, words, selector = 'button') {
  const found = await page.evaluate((text, each) => {
    const button = [...document.querySelectorAll(each)].find((element) =>
      element.textContent.trim().startsWith(text));
    button?.click();
    return button !== undefined;
  }, words, selector);
  if (!found) throw new Error(`there is no button "${words}"`);
}

export const textOf = (page, selector) =>
  page.evaluate((each) => document.querySelector(each)?.innerText ?? null, selector);

export async function drop(page, name, bytes) {
  await page.evaluate((fileName, base64) => {
    const binary = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([binary], fileName));
    for (const type of ['dragenter', 'dragover', 'drop']) {
      document.querySelector('main').dispatchEvent(new DragEvent(type,
        { bubbles: true, cancelable: true, dataTransfer: data }));
    }
  }, name, Buffer.from(bytes).toString('base64'));
}

/** Returns the rows of a CSV as arrays of texts; the header is the first row. */
export function readCsv(text) {
  const rows = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/gy;
  for (let match; cell.lastIndex < text.length && (match = cell.exec(text));) {
    rows.at(-1).push(match[1]?.replaceAll('""', '"') ?? match[2]);
    if (match[3] !== ',') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

export { note };
export const axeSource = () => tools('axe-core').source;
