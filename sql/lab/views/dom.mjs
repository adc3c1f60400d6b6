// Elements, and how numbers and rounds are written. Texts from a file go in as text nodes
// only, so nothing in a database can become markup.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "rect", "line", "path", "circle", "g", "text", "title",
  "defs", "pattern", "polygon", "polyline"]);

/** An element: attributes as they are named, `on...` as listeners, false and null left
 * out, true as ''. Children are texts, elements, and lists of them. */
export function h(tag, attributes = {}, ...children) {
  const isSvg = SVG_TAGS.has(tag);
  const element = isSvg ? document.createElementNS(SVG, tag)
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" && !isSvg) element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined
    && c !== false));
  return element;
}

/** Puts children in the place of what an element holds. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((c) => c !== null
    && c !== undefined && c !== false));
  return element;
}

/** A score as .81: three digits where two would hide on which side of a floor it is. */
export function score(value, floor) {
  if (typeof value !== "number") return "–";
  const two = value.toFixed(2);
  const hides = floor !== undefined && value < floor && Number(two) >= floor;
  return (hides ? value.toFixed(3) : two).replace(/^(-?)0\./, "$1.");
}

/** .62 as 62 %; what would be 0 % or 100 % and is not gets digits. */
export function percent(share, digits = 0) {
  if (typeof share !== "number") return "–";
  const isEnd = share === 0 || share === 1;
  const text = (share * 100).toFixed(digits);
  const hides = !isEnd && (Number(text) === 0 || Number(text) === 100);
  return `${hides ? (share * 100).toFixed(digits + 2) : text} %`;
}

/** 1234 as 1,234. */
export function count(value) {
  return Number(value ?? 0).toLocaleString("en-US");
}

/** "1 run", "2 runs". */
export function plural(number, one, many = `${one}s`) {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** A round as people say it: 3 is R3; one of another kind is shown as it is. */
export function roundName(round) {
  if (round === null || round === undefined) return "none";
  if (Number.isInteger(round) && round < 1e6) return `R${round}`;
  return shown(round);
}

/** Any value of SQLite as text. */
export function shown(value) {
  if (value === null || value === undefined) return "";
  if (value instanceof Uint8Array) {
    const hex = [...value.slice(0, 16)].map((b) => b.toString(16).padStart(2, "0"));
    return `x'${hex.join("")}${value.length > 16 ? "…" : ""}'`;
  }
  return String(value);
}

/** What the stop policy says, in words. */
export function stopWords(action, round) {
  const after = round === null || round === undefined ? "" : ` after ${roundName(round)}`;
  switch (action) {
  case "pass": return `stops${after}: passed`;
  case "halt_contradiction": return `halts${after}: a veto`;
  case "patience_stop": return `stops${after}: it fell`;
  case "max_rounds": return `stops${after}: most rounds`;
  default: return "may go on";
  }
}

/** Says something to those who listen to the page instead of looking at it. */
export function announce(text) {
  const place = document.getElementById("announcer");
  if (place && place.textContent !== text) place.textContent = text;
}

/** Hands a text over as a file. */
export function download(name, text, type) {
  const blob = new Blob([text], { type: `${type};charset=utf-8` });
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
