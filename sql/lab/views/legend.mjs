// Explains the pictures of the list of runs.

import { h } from "./dom.mjs";

const TIERS = [["Elite", 0.95], ["High", 0.8], ["Medium", 0.6], ["Low", 0.3]];

const CONDITIONS = ", enough sources are recent and no critical contradiction was found";

function swatch(tier, value) {
  const height = 26 * value;
  return h("svg", { width: 12, height: 26, "aria-hidden": "true" }, tier === "missing"
    ? h("rect", { x: 2, y: 0, width: 8, height: 26, class: "missing",
      fill: "url(#hatch)" })
    : [h("rect", { x: 2, y: 0, width: 8, height: 26, class: "track" }),
      h("rect", { x: 2, y: 26 - height, width: 8, height, class: `tier ${tier}` }),
      h("line", { x1: 2, x2: 10, y1: 6.5, y2: 6.5, class: "floor" })]);
}

export function legend({ dimensions, rubric }) {
  return [
    h("p", {}, "A run is one question, answered in rounds. A judge gives each round "
      + `${dimensions.length} scores; one bar each, in this order:`),
    h("ol", {}, dimensions.map(({ name, about }) => h("li", {}, h("b", {}, name), ": ",
      about.toLowerCase()))),
    h("p", { class: "swatches" }, [...TIERS, ["missing", 1]].map(([tier, value]) =>
      h("span", {}, swatch(tier, value), tier))),
    h("p", {}, "The tick is the High floor. A round passes (✓) only if all scores "
      + "reach their floors"
      + `${rubric === null ? CONDITIONS : " and every count is within its bound"}. `
      + "If only a veto (a contradiction) stops a round, the run halts. The thin line is "
      + "the 95 % interval of several judges."),
    h("p", {}, "The framed round is kept: the best of all rounds that ran. A round that "
      + "passes comes before one that fails; then the weighted mean ranks them. The "
      + "round kept under the contract is dashed."),
    h("p", {}, "The percentage is the share of all possible weightings that keep the "
      + "round. If it is low, the choice depends on the weights. Such runs come first."),
    h("p", {}, "Keys: ", h("kbd", {}, "j"), " ", h("kbd", {}, "k"), " go down and up, ",
      h("kbd", {}, "/"), " filters, ", h("kbd", {}, "Enter"), " opens a run."),
  ];
}
