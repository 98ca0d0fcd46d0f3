
// ------------------------------------------------------------------------- the set-up

/* Settings, terms and starts of a run: what the lab and the tasks of lessons change. */

const PLAN_NAMES = { learning_rate: "eta", batch_size: "batch" };

/** Whether a setting can have a value. */
function fits({ kind, low, high, aboveLow, choices }, value) {
  if (kind === "bool") return typeof value === "boolean";
  if (choices.length) return choices.includes(value);
  return Number.isFinite(value) && value <= high && (aboveLow ? value > low : value >= low) &&
    (kind !== "int" || Number.isInteger(value));
}

/** Whether a setting plays a part, given what the others are set to. */
function matters({ shownIf }, values) {
  const only = Object.entries(shownIf);
  return !only.length || only.some(([other, value]) => values[other] === value);
}

/** Give, for each output, how much samples count there that are not, and are, its own. */
function classWeights({ y, parts, weights, outputs, classes }, isBalanced) {
  const totals = new Float64Array(Math.max(2, classes.length));
  for (const row of parts[0]) totals[y[row]] += weights ? weights[row] : 1;
  const n = totals.reduce((sum, total) => sum + total, 0);
  const own = isBalanced ? LOOPS.balanced_weights(totals, n) : totals.fill(1);
  return outputs === 1 ? [[own[0], own[1]]] : Array.from(own, (weight) => [1, weight]);
}

/** Say which numbers a setting can have. */
function rangeSaid({ label, low, high, aboveLow }) {
  return `${label}: a number ${aboveLow ? "above" : "from"} ${low} to ${high.toLocaleString("en")}.`;
}

/** Give a run with these values of its settings, and on these terms if they are others. */
function withSetUp(run, values, { terms = null, known = [] } = {}) {
  const n = run.parts[0].length, plan = { ...run.plan }, settings = { ...run.settings };
  const { batch_size: batch, order, schedule, offset, standardise } = values;
  for (const [name, value] of Object.entries(values)) {
    const own = PLAN_NAMES[name] || name;
    if (value === null) continue; // it is off
    if (own in plan) plan[own] = value;
    const { choices = [] } = known.find((setting) => setting.name === name) || {};
    if (name in settings) settings[name] = choices.length ? choices.indexOf(value) : value;
  }
  if (batch !== undefined) plan.batch = Math.max(1, Math.min(batch || n, n));
  if (order !== undefined) plan.shuffled = plan.reordered = order === "shuffled";
  if (schedule !== undefined) plan.schedule = SCHEDULES[schedule];
  if (offset !== undefined) plan.offset_input = offset ? 1 : 0;
  const changed = { ...run, plan, settings };
  if (standardise !== undefined) changed.deviation = standardise ? run.deviation || "population" : null;
  if (values.epochs !== undefined) changed.epochs = values.epochs;
  if (values.start !== undefined) changed.start = values.start;
  if (values.class_weight !== undefined) changed.classWeights = classWeights(run, values.class_weight);
  if (!terms) return changed;
  return {
    ...changed,
    terms: terms.map(({ factors }) => factors), termNames: terms.map(({ said }) => said),
    start: run.start.map(() => new Array(terms.length + 1).fill(0)),
  };
}

/** Make a field for a setting, which tells the text that is written in it. */
function settingField(setting, id, set) {
  const { label, help, choices, kind, high, low, aboveLow } = setting;
  const row = document.createElement("div"), said = document.createElement("label");
  const input = document.createElement(choices.length ? "select" : "input");
  [row.className, said.textContent, said.htmlFor, input.id, input.title] =
    ["field", label, id, id, help];
  const off = setting.value === null ? [new Option("off", "")] : [];
  if (choices.length) input.append(...off, ...choices.map((choice) => new Option(choice, choice)));
  else if (kind === "bool") input.type = "checkbox";
  else {
    [input.type, input.step, input.max] = ["number", kind === "int" ? 1 : "any", high];
    if (!aboveLow) input.min = low;
    if (setting.value === null) input.placeholder = "off";
    input.inputMode = kind === "int" ? "numeric" : "decimal";
  }
  input.addEventListener("change", () => {
    input.setAttribute("aria-invalid", String(fieldValue(setting, input) === undefined));
    set(input);
  });
  row.append(said, input);
  return row;
}

/** Read the value in the field of a setting: null if it is off, undefined if none fits. */
function fieldValue(setting, input) {
  const { kind, choices } = setting;
  if (input.value === "" && setting.value === null) return null;
  const value = kind === "bool" ? input.checked : choices.length ? input.value : Number(input.value);
  return input.value !== "" && fits(setting, value) ? value : undefined;
}

/** Make a button for each term, which tells its name when it is pressed. */
function termButtons(terms, toggle) {
  return terms.map(({ name, said }) => {
    const button = document.createElement("button");
    [button.type, button.textContent, button.dataset.term] = ["button", said, name];
    button.addEventListener("click", () => toggle(name));
    return button;
  });
}
