// The printed page: the settings, the totals, and every decision that changed.

import { differences } from "../policy.mjs";
import { fill, h, plural, roundName, shown, stopWords } from "./dom.mjs";
import { totalsWords } from "./totals.mjs";

const MOST = 300;

export function showPrint(root, state) {
  const { policy, base, overview, applied, flips, name } = state;
  const found = differences(policy, base);
  const rows = flips.rows.map((row) => Object.fromEntries(
    flips.columns.map((column, i) => [column, row[i]])));
  fill(root,
    h("h1", {}, "Decisions under other numbers"),
    h("p", {}, `${name}: ${plural(overview.counts.runs, "run")}, `
      + `${plural(overview.counts.rounds, "round")}. ${totalsWords(state)}`),
    h("p", {}, `A, the contract: ${overview.hash}`), h("p", {}, `B: ${applied.hash}`),
    found.length ? table(["", "A", "B"], found.map((row) => row.map(shown)))
      : h("p", {}, "A and B are the same."),
    h("h2", {}, plural(rows.length, "decision that changed", "decisions that changed")),
    table(["Run", "Question", "Kept", "Passes", "Stop policy"],
      rows.slice(0, MOST).map((row) => [shown(row.run_id), shown(row.title),
        arrow(roundName(row.kept_before), roundName(row.kept_now)),
        arrow(row.passed_before ? "yes" : "no", row.passed_now ? "yes" : "no"),
        arrow(stopWords(row.stop_before, row.stop_round_before),
          stopWords(row.stop_now, row.stop_round_now))])),
    rows.length > MOST ? h("p", {}, `and ${rows.length - MOST} more, in the CSV`) : null);
}

const table = (head, rows) => h("table", {},
  h("thead", {}, h("tr", {}, head.map((text) => h("th", { scope: "col" }, text)))),
  h("tbody", {}, rows.map((row) => h("tr", {}, row.map((text) => h("td", {}, text))))));

const arrow = (from, to) => (from === to ? from : `${from} → ${to}`);
