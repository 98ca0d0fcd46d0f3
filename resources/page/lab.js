
// --------------------------------------------------------------------------- the lab

/* Points are drawn, and the set-up is chosen. All of it is one value, the state, which is
   kept in the address's fragment; what is done makes another state of the one before. */

const LINK_VERSION = "1";
const LINK_MS = 300;

/** Why a fragment holds no state of a lab. */
class Damaged extends Error {}

/** Give a short number that changes with a text (Fowler, Noll & Vo, 1a, 32 bits). */
function checksum(text) {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193) >>> 0;
  }
  return sum.toString(36);
}

/** Write a state as a fragment. */
function fragmentOf(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const code = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${LINK_VERSION}.${checksum(code)}.${code}`;
}

/** Read a state from a fragment, or throw what is wrong with it. */
function stateFrom(fragment, lab) {
  const [version, sum, code, ...more] = fragment.split(".");
  if (!/^\d+$/.test(version)) throw new Damaged("it is no link of a lab");
  if (version !== LINK_VERSION) throw new Damaged(`it is of another version of the lab, ${version.slice(0, 9)}`);
  if (!code || more.length || sum !== checksum(code)) {
    throw new Damaged("a part of it is missing or was changed: copy all of it");
  }
  let state = null;
  try {
    const text = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
    state = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Damaged("it cannot be read");
  }
  return checked(state, lab);
}

/** Give a state if it is one that the lab can hold, or throw why it is not. */
function checked(given, lab) {
  const { most } = lab, isList = Array.isArray, is = (fits, why) => {
    if (!fits) throw new Damaged(why);
  };
  is(given !== null && typeof given === "object" && !isList(given), "it holds no points");
  const { learner, settings, terms, offset, standardise, classes, X, y } = given;
  is(Object.hasOwn(lab.learners, String(learner)), "its learner is not known");
  is(settings !== null && typeof settings === "object" && !isList(settings), "its settings are missing");
  for (const [name, value] of Object.entries(settings)) {
    const setting = lab.learners[learner].settings.find((own) => own.name === name);
    is(setting, "it has a setting that its learner has not");
    is(fits(setting, value), `its ${setting.label} is out of range`);
  }
  const known = lab.terms.map(({ name }) => name);
  is(isList(terms) && terms.length && terms.every((name) => known.includes(name)) &&
    new Set(terms).size === terms.length, "its features are not known");
  is(typeof offset === "boolean" && typeof standardise === "boolean", "its features are not known");
  is(isList(classes) && classes.length > 1 && classes.length <= most.classes &&
    new Set(classes).size === classes.length &&
    classes.every((name) => typeof name === "string" && name && [...name].length <= most.name),
  "its classes are not known");
  const isPlace = (value) => Number.isFinite(value) && Math.abs(value) <= most.coordinate;
  is(isList(X) && isList(y) && X.length === y.length, "points or their classes are missing");
  is(X.length <= most.points, `it has more than ${most.points.toLocaleString("en")} points`);
  is(X.every((x) => isList(x) && x.length === 2 && x.every(isPlace)), "a point lies nowhere");
  is(y.every((code) => Number.isInteger(code) && code >= 0 && code < classes.length), "a point has no class");
  return { learner, settings, terms, offset, standardise, classes, X, y };
}

/** Give all settings of a state's learner: its own, and the others as they are by default. */
function valuesOf(state, lab) {
  const declared = lab.learners[state.learner].settings.map(({ name, value }) => [name, value]);
  return { ...Object.fromEntries(declared), ...state.settings };
}

/** Give the run of a state as the player reads it. */
function specOf(state, lab, step) {
  const { title, problem, formulas, settings: known } = lab.learners[state.learner];
  const n = state.X.length, values = valuesOf(state, lab);
  const outputs = state.classes.length > 2 ? state.classes.length : 1;
  const terms = state.terms.map((name) => lab.terms.find((term) => term.name === name));
  const order = Array.from({ length: n }, (_, i) => i);
  const said = known.filter((setting) => matters(setting, values) &&
    (setting.name === "learning_rate" || values[setting.name] !== setting.value));
  const { offset, standardise } = state;
  const run = withSetUp({
    ...problem, outputs, title, order, step, formulas: formulas[`${outputs === 1 ? 1 : 0} ${offset}`],
    plan: { ...problem.plan, total: n },
    settingsSaid: [title, ...said.map(({ name, label }) => `${label} ${values[name]}`)].join(", "),
    features: ["x₁", "x₂"], classes: state.classes, colours: state.classes.map((_, i) => i),
    names: null, X: state.X, y: state.y, weights: null, parts: [order, [], []], partOf: null,
    view: { across: 0, up: 1, stretch: 1, held: [0, 0] }, deviation: null,
    start: Array.from({ length: outputs }, () => []),
  }, { order: "given", ...values, offset, standardise }, { terms, known });
  if (!problem.layers) return run;
  return { ...run, start: networkStart(values, terms.length, outputs, offset) };
}

/** Draws points, and changes the set-up, of the run that a player shows. */
class Lab extends Hand {
  constructor(lab) {
    super();
    this.lab = lab;
    this.past = [];
    this.future = [];
    this.kind = "";
    this.tool = "draw";
    this.code = 0;
    this.erasing = this.added = false;
    this.state = location.hash ? this.read(location.hash) || lab.empty : lab.start;
    globalThis.player = this.player = new Player(specOf(this.state, lab, 0));
    this.player.hand = this;
    this.fill();
    this.connect();
    this.show();
  }

  // ------------------------------------------------------------------------- the state

  /** Read an address's fragment; give nothing where it holds no state, and say why not. */
  read(hash) {
    try {
      return stateFrom(hash.slice(1), this.lab);
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      this.notice(`This link could not be opened: ${error.message}.`, true);
      return null;
    }
  }

  /** Go on to another state; a change of the same kind as the last is one with it. */
  change(more, kind = "") {
    if (!kind || kind !== this.kind) this.past.push(this.state);
    this.kind = kind;
    this.future = [];
    this.state = { ...this.state, ...more };
    this.showRun();
  }

  undo() {
    this.step(this.past, this.future);
  }

  redo() {
    this.step(this.future, this.past);
  }

  step(from, to) {
    if (!from.length) return;
    to.push(this.state);
    this.state = from.pop();
    this.kind = "";
    this.showRun();
  }

  showRun() {
    this.code = Math.min(this.code, this.state.classes.length - 1);
    this.player.change(specOf(this.state, this.lab, this.player.step));
    this.notice("");
    this.show();
    clearTimeout(this.linking);
    this.linking = setTimeout(() => this.keepLink(), LINK_MS);
  }

  keepLink() {
    clearTimeout(this.linking);
    history.replaceState(null, "", `#${fragmentOf(this.state)}`);
  }

  /** Give a session file with this state. */
  session(session) {
    const { learner, terms, offset, standardise, classes, X, y } = this.state, { lab } = this;
    const recipe = { ...lab.learners[learner].recipe, ...this.state.settings };
    Object.assign(recipe, { features: terms, offset, standardise });
    const data = { ...session.data, classes, X, y };
    return { ...session, recipe, step: this.player.step, data };
  }

  // -------------------------------------------------------------- points, by the player

  get draws() {
    return this.tool !== "move";
  }

  /** Use the tool where the plane was pressed; give the point that is dragged now, or −1.
      The right button draws of the class after the chosen one. */
  press(hit, pixel, other = false) {
    const { X, y, classes } = this.state;
    this.added = false;
    this.erasing = this.tool === "erase";
    if (this.erasing) this.erase(hit);
    if (this.erasing || this.tool === "move" || hit >= 0) return this.erasing ? -1 : hit;
    const place = this.rounded(this.player.plane.at(this.player.plane.inside(pixel)));
    return this.add(place, X, y, (this.code + Number(other)) % classes.length);
  }

  add(place, X, y, code = this.code) {
    const { most } = this.lab;
    if (X.length >= most.points || !place.every((value) => Math.abs(value) <= most.coordinate)) {
      this.notice(X.length >= most.points ? `A lab holds ${most.points.toLocaleString("en")} points.`
        : "A point so far out is not held.", true);
      return -1;
    }
    this.player.zoomed = true; // the view stays where one draws
    this.change({ X: [...X, place], y: [...y, code] });
    this.added = true;
    return X.length;
  }

  /** Erase along the way of the eraser; tell whether it is one. */
  wipe(pixel) {
    if (this.erasing) this.erase(this.player.nearest(pixel, REACH.mouse), "erase");
    return this.erasing;
  }

  erase(row, kind = "") {
    if (row < 0) return;
    const without = (all) => all.filter((_, i) => i !== row);
    this.change({ X: without(this.state.X), y: without(this.state.y) }, kind);
    this.kind = "erase"; // the way goes on
  }

  /** A second finger came: it was no drawing. */
  letGo() {
    this.erasing = false;
    if (this.added) {
      this.future = [];
      this.state = this.past.pop();
      this.showRun();
    }
    this.added = false;
  }

  /** Take over where the player has moved points to. */
  keepPoints(kind) {
    const places = this.player.X.map((place, i) => {
      const before = this.state.X[i];
      return place.every((value, j) => value === before[j]) ? before : this.rounded(place);
    });
    const moved = places.some((place, i) => place !== this.state.X[i]);
    if (this.added && moved) { // to draw and to drag at once is one thing that is undone
      const { y } = this.state;
      this.state = this.past.pop();
      this.change({ X: places, y });
    } else if (moved) {
      const { taken } = this.player;
      this.change({ X: places }, kind);
      this.player.take(taken);
    }
    this.added = false;
  }

  /** Round a place to what a pixel can tell. */
  rounded(place) {
    const { most } = this.lab, { kx, ky } = this.player.plane.view;
    return place.map((value, i) => {
      const digits = Math.max(0, Math.min(12, Math.ceil(Math.log10(i ? ky : kx))));
      const near = Number(value.toFixed(digits));
      return Math.max(-most.coordinate, Math.min(most.coordinate, near)) || 0;
    });
  }

  // ---------------------------------------------------------------------- the controls

  fill() {
    const option = (value, text) => new Option(text, value);
    byId("learner").append(...Object.entries(this.lab.learners).map(([name, { title }]) => option(name, title)));
    byId("example").append(...this.lab.examples.map(({ title }, i) => option(String(i), title)));
    byId("terms").append(...termButtons(this.lab.terms, (name) => this.toggleTerm(name)));
  }

  connect() {
    const on = (id, name, act) => byId(id).addEventListener(name, act);
    on("learner", "change", (e) => this.choose(e.target.value));
    on("example", "change", (e) => this.open(e.target.value));
    on("offset", "change", (e) => this.change({ offset: e.target.checked }));
    on("standardise", "change", (e) => this.change({ standardise: e.target.checked }));
    on("undo", "click", () => this.undo());
    on("redo", "click", () => this.redo());
    on("add-class", "click", () => this.addClass());
    on("clear", "click", () => this.state.X.length && this.change({ X: [], y: [] }));
    on("copy-link", "click", () => this.copyLink());
    for (const button of document.querySelectorAll(".tool")) {
      button.addEventListener("click", () => this.take(button.dataset.tool));
    }
    addEventListener("hashchange", ({ newURL }) => {
      const state = this.read(new URL(newURL).hash); // the link of before may be kept meanwhile
      if (!state) return;
      this.change(state);
      this.player.fit();
    });
    addEventListener("pagehide", () => this.keepLink());
    document.addEventListener("keydown", (e) => this.key(e));
  }

  take(tool) {
    this.tool = tool;
    this.show();
  }

  /** Choose a learner; a setting that it has, too, stays where it is in its range. */
  choose(learner) {
    const known = this.lab.learners[learner].settings;
    const settings = Object.fromEntries(Object.entries(this.state.settings).filter(([name, value]) =>
      name !== "learning_rate" && known.some((own) => own.name === name && fits(own, value))));
    this.change({ learner, settings });
  }

  open(place) {
    const example = this.lab.examples[Number(place)];
    byId("example").value = "";
    if (place === "" || !example) return;
    this.change(example.state);
    this.player.seek(0);
    this.player.fit();
    this.notice(example.about);
  }

  toggleTerm(name) {
    const { terms } = this.state, chosen = (own) => terms.includes(own) !== (own === name);
    const left = this.lab.terms.map((term) => term.name).filter(chosen);
    if (left.length) this.change({ terms: left });
    else this.notice("One feature at least is learned from.", true);
  }

  addClass() {
    const { classes } = this.state, free = this.lab.names.find((name) => !classes.includes(name));
    if (classes.length >= this.lab.most.classes) return;
    this.code = classes.length;
    this.change({ classes: [...classes, free] });
  }

  set(setting, input) {
    const value = fieldValue(setting, input);
    const { [setting.name]: before, ...others } = this.state.settings;
    if (value === undefined) this.notice(rangeSaid(setting), true);
    else if (value !== null) this.change({ settings: { ...others, [setting.name]: value } });
    else if (before !== undefined) this.change({ settings: others });
    else this.notice("");
  }

  async copyLink() {
    this.keepLink();
    try {
      await navigator.clipboard.writeText(location.href);
      this.notice("The link is copied: it holds the points and the set-up.");
    } catch {
      this.notice("The address above is the link: copy it there.");
    }
  }

  notice(text, bad = false) {
    setText(byId("notice"), text);
    byId("notice").classList.toggle("bad", bad);
  }

  // ------------------------------------------------------------------ what is to be seen

  show() {
    const { state, lab } = this;
    byId("learner").value = state.learner;
    [byId("offset").checked, byId("standardise").checked] = [state.offset, state.standardise];
    for (const button of byId("terms").children) {
      button.setAttribute("aria-pressed", String(state.terms.includes(button.dataset.term)));
    }
    for (const button of document.querySelectorAll(".tool")) {
      button.setAttribute("aria-checked", String(button.dataset.tool === this.tool));
    }
    byId("plot").classList.toggle("drawing", this.draws);
    disable(["undo"], !this.past.length);
    disable(["redo"], !this.future.length);
    disable(["clear"], !state.X.length);
    disable(["add-class"], state.classes.length >= lab.most.classes);
    setText(byId("settings"), this.player.spec.settingsSaid);
    setText(byId("plot-keys").firstChild, `${this.hint} `);
    this.showClasses();
    this.showSettings();
  }

  get hint() {
    const name = this.state.classes[this.code];
    if (this.tool === "move") return "Drag a point, or the view.";
    if (this.tool === "erase") return "Press a point to erase it.";
    return `Press the plane to draw a point of class ${name}; drag a point to move it.`;
  }

  showClasses() {
    const { classes, y } = this.state, { theme } = this.player, line = byId("classes");
    const wanted = classes.map((name, code) => {
      const button = document.createElement("button"), mark = document.createElement("canvas");
      const text = document.createElement("span");
      button.type = "button";
      button.setAttribute("role", "radio");
      button.setAttribute("aria-checked", String(code === this.code));
      button.title = `Draw points of class ${name} (${code + 1})`;
      text.textContent = `${name} ${y.filter((own) => own === code).length}`;
      button.append(mark, text);
      button.addEventListener("click", () => this.takeClass(code));
      return button;
    });
    const focused = [...line.children].indexOf(document.activeElement);
    line.replaceChildren(...wanted);
    if (focused >= 0) line.children[focused]?.focus();
    wanted.forEach((button, code) => {
      const { ctx } = sharp(button.firstChild, 16, 16), path = new Path2D();
      addSymbol(path, symbolOf(code), 8, 8);
      ctx.fillStyle = theme.classes[code];
      ctx.fill(path);
    });
  }

  takeClass(code) {
    if (code >= this.state.classes.length) return;
    this.code = code;
    if (this.tool !== "draw") this.tool = "draw";
    this.show();
  }

  /** Show a field for each setting of the learner that plays a part. */
  showSettings() {
    const { state, lab } = this, box = byId("settings-fields"), values = valuesOf(state, lab);
    const isSeeded = values.order === "shuffled" || values.hidden;
    const shown = lab.learners[state.learner].settings
      .filter((setting) => (setting.name === "seed" ? isSeeded : matters(setting, values)));
    const key = state.learner + shown.map(({ name }) => name).join(" ");
    if (box.dataset.key !== key) {
      box.dataset.key = key;
      box.replaceChildren(...shown.map((setting) =>
        settingField(setting, `set-${setting.name}`, (input) => this.set(setting, input))));
    }
    for (const { name } of shown) {
      const input = byId(`set-${name}`);
      if (input !== document.activeElement || input.checkValidity()) input.value = values[name] ?? "";
    }
  }

  // -------------------------------------------------------------------------- the keys

  key(e) {
    const field = e.target.matches("select, input:not([type=range]):not([type=checkbox])");
    if (e.altKey || field) return;
    const { player } = this, wide = e.ctrlKey || e.metaKey, pressed = e.key.toLowerCase();
    let act = null;
    if (wide) act = { z: () => (e.shiftKey ? this.redo() : this.undo()), y: () => this.redo() }[pressed];
    else if (/^[1-9]$/.test(pressed)) act = () => this.takeClass(Number(pressed) - 1);
    else {
      act = {
        d: () => this.take("draw"), m: () => this.take("move"), e: () => this.take("erase"),
        n: () => this.addByKey(), insert: () => this.addByKey(),
        delete: () => this.erase(player.taken), backspace: () => this.erase(player.taken),
      }[pressed];
    }
    if (!act) return;
    e.preventDefault();
    act();
  }

  /** Draw a point in the middle of the plane, and take it: arrows move it. */
  addByKey() {
    const { x, y } = this.player.plane.view;
    const row = this.add(this.rounded([x, y]), this.state.X, this.state.y);
    this.added = false;
    byId("plot").focus();
    this.player.take(row);
  }
}

byId("no-download").hidden = mayDownload();
globalThis.lab = new Lab(JSON.parse(byId("entries").textContent));
