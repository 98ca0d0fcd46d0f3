"""A run of a kernel perceptron as the text of a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.programs.run_loops import MISTAKEN, RunText, block

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.families.kernel.kernel_learner import KernelLearner

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


class KernelText(RunText):
    """The text of a run whose weights are those of the samples."""

    rule: KernelLearner

    @property
    def first_input(self) -> str:
        """A kernel reads nothing but the terms."""
        return ""

    def rule_functions(self) -> dict[str, Callable[..., object]]:
        """Give the functions of the rule, by the names that they are to have."""
        return super().rule_functions() | {"kernel": self.rule.kernel}

    def helpers(self) -> list[str]:
        """Give the functions around the rule that a run calls."""
        return [KERNELS, *([FRESH_SCORES] if self.has_target else [])]

    def start(self) -> str:
        """Give the lines that make what counts mistakes, and all scores."""
        size = "(len(CLASSES), len(X))" if self.many else "len(X)"
        return (
            f"alpha = np.zeros({size})  # y·α of each sample\n"
            f"b = {'np.zeros(len(CLASSES))' if self.many else '0.0'}\n"
            f"Z = np.zeros({size})  # the scores of all samples\n"
        )

    def kept(self) -> list[str]:
        """Give the line that makes what is remembered of the mistakes."""
        if not self.problem.settings.budget:
            return []
        return [
            f"remembered = {'[deque() for _ in CLASSES]' if self.many else 'deque()'}"
        ]

    def flat(self) -> str:
        """Give all parameters in a row, as a copy."""
        return "np.append(alpha, b)"

    def single(self) -> list[str]:
        """Give what one sample's step is, output by output."""
        if not self.many:
            return ["y = Y[i]", *self.step()]
        own = ["y = Y[i, k]", *self.step()]
        return block("for k in range(len(CLASSES)):", own)

    def step(self) -> list[str]:
        """Give what a sample does to one output."""
        k = "[k]" if self.many else ""
        lines = [f"z = Z{k}[i]", *MISTAKEN, f"c = {self.pull}"]
        added = self._counted("i")
        if self.problem.settings.budget:
            place = "[oldest, k]" if self.many else "[oldest]"
            counts = f" * counts{place}" if self.weighted else ""
            forgotten = [
                f"oldest = remembered{k}.popleft()",
                f"c = -Y{place}{counts}",
                *self._counted("oldest"),
            ]
            full = f"if len(remembered{k}) > BUDGET:  # the oldest is forgotten"
            added += [f"remembered{k}.append(i)", *block(full, forgotten)]
        return [*lines, *block("if c != 0.0:", added)]

    def _counted(self, i: str) -> list[str]:
        """Give what a mistake of a sample adds to the weights and to all scores."""
        k, offset = "[k]" if self.many else "", " + 1.0" if self.has_offset else ""
        return [
            f"alpha{k}[{i}] += c",
            *([f"b{k} += c"] if self.has_offset else []),
            f"Z{k} += c * (kernels({i}){offset})",
        ]

    def wrong(self) -> list[str]:
        """Tell which samples are wrong, by scores that are added anew."""
        if not self.many:
            return [
                "scores = fresh_scores(alpha, b)",
                f"wrong = [{self.is_wrong}(z, y) for z, y in zip(scores, Y)]",
            ]
        return [
            "scores = np.array([fresh_scores(a, c) for a, c in zip(alpha, b)]).T",
            "wrong = [is_behind(z, own) for z, own in zip(scores, labels)]",
        ]

    def scores(self) -> str:
        """Give the lines that score many samples, `points`, for a plot."""
        alphas = "alpha.T" if self.many else "alpha[:, None]"
        return (
            "    K = np.array([[kernel(u, x) for u in X] for x in points])\n"
            f"    z = K @ {alphas} + b\n"
        )

    def printed(self) -> str:
        """Give what prints the weights of the samples."""
        if not self.many:
            return 'print(f"y·α = {alpha.tolist()} b = {float(b)}")\n'
        return (
            "for name, row, offset in zip(CLASSES, alpha, b):\n"
            '    print(f"{name}: y·α = {row.tolist()} b = {float(offset)}")\n'
        )
