// The numbers of the policy. Each is shown as a number and as a slider, which has a mark
// at the contract's number.

import { COUNTS, PRESETS, describeWeights, differences, moveShare, shares, withStrategy,
  withWeights } from "../policy.mjs";
import { fill, h, percent, plural, score } from "./dom.mjs";
import { MOST_DRAGGED, WeightBar } from "./weights.mjs";

/* The sliders for counts: name, description and greatest value. */
const COUNT_WORDS = {
  sources: ["Recent sources needed", "A round with fewer does not pass.", 30],
  patience: ["Patience", "This many regressions in a row end a run.", 5],
  rounds: ["Most rounds", "After this many a run stops in any case.", 10],
};
const DIFFICULTY = [["as_judged", "as judged"], ["easy", "easy"], ["normal", "normal"],
  ["hard", "hard"]];
const DAYS = 1500;

/* Recency windows range from days to years, so their sliders are logarithmic. */
const toStep = (days) => Math.round((Math.log(days) / Math.log(DAYS)) * 200);
const fromStep = (step) => Math.max(1, Math.round(DAYS ** (step / 200)));

export class Numbers {
  #root;
  #policy;
  #base;
  #change;
  #judgeBy;
  #rows = new Map();

  /** Each move of a slider calls change(policy, resting, whole). resting is true if the
   * slider has stopped; whole is true if the user goes back to the contract's numbers.
   * judgeBy(rubric) is called when the user chooses a rubric; rubric is null for the five
   * dimensions. */
  constructor(root, change, judgeBy) {
    this.#root = root;
    this.#change = change;
    this.#judgeBy = judgeBy;
  }

  #build({ rubric, dimensions }, overview) {
    const change = this.#change;
    this.#rows.clear();
    this.presets = h("div", { class: "chips", role: "group",
      "aria-label": "Start from" });
    this.named = h("div", { class: "chips", role: "group",
      "aria-label": "Named weightings" });
    this.weightWords = h("p", { class: "hint" });
    const weights = this.#section("Weights", "How much each score counts in the index "
      + `that ranks the rounds of a run. ${dimensions.length > MOST_DRAGGED
        ? "The others keep their proportions" : "Drag a border"}; the sum is fixed.`);
    this.bar = new WeightBar(weights, dimensions,
      (values, resting) => change(withWeights(this.#policy, values), resting));
    if (dimensions.length > MOST_DRAGGED) this.#shares(weights, dimensions);
    weights.append(this.named, this.weightWords);
    this.floors = this.#section("High floors", "A score below its floor fails its round, "
      + "and no other score makes up for it.");
    this.rules = this.#section(rubric === null ? "Sources and stopping"
      : "Counts and stopping");
    this.difficulty = this.#difficulty();
    this.windows = this.#section("Recency windows", "How many days a source counts as "
      + "recent, by its domain.");
    fill(this.#root, h("h2", { class: "sr" }, "The numbers"), this.#choice(overview),
      h("section", { class: "control" }, h("h3", {}, "Start from"), this.presets),
      weights, this.floors, this.rules, rubric === null ? this.windows : null);
    this.#root.scrollTop = 0;
    this.#fixed();
  }

  #choice({ rubrics, rubric, counts }) {
    if (!rubrics.length) return null;
    const options = [h("option", { value: "", disabled: !counts.rounds,
      selected: rubric === null }, "research: the five dimensions"),
    ...rubrics.map(({ rubric: name, stated }, i) => h("option", { value: i + 1,
      disabled: !stated, selected: name === rubric },
    stated ? name : `${name}: no settings define it`))];
    return h("section", { class: "control" }, h("label", { class: "field" },
      h("b", {}, "Judge by"), h("select", { id: "judge-by", onchange: (event) =>
        this.#judgeBy(rubrics[event.target.value - 1]?.rubric ?? null) }, options)),
    rubrics.every(({ stated }) => stated) ? null : h("p", { class: "hint" },
      "To judge by such a rubric, drop settings that define it on the page."));
  }

  #section(title, hint) {
    return h("section", { class: "control" }, h("h3", {}, title),
      hint ? h("p", { class: "hint" }, hint) : null);
  }

  #fixed() {
    const { rubric, dimensions } = this.#base;
    const every = dimensions.length === 5 ? "five" : dimensions.length;
    this.#slider(this.floors, "all", { name: `All ${every}`, most: 100,
      about: `Moves all ${every} together`,
      read: (policy) => (new Set(policy.high).size === 1 ? policy.high[0] * 100
        : Math.min(...policy.high) * 100),
      write: (policy, step) => ({ ...policy, high: policy.high.map(() => step / 100) }),
      words: (policy) => (new Set(policy.high).size === 1 ? score(policy.high[0])
        : "mixed") });
    dimensions.forEach(({ name, about }, i) => this.#slider(this.floors,
      rubric === null ? name : `score ${i + 1}`, { name, about, most: 100,
      read: (policy) => policy.high[i] * 100,
      write: (policy, step) => ({ ...policy,
        high: policy.high.map((floor, j) => (i === j ? step / 100 : floor)) }),
      words: (policy) => score(policy.high[i]) }));
    if (rubric === null) this.floors.append(this.difficulty);
    else this.#conditions();
    for (const [field, , least] of COUNTS) {
      if (rubric !== null && field === "sources") continue;
      const [name, about, most] = COUNT_WORDS[field];
      this.#slider(this.rules, field, { name, about, least, most, hint: true,
        read: (policy) => policy[field],
        write: (policy, step) => ({ ...policy, [field]: step }),
        words: (policy) => String(policy[field]) });
    }
  }

  #shares(root, dimensions) {
    dimensions.forEach(({ name }, i) => this.#slider(root, `weight ${i + 1}`, {
      name, about: `Weight of ${name}`, most: 100,
      read: (policy) => shares(policy.weights)[i] * 100,
      write: (policy, step) => withWeights(policy,
        moveShare(policy.weights, i, step / 100)),
      words: (policy) => percent(shares(policy.weights)[i]) }));
  }

  /* Makes the sliders for the bounds of a rubric's counts. A count with an upper bound
  ** can also halt a run. */
  #conditions() {
    this.#base.conditions.forEach(({ name, about, part }, i) => {
      const box = this.#slider(this.rules, `count ${i + 1}`, { name, about, hint: true,
        most: Math.max(10, 2 * this.#base.bounds[i]),
        read: (policy) => policy.bounds[i],
        write: (policy, step) => ({ ...policy,
          bounds: policy.bounds.map((bound, j) => (i === j ? step : bound)) }),
        words: (policy) => String(policy.bounds[i]) });
      if (part === "at_least") return;
      const veto = h("input", { type: "checkbox", "data-veto": i, onchange: () =>
        this.#change({ ...this.#policy, vetoes: this.#policy.vetoes.map((each, j) =>
          (i === j ? veto.checked : each)) }, true) });
      box.lastChild.append(h("label", {}, veto, " A greater count halts a run"));
    });
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

  /** Shows another file's dimensions, weightings, domains and presets. */
  start(policy, base, overview) {
    const { domains } = overview;
    this.#base = base;
    this.#build(base, overview);
    const strategies = base.rubric === null ? overview.strategies
      : [...base.strategies.keys()].map((strategy) => ({ strategy }));
    const presets = PRESETS.filter(({ ofResearch }) => base.rubric === null
      || !ofResearch);
    fill(this.presets, presets.map(({ name, about, make }) => h("button", {
      type: "button", class: "chip", title: about, "data-preset": name,
      onclick: () => this.#change({ ...make(this.#base) }, true, true) }, name)));
    fill(this.named, strategies.map(({ strategy, basis }) => h("button", {
      type: "button", class: "chip", title: basis, "data-strategy": strategy,
      onclick: () => this.#change(withStrategy(this.#policy, strategy), true) },
    strategy)));
    const cited = domains.map(({ domain }) => String(domain));
    const all = [...new Set([...cited, ...(cited.length ? ["default"] : [])])];
    if (base.rubric === null)
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
    for (const veto of this.rules.querySelectorAll("[data-veto]"))
      veto.checked = policy.vetoes[veto.dataset.veto];
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
