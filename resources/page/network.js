
// ------------------------------------------------------------------------- networks

const MOST_UNITS = 6; // that a line names

/** What a run of units in layers works on: w holds the rows of all units, in turn. */
class Network extends Problem {
  constructor(spec, X) {
    super(spec, X);
    const network = (this.network = networkAround(this.rule));
    this.sizes = network.layer_sizes(this.d, this.outputs, this.h);
    const units = network.count_units(this.sizes), room = (n) => new Float64Array(n);
    Object.assign(this, { a: room(units), delta: room(units) });
    Object.assign(this, { z: room(this.outputs), c: room(this.outputs) });
  }

  get isLinear() {
    return false;
  }

  prepare(state) {
    return state;
  }

  /** Learn step n: what each sample of the batch adds, one after the other, then a step. */
  learn(s, places, n, marks) {
    const { network, sizes, h, plan, spec, samples, a, delta, z, c } = this;
    const total = new Float64Array(s.w.length);
    places.forEach((i, at) => {
      const code = samples.codes[i];
      const count = samples.sample_weights[i] * classWeight(spec.classWeights, code);
      network.forward(a, s.w, sizes, samples.X, i, h);
      if (network.output_deltas(delta, a, z, c, code, count, h)) marks[at] |= MISTAKE;
      network.backward(delta, a, s.w, sizes, h);
      network.add_shares(total, delta, a, sizes, plan.offset_input);
    });
    if (network.descend(s.w, s.memory, total, sizes, rate(plan, n), places.length, h)) {
      marks[0] |= UPDATE;
    }
  }

  evaluate(w, { samples }) {
    const { X, codes, sample_weights, class_weights } = samples;
    if (!X.length) return [0, 0];
    return this.network.evaluate(w, null, X, codes, sample_weights, class_weights, this.h);
  }

  scoresOf(w, x, z) {
    const { a, outputs } = this;
    this.network.forward(a, w, this.sizes, [x], 0, this.h);
    for (let k = 0; k < outputs; k++) z[k] = a[a.length - outputs + k];
  }

  squares(w) {
    return this.network.penalised(w, this.spec.classWeights, [this.vectors[0]], this.h);
  }

  /** Give the weights of each layer, by the names of its inputs and its units. */
  layersOf(w) {
    const { spec, sizes } = this, outputs = this.outputs === 1 ? ["z"] : spec.classes;
    let inputs = spec.termNames, at = 0;
    return Array.from(sizes.subarray(1), (count, layer) => {
      const isLast = layer === sizes.length - 2, n = inputs.length;
      const units = isLast ? outputs : Array.from({ length: count }, (_, unit) => `${"hg"[layer]}${unit + 1}`);
      const names = this.plan.offset_input ? [...inputs, "b"] : inputs;
      const first = at, rows = names.map((_, j) => units.map((_, unit) => w[first + unit * (n + 1) + j]));
      at += units.length * (n + 1);
      inputs = units;
      return { inputs: names, units, rows };
    });
  }

  /** Write what each layer gave for the sample of a step, before it. */
  layerLines(before, places) {
    if (places.length > 1) return [];
    const { a, sizes, spec } = this, z = this.scored(before.w, this.vectors[places[0]]);
    const rows = this.layersOf(before.w).slice(0, -1).map(({ units }, layer) => {
      const first = sizes.subarray(0, layer + 1).reduce((sum, size) => sum + size, 0);
      const said = units.slice(0, MOST_UNITS).map((name, unit) => `${name} = ${number(a[first + unit], 4)}`);
      return [layer ? "" : "hidden", said.join(", ") + (units.length > MOST_UNITS ? ", …" : "")];
    });
    if (this.outputs > 1) return [...rows, ...Array.from(z, (score, k) => [spec.classes[k], `z = ${number(score)}`])];
    return [...rows, ["score", `z = ${number(z[0])}`]];
  }
}

/** Draw numbers from 0 to 1 as NumPy's default generator does: PCG-64 (O'Neill, 2014). */
function* uniform(seed) {
  const words = 2n ** 32n, [u32, u64, u128] = [32, 64, 128].map((bits) => (x) => BigInt.asUintN(bits, x));
  const hasher = (start, factor) => (value) => {
    const mixed = u32((value ^ start) * (start = u32(start * factor)));
    return mixed ^ (mixed >> 16n);
  };
  const hash = hasher(0x43b0d7e5n, 0x931e8875n), give = hasher(0x8b51f9ddn, 0x58f38dedn);
  const pool = [BigInt(seed), 0n, 0n, 0n].map(hash);
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      if (i === j) continue;
      const mixed = u32(0xca01f9ddn * pool[j] - 0x4973f715n * hash(pool[i]));
      pool[j] = mixed ^ (mixed >> 16n);
    }
  }
  const given = [...pool, ...pool].map(give);
  const [high, low, above, below] = [0, 2, 4, 6].map((i) => given[i] + given[i + 1] * words);
  const on = 2n * ((above << 64n) + below) + 1n;
  const step = (state) => u128(state * 0x2360ed051fc65da44385df649fccf645n + on);
  let state = step(u128(step(0n) + (high << 64n) + low));
  for (;;) {
    state = step(state);
    const bits = u64((state >> 64n) ^ state), turn = state >> 122n;
    yield Number(u64((bits >> turn) | (bits << (64n - turn))) >> 11n) * 2 ** -53;
  }
}

/** Draw the weights with which a network starts, each layer's by its size (Glorot & Bengio
    2010; for relu He et al. 2015). */
function startOf(seed, sizes, { relu, offset }) {
  const drawn = uniform(seed), start = [];
  for (let layer = 1; layer < sizes.length; layer++) {
    const [n, m] = [sizes[layer - 1], sizes[layer]], reach = Math.sqrt(6 / (relu ? n : n + m));
    for (let at = 0; at < m * (n + 1); at++) {
      const weight = -reach + (reach - -reach) * drawn.next().value;
      start.push(!offset && at % (n + 1) === n ? 0 : weight);
    }
  }
  return start;
}

/** Draw it for the settings of a network. */
function networkStart({ seed, hidden, second, activation }, inputs, outputs, offset) {
  const sizes = [inputs, hidden, ...(second ? [second] : []), outputs];
  return startOf(seed, sizes, { relu: activation === "relu", offset });
}

const networkOf = (spec, X) => new Network(spec, X);
