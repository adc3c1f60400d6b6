// One run: its rounds as a matrix, the gate's verdicts in words, how far the kept round
// depends on the weights, and the sources. The engine computes everything under the
// sliders' settings.

import { fill, h, percent, plural, roundName, score, shown, stopWords } from "./dom.mjs";
import { isFlipped, nameOf, nearestWords } from "./list.mjs";
import { stripWords } from "./strip.mjs";

const MOST_ROUNDS = 60;

/** Each of `dimensions` has its High floor in `high`. `conditions` are the counts that
 * the gate reads. */
export function showRun(root, run, { rubric, dimensions, conditions, mapRoot, ask }) {
  if (!run) {
    fill(root, h("p", { class: "empty" }, "Choose a run to see its rounds, why they pass "
      + "or fail, how far the choice depends on the weights, and its sources."));
    return;
  }
  fill(root,
    h("h2", {}, h("span", { class: "id" }, shown(run.run_id)), " ", shown(run.title)),
    h("p", { class: "sentence" }, sentence(run)),
    part("Rounds", "Colour and word show the tier; a score below its floor fails.",
      matrix(run, dimensions, conditions)),
    part("Why", "What the gate says of each round.", reasons(run, dimensions)),
    run.judges.length ? part("How far the judges agree", "The mean of the judges' own "
      + "indices, its 95 % interval for other judges of this kind, and in how many draws "
      + "of these judges the gate passes.", judged(run)) : null,
    run.row.rounds_run > 1 ? part("How it depends on the weights", null,
      shareBars(run, dimensions), intervals(run, dimensions),
      rubric === null ? mapRoot : null) : null,
    rubric === null ? part("Sources", null, sources(run)) : null,
    h("p", {}, h("button", { type: "button", class: "quiet",
      onclick: () => ask(run.run_id) }, "Ask for this run in SQL")));
}

const part = (title, hint, ...content) => h("section", { class: "part" },
  h("h3", {}, title), hint ? h("p", { class: "hint" }, hint) : null, content);

function sentence({ row }) {
  const kept = isFlipped(row)
    ? [h("b", {}, `Keeps ${roundName(row.kept)}`), h("span", { class: "was" },
      `, before ${roundName(row.kept_before)}`)]
    : [h("b", {}, `Keeps ${roundName(row.kept)}`), ", as before"];
  return [kept, row.gate_passed ? ", which passes. " : ", which does not pass. ",
    "The stop policy ", h("b", {}, stopWords(row.action, row.stop_round)),
    ` and returns ${roundName(row.returned)}`,
    row.action !== row.action_before || String(row.stop_round) !== String(row.stop_before)
      ? h("span", { class: "was" },
        ` (before: ${stopWords(row.action_before, row.stop_before)})`) : null, "."];
}

function matrix({ row }, dimensions, conditions) {
  return h("div", { class: "scroll", tabindex: "0", role: "region",
    "aria-label": "Rounds and their scores" }, h("table", { class: "matrix" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Round"),
      [...dimensions, ...conditions].map(({ name, about }) =>
        h("th", { scope: "col", title: about }, name)),
      h("th", { scope: "col", title: "The weighted mean: it ranks, and decides nothing "
        + "else" }, "Index"))),
    h("tbody", {}, row.rounds.slice(0, MOST_ROUNDS).map((round) =>
      matrixRow(row, round, dimensions, conditions)))));
}

function matrixRow(row, round, dimensions, conditions) {
  const kept = round.round === row.kept;
  return h("tr", { class: kept ? "kept" : null, title: stripWords(round, dimensions) },
    h("th", { scope: "row" }, roundName(round.round),
      kept ? h("span", { class: "tag" }, "kept") : null),
    dimensions.map(({ key, high }) => cell(round.dimensions[key], high,
      row.bars.find((bar) => bar.round === round.round && bar.dimension === key))),
    conditions.map(({ key }) => {
      const { count, gate_passed: isMet } = round.counts[key];
      return h("td", { class: isMet ? null : "short" }, shown(count) || "none");
    }),
    h("td", {}, score(round.ci), round.gate_passed ? " ✓" : ""));
}

function cell({ score: value, tier }, floor, bar) {
  if (!tier) return h("td", { class: "tier-cell missing" }, "missing");
  const judges = bar
    ? `${bar.judges} judges: ${score(bar.low)} to ${score(bar.high)}` : null;
  return h("td", { class: `tier-cell ${tier}`, title: judges },
    h("b", {}, score(value, floor)), h("small", {}, tier),
    bar ? h("small", { class: "judges" }, `${end(bar.low)}–${end(bar.high)}`) : null);
}

const end = (value) => (value === 1 || value === 0 ? String(value) : score(value));

function reasons({ reports, before }, dimensions) {
  return h("ul", { class: "reasons" }, reports.slice(0, MOST_ROUNDS).map((report, i) => {
    const was = before[i];
    const turned = was && was.gate_passed !== report.gate_passed;
    return h("li", { class: turned ? "changed" : null },
      h("b", {}, roundName(report.round)), report.gate_passed ? " passes. " : " fails: ",
      report.gate_passed ? null : `${words(report.reason, dimensions)}. `,
      turned ? h("span", { class: "was" }, was.gate_passed ? "It passed before."
        : `It failed before: ${words(was.reason, dimensions)}.`) : null);
  }));
}

function judged({ judges: rows }) {
  return h("ul", { class: "spans" }, rows.slice(0, MOST_ROUNDS).map((row) => {
    const who = plural(row.judges, "judge");
    const range = row.low === null ? `${who} of one family: no interval`
      : `${who}: ${end(row.low)} to ${end(row.high)}`;
    const passes = row.gate_confidence === null ? ""
      : `; passes in ${percent(row.gate_confidence)} of draws`;
    return h("li", {}, h("span", {}, roundName(row.round)),
      h("span", { class: "span" },
        row.low === null ? null : h("span", { class: "range",
          style: `left:${row.low * 100}%;width:${(row.high - row.low) * 100}%` }),
        h("span", { class: "now", style: `left:${row.mean * 100}%` })),
      h("span", { class: "text" }, range + passes));
  }));
}

/* Takes the gate's reason why a round fails. In it, replaces each dimension's key by its
** name on the page. */
function words(reason, dimensions) {
  const renamed = dimensions.filter(({ key, name }) => key !== name);
  return renamed.reduce((text, { key, name }) =>
    text.replaceAll(key, name.toLowerCase()), String(reason ?? ""))
    .replaceAll("critical_contradictions", "contradictions")
    .replaceAll("recent_sources", "recent sources");
}

function shareBars({ shares, row }, dimensions) {
  if (!shares.length) return null;
  return [
    h("p", { class: "hint" }, "How often each round is the best under 10,000 random "
      + "weightings. ", nearestWords(row, dimensions)),
    h("ul", { class: "shares" }, shares.slice(0, 40).map(({ round, share }) => h("li", {},
      h("span", {}, roundName(round)),
      h("span", { class: "meter" }, h("span", { style: `width:${share * 100}%` })),
      h("span", {}, percent(share, 1))))),
  ];
}

function intervals({ intervals: rows }, dimensions) {
  if (!rows.length) return null;
  return [
    h("p", { class: "hint" }, "How far one weight can move, while the others keep their "
      + "proportions, before another round is kept. The line is your weight."),
    h("ul", { class: "spans" }, rows.map(({ dimension, low, high, weight }) => {
      const text = low === 0 && high === 1 ? "never flips"
        : `keeps it from ${percent(low)} to ${percent(high)}`;
      return h("li", {}, h("span", {}, nameOf(dimension, dimensions)),
        h("span", { class: "span" },
          h("span", { class: "range", style: `left:${low * 100}%;`
            + `width:${(high - low) * 100}%` }),
          h("span", { class: "now", style: `left:${weight * 100}%` })),
        h("span", { class: "text" }, `${percent(weight)}: ${text}`));
    })),
  ];
}

function sources({ sources: rows, as_of: day }) {
  if (!rows.length)
    return h("p", { class: "hint" }, "No sources are stored: recency is as reported.");
  const recent = rows.filter((row) => row.is_recent).length;
  return h("details", {}, h("summary", {}, `${plural(rows.length, "citation")}, `
      + `${recent} recent on ${shown(day)}`),
  h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Sources" },
    h("table", { class: "sources" },
    h("thead", {}, h("tr", {}, ["Round", "Source", "Domain", "Published", "Age",
      "Window"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, rows.map((row) => h("tr", { class: row.is_recent ? null : "old" },
      h("td", {}, roundName(row.round)), h("td", { class: "source" }, shown(row.source)),
      h("td", {}, shown(row.domain)), h("td", {}, shown(row.published)),
      h("td", {}, row.age_days === null ? shown(row.why_undated)
        : plural(row.age_days, "day")),
      h("td", {}, `${row.window_days} d`, row.is_recent ? " ✓" : "")))))));
}
