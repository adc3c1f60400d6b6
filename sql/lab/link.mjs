// Writes and reads links that restore the page. The sliders start from a policy, the
// base. The text after the # has what the user opened (the view) and the policy's
// differences from the base, but no data. A link may come from a stranger, so every value
// is checked, and the page lists the values that can't be used.

import { COUNTS, withStrategy, withWeights } from "./policy.mjs";

const DIFFICULTIES = ["as_judged", "easy", "normal", "hard"];
const ENGINES = ["multidimensional", "legacy"];
/* The names of the view's texts, each with its greatest number of characters. */
const VIEW = { run: 200, sort: 20, only: 20, q: 200, map: 60, tab: 20, file: 200,
  rubric: 200 };
/* A rubric's dimension may have the name of another value of a link. So a link has the
** rubric's numbers as lists, without the names of dimensions. */
const LISTS = { floors: ["high", 1], bounds: ["bounds", 2147483647],
  vetoes: ["vetoes", 1] };

/** Returns the text of a link, without the #. `view` has some of the names in VIEW. */
export function encode(policy, base, view = {}) {
  const parts = new URLSearchParams();
  if (policy.engine !== base.engine) parts.append("gate", policy.engine);
  if (policy.strategy !== base.strategy && policy.strategy !== null)
    parts.append("weighting", policy.strategy);
  else if (policy.strategy === null) parts.append("weights", policy.weights.join(","));
  if (policy.rubric === null) {
    policy.dimensions.forEach(({ key }, i) => {
      if (policy.high[i] !== base.high[i]) parts.append(key, String(policy.high[i]));
    });
  } else {
    for (const [name, [field]] of Object.entries(LISTS)) {
      const list = policy[field].map(Number).join(",");
      if (list !== base[field].map(Number).join(",")) parts.append(name, list);
    }
  }
  for (const [field] of COUNTS)
    if (policy[field] !== base[field]) parts.append(field, String(policy[field]));
  if (policy.difficulty !== base.difficulty)
    parts.append("difficulty", policy.difficulty);
  for (const [domain, days] of policy.windows)
    if (base.windows.get(domain) !== days) parts.append("window", `${days}:${domain}`);
  for (const name of Object.keys(VIEW))
    if (view[name]) parts.append(name, String(view[name]).slice(0, VIEW[name]));
  return parts.toString();
}

/** Applies a link to the base policy; returns {policy, view, problems}. Never throws. */
export function decode(text, base) {
  const problems = [];
  const view = {};
  let policy = { ...base, high: [...base.high], windows: new Map(base.windows) };
  for (const [name, value] of new URLSearchParams(String(text).replace(/^#/, ""))) {
    if (Object.hasOwn(VIEW, name)) {
      view[name] = value.slice(0, VIEW[name]);
      continue;
    }
    const next = decodePart(policy, name, value);
    if (next) policy = next;
    else problems.push(`${name}=${value}`.slice(0, 80));
  }
  return { policy, view, problems };
}

function decodePart(policy, name, value) {
  if (name === "gate") return ENGINES.includes(value) && { ...policy, engine: value };
  if (name === "difficulty")
    return DIFFICULTIES.includes(value) && { ...policy, difficulty: value };
  if (name === "weighting")
    return policy.strategies.has(value) && withStrategy(policy, value);
  if (name === "weights") return decodeWeights(policy, value);
  if (name === "window") return decodeWindow(policy, value);
  if (policy.rubric !== null && Object.hasOwn(LISTS, name))
    return decodeList(policy, ...LISTS[name], value);
  const place = policy.rubric === null
    ? policy.dimensions.findIndex(({ key }) => key === name) : -1;
  if (place >= 0) {
    const floor = number(value, 0, 1);
    if (floor !== null) policy.high[place] = floor;
    return floor !== null && policy;
  }
  const count = COUNTS.find(([field]) => field === name);
  const whole = count && number(value, count[2], count[3]);
  return Number.isInteger(whole) && { ...policy, [name]: whole };
}

/* Number() reads '' as 0 and '0x1f' as 31, so only decimal digits are accepted. */
function number(text, least, most) {
  if (!/^\d+(\.\d+)?(e-?\d+)?$/.test(text)) return null;
  const value = Number(text);
  return value >= least && value <= most ? value : null;
}

function decodeList(policy, field, most, value) {
  const list = value.split(",").map((part) => number(part, 0, most));
  const isWhole = field === "high" || list.every((each) => Number.isInteger(each));
  if (list.length !== policy[field].length || list.includes(null) || !isWhole)
    return null;
  return { ...policy, [field]: field === "vetoes" ? list.map(Boolean) : list };
}

function decodeWeights(policy, value) {
  const weights = value.split(",").map((part) => number(part, 0, 1e6));
  const whole = weights.length === policy.weights.length && !weights.includes(null)
    && weights.some((weight) => weight > 0);
  return whole && withWeights(policy, weights);
}

function decodeWindow(policy, value) {
  const [, days, domain] = /^(\d{1,6}):([^]{1,200})$/.exec(value) ?? [];
  if (!(Number(days) > 0)) return null;
  policy.windows.set(domain, Number(days));
  return policy;
}
