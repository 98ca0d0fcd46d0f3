
// -------------------------------------------------------------------------- the lesson

const ANSWERS = {
  "next mistake": PointAnswer, "next boundary": LineAnswer, "error curve": CurveAnswer,
};
const QUITE = { true: "Right", false: "Not quite" };
const OTHER_POINTS = "The task is about the points as they were: press “Points as they were”.";

/** Scroll what is told into sight, not under a finger that drags. */
function bringIntoSight(told) {
  const show = () => told.scrollIntoView({ block: "nearest" });
  if (globalThis.player?.pointers.size) addEventListener("pointerup", show, { once: true });
  else show();
}

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
    for (const lit of document.querySelectorAll(".spotlight")) lit.classList.remove("spotlight");
    for (const id of this.article.dataset.spotlight?.split(" ") || []) byId(id).classList.add("spotlight");
    this.task = this.article.querySelector(".task");
    this.moves = 0;
    this.hasChanged = false;
    for (const output of this.article.querySelectorAll("output")) {
      output.dataset.begun ??= output.textContent;
    }
    this.show(this.article.dataset);
  }

  /** Show a run beside the text, or a still picture. */
  show({ run, still }) {
    document.body.classList.toggle("still", run === undefined);
    this.player?.hand.leave();
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
    this.player.wantsCost = this.article.dataset.plots === "cost";
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
          this.hasChanged = true;
          this.player.change(changed);
          setText(byId("settings"), `${changed.title}, ${changed.settingsSaid}`);
        });
    }
    const isLine = this.setUp?.start && !spec.layers && spec.terms.length === 2 && spec.start.length === 1;
    this.player.hand = predict ? new ANSWERS[predict](this) : isLine ? new LineByHand(this) : new Hand();
    setText(byId("plot-keys").firstChild, `${this.player.hand.hint} `);
    setText(byId("keys"), this.player.hand.keys);
    if (predict) this.task.querySelector(".again")?.setAttribute("hidden", "");
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
        other.classList.toggle("right", k === answer && (i === answer || task.classList.contains("done")));
      });
      replies.forEach((reply, k) => (reply.hidden = k !== i || i === answer));
      if (i === answer) this.done(task);
      const because = task.querySelector(".because"), told = i === answer ? because : replies[i];
      because.hidden = i !== answer;
      if (told) bringIntoSight(told);
    }));
    task.querySelector(".show")?.addEventListener("click", (e) => this.showHow(e.target.dataset));
    task.querySelector(".again")?.addEventListener("click", (e) => this.askAgain(e.target));
    task.querySelector(".number")?.addEventListener("change", (e) => {
      const row = Number(e.target.value) - 1;
      if (Number.isInteger(row) && this.player.X[row]) this.answerPoint(row);
    });
  }

  /** Bring on what fulfils the task: other settings, or another run. */
  showHow({ set, ...shown }) {
    if (this.task.dataset.predict && shown.run === undefined && shown.still === undefined) {
      this.uncover();
      return;
    }
    this.hasChanged = true;
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
    const because = task.querySelector(".because");
    task.classList.add("done");
    because.hidden = false;
    bringIntoSight(because);
    setText(byId("said"), `Done. ${because.textContent}`);
  }

  /** Say on the page why what was done does not count, or how an answer is. */
  objection(text) {
    const said = this.task?.querySelector(".objection");
    if (!said || said.textContent === text) return;
    setText(said, text);
    if (text) bringIntoSight(said);
  }

  /** Tell whether the page stands at the step after which it asks, or say where to go. */
  isAsked() {
    const { spec, step, run, hand } = this.player, asked = Math.min(spec.step, run.steps);
    if (step === asked) return true;
    if (hand.isOver) return false;
    this.objection(`Go to step ${asked}: the question is what comes after it.`);
    return false;
  }

  answerPoint(row) {
    if (!this.isAsked()) return;
    const { run, step } = this.player, next = this.player.mistakeFrom(step, 1);
    const rows = run.places(next).map((place) => run.problem.rows[place]);
    const named = `point ${row + 1}`;
    if (rows.includes(row)) {
      this.judged(true, `Right: point ${rows[0] + 1} in step ${next.toLocaleString("en")}.`);
      return;
    }
    let sooner = step + 1;
    while (sooner < next && !run.places(sooner).some((place) => run.problem.rows[place] === row)) sooner++;
    this.judged(false, sooner < next
      ? `Not quite: the rule comes to ${named} before that, and finds it right.`
      : `Not quite: a mistake comes before ${named}.`);
  }

  answerLine(ends) {
    if (!this.isAsked()) return;
    const { run, plane, X } = this.player, next = this.player.hand.next;
    if (next > run.steps) return;
    const line = plane.line(run.problem, run.used(run.state(next)));
    if (!line[0] && !line[1]) {
      this.objection("The next update leaves no boundary.");
      return;
    }
    const places = X.map(plane.place), [low, high] = [Math.min, Math.max].map((of) =>
      [0, 1].map((i) => places.reduce((end, place) => of(end, place[i]), places[0][i])));
    const [angle, off, right] = JUDGES.line_off(...ends, line, low, high);
    this.judged(right, `${QUITE[right]}: your line is turned by ${number(Math.round(10 * angle) / 10)}° and ${number(off, 2)} away.`);
  }

  /** Judge errors that are drawn at some epochs. */
  answerCurve(epochs, errors) {
    const { run, hand } = this.player;
    if (!run.finished || !this.isAsked()) return;
    const [off, right] = JUDGES.curve_off(epochs, errors, this.player.errorPlot.training);
    hand.isJudged = true;
    this.judged(right, `${QUITE[right]}: your curve is ${(100 * off).toFixed(1)} % of the samples away from it, in the mean.`);
  }

  /** Show what was to be predicted; a curve can be drawn once more. */
  uncover() {
    const { player } = this, again = this.task.querySelector(".again");
    player.hand.uncover();
    if (again) again.hidden = this.task.classList.contains("done");
    player.seek(player.hand.next);
  }

  askAgain(button) {
    button.hidden = true;
    this.objection("");
    this.player.seek(this.player.spec.step);
    this.player.hand.again();
  }

  /** Say how an answer is, where it is seen; what comes is seen after a right one only. */
  judged(right, text) {
    if (right) {
      this.done(this.task);
      this.uncover();
    }
    this.objection(text);
    const because = this.task.querySelector(".because");
    because.hidden = !right;
    for (const told of [because, this.task.querySelector(".objection")]) bringIntoSight(told);
  }

  /** Write a fact: of the run as it is now, or as the page begins while that is so. */
  factText({ fact, begun, still }, facts, values) {
    const isBegun = !this.hasChanged && byId("restore").hidden, own = facts[fact];
    if (fact in facts && !(Number.isNaN(own) && isBegun && still)) return factText(fact, own);
    if (isBegun) return begun;
    const value = fact === "terms" ? this.setUp?.termsSaid : values[fact];
    return ["number", "string"].includes(typeof value) ? factText(fact, value) : "–";
  }

  /** Tell the facts of the step that is seen, and whether the task is done by it. */
  look(wrong) {
    const facts = factsOf(this.player, wrong), values = this.setUp ? this.setUp.all : {};
    for (const output of this.article.querySelectorAll("output")) {
      const text = this.factText(output.dataset, facts, values);
      setText(output, text);
      output.title = text === "–" && output.dataset.still ? "Perceptron Lab tells it." : "";
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
