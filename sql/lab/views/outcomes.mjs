// Shows how many of the passing answers are known to be bad. One sentence changes with
// every move of a slider. The picture and the words below it come from
// sql/reports/which_floor.sql, which runs after the slider stops.

import { fill, h, percent, plural, score } from "./dom.mjs";

const WIDTH = 360, HEIGHT = 150, LEFT = 38, RIGHT = 12, BOTTOM = 20, TOP = 8;
const LEAST = 0.5; // the lowest floor that the report tries

const x = (floor) => LEFT + (floor - LEAST) / (1 - LEAST) * (WIDTH - LEFT - RIGHT);
const y = (share) => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM);

const ofLabelled = ({ bad, labelled }) => (labelled === 0 ? "none has a label"
  : `of ${labelled} with a label ${bad} ${bad === 1 ? "is" : "are"} bad`);

const same = (a, b) => ["passes", "labelled", "bad"].every((key) => a[key] === b[key]);

function sentence(now, before) {
  return h("p", { class: "sentence", id: "outcomes-now" },
    `Of ${plural(now.asked, "labelled run")} the stop policy passes `,
    h("b", {}, String(now.passes)), `; ${ofLabelled(now)}. `,
    now.labelled === 0 ? null : ["So of the answers that pass, with 95 % confidence, ",
      h("b", {}, `at most ${percent(now.upper, 1)}`), " are bad."],
    same(now, before) ? null : h("span", { class: "was" },
      ` Before: ${before.passes}; ${ofLabelled(before)}`
      + `${before.labelled ? `, at most ${percent(before.upper, 1)}` : ""}.`));
}

/* Returns an SVG path with steps: each value is constant up to the next floor. */
function steps(floors, value) {
  return floors.map((each, i) => `${i ? "H" : "M"}${x(each.floor)}`
    + `${i ? "V" : " "}${y(value(each))}`).join("");
}

const shareOf = ({ bad, n }) => (n ? bad / n : 0);

function range(floors) {
  const down = [...floors].reverse();
  return h("path", { class: "bound", d: `${steps(floors, (each) => each.upper)}`
    + `${steps(down, shareOf).replace("M", "L")}Z` });
}

/* Returns the High floor of all five dimensions, or null if their floors differ or are
** too low for the picture. */
function common(floors) {
  const all = new Set(floors.map(({ high }) => high));
  return all.size === 1 && floors[0].high >= LEAST ? floors[0].high : null;
}

function picture(found, now, floor) {
  const { floors, risk, first, holds } = found;
  const words = holds === null
    ? `no floor holds for ${percent(risk)}` : `floors from ${score(holds)} to `
      + `${score(first)} hold for ${percent(risk)}`;
  const few = x(first ?? LEAST);
  const axis = (share) => h("text", { x: LEFT - 4, y: y(share) + 4, class: "end" },
    percent(share));
  return h("svg", { class: "outcomes", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img",
    "aria-label": `Share of bad answers among those that pass, known and at most, over `
      + `the High floor: ${words}` },
  h("rect", { x: few, y: TOP, width: WIDTH - RIGHT - few, height: y(0) - TOP,
    class: "few", fill: "url(#hatch)" }),
  range(floors),
  h("path", { class: "known", d: steps(floors, shareOf) }),
  h("path", { class: "axis", d: `M${LEFT} ${TOP}V${y(0)}H${WIDTH - RIGHT}` }),
  h("path", { class: "risk", d: `M${LEFT} ${y(risk)}H${WIDTH - RIGHT}` }),
  holds === null ? null
    : h("path", { class: "holds", d: `M${x(holds)} ${y(0)}H${x(first)}` }),
  [1, risk, 0].map(axis),
  [0.5, 0.6, 0.7, 0.8, 0.9, 1].map((each) => h("text", { x: x(each), y: HEIGHT - 4,
    class: "middle" }, score(each))),
  floor === null ? null : [
    h("path", { class: "here", d: `M${x(floor)} ${TOP}V${y(0)}` }),
    now?.labelled ? h("circle", { cx: x(floor), cy: y(now.upper), r: 4, class: "here" })
      : null]);
}

/* Explains the picture, and says where in it the current floor is. */
function caption({ need, risk, confidence, first }, floor) {
  return h("p", { class: "hint" }, "From left to right: one High floor for all five. The "
    + "line is the known share of bad answers, the band ends at the greatest likely one, "
    + `with ${percent(confidence)} confidence. Dashed is ${percent(risk)}. `,
  first === null ? `No floor has enough labels: ${need} would be enough. `
    : `Above ${score(first)} (hatched) are too few labels: ${need} would be enough. `,
  floor === null ? "Your five floors differ, so they are not in the picture."
    : "The vertical line is your floor.");
}

/** `applied` is the Worker's answer to a move of a slider. `labelled` in it is null
 * while the slider moves, if the labels are counted only later. `found` is the result of
 * which_floor.sql. */
export function showOutcomes(root, { overview, applied, found }) {
  if (overview.rubric !== null) {
    fill(root, h("h2", {}, "Which answers were good"), h("p", { class: "empty" },
      "Outcomes are compared only with the five dimensions, not with a rubric."));
    return;
  }
  if (!overview.counts.outcomes) {
    fill(root, h("h2", {}, "Which answers were good"),
      h("p", { class: "empty" }, "No answer has an outcome yet: store some in a table ",
        h("code", {}, "outcomes(run_id, round, good)"), "."));
    return;
  }
  const { labelled: now, floors } = applied;
  const floor = common(floors);
  const stated = found?.lines.slice(1, found.lines.indexOf("")) ?? [];
  fill(root, h("h2", {}, "Which answers were good"),
    now ? sentence(now, overview.labelled)
      : h("p", { class: "sentence" }, "Many runs have labels: wait until nothing moves."),
    now && found && now.labelled < found.need ? h("p", { class: "sentence short" },
      `Too few labels to show ${percent(found.risk)}: that takes ${found.need}, none of `
      + "them bad.") : null,
    found ? [picture(found, now, floor), caption(found, floor),
      h("h3", {}, "What the labels support"),
      stated.map((line) => h("p", { class: "stated" }, line)),
      h("details", {}, h("summary", {}, "The whole report"),
        h("pre", { tabindex: "0" }, found.lines.join("\n")))]
      : h("p", { class: "hint" }, "Running the report …"));
}
