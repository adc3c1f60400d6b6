// The page shows the numbers of a policy. This module takes them from the rows of the
// settings, changes them, and writes them as YAML that the extension loads. The module
// does not know the page or the extension, and judges nothing: only the extension applies
// floors and weights.
//
// A policy is a plain object:
//   engine       'multidimensional' (the gate decides) or 'legacy' (the index
//                decides: a weighted mean of .80 passes)
//   strategy     the name of the weighting, or null for the user's own weights
//   dimensions   the dimensions that the page shows: the five (DIMENSIONS), or those of
//                a rubric
//   weights      numbers >= 0, in the order of the dimensions
//   high         High floors, 0..1, in the order of the dimensions
//   rubric       the name of the rubric in the settings, or null for the five dimensions
//   conditions   counts that the gate reads; a rubric's also have `bounds` and `vetoes`
//   sources, patience, rounds, min_ci     numbers of the settings
//   difficulty   'easy', 'normal' or 'hard': the number in `offsets` moves the floors;
//                'as_judged': the floors stay
//   windows      Map of domain to days; names come from the data and may be any text
//   elite, medium, offsets, strategies    as loaded; the page has no sliders for these

export const DIMENSIONS = [
  { key: "coverage", letter: "C", name: "Coverage",
    about: "How much of the question the answer covers" },
  { key: "source_quality", letter: "Q", name: "Source quality",
    about: "Authority, review and depth of what is cited" },
  { key: "agreement", letter: "A", name: "Agreement",
    about: "How far the sources agree" },
  { key: "verification", letter: "V", name: "Verification",
    about: "Claims that were checked and traced" },
  { key: "recency", letter: "R", name: "Recency",
    about: "Share of recent sources" },
];

const CONDITIONS = [{ key: "recent_sources", name: "Recent",
  about: "How many sources are recent" }];
const KEYS = DIMENSIONS.map((dimension) => dimension.key);
const ROOT = "evaluation.deep_research.";
/** Counts with sliders: [field of the policy, key of the settings, least, most]. */
export const COUNTS = [["sources", "min_recent_sources", 0, 1000],
  ["patience", "patience", 1, 100], ["rounds", "max_rounds", 1, 1000]];

/** Returns the policy of the five dimensions, or of `rubric` if that is not null. `parts`
 * are the rubric's rows of the table assay_rubrics. */
export function policyOf({ settings, parts, rubric }) {
  const policy = fromSettings(settings);
  if (rubric === null) return policy;
  const scores = parts.filter(({ part }) => part === "score");
  const counts = parts.filter(({ part }) => part !== "score");
  const weights = scores.map(({ weight }) => weight);
  return { ...policy, rubric: parts[0].rubric, dimensions: named(scores),
    strategy: "as stated", weights,
    strategies: new Map([["as stated", weights], ["equal", weights.map(() => 1)]]),
    high: scores.map(({ high }) => high), elite: scores.map(({ elite }) => elite),
    medium: scores.map(({ medium }) => medium),
    conditions: counts.map(({ part, name }) => ({ key: name, name, part,
      about: part === "at_least" ? "The least count" : "The greatest count" })),
    bounds: counts.map(({ bound }) => bound),
    vetoes: counts.map(({ veto }) => Boolean(veto)) };
}

/* Returns the dimensions of a rubric by their names, each with a letter of its own. */
function named(scores) {
  const taken = new Set();
  return scores.map(({ name }, i) => {
    const letter = [...name.toUpperCase()].find((each) => /[\p{L}\d]/u.test(each)
      && !taken.has(each)) ?? String(i + 1);
    taken.add(letter);
    return { key: name, letter, name, about: `Scores of ${name}` };
  });
}

/** Returns a policy from the rows {key, value} of the table assay_settings. */
export function fromSettings(rows) {
  const settings = new Map(rows.map(({ key, value }) => [key, value]));
  const number = (name) => Number(settings.get(ROOT + name));
  const floors = (tier) => KEYS.map((key) => number(`tier_thresholds.${key}.${tier}`));
  const strategies = strategiesOf(settings);
  const strategy = settings.get(`${ROOT}weights.default`);
  return {
    rubric: null, dimensions: DIMENSIONS, conditions: CONDITIONS, bounds: [], vetoes: [],
    engine: settings.get(`${ROOT}scoring_engine`),
    min_ci: number("min_ci"),
    strategy,
    weights: [...strategies.get(strategy)],
    high: floors("high"), elite: floors("elite"), medium: floors("medium"),
    sources: number("min_recent_sources"),
    patience: number("patience"),
    rounds: number("max_rounds"),
    difficulty: "as_judged",
    offsets: Object.fromEntries(["easy", "normal", "hard"].map(
      (name) => [name, number(`difficulty_offsets.${name}`)])),
    windows: new Map(under(settings, `${ROOT}recency_windows.`)),
    strategies,
  };
}

function under(settings, prefix) {
  return [...settings].filter(([key]) => key.startsWith(prefix))
    .map(([key, value]) => [key.slice(prefix.length), Number(value)]);
}

/* A strategy's name may have dots, so only the text after the last dot of a key is the
** dimension. */
function strategiesOf(settings) {
  const strategies = new Map();
  const prefix = `${ROOT}weights.strategies.`;
  for (const [key, value] of settings) {
    if (!key.startsWith(prefix)) continue;
    const dot = key.lastIndexOf(".");
    const place = KEYS.indexOf(key.slice(dot + 1));
    if (place < 0) continue;
    const name = key.slice(prefix.length, dot);
    if (!strategies.has(name)) strategies.set(name, [0, 0, 0, 0, 0]);
    strategies.get(name)[place] = Number(value);
  }
  return strategies;
}

/** Returns the weights divided by their sum. The bar of weights shows these shares. */
export function shares(weights) {
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / sum);
}

/** Moves a border between two weights of the bar. `place` is its number, from 0;
 * `position` is 0..1, and is rounded to hundredths. One of the two weights gains what the
 * other loses. The other weights stay. */
export function moveBorder(weights, place, position) {
  const parts = shares(weights);
  const last = parts.length - 1;
  const edges = parts.map((_, i) => parts.slice(0, i + 1).reduce((a, b) => a + b, 0));
  const low = place === 0 ? 0 : edges[place - 1];
  const high = place === last - 1 ? 1 : edges[place + 1];
  edges[place] = Math.min(high, Math.max(low, Math.round(position * 100) / 100));
  const moved = edges.map((edge, i) => (i === 0 ? edge : edge - edges[i - 1]));
  moved[last] = 1 - edges[last - 1];
  return moved.map((part) => Math.max(0, Math.round(part * 1e6) / 1e6));
}

/** Gives the weight with the number `place` (from 0) a share of the sum. The other
 * weights keep their proportions. */
export function moveShare(weights, place, share) {
  const parts = shares(weights);
  const rest = 1 - parts[place];
  const moved = parts.map((part, i) => (i === place ? share
    : (1 - share) * (rest > 0 ? part / rest : 1 / (parts.length - 1))));
  return moved.map((part) => Math.round(part * 1e6) / 1e6);
}

const same = (a, b) => a.every((value, i) => value === b[i]);

/** Returns the policy with these weights. If they equal a named weighting, the policy
 * gets its name. */
export function withWeights(policy, weights) {
  for (const [name, known] of policy.strategies)
    if (same(known, weights)) return { ...policy, weights: [...known], strategy: name };
  return { ...policy, weights, strategy: null };
}

export function withStrategy(policy, name) {
  const weights = policy.strategies.get(name);
  return weights ? { ...policy, strategy: name, weights: [...weights] } : policy;
}

/** Returns a policy's differences from the base, as a list of [what, from, to]. */
export function differences(policy, base) {
  const found = [];
  const note = (what, from, to) => { if (from !== to) found.push([what, from, to]); };
  note("gate", base.engine, policy.engine);
  if (policy.strategy !== base.strategy || !same(policy.weights, base.weights))
    found.push(["weights", describeWeights(base), describeWeights(policy)]);
  base.dimensions.forEach(({ name }, i) =>
    note(`${name}: High floor`, base.high[i], policy.high[i]));
  for (const tier of ["elite", "medium"])
    base.dimensions.forEach(({ name }, i) =>
      note(`${name}: ${tier} floor`, base[tier][i], policy[tier][i]));
  base.bounds.forEach((bound, i) => {
    const { name, about } = base.conditions[i];
    note(`${name}: ${about.toLowerCase()}`, bound, policy.bounds[i]);
    note(`${name}: a greater count`, ...[base, policy].map(({ vetoes }) =>
      (vetoes[i] ? "halt" : "only fail")));
  });
  note("least index", base.min_ci, policy.min_ci);
  note("recent sources", base.sources, policy.sources);
  note("patience", base.patience, policy.patience);
  note("most rounds", base.rounds, policy.rounds);
  note("difficulty", base.difficulty, policy.difficulty);
  for (const domain of new Set([...base.windows.keys(), ...policy.windows.keys()]))
    note(`window of ${domain}`, base.windows.get(domain) ?? "default's",
      policy.windows.get(domain) ?? "default's");
  return found;
}

export function describeWeights(policy) {
  const parts = shares(policy.weights).map((share) => Math.round(share * 100)).join("/");
  return policy.strategy ? `${policy.strategy} (${parts})` : parts;
}

/** Returns true if only weights differ, so that the gate passes the same rounds. */
export function onlyWeightsDiffer(policy, base) {
  const found = differences(policy, base);
  return policy.engine !== "legacy" && found.length > 0
    && found.every(([what]) => what === "weights");
}

/** Returns true if both policies have equal recency windows, and so equal values of
 * Recency. */
export function sameWindows(policy, base) {
  return policy.windows.size === base.windows.size
    && [...policy.windows].every(([domain, days]) => base.windows.get(domain) === days);
}

/** Returns a name as a YAML scalar in double quotes. A name may contain anything, so
 * characters that YAML forbids are escaped. Half of a surrogate pair becomes U+FFFD,
 * because UTF-8 can't encode it. */
export function yamlText(name) {
  const whole = String(name).replace(
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD");
  return JSON.stringify(whole).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Returns the differences of a policy from the base, as YAML to load after the base's
 * settings; '' if there are none. */
export function toYaml(policy, base) {
  const [research, rubric] = [researchLines, rubricLines].map((linesOf) => {
    const lines = [];
    linesOf(policy, base, (depth, text) => lines.push(`${"  ".repeat(depth)}${text}`));
    return lines;
  });
  if (!research.length && !rubric.length) return "";
  if (research.length) research.unshift("  deep_research:");
  if (rubric.length) rubric.unshift("  rubrics:", `    ${yamlText(policy.rubric)}:`);
  return ["evaluation:", ...research, ...rubric, ""].join("\n");
}

function researchLines(policy, base, add) {
  if (policy.engine !== base.engine) add(2, `scoring_engine: ${policy.engine}`);
  for (const [field, key] of COUNTS)
    if (policy[field] !== base[field]) add(2, `${key}: ${policy[field]}`);
  if (policy.rubric !== null) return;
  floorLines(policy, base, add);
  if (policy.strategy !== base.strategy || !same(policy.weights, base.weights))
    weightLines(policy, add);
  const windows = [...policy.windows].filter(
    ([domain, days]) => base.windows.get(domain) !== days);
  if (windows.length) add(2, "recency_windows:");
  for (const [domain, days] of windows) add(3, `${yamlText(domain)}: ${days}`);
}

/* Adds the changed numbers of a rubric to the YAML. A veto that the user removed must be
** written as false, because the base still has it. */
function rubricLines(policy, base, add) {
  if (policy.rubric === null) return;
  const section = (name, all, line) => {
    const found = all.map(line).filter(Boolean);
    if (found.length) add(3, `${name}:`);
    for (const text of found) add(4, text);
  };
  section("scores", policy.dimensions, ({ key }, i) => {
    const parts = floorParts(policy, base, i);
    if (policy.weights[i] !== base.weights[i]) parts.push(`weight: ${policy.weights[i]}`);
    return parts.length > 0 && `${yamlText(key)}: {${parts.join(", ")}}`;
  });
  for (const name of ["at_least", "at_most"])
    section(name, policy.conditions, ({ key, part }, i) => part === name
      && policy.bounds[i] !== base.bounds[i] && `${yamlText(key)}: ${policy.bounds[i]}`);
  section("vetoes", policy.conditions, ({ key }, i) =>
    policy.vetoes[i] !== base.vetoes[i] && `${yamlText(key)}: ${policy.vetoes[i]}`);
}

/* The Medium floor must stay at or below the High floor, and High at or below Elite. If
** the High floor moves beyond one of the others, the other one moves with it. */
function floorParts(policy, base, i) {
  const high = policy.high[i];
  if (high === base.high[i]) return [];
  const floors = [`high: ${high}`];
  if (high > base.elite[i]) floors.push(`elite: ${high}`);
  if (high < base.medium[i]) floors.push(`medium: ${high}`);
  return floors;
}

function floorLines(policy, base, add) {
  if (same(policy.high, base.high)) return;
  add(2, "tier_thresholds:");
  KEYS.forEach((key, i) => {
    const floors = floorParts(policy, base, i);
    if (floors.length) add(3, `${key}: {${floors.join(", ")}}`);
  });
}

function weightLines(policy, add) {
  add(2, "weights:");
  if (policy.strategy === null) {
    add(3, "strategies:");
    const parts = KEYS.map((key, i) => `${key}: ${policy.weights[i]}`);
    add(4, `lab: {${parts.join(", ")}, basis: "moved by hand"}`);
  }
  add(3, `default: ${policy.strategy === null ? "lab" : yamlText(policy.strategy)}`);
}

const rounded = (value) => Math.min(1, Math.max(0, Math.round(value * 1e4) / 1e4));

const withFloors = (base, by) =>
  ({ ...base, high: base.high.map((floor) => rounded(floor + by)) });

/** Policies to start from; make(base) returns one. A policy with `ofResearch` does not
 * work with a rubric. */
export const PRESETS = [
  { name: "As recorded", about: "The settings of the contract.",
    make: (base) => ({ ...base }) },
  { name: "Stricter", about: "Every High floor .05 higher.",
    make: (base) => withFloors(base, 0.05) },
  { name: "More lenient", about: "Every High floor .05 lower.",
    make: (base) => withFloors(base, -0.05) },
  { name: "Half the sources", ofResearch: true,
    about: "A round needs half as many recent sources.",
    make: (base) => ({ ...base, sources: Math.floor(base.sources / 2) }) },
  { name: "More patient", about: "A run stops one regression later.",
    make: (base) => ({ ...base, patience: base.patience + 1 }) },
  { name: "Fresher", ofResearch: true,
    about: "Every recency window is half as long.",
    make: (base) => ({ ...base, windows: new Map([...base.windows].map(
      ([domain, days]) => [domain, Math.max(1, Math.round(days / 2))])) }) },
  { name: "A mean decides", ofResearch: true,
    about: "An older rule: an index of .80 is enough.",
    make: (base) => ({ ...base, engine: "legacy" }) },
];
