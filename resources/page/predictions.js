
// --------------------------------------------------------------------- the predictions

/** An answer to what comes next: points are looked at, and none is moved. */
class Answer extends Hand {
  constructor(lesson) {
    super();
    this.lesson = lesson;
    this.isUncovered = false;
  }

  get player() {
    return this.lesson.player;
  }

  /** The step after the one where it is asked that has a mark, or one too many. */
  nextWith(mark) {
    const { run, spec } = this.player;
    let next = Math.min(spec.step, run.steps) + 1;
    while (next <= run.steps && !(run.marks[next] & mark)) next++;
    return next;
  }

  uncover() {
    this.isUncovered = true;
  }

  /** Whether what was to be predicted is seen. */
  get isOver() {
    return this.isUncovered && this.player.step === this.next;
  }

  press() {
    return -1;
  }
}

/** The point that is pressed is said to be the next mistake. */
class PointAnswer extends Answer {
  get next() {
    return this.nextWith(MISTAKE);
  }

  get hint() {
    return "Press a point: that is your answer.";
  }

  get keys() {
    return "By keyboard: Enter takes a point, arrows another, Enter again answers.";
  }

  press(hit) {
    if (hit >= 0) this.lesson.answerPoint(hit);
    return -1;
  }

  planeKey(e) {
    const { player } = this, { taken, X } = player, by = alongKey(e);
    if (taken < 0 || !(by || e.key === "Enter")) return player.pointKey(e);
    if (by) player.take((taken + X.length + (by[0] || -by[1])) % X.length);
    else this.lesson.answerPoint(taken);
    return true;
  }
}

/** A line that is drawn is said to be the next boundary. */
class LineAnswer extends Answer {
  constructor(lesson) {
    super(lesson);
    this.ends = null;
    this.held = -1; // the end that keys move
  }

  get next() {
    return this.nextWith(UPDATE);
  }

  get draws() {
    return !this.isOver;
  }

  get hint() {
    return "Draw a line across the plane: that is your answer.";
  }

  get keys() {
    return "By keyboard: Enter lays a line, arrows move one end, Tab takes the other, Enter answers.";
  }

  get said() {
    if (this.held < 0) return "";
    const at = this.ends[this.held].map((value) => number(value, 3));
    return `end ${this.held + 1} of the line at ${at.join(", ")}. `;
  }

  press(_, pixel) {
    if (this.isOver) return -1;
    const place = this.player.plane.at(pixel);
    [this.ends, this.held] = [[place, place], -1];
    return -1;
  }

  wipe(pixel) {
    if (!this.ends || this.isOver) return false;
    this.ends = [this.ends[0], this.player.plane.at(pixel)];
    this.player.redraw();
    return true;
  }

  letGo() {
    this.ends = null;
  }

  release() {
    const [from, to] = this.ends || [];
    if (from && (from[0] !== to[0] || from[1] !== to[1])) this.lesson.answerLine(this.ends);
  }

  planeKey(e) {
    const { plane } = this.player, by = alongKey(e);
    if (this.held < 0 && e.key !== "Enter") return false;
    if (this.held < 0) {
      const [left, bottom, right, top] = plane.rect, middle = (bottom + top) / 2;
      this.ends = [0.25, 0.75].map((share) => [left + share * (right - left), middle]);
      this.held = 1;
    } else if (e.key === "Enter") this.release();
    else if (e.key === "Tab") this.held = 1 - this.held;
    else if (e.key === "Escape") [this.ends, this.held] = [null, -1];
    else if (by) {
      const [x, y] = plane.pixel(this.ends[this.held]), far = e.shiftKey ? 1 : 8;
      const to = plane.inside([x + far * by[0], y - far * by[1]]);
      this.ends = this.ends.map((end, i) => (i === this.held ? plane.at(to) : end));
    } else return false;
    this.player.redraw();
    return true;
  }

  paint(plane, theme) {
    if (!this.ends) return;
    const ctx = plane.canvas.getContext("2d"), ends = this.ends.map((end) => plane.pixel(end));
    ctx.save();
    guessed(ctx, theme);
    ctx.beginPath();
    ends.forEach((end) => ctx.lineTo(...end));
    ctx.stroke();
    ctx.restore();
    if (this.held >= 0) handle(ctx, ends[this.held], theme);
  }
}

/** The error curve that is drawn into the plot of errors, epoch by epoch. */
class CurveAnswer extends Answer {
  constructor(lesson) {
    super(lesson);
    this.canvas = byId("errors");
    this.drawn = new Map(); // errors by epochs
    this.isOpen = true;
    this.isJudged = false; // what is drawn next is another answer
    this.held = -1; // the epoch that keys draw at
    this.listening = new AbortController();
    for (const [name, act] of Object.entries({
      pointerdown: (e) => this.begin(e), pointermove: (e) => this.goOn(e),
      pointerup: () => this.end(), pointercancel: () => this.end(), keydown: (e) => this.plotKey(e),
    })) this.canvas.addEventListener(name, act, { signal: this.listening.signal });
    document.body.classList.add("predicts-curve");
    this.ask(true);
  }

  get hint() {
    return "Draw the training error into the plot of errors, epoch by epoch.";
  }

  get keys() {
    return "By keyboard: in that plot arrows draw, Enter answers, Esc begins again.";
  }

  get next() {
    return this.player.most;
  }

  get hidesFuture() {
    return this.isOpen;
  }

  uncover() {
    super.uncover();
    this.ask(false);
  }

  get seesAllErrors() {
    return true;
  }

  get epochs() {
    return Math.max(1, this.player.run.epochs.length);
  }

  /** Take a curve from now on, or no more. */
  ask(isOpen) {
    this.isOpen = isOpen;
    const own = { tabindex: "0", role: "application", "aria-roledescription": "plot" };
    for (const [name, value] of Object.entries(own)) {
      if (isOpen) this.canvas.setAttribute(name, value);
      else this.canvas.removeAttribute(name);
    }
    this.canvas.setAttribute("aria-label", isOpen ? `Error per epoch. ${this.hint} ${this.keys}` : "Error per epoch");
    if (!isOpen) this.canvas.setAttribute("role", "img");
  }

  leave() {
    this.listening.abort();
    document.body.classList.remove("predicts-curve");
    this.ask(false);
  }

  /** Ask once more, as if nothing had been drawn. */
  again() {
    this.isUncovered = false;
    this.clear();
    this.ask(true);
    this.canvas.scrollIntoView({ block: "nearest" });
    this.canvas.focus();
  }

  clear() {
    this.drawn.clear();
    this.held = -1;
    this.isJudged = false;
    this.redraw();
  }

  redraw() {
    this.player.curved = null;
    this.player.drawRun();
  }

  place(e) {
    const [epoch, share] = this.player.errorPlot.at([e.offsetX, e.offsetY]);
    return [Math.min(this.epochs, Math.max(1, Math.round(epoch))), Math.min(1, Math.max(0, share))];
  }

  begin(e) {
    if (!this.isOpen || e.button > 0 || !this.lesson.isAsked()) return;
    this.canvas.setPointerCapture(e.pointerId);
    if (this.isJudged) this.clear();
    const [epoch, share] = this.place(e);
    this.last = epoch;
    this.held = -1;
    this.drawn.set(epoch, share);
    this.redraw();
  }

  /** Draw on; what was drawn before between here and the last place is left. */
  goOn(e) {
    if (!this.last) return;
    const [epoch, share] = this.place(e), by = Math.sign(epoch - this.last);
    for (let at = this.last + by; by && at !== epoch; at += by) this.drawn.delete(at);
    this.drawn.set(epoch, share);
    this.last = epoch;
    this.redraw();
  }

  end() {
    if (!this.last) return;
    this.last = 0;
    this.answer();
  }

  /** Answer with what is drawn: a place alone is not a curve yet. */
  answer() {
    const epochs = [...this.drawn.keys()].sort((a, b) => a - b);
    if (epochs.length < Math.min(2, this.epochs) || !JUDGES.is_whole(epochs.at(-1), this.epochs)) {
      this.lesson.objection(`Draw on, up to epoch ${this.epochs.toLocaleString("en")}.`);
      return;
    }
    this.lesson.answerCurve(epochs, epochs.map((epoch) => this.drawn.get(epoch)));
  }

  /** Draw by keys: across to another epoch, on the same height, or up and down there. */
  plotKey(e) {
    const by = alongKey(e);
    if (!this.isOpen || e.ctrlKey || e.metaKey || e.altKey) return;
    if (by && this.lesson.isAsked()) this.drawByKey(by, e.shiftKey);
    else if (e.key === "Enter") this.answer();
    else if (e.key === "Escape") this.clear();
    else if (!by) return;
    e.preventDefault();
    e.stopPropagation();
  }

  drawByKey([across, up], isFine) {
    const { run, step } = this.player, per = Math.max(1, run.problem.stepsPerEpoch);
    const far = isFine ? 1 : Math.max(1, Math.round(this.epochs / 20)), { training } = this.player.errorPlot;
    let share = 0.5;
    if (this.held < 0) {
      const seen = Math.floor(step / per);
      this.held = Math.max(1, seen);
      if (seen) share = training[seen - 1];
    } else {
      share = this.drawn.get(this.held);
      this.held = Math.min(this.epochs, Math.max(1, this.held + far * across));
    }
    share = Math.min(1, Math.max(0, share + (isFine ? 0.01 : 0.05) * up));
    this.drawn.set(this.held, share);
    setText(byId("said"), `epoch ${this.held.toLocaleString("en")}: ${percent(share, 0)}`);
    this.redraw();
  }

  paintCurve(plot, theme) {
    const ctx = plot.canvas.getContext("2d"), epochs = [...this.drawn.keys()].sort((a, b) => a - b);
    const places = epochs.map((epoch) => [plot.x(epoch), plot.y(this.drawn.get(epoch))]);
    ctx.save();
    guessed(ctx, theme);
    ctx.beginPath();
    if (places.length === 1) ctx.moveTo(places[0][0] - 2, places[0][1]);
    places.forEach((place) => ctx.lineTo(...place));
    ctx.stroke();
    ctx.restore();
    if (this.held > 0) handle(ctx, [plot.x(this.held), plot.y(this.drawn.get(this.held))], theme);
    return [[(g) => {
      guessed(g, theme);
      g.beginPath();
      g.moveTo(1, 8);
      g.lineTo(25, 8);
      g.stroke();
    }, "your curve"]];
  }
}

/** Have a context draw what is guessed. */
function guessed(ctx, theme) {
  ctx.strokeStyle = theme.focus;
  ctx.lineWidth = 2.25;
  ctx.lineCap = ctx.lineJoin = "round";
  ctx.setLineDash([2, 5]);
}
