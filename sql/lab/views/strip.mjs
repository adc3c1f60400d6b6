// A round as a strip of five bars: height is the score, colour the tier, a tick the High
// floor, a thin line the judges' 95 % interval. What is missing is hatched at full
// height: it is not a low score but none. Blue against orange, light against dark:
// readable with any colour vision, and without colour by height alone.

import { DIMENSIONS } from "../policy.mjs";
import { h, roundName, score } from "./dom.mjs";

const BAR = 8, GAP = 2, HEIGHT = 26;
export const STRIP_WIDTH = DIMENSIONS.length * (BAR + GAP) + 6;

const y = (value) => HEIGHT - value * HEIGHT;

function bar(round, key, i, floor, whisker) {
  const x = 3 + i * (BAR + GAP);
  const tier = round[`${key}_tier`];
  if (!tier) {
    return [h("rect", { x, y: 0, width: BAR, height: HEIGHT, class: "missing",
      fill: "url(#hatch)" })];
  }
  const value = Number(round[key]);
  const parts = [
    h("rect", { x, y: 0, width: BAR, height: HEIGHT, class: "track" }),
    h("rect", { x, y: y(value), width: BAR, height: Math.max(1, HEIGHT * value),
      class: `tier ${tier}` }),
    h("line", { x1: x, x2: x + BAR, y1: y(floor), y2: y(floor), class: "floor" }),
  ];
  if (whisker) {
    const middle = x + BAR / 2;
    parts.push(h("line", { class: "whisker", x1: middle, x2: middle,
      y1: y(whisker.high), y2: y(whisker.low) }));
  }
  return parts;
}

/** What a strip says, in words. */
export function stripWords(round) {
  const words = DIMENSIONS.map(({ key, name }) => {
    const tier = round[`${key}_tier`];
    return tier ? `${name} ${tier} ${score(round[key])}` : `${name} missing`;
  });
  return `${roundName(round.round)}: ${words.join(", ")}; `
    + `${round.gate_passed ? "passes" : "does not pass"}`;
}

/** `floors` by dimension; `bars` the judges' intervals of this round. */
export function strip(round, { floors, bars = [], kept, before }) {
  const whiskers = new Map(bars.map((each) => [each.dimension, each]));
  const picture = h("svg", { width: STRIP_WIDTH, height: HEIGHT, "aria-hidden": "true",
    viewBox: `0 0 ${STRIP_WIDTH} ${HEIGHT}` },
  DIMENSIONS.flatMap(({ key }, i) => bar(round, key, i, floors[key], whiskers.get(key))));
  const classes = ["strip", kept && "kept", before && !kept && "before"];
  return h("span", { class: classes.filter(Boolean).join(" "), title: stripWords(round) },
    picture,
    h("span", { class: "label" }, roundName(round.round),
      round.gate_passed ? h("span", { class: "ok" }, " ✓") : null));
}
