// Holds the state of the page (the open file, the policy's numbers, the view), and calls
// the modules of views/ that draw this state. The engine runs in the Worker; the page
// draws the Worker's answers and judges nothing.

import { startWorker, unpack } from "./engine/packed.mjs";
import { Client } from "./client.mjs";
import { decode, encode } from "./link.mjs";
import { literal } from "./mapping.mjs";
import { DIMENSIONS, differences, policyOf } from "./policy.mjs";
import { announce, fill, h, shown } from "./views/dom.mjs";
import { RunList } from "./views/list.mjs";
import { showMap } from "./views/map.mjs";
import { Numbers } from "./views/numbers.mjs";
import { showPrint } from "./views/print.mjs";
import { legend } from "./views/legend.mjs";
import { showRun } from "./views/run.mjs";
import { scriptOf, showSettings, showTake } from "./views/settings.mjs";
import { SqlBox } from "./views/sql.mjs";
import { showData, showMapping, showNeeds } from "./views/data.mjs";
import { showOutcomes } from "./views/outcomes.mjs";
import { showTotals, totalsWords } from "./views/totals.mjs";

const REST = 200; // milliseconds without a move, after which the long work starts
const MAP_STEPS = 40;
const MOST_BYTES = 1 << 30;
const SCRIPTS = ["views", "lists", "data_quality", "outcomes", "labels", "which_floor"];
const TABS = [["run", "Run"], ["outcomes", "Outcomes"], ["settings", "Settings"],
  ["sql", "SQL"], ["data", "Data"]];

const $ = (id) => document.getElementById(id);
const state = { base: null, policy: null, overview: null, applied: null, quick: null,
  totals: null, before: null, quality: null, found: null, source: null, run: null,
  view: { sort: "fragile", only: "all", q: "", map: "", tab: "run" } };

let client;
let engine; // the first message to a Worker
let inspector;
let resting;

// --- the open file ---

async function boot() {
  const [wasm, ...texts] = await Promise.all(["wasm",
    ...SCRIPTS.map((name) => `sql-${name}`)].map(unpack));
  const scripts = Object.fromEntries(texts.map((bytes, i) =>
    [SCRIPTS[i], new TextDecoder().decode(bytes)]));
  engine = { wasm, scripts };
  client = new Client(() => startWorker("worker"), engine, hear);
  await openDemo(location.hash);
  const { file } = decode(location.hash, state.base).view;
  if (file && file !== $("demo").dataset.name)
    complain(`This link was made with ${file}: open that file to see its runs. `
      + "The numbers are those of the link.");
}

async function openDemo(link = "") {
  const blob = new Blob([await unpack("demo")]);
  const { name } = $("demo").dataset; // `assay lab` has put a file in the demo's place
  const { rubric } = decode(link, emptyBase()).view;
  await openBytes({ ...(name ? { name } : { name: "the demo", demo: true }), blob,
    rubric }, link);
}

/* The former file stays open until the new file's history is read. */
async function openBytes(source, link = "") {
  busy(`Opening ${source.name}`);
  try {
    const bytes = new Uint8Array(await source.blob.arrayBuffer());
    const { mapping, rubric, settings } = source;
    const answer = await client.ask("open", { bytes, mapping, rubric, settings },
      [bytes.buffer]);
    if (answer.needs) {
      askForSettings(source, answer.needs);
      return;
    }
    if (answer.tables) {
      askForMapping(source, answer.tables);
      return;
    }
    adopt(source, answer, link);
  } finally {
    busy(null);
  }
}

async function openFile(file) {
  complain("");
  try {
    if (/\.(ya?ml|json)$/i.test(file.name)) {
      await openSettings(file);
      return;
    }
    if (file.size === 0) throw new Error("it is empty");
    if (file.size > MOST_BYTES) throw new Error("it has more than a gigabyte");
    const { view } = decode(location.hash, emptyBase());
    const own = view.file === file.name;
    const rubric = own ? view.rubric : undefined;
    await openBytes({ name: file.name, blob: file, rubric }, own ? location.hash : "");
  } catch (error) {
    complain(`${file.name} can't be opened: ${error.message}. The old file stays open.`);
  }
}

async function openSettings(file) {
  const yaml = await file.text();
  if (state.pending) {
    await openBytes({ ...state.pending, settings: yaml });
    if (state.pending) complain(`${file.name} defines no rubric of this file.`);
    return;
  }
  const { warnings, rubrics, ...numbers_ } = await client.ask("load", { yaml });
  const policy = policyOf(numbers_);
  const keys = ({ dimensions, conditions }) =>
    JSON.stringify([...dimensions, ...conditions].map(({ key, part }) => [key, part]));
  if (keys(policy) !== keys(state.base)) { // another rubric with this name
    await openBytes({ ...state.source, settings: yaml });
    return;
  }
  Object.assign(state, { settingsFile: file.name, settingsText: yaml });
  state.overview.rubrics = rubrics;
  numbers.start(policy, state.base, state.overview);
  change(policy, true);
  if (warnings.length) complain(`${file.name}: ${warnings.join("; ")}`);
  showTab("settings");
}

/* `what` is "nothing" (no file is open yet), "form" (of a mapping) or "history". */
function shows(what, name) {
  document.body.dataset.shows = what;
  fill($("file-name"), name);
}

const back = () => (state.overview ? () => {
  state.pending = null;
  shows("history", state.source.name);
  drawData();
} : null);

/* Asks for settings that define a rubric. When the user drops a settings file, the page
** opens `source` with it. */
function askForSettings(source, needs) {
  state.pending = source;
  showNeeds(panels.data, { name: source.name, needs, back: back() });
  showTab("data", true);
  shows("form", source.name);
  announce(`${source.name} has evidence for a rubric: drop settings that define it.`);
}

/* Judges by another rubric, or by the five dimensions. Settings that the user dropped on
** the page are loaded, too: they could define the rubric. */
async function judgeBy(rubric, link) {
  try {
    await openBytes({ ...state.source, rubric,
      settings: state.settingsText ?? state.source.settings }, link);
  } catch (error) {
    complain(error.message);
  }
}

function askForMapping(source, tables) {
  const form = showMapping(panels.data, { name: source.name, tables, back: back(),
    choices: source.choices, try_: async (mapping) =>
      openBytes({ ...source, mapping, tables, choices: form.choices }) });
  showTab("data", true);
  shows("form", source.name);
  announce(`${source.name} has other tables: say how to read them.`);
}

function adopt(source, overview, link) {
  Object.assign(state, { source, overview, pending: null, settingsText: undefined,
    totals: null, quick: null, before: null,
    quality: null, found: null, run: null, settingsFile: null });
  state.base = policyOf(overview);
  fill($("legend"), legend(state.base));
  const { policy, view, problems } = decode(link, state.base);
  state.policy = policy;
  state.view = { ...state.view, q: "", only: "all", ...view };
  $("filter").value = state.view.q;
  for (const id of ["sort", "only"]) {
    $(id).value = state.view[id];
    if (!$(id).value) $(id).selectedIndex = 0;
    state.view[id] = $(id).value;
  }
  state.isNew = true;
  numbers.start(policy, state.base, overview);
  if (problems.length)
    complain(`Parts of the link can't be used: ${problems.join(", ")}`);
  drawRun(null);
  drawData();
  showTab(source.demo ? state.view.tab : "data");
  if (overview.rubric === null) inspect(source, overview);
  move(true);
  relist().then(() => openLinked(view.run));
  client.ask("firm");
}

/* Finds values that can't be used. In a long history this takes seconds. So a second
** Worker does it, while the first Worker answers the user's moves. */
async function inspect(source, { small }) {
  inspector?.stop();
  inspector = undefined;
  if (small) {
    client.ask("quality");
    return;
  }
  const other = new Client(() => startWorker("worker"), engine, (message) => {
    if (message.kind !== "quality" && message.kind !== "failed") return;
    other.stop();
    if (state.source === source) hear(message);
  });
  inspector = other;
  try {
    const bytes = new Uint8Array(await source.blob.arrayBuffer());
    await other.ask("open", { bytes, mapping: source.mapping }, [bytes.buffer]);
    await other.ask("quality");
  } catch { /* stopped, because another file was opened */ }
}

async function openLinked(run) {
  if (!run) return;
  const n = await client.ask("find", { run });
  if (n !== null) select(n); // the link also says which tab is open
}

const emptyBase = () => ({ rubric: null, dimensions: [], high: [], weights: [],
  windows: new Map(), strategies: new Map() });

// --- moves ---

/* When the user starts from the contract's settings again, the page forgets the settings
** file that the user dropped. */
function change(policy, isResting, isWhole = false) {
  if (isWhole && state.settingsFile) {
    client.ask("unload");
    Object.assign(state, { settingsFile: null, settingsText: undefined });
  }
  state.policy = policy;
  numbers.update(policy);
  move(isResting);
}

function move(isResting) {
  clearTimeout(resting);
  client.move(() => ({ policy: state.policy, numbers: list.visible.numbers,
    resting: isResting }), took, (error) => complain(error.message));
  if (!isResting) resting = setTimeout(() => move(true), REST);
}

function took(answer, more) {
  const { rows, quick, totals } = answer;
  state.applied = answer;
  state.quick = quick;
  state.totals = totals ?? null;
  if (totals) state.before ??= JSON.parse(totals.before);
  list.take(rows, { dimensions: dimensionsOf(answer), fresh: true });
  drawTotals();
  drawOutcomes();
  if (state.isNew) {
    state.isNew = false;
    shows("history", state.source.name);
  }
  if (!more) {
    clearTimeout(settling);
    settling = setTimeout(settle, REST / 2);
  }
  // For measurements: the number of moves, and the engine's time for the last move.
  document.body.dataset.moves = Number(document.body.dataset.moves ?? 0) + 1;
  document.body.dataset.milliseconds = answer.milliseconds.toFixed(1);
}

let settling;

/* Work that waits until the user stops moving: the order of the list, the open run, the
** link. */
function settle() {
  if (state.totals) rested();
  refreshRun();
  showSettings(panels.settingsPlace, state);
  remember();
}

function rested() {
  askOutcomes();
  if (state.view.sort === "changed" || state.view.only !== "all") relist();
  announce(totalsWords(state));
  client.ask("flips").then((flips) => showPrint($("print"), { ...state, flips,
    name: state.source.name })).catch(() => {});
}

function hear({ kind, ...message }) {
  if (kind === "progress" && message.name === "open") busy(message.value);
  if (kind === "rested") {
    state.totals = message.totals;
    state.before ??= JSON.parse(message.totals.before);
    drawTotals();
    rested();
  }
  if (kind === "firm") relist().then(showFirst);
  if (kind === "quality") {
    state.quality = message.found;
    drawData();
  }
  if (kind === "outcomes") {
    state.found = message.found;
    drawOutcomes();
  }
  if (kind === "failed") complain(message.error);
}

/* The dimensions with the engine's current High floors. */
const dimensionsOf = ({ floors }) => state.base.dimensions.map((each) =>
  ({ ...each, high: floors.find(({ name }) => name === each.key).high }));

const drawTotals = () => showTotals($("totals"), state);

const drawOutcomes = () => showOutcomes(panels.outcomes, state);

/* Runs the report on outcomes if its tab is open, after the user stops moving. */
function askOutcomes() {
  if (state.view.tab === "outcomes" && state.overview?.counts.outcomes
      && state.overview.rubric === null)
    client.ask("outcomes");
}

async function relist() {
  const { sort, only, q } = state.view;
  list.show(await client.ask("list", { sort, only, q }));
}

/* Selects the first visible run if none is selected. In the default order it is the run
** whose choice is most fragile. */
function showFirst() {
  const [n] = list.visible.numbers;
  if (list.selected === null && n !== undefined) select(n);
}

// --- one run ---

function select(n, { open = false } = {}) {
  list.select(n);
  state.view.run = null;
  refreshRun();
  if (open) showTab("run", matchMedia("(max-width: 760px)").matches);
}

async function refreshRun() {
  const n = list.selected;
  if (n === null) return;
  const run = await client.ask("run", { n });
  if (n !== list.selected) return;
  drawRun(run);
  state.view.run = run ? shown(run.run_id) : null;
  if (state.base.rubric === null && run?.row.rounds_run > 1) await refreshMap(run);
  remember();
}

const mapRoot = h("div", {});

function drawRun(run) {
  state.run = run;
  if (!run) list.select(null, { scroll: false });
  const { rubric, conditions } = state.base;
  const dimensions = run ? dimensionsOf(state.applied) : [];
  showRun(panels.run, run, { rubric, dimensions, conditions, mapRoot,
    ask: (id) => {
      const quoted = typeof id === "string" ? literal(id) : shown(id);
      const from = rubric === null ? "round_scores WHERE"
        : `rubric_rounds WHERE rubric = ${literal(state.overview.rubric)} AND`;
      sqlBox.ask(`SELECT * FROM ${from} run_id = ${quoted}`);
      showTab("sql");
    } });
}

/* The two weights for the axes of the map: the user's choice, else the two whose
** smallest changes make another round best. */
function axes({ intervals }) {
  const room = ({ low, high, weight }) => Math.min(low > 0 ? weight - low : 1,
    high < 1 ? high - weight : 1);
  const nearest = [...intervals].sort((a, b) => room(a) - room(b))
    .map(({ dimension }) => dimension);
  const [x, y] = state.view.map.split(",");
  const known = DIMENSIONS.map(({ key }) => key);
  return known.includes(x) && known.includes(y) && x !== y ? [x, y]
    : [nearest[0] ?? known[0], nearest[1] ?? known[4]];
}

async function refreshMap(run) {
  const [x, y] = axes(run);
  const points = await client.ask("map", { n: run.n, x, y, steps: MAP_STEPS });
  if (run.n !== list.selected) return;
  showMap(mapRoot, { points, steps: MAP_STEPS, x, y, weights: state.policy.weights,
    choose: (which, key) => {
      state.view.map = which === "x" ? `${key},${y}` : `${x},${key}`;
      refreshMap(run);
      remember();
    } });
}

// --- the rest of the page ---

const list = new RunList($("list-place"), {
  need: async (numbers_) => {
    if (!state.applied) return;
    const { applied } = state;
    const rows = await client.ask("rows", { numbers: numbers_ });
    if (state.applied === applied)
      list.take(rows, { dimensions: dimensionsOf(applied), fresh: false });
  },
  select,
});
const numbers = new Numbers($("numbers"), change, judgeBy);

const panels = {};
for (const [key, name] of TABS) {
  const panel = h("div", { role: "tabpanel", id: `panel-${key}`, class: "panel",
    "aria-labelledby": `tab-${key}`, tabindex: "0" });
  panels[key] = panel;
  $("panels").append(panel);
  $("tabs").append(h("button", { type: "button", role: "tab", id: `tab-${key}`,
    "aria-controls": `panel-${key}`, onclick: () => showTab(key),
    onkeydown: (event) => stepTab(event, key) }, name));
}
panels.settingsPlace = h("div", {});
const takePlace = h("div", { class: "part" });
panels.settings.append(panels.settingsPlace, takePlace);
const sqlBox = new SqlBox(panels.sql, {
  sql: async (sql) => {
    busy("Asking");
    try { return await client.ask("sql", { sql }); } finally { busy(null); }
  },
  functions: () => client.ask("functions"),
});
showTake(takePlace, {
  link: () => `${location.href.split("#")[0]}#${linkText()}`,
  settingsFile: () => state.settingsFile,
  ask: {
    yaml: () => client.ask("yaml"), flips: () => client.ask("flips"),
    script: async () => scriptOf({ ...await client.ask("yaml"), policy: state.policy,
      mapping: state.source.mapping, rubric: state.overview.rubric }),
  },
});

function stepTab(event, key) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  const place = TABS.findIndex(([each]) => each === key);
  const [next] = TABS[(place + by + TABS.length) % TABS.length];
  showTab(next);
  $(`tab-${next}`).focus();
}

function showTab(key, andView = false) {
  const known = panels[key] && $(`tab-${key}`) ? key : "run";
  state.view.tab = known;
  for (const [each] of TABS) {
    $(`tab-${each}`).setAttribute("aria-selected", String(each === known));
    $(`tab-${each}`).tabIndex = each === known ? 0 : -1;
    panels[each].hidden = each !== known;
  }
  if (state.totals) askOutcomes();
  if (andView) showView("side");
}

const VIEWS = [["numbers", "Numbers"], ["runs", "Runs"], ["side", "Details"]];
for (const [key, name] of VIEWS)
  $("views").append(h("button", { type: "button", id: `view-${key}`,
    onclick: () => showView(key) }, name));

function showView(key) {
  document.body.dataset.view = key;
  for (const [each] of VIEWS)
    $(`view-${each}`).setAttribute("aria-pressed", String(each === key));
}

function drawData() {
  showData(panels.data, { name: state.source.name, overview: state.overview,
    quality: state.quality, choose: () => $("file").click(), demo: () => openDemo(),
    remap: state.source.tables ? () => askForMapping(state.source, state.source.tables)
      : null });
}

function linkText() {
  const { source, view } = state;
  return encode(state.policy, state.base, { ...view, q: view.q,
    sort: view.sort === "fragile" ? "" : view.sort,
    only: view.only === "all" ? "" : view.only,
    tab: view.tab === "run" ? "" : view.tab, file: source.demo ? "" : source.name,
    rubric: state.overview.rubric });
}

/* Writes the view into the address. Some browsers limit such writes if the page was
** opened from disk. */
function remember() {
  try {
    window.history.replaceState(null, "", `#${linkText()}`);
  } catch { /* the button "Copy a link" still works */ }
}

function complain(text) {
  fill($("problem"), text ? [h("span", {}, text), h("button", { type: "button",
    "aria-label": "Close", onclick: () => complain("") }, "×")] : null);
}

let busyTimer;
function busy(text) {
  clearTimeout(busyTimer);
  if (text === null) {
    $("busy").hidden = true;
    return;
  }
  fill($("busy-text"), text);
  busyTimer = setTimeout(() => { $("busy").hidden = false; }, $("busy").hidden ? 400 : 0);
}

// --- the user's actions ---

$("open-file").onclick = () => $("file").click();
$("file").onchange = () => {
  const [file] = $("file").files;
  $("file").value = "";
  if (file) openFile(file);
};
$("stop").onclick = () => {
  client.restart();
  openBytes(state.source, `#${linkText()}`);
};
$("theme").onclick = () => {
  const dark = document.documentElement.dataset.theme === "dark"
    || (!document.documentElement.dataset.theme
        && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "light" : "dark";
};
$("filter").oninput = () => {
  state.view.q = $("filter").value.trim();
  relist();
  remember();
};
for (const id of ["sort", "only"])
  $(id).onchange = () => { state.view[id] = $(id).value; relist(); remember(); };

document.ondragover = (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
};
document.ondragleave = (event) => {
  if (!event.relatedTarget) document.body.classList.remove("dropping");
};
document.ondrop = (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  const [file] = event.dataTransfer.files;
  if (file) openFile(file);
};
document.onkeydown = (event) => {
  const typing = event.target.closest("input:not([type=range]):not([type=radio]), "
    + "textarea, select");
  if (event.key === "Escape" && typing) {
    event.preventDefault(); // Escape would empty the search field without an event
    typing.blur();
  }
  if (event.key === "Escape") document.querySelector(".legend").open = false;
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "j") list.step(1);
  else if (event.key === "k") list.step(-1);
  else if (event.key === "/") {
    event.preventDefault();
    showView("runs");
    $("filter").focus();
  }
};
window.onhashchange = () => {
  if (!state.base) return;
  const { policy, view } = decode(location.hash, state.base);
  if ((view.rubric ?? null) !== state.overview.rubric) {
    judgeBy(view.rubric ?? null, location.hash);
    return;
  }
  if (differences(policy, state.policy).length) change(policy, true);
};

showView("runs");
boot().catch((error) => {
  $("starting").textContent = "Nothing can be judged here.";
  complain(`The page can't start: ${error.message}`);
});
