// The weights as one bar. Their sum is fixed, so the user moves the border between two
// weights. Each border is a slider for the keyboard and for screen readers. With more
// than five weights the borders would be too close for a finger, so the bar lacks them.

import { moveBorder, shares } from "../policy.mjs";
import { fill, h, percent } from "./dom.mjs";

const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -5,
  PageUp: 5, Home: -100, End: 100 };

/** With at most this many weights, the borders can be dragged. */
export const MOST_DRAGGED = 5;

export class WeightBar {
  #weights;
  #change;
  #dragged = null;

  /** change(weights, resting) is called with every move of a border; resting is true if
   * the user has stopped moving it. */
  constructor(root, dimensions, change) {
    this.dimensions = dimensions;
    this.#change = change;
    this.parts = dimensions.map(({ letter, name, about }) =>
      h("div", { class: "slice", title: `${name}: ${about}` },
        h("span", { class: "letter", "aria-hidden": "true" }, letter),
        h("span", { class: "number" })));
    this.borders = dimensions.length > MOST_DRAGGED ? []
      : dimensions.slice(1).map((_, place) => this.#border(place));
    this.bar = h("div", { class: "bar" }, this.parts, this.borders);
    this.legend = h("p", { class: "hint" }, dimensions.map(({ letter, name }, i) =>
      [i ? ", " : "", h("b", {}, letter), ` ${name.toLowerCase()}`]));
    root.append(h("div", { class: "weights", role: "group", "aria-label": "Weights" },
      this.bar, this.legend));
  }

  #border(place) {
    return h("div", {
      class: "border", role: "slider", tabindex: "0", "aria-orientation": "horizontal",
      "aria-label": `Border between ${this.dimensions[place].name} and `
        + this.dimensions[place + 1].name,
      onpointerdown: (event) => this.#grab(event, place),
      onpointermove: (event) => this.#drag(event),
      onpointerup: () => this.#drop(), onpointercancel: () => this.#drop(),
      onkeydown: (event) => this.#key(event, place),
    });
  }

  update(weights) {
    this.#weights = weights;
    const { dimensions } = this;
    const parts = shares(weights);
    let edge = 0;
    parts.forEach((share, i) => {
      this.parts[i].style.left = `${edge * 100}%`;
      this.parts[i].style.width = `${share * 100}%`;
      this.parts[i].classList.toggle("narrow", share < 0.05);
      fill(this.parts[i].lastChild, String(Math.round(share * 100)));
      edge += share;
      const border = this.borders[i];
      if (!border) return;
      border.style.left = `${edge * 100}%`;
      border.setAttribute("aria-valuenow", Math.round(edge * 100));
      border.setAttribute("aria-valuemin", Math.round((edge - share) * 100));
      border.setAttribute("aria-valuemax", Math.round((edge + parts[i + 1]) * 100));
      border.setAttribute("aria-valuetext", `${dimensions[i].name} ${percent(share)}, `
        + `${dimensions[i + 1].name} ${percent(parts[i + 1])}`);
    });
  }

  #grab(event, place) {
    event.preventDefault();
    event.target.setPointerCapture(event.pointerId);
    event.target.focus();
    this.#dragged = place;
  }

  #drag(event) {
    if (this.#dragged === null) return;
    const { left, width } = this.bar.getBoundingClientRect();
    this.#move(this.#dragged, (event.clientX - left) / width, false);
  }

  #drop() {
    if (this.#dragged === null) return;
    this.#dragged = null;
    this.#change(this.#weights, true);
  }

  #key(event, place) {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const edge = shares(this.#weights).slice(0, place + 1).reduce((a, b) => a + b, 0);
    this.#move(place, edge + (event.shiftKey ? 5 * by : by) / 100, true);
  }

  #move(place, position, resting) {
    const weights = moveBorder(this.#weights, place, position);
    if (weights.every((weight, i) => weight === this.#weights[i])) return;
    this.update(weights);
    this.#change(weights, resting);
  }
}
