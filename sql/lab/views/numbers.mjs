// The numbers of the policy, each with a slider, the number itself, and a mark where the
// contract has it. Whoever moves one sees at once what it changes.

import { COUNTS, DIMENSIONS, PRESETS, describeWeights, differences, withStrategy,
  withWeights } from "../policy.mjs";
import { fill, h, plural, score } from "./dom.mjs";
import { WeightBar } from "./weights.mjs";

/* Of the sliders for counts: what they are called, say, and go up to. */
const COUNT_WORDS = {
  sources: ["Recent sources needed", "A round with fewer does not pass.", 30],
  patience: ["Patience", "So many falling rounds in a row end a run.", 5],
  rounds: ["Most rounds", "There a run stops in any case.", 10],
};
const DIFFICULTY = [["as_judged", "as judged"], ["easy", "easy"], ["normal", "normal"],
  ["hard", "hard"]];
const DAYS = 1500;

/* Windows reach from days to years, so their slider goes by the logarithm. */
const toStep = (days) => Math.round((Math.log(days) / Math.log(DAYS)) * 200);
const fromStep = (step) => Math.max(1, Math.round(DAYS ** (step / 200)));

export class Numbers {
  #policy;
  #base;
  #change;
  #rows = new Map();

  /** change(policy, resting, whole) is called with every move; whole where it starts from
   * the contract again. */
  constructor(root, change) {
    this.#change = change;
    this.presets = h("div", { class: "chips", role: "group",
      "aria-label": "Start from" });
    this.named = h("div", { class: "chips", role: "group",
      "aria-label": "Named weightings" });
    this.weightWords = h("p", { class: "hint" });
    const weights = this.#section("Weights", "How much each score counts in the index "
      + "that ranks the rounds of a run. Drag a border; the sum is fixed.");
    this.bar = new WeightBar(weights,
      (values, resting) => change(withWeights(this.#policy, values), resting));
    weights.append(this.named, this.weightWords);
    this.floors = this.#section("High floors", "Below its floor a score fails its round, "
      + "and nothing makes up for it.");
    this.rules = this.#section("Sources and stopping");
    this.difficulty = this.#difficulty();
    this.windows = this.#section("Recency windows", "How many days a source counts as "
      + "recent, by its domain.");
    root.append(
      h("section", { class: "control" }, h("h3", {}, "Start from"), this.presets),
      weights, this.floors, this.rules, this.windows);
    this.#fixed();
  }

  #section(title, hint) {
    return h("section", { class: "control" }, h("h3", {}, title),
      hint ? h("p", { class: "hint" }, hint) : null);
  }

  #fixed() {
    this.#slider(this.floors, "all", { name: "All five", most: 100,
      about: "Moves all five together",
      read: (policy) => (new Set(policy.high).size === 1 ? policy.high[0] * 100
        : Math.min(...policy.high) * 100),
      write: (policy, step) => ({ ...policy, high: policy.high.map(() => step / 100) }),
      words: (policy) => (new Set(policy.high).size === 1 ? score(policy.high[0])
        : "mixed") });
    DIMENSIONS.forEach(({ name, about }, i) => this.#slider(this.floors, name, {
      name, about, most: 100,
      read: (policy) => policy.high[i] * 100,
      write: (policy, step) => ({ ...policy,
        high: policy.high.map((floor, j) => (i === j ? step / 100 : floor)) }),
      words: (policy) => score(policy.high[i]) }));
    this.floors.append(this.difficulty);
    for (const [field, , least] of COUNTS) {
      const [name, about, most] = COUNT_WORDS[field];
      this.#slider(this.rules, field, { name, about, least, most, hint: true,
        read: (policy) => policy[field],
        write: (policy, step) => ({ ...policy, [field]: step }),
        words: (policy) => String(policy[field]) });
    }
  }

  #slider(root, key, row) {
    const id = `number-${key.replace(/\W/g, "-")}`;
    const input = h("input", { type: "range", id, min: row.least ?? 0, max: row.most,
      step: 1, oninput: () => this.#move(row, Number(input.value), false),
      onchange: () => this.#move(row, Number(input.value), true) });
    const output = h("output", { for: id });
    const mark = h("span", { class: "mark", "aria-hidden": "true",
      title: "the contract" });
    const box = h("div", { class: "number", title: row.about },
      h("label", { for: id }, row.name), h("span", { class: "slide" }, mark, input),
      output, row.hint ? h("p", { class: "hint" }, row.about) : null);
    this.#rows.set(key, { ...row, input, output, mark, box });
    root.append(box);
    return box;
  }

  #move(row, step, resting) {
    this.#change(row.write(this.#policy, step), resting);
  }

  #difficulty() {
    const radios = DIFFICULTY.map(([value, words]) => h("label", { class: "radio" },
      h("input", { type: "radio", name: "difficulty", value,
        onchange: () => this.#change({ ...this.#policy, difficulty: value }, true) }),
      h("span", {}, words)));
    return h("fieldset", { class: "difficulty" },
      h("legend", {}, "As if every question had been"), radios);
  }

  /** Another history: its weightings, domains and presets. */
  start(policy, base, { strategies, domains }) {
    this.#base = base;
    fill(this.presets, PRESETS.map(({ name, about, make }) => h("button", {
      type: "button", class: "chip", title: about, "data-preset": name,
      onclick: () => this.#change({ ...make(this.#base) }, true, true) }, name)));
    fill(this.named, strategies.map(({ strategy, basis }) => h("button", {
      type: "button", class: "chip", title: basis, "data-strategy": strategy,
      onclick: () => this.#change(withStrategy(this.#policy, strategy), true) },
    strategy)));
    for (const [key, { box }] of this.#rows) {
      if (!key.startsWith("window ")) continue;
      box.remove();
      this.#rows.delete(key);
    }
    this.windows.querySelector(".empty")?.remove();
    const cited = domains.map(({ domain }) => String(domain));
    const all = [...new Set([...cited, ...(cited.length ? ["default"] : [])])];
    for (const domain of all.slice(0, 40)) this.#window(domain, domains);
    if (!all.length)
      this.windows.append(h("p", { class: "empty" }, "This history cites no sources."));
    this.update(policy);
  }

  #window(domain, domains) {
    const shows = domains.find((each) => String(each.domain) === domain);
    const about = domain === "default" ? "For domains without a window of their own"
      : shows?.shown_days ? `${plural(shows.sources, "source")}; half of them are `
        + `younger than ${plural(Math.round(shows.shown_days), "day")}`
        : `${plural(shows?.sources ?? 0, "source")}`;
    const days = (policy) => policy.windows.get(domain) ?? policy.windows.get("default");
    this.#slider(this.windows, `window ${domain}`, {
      name: domain, about, most: 200,
      read: (policy) => toStep(days(policy)),
      write: (policy, step) => ({ ...policy,
        windows: new Map(policy.windows).set(domain, fromStep(step)) }),
      words: (policy) => `${days(policy)} d` });
  }

  update(policy) {
    this.#policy = policy;
    this.bar.update(policy.weights);
    for (const { input, output, mark, box, read, words, least = 0, most } of
      this.#rows.values()) {
      const limit = Math.max(most, read(policy));
      input.max = limit;
      input.value = read(policy);
      fill(output, words(policy));
      input.setAttribute("aria-valuetext", words(policy));
      const place = (read(this.#base) - least) / (limit - least);
      mark.style.left = `calc(8px + ${place} * (100% - 16px))`;
      box.classList.toggle("moved", words(policy) !== words(this.#base));
    }
    for (const radio of this.difficulty.querySelectorAll("input"))
      radio.checked = radio.value === policy.difficulty;
    for (const chip of this.named.children)
      chip.setAttribute("aria-pressed",
        String(chip.dataset.strategy === policy.strategy));
    for (const chip of this.presets.children) {
      const { make } = PRESETS.find(({ name }) => name === chip.dataset.preset);
      chip.setAttribute("aria-pressed",
        String(differences(policy, make(this.#base)).length === 0));
    }
    fill(this.weightWords, policy.strategy === null ? "Weights of your own. Contract: "
      : "Contract: ", describeWeights(this.#base));
  }
}
