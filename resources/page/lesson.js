
// ------------------------------------------------------------------------ the lesson

/** A picture that the program has drawn: of a run that a page cannot compute. */
class Still {
  constructor(spec) {
    this.spec = spec;
    this.plane = new Plane(byId("still-picture"), { ...spec, terms: [] });
    setText(byId("settings"), spec.X.length ? `${spec.title}, ${spec.settingsSaid}` : "");
    setText(byId("still-caption"), spec.caption);
    const counts = spec.classes.map((name, code) =>
      `${spec.y.filter((own) => own === code).length} ${name}`);
    const said = spec.X.length ? `: ${counts.join(", ")}; ${spec.wrong.length} wrong` : "";
    byId("still-picture").setAttribute("aria-label", plural(spec.X.length, "point") + said);
    this.draw();
  }

  draw() {
    const { plane, spec } = this, theme = themeColours(spec);
    if (!plane.canvas.clientWidth) return;
    plane.view = this.view(); // the numbers at its side are known once there is a view
    plane.view = this.view();
    const { ctx, width, height } = sharp(plane.canvas);
    ctx.fillStyle = theme.field;
    ctx.save();
    ctx.beginPath();
    ctx.rect(plane.left, 0, width - plane.left, height - AXES.bottom);
    ctx.clip();
    ctx.fillRect(0, 0, width, height);
    const best = spec.codes.flatMap((code, i) => (i % 2 ? new Array(code).fill(spec.codes[i - 1]) : []));
    if (best.length) this.shade(ctx, theme, best);
    plane.grid(ctx, width, height, theme);
    if (best.length) this.boundary(ctx, theme, best);
    const wrong = new Set(spec.wrong);
    spec.X.forEach((_, row) => wrong.has(row) || plane.point(ctx, spec.X, row, theme, ""));
    for (const row of wrong) plane.point(ctx, spec.X, row, theme, "wrong");
    ctx.restore();
    plane.axes(ctx, width, height, theme);
    showLegend(byId("still-legend"), [...plane.marks(theme, "boundary"), plane.wrongMark(theme)], theme);
  }

  /** Give the view in which what was drawn fills the plane. */
  view() {
    const { plane } = this, [left, bottom, right, top] = this.spec.rect;
    const { stretch } = this.spec.view;
    plane.measure();
    const wide = plane.width - plane.left, high = plane.height - AXES.bottom;
    const kx = Math.max(wide / (right - left), high / (top - bottom) / stretch);
    return { x: (left + right) / 2, y: (bottom + top) / 2, kx, ky: stretch * kx };
  }

  shade(ctx, theme, best) {
    const size = Math.sqrt(best.length), { image } = this.plane;
    image.width = image.height = size;
    const small = image.getContext("2d"), data = small.createImageData(size, size);
    const tones = theme.classes.map((tone) => mixed(theme.field, tone, strength(1)));
    best.forEach((code, i) => data.data.set([...tones[code], 255], 4 * i));
    small.putImageData(data, 0, 0);
    const [left, bottom, right, top] = this.spec.rect;
    const [x, y] = this.plane.pixel([left, top]), [toX, toY] = this.plane.pixel([right, bottom]);
    ctx.imageSmoothingEnabled = false;
    ctx.drawImage(image, x, y, toX - x, toY - y);
  }

  /** Draw where one class's cells end: between the middles of four, at half way. */
  boundary(ctx, theme, best) {
    const size = Math.sqrt(best.length), [left, bottom, right, top] = this.spec.rect;
    const place = (u, v) => this.plane.pixel([
      left + ((right - left) * (u + 0.5)) / size, top - ((top - bottom) * (v + 0.5)) / size]);
    ctx.strokeStyle = theme.ink;
    ctx.lineWidth = 2;
    ctx.lineCap = ctx.lineJoin = "round";
    ctx.beginPath();
    for (let v = 0; v + 1 < size; v++) {
      for (let u = 0; u + 1 < size; u++) {
        const i = v * size + u, ring = [i, i + 1, i + size + 1, i + size], ends = [];
        const sides = [[u + 0.5, v], [u + 1, v + 0.5], [u + 0.5, v + 1], [u, v + 0.5]];
        sides.forEach((side, e) => {
          if (best[ring[e]] !== best[ring[(e + 1) % 4]]) ends.push(side);
        });
        if (ends.length > 2) ends.splice(0, ends.length, ...ends.flatMap((end) => [end, [u + 0.5, v + 0.5]]));
        for (let e = 0; e + 1 < ends.length; e += 2) {
          ctx.moveTo(...place(...ends[e]));
          ctx.lineTo(...place(...ends[e + 1]));
        }
      }
    }
    ctx.stroke();
  }
}

/** The line of weights by hand: pressed near its middle it is shifted, else turned. */
class LineByHand extends Hand {
  constructor(lesson) {
    super();
    this.lesson = lesson;
    this.kept = null;
  }

  get draws() {
    return true;
  }

  get hint() {
    return "Drag the line to shift it, a handle to turn it.";
  }

  get weights() {
    return this.lesson.setUp.start[0];
  }

  /** Give the pixels of the two handles, at a quarter and three of the line that is seen. */
  handles(plane) {
    const [a, b, c] = this.weights, ends = clipped([a, b, c], plane.rect);
    if (!ends || (!a && !b)) return null;
    const [from, to] = ends.map((end) => plane.pixel(end));
    return [0.25, 0.75].map((t) => [0, 1].map((i) => from[i] + t * (to[i] - from[i])));
  }

  press(hit, pixel) {
    const { plane } = this.lesson.player, ends = this.handles(plane);
    this.kept = null;
    if (!ends) return -1;
    const far = ([x, y]) => Math.hypot(x - pixel[0], y - pixel[1]);
    const near = ends.findIndex((end) => far(end) <= REACH.touch);
    const [[x, y], [toX, toY]] = ends, long = Math.hypot(toX - x, toY - y);
    const away = Math.abs((toX - x) * (pixel[1] - y) - (toY - y) * (pixel[0] - x)) / long;
    if (near >= 0) this.kept = { pivot: ends[1 - near], moved: false };
    else if (away <= REACH.touch) this.kept = { last: pixel, moved: false };
    return -1;
  }

  wipe(pixel) {
    const { kept } = this, { plane } = this.lesson.player, [a, b, c] = this.weights;
    if (!kept) return false;
    let line = null;
    if (kept.last) {
      const [x, y] = plane.at(kept.last), [toX, toY] = plane.at(pixel);
      line = [a, b, c - a * (toX - x) - b * (toY - y)];
      kept.last = pixel;
    } else {
      const [x, y] = plane.at(kept.pivot), [toX, toY] = plane.at(pixel);
      const [u, v] = [toX - x, toY - y], long = Math.hypot(u, v);
      if (!long) return true;
      const side = Math.sign(-v * a + u * b) || 1, size = (side * Math.hypot(a, b)) / long;
      line = [-v * size, u * size];
      line.push(-line[0] * x - line[1] * y);
    }
    if (!this.lesson.setUp.hasOffset) line[2] = 0;
    kept.moved = true;
    this.lesson.setUp.setStart([line.map((value) => Number(value.toPrecision(6)))]);
    return true;
  }

  release() {
    if (this.kept?.moved) this.lesson.moves += 1;
    if (this.kept?.moved) this.lesson.player.redraw();
    this.kept = null;
  }

  paint(plane, theme) {
    const ctx = plane.canvas.getContext("2d");
    for (const [x, y] of this.handles(plane) || []) {
      ctx.beginPath();
      ctx.arc(x, y, 7, 0, 2 * Math.PI);
      ctx.fillStyle = theme.card;
      ctx.fill();
      ctx.strokeStyle = theme.ink;
      ctx.lineWidth = 2;
      ctx.stroke();
    }
  }
}

/** A prediction: the point that is pressed is said to be the next mistake. */
class PointAnswer extends Hand {
  constructor(lesson) {
    super();
    this.lesson = lesson;
  }

  get hint() {
    return "Press a point: that is your answer.";
  }

  press(hit) {
    if (hit >= 0) this.lesson.answerPoint(hit);
    return -1;
  }
}

/** A prediction: a line that is drawn is said to be the next boundary. */
class LineAnswer extends Hand {
  constructor(lesson) {
    super();
    this.lesson = lesson;
    this.ends = null;
  }

  get draws() {
    return true;
  }

  get hint() {
    return "Draw a line across the plane: that is your answer.";
  }

  press(_, pixel) {
    const place = this.lesson.player.plane.at(pixel);
    this.ends = [place, place];
    return -1;
  }

  wipe(pixel) {
    if (!this.ends) return false;
    this.ends = [this.ends[0], this.lesson.player.plane.at(pixel)];
    this.lesson.player.redraw();
    return true;
  }

  letGo() {
    this.ends = null;
  }

  release() {
    const [from, to] = this.ends || [];
    if (from && (from[0] !== to[0] || from[1] !== to[1])) this.lesson.answerLine(this.ends);
  }

  paint(plane, theme) {
    if (!this.ends) return;
    const ctx = plane.canvas.getContext("2d");
    const [[x, y], [toX, toY]] = this.ends.map((end) => plane.pixel(end));
    ctx.strokeStyle = theme.accent;
    ctx.lineWidth = 2.25;
    ctx.setLineDash([2, 5]);
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(toX, toY);
    ctx.stroke();
    ctx.setLineDash([]);
  }
}

const RIGHT_ANGLE_OFF = 10;
const RIGHT_SHARE_OFF = 0.1;

/** Tell how far a drawn line is from another, a, b, c: degrees, a distance, if it is right. */
function lineOff([[x, y], [toX, toY]], [a, b, c], places) {
  const across = toX - x, up = toY - y, long = Math.hypot(a, b);
  const turned = ((Math.atan2(up, across) - Math.atan2(-a, b)) * 180) / Math.PI + 90;
  const angle = Math.abs((((turned % 180) + 180) % 180) - 90);
  const [low, high] = [Math.min, Math.max].map((of) =>
    [0, 1].map((i) => of(...places.map((place) => place[i]))));
  // Where the line is nearest to the middle, there the two are compared.
  const [u, v] = [0, 1].map((i) => (low[i] + high[i]) / 2), away = (a * u + b * v + c) / long;
  const foot = [u - away * (a / long), v - away * (b / long)];
  const off = Math.abs(across * (foot[1] - y) - up * (foot[0] - x)) / Math.hypot(across, up);
  const extent = Math.hypot(high[0] - low[0], high[1] - low[1]);
  return { angle, off, right: angle <= RIGHT_ANGLE_OFF && off <= RIGHT_SHARE_OFF * extent };
}

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

  get hasOffset() {
    return this.run.plan.offset_input !== 0;
  }

  get spec() {
    const { title, problem, formulas } = this.own, { run, entries } = this;
    const offset = this.all.offset ?? true, own = this.start ? { start: this.start } : {};
    const chosen = this.terms.map((name) => entries.terms.find((term) => term.name === name));
    const terms = this.terms === entries.chosen ? null : chosen;
    const shown = this.own.settings.filter(({ name }) => this.isShown(name));
    const said = shown.map(({ name, label }) => `${label} ${this.all[name]}`);
    const begun = { ...run, ...problem, title, formulas: formulas[`${problem.outputs === 1 ? 1 : 0} ${offset}`], order: run.order };
    if (problem.layers && this.all.start === "random") own.start = this.drawnStart(offset);
    begun.settingsSaid = said.join(", ") || run.settingsSaid;
    return withSetUp(begun, { ...this.values, ...own }, { terms, known: this.own.settings });
  }

  /** Draw the start of a network with one hidden layer. */
  drawnStart(offset) {
    const { seed, hidden, activation } = this.all, { termNames, outputs } = this.own.problem;
    return startOf(seed, [termNames.length, hidden, outputs], { relu: activation === "relu", offset });
  }

  isShown(name) {
    const only = Object.entries(this.own.shownIf[name] || {});
    return !only.length || only.some(([other, value]) => this.all[other] === value);
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
    for (const setting of this.own.settings) {
      const row = settingField(setting, this.id(setting.name), (input) => this.set(setting, input));
      row.hidden = !this.isShown(setting.name);
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
    if (this.start) rows.push(...this.weightFields());
    this.box.replaceChildren(...rows, this.notice);
  }

  weightFields() {
    const { termNames } = this.run, names = [...termNames.map((name) => `weight of ${name}`)];
    if (this.hasOffset) names.push("offset b");
    return names.map((label, j) => {
      const setting = { label, help: "", choices: [], kind: "float", low: -1e6, high: 1e6 };
      const row = settingField(setting, this.id(`start-${j}`), (input) => {
        const value = fieldValue(setting, input);
        if (value === undefined) return this.say(rangeSaid(setting));
        this.setStart([this.start[0].map((own, k) => (k === j ? value : own))], true);
      });
      row.lastChild.value = String(this.start[0][j]);
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
    const focused = document.activeElement?.id;
    this.fill();
    if (focused) byId(focused)?.focus();
    this.changed(this.spec);
  }

  setStart(start, isMove = false) {
    this.start = start;
    start[0].forEach((value, j) => {
      const input = byId(this.id(`start-${j}`));
      if (input) input.value = String(value);
    });
    this.changed(this.spec, isMove);
  }
}

const OTHER_POINTS = "The task is about the points as they were: press “Points as they were”.";

/** The pages of a lesson: each with its text, its picture, and what it asks for. */
class Lesson {
  constructor({ runs, stills, setUps }) {
    this.runs = runs;
    this.stills = stills;
    this.setUps = setUps;
    this.player = this.still = this.setUp = null;
    this.moves = 0;
    this.articles = [...document.querySelectorAll("#lesson article")];
    byId("page-back").addEventListener("click", () => this.open(this.place - 1));
    byId("page-next").addEventListener("click", () => this.open(this.place + 1));
    this.articles.forEach((article) => this.connect(article));
    setText(byId("download"), "Download this lesson");
    new ResizeObserver(() => this.still?.draw()).observe(byId("still-picture"));
    for (const wish of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
      matchMedia(wish).addEventListener("change", () => this.still?.draw());
    }
    this.open(0);
  }

  open(place) {
    if (!this.articles[place]) return;
    this.place = place;
    this.article = this.articles[place];
    this.articles.forEach((article, i) => (article.hidden = i !== place));
    setText(byId("page-place"), `${place + 1} of ${this.articles.length}`);
    disable(["page-back"], place === 0);
    disable(["page-next"], place === this.articles.length - 1);
    byId("lesson").scrollTop = 0;
    this.task = this.article.querySelector(".task");
    this.moves = 0;
    this.show(this.article.dataset);
  }

  /** Show a run beside the text, or a still picture. */
  show({ run, still }) {
    document.body.classList.toggle("still", run === undefined);
    this.setUp = null;
    if (run === undefined) {
      this.still = new Still(this.stills[Number(still)]);
      return;
    }
    const spec = structuredClone(this.runs[Number(run)]);
    this.still = null;
    if (this.player) {
      this.player.hand = new Hand();
      this.player.open(spec);
    } else globalThis.player = this.player = new Player(spec);
    this.begin(spec);
    this.player.look = (wrong) => this.look(wrong);
    this.player.redraw();
  }

  /** Make what the page's task is done with: a form, a line, an answer. */
  begin(spec) {
    const { setUp, predict } = this.task?.dataset || {};
    if (setUp !== undefined) {
      this.setUp = new SetUp(this.task.querySelector(".set-up"), this.setUps[Number(setUp)], spec,
        (changed, isMove) => {
          this.moves += isMove ? 1 : 0;
          this.player.change(changed);
          setText(byId("settings"), `${changed.title}, ${changed.settingsSaid}`);
        });
    }
    const isLine = this.setUp?.start && spec.terms.length === 2 && spec.start.length === 1;
    this.player.hand = predict === "next mistake" ? new PointAnswer(this)
      : predict === "next boundary" ? new LineAnswer(this)
        : isLine ? new LineByHand(this) : new Hand();
    setText(byId("plot-keys").firstChild, `${this.player.hand.hint} `);
  }

  connect(article) {
    const task = article.querySelector(".task");
    if (!task) return;
    const choices = [...task.querySelectorAll(".choice")], answer = Number(task.dataset.answer);
    const replies = [...task.querySelectorAll(".reply")];
    choices.forEach((choice, i) => choice.addEventListener("click", () => {
      choices.forEach((other, k) => {
        other.setAttribute("aria-pressed", String(k === i));
        other.classList.toggle("wrong", k === i && i !== answer);
      });
      replies.forEach((reply, k) => (reply.hidden = k !== i || i === answer));
      if (i === answer) this.done(task);
    }));
    task.querySelector(".show")?.addEventListener("click", (e) => this.showHow(e.target.dataset));
    task.querySelector(".number")?.addEventListener("change", (e) => {
      const row = Number(e.target.value) - 1;
      if (Number.isInteger(row) && this.player.X[row]) this.answerPoint(row);
    });
  }

  /** Bring on what fulfils the task: other settings, or another run. */
  showHow({ set, ...shown }) {
    if (!set) return this.show(shown);
    const { learner, values, terms, start, step } = JSON.parse(set);
    if (!this.setUp) this.show(this.article.dataset);
    if (start) this.setUp.setStart(start, true);
    else this.setUp.apply({ learner, values, terms: terms || undefined });
    if (step !== null) this.player.seek(step);
  }

  done(task) {
    this.objection("");
    if (task.classList.contains("done")) return;
    task.classList.add("done");
    task.querySelector(".because").hidden = false;
    setText(byId("said"), `Done. ${task.querySelector(".because").textContent}`);
  }

  /** Say on the page why what was done does not count, or how an answer is. */
  objection(text) {
    const said = this.task?.querySelector(".objection");
    if (said) setText(said, text);
  }

  /** Tell whether the page stands at the step after which it asks. */
  isAsked() {
    const { spec, step, run } = this.player, asked = Math.min(spec.step, run.steps);
    if (step === asked) return true;
    this.objection(`Go to step ${asked}: the question is what comes after it.`);
    return false;
  }

  answerPoint(row) {
    if (!this.isAsked()) return;
    const { run, step } = this.player, next = this.player.mistakeFrom(step, 1);
    const rows = run.places(next).map((place) => run.problem.rows[place]);
    const named = `point ${rows[0] + 1} in step ${next.toLocaleString("en")}`;
    if (rows.includes(row)) this.done(this.task);
    this.objection(rows.includes(row) ? `Right: ${named}.` : `You chose point ${row + 1}. It is ${named}.`);
  }

  answerLine(ends) {
    if (!this.isAsked()) return;
    const { run, step, plane, X } = this.player;
    let next = step + 1;
    while (next <= run.steps && !(run.marks[next] & UPDATE)) next++;
    if (next > run.steps) return;
    const line = plane.line(run.problem, run.used(run.state(next)));
    const { angle, off, right } = lineOff(ends, line, X.map(plane.place));
    if (right) this.done(this.task);
    this.objection(`${right ? "Right" : "Not quite"}: your line is turned by ` +
      `${number(angle, 2)}° and ${number(off, 2)} away.`);
  }

  /** Tell the facts of the step that is seen, and whether the task is done by it. */
  look(wrong) {
    const facts = factsOf(this.player, wrong), values = this.setUp ? this.setUp.all : {};
    for (const output of this.article.querySelectorAll("output")) {
      setText(output, factText(output.dataset.fact, facts[output.dataset.fact]));
    }
    const { task } = this;
    if (!task?.dataset.until || !facts.finished || this.player.hand.kept) return;
    facts.game_score = wrong.some(Boolean) ? NaN : this.moves;
    const holds = JSON.parse(task.dataset.until).every(([name, low, high, words]) => {
      const value = name in facts ? facts[name] : values[name];
      if (typeof value === "boolean") return words.includes(value ? "yes" : "no");
      if (typeof value === "string") return words.map((word) => word.replaceAll(" ", "")).includes(value);
      const slack = 1e-9 * Math.max(1, Math.abs(value));
      return value >= (low ?? -Infinity) - slack && value <= (high ?? Infinity) + slack;
    });
    const moved = !byId("restore").hidden && task.dataset.moves !== "yes";
    this.objection(holds && moved ? OTHER_POINTS : "");
    if (holds && !moved) this.done(task);
  }
}
