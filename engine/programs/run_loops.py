"""The loops of a run as the text of a program, with what its recipe asks for only.

Weights stand behind their offset there, w = (b, w₁, w₂, …), and a sample behind a 1,
x = (1, x₁, x₂, …), as the textbook has them. Sums are added in the order of the
engine's loops, so that the weights are the same to the last digit.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import indent
from typing import TYPE_CHECKING

from engine.learners.learner import is_mistake, no_decay
from engine.training.loops.rate_schedule import CONSTANT, rate
from engine.training.loops.scores import IN_ORDER, is_behind
from engine.training.loops.shuffle import shuffle
from engine.training.loops.structures import AVERAGED, POCKET

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
MISTAKEN = ["if is_mistake(z, y):", "    mistaken.add(i)"]


@dataclass(frozen=True)
class RunText:
    """The text of a run whose outputs learn each by its own score.

    A family whose runs go otherwise has a class of its own, and says what is other.

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
    def asks_signs(self) -> bool:
        """Whether the rule asks for labels ±1, of each output its own."""
        return True

    @property
    def first_input(self) -> str:
        """What stands before the terms of a sample, "ones" or "zeros"; or nothing."""
        return "ones" if self.has_offset else "zeros"

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
    def averages(self) -> bool:
        """Whether the mean of all weights is used."""
        return self.problem.plan.combination == AVERAGED

    @property
    def has_pocket(self) -> bool:
        """Whether the best weights so far are used."""
        return self.problem.plan.combination == POCKET

    @property
    def weights(self) -> str:
        """What the weights are called."""
        return "W" if self.many else "w"

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
    def used(self) -> str:
        """The weights that are used, of those gone through."""
        if self.averages:
            return "total / n" if self.sums_up else f"{self.weights} - late / n"
        if self.has_pocket:
            every = "np.array([pocket.w for pocket in pockets])"
            return every if self.many else "pocket.w"
        return self.weights

    @property
    def has_target(self) -> bool:
        """Whether the run ends at a training error."""
        return self.problem.plan.target_error >= 0.0

    @property
    def counts_steps(self) -> bool:
        """Whether anything asks for the number of steps."""
        return self.rate == "eta" or self.averages

    @property
    def constants(self) -> dict[str, object]:
        """What only this family reads, by the names of constants."""
        return {}

    def functions(self) -> dict[str, Callable[..., object]]:
        """Give the functions of the rule and of the loops that a run calls."""
        if self.rule.by_hand:
            return {}
        functions = self.rule_functions()
        if self.rate == "eta":
            functions["rate"] = rate
        if self.asks_highest:
            functions["is_behind"] = is_behind
        if self.problem.plan.shuffled:
            functions["shuffle"] = shuffle
        return functions

    def rule_functions(self) -> dict[str, Callable[..., object]]:
        """Give the functions of the rule, by the names that they are to have."""
        decay = {"decay": self.rule.decay} if self.shrinks else {}
        return {"is_mistake": is_mistake, "pull": self.rule.pull, **decay}

    @property
    def asks_highest(self) -> bool:
        """Whether anything asks if a sample's own class is ahead of all others."""
        return self.many and self.has_target

    def helpers(self) -> list[str]:
        """Give the functions around the rule that a run calls."""
        if self.rule.by_hand:
            return []
        few = self.problem.start.shape[1] - 1 <= IN_ORDER
        texts = [DOT if few else DOT_OF_MANY]
        texts += [SQUARE] if self.rule.reads_length else []
        if self.has_pocket:
            counted = "np.cumsum(self.counts * wrong)[-1]"
            texts.append(
                POCKET_CLASS.format(
                    counts=", counts" if self.weighted else "",
                    own=", self.counts" if self.weighted else "",
                    is_wrong=self.is_wrong,
                    errors=counted if self.weighted else "sum(wrong)",
                )
            )
        return texts

    def text(self) -> str:
        """Give the start and the loop over the epochs."""
        if self.rule.by_hand:
            return self.start()
        plan = self.problem.plan
        steps = self._batches() if plan.batch > 1 else self._singles()
        begin = ["n = 0  # steps"] if self.counts_steps else []
        begin = [self.start().rstrip(), *begin, *self.kept()]
        if plan.least_change >= 0.0:
            begin.append(f"before = {self.flat()}")
        begin += [f"order = {self._order()}", "curve = []  # mistakes of each epoch"]
        epoch = [SHUFFLED] if plan.shuffled else []
        epoch += ["mistaken = set()", *steps, "curve.append(len(mistaken))"]
        epoch += self._stops()
        return "\n".join([*begin, *block("for epoch in range(EPOCHS):", epoch), ""])

    def _order(self) -> str:
        plan = self.problem.plan
        if plan.shuffled:
            return "np.arange(len(X))"
        return repr(self.problem.order.tolist()) if plan.reordered else "range(len(X))"

    def start(self) -> str:
        """Give the lines that make the weights of the start."""
        start, w = self.recipe.get("start", "zero"), self.weights
        rows = self.problem.n_outputs
        shape = f"({rows}, X.shape[1])" if w == "W" else "X.shape[1]"
        if start == "zero":
            return f"{w} = np.zeros({shape})\n"
        if start == "random":
            text = (
                f"{w} = np.random.default_rng(SEED).normal(0.0, 0.01, {shape})\n"
                f"{w} = np.roll({w}, 1, axis=-1)  # the offset is drawn last\n"
            )
            return text if self.has_offset else f"{text}{w}[..., 0] = 0.0\n"
        by_row = [[row[-1], *row[:-1]] for row in self.problem.start.tolist()]
        return f"{w} = np.array({by_row if w == 'W' else by_row[0]})  # offset first\n"

    def kept(self) -> list[str]:
        """Give the lines that make what is kept beside the weights."""
        if self.averages:
            total = "total" if self.sums_up else "late"
            return [f"{total} = np.zeros_like({self.weights})"]
        if not self.has_pocket:
            return []
        if not self.many:
            return [f"pocket = Pocket(w, Y{', counts' if self.weighted else ''})"]
        own = "Y[:, k]" + (", counts[:, k]" if self.weighted else "")
        return [f"pockets = [Pocket(w, {own}) for k, w in enumerate(W)]"]

    def flat(self) -> str:
        """Give all parameters in a row, as a copy."""
        return f"{self.weights}.copy()"

    def _singles(self) -> list[str]:
        """Give the loop over single samples."""
        return block("for i in order:", [*self._begin_step(), *self.single()])

    def _begin_step(self) -> list[str]:
        count = ["n += 1"] if self.counts_steps else []
        return [*count, *(["eta = rate(n)"] if self.rate == "eta" else [])]

    def single(self) -> list[str]:
        """Give what one sample's step is, output by output."""
        if not self.many:
            return ["x, y = X[i], Y[i]", *self.step()]
        own = ["w, y = W[k], Y[i, k]", *self.step()]
        return ["x = X[i]", *block("for k in range(len(W)):", own)]

    @property
    def pull(self) -> str:
        """What a sample adds, in units of η·x."""
        pull = "pull(z, y, square(x))" if self.rule.reads_length else "pull(z, y)"
        counts = "counts[i, k]" if self.many else "counts[i]"
        return f"{pull} * {counts}" if self.weighted else pull

    def times_rate(self, c: str) -> str:
        """Write η times what a sample adds."""
        if not self.rate:
            return c
        bracketed = f"({c})" if " " in c and self.weighted else c
        return f"{self.rate} * {bracketed}"

    def step(self) -> list[str]:
        """Give what a sample does to one output."""
        step, kept = self.times_rate(self.pull), "[k]" if self.many else ""
        keep = [f"w[1:] *= decay({self.rate})"] if self.shrinks else []
        lines = ["z = dot(w, x)", *MISTAKEN]
        if self.has_pocket:
            pocket = "pockets[k]" if self.many else "pocket"
            return [
                *lines,
                f"    w += {step} * x",
                f"    {pocket}.mistake()",
                "else:",
                f"    {pocket}.survive(w)",
            ]
        if self.averages and not self.sums_up:
            # Rounded as the engine has it: what step n adds is in all but n − 1
            # weights.
            lines += [f"step = {step}", *keep, "w += step * x"]
            late = f"late{kept} += (n - 1) * step * x  # missing in n − 1 weights"
            return [*lines, late]
        total = [f"total{kept} += w"] if self.averages else []
        return [*lines, *keep, f"w += {step} * x", *total]

    def _batches(self) -> list[str]:
        """Give the loop over batches."""
        body = [*self._begin_step(), "batch = order[start : start + BATCH]"]
        body += self.batch()
        return block("for start in range(0, len(X), BATCH):", body)

    def batch(self) -> list[str]:
        """Give what a batch's step is, output by output."""
        inside = [
            f"x, y = X[i], {'Y[i, k]' if self.many else 'Y[i]'}",
            "z = dot(w, x)",
            *MISTAKEN,
            f"change += {self.pull} * x",
        ]
        inner = ["change = np.zeros_like(w)", *block("for i in batch:", inside)]
        inner += self.batch_step("w", "w[1:]")
        return block("for k, w in enumerate(W):", inner) if self.many else inner

    def batch_step(self, w: str, inner: str) -> list[str]:
        """Give what a batch does to weights; `inner` are those without the offset."""
        rate = self.rate or "1.0"
        step = f"{rate} / len(batch)" if self.problem.plan.mean else rate
        late = self.averages and not self.sums_up
        lines = [f"old = {w}.copy()"] if late else []
        lines += [f"{inner} *= decay({rate})"] if self.shrinks else []
        lines.append(f"{w} += {step} * change")
        kept = "[k]" if w == "w" and self.many else ""
        if late:
            lines.append(
                f"late{kept} += (n - 1) * ({w} - old)  # missing in n − 1 weights"
            )
        elif self.averages:
            lines.append(f"total{kept} += {w}")
        return lines

    def _stops(self) -> list[str]:
        """Give what ends the run sooner."""
        plan = self.problem.plan
        lines = []
        if plan.stop_without_mistake:
            lines += ["if not mistaken:", "    break"]
        if self.has_target:
            by_weight = "np.cumsum(sample_weights * wrong)[-1]"
            total = "sample_weights.sum()" if self.sample_weights else "len(X)"
            lines += [
                *self.wrong(),
                f"errors = {by_weight if self.sample_weights else 'sum(wrong)'}",
                f"if errors <= TARGET_ERROR * {total}:",
                "    break",
            ]
        if plan.least_change >= 0.0:
            lines += [
                f"after = {self.flat()}",
                "if ((after - before) ** 2).sum() < LEAST_CHANGE**2:",
                "    break",
                "before = after",
            ]
        return lines

    def wrong(self) -> list[str]:
        """Tell which samples the weights used have wrong."""
        wrong = f"{self.is_wrong}(dot(used, x), y) for x, y in zip(X, Y)"
        if self.many:
            scores = "np.array([dot(w, x) for w in used])"
            wrong = f"is_behind({scores}, own) for x, own in zip(X, labels)"
        return [f"used = {self.used}", f"wrong = [{wrong}]"]

    def scores(self) -> str:
        """Give the line that scores many samples, `points`, for a plot."""
        w = "W.T" if self.weights == "W" else "w[:, None]"
        return f"    z = points @ {w}\n"

    def printed(self) -> str:
        """Give what brings the weights into the units of the data, and prints them."""
        w, scaled = self.weights, self.problem.scaling is not None
        code = f"{w} = {self.used}\n" if self.used != w else ""
        if scaled:
            code += unscaled("units", w, many=w == "W")
        w = "units" if scaled else w
        if self.many:
            return code + (
                f"for name, row in zip(CLASSES, {w}):\n"
                '    print(f"{name}: w = {row[1:].tolist()} b = {float(row[0])}")\n'
            )
        row = f"{w}[0]" if self.weights == "W" else w
        return f'{code}print(f"w = {{{row}[1:].tolist()}} b = {{float({row}[0])}}")\n'


def block(head: str, lines: Iterable[str]) -> list[str]:
    """Give lines with what they stand within."""
    return [head, *(indent(line, "    ") for line in lines)]


def unscaled(target: str, w: str, *, many: bool) -> str:
    """Give the lines that undo the standardising."""
    if many:
        return (
            f"coef = {w}[:, 1:] / deviation  # in the units of the data\n"
            f"offset = {w}[:, 0] - (coef * mean).sum(axis=1)\n"
            f"{target} = np.column_stack([offset, coef])\n"
        )
    return (
        f"coef = {w}[1:] / deviation  # in the units of the data\n"
        f"{target} = np.append({w}[0] - (coef * mean).sum(), coef)\n"
    )
