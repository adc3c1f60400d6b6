// Makes elements, and formats numbers and rounds. Texts from a file become text nodes
// only, so nothing in a database can become markup.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "rect", "line", "path", "circle", "g", "text", "title",
  "defs", "pattern", "polygon", "polyline"]);

/** Makes an element. `attributes` has names and values of attributes. If a name begins
 * with `on`, the value is a function that listens for that event. An attribute with the
 * value false or null is left out; true becomes ''. Children are texts, elements, or
 * lists of these. */
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

export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((c) => c !== null
    && c !== undefined && c !== false));
  return element;
}

/** Returns a score such as .81. A score below its floor gets a third digit if two digits
 * would not show that it is too low. */
export function score(value, floor) {
  if (typeof value !== "number") return "–";
  const two = value.toFixed(2);
  const hides = floor !== undefined && value < floor && Number(two) >= floor;
  return (hides ? value.toFixed(3) : two).replace(/^(-?)0\./, "$1.");
}

/** Returns .62 as 62 %. A share between 0 and 1 gets more digits if it would be written
 * as 0 % or 100 %. */
export function percent(share, digits = 0) {
  if (typeof share !== "number") return "–";
  const isEnd = share === 0 || share === 1;
  const text = (share * 100).toFixed(digits);
  const hides = !isEnd && (Number(text) === 0 || Number(text) === 100);
  return `${hides ? (share * 100).toFixed(digits + 2) : text} %`;
}

export function count(value) {
  return Number(value ?? 0).toLocaleString("en-US");
}

export function plural(number, one, many = `${one}s`) {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** Returns a round's name: round 3 is R3; a round that is not a number is shown
 * unchanged. */
export function roundName(round) {
  if (round === null || round === undefined) return "none";
  if (Number.isInteger(round) && round < 1e6) return `R${round}`;
  return shown(round);
}

export function shown(value) {
  if (value === null || value === undefined) return "";
  if (value instanceof Uint8Array) {
    const hex = [...value.slice(0, 16)].map((b) => b.toString(16).padStart(2, "0"));
    return `x'${hex.join("")}${value.length > 16 ? "…" : ""}'`;
  }
  return String(value);
}

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

export function announce(text) {
  const place = document.getElementById("announcer");
  if (place && place.textContent !== text) place.textContent = text;
}

export function download(name, text, type) {
  const blob = new Blob([text], { type: `${type};charset=utf-8` });
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
