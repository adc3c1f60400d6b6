// The Worker takes requests one after the other. Each answer has the id of its request.
// The Worker does long work only while no request waits. A newer policy cancels the work
// on an older policy. The page sends {id, kind, ...}. The Worker sends {id, answer} or
// {id, error}. Long work sends messages of its own: {kind: 'progress', ...} after a step,
// and a message of another kind, such as 'rested' or 'firm', at the end.

import { open } from "./engine/assay.mjs";
import { History } from "./history.mjs";

const SQL_ROWS = 500;
const SQL_SECONDS = 20;
const INTERRUPTED = 9; // SQLITE_INTERRUPT

let wasm;
let scripts;
let history;
let waiting = []; // requests
let work = []; // generators, the most urgent first: {name, steps, done}
let running = false;

self.onmessage = ({ data }) => {
  waiting.push(data);
  if (!running) pump();
  else endPause();
};

/* Lets messages arrive between two steps of work. */
const channel = new MessageChannel();
let wake;
channel.port1.onmessage = () => wake();
const breathe = () => new Promise((resolve) => {
  wake = resolve;
  channel.port2.postMessage(0);
});

/* While the user moves a slider, other work pauses. Otherwise the next move would wait
** until a step of the other work ends. A request ends the pause. */
const PAUSE = 250; // milliseconds
let moved = -PAUSE;
let endPause = () => {};
const pause = () => new Promise((resolve) => {
  endPause = resolve;
  setTimeout(resolve, PAUSE);
});
const isMoving = () => performance.now() - moved < PAUSE;

async function pump() {
  running = true;
  while (waiting.length || work.length) {
    if (waiting.length) await answer(waiting.shift());
    else if (isMoving()) await pause();
    else step();
    await breathe();
  }
  running = false;
}

async function answer({ id, kind, ...request }) {
  try {
    self.postMessage({ id, answer: await ANSWERS[kind](request) });
  } catch (error) {
    self.postMessage({ id, error: String(error?.message ?? error) });
  }
}

function step() {
  const task = work[0];
  try {
    const { done, value } = task.steps.next();
    if (!done) {
      self.postMessage({ kind: "progress", name: task.name, value });
      return;
    }
    work.shift();
    task.done();
  } catch (error) {
    work.shift();
    self.postMessage({ kind: "failed", name: task.name, error: String(error.message) });
  }
}

const instead = (name, task) => {
  work = work.filter((each) => each.name !== name);
  if (task) work.unshift({ name, ...task });
};

function rest() {
  instead("rest", {
    steps: history.rest(),
    done: () => self.postMessage({ kind: "rested", totals: history.totals() }),
  });
}

/* Runs a report while no other request waits; sends the result of its last step. */
function later(name, looking) {
  let found;
  const steps = (function* () {
    for (const value of looking) { found = value; yield null; }
  })();
  work = work.filter((each) => each.name !== name);
  work.push({ name, steps, done: () => self.postMessage({ kind: name, found }) });
}

const ANSWERS = {
  start(request) {
    ({ wasm, scripts } = request);
    return true;
  },

  /* If the file can't be opened, the history from the former file is kept. */
  async open({ bytes, mapping, rubric, settings }) {
    const file = await open({ wasm, bytes });
    const next = new History(file, scripts);
    try {
      if (!mapping && !next.hasSchema) {
        const tables = next.tables();
        next.close();
        return { tables };
      }
      for (const doing of next.read(mapping, { rubric, settings })) {
        self.postMessage({ kind: "progress", name: "open", value: doing });
        await breathe();
      }
      const needs = next.rubrics.filter(({ stated }) => !stated);
      if (next.runs === 0 && needs.length) {
        next.close();
        return { needs: needs.map((each) => each.rubric) };
      }
      if (next.runs === 0)
        throw new Error("there is no round in it that has a run and a number");
    } catch (error) {
      next.close();
      throw error;
    }
    history?.close();
    history = next;
    work = [];
    return history.overview();
  },

  /* Answers a move of a slider. If there are many runs, it judges only the visible ones,
  ** and computes only quick totals. The rest follows when the slider stops. */
  move({ policy, numbers, resting }) {
    instead("rest");
    instead("outcomes");
    const begin = performance.now();
    const applied = history.apply(policy);
    const answer = { ...applied, rows: history.rows(numbers), quick: history.quick(),
      labelled: history.labelled(resting) };
    if (history.small) {
      for (const _ of history.rest());
      answer.totals = history.totals();
    } else if (resting) rest();
    answer.milliseconds = performance.now() - begin;
    moved = resting ? -PAUSE : performance.now();
    return answer;
  },

  firm() {
    if (history.small) {
      for (const _ of history.firmness());
      self.postMessage({ kind: "firm" });
      return;
    }
    work.push({ name: "firm", steps: history.firmness(),
      done: () => self.postMessage({ kind: "firm" }) });
  },

  quality() { later("quality", history.quality()); },
  outcomes() { later("outcomes", history.outcomes()); },

  rest() { rest(); },
  list: (request) => history.list(request),
  rows: ({ numbers }) => history.rows(numbers),
  run: ({ n }) => history.run(n),
  map: ({ n, x, y, steps }) => history.map(n, x, y, steps),
  flips: () => history.flips(),
  yaml: () => history.settingsYaml(),
  load: ({ yaml }) => history.loadSettings(yaml),
  unload: () => history.forgetSettings(),
  functions: () => history.functions(),
  find: ({ run }) => history.find(run),
  memory: () => history.memory,
  sql({ sql }) {
    try {
      return history.sql(sql, SQL_ROWS, Date.now() + SQL_SECONDS * 1000);
    } catch (error) {
      if (error.code !== INTERRUPTED) throw error;
      throw new Error(`it was stopped after ${SQL_SECONDS} seconds`);
    }
  },
};
