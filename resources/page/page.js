/* The player of an exported run. First the run itself: the loops of the engine over
   samples, which come before this as `LOOPS` and `passesAround`, around the rules, `RULES`,
   all translated from Python with the same order of floating-point operations, powers and
   sines among them. So weights are equal to the last bit. Then its picture, then its
   controls. */

const { is_mistake: isMistake, is_behind: isBehind, class_weight: classWeight } = LOOPS;
const { dot, square, rate, combined, settled, TOO_LARGE, LARGE_DATA } = LOOPS;
const { sin, power } = LOOPS;
const { CONSTANT, INVERSE, PEGASOS } = LOOPS;
const SCHEDULES = { constant: CONSTANT, inverse: INVERSE, pegasos: PEGASOS };
const { MISTAKE, UPDATE, BEST_ERRORS, AVERAGED, POCKET, VOTED } = LOOPS;

// ----------------------------------------------------------------------- the problem

/** Give the rows of a flat table: views of it. */
function rowsOf(flat, width) {
  const n = flat.length / width;
  return Array.from({ length: n }, (_, i) => flat.subarray(i * width, (i + 1) * width));
}

const orders = new Map();
const MOST_KEPT = 4e6;

/** Give the order of an epoch, from (seed, epoch): Fisher & Yates by SplitMix64. */
function shuffled(n, seed, epoch) {
  const key = `${n} ${seed} ${epoch}`;
  const kept = orders.get(key);
  if (kept) return kept;
  const u64 = (x) => BigInt.asUintN(64, x);
  let state = u64(BigInt(seed) * 0xd1b54a32d192ed03n + BigInt(epoch));
  const order = Int32Array.from({ length: n }, (_, j) => j);
  for (let j = n - 1; j > 0; j--) {
    state = u64(state + 0x9e3779b97f4a7c15n);
    let r = u64((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    r = u64((r ^ (r >> 27n)) * 0x94d049bb133111ebn);
    r ^= r >> 31n;
    const i = Math.floor((Number(r >> 32n) * (j + 1)) / 2 ** 32);
    [order[i], order[j]] = [order[j], order[i]];
  }
  if (orders.size * n > MOST_KEPT) orders.clear();
  orders.set(key, order);
  return order;
}

/** Map a sample to its terms: products of powers and sines of its features. */
function mapped(terms, x, out, at) {
  for (let j = 0; j < terms.length; j++) {
    let product = 1;
    for (const [feature, n, sine] of terms[j]) {
      product *= power(sine ? sin(x[feature]) : x[feature], n);
    }
    out[at + j] = product;
  }
}

/** Sum numbers as NumPy sums a column of its own: in eight sums, put together in pairs. */
function pairwise(values) {
  const n = values.length;
  if (n > 128) {
    const half = Math.floor(n / 2), first = half - (half % 8);
    return pairwise(values.slice(0, first)) + pairwise(values.slice(first));
  }
  let total = 0, from = 0;
  if (n >= 8) {
    const r = values.slice(0, 8);
    for (from = 8; from < n - (n % 8); from += 8) {
      for (let i = 0; i < 8; i++) r[i] += values[from + i];
    }
    total = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
  }
  for (; from < n; from++) total += values[from];
  return total;
}

/** Give the power of two near the largest number, whose square could be too large. */
function unitOf(values) {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  let unit = 1;
  while (largest && unit > largest) unit /= 2;
  while (2 * unit <= largest) unit *= 2;
  return unit;
}

/** Mean and deviation of each term, over the rows learned from. */
function scalingOf(phi, d, rows, weights, deviation) {
  const mean = new Float64Array(d), scale = new Float64Array(d).fill(1);
  const counts = rows.map((row) => (weights ? weights[row] : 1)), n = pairwise(counts) || 1;
  const sum = (values) => (d === 1 ? pairwise(values)
    : values.reduce((total, value) => total + value, 0));
  const rounding = rows.length * Number.EPSILON;
  for (let j = 0; j < d; j++) {
    const column = rows.map((row) => phi[row * d + j]), unit = unitOf(column);
    const shares = column.map((value) => value / unit);
    const middle = sum(shares.map((value, i) => counts[i] * value)) / n;
    const spread = sum(shares.map((value, i) => counts[i] * $square(value - middle)));
    const variance = spread / n;
    const varies = variance > rounding * variance + $square(middle * rounding);
    const deviated = unit * Math.sqrt(spread / (deviation === "sample" && n > 1 ? n - 1 : n));
    mean[j] = middle * unit;
    if (varies && deviated > 0) scale[j] = deviated;
  }
  return { mean, scale };
}

/** What a run works on: samples as learned from, and what the recipe says. */
class Problem {
  constructor(spec, X) {
    const d = spec.terms.length, n = X.length;
    this.spec = spec;
    this.plan = spec.plan;
    this.d = d;
    this.outputs = spec.outputs;
    this.rule = RULES[spec.rule];
    const scores = (z, w, rows) => rows.forEach((x, i) => (z[i] = dot(w[d], w, x)));
    const rows_of = (parameters) => rowsOf(parameters, d + 1);
    this.passes = passesAround({ ...this.rule, scores, exact_scores: scores, rows_of });
    this.h = spec.settings;
    const phi = (this.phi = new Float64Array(n * d));
    this.scaling = null;
    X.forEach((x, row) => this.fill(phi, x, row * d));
    if (spec.deviation) {
      this.scaling = scalingOf(phi, d, spec.parts[0], spec.weights, spec.deviation);
      X.forEach((x, row) => this.fill(phi, x, row * d));
    }
    this.all = rowsOf(phi, d);
    this.parts = spec.parts.map((rows) => this.part(phi, rows));
    Object.assign(this, this.parts[0]);
    this.stepsPerEpoch = Math.ceil(this.codes.length / this.plan.batch);
    this.mostSteps = this.stepsPerEpoch * spec.epochs;
  }

  /** Write the terms of a sample, standardised if the run says so. */
  fill(phi, x, at) {
    const { scaling } = this;
    mapped(this.spec.terms, x, phi, at);
    if (!scaling) return;
    for (let j = 0; j < this.d; j++) {
      phi[at + j] = (phi[at + j] - scaling.mean[j]) / scaling.scale[j];
    }
  }

  part(phi, rows) {
    const { d, spec } = this;
    const X = new Float64Array(rows.length * d);
    rows.forEach((row, i) => X.set(phi.subarray(row * d, row * d + d), i * d));
    const codes = rows.map((row) => spec.y[row]), vectors = rowsOf(X, d);
    const counts = rows.map((row) => (spec.weights ? spec.weights[row] : 1));
    const known = { sample_weights: counts, class_weights: spec.classWeights };
    return { rows, X, vectors, codes, counts, samples: { X: vectors, codes, ...known } };
  }

  /** Give the places, among the samples learned from, that an epoch visits in turn. */
  order(epoch) {
    const { plan, spec } = this;
    return plan.shuffled ? shuffled(this.codes.length, plan.seed, epoch) : spec.order;
  }

  rate(n) {
    return rate(this.plan, n);
  }

  keep(eta) {
    return this.rule.decay(eta, this.h);
  }

  /** Give how much a sample counts for an output with this label, or learned together. */
  count(part, i, k, y) {
    const own = part.counts[i], all = this.spec.classWeights;
    return own * (this.spec.coupled ? classWeight(all, part.codes[i]) : all[k][y > 0 ? 1 : 0]);
  }

  /** Give what the sample at a place adds, in units of η·x, before it is weighted. */
  pull(z, y, x) {
    return this.rule.pull(z, y, square(this.plan.offset_input, x), this.h);
  }

  isPositive(code, k) {
    return code === (this.outputs === 1 ? 1 : k);
  }

  score(w, k, x) {
    const base = k * (this.d + 1);
    return dot(w[base + this.d], k ? w.subarray(base) : w, x);
  }

  /** Whether its scores are sums w·x + b. */
  get isLinear() {
    return true;
  }

  /** Fill z with the scores of all outputs. */
  scoresOf(w, x, z) {
    for (let k = 0; k < this.outputs; k++) z[k] = this.score(w, k, x);
  }

  /** Give the scores of all outputs. */
  scored(w, x) {
    const z = new Float64Array(this.outputs);
    this.scoresOf(w, x, z);
    return z;
  }

  /** Fill in the rows of weights that the loops change, and what they remember. */
  prepare(state) {
    const counts = rowsOf(state.counts, 4);
    state.rows = rowsOf(state.w, this.d + 1);
    state.memories = rowsOf(state.memory, this.d + 1);
    state.combinations = state.memories.map((memory, k) =>
      ({ memory, counts: counts[k], updates: [[0, 0]], n_updates: [0] }));
    return state;
  }

  /** Sum the squares of the weights, but not of the offsets. */
  squares(w) {
    return w.reduce((sum, weight, j) => sum + ((j + 1) % (this.d + 1) ? weight * weight : 0), 0);
  }

  /** Give the cost J of weights: their losses, as the rule sums them, and the penalty. */
  cost(w, losses) {
    const { plan, h } = this, loss = losses / (plan.mean ? this.codes.length : 1);
    if (!plan.decays) return loss;
    return loss + (h.strength * (plan.mean ? 1 : this.stepsPerEpoch) * this.squares(w)) / 2;
  }

  /** Fill z with the scores of all classes that learn together; of two the first is 0. */
  scoresTogether(w, x, z) {
    const first = z.length - this.outputs;
    for (let k = 0; k < this.outputs; k++) z[first + k] = this.score(w, k, x);
  }

  /** Learn step n from the samples at some places, in place; fill in their marks. */
  learn(s, places, n, marks, voted) {
    const { plan, h, passes, samples, spec, outputs } = this;
    const taken = (own) => places.map((i) => own[i]);
    const block = {
      X: taken(samples.X), codes: taken(samples.codes), marks, steps_before: n - 1,
      sample_weights: taken(samples.sample_weights), positive: 1, class_weights: null,
    };
    if (spec.coupled) {
      const { each_batch_together: batches, each_sample_together: singles } = passes;
      (plan.batch > 1 ? batches : singles)(s.rows, s.memories, block, samples, plan, h);
      return;
    }
    for (let k = 0; k < outputs; k++) {
      const w = s.rows[k], kept = s.combinations[k];
      if (outputs > 1) block.positive = k;
      block.class_weights = spec.classWeights[k];
      kept.n_updates[0] = 0;
      if (plan.combination === POCKET) {
        passes.each_sample_with_a_pocket(w, kept, block, samples, plan, h);
      } else if (plan.batch > 1) passes.each_batch(w, kept, block, plan, h);
      else passes.each_sample(w, kept, block, plan, h);
      if (voted && kept.n_updates[0]) voted[k].push({ step: n, w: w.slice() });
    }
  }

  /** Count the errors of weights on a part, and sum the losses, as the loops do. */
  evaluate(w, { samples }) {
    const { X, codes, sample_weights, class_weights } = samples, { passes, spec } = this;
    const measure = spec.coupled ? passes.evaluate_together : passes.evaluate;
    return measure(w, null, X, codes, sample_weights, class_weights, this.h);
  }
}

/** Give what a run works on: of a network, if there is one, as `networkOf` makes it. */
function problemOf(spec, X) {
  return spec.layers ? networkOf(spec, X) : new Problem(spec, X);
}

// --------------------------------------------------------- whether it can converge

const MOST_WORK = 5e6; // a tenth of a second
const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);

/** Give a float times 2^1074: each is a whole number. */
function whole(value) {
  float[0] = value;
  const power = (words[1] >>> 20) & 2047, high = words[1] & 0xfffff | (power ? 1 << 20 : 0);
  const size = ((BigInt(high) << 32n) + BigInt(words[0])) << BigInt(Math.max(0, power - 1));
  return value < 0 ? -size : size;
}

function product(u, v) {
  let sum = 0n;
  for (let j = 0; j < u.length; j++) sum += u[j] * v[j];
  return sum;
}

/** Solve A x = 1 but for a factor above 0, in place; A is symmetric and positive. All
    divisions are exact: E. Bareiss, Sylvester's identity and multistep integer-preserving
    Gaussian elimination, Mathematics of Computation 22 (1968). */
function solved(A) {
  const n = A.length, x = new Array(n);
  let former = 1n;
  A.forEach((row) => row.push(1n));
  for (let k = 0; k < n; k++) {
    for (let r = k + 1; r < n; r++) {
      for (let j = r; j <= n; j++) {
        A[r][j] = (A[k][k] * A[r][j] - A[k][r] * A[k][j]) / former;
      }
    }
    former = A[k][k];
  }
  for (let k = n - 1; k >= 0; k--) {
    x[k] = former * A[k][n];
    for (let j = k + 1; j < n; j++) x[k] -= A[k][j] * x[j];
    x[k] /= A[k][k];
  }
  return x;
}

/** Tell whether weights score all rows of whole numbers above 0. */
const isSeparable = (rows) => nearestPoint(rows, (least) => least > 0n) !== null;

/** Give the point of the hull of rows that is nearest to 0, and by what it is too long, or
    null if it is 0; one on the way to it that is enough. P. Wolfe, Finding the nearest
    point in a polytope, Mathematical Programming 11 (1976). */
function nearestPoint(rows, isEnough = () => false) {
  let corners = [rows[0]], shares = [1n]; // these but for a factor
  for (;;) {
    const x = rows[0].map((_, j) =>
      corners.reduce((sum, corner, i) => sum + shares[i] * corner[j], 0n));
    if (!x.some(Boolean)) return null;
    const scores = rows.map((row) => product(x, row)), length = shares.reduce((a, b) => a + b);
    const least = scores.reduce((best, score, i) => (score < scores[best] ? i : best), 0);
    if (isEnough(scores[least]) || scores[least] * length >= product(x, x)) return { x, length };
    corners.push(rows[least]);
    shares.push(0n);
    for (;;) {
      const aims = solved(corners.map((a) => corners.map((b) => 1n + product(a, b))));
      if (aims.every((aim) => aim > 0n)) {
        shares = aims;
        break;
      }
      // On the way there, the first whose share comes to 0 is left behind.
      const isSooner = (i, j) => aims[i] * shares[j] < aims[j] * shares[i];
      const first = aims.reduce((best, _, i) => (isSooner(i, best) ? i : best), 0);
      const reached = aims.map((aim, i) => shares[first] * aim - aims[first] * shares[i]);
      corners = corners.filter((_, i) => reached[i] > 0n);
      shares = reached.filter((share) => share > 0n);
    }
  }
}

/** Give the samples, with the offset's 1, times a power of two: whole numbers; and of
    how many bits they are. */
function wholeSamples({ X, codes, d, plan }) {
  const samples = codes.map((_, i) => Array.from(X.subarray(i * d, (i + 1) * d), whole));
  if (plan.offset_input) samples.forEach((sample) => sample.push(whole(1)));
  let all = 0n;
  for (const value of samples.flat()) all |= value < 0n ? -value : value;
  const zeros = (all & -all).toString(2).length - 1, bits = all.toString(2).length - zeros;
  const shift = BigInt(zeros);
  return { samples: samples.map((sample) => sample.map((value) => value >> shift)), bits };
}

/** How much work it is to separate n rows of d numbers: how many, how long they are. */
const workOf = (n, d, bits) => d * d * (n + d * d) * (16 + d * (bits / 64) ** 2);

/** Give the rows that weights must score above 0, of each output or of all together; null
    where to tell whether they can would take long. */
function signedRows(p) {
  const { codes, outputs, spec } = p;
  if (!p.X.every(Number.isFinite)) return null;
  const { samples, bits } = wholeSamples(p), together = spec.coupled && outputs > 1;
  const d = samples[0].length * (together ? outputs : 1);
  const n = samples.length * (together ? outputs - 1 : 1);
  if (workOf(n, d, bits) * (together ? 1 : outputs) > MOST_WORK) return null;
  if (together) {
    const rows = [];
    samples.forEach((sample, i) => {
      for (let k = 0; k < outputs; k++) {
        if (k === codes[i]) continue;
        rows.push(spec.start.flatMap((_, own) => sample.map((value) =>
          own === codes[i] ? value : own === k ? -value : 0n)));
      }
    });
    return [rows];
  }
  return spec.start.map((_, k) => samples.map((sample, i) =>
    p.isPositive(codes[i], k) ? sample : sample.map((value) => -value)));
}

/** Say why a perceptron can never be right on all samples; nothing where it can, or
    where to tell would take long. */
function whyNever(p) {
  const { outputs, spec } = p, offset = p.plan.offset_input !== 0;
  if (!spec.isPerceptron) return "";
  if (p.h.tie !== 0 && !offset) return ""; // some are right on the boundary itself
  if ((signedRows(p) || []).every(isSeparable)) return "";
  if (spec.coupled && outputs > 1) return "no weights have every class ahead on its samples";
  if (outputs > 1) return "a class is not separable from the rest";
  return offset ? "not separable"
    : "no boundary through the origin separates the classes";
}

// -------------------------------------------------------------------------- the run

/** Give a state of a run with what each output has of it. */
function copied(p, state) {
  const { w, memory, counts } = state;
  return p.prepare({ ...state, w: w.slice(), memory: memory.slice(), counts: counts.slice() });
}

/** The votes on samples, summed: what has voted up to a step is kept for the next. */
class VoteSums {
  constructor(run, vectors) {
    const { outputs } = run.problem;
    [this.run, this.vectors] = [run, vectors];
    this.sums = new Float64Array(vectors.length * outputs);
    this.counted = new Array(outputs).fill(0);
  }

  /** Give the totals, of each sample those of all outputs. */
  at(step) {
    let votes = this.counted.map((first, k) => this.run.votes(k, step, first));
    if (votes.some((own) => !own.length)) {
      this.sums.fill(0);
      this.counted.fill(0);
      votes = this.counted.map((_, k) => this.run.votes(k, step));
    }
    votes.forEach((own, k) => {
      for (const vector of own.slice(0, -1)) this.add(this.sums, k, vector);
      this.counted[k] += own.length - 1;
    });
    const totals = this.sums.slice();
    votes.forEach((own, k) => this.add(totals, k, own[own.length - 1]));
    return totals;
  }

  add(sums, k, { w, count }) {
    const { run, vectors } = this, { d, outputs } = run.problem;
    for (let i = 0, at = k; i < vectors.length; i++, at += outputs) {
      sums[at] += count * run.vote(dot(w[d], w, vectors[i]));
    }
  }
}

const LONGEST = 2e7; // steps: of each a mark is kept

/** A run that is recorded step by step, and read at any step of the past. */
class Run {
  constructor(problem, longest = LONGEST) {
    const p = (this.problem = problem);
    this.longest = longest;
    const w = Float64Array.from(p.spec.start.flat());
    const counts = new Float64Array(4 * p.outputs);
    for (let k = 0; k < p.outputs; k++) counts[4 * k + BEST_ERRORS] = Infinity;
    const memory = p.plan.combination === POCKET ? w.slice() : new Float64Array(w.length);
    const made = { step: 0, updates: 0, mistakes: 0, ofEpoch: 0 };
    this.now = p.prepare({ w, memory, counts, ...made });
    this.former = w.slice();
    this.stride = 16;
    this.keyframes = [copied(p, this.now)];
    this.marks = new Uint8Array(256);
    this.epochs = [];
    this.reason = p.codes.length ? "" : "no points yet";
    this.voted = null;
    if (p.plan.combination === VOTED) {
      const start = (k) => p.spec.start[k];
      this.voted = p.spec.start.map((_, k) => [{ step: 0, w: Float64Array.from(start(k)) }]);
      this.sums = p.parts.map((part) => new VoteSums(this, part.vectors));
    }
  }

  get steps() {
    return this.now.step;
  }

  get finished() {
    return this.reason !== "";
  }

  /** Why it can never converge, as far as that is known. Of a run that goes on nothing is
      said: floats may come to rest where numbers could not. */
  get never() {
    if (!this.finished || !this.problem.codes.length) return "";
    const rests = this.epochs.some(({ made }) => made === 0);
    return (this.foundNever ??= rests ? "" : whyNever(this.problem));
  }

  epochOf(step) {
    return Math.ceil(step / Math.max(1, this.problem.stepsPerEpoch));
  }

  /** Give the places, among the samples learned from, that a step looks at. */
  places(step) {
    const p = this.problem, { batch } = p.plan;
    const epoch = Math.floor((step - 1) / p.stepsPerEpoch);
    const first = ((step - 1) % p.stepsPerEpoch) * batch;
    const order = p.order(epoch), last = Math.min(first + batch, order.length);
    if (batch === 1) return [order[first]];
    return Array.from(order.slice(first, last));
  }

  /** Make one step from a state, in place; give its marks, all of them or'ed. */
  advance(s, voted) {
    const p = this.problem, n = s.step + 1;
    const places = this.places(n), marks = places.map(() => 0);
    p.learn(s, places, n, marks, voted);
    let all = 0, wrong = 0;
    for (const mark of marks) {
      all |= mark;
      wrong += mark & MISTAKE;
    }
    if (s.step % p.stepsPerEpoch === 0) s.ofEpoch = 0;
    s.step = n;
    s.updates += all >> 1;
    s.mistakes += wrong;
    s.ofEpoch += wrong;
    return all;
  }

  /** Record on, for so many milliseconds or to the end. */
  extend(milliseconds = Infinity) {
    const p = this.problem, until = performance.now() + milliseconds;
    while (!this.finished) {
      const mark = this.advance(this.now, this.voted);
      if (!this.now.w.every((weight) => Math.abs(weight) <= TOO_LARGE)) {
        this.now = this.state(this.now.step - 1);
        const large = p.X.some((value) => Math.abs(value) > LARGE_DATA);
        const why = large ? "the data are too large, scale them down" : "learning rate too large";
        this.reason = `diverged after step ${this.steps}: ${why}`;
        return;
      }
      if (this.steps >= this.marks.length) {
        const longer = new Uint8Array(2 * this.marks.length);
        longer.set(this.marks);
        this.marks = longer;
      }
      this.marks[this.steps] = mark;
      if (this.steps % this.stride === 0) this.keep();
      if (this.steps % p.stepsPerEpoch === 0) this.endEpoch();
      if (this.steps >= this.longest && !this.finished) {
        this.reason = `stopped after ${this.steps.toLocaleString("en")} steps: the program goes on`;
      }
      if ((this.steps & 63) === 0 && performance.now() > until) return;
    }
  }

  keep() {
    this.keyframes.push(copied(this.problem, this.now));
    if (this.keyframes.length > 4096) {
      this.keyframes = this.keyframes.filter((_, i) => i % 2 === 0);
      this.stride *= 2;
    }
  }

  /** Measure the epoch that ends here, and look whether the run is over. */
  endEpoch() {
    const p = this.problem, { plan } = p, s = this.now;
    const used = this.used(s);
    const measured = this.voted ? this.votedErrors() : p.parts.map((part) => p.evaluate(used, part));
    const cost = p.spec.hasCost ? p.cost(used, measured[0][1]) : NaN;
    this.epochs.push({ made: s.ofEpoch, errors: measured.map(([errors]) => errors), cost });
    const epoch = this.epochs.length, where = `in epoch ${epoch}`;
    const onTarget = measured[0][0] <= plan.target_error * plan.total;
    if (p.spec.byHand) this.reason = "nothing is learned";
    else if (plan.stop_without_mistake && s.ofEpoch === 0) this.reason = `converged ${where}`;
    else if (onTarget) this.reason = `reached the target error ${where}`;
    else if (settled(s.w, this.former, plan)) this.reason = `settled (‖Δw‖ below its bound) ${where}`;
    else if (this.steps >= p.mostSteps) {
      this.reason = `stopped at the limit of ${epoch} epoch${epoch === 1 ? "" : "s"}`;
    }
  }

  /** Give the state after a step, rebuilt from the nearest keyframe. */
  state(step) {
    const place = Math.min(Math.floor(step / this.stride), this.keyframes.length - 1);
    const state = copied(this.problem, this.keyframes[place]);
    while (state.step < step) this.advance(state, null);
    return state;
  }

  /** Give the weights that the combination uses; where weights vote, the newest. */
  used(s) {
    return combined(s.w, s.memory, this.problem.plan, s.step);
  }

  /** Give the vectors of an output that vote after a step, from one on, with their votes. */
  votes(k, step, first = 0) {
    const made = this.voted[k];
    let size = made.length;
    if (made[size - 1].step > step) {
      let low = 0;
      while (size - low > 1) {
        const middle = (low + size) >> 1;
        if (made[middle].step <= step) low = middle;
        else size = middle;
      }
    }
    return made.slice(first, size).map(({ step: begun, w }, i) => {
      const end = first + i + 1 < size ? made[first + i + 1].step : step + 1;
      return { w, count: end - Math.max(begun, 1) };
    });
  }

  /** Give the sign of a score, as a vote. */
  vote(z) {
    return z > 0 || (z === 0 && this.problem.h.tie !== 0) ? 1 : z < 0 ? -1 : 0;
  }

  /** Count the errors of the vote at the newest step, on each part. */
  votedErrors() {
    const { outputs, parts } = this.problem;
    return parts.map((part, at) => {
      const totals = this.sums[at].at(this.steps);
      let errors = 0;
      part.codes.forEach((code, i) => {
        const own = totals.subarray(i * outputs, (i + 1) * outputs);
        if (this.isWrong(own, code)) errors += part.counts[i];
      });
      return [errors, 0];
    });
  }

  /** Give the cost J of the weights used after a step; NaN where there is none. */
  costAt(step) {
    const p = this.problem, w = this.used(this.state(step));
    return p.spec.hasCost ? p.cost(w, p.evaluate(w, p.parts[0])[1]) : NaN;
  }

  /** Tell of every sample whether the model after a step is wrong on it. */
  wrongAt(step) {
    const p = this.problem, { outputs } = p, w = this.used(this.state(step));
    const z = new Float64Array(outputs), { y } = p.spec;
    let totals = null;
    if (this.voted) totals = (this.onAll ||= new VoteSums(this, p.all)).at(step);
    return y.map((code, row) => {
      if (totals) return this.isWrong(totals.subarray(row * outputs, (row + 1) * outputs), code);
      p.scoresOf(w, p.all[row], z);
      return this.isWrong(z, code);
    });
  }

  /** Tell whether scores do not put a class strictly first. */
  isWrong(scores, code) {
    if (scores.length === 1) {
      return code === 1 ? this.vote(scores[0]) <= 0 : !(scores[0] < 0);
    }
    return isBehind(scores, code);
  }

  /** Make what gives the scores of the model after a step, for features x. */
  model(step) {
    const p = this.problem, { d, outputs, spec } = p;
    const s = this.state(step), w = this.used(s), phi = new Float64Array(d);
    const votes = this.voted && spec.start.map((_, k) => this.votes(k, step));
    const z = new Float64Array(outputs);
    return (x) => {
      p.fill(phi, x, 0);
      if (!votes) p.scoresOf(w, phi, z);
      else {
        z.fill(0);
        for (let k = 0; k < outputs; k++) {
          for (const { w: v, count } of votes[k]) {
            z[k] += count * this.vote(dot(v[d], v, phi));
          }
        }
      }
      return z;
    };
  }
}

/** Turn one output's weights as trained into weights on the terms as drawn. */
function inDataUnits(p, w) {
  if (!p.scaling) return Array.from(w);
  const { mean, scale } = p.scaling;
  const coef = Array.from(w.subarray(0, p.d), (weight, j) => weight / scale[j]);
  return [...coef, w[p.d] - coef.reduce((sum, c, j) => sum + c * mean[j], 0)];
}

// ------------------------------------------------------------------------- the words

const byId = (id) => document.getElementById(id);

/** Write a number as the window does: to five digits, with a true minus. */
function number(value, digits = 5) {
  if (!Number.isFinite(value)) return `${value}`.replace("Infinity", "∞").replace("-", "−");
  const size = Math.abs(value);
  const trimmed = (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  let text;
  if (size && !(size >= 1e-4 && size < 1e6)) {
    const [figure, power] = value.toExponential(digits - 1).split("e");
    text = `${trimmed(figure)}e${Number(power)}`;
  } else {
    const places = size ? digits - 1 - Math.floor(Math.log10(size)) : 0;
    text = trimmed((value + 0).toFixed(Math.min(20, Math.max(0, places))));
  }
  return (text === "-0" ? "0" : text).replaceAll("-", "−");
}

/** The same as a factor: a negative one in brackets. */
const factor = (value) => (value < 0 ? `(${number(value)})` : number(value));
const summand = (value) => `${value < 0 ? "−" : "+"} ${number(Math.abs(value))}`;
const MOST_SHOWN = 6;

function vector(values) {
  const shown = Array.from(values).slice(0, MOST_SHOWN).map((value) => number(value));
  return `(${shown.join(", ")}${values.length > MOST_SHOWN ? ", …" : ""})`;
}

/** Change a text only where it is another: nothing is laid out anew for the same. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Have buttons look and be told as of no use; they keep the focus that they have. */
function disable(ids, on) {
  for (const id of ids) byId(id).setAttribute("aria-disabled", String(on));
}

const plural = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;

/** Write a share as the window does: a half rounded up as by hand, and with more places
    where it would be taken for none or for all. */
function percent(share, places = 1) {
  const power = 10 ** places, exact = Number((100 * share).toPrecision(12));
  const parts = Math.round(Number((exact * power).toPrecision(12)));
  const isOff = exact > 0 && exact < 100 && (parts === 0 || parts === 100 * power);
  if (isOff && places < 6) return percent(share, places + 1);
  return `${(parts / power).toFixed(places)} %`;
}

/** Say which weights a run uses after a step, if not the newest. */
function usedSaid(p, step) {
  return {
    [AVERAGED]: `the mean of ${step.toLocaleString("en")} w so far`,
    [POCKET]: "the pocket, the best w so far",
    [VOTED]: `the vote, ${plural(step, "vote")} so far`,
  }[p.plan.combination];
}

/** Spell a step out: rows of a label, a text, what follows, and whether it is wrong. */
function updateLines(run, step) {
  const p = run.problem, { spec } = p, binary = p.outputs === 1;
  const before = run.state(step - 1), after = run.state(step);
  const places = run.places(step), code = p.codes[places[0]];
  const mark = run.marks[step], wrong = Boolean(mark & MISTAKE);
  const follows = mark & UPDATE ? "update" : "no change";
  const rows = [], single = places.length === 1;
  if (single) {
    const x = p.vectors[places[0]];
    const y = binary ? `, y = ${code === 1 ? "1" : "−1"}` : "";
    const scaled = p.scaling ? ", standardised" : "";
    rows.push(["sample", `${spec.plain ? "x" : "φ(x)"} = ${vector(x)}${scaled}${y}`]);
  } else {
    const mistakes = after.mistakes - before.mistakes;
    rows.push(["samples", plural(places.length, "point")]);
    rows.push(["check", "", `${plural(mistakes, "mistake")} → ${follows}`, wrong]);
  }
  const used = usedSaid(p, step);
  if (used) rows.push(["weights", `the newest w; used: ${used}`]);
  if (!p.isLinear) rows.push(...p.layerLines(before, places));
  for (let k = 0; k < p.outputs && p.isLinear; k++) {
    rows.push(...outputLines(p, before, after, k, places, step, follows));
  }
  if (single && spec.coupled) {
    const ahead = `${spec.classes[code]} ${wrong ? "is not ahead" : "is ahead"} → `;
    rows.push(["check", ahead, `${wrong ? "mistake" : "right"} → ${follows}`, wrong]);
  }
  if (mark & UPDATE) spec.formulas.forEach((text, i) => rows.push([i ? "" : "rule", text]));
  if (p.plan.combination === AVERAGED && binary) rows.push(...meanLines(run, before, after));
  return rows;
}

/** Write how the mean of all weights so far comes out of the one before. */
function meanLines(run, before, after) {
  const { d, plan } = run.problem, n = after.step;
  const [old, mean] = [run.used(before), run.used(after)], w = after.w;
  const summed = (first, second) => `${n - 1}/${n}·${first} + 1/${n}·${second}`;
  const [u, v, m] = [old, w, mean].map((weights) => vector(weights.subarray(0, d)));
  const rows = [["mean", `w: ${summed(u, v)} = ${m}`]];
  if (plan.offset_input) {
    rows.push(["", `b: ${summed(factor(old[d]), factor(w[d]))} = ${number(mean[d])}`]);
  }
  return rows;
}

/** The lines of one output: score and condition of a single sample, the new weights. */
function outputLines(p, before, after, k, places, step, follows) {
  const { spec, d, plan } = p, binary = p.outputs === 1, rows = [];
  const [w, to] = [before, after].map((s) => s.w.subarray(k * (d + 1), (k + 1) * (d + 1)));
  const x = spec.plain ? "x" : "φ(x)", offset = plan.offset_input;
  const sample = p.vectors[places[0]];
  const single = places.length === 1, name = binary ? "" : spec.classes[k];
  if (single) {
    const y = p.isPositive(p.codes[places[0]], k) ? 1 : -1;
    const z = p.score(before.w, k, sample);
    const check = spec.coupled ? [] : verdict(p, y, z, p.pull(z, y, sample), follows);
    if (binary) {
      const products = Array.from(sample, (value, j) => `${factor(w[j])}·${factor(value)}`);
      const summed = d > 3 ? "" : ` = ${products.join(" + ")}${offset ? ` ${summand(w[d])}` : ""}`;
      rows.push(["score", `z = w·${x}${offset ? " + b" : ""}${summed} = ${number(z)}`]);
      if (!spec.coupled) rows.push(["check", ...check]);
    } else if (spec.coupled) rows.push([name, `z = ${number(z)}`]);
    else rows.push([name, `z = ${number(z)}, `, check[1].split(" → ")[0], check[2]]);
  }
  if (to.every((weight, j) => weight === w[j])) return rows;
  const eta = p.rate(step), keep = p.keep(eta), shrunk = keep === 1 ? "" : `${number(keep)}·`;
  const label = binary ? "update" : single ? "" : name;
  const result = vector(to.subarray(0, d));
  if (single) {
    const { step: scale, pull } = pulled(p, before, places[0], k, eta);
    const times = spec.hasRate ? `${factor(eta)}·${factor(pull)}` : factor(scale);
    const [kept, added] = binary ? [vector(w.subarray(0, d)), vector(sample)] : ["w", x];
    rows.push([label, `w ← ${shrunk}${kept} + ${times}·${added} = ${result}`]);
    if (offset) {
      const b = binary ? number(w[d]) : "b";
      rows.push(["", `b ← ${b} + ${times} = ${number(to[d])}`]);
    }
    return rows;
  }
  const change = Array.from(to, (weight, j) => weight - (j < d ? keep : 1) * w[j]);
  rows.push([label, `w ← ${shrunk}${vector(w.subarray(0, d))} + ${vector(change.slice(0, d))} = ${result}`]);
  if (offset) rows.push(["", `b ← ${number(w[d])} + ${factor(change[d])} = ${number(to[d])}`]);
  return rows;
}

/** Give what a sample adds to one output, in units of η·x, and of x. */
function pulled(p, s, i, k, eta) {
  if (!p.spec.coupled) {
    const y = p.isPositive(p.codes[i], k) ? 1 : -1;
    const z = p.score(s.w, k, p.vectors[i]);
    const pull = p.pull(z, y, p.vectors[i]) * p.count(p, i, k, y);
    return { pull, step: eta * pull };
  }
  const size = Math.max(2, p.outputs), z = new Float64Array(size), c = new Float64Array(size);
  p.scoresTogether(s.w, p.vectors[i], z);
  p.rule.pull(z, p.codes[i], c, p.h);
  const pull = c[size - p.outputs + k] * p.count(p, i, 0, 1);
  return { pull, step: eta * pull };
}

/** Put the numbers into the condition, say what follows and whether it is wrong. */
function verdict(p, y, z, pull, follows) {
  const wrong = isMistake(z, y, p.h), limit = number(p.h.tolerance);
  const product = `y·z = ${y < 0 ? "(−1)" : "1"}·${factor(z)} = ${number(y * z)}`;
  const [below, above] = p.h.tie !== 0 && y > 0 ? ["<", "≥"] : ["≤", ">"];
  const compared = `${product} ${wrong ? below : above} ${limit} → `;
  const inside = p.spec.hasCondition && !wrong && pull !== 0;
  const said = wrong ? "mistake" : inside ? "right, but inside the margin" : "right";
  return [compared, `${said} → ${follows}`, wrong];
}

// ----------------------------------------------------------------------- the drawing

const SYMBOLS = ["o", "t1", "s", "d", "star", "p", "h", "+", "x"];
const SIZES = { o: 10, t1: 12, s: 9, d: 12, star: 14 };
const DOT = 1.6;
const FAINTEST = 0.07;
const SPRITE = 20;
const MANY = 400;
const RECENT = 100;
const AXES = { left: 46, bottom: 36 };
const OUTCOME = 44;
const EDGE = 7;

const symbolOf = (code) => SYMBOLS[(code + Math.floor(code / 9)) % 9];

const PART_NAMES = ["training", "validation", "test"];

/** Add a class's symbol to a path. */
function addSymbol(path, name, x, y) {
  const r = (SIZES[name] || 12) / 2;
  const corners = (n, turn, inner = 0) => {
    const m = inner ? 2 * n : n;
    for (let i = 0; i < m; i++) {
      const angle = turn + (2 * Math.PI * i) / m, at = inner && i % 2 ? r * inner : r;
      const to = i ? "lineTo" : "moveTo";
      path[to](x + at * Math.cos(angle), y + at * Math.sin(angle));
    }
    path.closePath();
  };
  const up = -Math.PI / 2;
  if (name === "o") {
    path.moveTo(x + r, y);
    path.arc(x, y, r, 0, 2 * Math.PI);
  } else if (name === "t1") {
    path.moveTo(x, y - r);
    path.lineTo(x + r, y + r);
    path.lineTo(x - r, y + r);
    path.closePath();
  } else if (name === "s") path.rect(x - r, y - r, 2 * r, 2 * r);
  else if (name === "d") corners(4, up);
  else if (name === "star") corners(5, up, 0.42);
  else if (name === "p") corners(5, up);
  else if (name === "h") corners(6, up);
  else {
    const turn = name === "+" ? 0 : Math.PI / 4, t = r / 3;
    const shape = [[-t, -r], [t, -r], [t, -t], [r, -t], [r, t], [t, t], [t, r], [-t, r],
      [-t, t], [-r, t], [-r, -t], [-t, -t]];
    shape.forEach(([u, v], i) => {
      const px = x + u * Math.cos(turn) - v * Math.sin(turn);
      const py = y + u * Math.sin(turn) + v * Math.cos(turn);
      path[i ? "lineTo" : "moveTo"](px, py);
    });
    path.closePath();
  }
}

function arrow(ctx, [x, y], [toX, toY], tone, width) {
  const length = Math.hypot(toX - x, toY - y);
  if (length < 1) return;
  const head = Math.min(9, length), ux = ((toX - x) / length) * head;
  const uy = ((toY - y) / length) * head;
  ctx.strokeStyle = ctx.fillStyle = tone;
  ctx.lineWidth = width;
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(toX - ux, toY - uy);
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(toX, toY);
  ctx.lineTo(toX - ux - 0.42 * uy, toY - uy + 0.42 * ux);
  ctx.lineTo(toX - ux + 0.42 * uy, toY - uy - 0.42 * ux);
  ctx.fill();
}

/** The colours of the present theme, from the style sheet. */
function themeColours(spec) {
  const style = getComputedStyle(document.documentElement);
  const get = (name) => style.getPropertyValue(`--${name}`).trim();
  const names = ["card", "field", "border", "ink", "muted", "faint", "grid", "mistake",
    "accent", "focus"];
  const theme = Object.fromEntries(names.map((name) => [name, get(name)]));
  region = Number(get("region"));
  theme.palette = Array.from({ length: 9 }, (_, colour) => get(`class-${colour}`));
  theme.classes = spec.colours.map((colour) => theme.palette[colour % 9]);
  theme.font = getComputedStyle(document.body).fontFamily;
  return theme;
}

const parts = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

function mixed(ground, tone, share) {
  const to = parts(tone);
  return parts(ground).map((value, i) => Math.round(value + (to[i] - value) * share));
}

let region = 0.4;

/** How strong a class's colour is in the ground, so far ahead. */
const strength = (lead) => FAINTEST + (region - FAINTEST) * (1 - Math.exp(-lead));

/** Put a canvas in a canvas's place, which keeps its pixels in memory, and give both:
    WebKitGTK prints one black whose pixels are the graphics card's. */
function withPrinted(own) {
  const printed = own.cloneNode();
  printed.getContext("2d", { willReadFrequently: true });
  own.replaceWith(printed);
  return [own, printed];
}

/** Pixels in one of CSS's: on paper more than on a screen. */
const pixelRatio = () => (isPaper() ? 3 : window.devicePixelRatio || 1);

const isPaper = () => document.documentElement.classList.contains("paper");

/** Make a canvas as sharp as the screen; give its context, scaled to CSS pixels. */
function sharp(canvas, width = canvas.clientWidth, height = canvas.clientHeight) {
  const ratio = pixelRatio();
  const w = Math.round(width * ratio), h = Math.round(height * ratio);
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const ctx = canvas.getContext("2d");
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.setLineDash([]);
  ctx.clearRect(0, 0, width, height);
  return { ctx, width, height };
}

/** Give round numbers from low to high, about so many. */
function ticks(low, high, most) {
  const rough = (high - low) / Math.max(1, most), power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough * 0.999);
  const values = [];
  for (let i = Math.ceil(low / step); i * step <= high; i++) values.push(i * step);
  return values;
}

/** Give round numbers with their texts, no two alike, and their places in the row. */
function ticked(values) {
  const step = values.length > 1 ? values[1] - values[0] : Math.abs(values[0]) || 1;
  const power = (value) => Math.floor(Math.log10(Math.abs(value)) + 1e-9);
  return values.map((value) => {
    const size = Math.abs(value), digits = size < step / 2 ? 1 : power(size) - power(step) + 1;
    const inFull = digits > 3 && size >= 1e6 && size < 1e15;
    const text = inFull ? value.toFixed(Math.max(0, -power(step))).replace("-", "−") :
      number(value, Math.max(4, digits));
    return [value, text, Math.round(value / step)];
  });
}

/** Give the piece of a·x + b·y + c = 0 within a rectangle, or null. */
function clipped([a, b, c], [left, bottom, right, top]) {
  const ends = [];
  if (Math.abs(b) > 0) {
    for (const x of [left, right]) ends.push([x, -(a * x + c) / b]);
  }
  if (Math.abs(a) > 0) {
    for (const y of [bottom, top]) ends.push([-(b * y + c) / a, y]);
  }
  const tiny = 1e-9;
  const inside = ends.filter(([x, y]) =>
    x >= left - tiny * (right - left) && x <= right + tiny * (right - left) &&
    y >= bottom - tiny * (top - bottom) && y <= top + tiny * (top - bottom));
  if (inside.length < 2) return null;
  const far = inside.map((end) => Math.hypot(end[0] - inside[0][0], end[1] - inside[0][1]));
  return [inside[0], inside[far.indexOf(Math.max(...far))]];
}

/** The plane: what is across and up, its view, and all that is drawn on it. */
class Plane {
  constructor(canvas, spec) {
    this.canvas = canvas;
    this.spec = spec;
    this.image = document.createElement("canvas");
    this.layer = document.createElement("canvas");
    this.layered = [];
    this.scale = 1; // of the arrows of weights
    this.font = `12px ${getComputedStyle(document.body).fontFamily}`;
    const { across, up } = spec.view;
    this.isPlain = spec.terms.every((term) => term.length === 1 && term[0][1] === 1 && !term[0][2]);
    this.flat = !spec.layers && this.isPlain;
    this.place = (x) => [x[across], up < 0 ? 0 : x[up]];
  }

  /** Show all points. */
  fit(X) {
    const places = X.length ? X.map(this.place) : [[-4, -4], [4, 4]];
    const [lowX, highX, lowY, highY] = [0, 0, 1, 1].map((axis, i) =>
      (i % 2 ? Math.max : Math.min)(...places.map((place) => place[axis])));
    const wide = highX - lowX || 2, high = highY - lowY || 2;
    for (let pass = 0; pass < 2; pass++) { // its numbers are known once there is a view
      this.measure();
      const width = Math.max(50, this.width - this.left), height = Math.max(50, this.height - AXES.bottom);
      const { stretch } = this.spec.view; // of a unit of what is up, beside one of what is across
      const most = Math.min(height / 1.2, height - 2 * OUTCOME) / high;
      const kx = Math.min(width / (wide * 1.2), most / stretch);
      this.view = { x: (lowX + highX) / 2, y: (lowY + highY) / 2, kx, ky: stretch * kx };
    }
  }

  /** Take the size of the canvas: to ask for it at each point would take long. */
  measure() {
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.left = AXES.left + this.excess();
    this.middle = [(this.left + this.width) / 2, (this.height - AXES.bottom) / 2];
  }

  /** Give the pixels by which the numbers at the side are wider than usual. */
  excess() {
    if (!this.view || this.spec.view.up < 0) return 0;
    const half = (this.height - AXES.bottom) / 2 / this.view.ky, ctx = this.canvas.getContext("2d");
    ctx.font = this.font;
    const texts = ticked(ticks(this.view.y - half, this.view.y + half, this.height / 70));
    const widest = Math.max(0, ...texts.map(([, text]) => ctx.measureText(text).width));
    return Math.max(0, Math.ceil(widest) + 26 - AXES.left);
  }

  pixel([x, y]) {
    const { view, middle } = this;
    return [middle[0] + (x - view.x) * view.kx, middle[1] - (y - view.y) * view.ky];
  }

  at([px, py]) {
    const { view, middle } = this;
    return [view.x + (px - middle[0]) / view.kx, view.y - (py - middle[1]) / view.ky];
  }

  /** Give the pixel nearest to one where a whole point is seen, and can be taken. */
  inside([px, py]) {
    return [
      Math.min(this.width - EDGE, Math.max(this.left + EDGE, px)),
      Math.min(this.height - AXES.bottom - EDGE, Math.max(EDGE, py)),
    ];
  }

  get rect() {
    const [left, bottom] = this.at([this.left, this.height - AXES.bottom]);
    const [right, top] = this.at([this.width, 0]);
    return [left, bottom, right, top];
  }

  zoom(times, pixel = this.middle) {
    const before = this.at(pixel);
    this.view.kx *= times;
    this.view.ky *= times;
    const after = this.at(pixel);
    this.view.x += before[0] - after[0];
    this.view.y += before[1] - after[1];
  }

  pan(dx, dy) {
    this.view.x -= dx / this.view.kx;
    this.view.y += dy / this.view.ky;
  }

  /** Give the sample at a place of the plane: what is not shown is held at its mean. */
  sample([x, y]) {
    const { across, up, held } = this.spec.view, full = held.slice();
    full[across] = x;
    if (up >= 0) full[up] = y;
    return full;
  }

  /** Give a, b, c of one output's score on the plane, where that is a flat one. */
  line(p, w) {
    const { across, up, held } = this.spec.view, units = inDataUnits(p, w);
    let a = 0, b = 0, c = units[p.d];
    this.spec.terms.forEach(([[feature]], j) => {
      if (feature === across) a += units[j];
      else if (feature === up) b += units[j];
      else c += units[j] * held[feature];
    });
    return [a, b, c];
  }

  draw(run, step, theme, seen) {
    this.measure();
    const { ctx, width, height } = sharp(this.canvas), p = run.problem, { spec } = this;
    const box = [this.left, 0, width - this.left, height - AXES.bottom];
    const after = run.state(step), before = step ? run.state(step - 1) : after;
    this.scale = 1;
    ctx.fillStyle = theme.field;
    ctx.fillRect(...box);
    ctx.save();
    ctx.beginPath();
    ctx.rect(...box);
    ctx.clip();
    const isLine = this.flat && p.outputs === 1 && !run.voted;
    const line = isLine && this.line(p, run.used(after));
    const former = isLine && this.line(p, run.used(before));
    const empty = run.used(after).every((weight) => weight === 0) && !(run.voted && step);
    if (!empty) {
      if (isLine) this.shade(ctx, box, line, theme);
      else this.raster(ctx, box, seen.model, run, step, theme);
    }
    this.grid(ctx, width, height, theme);
    if (isLine && (line[0] || line[1])) this.boundary(ctx, p, line, former, theme, run.marks[step] & UPDATE && step);
    else if (!empty && !isLine) {
      const jumps = run.voted ? run.voted[0].length < 400 : spec.byHand; // each unit is a step
      this.contours(ctx, theme, seen.model, jumps);
    }
    if (spec.layers) drawUnits(ctx, this, unitsOf(this, p, run.used(after)), theme);
    this.points(ctx, run, step, theme, { ...seen, wrong: empty ? [] : seen.wrong });
    ctx.restore();
    this.axes(ctx, width, height, theme);
  }

  /** Name all marks that the run can have: the same at each step, so nothing jumps. */
  legend(run, theme) {
    const { spec } = this, line = (...look) => (g) => stroke(g, ...look);
    const rows = this.marks(theme, run.voted ? "boundary of the vote" : "boundary");
    if (this.flat && run.problem.outputs === 1 && !run.voted) {
      if (spec.hasMargins) rows.push([line(theme.ink, 1, [2, 4]), "margin, z = ±1"]);
      if (!spec.byHand) rows.push([line(theme.faint, 1.75, [7, 5]), "before this step"]);
      if (spec.view.up >= 0) {
        const arrows = (tone) => (g) => arrow(g, [2, 8], [24, 8], tone, 2);
        rows.push([arrows(theme.ink), "weights w"]);
        if (!spec.byHand) rows.push([arrows(theme.mistake), "what the step added"]);
      }
    }
    if (spec.layers) rows.push([line(unitColour(theme, 0, spec.classes.length), 1), "a hidden unit, where z = 0"]);
    if (!spec.byHand) rows.push([(g) => circle(g, theme.ink), "looked at now"]);
    return [...rows, this.wrongMark(theme)];
  }

  /** Name the marks of a picture that does not move: symbols, the boundary. */
  marks(theme, boundary) {
    const { spec } = this, rows = spec.classes.map((name, code) => [(g) => {
      const path = new Path2D();
      addSymbol(path, symbolOf(code), 13, 8);
      g.fillStyle = theme.classes[code];
      g.fill(path);
    }, name]);
    for (const part of [1, 2]) {
      if (!spec.partOf || !spec.partOf.includes(part)) continue;
      rows.push([(g) => {
        circle(g, theme.muted, 5);
        if (part === 2) drawDot(g, theme.muted, 13, 8);
      }, PART_NAMES[part]]);
    }
    rows.push([(g) => stroke(g, theme.ink, 2.25), boundary]);
    return rows;
  }

  wrongMark(theme) {
    return [(g) => circle(g, theme.mistake, 5), "wrong side"];
  }

  /** Shade the two sides of a line, fainter towards it. */
  shade(ctx, box, [a, b, c], theme) {
    const { view } = this, gx = a / view.kx, gy = -b / view.ky, size = Math.hypot(gx, gy);
    const [left, bottom, right, top] = this.rect;
    let mean = 0;
    for (let i = 0; i < 64; i++) {
      const x = left + ((right - left) * ((i % 8) + 0.5)) / 8;
      const y = bottom + ((top - bottom) * ((i >> 3) + 0.5)) / 8;
      mean += Math.abs(a * x + b * y + c) / 64;
    }
    const tone = (z) => {
      const lead = Math.abs(z), own = theme.classes[z < 0 ? 0 : 1];
      return `rgb(${mixed(theme.field, own, strength(lead))})`;
    };
    if (!size || !mean) {
      ctx.fillStyle = tone(Math.sign(c) * 3);
      ctx.fillRect(...box);
      return;
    }
    const [mx, my] = this.middle, z0 = a * view.x + b * view.y + c;
    const end = (z) => [mx + (gx / size) * ((z * mean - z0) / size), my + (gy / size) * ((z * mean - z0) / size)];
    const gradient = ctx.createLinearGradient(...end(-4), ...end(4));
    for (let z = -4; z <= 4; z += 0.5) {
      if (z === 0) {
        gradient.addColorStop(0.5, tone(-1e-9));
        gradient.addColorStop(0.5, tone(1e-9));
      } else gradient.addColorStop((z + 4) / 8, tone(z));
    }
    ctx.fillStyle = gradient;
    ctx.fillRect(...box);
  }

  /** Shade the plane cell by cell; keep the scores of their corners for the contours. */
  raster(ctx, box, model, run, step, theme) {
    const votes = run.voted ? run.voted.reduce((sum, own) => sum + own.length, 0) : 0;
    const nx = votes > 1000 ? 64 : 96;
    const ny = Math.max(8, Math.round((nx * box[3]) / box[2])), outputs = run.problem.outputs;
    const [left, bottom, right, top] = this.rect, size = (nx + 1) * (ny + 1);
    const fields = Array.from({ length: outputs === 1 ? 1 : outputs }, () => new Float64Array(size));
    const best = new Uint8Array(size), leads = new Float64Array(size);
    const place = (i) => {
      const u = i % (nx + 1), v = (i - u) / (nx + 1);
      return this.sample([left + ((right - left) * u) / nx, top - ((top - bottom) * v) / ny]);
    };
    const totals = run.voted && this.votesAt(run, step, size, place);
    let mean = 0;
    for (let i = 0; i < size; i++) {
      const z = totals ? totals.subarray(i * outputs, (i + 1) * outputs) : model(place(i));
      if (outputs === 1) {
        fields[0][i] = z[0];
        best[i] = z[0] > 0 || (z[0] === 0 && run.vote(0) > 0) ? 1 : 0;
        leads[i] = Math.abs(z[0]);
      } else {
        for (let k = 0; k < outputs; k++) {
          let other = -Infinity;
          for (let j = 0; j < outputs; j++) if (j !== k && z[j] > other) other = z[j];
          fields[k][i] = z[k] - other;
          if (z[k] > other) {
            best[i] = k;
            leads[i] = z[k] - other;
          }
        }
      }
      mean += leads[i] / size;
    }
    this.cells = { nx, ny, fields, best };
    this.image.width = nx + 1;
    this.image.height = ny + 1;
    const small = this.image.getContext("2d"), data = small.createImageData(nx + 1, ny + 1);
    const ground = parts(theme.field), tones = theme.classes.map(parts);
    for (let i = 0; i < size; i++) {
      const share = strength(mean ? leads[i] / mean : 0), tone = tones[best[i]];
      for (let j = 0; j < 3; j++) data.data[4 * i + j] = ground[j] + (tone[j] - ground[j]) * share;
      data.data[4 * i + 3] = 255;
    }
    small.putImageData(data, 0, 0);
    const cx = box[2] / nx, cy = box[3] / ny;
    ctx.drawImage(this.image, box[0] - cx / 2, box[1] - cy / 2, box[2] + cx, box[3] + cy);
  }

  /** Give the votes on the cells' corners; as long as the view is the same, kept. */
  votesAt(run, step, size, place) {
    const key = [run, size, ...this.rect];
    if (!this.polled || key.some((value, i) => value !== this.polled.key[i])) {
      const p = run.problem, phi = new Float64Array(size * p.d);
      for (let i = 0; i < size; i++) p.fill(phi, place(i), i * p.d);
      this.polled = { key, sums: new VoteSums(run, phi) };
    }
    return this.polled.sums.at(step);
  }

  /** Draw where a class begins to be ahead: marching squares over the cells' corners. */
  contours(ctx, theme, model, jumps) {
    const { nx, ny, fields, best } = this.cells, [left, bottom, right, top] = this.rect;
    const place = (u, v) => [left + ((right - left) * u) / nx, top - ((top - bottom) * v) / ny];
    const single = fields.length === 1;
    const isAhead = (z, k) => (single ? z[0] > 0 === (k === 1) : !isBehind(z, k));
    const between = ([u0, v0], [u1, v1], t) => place(u0 + t * (u1 - u0), v0 + t * (v1 - v0));
    // Votes jump: where, is found by halving, not by interpolation.
    const halved = (k, from, to) => {
      let low = 0, high = 1;
      for (let i = 0; i < 4; i++) {
        const t = (low + high) / 2;
        if (isAhead(model(this.sample(between(from, to, t))), k)) low = t;
        else high = t;
      }
      return (low + high) / 2;
    };
    // How far the one class is before the other: that of the corner's own is first there.
    const crossed = (i, j) => {
      const f = single ? fields[0][i] : -fields[best[j]][i];
      const g = single ? fields[0][j] : fields[best[i]][j];
      return f === g ? 0.5 : f / (f - g);
    };
    ctx.strokeStyle = theme.ink;
    ctx.lineWidth = 2;
    ctx.lineCap = "round";
    ctx.beginPath();
    for (let v = 0; v < ny; v++) {
      for (let u = 0; u < nx; u++) {
        const i = v * (nx + 1) + u, ring = [i, i + 1, i + nx + 2, i + nx + 1];
        const corners = [[u, v], [u + 1, v], [u + 1, v + 1], [u, v + 1]], ends = [];
        for (let e = 0; e < 4; e++) {
          const next = (e + 1) % 4, own = best[ring[e]];
          if (own === best[ring[next]]) continue;
          const t = jumps ? halved(own, corners[e], corners[next]) : crossed(ring[e], ring[next]);
          ends.push(this.pixel(between(corners[e], corners[next], t)));
        }
        if (ends.length > 2 && !single) { // three classes meet
          const middle = [0, 1].map((axis) =>
            ends.reduce((sum, end) => sum + end[axis] / ends.length, 0));
          for (const end of ends.splice(0)) ends.push(end, middle);
        }
        for (let e = 0; e + 1 < ends.length; e += 2) {
          ctx.moveTo(...ends[e]);
          ctx.lineTo(...ends[e + 1]);
        }
      }
    }
    ctx.stroke();
  }

  /** Draw the boundary and the weights as arrows, before and after an update. */
  boundary(ctx, p, line, former, theme, updated) {
    const path = ([a, b, c], tone, width, dash = []) => {
      const ends = clipped([a, b, c], this.rect);
      if (!ends) return;
      ctx.strokeStyle = tone;
      ctx.lineWidth = width;
      ctx.setLineDash(dash);
      ctx.beginPath();
      ends.forEach((end, i) => ctx[i ? "lineTo" : "moveTo"](...this.pixel(end)));
      ctx.stroke();
      ctx.setLineDash([]);
    };
    const [a, b, c] = line;
    if (p.spec.hasMargins) {
      for (const side of [-1, 1]) path([a, b, c + side], theme.ink, 1, [2, 4]);
    }
    const moved = updated && (former[0] || former[1]);
    if (moved) path(former, theme.faint, 1.75, [7, 5]);
    path(line, theme.ink, 2.25);
    if (this.spec.view.up < 0) return;
    const w = this.normal(line), wBefore = this.normal(former);
    const placed = this.arrowPlace(line, w, wBefore);
    if (!placed) return;
    const { foot, scale } = placed, [x, y] = foot;
    const tip = ([u, v]) => this.pixel([x + scale * u, y + scale * v]);
    this.scale = this.spec.view.stretch === 1 ? scale : 1; // else no length is a true one
    if (moved) arrow(ctx, tip([0, 0]), tip(wBefore), theme.faint, 2);
    arrow(ctx, tip([0, 0]), tip(w), theme.ink, 2.25);
    if (moved) arrow(ctx, tip(wBefore), tip(w), theme.mistake, 2);
  }

  /** Give the arrow of a line's weights, at right angles to it as it is drawn. */
  normal([a, b]) {
    return [a, b / this.spec.view.stretch ** 2];
  }

  /** Choose where on the boundary the arrows stand, and how large, so that none is cut. */
  arrowPlace(line, after, before) {
    const [left, bottom, right, top] = this.rect, { view } = this, { stretch } = this.spec.view;
    const side = Math.min(right - left, stretch * (top - bottom));
    const longest = Math.max(...[after, before].map(([u, v]) => Math.hypot(u, stretch * v)));
    for (const most of [0.3, 0.15, 0.075]) {
      let scale = 1;
      if (longest > most * side || longest < 0.06 * side) {
        const wanted = (most * side) / longest, power = 10 ** Math.floor(Math.log10(wanted));
        scale = [5, 2, 1].map((n) => n * power).find((n) => n <= wanted * 1.0001) || power;
      }
      const low = [0, 1].map((i) => scale * Math.min(0, after[i], before[i]));
      const high = [0, 1].map((i) => scale * Math.max(0, after[i], before[i]));
      const ends = clipped(line, [
        left - low[0] + 20 / view.kx, bottom - low[1] + 20 / view.ky,
        right - high[0] - 20 / view.kx, top - high[1] - 20 / view.ky]);
      if (!ends) continue;
      const [[x, y], [toX, toY]] = ends, u = toX - x, v = toY - y;
      const share = ((view.x - x) * u + (view.y - y) * v) / (u * u + v * v || 1);
      const t = Math.min(1, Math.max(0, share));
      return { foot: [x + t * u, y + t * v], scale };
    }
    return null;
  }

  /** Draw a symbol once, to be copied: as it is, hollow, or outlined as wrong. */
  sprite(code, kind, theme, size) {
    const ratio = pixelRatio(), key = `${code} ${kind} ${size} ${ratio}`;
    if (this.spriteTheme !== theme) [this.sprites, this.spriteTheme] = [new Map(), theme];
    if (!this.sprites.has(key)) {
      const canvas = document.createElement("canvas"), ctx = canvas.getContext("2d");
      canvas.width = canvas.height = SPRITE * ratio;
      ctx.scale(ratio * size, ratio * size);
      const path = new Path2D(), tone = theme.classes[code], middle = SPRITE / 2 / size;
      addSymbol(path, symbolOf(code), middle, middle);
      const hollow = kind.includes("hollow"), wrong = kind.includes("wrong");
      ctx.lineJoin = "round";
      ctx.lineWidth = hollow || wrong ? 1.75 : 1;
      ctx.fillStyle = hollow ? theme.field : tone;
      ctx.strokeStyle = wrong ? theme.mistake : hollow ? tone : theme.card;
      ctx.fill(path);
      ctx.stroke(path);
      if (kind.includes("dot")) {
        const low = { t1: 1 / 3, star: 0 }[symbolOf(code)] || 0;
        drawDot(ctx, tone, middle, middle + low * (SIZES[symbolOf(code)] / 2));
      }
      this.sprites.set(key, canvas);
    }
    return this.sprites.get(key);
  }

  point(ctx, X, row, theme, kind) {
    const [px, py] = this.pixel(this.place(X[row])), half = SPRITE / 2;
    if (px < -half || py < -half || px > this.width + half || py > this.height + half) return;
    const part = this.spec.partOf ? this.spec.partOf[row] : 0;
    const look = ["", "hollow ", "hollow dot "][part], size = X.length > MANY ? 0.75 : 1;
    const image = this.sprite(this.spec.y[row], look + kind, theme, size);
    ctx.drawImage(image, px - half, py - half, SPRITE, SPRITE);
  }

  points(ctx, run, step, theme, seen) {
    const { spec } = this, { x, y, kx, ky } = this.view;
    const state = [run.problem, theme, x, y, kx, ky, this.width, this.height];
    if (state.some((value, i) => value !== this.layered[i])) {
      this.layered = state;
      const layer = sharp(this.layer, this.width, this.height).ctx;
      seen.X.forEach((_, row) => this.point(layer, seen.X, row, theme, ""));
    }
    ctx.drawImage(this.layer, 0, 0, this.width, this.height);
    // What is wrong lies above: it is what one looks for.
    seen.wrong.forEach((is, row) => {
      if (is) this.point(ctx, seen.X, row, theme, "wrong");
    });
    const ring = (row, tone, radius, width) => {
      const [px, py] = this.pixel(this.place(seen.X[row]));
      ctx.strokeStyle = tone;
      ctx.lineWidth = width;
      ctx.beginPath();
      ctx.arc(px, py, radius, 0, 2 * Math.PI);
      ctx.stroke();
    };
    const p = run.problem, places = step ? run.places(step) : [];
    const looked = places.length === p.codes.length && places.length > 1 ? [] : places;
    const tone = run.marks[step] & MISTAKE ? theme.mistake : theme.ink;
    for (const place of looked.slice(0, 200)) ring(p.rows[place], tone, 11, looked.length > 1 ? 1.25 : 2);
    if (seen.taken >= 0) {
      ring(seen.taken, theme.card, 15, 5);
      ring(seen.taken, theme.focus, 15, 2.5);
    }
  }

  grid(ctx, width, height, theme) {
    const [left, bottom, right, top] = this.rect;
    ctx.strokeStyle = theme.ink;
    ctx.globalAlpha = 0.1;
    ctx.lineWidth = 1;
    ctx.beginPath();
    for (const x of ticks(left, right, Math.max(5, width / 90))) {
      const px = Math.round(this.pixel([x, 0])[0]) + 0.5;
      ctx.moveTo(px, 0);
      ctx.lineTo(px, height);
    }
    if (this.spec.view.up >= 0) {
      for (const y of ticks(bottom, top, height / 70)) {
        const py = Math.round(this.pixel([0, y])[1]) + 0.5;
        ctx.moveTo(0, py);
        ctx.lineTo(width, py);
      }
    }
    ctx.stroke();
    ctx.globalAlpha = 1;
  }

  axes(ctx, width, height, theme) {
    const [left, bottom, right, top] = this.rect, { features, view } = this.spec;
    const edge = height - AXES.bottom;
    ctx.fillStyle = theme.muted;
    ctx.font = `12px ${theme.font}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "top";
    const across = ticked(ticks(left, right, Math.max(5, width / 90)));
    const wide = across.map(([, text]) => ctx.measureText(text).width / 2);
    const room = across.length > 1 ? this.view.kx * (across[1][0] - across[0][0]) : width;
    const every = Math.ceil((2 * Math.max(...wide) + 6) / room);
    across.forEach(([x, text, nth], i) => {
      const px = this.pixel([x, 0])[0], half = wide[i];
      const whole = px > this.left + Math.max(8, half - 6) && px < width - Math.max(12, half);
      if (whole && nth % every === 0) ctx.fillText(text, px, edge + 4);
    });
    ctx.fillText(features[view.across], (this.left + width) / 2, edge + 20, width / 2);
    ctx.textAlign = "left";
    if (features.length > 2) ctx.fillText("a slice: the others at their mean", this.left, edge + 20, width / 3);
    ctx.textAlign = "right";
    if (this.scale !== 1) ctx.fillText(`↗ × ${number(this.scale)}`, width - 4, edge + 20);
    if (view.up < 0) return;
    ctx.textBaseline = "middle";
    for (const [y, text] of ticked(ticks(bottom, top, height / 70))) {
      const py = this.pixel([0, y])[1];
      if (py > 8 && py < edge - 8) ctx.fillText(text, this.left - 6, py);
    }
    ctx.save();
    ctx.translate(8, edge / 2);
    ctx.rotate(-Math.PI / 2);
    ctx.textAlign = "center";
    ctx.fillText(features[view.up], 0, 0, edge / 2);
    ctx.restore();
  }
}

function stroke(ctx, tone, width, dash = []) {
  ctx.strokeStyle = tone;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
  ctx.beginPath();
  ctx.moveTo(1, 8);
  ctx.lineTo(25, 8);
  ctx.stroke();
}

function circle(ctx, tone, radius = 7) {
  ctx.strokeStyle = tone;
  ctx.lineWidth = 1.75;
  ctx.beginPath();
  ctx.arc(13, 8, radius, 0, 2 * Math.PI);
  ctx.stroke();
}

function drawDot(ctx, tone, x, y) {
  ctx.fillStyle = tone;
  ctx.beginPath();
  ctx.arc(x, y, DOT, 0, 2 * Math.PI);
  ctx.fill();
}

/** Draw what can be taken hold of. */
function handle(ctx, [x, y], theme) {
  ctx.beginPath();
  ctx.arc(x, y, 7, 0, 2 * Math.PI);
  ctx.fillStyle = theme.card;
  ctx.fill();
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 2;
  ctx.stroke();
}

const legends = new WeakMap();

/** Fill a list with what marks are; each is drawn, then named. */
function showLegend(list, rows, theme) {
  const key = rows.map(([, text]) => text).join("\n");
  const shown = legends.get(list) || {};
  if (shown.key === key && shown.theme === theme) return;
  legends.set(list, { key, theme });
  while (list.children.length > rows.length) list.lastChild.remove();
  rows.forEach(([draw, text], i) => {
    let item = list.children[i];
    if (!item) {
      item = document.createElement("li");
      item.append(document.createElement("canvas"), document.createElement("span"));
      item.firstChild.setAttribute("aria-hidden", "true");
      list.append(item);
    }
    if (item.lastChild.textContent !== text) item.lastChild.textContent = text;
    draw(sharp(item.firstChild).ctx);
  });
}

/** Draw the mistakes of the steps up to one, as many pixels wide as the slider moves. */
function drawTicks(canvas, run, most, theme, until) {
  const { ctx, width, height } = sharp(canvas), pad = 8, wide = width - 2 * pad;
  const x = (step) => pad + (wide * step) / Math.max(1, most);
  ctx.fillStyle = theme.border;
  ctx.fillRect(pad, height - 1, wide, 1);
  const per = run.problem.stepsPerEpoch;
  if (most / per <= wide / 6) {
    for (let step = 0; step <= most; step += per) ctx.fillRect(x(step) - 0.5, height - 5, 1, 5);
  }
  const bins = new Uint32Array(Math.ceil(wide) + 1);
  for (let step = 1; step <= until; step++) {
    if (run.marks[step] & MISTAKE) bins[Math.round((wide * step) / Math.max(1, most))]++;
  }
  const highest = Math.max(1, ...bins);
  ctx.fillStyle = theme.mistake;
  bins.forEach((count, i) => {
    if (count) {
      const tall = (height - 8) * (0.45 + (0.55 * count) / highest);
      ctx.fillRect(pad + i - 0.75, height - 6 - tall, 1.5, tall);
    }
  });
}

/** The error per epoch as a plot: epochs across, up shares of the samples. */
class ErrorPlot {
  get unit() {
    return [100, " %"];
  }

  constructor(canvas, run, isWhole) {
    const p = run.problem, { epochs } = run;
    const totals = p.parts.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0));
    this.canvas = canvas;
    this.made = epochs.map(({ made }) => made / p.codes.length);
    this.training = epochs.map(({ errors }) => errors[0] / totals[0]);
    this.validation = totals[1] ? epochs.map(({ errors }) => errors[1] / totals[1]) : null;
    this.last = Math.max(1, epochs.length);
    const values = [...this.made, ...this.training, ...(this.validation || [])];
    this.highest = isWhole ? 1 : values.reduce((most, value) => Math.max(most, value), 0.01) * 1.08;
    [this.left, this.top] = [42, 8];
    [this.wide, this.tall] = [canvas.clientWidth - this.left - 10, canvas.clientHeight - 32 - this.top];
  }

  x(epoch) {
    return this.left + (this.wide * epoch) / this.last;
  }

  y(share) {
    return this.top + this.tall * (1 - share / this.highest);
  }

  /** Give the epoch and the share at a pixel. */
  at([x, y]) {
    return [((x - this.left) / this.wide) * this.last, (1 - (y - this.top) / this.tall) * this.highest];
  }

  lines(theme) {
    const { made, training, validation } = this;
    const lines = [
      { name: "mistakes made", tone: theme.mistake, symbol: "x", dash: [], values: made },
      { name: "training error", tone: theme.ink, symbol: "o", dash: [], values: training },
    ];
    if (validation) lines.push({ name: "validation error", tone: theme.muted, symbol: "s", dash: [5, 4], values: validation });
    return lines;
  }
}

/** The cost per epoch as a plot. */
class CostPlot extends ErrorPlot {
  constructor(canvas, run) {
    super(canvas, run);
    this.costs = run.epochs.map(({ cost }) => cost);
    const highest = this.costs.reduce((most, cost) => Math.max(most, cost), 0);
    this.highest = Number.isFinite(highest) && highest ? highest * 1.08 : 1;
  }

  get unit() {
    return [1, ""];
  }

  lines(theme) {
    return [{ name: "cost J", tone: theme.ink, symbol: "o", dash: [], values: this.costs }];
  }
}

/** Draw what a plot has of the epochs up to one. */
function drawCurve(plot, epoch, until, theme) {
  const { ctx, width, height } = sharp(plot.canvas), { left, wide, tall, last, highest } = plot;
  const lines = plot.lines(theme), bottom = 32, x = (e) => plot.x(e), y = (share) => plot.y(share);
  ctx.font = `12px ${theme.font}`;
  ctx.fillStyle = theme.muted;
  ctx.strokeStyle = theme.grid;
  ctx.lineWidth = 1;
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  const [scale, unit] = plot.unit;
  for (const [share, text] of ticked(ticks(0, scale * highest, 4))) {
    const py = Math.round(y(share / scale)) + 0.5;
    ctx.beginPath();
    ctx.moveTo(left, py);
    ctx.lineTo(width - 10, py);
    ctx.stroke();
    ctx.fillText(text + unit, left - 6, py);
  }
  ctx.textAlign = "center";
  ctx.textBaseline = "top";
  for (const e of ticks(0, last, Math.min(last, wide / 50))) {
    if (!Number.isInteger(e)) continue;
    const half = ctx.measureText(number(e)).width / 2;
    ctx.fillText(number(e), Math.min(x(e), width - half), height - bottom + 5);
  }
  ctx.fillText("epoch", left + wide / 2, height - 13);
  ctx.save();
  ctx.setLineDash([3, 3]);
  ctx.strokeStyle = theme.ink;
  ctx.beginPath();
  ctx.moveTo(x(epoch), 8);
  ctx.lineTo(x(epoch), 8 + tall);
  ctx.stroke();
  ctx.restore();
  for (const { tone, symbol, dash, values } of lines) {
    ctx.strokeStyle = ctx.fillStyle = tone;
    ctx.lineWidth = 1.5;
    ctx.setLineDash(dash);
    ctx.beginPath();
    values.slice(0, until).forEach((share, i) => ctx.lineTo(x(i + 1), y(share)));
    ctx.stroke();
    ctx.setLineDash([]);
    if (last <= 40) {
      const marks = new Path2D();
      ctx.save();
      values.slice(0, until).forEach((share, i) => {
        const small = new Path2D();
        addSymbol(small, symbol, 0, 0);
        marks.addPath(small, new DOMMatrix([0.6, 0, 0, 0.6, x(i + 1), y(share)]));
      });
      ctx.fill(marks);
      ctx.restore();
    }
  }
  return lines.map(({ name, tone, symbol, dash }) => [(g) => {
    stroke(g, tone, 1.5, dash);
    const mark = new Path2D();
    addSymbol(mark, symbol, 13, 8);
    g.fillStyle = tone;
    g.fill(mark);
  }, name]);
}

// ------------------------------------------------------------------------ the player

const RECORD_MS = 8;
const START_MS = 100;
const SLOWEST = 1;
const FASTEST = 2000;
const REACH = { mouse: 11, pen: 14, touch: 24 };
const SAY_AFTER_MS = 250;
const MANY_WEIGHTS = 12; // more are counted

/** Give which way an arrow key goes: across, up; nothing of other keys. */
const alongKey = (e) =>
  ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] })[e.key];

/** What is done where the plane is pressed: a point is dragged, or else the view. */
class Hand {
  /** What it is for, in words. */
  get hint() {
    return "Drag a point: the run is computed anew.";
  }

  /** The same with keys. */
  get keys() {
    return "By keyboard: Enter takes a point, Tab the next one, arrows move it, Esc lets go.";
  }

  /** What is held, in words. */
  get said() {
    return "";
  }

  /** Whether a finger anywhere on the plane is for it, not for the page. */
  get draws() {
    return false;
  }

  /** Begin, at a point or at none, −1; give the point that is dragged. */
  press(hit) {
    return hit;
  }

  /** Go on where no point is dragged; tell whether that is for it, not for the view. */
  wipe() {
    return false;
  }

  /** A second finger came: it was none of it. */
  letGo() {}

  /** Take over where points were moved to. */
  keepPoints() {}

  /** The finger is lifted. */
  release() {}

  /** Draw over the picture. */
  paint() {}

  /** Draw over the error curve; give what is to be named in its legend. */
  paintCurve() {
    return [];
  }

  /** Whether what comes after the playhead is not to be seen. */
  get hidesFuture() {
    return false;
  }

  /** Whether the error curve has room for any error. */
  get seesAllErrors() {
    return false;
  }

  /** Use a key of the plane; tell whether it was one. */
  planeKey(e, player) {
    return player.pointKey(e);
  }

  /** Another is to take its place. */
  leave() {}

  /** Give the session file with what was made; nothing where that is but the points. */
  session() {
    return null;
  }
}

/** The page: the run, the playhead over it, and what a person does with both. */
class Player {
  constructor(spec) {
    this.playing = false;
    this.pointers = new Map();
    this.asked = false;
    this.look = () => {};
    this.speedChosen = false;
    this.wantsCost = false;
    this.hand = new Hand();
    this.open(spec);
    this.connect();
  }

  /** Show a run from the step that it begins with. */
  open(spec) {
    this.run = null;
    this.wanted = spec.step;
    this.exact = 0;
    this.zoomed = false;
    this.takeSpec(spec, START_MS);
    this.usualSpeed();
    const isLesson = document.body.classList.contains("lesson");
    setText(byId("settings"), (isLesson ? `${spec.title}, ` : "") + spec.settingsSaid);
    this.plane.fit(this.X);
    if (this.playing) this.play(false);
    this.draw();
    if (!this.run.finished) this.redraw();
  }

  /** Show another run at the same step, as far as it has one, in the same view. */
  change(spec) {
    const { view } = this.plane;
    this.takeSpec(spec, RECORD_MS);
    this.plane.view = view;
    this.plane.measure(); // it is pressed before it is drawn
    if (!this.speedChosen) this.usualSpeed();
    this.redraw();
  }

  /** Play the run in twenty seconds, unless it is very short or long. */
  usualSpeed() {
    this.speed = Math.min(FASTEST, Math.max(2, this.most / 20));
    byId("speed").value = 100 * (Math.log(this.speed / SLOWEST) / Math.log(FASTEST / SLOWEST));
  }

  takeSpec(spec, milliseconds) {
    this.spec = spec;
    spec.plain = spec.terms.length === spec.features.length &&
      spec.terms.every((term, j) => term.length === 1 && term[0][0] === j &&
        term[0][1] === 1 && !term[0][2]);
    this.X = spec.X.map((x) => x.slice());
    this.plane = new Plane(byId("picture"), spec);
    this.taken = -1;
    byId("restore").hidden = true;
    byId("weights-table").replaceChildren();
    this.theme = themeColours(spec);
    document.body.classList.toggle("by-hand", spec.byHand);
    this.record(milliseconds);
  }

  /** Record the run of the points as they are; the playhead stays at its step, or end. */
  record(milliseconds = RECORD_MS) {
    if (this.run && this.run.finished && this.step && this.wanted === this.run.steps) {
      this.wanted = Infinity;
    }
    this.run = new Run(problemOf(this.spec, this.X));
    this.run.extend(milliseconds);
    this.step = Math.min(this.wanted, this.run.steps);
  }

  seek(step, { by = "person" } = {}) {
    this.wanted = Math.max(0, this.run.finished ? Math.min(step, this.run.steps) : step);
    this.step = Math.min(this.wanted, this.run.steps);
    if (by === "person") {
      this.exact = this.step;
      if (this.playing) this.play(false);
    }
    this.redraw();
  }

  /** Give the next or the last step with a mistake, or the end. */
  mistakeFrom(step, by) {
    for (let k = step + by; k > 0 && k <= this.run.steps; k += by) {
      if (this.run.marks[k] & MISTAKE) return k;
    }
    return by > 0 ? this.run.steps : 0;
  }

  play(on) {
    if (on && this.step >= this.run.steps && this.run.finished) this.wanted = this.step = 0;
    this.playing = on;
    this.exact = this.step;
    this.since = performance.now();
    byId("play").setAttribute("aria-pressed", String(on));
    byId("play-text").textContent = on ? "Pause" : "Play";
    this.redraw();
  }

  move(row, place) {
    const { across, up } = this.spec.view, x = this.X[row];
    if (!place.every((value) => Math.abs(value) <= 1e150)) return;
    x[across] = place[0];
    if (up >= 0) x[up] = place[1];
    byId("restore").hidden = false;
    this.record();
    this.redraw();
  }

  restore() {
    this.X = this.spec.X.map((x) => x.slice());
    byId("restore").hidden = true;
    byId("plot").focus();
    this.record();
    this.redraw();
  }

  redraw() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame((now) => {
      this.asked = false;
      this.tick(now);
    });
  }

  /** Record on, move the playhead by time × speed, draw. */
  tick(now) {
    const { run } = this;
    if (!run.finished) {
      run.extend(RECORD_MS);
      if (this.step < this.wanted) this.step = Math.min(this.wanted, run.steps);
    }
    if (this.playing) {
      this.exact = Math.min(run.steps, this.exact + ((now - this.since) / 1000) * this.speed);
      this.since = now;
      this.wanted = this.step = Math.max(this.step, Math.floor(this.exact));
      if (this.step >= run.steps && run.finished) this.play(false);
    }
    this.draw();
    if (this.playing || !run.finished) this.redraw();
  }

  get most() {
    return this.run.finished ? this.run.steps : this.run.problem.mostSteps;
  }

  draw() {
    if (!byId("plot").clientWidth) return; // of a lesson's page that has no run
    const { run, step, theme } = this;
    const model = run.model(step);
    const wrong = run.wrongAt(step);
    const seen = { model, wrong, X: this.X, taken: this.taken };
    this.plane.draw(run, step, theme, seen);
    this.hand.paint(this.plane, theme);
    showLegend(byId("legend"), this.plane.legend(run, theme), theme);
    this.drawRun();
    this.showUpdate();
    this.showWeights();
    this.showStatus(wrong);
    this.look(wrong);
  }

  /** Draw timeline and curve, which change with the run more than with the playhead. */
  drawRun() {
    const { run, theme } = this, epoch = run.epochOf(this.step);
    const seek = byId("seek");
    seek.max = this.most;
    seek.value = this.step;
    seek.setAttribute("aria-valuetext", this.stepSaid());
    const { hidesFuture, seesAllErrors } = this.hand, shown = hidesFuture ? this.step : run.steps;
    const wide = byId("ticks").clientWidth, state = [run, run.steps, theme, wide, shown]; // on paper 0
    if (wide && (!this.ticked || state.some((value, i) => value !== this.ticked[i]))) {
      this.ticked = state;
      drawTicks(byId("ticks"), run, this.most, theme, shown);
    }
    const { clientWidth, clientHeight } = byId("errors");
    const curve = [run, run.epochs.length, theme, clientWidth, clientHeight, epoch, shown, seesAllErrors, this.showsCost];
    if (!this.curved || curve.some((value, i) => value !== this.curved[i])) {
      this.curved = curve;
      const until = Math.floor(shown / Math.max(1, run.problem.stepsPerEpoch));
      this.nameCurve();
      const rows = drawCurve(this.errorPlot, epoch, until, theme);
      rows.push(...this.hand.paintCurve(this.errorPlot, theme));
      showLegend(byId("curve-legend"), rows, theme);
    }
  }

  get showsCost() {
    return this.wantsCost && this.spec.hasCost && !this.hand.seesAllErrors;
  }

  /** Name what is plotted, and what else could be. */
  nameCurve() {
    const { showsCost } = this, title = `${showsCost ? "Cost" : "Error"} per epoch`;
    setText(byId("curve-title"), title);
    byId("curve-kinds").hidden = !this.spec.hasCost || this.hand.seesAllErrors;
    byId("plot-error").setAttribute("aria-pressed", String(!showsCost));
    byId("plot-cost").setAttribute("aria-pressed", String(showsCost));
    if (!this.hand.seesAllErrors) byId("errors").setAttribute("aria-label", title);
  }

  plotCost(wantsCost) {
    this.wantsCost = wantsCost;
    this.redraw();
  }

  get errorPlot() {
    if (this.showsCost) return new CostPlot(byId("errors"), this.run);
    return new ErrorPlot(byId("errors"), this.run, this.hand.seesAllErrors);
  }

  nameOf(row) {
    const own = this.spec.names && this.spec.names[row];
    return own || `point ${row + 1}`;
  }

  showUpdate() {
    const { run, step } = this, list = byId("lines");
    const names = run.problem.plan.offset_input ? "w and b" : "w";
    const rows = step ? updateLines(run, step) : [["start", `${names} before the first step`]];
    const places = step ? run.places(step) : [];
    const looked = places.length === 1
      ? `${this.nameOf(run.problem.rows[places[0]])}, ${this.spec.classes[run.problem.codes[places[0]]]} · ` : "";
    byId("update-where").textContent = step ? `${looked}epoch ${run.epochOf(step)}` : "";
    while (list.children.length > 2 * rows.length) list.lastChild.remove();
    rows.forEach(([label, text, follows = "", wrong = false], i) => {
      if (!list.children[2 * i]) {
        const said = document.createElement("dd");
        said.append(document.createElement("span"), document.createElement("span"));
        list.append(document.createElement("dt"), said);
      }
      const [term, said] = [list.children[2 * i], list.children[2 * i + 1]];
      setText(term, label);
      setText(said.firstChild, text);
      setText(said.lastChild, follows);
      const tone = !follows ? "" : wrong ? "mistake" : "good";
      if (said.lastChild.className !== tone) said.lastChild.className = tone;
    });
  }

  /** Give the weights to be shown, each kind with its name and its rows by output. */
  weightKinds() {
    const { run, step, spec } = this, p = run.problem, s = run.state(step);
    const ofOutputs = (w, units) =>
      spec.start.map((_, k) => units(w.subarray(k * (p.d + 1), (k + 1) * (p.d + 1))));
    const kinds = [["newest w", s.w]];
    if (p.plan.combination === AVERAGED) kinds.unshift(["mean", run.used(s)]);
    if (p.plan.combination === POCKET) kinds.unshift(["pocket", run.used(s)]);
    return kinds.flatMap(([name, w]) => [
      [name, ofOutputs(w, (own) => inDataUnits(p, own))],
      ...(p.scaling ? [[`${name}, standardised`, ofOutputs(w, Array.from)]] : []),
    ]);
  }

  showWeights() {
    const { run, step, spec } = this, { plan } = run.problem;
    const used = step ? usedSaid(run.problem, step) : "", many = run.state(step).w.length;
    const said = [used && `used: ${used}`, many > MANY_WEIGHTS && plural(many, "weight")];
    setText(byId("weights-which"), said.filter(Boolean).join(" · "));
    if (!run.problem.isLinear) {
      this.showLayers(run.problem.layersOf(run.state(step).w));
      return;
    }
    const kinds = this.weightKinds();
    const names = [...spec.termNames, ...(plan.offset_input ? ["b"] : [])];
    if (!byId("weights-table").firstChild) this.makeWeightCells(kinds, names);
    const values = kinds.flatMap(([, rows]) =>
      rows.flatMap((weights) => weights.slice(0, names.length)));
    values.forEach((value, i) => setText(this.weightCells[i], number(value)));
  }

  /** Show a network's weights: a column for each unit, a row for each of its inputs. */
  showLayers(layers) {
    if (!byId("weights-table").firstChild) {
      const table = document.createElement("table"), cell = (row, text, scope) => {
        const head = document.createElement("th");
        [head.scope, head.textContent] = [scope, text];
        row.append(head);
      };
      this.weightCells = [];
      for (const { inputs, units } of layers) {
        const body = table.createTBody(), top = body.insertRow();
        top.insertCell();
        units.forEach((name) => cell(top, name, "col"));
        for (const name of inputs) {
          const row = body.insertRow();
          cell(row, name, "row");
          units.forEach(() => this.weightCells.push(row.insertCell()));
        }
      }
      byId("weights-table").append(table);
    }
    const values = layers.flatMap((layer) => layer.rows.flat());
    values.forEach((value, i) => setText(this.weightCells[i], number(value, 4)));
  }

  /** Make the table: kinds beside each other, of several outputs below each other. */
  makeWeightCells(kinds, names) {
    const table = document.createElement("table"), several = kinds[0][1].length > 1;
    const heads = kinds.length > 1 ? kinds.map(([name]) => name) : [""];
    const [groups, columns] = several ? [heads, this.spec.classes] : [[""], heads];
    const head = (row, text, scope, span = 1) => {
      const cell = document.createElement("th");
      [cell.scope, cell.textContent, cell.colSpan] = [scope, text, span];
      row.append(cell);
    };
    if (columns[0]) {
      const row = table.createTHead().insertRow();
      row.insertCell();
      for (const column of columns) head(row, column, "col");
    }
    this.weightCells = [];
    for (const group of groups) {
      const body = table.createTBody();
      if (group) head(body.insertRow(), group, "rowgroup", columns.length + 1);
      const cells = names.map((name) => {
        const row = body.insertRow();
        head(row, name, "row");
        return columns.map(() => row.insertCell());
      });
      columns.forEach((_, c) => cells.forEach((row) => this.weightCells.push(row[c])));
    }
    byId("weights-table").append(table);
  }

  showStatus(wrong) {
    const { run, step, spec } = this, s = run.state(step);
    let errors = 0;
    const { rows, counts } = run.problem;
    rows.forEach((row, i) => (errors += wrong[row] ? counts[i] : 0));
    const share = rows.length ? percent(errors / spec.plan.total) : "";
    const ended = run.finished && step === run.steps;
    const said = !rows.length ? [run.reason] : [
      this.stepSaid(),
      `epoch ${run.epochOf(step)}`,
      plural(s.updates, "update"),
      `training error ${share}`,
    ];
    setText(byId("status-step"), said[0]);
    setText(byId("status-more"), said.slice(1).map((text) => ` · ${text}`).join(""));
    setText(byId("curve-now"), this.showsCost ? number(run.costAt(step), 4) : share);
    const outcome = byId("outcome"), never = this.hand.hidesFuture && !ended ? "" : run.never;
    // Of the weights used, such as their mean, when the newest have come to rest.
    const left = !errors || !run.reason.startsWith("converged") ? ""
      : `, ${spec.weights ? share : `${errors} of ${rows.length}`} wrong`;
    const reason = !rows.length ? "" : never ? `cannot converge: ${never}`
      : ended ? run.reason + left : "";
    outcome.hidden = !reason;
    outcome.className = never || reason.startsWith("diverged") ? "bad"
      : left || reason.startsWith("stopped") ? "ran-out" : "";
    setText(outcome, reason && reason[0].toUpperCase() + reason.slice(1));
    disable(["back", "to-start", "last-mistake"], step === 0);
    disable(["forward", "to-end", "next-mistake"], ended);
    byId("plot").setAttribute("aria-label", this.described(wrong));
    const perSecond = this.speed < 10 ? number(this.speed, 2) : Math.round(this.speed);
    byId("speed-said").textContent = `${perSecond} steps/s`;
    byId("speed").setAttribute("aria-valuetext", `${perSecond} steps a second`);
    if (this.playing) return;
    clearTimeout(this.saying);
    const marks = !step ? "" : run.marks[step] & MISTAKE ? ", mistake" : ", right";
    const at = this.taken >= 0 ? this.takenSaid() : this.hand.said;
    if (ended || (reason && !step)) said.push(reason);
    const spoken = `${at}${said[0]}${marks}, ${said.slice(1).join(", ")}`;
    this.saying = setTimeout(() => setText(byId("said"), spoken), SAY_AFTER_MS);
  }

  stepSaid() {
    const { finished, steps } = this.run, [at, most] = [this.step, steps].map((k) => k.toLocaleString("en"));
    return `step ${at} of ${finished ? "" : "more than "}${most}`;
  }

  takenSaid() {
    const x = this.plane.place(this.X[this.taken]).map((value) => number(value, 3));
    const part = this.spec.partOf ? `${PART_NAMES[this.spec.partOf[this.taken]]}, ` : "";
    return `${this.nameOf(this.taken)}, ${this.spec.classes[this.spec.y[this.taken]]}, ${part}at ${x.join(", ")}. `;
  }

  described(wrong) {
    const { spec } = this, counts = spec.classes.map((name, code) =>
      `${spec.y.filter((own) => own === code).length} ${name}`);
    return `${plural(spec.X.length, "point")}: ${counts.join(", ")}; ${wrong.filter(Boolean).length} wrong`;
  }

  // ---------------------------------------------------------------------- what is done

  connect() {
    const press = (id, act) => byId(id).addEventListener("click", act);
    press("play", () => this.play(!this.playing));
    press("to-start", () => this.seek(0));
    press("to-end", () => this.seek(this.most));
    press("back", () => this.seek(this.step - 1));
    press("forward", () => this.seek(this.step + 1));
    press("last-mistake", () => this.seek(this.mistakeFrom(this.step, -1)));
    press("next-mistake", () => this.seek(this.mistakeFrom(this.step, 1)));
    press("restore", () => this.restore());
    press("plot-error", () => this.plotCost(false));
    press("plot-cost", () => this.plotCost(true));
    press("zoom-in", () => this.zoom(1.5));
    press("zoom-out", () => this.zoom(1 / 1.5));
    press("fit", () => this.fit());
    byId("seek").addEventListener("input", (e) => this.seek(Number(e.target.value)));
    byId("speed").addEventListener("input", (e) => {
      this.speed = SLOWEST * (FASTEST / SLOWEST) ** (e.target.value / 100);
      this.speedChosen = true;
      this.redraw();
    });
    byId("errors").addEventListener("click", (e) => {
      if (this.hand.hidesFuture) return;
      const epoch = Math.round(this.errorPlot.at([e.offsetX, e.offsetY])[0]);
      this.seek(Math.max(0, epoch) * this.run.problem.stepsPerEpoch);
    });
    byId("download").addEventListener("click", () => this.download());
    document.addEventListener("keydown", (e) => this.key(e));
    this.connectPlot();
    new ResizeObserver(() => {
      this.curved = this.ticked = null;
      if (!this.zoomed) this.plane.fit(this.X);
      this.redraw();
    }).observe(byId("plot"));
    addEventListener("beforeprint", () => this.onPaper(true));
    addEventListener("afterprint", () => this.onPaper(false));
    for (const wish of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
      matchMedia(wish).addEventListener("change", () => {
        this.theme = themeColours(this.spec);
        this.redraw();
      });
    }
  }

  /** Draw at once as it is on paper, light and of one size, or again as on the screen. */
  onPaper(on) {
    if (on === isPaper()) return;
    document.documentElement.classList.toggle("paper", on);
    if (on) this.canvases = ["picture", "errors"].map((id) => withPrinted(byId(id)));
    else for (const [own, printed] of this.canvases) printed.replaceWith(own);
    this.plane.canvas = byId("picture");
    this.theme = themeColours(this.spec);
    this.curved = this.ticked = null;
    if (!this.zoomed) this.plane.fit(this.X);
    this.draw();
  }

  zoom(times, pixel) {
    this.zoomed = true;
    this.plane.zoom(times, pixel);
    this.redraw();
  }

  fit() {
    this.zoomed = false;
    this.plane.fit(this.X);
    this.redraw();
  }

  /** Give the point nearest to a pixel, within reach; else −1. */
  nearest([px, py], reach) {
    let best = -1, least = reach;
    this.X.forEach((x, row) => {
      const [qx, qy] = this.plane.pixel(this.plane.place(x));
      const far = Math.hypot(qx - px, qy - py);
      if (far <= least) [best, least] = [row, far];
    });
    return best;
  }

  connectPlot() {
    const plot = byId("plot"), on = (name, act, options) => plot.addEventListener(name, act, options);
    const pixel = (e) => {
      const box = plot.getBoundingClientRect();
      return [e.clientX - box.left, e.clientY - box.top];
    };
    const isButton = (e) => e.target.closest("button");
    // A finger on a point, or two of them, is for the plane; else the page scrolls.
    on("touchstart", (e) => {
      const hit = this.nearest(pixel(e.touches[0]), REACH.touch) >= 0;
      if (!isButton(e) && (hit || this.hand.draws || e.touches.length > 1)) e.preventDefault();
    }, { passive: false });
    on("pointerdown", (e) => {
      const drawsOther = e.button === 2 && this.hand.tool === "draw";
      if (isButton(e) || (e.button > 1 && !drawsOther)) return;
      plot.setPointerCapture(e.pointerId);
      this.pointers.set(e.pointerId, pixel(e));
      const hit = e.button ? -1 : this.nearest(pixel(e), REACH[e.pointerType] || REACH.mouse);
      const alone = this.pointers.size === 1;
      if (!alone) this.hand.letGo();
      const drawn = alone && e.button !== 1;
      this.dragged = drawn ? this.hand.press(hit, pixel(e), drawsOther) : alone ? hit : -1;
      if (this.pointers.size === 1) this.former = { ...this.plane.view, zoomed: this.zoomed };
      this.taken = this.dragged;
      plot.classList.add("dragging");
      this.redraw();
    });
    on("pointermove", (e) => {
      const now = pixel(e), before = this.pointers.get(e.pointerId);
      if (!before) {
        plot.classList.toggle("on-point", this.nearest(now, REACH.mouse) >= 0);
        return;
      }
      const others = [...this.pointers].filter(([id]) => id !== e.pointerId);
      this.pointers.set(e.pointerId, now);
      if (others.length) {
        const other = others[0][1];
        const apart = (at) => Math.hypot(at[0] - other[0], at[1] - other[1]) || 1;
        this.plane.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
        this.zoom(apart(now) / apart(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
      } else if (this.dragged >= 0) this.move(this.dragged, this.plane.at(this.plane.inside(now)));
      else if (!this.hand.wipe(now)) {
        this.zoomed = true;
        this.plane.pan(now[0] - before[0], now[1] - before[1]);
        this.redraw();
      }
    });
    const end = (e) => {
      this.pointers.delete(e.pointerId);
      if (this.dragged >= 0) {
        this.taken = -1;
        this.hand.keepPoints("");
      }
      else this.hand.release();
      this.dragged = -1;
      plot.classList.remove("dragging");
      this.redraw();
    };
    on("pointerup", end);
    on("pointercancel", (e) => {
      if (!this.pointers.has(e.pointerId)) return;
      const { zoomed, ...view } = this.former; // the finger scrolls the page instead
      [this.zoomed, this.plane.view] = [zoomed, view];
      end(e);
    });
    on("wheel", (e) => {
      e.preventDefault();
      this.zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0015)), pixel(e));
    }, { passive: false });
    on("blur", () => this.take(-1));
    on("contextmenu", (e) => this.hand.tool === "draw" && e.preventDefault());
  }

  take(row) {
    this.taken = row;
    this.redraw();
  }

  /** Use a key of the plot while a point is taken; tell whether it was one. */
  pointKey(e) {
    const n = this.X.length, { kx, ky } = this.plane.view;
    const along = alongKey(e);
    if (e.key === "Enter" && this.taken < 0 && n) {
      const places = this.step ? this.run.places(this.step) : [];
      this.take(places.length ? this.run.problem.rows[places[0]] : 0);
    } else if (this.taken < 0) return false;
    else if (e.key === "Tab") this.take((this.taken + (e.shiftKey ? n - 1 : 1)) % n);
    else if (e.key === "Escape" || e.key === "Enter") this.take(-1);
    else if (along) {
      const pixels = e.shiftKey ? 1 : 8, [x, y] = this.plane.place(this.X[this.taken]);
      this.move(this.taken, [x + (along[0] * pixels) / kx, y + (along[1] * pixels) / ky]);
      this.hand.keepPoints(`keys ${this.taken}`);
    } else return false;
    return true;
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const target = e.target, isInput = target.tagName === "INPUT";
    if (target.matches(".field input") && e.key === "Enter") {
      target.blur(); // takes its value
      const isRefused = target.getAttribute("aria-invalid") === "true";
      (isRefused ? target : byId("playback")).focus({ preventScroll: true });
      e.preventDefault();
    }
    if (target.matches("select, input:not([type=range])")) return;
    if (target === byId("plot") && this.hand.planeKey(e, this)) {
      e.preventDefault();
      return;
    }
    const pressed = ["BUTTON", "A"].includes(target.tagName) && [" ", "Enter"].includes(e.key);
    const slides = isInput && !e.shiftKey && (e.key.startsWith("Arrow") || ["Home", "End"].includes(e.key));
    if (pressed || slides) return;
    const act = {
      " ": () => this.play(!this.playing),
      ArrowRight: () => this.seek(e.shiftKey ? this.mistakeFrom(this.step, 1) : this.step + 1),
      ArrowLeft: () => this.seek(e.shiftKey ? this.mistakeFrom(this.step, -1) : this.step - 1),
      Home: () => this.seek(0),
      End: () => this.seek(this.most),
      f: () => this.fit(),
      "+": () => this.zoom(1.25),
      "-": () => this.zoom(1 / 1.25),
    }[e.key];
    if (!act) return;
    e.preventDefault();
    act();
  }

  /** Put the session file, its points as they are now, behind the link. */
  download() {
    const bytes = Uint8Array.from(atob(byId("file").textContent), (c) => c.charCodeAt(0));
    let file = bytes;
    const isLesson = document.body.classList.contains("lesson");
    if (!isLesson) {
      const session = JSON.parse(new TextDecoder().decode(bytes));
      const own = this.hand.session(session);
      if (!own) session.data.X = this.X;
      if (own || !byId("restore").hidden) file = JSON.stringify(own || session);
    }
    const link = byId("download");
    URL.revokeObjectURL(link.href);
    link.href = URL.createObjectURL(new Blob([file], { type: "application/octet-stream" }));
    link.download = isLesson ? "lesson.lesson" : "run.plab";
  }
}

/** Whether nothing is known to keep this page from downloads: no frame, no sandbox. */
function mayDownload() {
  const frame = window.frameElement;
  if (frame) return !frame.hasAttribute("sandbox") || frame.sandbox.contains("allow-downloads");
  const isSandbox = window.origin === "null" && location.protocol.startsWith("http");
  return window === window.top && !isSandbox;
}
