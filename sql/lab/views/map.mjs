// A map with a weight from 0 to 1 on each axis shows the best round at each point. The
// other three weights share the remainder in their current proportions. The engine
// computes each point by best_round().

import { DIMENSIONS, shares } from "../policy.mjs";
import { fill, h, percent, roundName } from "./dom.mjs";

const SIZE = 240;
/* Regions differ in lightness and in pattern, so the map is readable without colour. */
const FILLS = ["r0", "r1", "r2", "r3", "r4", "r5"];

const nameOf = (key) => DIMENSIONS.find((dimension) => dimension.key === key).name;

/** Joins neighbouring equal cells of a row into one rectangle, so that a picture has few
 * parts. */
function regions(points, steps, rounds) {
  const cell = SIZE / (steps + 1);
  const byRow = new Map();
  for (const [i, j, kept] of points) {
    if (!byRow.has(j)) byRow.set(j, []);
    byRow.get(j)[i] = String(kept);
  }
  const parts = [];
  for (const [j, row] of byRow) {
    for (let i = 0; i < row.length;) {
      let end = i;
      while (end < row.length && row[end] === row[i]) end += 1;
      const place = rounds.indexOf(row[i]) % FILLS.length;
      parts.push(h("rect", { x: i * cell, y: SIZE - (j + 1) * cell,
        width: (end - i) * cell + 0.3, height: cell + 0.3, class: FILLS[place] }));
      i = end;
    }
  }
  return parts;
}

/* Returns the middle of each round's region, where the map writes the round's name. */
function labels(points, steps, rounds) {
  const cell = SIZE / (steps + 1);
  return rounds.map((round) => {
    const own = points.filter(([, , kept]) => String(kept) === round);
    if (own.length < 12) return null;
    const mean = (of) => own.reduce((sum, point) => sum + of(point), 0) / own.length;
    return h("text", { x: (mean(([i]) => i) + 0.5) * cell,
      y: SIZE - (mean(([, j]) => j) + 0.5) * cell, class: "name" },
    roundName(own[0][2]));
  });
}

export function showMap(root, { points, steps, x, y, weights, choose }) {
  const rounds = [...new Set(points.map(([, , kept]) => String(kept)))].sort();
  const parts = shares(weights);
  const at = (key) => parts[DIMENSIONS.findIndex((dimension) => dimension.key === key)];
  const counts = rounds.map((round) => [round,
    points.filter(([, , kept]) => String(kept) === round).length / points.length]);
  const words = counts.map(([round, share]) =>
    `${roundName(Number.isNaN(Number(round)) ? round : Number(round))} in `
    + percent(share)).join(", ");
  const axis = (which, key, other) => h("select", { "aria-label": `${which} axis`,
    onchange: (event) => choose(which, event.target.value) },
  DIMENSIONS.filter((dimension) => dimension.key !== other).map((dimension) =>
    h("option", { value: dimension.key, selected: dimension.key === key },
      dimension.name)));
  fill(root,
    h("div", { class: "map" },
      h("label", { class: "axis" }, "↑ weight of ", axis("y", y, x)),
      h("svg", { viewBox: `-1 -1 ${SIZE + 2} ${SIZE + 2}`, role: "img",
        "aria-label": `Kept, over weights of ${nameOf(x)} and ${nameOf(y)}: ${words}` },
      regions(points, steps, rounds), labels(points, steps, rounds),
      h("path", { class: "edge", d: `M0 0V${SIZE}H${SIZE}Z` }),
      h("circle", { class: "here", cx: at(x) * SIZE, cy: SIZE - at(y) * SIZE, r: 5 })),
      h("label", { class: "axis" }, "→ weight of ", axis("x", x, y))),
    h("p", { class: "hint" }, rounds.length === 1
      ? "Under all these weightings the same round is kept. "
      : `Of these weightings ${words}. `, "The dot is your weights."));
}
