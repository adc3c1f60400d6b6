// The settings: the contract (A) beside the sliders (B), and the files to save.

import { differences, shares } from "../policy.mjs";
import { csv } from "../csv.mjs";
import { literal } from "../mapping.mjs";
import { announce, download, fill, h, shown } from "./dom.mjs";

const short = (hash) => h("code", { title: hash }, hash ? hash.slice(0, 12) : "…");

/* Returns a sentence that says whether the file has a contract with this `hash`. */
function checked(hash, contracts) {
  if (!contracts.length) return "The file has no contract.";
  const known = contracts.find((each) => each.hash === hash);
  if (!known) return "Not a contract of this file.";
  const since = known.since ? `, since ${shown(known.since)}` : "";
  return `✓ the contract in this file${since}`;
}

export function showSettings(root, { policy, base, overview, applied, settingsFile,
  source }) {
  const found = differences(policy, base);
  fill(root,
    h("h2", {}, "The settings"),
    h("table", { class: "pair" },
      h("thead", {}, h("tr", {}, h("td", {}),
        h("th", { scope: "col" }, "A: the contract"),
        h("th", { scope: "col" }, "B: the sliders"))),
      h("tbody", {},
        h("tr", {}, h("th", { scope: "row" }, "hash"), h("td", {}, short(overview.hash)),
          h("td", {}, short(applied.hash))),
        h("tr", {}, h("th", { scope: "row" }, "is"),
          h("td", {}, checked(overview.hash, overview.contracts)),
          h("td", {}, applied.hash === overview.hash ? "the same as A"
            : checked(applied.hash, overview.contracts))),
        found.map(([what, from, to]) => h("tr", { class: "differs" },
          h("th", { scope: "row" }, what), h("td", {}, shown(from)),
          h("td", {}, shown(to)))))),
    found.length ? null
      : h("p", { class: "hint" }, "A and B are the same: move a number."),
    source.settings ? h("p", { class: "hint" }, "A is the contract, and the settings "
      + "that you dropped to define the rubric.") : null,
    settingsFile ? h("p", { class: "hint" }, "B is A with the settings of "
      + `${settingsFile} and your moves.`)
      : null,
    overview.fromContract || !overview.contracts.length ? null
      : h("p", { class: "hint" }, "The file has a digest without its settings: "
        + "A is the built-in settings."),
    applied.warnings.length ? h("ul", { class: "warnings" },
      applied.warnings.map((text) => h("li", {}, text))) : null);
}

/** Shows the buttons that save something. `ask` has functions that query the engine. */
export function showTake(root, { link, settingsFile, ask }) {
  const place = h("p", { class: "hint", role: "status" });
  const say = (text) => { fill(place, text); announce(text); };
  const button = (text, action) => h("button", { type: "button", onclick: async () => {
    try {
      say(await action());
    } catch (error) {
      say(String(error.message ?? error));
    }
  } }, text);
  const field = h("input", { class: "link", readonly: true, "aria-label": "Link",
    onfocus: (event) => event.target.select() });
  fill(root,
    h("h2", {}, "Take away"),
    h("div", { class: "buttons" },
      button("Copy a link", async () => {
        field.value = link();
        field.hidden = false;
        try {
          await navigator.clipboard.writeText(field.value);
          return settingsFile()
            ? `Copied. Settings of ${settingsFile()} without a slider are not in it.`
            : "Copied. It restores every number and your view, but no data.";
        } catch {
          field.select();
          return "Copy it from the field: the browser keeps the clipboard from the page.";
        }
      }),
      button("Settings as YAML", async () => {
        const { hash, yaml } = await ask.yaml();
        download("assay-settings.yaml", `# assay_settings_hash(): ${hash}\n${yaml}`,
          "text/yaml");
        return "Written: load it with assay_load('assay-settings.yaml').";
      }),
      button("Changed decisions as CSV", async () => {
        const { columns, rows } = await ask.flips();
        download("assay-changes.csv", csv(columns, rows), "text/csv");
        return rows.length === 1 ? "Written: 1 run." : `Written: ${rows.length} runs.`;
      }),
      button("SQL of this page", async () => {
        download("assay-lab.sql", await ask.script(), "application/sql");
        return "Written: run it with the sqlite3 shell over your file.";
      }),
      button("Print", async () => {
        window.print();
        return "";
      })),
    field, place);
  field.hidden = true;
}

/** Returns a script for the sqlite3 shell that computes what the page shows: from the
 * opened file, under B's settings. */
export function scriptOf({ yaml, hash, policy, mapping, rubric }) {
  const quoted = yaml.replaceAll("'", "''");
  const weights = shares(policy.weights).map((share) => share.toFixed(4)).join(", ");
  return `-- What the lab shows, for the sqlite3 shell: sqlite3 YOUR.db < assay-lab.sql
-- Weights as shares: ${weights}
.load ./assay
SELECT assay_load_yaml('${quoted}');
SELECT assay_require('${hash}');
${mapping ? `\n${mapping}\n` : ""}
-- The views, as TEMP ones; the path is that of the repository.
.read sql/attach.sql
.headers on
.mode column
${rubric === null ? RESEARCH : ofRubric(literal(rubric))}`;
}

const RESEARCH = `
-- Which round each run keeps.
SELECT run_id, title, best_round, gate_passed, ci, rounds FROM run_best_round
ORDER BY run_id;

-- Where the stop policy ends it.
SELECT run_id, action, stop_round, returned_round, gate_passed, rounds_used, rounds_run,
       reason
FROM run_decisions ORDER BY run_id;

-- How many runs have a round that passes, with the 95 % interval.
SELECT pass_rate(gate_passed) FROM run_best_round;

-- How much of all weightings keeps each round.
SELECT run_id, round_acceptability(round, gate_passed, coverage, source_quality,
                                   agreement, verification, recency) AS shares
FROM round_scores GROUP BY run_id;
`;

const ofRubric = (name) => `
-- Which round each run keeps.
SELECT b.run_id, r.title, b.best_round, b.gate_passed, b.ci, b.rounds
FROM rubric_best AS b LEFT JOIN runs AS r ON r.run_id = b.run_id
WHERE b.rubric = ${name} ORDER BY b.run_id;

-- Where the stop policy ends it.
SELECT run_id, action, stop_round, returned_round, gate_passed, rounds_used, rounds_run,
       reason
FROM rubric_decisions WHERE rubric = ${name} ORDER BY run_id;

-- How many runs have a round that passes, with the 95 % interval.
SELECT pass_rate(gate_passed) FROM rubric_best WHERE rubric = ${name};

-- How much of all weightings keeps each round.
SELECT run_id, rubric_acceptability(rubric, round, evidence) AS shares
FROM evidence WHERE rubric = ${name} GROUP BY run_id;
`;
