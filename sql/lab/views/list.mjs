// The list of runs. Only the visible rows are in the page, because there may be 100,000
// runs. The list is a listbox. The arrows or j and k select a run, and Enter opens it.
// Each option (row) describes its pictures in words.

import { fill, h, percent, plural, roundName, shown, stopWords } from "./dom.mjs";
import { strip, stripWidth } from "./strip.mjs";

const OVERSCAN = 2;
const STRIPS = 350; // pixels of a row that strips may have

export class RunList {
  #numbers = new Int32Array(0);
  #rows = new Map();
  #selected = null;
  #dimensions = [];
  #actions;

  /** actions: need(numbers) asks for rows, select(n) opens a run. */
  constructor(root, actions) {
    this.#actions = actions;
    this.sheet = h("div", { class: "sheet", role: "presentation" });
    this.box = h("div", { class: "list", role: "listbox", tabindex: "0", id: "list",
      "aria-label": "Runs", onscroll: () => this.#paint(true),
      onkeydown: (event) => this.#key(event), onclick: (event) => this.#click(event) },
    this.sheet);
    this.empty = h("p", { class: "empty", hidden: true }, "No run matches.");
    root.append(this.box, this.empty);
    new ResizeObserver(() => this.#paint(true)).observe(this.box);
  }

  get #height() {
    return parseFloat(getComputedStyle(this.box).getPropertyValue("--row")) || 74;
  }

  show(numbers) {
    this.#numbers = numbers;
    this.empty.hidden = numbers.length > 0;
    this.sheet.style.height = `${numbers.length * this.#height}px`;
    this.#paint(true);
  }

  /** Returns the numbers of the runs in sight and near it, and the place of the first. */
  get visible() {
    const height = this.#height;
    const first = Math.max(0, Math.floor(this.box.scrollTop / height) - OVERSCAN);
    const last = Math.min(this.#numbers.length,
      Math.ceil((this.box.scrollTop + this.box.clientHeight) / height) + OVERSCAN);
    return { first, numbers: [...this.#numbers.slice(first, last)] };
  }

  /** Shows new answers. If `fresh` is true, the settings changed, so the list forgets all
   * former answers. */
  take(rows, { dimensions, fresh }) {
    if (fresh) this.#rows.clear();
    if (this.#rows.size > 2000) this.#rows.clear();
    for (const row of rows) this.#rows.set(row.n, row);
    this.#dimensions = dimensions;
    this.#paint(false);
  }

  get selected() { return this.#selected; }

  select(n, { scroll = true } = {}) {
    this.#selected = n;
    const place = this.#numbers.indexOf(n);
    if (scroll && place >= 0) this.#reveal(place);
    this.#paint(true);
  }

  /** Moves the selection up or down; without a selection, selects the first run. */
  step(by) {
    if (!this.#numbers.length) return;
    const place = this.#numbers.indexOf(this.#selected);
    const next = place < 0 ? 0
      : Math.min(this.#numbers.length - 1, Math.max(0, place + by));
    this.#actions.select(this.#numbers[next]);
  }

  #reveal(place) {
    const height = this.#height;
    const top = place * height;
    const { scrollTop, clientHeight } = this.box;
    if (top < scrollTop) this.box.scrollTop = top;
    else if (top + height > scrollTop + clientHeight)
      this.box.scrollTop = top + height - clientHeight;
  }

  #key(event) {
    const page = Math.max(1, Math.floor(this.box.clientHeight / this.#height) - 1);
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page,
      Home: -Infinity, End: Infinity }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      this.step(by);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (this.#selected === null) this.step(1);
      else this.#actions.select(this.#selected, { open: true });
    }
  }

  #click(event) {
    const row = event.target.closest("[data-n]");
    if (row) this.#actions.select(Number(row.dataset.n), { open: true });
  }

  #paint(ask) {
    const { first, numbers } = this.visible;
    const height = this.#height;
    fill(this.sheet, numbers.map((n, i) => {
      const row = this.#rows.get(n);
      const option = row ? this.#option(row) : h("div", { class: "row waiting" });
      option.dataset.n = n;
      option.id = `run-${n}`;
      option.style.top = `${(first + i) * height}px`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-setsize", this.#numbers.length);
      option.setAttribute("aria-posinset", first + i + 1);
      option.setAttribute("aria-selected", String(n === this.#selected));
      return option;
    }));
    if (this.#selected !== null && numbers.includes(this.#selected))
      this.box.setAttribute("aria-activedescendant", `run-${this.#selected}`);
    else this.box.removeAttribute("aria-activedescendant");
    const unknown = numbers.filter((n) => !this.#rows.has(n));
    if (ask && unknown.length) this.#actions.need(unknown);
  }

  #option(row) {
    const flipped = isFlipped(row);
    const turned = row.passed_before !== null && row.gate_passed !== row.passed_before;
    return h("div", { class: `row${flipped || turned ? " changed" : ""}`,
      "aria-label": rowWords(row) },
    h("div", { class: "line", "aria-hidden": "true" },
      h("span", { class: "id" }, shown(row.run_id)),
      h("span", { class: "title" }, shown(row.title) || "no title"),
      firmness(row, this.#dimensions)),
    h("div", { class: "line", "aria-hidden": "true" },
      this.#strips(row),
      h("div", { class: "verdict" },
        h("div", {}, h("b", {}, `keeps ${roundName(row.kept)}`),
          flipped
            ? h("span", { class: "was" }, ` (was ${roundName(row.kept_before)})`) : null,
          h("span", { class: row.gate_passed ? "gate pass" : "gate fail" },
            row.gate_passed ? " passes" : " fails"),
          turned ? h("span", { class: "was" },
            row.passed_before ? " (passed)" : " (failed)") : null),
        h("div", { class: isStopped(row) ? "stop changed" : "stop" },
          stopWords(row.action, row.stop_round)))));
  }

  #strips(row) {
    const most = Math.max(1, Math.floor(STRIPS / stripWidth(this.#dimensions.length)));
    const shownRounds = row.rounds.slice(0, most);
    const rest = row.rounds.length - shownRounds.length;
    return h("div", { class: "strips" }, shownRounds.map((round) => strip(round, {
      dimensions: this.#dimensions,
      bars: row.bars.filter((bar) => bar.round === round.round),
      kept: round.round === row.kept, before: round.round === row.kept_before,
    })), rest > 0 ? h("span", { class: "more" }, `+${rest}`) : null);
  }
}

export function isFlipped(row) {
  return row.kept_before !== undefined && row.kept_before !== null
    && String(row.kept) !== String(row.kept_before);
}

function isStopped(row) {
  return row.action_before && (row.action !== row.action_before
    || String(row.stop_round) !== String(row.stop_before));
}

/* Shows as a bar and in percent: the share of all weightings that choose this round. */
function firmness(row, dimensions) {
  if (typeof row.share !== "number") return h("span", { class: "firm" });
  const only = row.rounds_run === 1;
  const title = only ? "One round: nothing to choose"
    : `${percent(row.share, 1)} of all weightings keep this round. `
      + nearestWords(row, dimensions);
  return h("span", { class: `firm${row.share < 1 ? " loose" : ""}`, title },
    typeof row.distance === "number" ? h("span", { class: "near" },
      `flips at ${nameOf(row.dimension, dimensions)} ${percent(row.flips_at)}`) : null,
    h("span", { class: "meter" }, h("span", { style: `width:${row.share * 100}%` })),
    h("span", { class: "number" }, only ? "1 round" : percent(row.share)));
}

export const nameOf = (dimension, dimensions) =>
  dimensions.find(({ key }) => key === dimension)?.name ?? dimension;

/** Returns the weight that is nearest to flipping the choice, in words. */
export function nearestWords(row, dimensions) {
  if (typeof row.distance !== "number") return "No single weight flips the choice.";
  return `The choice flips if ${nameOf(row.dimension, dimensions)} weighs `
    + `${percent(row.flips_at)}, which is ${percent(row.distance)} from its weight now.`;
}

function rowWords(row) {
  const parts = [`Run ${shown(row.run_id)}, ${shown(row.title)}`,
    plural(row.rounds_run, "round"), `keeps ${roundName(row.kept)}`];
  if (isFlipped(row)) parts.push(`was ${roundName(row.kept_before)}`);
  parts.push(row.gate_passed ? "passes" : "fails", stopWords(row.action, row.stop_round));
  if (typeof row.share === "number")
    parts.push(`${percent(row.share)} of weightings keep it`);
  return parts.join("; ");
}
