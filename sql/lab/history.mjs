// A history (the runs and rounds of the opened file), copied into the engine. The
// engine judges it once by the settings in the file's table contract (A), and again by
// each policy that the user tries (B). This module runs in the Worker. The queries are
// in questions.mjs; the rules are in the extension.
//
// After a function of assay has run on a connection, the connection's settings can't
// change. So every policy has its own connection; opening a connection takes about a
// millisecond.

import * as ask from "./questions.mjs";
import { identifier } from "./mapping.mjs";
import { DIMENSIONS, policyOf, toYaml } from "./policy.mjs";

/* With at most this many runs, everything is computed at every move of a slider. */
const SMALL = 1500;
/* A move can interrupt the work only between two steps, so steps are short: some 20
** ms. */
const FIRM_STEP = 128, RUBRIC_FIRM_STEP = 16, REST_STEP = 512;
/* If at most this many runs have labels (good or bad), every move reads the labels. */
const MOST_LABELLED = 4000;
const STORE = "/store";

export function objects({ columns, rows }) {
  return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
}

const first = (answer) => objects(answer)[0];

/* Returns a round with its report: {dimensions: {name: {score, tier}}, counts: {name:
** {count, gate_passed}}}. For the five dimensions, a count is shown as it is stored, even
** if it is a text. */
function reported({ report, recent_sources: count, sources_enough: enough, ...round }) {
  const { dimensions, conditions } = JSON.parse(report);
  const counts = conditions ? { ...conditions.at_least, ...conditions.at_most }
    : { recent_sources: { count, gate_passed: enough } };
  return { ...round, dimensions, counts };
}

export class History {
  #file;
  #scripts;
  #a;
  #b;
  #contracts = [];
  #extra = "";
  #grounds = {};
  #settings;
  #of;
  #labelledRuns = 0;

  /** `file` is a connection to the opened file; `scripts` has the texts of SQL files by
   * name. */
  constructor(file, scripts) {
    this.#file = file;
    this.#scripts = scripts;
  }

  /** Returns the tables and views of the file with their columns, for a mapping. For a
   * table it also returns some values of each column, from which keys are guessed. */
  tables() {
    const names = this.#file.exec(`SELECT name, type FROM sqlite_schema
      WHERE type IN ('table', 'view') AND name NOT GLOB 'sqlite_*' ORDER BY name`);
    return names.rows.map(([name, type]) => {
      const columns = this.#columns(name);
      const samples = type === "table" ? this.#samples(name, columns) : [];
      return { name, columns, samples };
    });
  }

  #samples(table, columns) {
    const { rows } = this.#file.exec(
      `SELECT * FROM main.${identifier(table)} LIMIT 1000`);
    return columns.map((column, i) => {
      const all = rows.map((row) => row[i]).filter((value) => typeof value === "number"
        || typeof value === "bigint" || typeof value === "string" && value.length <= 64);
      const values = new Set(all);
      return { table, column, values, unique: values.size === rows.length };
    });
  }

  #columns(name) {
    try {
      return this.#file.exec("SELECT name FROM pragma_table_info(?1)", [name])
        .rows.map(([column]) => column);
    } catch {
      return []; // the view reads a table that is absent
    }
  }

  #has(name) {
    const columns = this.#columns(name);
    return ask.SCHEMA[name].every((column) => columns.includes(column));
  }

  /** True if the file can be read without a mapping. */
  get hasSchema() {
    return this.#has("runs") && this.#has("rounds") || this.#has("evidence");
  }

  /** Reads the history and judges it, by `rubric` if that is given. If the file needs a
   * mapping, `mapping` is SQL that makes the views to read. `settings` is YAML, loaded
   * after the contract's settings. Before each step the function yields a description of
   * the step. The most urgent steps come first. */
  * read(mapping, { rubric, settings } = {}) {
    if (mapping) this.#file.exec(mapping);
    this.#settings = settings;
    this.#contracts = this.#readContracts();
    this.#a = this.#connect(""); // the store exists as long as A is open
    this.#file.exec(`ATTACH 'file:${STORE}?vfs=memdb' AS store`);
    for (const name of Object.keys(ask.SCHEMA)) {
      yield `Reading ${name}`;
      const isOptional = !mapping || name === "outcomes" || name === "evidence";
      const there = isOptional ? this.#has(name) : true;
      this.#file.exec(ask.copyTable(name, there));
    }
    this.#file.exec("DETACH store");
    yield "Looking at the sources";
    this.#a.exec(this.#scripts.views);
    this.#of = ask.subject(this.#choose(rubric));
    this.#a.exec(ask.labTables(this.#of));
    yield* this.#judge(this.#a);
    this.#a.exec(ask.startB(this.#of));
    yield "Judging runs";
    for (const range of ask.chunks(this.runs)) {
      this.#a.exec(ask.fillBefore(this.#of), range);
      yield `Judging runs: ${range[1]} of ${this.runs}`;
    }
    if (this.#of.rubric !== null) return;
    this.#a.exec(ask.FILL_BARS);
    if (!this.#count("outcomes")) return;
    for (const _ of this.#report(this.#a, "which_floor")) yield "Reading outcomes";
    this.#a.exec(ask.FILL_LABELS);
    this.#labelledRuns = first(this.#a.exec(ask.LABELLED)).asked;
  }

  /* Returns the requested rubric if it has evidence and the settings define it. Else, if
  ** the file has no rounds, returns the first such rubric. Else returns null: the five
  ** dimensions. */
  #choose(rubric) {
    const stated = this.rubrics.filter((each) => each.stated).map((each) => each.rubric);
    if (stated.includes(rubric)) return rubric;
    return this.#count("rounds") === 0 ? stated[0] ?? null : null;
  }

  /** Returns the rubrics that have evidence: {rubric, stated}; `stated` is 1 if the
   * settings define the rubric. */
  get rubrics() { return objects(this.#a.exec(ask.RUBRICS)); }

  /** Computes how fragile the choice of each best round is. This takes long, so it is
   * done in steps. */
  * firmness() {
    const size = this.#of.rubric === null ? FIRM_STEP : RUBRIC_FIRM_STEP;
    for (const range of ask.chunks(this.runs, size)) {
      this.#a.exec(ask.fillShare(this.#of), range);
      yield range[1] / this.runs;
    }
  }

  get runs() { return this.#count("lab_runs"); }
  get small() { return this.runs <= SMALL; }

  #count(table) {
    return this.#a.exec(`SELECT count(*) FROM ${table}`).rows[0][0];
  }

  /* Judges all rounds under the recency windows of a connection's settings. */
  * #judge(db) {
    db.exec(ask.BEGIN_JUDGING);
    for (const [from, to] of ask.chunks(this.runs)) {
      db.exec(ask.judge(this.#of), [from, to]);
      yield `Judging rounds: ${to} of ${this.runs} runs`;
    }
    db.exec(ask.END_JUDGING);
  }

  /* --- settings --- */

  #readContracts() {
    const columns = this.#columns("contract");
    const hash = ["hash", "settings_hash"].find((name) => columns.includes(name));
    if (!hash) return [];
    const settings = columns.includes("settings") ? "settings" : "NULL";
    const since = columns.includes("since") ? "since" : "NULL";
    return objects(this.#file.exec(`SELECT ${hash} AS hash, ${settings} AS settings,
      ${since} AS since FROM contract LIMIT 100`));
  }

  /* Returns the latest contract that has settings. Returns undefined if there is none;
  ** then the built-in settings are used. */
  get #contract() {
    return this.#contracts.findLast((each) => typeof each.settings === "string");
  }

  #connect(yaml, name = STORE) {
    const db = this.#file.connect({ name });
    try {
      if (this.#contract) db.load(this.#contract.settings);
      if (this.#settings) db.load(this.#settings);
      if (yaml) db.load(yaml);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /** Returns what the page shows of a history that was just read. */
  overview() {
    const hash = this.#a.exec("SELECT assay_settings_hash()").rows[0][0];
    return {
      ...this.#numbers(this.#a),
      strategies: objects(this.#a.exec(ask.STRATEGIES)),
      rubrics: this.rubrics,
      domains: objects(this.#a.exec(ask.DOMAINS)),
      counts: first(this.#a.exec(`SELECT (SELECT count(*) FROM lab_runs) AS runs,
        (SELECT count(*) FROM rounds) AS rounds,
        (SELECT count(*) FROM sources) AS sources,
        (SELECT count(*) FROM judgements) AS judgements,
        (SELECT count(*) FROM outcomes) AS outcomes,
        (SELECT count(*) FROM evidence) AS evidence`)),
      labelled: this.#of.rubric === null ? first(this.#a.exec(ask.LABELLED)) : null,
      version: this.#a.exec("SELECT assay_version()").rows[0][0],
      hash,
      small: this.small,
      contracts: this.#contracts.map((each) => ({ hash: each.hash, since: each.since })),
      fromContract: this.#contract?.hash ?? null,
    };
  }

  /* Reads a connection's settings as the rows from which policy.mjs makes a policy. */
  #numbers(db) {
    return { settings: objects(db.exec(ask.SETTINGS)), rubric: this.#of.rubric,
      parts: objects(db.exec(ask.parts(this.#of))) };
  }

  /** Reads a settings file of the user; then the sliders start from its numbers. */
  loadSettings(yaml) {
    const db = this.#connect(yaml);
    try {
      const warnings = db.exec(ask.WARNINGS).rows.map(([message]) => message);
      this.#extra = yaml;
      return { ...this.#numbers(db), warnings, rubrics: objects(db.exec(ask.RUBRICS)) };
    } finally {
      db.close();
    }
  }

  forgetSettings() { this.#extra = ""; }

  /** Loads a policy as the settings of B. */
  apply(policy) {
    this.#b?.close();
    this.#b = undefined;
    const ground = this.#ground();
    let target = policy;
    if (policy.difficulty !== "as_judged") {
      const floors = this.#difficultFloors(policy, ground);
      target = { ...policy, high: floors };
    }
    const yaml = toYaml(target, ground);
    const db = this.#connect(this.#extra);
    if (yaml) db.load(yaml);
    this.#b = db;
    db.exec(ask.startB(this.#of));
    return {
      yaml,
      hash: db.exec("SELECT assay_settings_hash()").rows[0][0],
      warnings: db.exec(ask.WARNINGS).rows.map(([message]) => message),
      floors: objects(db.exec(ask.parts(this.#of))).filter(({ part }) =>
        part === "score"),
    };
  }

  /* Returns the policy that the sliders start from. apply() writes only the sliders'
  ** differences from this policy. */
  #ground() {
    if (this.#grounds.yaml === this.#extra) return this.#grounds.policy;
    const db = this.#connect(this.#extra);
    try {
      const policy = policyOf(this.#numbers(db));
      this.#grounds = { yaml: this.#extra, policy };
      return policy;
    } finally {
      db.close();
    }
  }

  /* Returns the floors of easy or hard questions; the extension computes them. */
  #difficultFloors(policy, ground) {
    const db = this.#connect(this.#extra);
    try {
      const yaml = toYaml(policy, ground);
      if (yaml) db.load(yaml);
      return DIMENSIONS.map(({ key }) =>
        db.exec("SELECT high_floor(?1, ?2)", [policy.difficulty, key]).rows[0][0]);
    } finally {
      db.close();
    }
  }

  /* Returns the connection with B's latest policy. Until the user tries a policy, this
  ** connection has the settings that the sliders start from. */
  get #current() {
    if (!this.#b) {
      this.#b = this.#connect(this.#extra);
      this.#b.exec(ask.startB(this.#of));
    }
    return this.#b;
  }

  /* --- answers --- */

  /** Returns the totals that take little time. Returns null for a long history that a
   * rubric judges, because every call of a rubric function reads all the evidence. Also
   * returns null for a long history whose rounds must first be judged again. */
  quick() {
    const db = this.#current;
    if (this.#of.rubric !== null && !this.small) return null;
    if (!db.exec(ask.IS_JUDGED).rows[0][0]) {
      if (!this.small) return null;
      for (const _ of this.#judgeB());
    }
    return first(db.exec(ask.quick(this.#of)));
  }

  * #judgeB() {
    const kept = this.#a.exec("SELECT assay_settings_hash("
      + "'evaluation.deep_research.recency_windows')").rows[0][0];
    this.#current.exec(ask.FORGET_JUDGED, [kept]);
    this.#current.exec(ask.FORGET_WINDOWS, [kept]);
    yield* this.#judge(this.#current);
  }

  /** Computes all answers under B, in steps. After the last step totals() and list()
   * return B's answers. */
  * rest() {
    const db = this.#current;
    if (!db.exec(ask.IS_JUDGED).rows[0][0]) yield* this.#judgeB();
    for (const range of ask.chunks(this.runs, REST_STEP)) {
      db.exec(ask.fillAfter(this.#of), range);
      yield range[1] / this.runs;
    }
  }

  totals() { return first(this.#current.exec(ask.TOTALS)); }

  /** Returns what the query LABELLED (questions.mjs) counts under B. Returns null for a
   * rubric, or if the rounds must first be judged again. Also returns null if so many
   * runs have labels that the count must wait until the user stops moving. */
  labelled(isResting) {
    const db = this.#current;
    if (this.#of.rubric !== null || !isResting && this.#labelledRuns > MOST_LABELLED
        || !db.exec(ask.IS_JUDGED).rows[0][0]) return null;
    return first(db.exec(ask.LABELLED));
  }

  /** Runs sql/reports/which_floor.sql under B, in steps. The last step returns the
   * report's lines, and its result at each floor. */
  * outcomes() {
    const db = this.#current;
    if (!db.exec(ask.IS_JUDGED).rows[0][0]) yield* this.#judgeB();
    const lines = yield* this.#report(db, "which_floor");
    yield { lines, ...first(db.exec(ask.FLOORS_FOUND)),
      floors: objects(db.exec(ask.FLOORS_TRIED)) };
  }
  flips() { return this.#current.exec(ask.FLIPS); }

  list({ sort, only, q }) {
    const { rows } = this.#current.exec(ask.listSql(sort, only), [q]);
    return Int32Array.from(rows, ([n]) => n);
  }

  /** Returns the rows that the page's list shows for the runs with these numbers. */
  rows(numbers) {
    const db = this.#current;
    const which = [JSON.stringify(numbers)];
    const byRun = new Map();
    for (const run of objects(db.exec(ask.rowsDecisions(this.#of), which)))
      byRun.set(run.n, { ...run, rounds_run: run.rounds, rounds: [], bars: [] });
    for (const round of objects(db.exec(ask.rowsRounds(this.#of), which)))
      byRun.get(round.n)?.rounds.push(reported(round));
    for (const bar of objects(this.#a.exec(ask.ROWS_BARS, which)))
      byRun.get(bar.n)?.bars.push(bar);
    for (const firm of objects(db.exec(ask.rowsFirm(this.#of), which)))
      Object.assign(byRun.get(firm.n) ?? {}, firm);
    return numbers.map((n) => byRun.get(n)).filter(Boolean);
  }

  /** Returns everything about one run; null if there is no such run. */
  run(n) {
    const head = first(this.#a.exec(ask.RUN_HEAD, [n]));
    const [row] = this.rows([n]);
    if (!head || !row) return null;
    const isResearch = this.#of.rubric === null;
    return {
      ...head, row,
      reports: this.#reports(this.#current, n), before: this.#reports(this.#a, n),
      ...this.#firmOf(this.#current, n),
      judges: isResearch
        ? objects(this.#current.exec(ask.RUN_JUDGES, [head.run_id])) : [],
      sources: isResearch ? objects(this.#current.exec(ask.RUN_SOURCES, [n])) : [],
    };
  }

  #reports(db, n) {
    return objects(db.exec(ask.runReports(this.#of), [n]))
      .map(({ round, report }) => ({ round, ...JSON.parse(report) }));
  }

  #firmOf(db, n) {
    const { shares, type, stability } = first(db.exec(ask.runFirmness(this.#of), [n]));
    return {
      shares: objects(db.exec(ask.SHARES, [shares, type])),
      intervals: objects(db.exec(ask.INTERVALS, [stability])),
    };
  }

  map(n, x, y, steps) {
    const weights = new Map(this.#current.exec(ask.WEIGHTS).rows);
    const others = DIMENSIONS.map(({ key }) => (key === x || key === y ? 0
      : weights.get(key)));
    const sum = others.reduce((a, b) => a + b, 0);
    const even = DIMENSIONS.map(({ key }) => (key === x || key === y ? 0 : 1 / 3));
    const rest = sum > 0 ? others.map((weight) => weight / sum) : even;
    return this.#current.exec(ask.mapSql(x, y), [n, steps, JSON.stringify(rest)]).rows;
  }

  /** Returns B's settings as a complete document, and their digest. */
  settingsYaml() {
    const db = this.#current;
    const [hash, yaml] = db.exec(
      "SELECT assay_settings_hash(), assay_settings_yaml()").rows[0];
    return { hash, yaml };
  }

  /** Returns the number of the run with this id; null if there is none. The id comes from
   * a link, so it is a text. */
  find(id) {
    return this.#a.exec("SELECT n FROM lab_runs WHERE run_id || '' = ?1 LIMIT 1", [id])
      .rows[0]?.[0] ?? null;
  }

  functions() { return objects(this.#a.exec(ask.FUNCTIONS)); }

  /** Runs the user's SQL under B's settings, on a separate connection. */
  sql(text, most, deadline) {
    const db = this.#file.connect({ name: STORE,
      onProgress: () => Date.now() > deadline });
    try {
      const { yaml } = this.settingsYaml();
      db.load(yaml);
      db.exec("ATTACH 'file:/main?vfs=memdb' AS original");
      const rows = [];
      let total = 0;
      const columns = db.each(text, undefined, (row) => {
        total += 1;
        if (rows.length < most) rows.push(row);
      });
      return { columns, rows, total };
    } finally {
      db.close();
    }
  }

  /* Runs a report of sql/reports, one statement per step, and returns the printed lines.
  ** It does what the shell would do: it reads the scripts that .read names, and replaces
  ** parameters by NULL or their default. A `;` at the end of a line ends a statement,
  ** unless the next line is indented. */
  * #report(db, name) {
    const include = (script) => script
      .replace(/^\.read sql\/(?:reports\/)?(\w+)\.sql$/gm, (_, each) =>
        include(this.#scripts[each])).replace(/^\.(bail|mode|headers) .*$/gm, "");
    const script = include(this.#scripts[name]).replace(/:rows\b/g, "20")
      .replace(/:(rubric|risk|confidence|floors)\b/g, "NULL");
    const lines = [];
    for (const statement of script.split(/(?<=;)\n(?! |END)/)) {
      db.each(statement, undefined, ([line]) => lines.push(line));
      yield null;
    }
    return lines;
  }

  /** Finds the values that can't be used, by sql/reports/data_quality.sql in steps. The
   * last step returns the report's lines and counts. */
  * quality() {
    const db = this.#connect("");
    try {
      const lines = yield* this.#report(db, "data_quality");
      yield { report: lines.join("\n"), cells: objects(db.exec(QUALITY_COUNTS)) };
    } finally {
      db.close();
    }
  }

  get memory() { return this.#file.memory; }

  close() {
    this.#b?.close();
    this.#a?.close();
    this.#file.close();
  }
}

const QUALITY_COUNTS = `
SELECT name, total AS cells, usable, nulls, texts, ranges
FROM temp.quality_counts ORDER BY place`;

