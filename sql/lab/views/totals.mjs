// Shows what the sliders change in all runs: in how many another round is best, how many
// pass, and how many rounds ran although the stop policy ends the run before them.

import { onlyWeightsDiffer } from "../policy.mjs";
import { count, fill, h, percent, plural } from "./dom.mjs";

/* Draws two intervals, each on a line of 0..100 %: `now`, and `before` below it. */
function interval(now, before) {
  const line = (each, name) => h("span", { class: `interval ${name}` },
    h("span", { class: "range", style: `left:${each.low * 100}%;`
      + `width:${(each.high - each.low) * 100}%` }),
    h("span", { class: "point", style: `left:${each.rate * 100}%` }));
  return h("span", { class: "intervals", "aria-hidden": "true" }, line(now, "now"),
    before ? line(before, "before") : null);
}

const tile = (title, main, ...more) => h("div", { class: "tile" },
  h("h3", {}, title), h("p", { class: "main" }, main),
  more.filter(Boolean).map((each) => h("p", { class: "hint" }, each)));

const turned = (gained, lost, words = ["gained", "lost"]) => [
  gained ? h("b", { class: "gain" }, `+${count(gained)} ${words[0]}`) : null,
  gained && lost ? ", " : null,
  lost ? h("b", { class: "loss" }, `−${count(lost)} ${words[1]}`) : null,
].filter(Boolean);

function passes({ totals, quick, policy, base, before }) {
  const now = JSON.parse((totals ?? quick).now);
  const { gained, lost } = totals ?? quick;
  const rate = `${percent(now.rate)} (${percent(now.low)} to ${percent(now.high)})`;
  const change = onlyWeightsDiffer(policy, base)
    ? "Weights can't change this: the gate does not read them."
    : gained || lost ? turned(gained, lost) : "None gained, none lost.";
  return h("div", { class: "tile wide" }, h("h3", {}, "Runs with a round that passes"),
    h("p", { class: "main" }, count(now.passed), h("small", {}, ` of ${count(now.n)}`)),
    h("p", { class: "hint", title: "Share of runs, with its 95 % interval (Wilson)" },
      rate),
    interval(now, before), h("p", { class: "hint" }, change));
}

function stops({ totals }) {
  const past = totals.rounds - totals.used;
  const was = totals.rounds - totals.used_before;
  return tile("Rounds run after the stop", [count(past),
    h("small", {}, ` of ${count(totals.rounds)}`)],
  past === was ? "As many as before." : `It was ${count(was)}.`,
  totals.stops ? [`${plural(totals.stops, "run")} ${totals.stops === 1 ? "ends" : "end"} `
    + "otherwise", totals.stop_gained || totals.stop_lost
    ? [": ", turned(totals.stop_gained, totals.stop_lost, ["pass", "pass"])] : null]
    : null);
}

/** Shows `totals`, or the few totals in `quick` as long as `totals` is null. If both are
 * null, shows that runs are being judged. */
export function showTotals(root, state) {
  const { totals, quick } = state;
  const known = totals ?? quick;
  root.classList.toggle("waiting", !totals);
  if (!known) {
    if (!root.children.length)
      fill(root, h("p", { class: "hint" }, "Judging all runs …"));
    return;
  }
  fill(root,
    tile("Runs that keep another round", [count(known.flips),
      h("small", {}, ` of ${count(known.runs)}`)],
    known.flips === 0 ? "No choice has changed." : "Marked in the list below."),
    passes(state),
    totals ? stops(state)
      : tile("Rounds run after the stop", "…", "Wait until nothing moves."));
}

export function totalsWords({ totals, quick, policy, base }) {
  const known = totals ?? quick;
  if (!known) return "";
  const { passed, n } = JSON.parse(known.now);
  const gate = onlyWeightsDiffer(policy, base) ? ", which weights can't change" : "";
  return `${plural(known.flips, "run")} of ${count(known.runs)} keep another round; `
    + `${count(passed)} of ${count(n)} pass${gate}.`;
}
