
// ------------------------------------------------------------------------- the facts

/** Give what a page tells of the step that is seen, and of the run's end once it is known. */
function factsOf({ run, step, spec }, wrong) {
  const p = run.problem, s = run.state(step), end = run.now, total = spec.plan.total;
  const share = (part, flags) => {
    const { rows, counts } = p.parts[part];
    const errors = rows.reduce((sum, row, i) => sum + (flags[row] ? counts[i] : 0), 0);
    return errors / (part ? counts.reduce((a, b) => a + b, 0) : total);
  };
  const single = p.outputs === 1 && p.isLinear;
  const w = p.isLinear ? inDataUnits(p, run.used(s).slice(0, p.d + 1)) : [NaN];
  const atEnd = (value) => (run.finished ? value : NaN);
  const validated = run.epochs.map(({ errors }) => errors[1] / p.parts[1].rows.length);
  return {
    samples: spec.X.length, features: spec.features.length, outputs: p.outputs,
    classes: new Set(spec.y).size, test_error: share(2, wrong),
    get clearance() { return Math.min(...marginsOf(run, step).map(({ distance }) => distance)); },
    get support() {
      const inside = marginsOf(run, step).filter(({ product }) => product <= 1 + MARGIN_TOLERANCE);
      return new Set(inside.map(({ row }) => row)).size;
    },
    room: single ? 1 / Math.hypot(...w.slice(0, p.d)) : NaN,
    get run_validation_error() { return atEnd(share(1, run.wrongAt(end.step))); },
    get run_cost() { return atEnd(run.costAt(end.step)); },
    best_validation_error: atEnd(Math.min(...validated)),
    get separable() { return separableOf(p); }, get bound() { return boundOf(p); },
    get margin() { return marginOf(p); },
    get bound_margin() { return separationOf(p).margin; },
    get bound_radius() { return separationOf(p).radius; },
    get along() { return separationOf(p).u.reduce((sum, u, j) => sum + u * s.w[j], 0); },
    squared_length: single ? s.w.slice(0, p.d + 1).reduce((sum, w) => sum + w * w, 0) : NaN,
    rate: step ? p.rate(step) : NaN,
    finished: run.finished, step, epoch: run.epochOf(step), ...sampleFacts(run, step),
    updates: s.updates, mistakes: s.mistakes, mistake: Boolean(run.marks[step] & MISTAKE),
    error: share(0, wrong), validation_error: share(1, wrong), recent_error: recentError(wrong),
    w1: single ? w[0] : NaN, w2: single && p.d > 1 ? w[1] : NaN, b: w[p.d],
    norm: p.isLinear ? Math.hypot(...w.slice(0, p.d)) : NaN, cost: run.costAt(step),
    run_steps: atEnd(end.step), run_epochs: atEnd(run.epochOf(end.step)),
    run_updates: atEnd(end.updates), run_error: atEnd(share(0, run.wrongAt(end.step))),
    converges: atEnd(run.reason.startsWith("converged")),
  };
}

const MARGIN_TOLERANCE = 1e-3;
const ROUNDED_UP = 1 + 1e-5;

/** Give y·z, and how far it is on its side, of each sample learned from and each output. */
function marginsOf(run, step) {
  const p = run.problem, w = run.used(run.state(step));
  if (run.voted || !p.isLinear) return [{ row: 0, distance: NaN, product: NaN }];
  return p.spec.start.flatMap((_, k) => {
    const own = w.subarray(k * (p.d + 1), (k + 1) * (p.d + 1));
    const length = Math.hypot(...inDataUnits(p, own).slice(0, p.d)) || NaN;
    return p.vectors.map((x, i) => {
      const product = (p.isPositive(p.codes[i], k) ? 1 : -1) * p.score(w, k, x);
      return { row: p.rows[i], product, distance: product / length };
    });
  });
}

/** Tell whether the samples are separable; NaN where to tell would take long. */
function separableOf(p) {
  const rows = signedRows(p);
  return (p.separable ??= rows ? rows.every(isSeparable) : NaN);
}

/** Give the signed samples of one output, and of what they span the point nearest to 0,
    once; null where they do not separate, or to tell would take long. */
function nearestOf(p) {
  if (!p.nearest) {
    const [rows] = (p.outputs === 1 && p.isLinear && signedRows(p)) || [];
    p.nearest = { rows, nearest: rows ? nearestPoint(rows) : null };
  }
  return p.nearest;
}

/** Give Novikoff's bound on a perceptron's updates, (R/γ)², or NaN where there is none. */
function boundOf(p) {
  const { plan, spec, h } = p, plainly = plan.schedule === CONSTANT && plan.batch === 1;
  const holds = spec.isPerceptron && p.outputs === 1 && plainly && !spec.weights &&
    h.tolerance === 0 && !spec.start.flat().some(Boolean);
  if (p.bound === undefined) {
    const { rows, nearest } = holds ? nearestOf(p) : {};
    p.bound = NaN;
    if (nearest) {
      const longest = rows.map((row) => product(row, row)).reduce((a, b) => (a > b ? a : b));
      const { x, length } = nearest, parts = 10n ** 9n;
      p.bound = (Number((parts * longest * length * length) / product(x, x)) / 1e9) * ROUNDED_UP;
    }
  }
  return p.bound;
}

/** Give a vector of whole numbers the length 1. */
function directionOf(vector) {
  const bits = (value) => (value < 0n ? -value : value).toString(2).length;
  const less = BigInt(Math.max(0, Math.max(...vector.map(bits)) - MANTISSA_BITS));
  const x = vector.map((value) => Number(value >> less)), length = Math.hypot(...x);
  return x.map((value) => value / length);
}

/** Give γ, how far the nearest samples are from the line that is farthest from them: half
    as long as the shortest way between the two classes. NaN where to tell would take long. */
function marginOf(p) {
  if (p.margin !== undefined) return p.margin;
  const { codes, d, plan } = p;
  if (!plan.offset_input) return (p.margin = separationOf(p).margin);
  p.margin = NaN;
  if (p.outputs > 1 || !p.isLinear || !p.X.every(Number.isFinite)) return NaN;
  const { samples, bits } = wholeSamples(p), places = codes.map((_, i) => i);
  const [positive, negative] = [true, false].map((sign) => places.filter((i) => p.isPositive(codes[i], 0) === sign));
  const n = positive.length * negative.length;
  if (!n || workOf(n, d, bits) > MOST_WORK) return NaN;
  const rows = positive.flatMap((i) => negative.map((k) =>
    samples[i].slice(0, d).map((value, j) => value - samples[k][j])));
  const nearest = nearestPoint(rows);
  if (!nearest) return NaN;
  const u = directionOf(nearest.x);
  const reach = (i) => u.reduce((sum, own, j) => sum + own * p.X[i * d + j], 0);
  p.margin = (Math.min(...positive.map(reach)) - Math.max(...negative.map(reach))) / 2;
  return p.margin;
}

const NO_SEPARATION = { u: [NaN], margin: NaN, radius: NaN };
const MANTISSA_BITS = 53;

/** Give the direction u of length 1 with the widest margin, that margin, and the longest
    sample, each sample with its 1 for the offset (Novikoff, 1962). */
function separationOf(p) {
  if (p.separation === undefined) {
    const { nearest } = nearestOf(p);
    p.separation = NO_SEPARATION;
    if (nearest) {
      const u = directionOf(nearest.x), { d, plan } = p;
      const whole = p.codes.map((_, i) =>
        [...p.X.subarray(i * d, (i + 1) * d), plan.offset_input].slice(0, u.length));
      const reached = whole.map((row, i) =>
        (p.isPositive(p.codes[i], 0) ? 1 : -1) * row.reduce((sum, v, j) => sum + u[j] * v, 0));
      const lengths = whole.map((row) => Math.hypot(...row));
      p.separation = { u, margin: Math.min(...reached), radius: Math.max(...lengths) };
    }
  }
  return p.separation;
}

/** The share of the last samples of the data that are on a wrong side. */
function recentError(wrong) {
  const last = Array.from(wrong).slice(-RECENT);
  return last.filter(Boolean).length / last.length;
}

/** What is told of the one sample that a step looked at; of several, or none, nothing. */
function sampleFacts(run, step) {
  const p = run.problem, places = step ? run.places(step) : [], [i] = places;
  if (places.length !== 1 || p.outputs !== 1) return { sample: NaN, label: NaN, score: NaN };
  const [score] = p.scored(run.state(step - 1).w, p.vectors[i]);
  return { sample: p.rows[i] + 1, label: p.isPositive(p.codes[i], 0) ? 1 : -1, score };
}

function factText(name, value) {
  if (Number.isNaN(value)) return "–";
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (name.endsWith("error")) return percent(value);
  return value >= 1000 ? Math.round(value).toLocaleString("en") : number(value, 4);
}
