"""A run whose weights vote, as the text of a program."""

from __future__ import annotations

from textwrap import indent

from engine.programs.run_loops import MISTAKEN, RunText, unscaled


class VotedText(RunText):
    """The text of a run that keeps all weights, each with how often it votes."""

    @property
    def has_target(self) -> bool:
        """No error of votes is measured on the way."""
        return False

    def kept(self) -> list[str]:
        """Give the line that makes what is kept of all weights."""
        if self.many:
            said = "# of each output: how often, weights"
            return [f"votes = [[[0, w.copy()]] for w in W]  {said}"]
        return ["votes = [[0, w.copy()]]  # how often, weights"]

    def step(self) -> list[str]:
        """Give what a sample does to one output."""
        own = "votes[k]" if self.many else "votes"
        return [
            "z = dot(w, x)",
            *MISTAKEN,
            f"changed = w + {self.times_rate(self.pull)} * x",
            "if (changed != w).any():",
            f"    {own}.append([0, changed])",
            "w[:] = changed",
            f"{own}[-1][0] += 1",
        ]

    def scores(self) -> str:
        """Give the lines that score many samples, `points`, for a plot."""
        return (
            "    z = np.array([\n"
            "        sum(count * np.sign(points @ w) for count, w in own)\n"
            f"        for own in {'votes' if self.many else '[votes]'}\n"
            "    ]).T\n"
        )

    def printed(self) -> str:
        """Give what prints all weights, in the units of the data."""
        units = ""
        if self.problem.scaling is not None:
            units = indent(unscaled("w", "w", many=False), "    ")
        row = "{count} votes: w = {w[1:].tolist()} b = {float(w[0])}"
        if not self.many:
            return f'for count, w in votes:\n{units}    print(f"{row}")\n'
        inner = f'for count, w in own:\n{units}    print(f"{{name}}: {row}")\n'
        return "for name, own in zip(CLASSES, votes):\n" + indent(inner, "    ")
