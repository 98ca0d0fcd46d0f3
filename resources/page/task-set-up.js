
// ---------------------------------------------------------------- the set-up of a task

/** What a task lets be changed of a run: a form, and the run with what was changed. */
class SetUp {
  constructor(box, entries, run, changed) {
    this.box = box;
    this.entries = entries;
    this.run = run;
    this.changed = changed;
    this.learner = entries.learner;
    this.terms = entries.chosen;
    this.values = {};
    this.start = entries.change.includes("start") ? run.start : null;
    this.fill();
  }

  get own() {
    return this.entries.learners[this.learner];
  }

  /** All settings by name, also those that cannot be changed. */
  get all() {
    const terms = this.terms.join(",");
    return { ...this.own.values, ...this.values, learner: this.learner, terms };
  }

  /** All features as they are said; nothing where they cannot be changed. */
  get termsSaid() {
    const said = new Map(this.entries.terms.map((term) => [term.name, term.said]));
    return said.size ? this.terms.map((name) => said.get(name)).join(", ") : undefined;
  }

  get hasOffset() {
    return this.run.plan.offset_input !== 0;
  }

  get spec() {
    const { title, problem, formulas } = this.own, { run, entries } = this;
    const offset = this.all.offset ?? true, own = this.start ? { start: this.start } : {};
    const chosen = this.terms.map((name) => entries.terms.find((term) => term.name === name));
    const terms = this.terms === entries.chosen ? null : chosen;
    const shown = this.own.settings.filter((setting) => matters(setting, this.all));
    const said = this.learner === entries.learner ? run.settingsSaid.split(", ") : [];
    for (const { name, label } of shown) {
      const place = said.findIndex((own) => own.startsWith(`${label} `));
      said.splice(place < 0 ? said.length : place, 1, `${label} ${this.all[name]}`);
    }
    const begun = { ...run, ...problem, title, formulas: formulas[`${problem.outputs === 1 ? 1 : 0} ${offset}`], order: run.order };
    if (problem.layers && this.all.start === "random") own.start = this.drawnStart(offset);
    begun.settingsSaid = said.join(", ");
    return withSetUp(begun, { ...this.values, ...own }, { terms, known: this.own.settings });
  }

  /** Draw the start of a network. */
  drawnStart(offset) {
    const { termNames, outputs } = this.own.problem;
    return networkStart(this.all, termNames.length, outputs, offset);
  }

  fill() {
    const { change, learners, terms } = this.entries, rows = [];
    this.notice = document.createElement("p");
    this.notice.className = "hint";
    if (change.includes("learner")) {
      const named = { label: "Learner", help: "", choices: Object.keys(learners) };
      const row = settingField(named, this.id("learner"), (input) => this.choose(input.value));
      for (const option of row.lastChild.options) option.text = learners[option.value].title;
      row.lastChild.value = this.learner;
      rows.push(row);
    }
    this.shown = this.own.settings.filter((setting) => matters(setting, this.all)).map(({ name }) => name);
    for (const setting of this.own.settings) {
      const row = settingField(setting, this.id(setting.name), (input) => this.set(setting, input));
      row.hidden = !this.shown.includes(setting.name);
      this.write(row.lastChild, this.all[setting.name]);
      rows.push(row);
    }
    if (change.includes("features")) {
      const group = document.createElement("div"), pressed = (button) =>
        button.setAttribute("aria-pressed", String(this.terms.includes(button.dataset.term)));
      group.className = "terms";
      group.setAttribute("role", "group");
      group.setAttribute("aria-label", "Features");
      group.append(...termButtons(terms, (name) => this.toggle(name)));
      [...group.children].forEach(pressed);
      rows.push(group);
    }
    this.box.classList.toggle("units", Boolean(this.start && this.run.layers));
    if (this.start) rows.push(...this.weightFields());
    this.box.replaceChildren(...rows, this.notice);
  }

  /** Tell of each weight of a network which unit it is of, as a task calls that. */
  units() {
    const { outputs, termNames, settings } = this.run;
    const hidden = Array.from({ length: settings.hidden }, (_, unit) => `h${unit + 1}`);
    const all = (unit, inputs) => Array(inputs + 1).fill(unit);
    return [
      ...hidden.flatMap((unit) => all(unit, termNames.length)),
      ...Array.from({ length: outputs }, () => all("output", hidden.length)).flat(),
    ];
  }

  /** Name the weights, those of a network by their units; without offset that has no name. */
  weightNames() {
    const { termNames, layers, outputs, classes, settings } = this.run;
    const ofOffset = (text) => (this.hasOffset ? text : "");
    if (!layers) return [...termNames.map((name) => `weight of ${name}`), ofOffset("offset b")];
    const hidden = Array.from({ length: settings.hidden }, (_, unit) => `h${unit + 1}`);
    const last = outputs === 1 ? ["output"] : classes;
    return [[hidden, termNames], [last, hidden]].flatMap(([units, inputs]) => units.flatMap((unit) =>
      [...inputs.map((name) => `${name} → ${unit}`), ofOffset(`b of ${unit}`)]));
  }

  weightFields() {
    const may = this.entries.weights, units = this.run.layers ? this.units() : [];
    return this.weightNames().flatMap((label, j) => {
      if (!label || (may.length && units.length && !may.includes(units[j]))) return [];
      const setting = { label, help: "", choices: [], kind: "float", low: -1e6, high: 1e6 };
      const row = settingField(setting, this.id(`start-${j}`), (input) => {
        const value = fieldValue(setting, input);
        if (value === undefined) return this.say(rangeSaid(setting));
        const start = this.start.flat().map((own, k) => (k === j ? value : own));
        this.setStart(this.run.layers ? start : [start], true);
      });
      row.lastChild.value = String(this.start.flat()[j]);
      return row;
    });
  }

  id(name) {
    return `${this.box.id}-${name}`;
  }

  write(input, value) {
    if (input.type === "checkbox") input.checked = value;
    else input.value = String(value);
  }

  say(text) {
    setText(this.notice, text);
    if (text) bringIntoSight(this.notice);
  }

  set(setting, input) {
    const value = fieldValue(setting, input);
    if (value === undefined) return this.say(rangeSaid(setting));
    this.apply({ values: { [setting.name]: value } });
  }

  toggle(name) {
    const chosen = (own) => this.terms.includes(own) !== (own === name);
    const terms = this.entries.terms.map((term) => term.name).filter(chosen);
    if (terms.length) this.apply({ terms });
    else this.say("One feature at least is learned from.");
  }

  /** Choose a learner; what is not one learner's own stays. */
  choose(learner) {
    const both = [this.own, this.entries.learners[learner]], kept = (name) =>
      both.every(({ own }) => !own.includes(name)) && name in both[1].values;
    this.learner = learner;
    this.values = Object.fromEntries(Object.entries(this.values).filter(([name]) => kept(name)));
    this.apply({});
  }

  apply({ learner = this.learner, values = {}, terms = this.terms }) {
    if (learner !== this.learner) this.choose(learner);
    this.values = { ...this.values, ...values };
    this.terms = terms;
    const focused = document.activeElement?.id, former = this.shown;
    this.fill();
    for (const name of this.shown.filter((own) => !former.includes(own))) {
      bringIntoSight(byId(this.id(name)).parentElement);
    }
    if (focused) byId(focused)?.focus();
    this.changed(this.spec);
  }

  setStart(start, isMove = false) {
    this.start = start;
    this.say("");
    start.flat().forEach((value, j) => {
      const input = byId(this.id(`start-${j}`));
      if (!input) return;
      input.value = String(value);
      input.removeAttribute("aria-invalid");
    });
    this.changed(this.spec, isMove);
  }
}
