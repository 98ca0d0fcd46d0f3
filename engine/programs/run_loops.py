"""The loops of a run as the text of a program, with what its recipe asks for only.

Weights stand behind their offset there, w = (b, w₁, w₂, …), and a sample behind a 1,
x = (1, x₁, x₂, …), as the textbook has them. Sums are added in the order of the
engine's loops, so that the weights are the same to the last digit.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import indent
from typing import TYPE_CHECKING, Any

from engine.families.coupled.loops import is_behind
from engine.learners.learner import no_decay
from engine.training.loops.schedule import CONSTANT, rate
from engine.training.loops.scores import IN_ORDER
from engine.training.loops.shuffle import shuffle
from engine.training.loops.structures import AVERAGED, POCKET, VOTED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.learners.learner import Learner
    from engine.training.problem import Problem
    from engine.training.recipe import Recipe

DOT = '''\
def dot(w, x):
    """Give w·x, added from the left as by hand; w @ x may differ in the last digit."""
    return (w * x).cumsum()[-1]
'''
DOT_OF_MANY = '''\
def dot(w, x):
    """Give w·x by four sums side by side; w @ x may differ in the last digit."""
    products, fours = w * x, 1 + (len(x) - 1) // 4 * 4
    s = products[1:fours].reshape(-1, 4).cumsum(axis=0)[-1]
    rest = np.append(products[0], products[fours:]).cumsum()[-1]
    return rest + ((s[0] + s[1]) + (s[2] + s[3]))
'''
SQUARE = '''\
def square(x):
    """Give x·x, added from the left."""
    return (x * x).cumsum()[-1]
'''
SHUFFLED = """\
with np.errstate(over="ignore"):  # products are modulo 2⁶⁴
    shuffle(order, SEED, epoch)"""
POCKET_CLASS = '''\
class Pocket:
    """The best weights so far, by the ratchet (Gallant 1990)."""

    def __init__(self, w, y{counts}):
        self.w, self.y{own} = w.copy(), y{counts}
        self.run, self.best_run, self.checked = 0, 0, False
        self.least_errors = float("inf")

    def mistake(self):
        """Begin a run of other weights."""
        self.run, self.checked = 0, False

    def survive(self, w):
        """Take weights that are right for longer, if they are on more samples."""
        self.run += 1
        if self.run <= self.best_run or self.checked:
            return
        self.checked = True
        wrong = [{is_wrong}(dot(w, x), y) for x, y in zip(X, self.y)]
        errors = {errors}
        if errors < self.least_errors:
            self.w, self.best_run, self.least_errors = w.copy(), self.run, errors
'''
FORWARD = '''\
def forward(x):
    """Give what each layer gives: x, then f(w·a) of its units; at the outputs z."""
    given = [x]
    for w in W:
        z = (w * given[-1]).cumsum(axis=1)[:, -1]
        given.append(np.array([1.0] + [activate(value) for value in z]))
    return [*given[:-1], z]
'''
BACKWARD = '''\
def backward(given, delta):
    """Give δ of each layer, from that of the outputs: δ = f′(z) · Σ w·δ of the next."""
    deltas = [delta]
    for w, a in zip(W[:0:-1], given[-2:0:-1]):
        passed = (w[:, 1:] * deltas[0][:, None]).cumsum(axis=0)[-1]
        deltas.insert(0, np.array([slope(value) for value in a[1:]]) * passed)
    return deltas
'''
KERNELS = '''\
@cache
def kernels(i):
    """Give K(xᵢ, x) of all samples x."""
    return np.array([kernel(X[i], x) for x in X])
'''
FRESH_SCORES = '''\
def fresh_scores(alpha, b):
    """Give b + Σ α·y·K(xᵢ, x) of all samples x, added anew."""
    z = np.full(len(X), b)
    for i in np.flatnonzero(alpha):
        z += alpha[i] * kernels(i)
    return z
'''


@dataclass(frozen=True)
class RunText:
    """What the text of a run follows.

    Attributes
    ----------
    rule : Learner
    recipe : Recipe
    problem : Problem
    weighted : bool
        Samples count differently: there is an array `counts`.
    sample_weights : bool
        Samples have weights of their own: there is an array `sample_weights`.
    """

    rule: Learner
    recipe: Recipe
    problem: Problem
    weighted: bool
    sample_weights: bool

    @property
    def many(self) -> bool:
        """Whether there are several outputs."""
        return self.problem.n_outputs > 1

    @property
    def is_network(self) -> bool:
        """Whether the weights are in layers."""
        return self.rule.family_name == "network"

    @property
    def is_kernel(self) -> bool:
        """Whether the weights are those of the samples."""
        return self.rule.family_name == "kernel"

    @property
    def is_coupled(self) -> bool:
        """Whether rows of weights learn by the scores of all classes."""
        return self.rule.coupled and not self.is_network

    @property
    def shrinks(self) -> bool:
        """Whether a step makes the weights smaller."""
        return self.rule.decay(1.0, self.problem.settings) != 1.0

    @property
    def sums_up(self) -> bool:
        """Whether a mean is made of all weights added up, not of their changes."""
        return self.rule.decay is not no_decay

    @property
    def has_offset(self) -> bool:
        """Whether an offset is learned."""
        return bool(self.problem.plan.offset_input)

    @property
    def weights(self) -> str:
        """What the weights are called."""
        return "W" if self.many or self.is_coupled else "w"

    @property
    def is_wrong(self) -> str:
        """What tells a wrong sample: a mistake, unless more counts as one."""
        tolerant = getattr(self.problem.settings, "tolerance", 0.0)
        return "is_wrong" if tolerant else "is_mistake"

    @property
    def rate(self) -> str:
        """What η is called."""
        if not self.rule.has_rate:
            return ""
        return "ETA" if self.problem.plan.schedule == CONSTANT else "eta"

    @property
    def rate_lines(self) -> list[str]:
        """The line that computes η, where it changes."""
        if self.rate != "eta":
            return []
        return ["eta = rate(n)"]

    @property
    def used(self) -> str:
        """The weights that are used, of those gone through."""
        combination, w = self.problem.plan.combination, self.weights
        if combination == AVERAGED:
            return "total / n" if self.sums_up else f"{w} - late / n"
        if combination == POCKET:
            every = "np.array([pocket.w for pocket in pockets])"
            return every if self.many else "pocket.w"
        return w

    @property
    def has_target(self) -> bool:
        """Whether the run ends at a training error."""
        plan = self.problem.plan
        return plan.target_error >= 0.0 and plan.combination != VOTED

    @property
    def counts_steps(self) -> bool:
        """Whether anything asks for the number of steps."""
        return bool(self.rate_lines) or self.problem.plan.combination == AVERAGED


def loop_functions(run: RunText) -> dict[str, Callable[..., object]]:
    """Give the functions of the engine's loops that a run calls, by their names."""
    functions: dict[str, Callable[..., object]] = {}
    if run.rate_lines:
        functions["rate"] = rate
    if run.is_coupled or (run.many and (run.is_network or run.has_target)):
        functions["is_behind"] = is_behind
    if run.problem.plan.shuffled:
        functions["shuffle"] = shuffle
    return functions


def helper_functions(run: RunText) -> list[str]:
    """Give the functions around the rule that a run calls."""
    plan = run.problem.plan
    texts = []
    if run.is_network:
        texts += [FORWARD] if run.rule.by_hand else [FORWARD, BACKWARD]
    elif run.is_kernel:
        texts += [KERNELS, *([FRESH_SCORES] if run.has_target else [])]
    elif not run.rule.by_hand:
        few = run.problem.start.shape[1] - 1 <= IN_ORDER
        texts += [DOT if few else DOT_OF_MANY]
        texts += [SQUARE] if run.rule.reads_length else []
    if plan.combination == POCKET:
        counted = "np.cumsum(self.counts * wrong)[-1]" if run.weighted else "sum(wrong)"
        texts.append(
            POCKET_CLASS.format(
                counts=", counts" if run.weighted else "",
                own=", self.counts" if run.weighted else "",
                is_wrong=run.is_wrong,
                errors=counted,
            )
        )
    return texts


def run_text(run: RunText) -> str:
    """Give the start and the loop over the epochs."""
    if run.rule.by_hand:
        return _start(run)
    plan = run.problem.plan
    steps = (_batches if plan.batch > 1 else _singles)(run)
    begin = [_start(run).rstrip(), *_before(run)]
    begin.append(f"order = {_order(run)}")
    epoch = [SHUFFLED] if plan.shuffled else []
    epoch += ["mistaken = set()", *steps, "curve.append(len(mistaken))", *_stops(run)]
    begin.append("curve = []  # mistakes of each epoch")
    return "\n".join([*begin, *_block("for epoch in range(EPOCHS):", epoch), ""])


def _block(head: str, lines: Iterable[str]) -> list[str]:
    """Give lines with what they stand within."""
    return [head, *(indent(line, "    ") for line in lines)]


def _order(run: RunText) -> str:
    if run.problem.plan.shuffled:
        return "np.arange(len(X))"
    if run.problem.plan.reordered:
        return repr(run.problem.order.tolist())
    return "range(len(X))"


def _start(run: RunText) -> str:
    """Give the line that makes the weights of the start."""
    start, problem = run.recipe.get("start", "zero"), run.problem
    if run.is_kernel:
        size = "(len(CLASSES), len(X))" if run.many else "len(X)"
        b = "np.zeros(len(CLASSES))" if run.many else "0.0"
        return (
            f"alpha = np.zeros({size})  # y·α of each sample\n"
            f"b = {b}\n"
            f"Z = np.zeros({size})  # the scores of all samples\n"
        )
    if run.is_network:
        return start_of_network(run)
    w = run.weights
    rows = run.problem.n_outputs
    shape = f"({rows}, X.shape[1])" if w == "W" else "X.shape[1]"
    if start == "zero":
        return f"{w} = np.zeros({shape})\n"
    if start == "random":
        text = (
            f"{w} = np.random.default_rng(SEED).normal(0.0, 0.01, {shape})\n"
            f"{w} = np.roll({w}, 1, axis=-1)  # the offset is drawn last\n"
        )
        return text if run.has_offset else f"{text}{w}[..., 0] = 0.0\n"
    by_row = [[row[-1], *row[:-1]] for row in problem.start.tolist()]
    return f"{w} = np.array({by_row if w == 'W' else by_row[0]})  # offset first\n"


def start_of_network(run: RunText) -> str:
    """Give the lines that make the layers of the start, W, offsets first."""
    start, problem = run.recipe.get("start", "zero"), run.problem
    rule: Any = run.rule
    sizes = rule.sizes(problem.X.shape[1], problem.n_outputs, problem.settings)
    sized = f"SIZES = {list(sizes)}  # terms, units of each layer\n"
    if start == "zero":
        return sized + (
            "W = [np.zeros((m, 1 + n)) for n, m in zip(SIZES, SIZES[1:])]\n"
        )
    if start == "random":
        inputs = "n" if rule.activation_of(problem.settings) == "relu" else "(n + m)"
        text = sized + (
            "rng, W = np.random.default_rng(SEED), []\n"
            "for n, m in zip(SIZES, SIZES[1:]):\n"
            f"    r = np.sqrt(6.0 / {inputs})\n"
            "    w = rng.uniform(-r, r, (m, n + 1))\n"
            "    W.append(np.roll(w, 1, axis=1))  # the offset is drawn last\n"
        )
        return text if run.has_offset else text + "    W[-1][:, 0] = 0.0\n"
    layers = rule.layers(problem.start, problem.X.shape[1], problem.settings)
    rows = [[[row[-1], *row[:-1]] for row in layer.tolist()] for layer in layers]
    texts = ",\n".join(f"    np.array({layer})" for layer in rows)
    return f"W = [  # of each unit the offset first\n{texts},\n]\n"


def _before(run: RunText) -> list[str]:
    """Give what is kept beside the weights."""
    plan, w = run.problem.plan, run.weights
    lines = ["n = 0  # steps"] if run.counts_steps else []
    if plan.combination == AVERAGED:
        total = "total" if run.sums_up else "late"
        lines.append(f"{total} = np.zeros_like({w})")
    if plan.combination == POCKET:
        counts = ", counts" if run.weighted else ""
        if run.many:
            own = "Y[:, k]" + (", counts[:, k]" if run.weighted else "")
            lines.append(f"pockets = [Pocket(w, {own}) for k, w in enumerate(W)]")
        else:
            lines.append(f"pocket = Pocket(w, Y{counts})")
    if plan.combination == VOTED:
        lines.append(
            "votes = [[[0, w.copy()]] for w in W]  # of each output: how often, weights"
            if run.many
            else "votes = [[0, w.copy()]]  # how often, weights"
        )
    if run.is_network and run.problem.settings.momentum:
        lines.append("V = [np.zeros_like(w) for w in W]")
    if run.is_kernel and run.problem.settings.budget:
        made = "[deque() for _ in CLASSES]" if run.many else "deque()"
        lines.append(f"remembered = {made}")
    if plan.least_change >= 0.0:
        lines.append(f"before = {_flat(run)}")
    return lines


def _flat(run: RunText) -> str:
    """Give all parameters in a row, as a copy."""
    if run.is_network:
        return "np.concatenate([w.ravel() for w in W])"
    if run.is_kernel:
        return "np.append(alpha, b)"
    return f"{run.weights}.copy()"


def _singles(run: RunText) -> list[str]:
    """Give the loop over single samples."""
    step = _kernel_step if run.is_kernel else _linear_step
    body = ["n += 1"] if run.counts_steps else []
    body += run.rate_lines
    if run.is_coupled:
        body += _coupled_step(run)
    elif run.is_network:
        passed = "zip(backward(given, delta), given)"
        body += [
            *_network_pass(run),
            f"changes = [np.outer(d, a) for d, a in {passed}]",
        ]
        body += _network_step(run)
    elif run.many:
        outputs = "CLASSES" if run.is_kernel else "W"
        own = "y = Y[i, k]" if run.is_kernel else "w, y = W[k], Y[i, k]"
        body += [] if run.is_kernel else ["x = X[i]"]
        body += _block(f"for k in range(len({outputs})):", [own, *step(run)])
    else:
        body += ["y = Y[i]"] if run.is_kernel else ["x, y = X[i], Y[i]"]
        body += step(run)
    return _block("for i in order:", body)


def _pull(run: RunText, x: str = "x") -> str:
    """Write what a sample adds, in units of η·x."""
    more = f", square({x})" if run.rule.reads_length else ""
    counts = "counts[i, k]" if run.many else "counts[i]"
    pull = f"pull(z, y{more})"
    return f"{pull} * {counts}" if run.weighted else pull


def _times_rate(run: RunText, c: str) -> str:
    if not run.rate:
        return c
    return f"{run.rate} * ({c})" if " " in c and run.weighted else f"{run.rate} * {c}"


def _linear_step(run: RunText) -> list[str]:
    plan = run.problem.plan
    step = _times_rate(run, _pull(run))
    keep = [f"w[1:] *= decay({run.rate})"] if run.shrinks else []
    lines = ["z = dot(w, x)"]
    if plan.combination == POCKET:
        pocket = "pockets[k]" if run.many else "pocket"
        return [
            *lines,
            "if is_mistake(z, y):",
            "    mistaken.add(i)",
            f"    w += {step} * x",
            f"    {pocket}.mistake()",
            "else:",
            f"    {pocket}.survive(w)",
        ]
    lines += ["if is_mistake(z, y):", "    mistaken.add(i)"]
    kept = "[k]" if run.many else ""
    if plan.combination == AVERAGED and not run.sums_up:
        # Rounded as the engine has it: what step n adds is in all but n − 1 weights.
        lines += [f"step = {step}", *keep, "w += step * x"]
        return [*lines, f"late{kept} += (n - 1) * step * x  # missing in n − 1 weights"]
    if plan.combination == VOTED:
        own = "votes[k]" if run.many else "votes"
        return [
            *lines,
            f"changed = w + {step} * x",
            "if (changed != w).any():",
            f"    {own}.append([0, changed])",
            "w[:] = changed",
            f"{own}[-1][0] += 1",
        ]
    lines += [*keep, f"w += {step} * x"]
    if plan.combination == AVERAGED:
        lines.append(f"total{kept} += w")
    return lines


def _scores(run: RunText) -> str:
    """Write the scores of all classes; of two the first's is 0."""
    if run.many:
        return "z = np.array([dot(w, x) for w in W])"
    return "z = np.array([0.0, dot(W[0], x)])"


def _coupled_pull(run: RunText) -> list[str]:
    lines = ["x, own = X[i], labels[i]", _scores(run), "c = np.zeros(len(z))"]
    lines += ["pull(z, own, c)"]
    lines += ["c *= counts[i]"] if run.weighted else []
    return [*lines, "if is_behind(z, own):", "    mistaken.add(i)"]


def _coupled_step(run: RunText) -> list[str]:
    c = "c" if run.many else "c[1:]"
    lines = _coupled_pull(run)
    if run.shrinks:
        lines.append(f"W[:, 1:] *= decay({run.rate})")
    lines += [f"change = np.outer({_times_rate(run, c)}, x)", "W += change"]
    if run.problem.plan.combination == AVERAGED:
        more = "total += W" if run.sums_up else "late += (n - 1) * change"
        lines.append(more)
    return lines


def _batches(run: RunText) -> list[str]:
    """Give the loop over batches."""
    body = ["n += 1"] if run.counts_steps else []
    body += [*run.rate_lines, "batch = order[start : start + BATCH]"]
    if run.is_network:
        inside = [
            *_network_pass(run),
            "for layer, (d, a) in enumerate(zip(backward(given, delta), given)):",
            "    changes[layer] += np.outer(d, a)",
        ]
        body += ["changes = [np.zeros_like(w) for w in W]"]
        body += [*_block("for i in batch:", inside), *_network_step(run)]
    elif run.is_coupled:
        inside = [*_coupled_pull(run)]
        inside.append(f"change += np.outer({'c' if run.many else 'c[1:]'}, x)")
        body += ["change = np.zeros_like(W)", *_block("for i in batch:", inside)]
        body += _batch_step(run, "W", "W[:, 1:]")
    else:
        inside = [
            f"x, y = X[i], {'Y[i, k]' if run.many else 'Y[i]'}",
            "z = dot(w, x)",
            "if is_mistake(z, y):",
            "    mistaken.add(i)",
            f"change += {_pull(run)} * x",
        ]
        inner = ["change = np.zeros_like(w)", *_block("for i in batch:", inside)]
        inner += _batch_step(run, "w", "w[1:]")
        body += _block("for k, w in enumerate(W):", inner) if run.many else inner
    return _block("for start in range(0, len(X), BATCH):", body)


def _batch_step(run: RunText, w: str, inner: str) -> list[str]:
    plan = run.problem.plan
    rate = run.rate or "1.0"
    step = f"{rate} / len(batch)" if plan.mean else rate
    lines = []
    averaged = plan.combination == AVERAGED
    if averaged and not run.sums_up:
        lines.append(f"old = {w}.copy()")
    lines += [f"{inner} *= decay({rate})"] if run.shrinks else []
    lines.append(f"{w} += {step} * change")
    kept = "[k]" if w == "w" and run.many else ""
    if averaged:
        lines.append(
            f"total{kept} += {w}"
            if run.sums_up
            else f"late{kept} += (n - 1) * ({w} - old)  # missing in n − 1 weights"
        )
    return lines


def _network_pass(run: RunText) -> list[str]:
    """Give what one sample's way through a network is, up to δ of the outputs."""
    if run.many:
        delta = ["delta = np.zeros(len(CLASSES))", "pull(given[-1], labels[i], delta)"]
        wrong = "if is_behind(given[-1], labels[i]):"
    else:
        delta = ["delta = np.array([pull(given[-1][0], Y[i])])"]
        wrong = "if Y[i] * given[-1][0] <= 0.0:"
    delta += ["delta *= counts[i]"] if run.weighted else []
    return ["given = forward(X[i])", *delta, wrong, "    mistaken.add(i)"]


def _network_step(run: RunText) -> list[str]:
    problem = run.problem
    scale = f"{run.rate} / len(batch)" if problem.plan.batch > 1 else run.rate
    step = [f"step = {scale} * change"]
    step += [] if run.has_offset else ["step[:, 0] = 0.0  # no offset"]
    if run.shrinks:
        step.append(f"step[:, 1:] -= {run.rate} * STRENGTH * w[:, 1:]")
    if problem.settings.momentum:
        step += ["v[:] = MOMENTUM * v + step", "w += v"]
        looped = "for w, v, change in zip(W, V, changes):"
    else:
        step.append("w += step")
        looped = "for w, change in zip(W, changes):"
    return _block(looped, step)


def _kernel_step(run: RunText) -> list[str]:
    problem = run.problem
    k = "[k]" if run.many else ""
    offset = " + 1.0" if run.has_offset else ""
    lines = [
        f"z = Z{k}[i]",
        "if is_mistake(z, y):",
        "    mistaken.add(i)",
        f"c = {_pull(run)}",
        "if c != 0.0:",
        f"    alpha{k}[i] += c",
        *([f"    b{k} += c"] if run.has_offset else []),
        f"    Z{k} += c * (kernels(i){offset})",
    ]
    if problem.settings.budget:
        counts = "counts[oldest, k]" if run.many else "counts[oldest]"
        own = "Y[oldest, k]" if run.many else "Y[oldest]"
        forgotten = f"-{own} * {counts}" if run.weighted else f"-{own}"
        lines += [
            f"    remembered{k}.append(i)",
            f"    if len(remembered{k}) > BUDGET:  # the oldest is forgotten",
            f"        oldest = remembered{k}.popleft()",
            f"        c = {forgotten}",
            f"        alpha{k}[oldest] += c",
            *([f"        b{k} += c"] if run.has_offset else []),
            f"        Z{k} += c * (kernels(oldest){offset})",
        ]
    return lines


def _stops(run: RunText) -> list[str]:
    """Give what ends the run sooner."""
    plan = run.problem.plan
    lines = []
    if plan.stop_without_mistake:
        lines += ["if not mistaken:", "    break"]
    if run.has_target:
        total = "sample_weights.sum()" if run.sample_weights else "len(X)"
        lines += [
            *_wrong(run),
            f"if errors <= TARGET_ERROR * {total}:",
            "    break",
        ]
    if plan.least_change >= 0.0:
        lines += [
            f"after = {_flat(run)}",
            "if ((after - before) ** 2).sum() < LEAST_CHANGE**2:",
            "    break",
            "before = after",
        ]
    return lines


def _wrong(run: RunText) -> list[str]:
    """Count the errors of the weights used."""
    if run.is_network:
        lines = [
            "wrong = [is_behind(forward(x)[-1], own) for x, own in zip(X, labels)]"
            if run.many
            else "wrong = [y * forward(x)[-1][0] <= 0.0 for x, y in zip(X, Y)]"
        ]
    elif run.is_kernel:
        lines = (
            [
                "scores = np.array([fresh_scores(a, c) for a, c in zip(alpha, b)]).T",
                "wrong = [is_behind(z, own) for z, own in zip(scores, labels)]",
            ]
            if run.many
            else [
                "scores = fresh_scores(alpha, b)",
                f"wrong = [{run.is_wrong}(z, y) for z, y in zip(scores, Y)]",
            ]
        )
    else:
        scores = "[dot(w, x) for w in used]" if run.many else "[0.0, dot(used[0], x)]"
        scores = f"np.array({scores})"
        lines = [
            f"used = {run.used}",
            f"wrong = [is_behind({scores}, own) for x, own in zip(X, labels)]"
            if run.many or run.is_coupled
            else f"wrong = [{run.is_wrong}(dot(used, x), y) for x, y in zip(X, Y)]",
        ]
    by_weight = "np.cumsum(sample_weights * wrong)[-1]"
    return [*lines, f"errors = {by_weight if run.sample_weights else 'sum(wrong)'}"]
