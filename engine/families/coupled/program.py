"""A run whose outputs learn together, as the text of a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.programs.run_loops import RunText, block

if TYPE_CHECKING:
    from collections.abc import Callable


class CoupledText(RunText):
    """The text of a run whose rule reads the scores of all classes."""

    @property
    def asks_signs(self) -> bool:
        """The rule asks for a sample's class."""
        return False

    @property
    def weights(self) -> str:
        """What the weights are called: a row for each class, even of two."""
        return "W"

    def rule_functions(self) -> dict[str, Callable[..., object]]:
        """Give the functions of the rule, by the names that they are to have."""
        functions = super().rule_functions()
        del functions["is_mistake"]
        return functions

    @property
    def asks_highest(self) -> bool:
        """That is what a mistake is."""
        return True

    @property
    def _learned(self) -> str:
        """What is added to the rows that there are: of two classes the second's."""
        return "c" if self.many else "c[1:]"

    def _scores_of(self, weights: str) -> str:
        """Write the scores of all classes; of two the first's is 0."""
        scores = f"[dot(w, x) for w in {weights}]"
        return f"np.array({scores if self.many else f'[0.0, dot({weights}[0], x)]'})"

    def _pull_lines(self) -> list[str]:
        return [
            "x, own = X[i], labels[i]",
            f"z = {self._scores_of('W')}",
            "c = np.zeros(len(z))",
            "pull(z, own, c)",
            *(["c *= counts[i]"] if self.weighted else []),
            "if is_behind(z, own):",
            "    mistaken.add(i)",
        ]

    def single(self) -> list[str]:
        """Give what one sample's step is."""
        lines = self._pull_lines()
        lines += [f"W[:, 1:] *= decay({self.rate})"] if self.shrinks else []
        step = self.times_rate(self._learned)
        lines += [f"change = np.outer({step}, x)", "W += change"]
        if self.averages:
            late = "late += (n - 1) * change"
            lines.append("total += W" if self.sums_up else late)
        return lines

    def batch(self) -> list[str]:
        """Give what a batch's step is."""
        added = f"change += np.outer({self._learned}, x)"
        inside = block("for i in batch:", [*self._pull_lines(), added])
        return [
            "change = np.zeros_like(W)", *inside, *self.batch_step("W", "W[:, 1:]"),
        ]  # fmt: skip

    def wrong(self) -> list[str]:
        """Tell which samples the weights used have wrong."""
        wrong = f"is_behind({self._scores_of('used')}, own)"
        return [
            f"used = {self.used}",
            f"wrong = [{wrong} for x, own in zip(X, labels)]",
        ]
