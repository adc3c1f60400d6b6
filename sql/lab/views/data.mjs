// Shows the file's contents and unusable values, or the form for another schema.

import { count, fill, h, plural } from "./dom.mjs";
import { MappingForm } from "./form.mjs";

/** Shows what the open file contains, and its unusable values once they are counted. */
export function showData(root, { name, overview, quality, choose, demo, remap }) {
  const { counts } = overview;
  fill(root,
    h("h2", {}, "The data"),
    h("p", {}, h("b", {}, name), `: ${plural(counts.runs, "run")}, `
      + `${plural(counts.rounds, "round")}, ${plural(counts.sources, "source")}, `
      + `${plural(counts.judgements, "judgement")}, `
      + `${plural(counts.outcomes, "outcome")}, `
      + `${plural(counts.evidence, "row")} of evidence for rubrics.`),
    overview.rubric !== null ? h("p", { class: "hint" }, "Judged by the rubric ",
      h("b", {}, overview.rubric), ". A score that can't be read is missing: it is "
      + "hatched, and never passes.") : quality ? qualityParts(quality)
      : h("p", { class: "hint" }, "Looking for what can't be used …"),
    remap ? h("p", {}, h("button", { type: "button", onclick: remap },
      "Read it another way …")) : null,
    opener(choose, demo),
    h("p", { class: "hint" }, `assay ${overview.version}, the extension itself, as `
      + "WebAssembly. Nothing is uploaded: the page can't use the network."));
}

function opener(choose, demo) {
  return h("div", { class: "buttons" },
    h("button", { type: "button", class: "strong", onclick: choose }, "Open a file …"),
    h("button", { type: "button", onclick: demo }, "Open the demo"),
    h("span", { class: "hint" }, "or drop a .db, or settings as .yaml, anywhere"));
}

function qualityParts({ report, cells }) {
  const bad = cells.reduce((sum, each) => sum + each.cells - each.usable, 0);
  const all = cells.reduce((sum, each) => sum + each.cells, 0);
  return [
    h("p", { class: bad ? "sentence short" : "sentence" }, bad
      ? `${plural(bad, "score or count", "scores and counts")} of ${count(all)} can't be `
        + "used. They count as missing, and a missing value never passes."
      : "Every score and count can be used."),
    h("div", { class: "scroll" }, h("table", {},
      h("thead", {}, h("tr", {}, ["Column", "Usable", "NULL", "Text", "Out of range"].map(
        (name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, cells.map((each) => h("tr", {},
        h("th", { scope: "row" }, each.name),
        [each.usable, each.nulls, each.texts, each.ranges].map((value, i) =>
          h("td", { class: i && value ? "figure short" : "figure" },
            value ? value.toLocaleString("en-US") : "·"))))))),
    h("details", {}, h("summary", {}, "The whole report, with likely cures"),
      h("pre", { tabindex: "0" }, report)),
  ];
}

/** If a file has only evidence for rubrics, asks for settings that define a rubric. */
export function showNeeds(root, { name, needs, back }) {
  fill(root,
    h("h2", {}, `Which settings judge ${name}?`),
    h("p", {}, "It has evidence for ", needs.map((each, i) => [i ? ", " : "",
      h("b", {}, each)]), ", but no settings that define it. Drop the settings as a ",
    h("code", {}, ".yaml"), " file. To keep them in the file, use ",
    h("code", {}, "sql/contract.sql"), "."),
    back ? h("p", {}, h("button", { type: "button", class: "quiet", onclick: back },
      "Go back to the former file")) : null);
}

/** Shows the form for a file with another schema. try_(sql) opens the file with the views
 * that the text `sql` makes. */
export function showMapping(root, { name, tables, try_, back, choices }) {
  const place = h("div");
  fill(root,
    h("h2", {}, `How should ${name} be read?`),
    h("p", {}, "It has no tables ", h("code", {}, "runs"), " and ",
      h("code", {}, "rounds"), " with the columns of the views. Choose columns of yours; "
      + "the page makes views of them, and writes nothing into your file."), place,
    back ? h("p", {}, h("button", { type: "button", class: "quiet", onclick: back },
      "Go back to the former file")) : null);
  if (!tables.length) {
    fill(place, h("p", { class: "problem" }, "The file has no table."));
    return null;
  }
  return new MappingForm(place, tables, try_, choices);
}
