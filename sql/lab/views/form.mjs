// In this form the user chooses which columns the page reads (a mapping). Below it are
// the CREATE VIEW statements that the choices make. The user may change these statements
// before the page tries them.

import { DIMENSIONS } from "../policy.mjs";
import { SCALES, guess, guessMapping, mappingSql, partOf, problems }
  from "../mapping.mjs";
import { fill, h } from "./dom.mjs";

const SHAPES = [["wide", "a column for each score"], ["long", "a row for each score"],
  ["json", "a column of JSON"]];
const COUNTS = ["recent_sources", "critical_contradictions"];
const NAMES = { run: "Id of the run", round: "Number or time of the round",
  title: "The question", as_of: "Day it was judged", domain: "Subject of the run",
  recent_sources: "Recent sources", critical_contradictions: "Critical contradictions",
  key: "A key that other tables have", holds: "The key of the round",
  source: "Name of the source", published: "Day of publication", metric: "The metric",
  score: "The score", judge: "Who judged", family: "Family of judges", json: "The JSON" };

export class MappingForm {
  #tables;
  #try;
  #state;

  /** `choices` are the choices of an earlier form, to continue with. */
  constructor(root, tables, try_, choices) {
    this.#tables = tables;
    this.#try = try_;
    this.fields = h("div", { class: "mapping" });
    this.sql = h("textarea", { rows: 14, spellcheck: "false",
      "aria-label": "The views that are made" });
    this.problem = h("p", { class: "problem", role: "alert" });
    const samples = tables.flatMap((table) => table.samples ?? []);
    this.#state = choices ?? { scale: SCALES[0], ...guessMapping(tables, samples),
      as_of: new Date().toISOString().slice(0, 10) };
    root.append(this.fields, this.sql, this.problem, h("div", { class: "buttons" },
      h("button", { type: "button", class: "strong", id: "try-mapping",
        onclick: () => this.#submit() }, "Read it like this")));
    this.#draw();
  }

  get choices() { return this.#state; }

  #columns(table) {
    return this.#tables.find(({ name }) => name === table)?.columns ?? [];
  }

  #part(name, table) {
    return partOf(name, { name: table, columns: this.#columns(table) });
  }

  #chooseRounds(table) {
    this.#state.rounds = this.#part("rounds", table);
    this.#state.json = { column: guess("doc", this.#columns(table)) };
  }

  #chooseLong(table) {
    this.#state.long = { ...this.#part("long", table), names: this.#state.long.names };
  }

  #chooseSources(table) {
    this.#state.sources = table ? this.#part("sources", table) : null;
  }

  #select(label, options, chosen, change) {
    return h("label", { class: "field" }, h("span", {}, label), h("select", {
      onchange: (event) => { change(event.target.value); this.#draw(); } },
    options.map(([value, text]) => h("option", { value, selected: value === chosen },
      text))));
  }

  #table(label, chosen, change, optional) {
    const options = this.#tables.map(({ name }) => [name, name]);
    return this.#select(label, optional ? [["", "none"], ...options] : options,
      chosen ?? "", change);
  }

  #column(part, what, label = NAMES[what]) {
    const names = this.#columns(part.table).map((name) => [name, name]);
    return this.#select(label, [["", "none"], ...names], part[what] ?? "",
      (value) => { part[what] = value; });
  }

  /* Makes the fields for how a row of scores or sources names its round: by the round's
  ** key, or by its run and number. */
  #place(part) {
    const { rounds } = this.#state;
    const isOther = part.table !== rounds.table && rounds.key;
    return [isOther ? this.#column(part, "key", NAMES.holds) : null,
      isOther && part.key ? null : ["run", "round"].map((what) =>
        this.#column(part, what))];
  }

  #draw() {
    const state = this.#state;
    const { rounds, long, sources } = state;
    const scale = SCALES.indexOf(state.scale);
    fill(this.fields,
      this.#group("Rounds",
        this.#table("Table", rounds.table, (value) => this.#chooseRounds(value)),
        this.#column(rounds, "run"), this.#column(rounds, "round"),
        this.#column(rounds, "key"),
        this.#select("Scores stand in", SHAPES, state.shape,
          (value) => { state.shape = value; }),
        this.#select("on a scale of", SCALES.map(({ name }, i) => [String(i), name]),
          String(scale), (value) => { state.scale = SCALES[Number(value)]; })),
      this.#scores(state, rounds, long),
      this.#group("Of the run", this.#column(rounds, "title"),
        this.#column(rounds, "as_of"), rounds.as_of ? null : this.#day(state),
        this.#column(rounds, "domain")),
      this.#group("Sources",
        this.#table("Table", sources?.table, (value) => this.#chooseSources(value), true),
        sources ? [this.#place(sources), ["source", "published", "domain"].map((what) =>
          this.#column(sources, what))] : null));
    this.sql.value = problems(state).length ? "" : mappingSql(state);
    fill(this.problem, problems(state).join(" "));
  }

  #day(state) {
    return h("label", { class: "field" }, h("span", {}, "else this day"),
      h("input", { type: "date", value: state.as_of, onchange: (event) => {
        state.as_of = event.target.value;
        this.#draw();
      } }));
  }

  #scores(state, rounds, long) {
    if (state.shape === "json") {
      return this.#group("Scores", this.#select(NAMES.json, [["", "none"],
        ...this.#columns(rounds.table).map((name) => [name, name])], state.json.column,
      (value) => { state.json.column = value; }));
    }
    if (state.shape === "long") {
      return this.#group("Scores",
        this.#table("Table", long.table, (value) => this.#chooseLong(value)),
        this.#place(long), ["metric", "score", "judge", "family"].map((what) =>
          this.#column(long, what)),
        DIMENSIONS.map(({ key, name }) => h("label", { class: "field" },
          h("span", {}, `${name} is called`), h("input", { value: long.names[key] ?? key,
            onchange: (event) => {
              long.names[key] = event.target.value;
              this.#draw();
            } }))),
        COUNTS.map((what) => this.#column(rounds, what)));
    }
    return this.#group("Scores", DIMENSIONS.map(({ key, name }) =>
      this.#column(rounds, key, name)), COUNTS.map((what) => this.#column(rounds, what)));
  }

  #group(title, ...content) {
    return h("fieldset", {}, h("legend", {}, title), content);
  }

  async #submit() {
    if (!this.sql.value.trim()) return;
    try {
      await this.#try(this.sql.value);
    } catch (error) {
      fill(this.problem, String(error.message ?? error));
    }
  }
}
