// Draws a round as a strip with a bar for each dimension. The height is the score, the
// colour is the tier, a tick is the High floor, a thin line is the judges' 95 % interval.
// A missing score is a hatched bar of full height, so it does not look like a low score.
// The colours are blue and orange, light and dark: colour-blind readers can tell them
// apart.

import { h, roundName, score } from "./dom.mjs";

const HEIGHT = 26;

/* The more bars a strip has, the narrower they are; 12 bars are still easy to see. */
const barsOf = (count) => (count <= 6 ? [8, 2] : count <= 12 ? [5, 1] : [2, 1]);

export function stripWidth(count) {
  const [width, gap] = barsOf(count);
  return count * (width + gap) + 6;
}

const y = (value) => HEIGHT - value * HEIGHT;

function bar({ score: value, tier }, x, width, floor, whisker) {
  if (!tier) {
    return [h("rect", { x, y: 0, width, height: HEIGHT, class: "missing",
      fill: "url(#hatch)" })];
  }
  const parts = [
    h("rect", { x, y: 0, width, height: HEIGHT, class: "track" }),
    h("rect", { x, y: y(value), width, height: Math.max(1, HEIGHT * value),
      class: `tier ${tier}` }),
    h("line", { x1: x, x2: x + width, y1: y(floor), y2: y(floor), class: "floor" }),
  ];
  if (whisker) {
    const middle = x + width / 2;
    parts.push(h("line", { class: "whisker", x1: middle, x2: middle,
      y1: y(whisker.high), y2: y(whisker.low) }));
  }
  return parts;
}

export function stripWords(round, dimensions) {
  const words = dimensions.map(({ key, name }) => {
    const { score: value, tier } = round.dimensions[key];
    return tier ? `${name} ${tier} ${score(value)}` : `${name} missing`;
  });
  return `${roundName(round.round)}: ${words.join(", ")}; `
    + `${round.gate_passed ? "passes" : "does not pass"}`;
}

/** Each of `dimensions` has its High floor in `high`. `bars` are the judges' intervals
 * for this round. */
export function strip(round, { dimensions, bars = [], kept, before }) {
  const whiskers = new Map(bars.map((each) => [each.dimension, each]));
  const [width, gap] = barsOf(dimensions.length);
  const whole = stripWidth(dimensions.length);
  const picture = h("svg", { width: whole, height: HEIGHT, "aria-hidden": "true",
    viewBox: `0 0 ${whole} ${HEIGHT}` },
  dimensions.flatMap(({ key, high }, i) => bar(round.dimensions[key],
    3 + i * (width + gap), width, high, whiskers.get(key))));
  const classes = ["strip", kept && "kept", before && !kept && "before"];
  return h("span", { class: classes.filter(Boolean).join(" "),
    title: stripWords(round, dimensions) },
    picture,
    h("span", { class: "label" }, roundName(round.round),
      round.gate_passed ? h("span", { class: "ok" }, " ✓") : null));
}
