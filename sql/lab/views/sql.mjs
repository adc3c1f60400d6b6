// The SQL box. A query runs under the sliders' settings. It can read the views
// and the tables runs, rounds, sources and judgements. The opened file is
// attached as `original`. Writes change only the page's copy.

import { fill, h, plural, shown } from "./dom.mjs";

const EXAMPLES = [
  ["Which runs keep another round?", `SELECT b.run_id, b.title, a.kept AS before,
       b.best_round AS now, b.gate_passed
FROM run_best_round AS b JOIN lab_before AS a ON a.run_id = b.run_id
WHERE a.kept IS NOT b.best_round`],
  ["How do runs end?", `SELECT action, count(*) AS runs,
       round(avg(rounds_used), 2) AS rounds
FROM run_decisions GROUP BY action ORDER BY runs DESC`],
  ["Which dimension fails most often?", `SELECT f.value AS dimension, count(*) AS rounds
FROM round_scores AS s, json_each(json_extract(
  gate_report(s.coverage, s.source_quality, s.agreement, s.verification, s.recency,
              s.recent_sources, s.critical_contradictions), '$.failed_dimensions')) AS f
GROUP BY f.value ORDER BY rounds DESC`],
  ["How many runs pass, by domain?", `SELECT r.domain, pass_rate(b.gate_passed) AS rate
FROM run_best_round AS b JOIN runs AS r ON r.run_id = b.run_id GROUP BY r.domain`],
];

export class SqlBox {
  #ask;

  /** ask.sql(text), ask.functions() */
  constructor(root, ask) {
    this.#ask = ask;
    this.text = h("textarea", { rows: 8, spellcheck: "false", "aria-label": "SQL",
      autocapitalize: "off", onkeydown: (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          this.run();
        }
      } });
    this.text.value = EXAMPLES[0][1];
    this.answer = h("div", { class: "answer", "aria-live": "polite" });
    this.help = h("div", { class: "functions" });
    root.append(h("h2", {}, "Ask in SQL"),
      h("p", { class: "hint" }, "Under the sliders' settings, over ",
        h("code", {}, "round_scores"), ", ", h("code", {}, "run_best_round"), ", ",
        h("code", {}, "run_decisions"), ", ", h("code", {}, "source_recency"),
        " and the others; A's answers are in ", h("code", {}, "lab_before"),
        ", your tables in ", h("code", {}, "original"), "."),
      h("div", { class: "chips" }, EXAMPLES.map(([name, sql]) => h("button", {
        type: "button", class: "chip", onclick: () => this.ask(sql) }, name))),
      this.text,
      h("div", { class: "buttons" }, h("button", { type: "button", class: "strong",
        onclick: () => this.run() }, "Run"), h("span", { class: "hint" }, "Ctrl Enter")),
      this.answer,
      h("details", { class: "reference", ontoggle: () => this.#reference() },
        h("summary", {}, "Functions"), this.help));
  }

  ask(sql) {
    this.text.value = sql;
    this.run();
  }

  async run() {
    fill(this.answer, h("p", { class: "hint" }, "Running …"));
    try {
      this.#show(await this.#ask.sql(this.text.value));
    } catch (error) {
      fill(this.answer, h("p", { class: "problem" }, String(error.message ?? error)));
    }
  }

  #show({ columns, rows, total }) {
    if (!columns.length) {
      fill(this.answer, h("p", { class: "hint" }, "Done; no rows."));
      return;
    }
    fill(this.answer,
      h("p", { class: "hint" }, total > rows.length
        ? `The first ${rows.length} of ${plural(total, "row")}` : plural(total, "row")),
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Answer" },
        h("table", {},
          h("thead", {}, h("tr", {}, columns.map((name) => h("th", { scope: "col" },
            name)))),
          h("tbody", {}, rows.map((row) => h("tr", {}, row.map((value) => h("td", {
            class: typeof value === "number" ? "figure" : null },
          value === null ? h("i", {}, "NULL") : shown(value)))))))));
  }

  async #reference() {
    if (this.help.children.length) return;
    const rows = await this.#ask.functions();
    const list = h("div", {});
    const show = (word) => {
      const found = rows.filter((row) => `${row.signature} ${row.help} ${row.task}`
        .toLowerCase().includes(word.toLowerCase()));
      const tasks = [...new Set(found.map((row) => row.task))];
      fill(list, tasks.map((task) => [h("h4", {}, task),
        found.filter((row) => row.task === task).map((row) => h("details", {},
          h("summary", {}, h("code", {}, row.signature)),
          h("p", {}, row.help, "."),
          h("p", {}, h("code", {}, row.example), " gives ", h("code", {},
            shown(row.answer)), " ", h("button", { type: "button", class: "quiet",
            onclick: () => this.ask(row.example) }, "Run it"))))]));
    };
    fill(this.help, h("input", { type: "search", placeholder: "a word, such as window",
      "aria-label": "Find a function", oninput: (event) => show(event.target.value) }),
    list);
    show("");
  }
}
