"""A run of a network as the text of a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.programs.run_loops import RunText, block, unscaled

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.families.network.network_learner import NetworkLearner

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


class NetworkText(RunText):
    """The text of a run whose weights are in layers."""

    rule: NetworkLearner

    @property
    def asks_signs(self) -> bool:
        """Only a single output's rule asks for labels ±1."""
        return not self.many

    @property
    def first_input(self) -> str:
        """A unit's offset stands before its weights even where it is kept at 0."""
        return "ones"

    @property
    def constants(self) -> dict[str, object]:
        """What only networks read, by the names of constants."""
        return {"STRENGTH": self.problem.plan.strength} if self.shrinks else {}

    def functions(self) -> dict[str, Callable[..., object]]:
        """Give the functions of the rule and of the loops that a run calls."""
        if self.rule.by_hand:
            return {"activate": self.rule.activate}
        return super().functions()

    def rule_functions(self) -> dict[str, Callable[..., object]]:
        """Give the functions of the rule, by the names that they are to have."""
        known = self.rule.rule
        pull = known["pull"] if self.many else known["pull_of_two"]
        return {"pull": pull, "activate": known["activate"], "slope": known["slope"]}

    @property
    def asks_highest(self) -> bool:
        """Of several outputs, that is what a mistake is."""
        return self.many

    def helpers(self) -> list[str]:
        """Give the functions around the rule that a run calls."""
        return [FORWARD] if self.rule.by_hand else [FORWARD, BACKWARD]

    def start(self) -> str:
        """Give the lines that make the layers of the start, W, offsets first."""
        start, problem, rule = self.recipe.get("start", "zero"), self.problem, self.rule
        n_terms, h = problem.X.shape[1], problem.settings
        sizes = list(rule.sizes(n_terms, problem.n_outputs, h))
        sized = f"SIZES = {sizes}  # terms, units of each layer\n"
        if start == "zero":
            return (
                f"{sized}W = [np.zeros((m, 1 + n)) for n, m in zip(SIZES, SIZES[1:])]\n"
            )
        if start == "random":
            inputs = "n" if rule.activation_of(h) == "relu" else "(n + m)"
            text = sized + (
                "rng, W = np.random.default_rng(SEED), []\n"
                "for n, m in zip(SIZES, SIZES[1:]):\n"
                f"    r = np.sqrt(6.0 / {inputs})\n"
                "    w = rng.uniform(-r, r, (m, n + 1))\n"
                "    W.append(np.roll(w, 1, axis=1))  # the offset is drawn last\n"
            )
            return text if self.has_offset else text + "    W[-1][:, 0] = 0.0\n"
        layers = rule.layers(problem.start, n_terms, h)
        rows = [[[row[-1], *row[:-1]] for row in layer.tolist()] for layer in layers]
        texts = ",\n".join(f"    np.array({layer})" for layer in rows)
        return f"W = [  # of each unit the offset first\n{texts},\n]\n"

    def kept(self) -> list[str]:
        """Give the line that makes what momentum carries."""
        momentum = self.problem.settings.momentum
        return ["V = [np.zeros_like(w) for w in W]"] if momentum else []

    def flat(self) -> str:
        """Give all parameters in a row, as a copy."""
        return "np.concatenate([w.ravel() for w in W])"

    def _pass_lines(self) -> list[str]:
        """Give what one sample's way through is, up to δ of the outputs."""
        if self.many:
            pull = "pull(given[-1], labels[i], delta)"
            delta = ["delta = np.zeros(len(CLASSES))", pull]
            wrong = "is_behind(given[-1], labels[i])"
        else:
            delta = ["delta = np.array([pull(given[-1][0], Y[i])])"]
            wrong = "Y[i] * given[-1][0] <= 0.0"
        counted = ["delta *= counts[i]"] if self.weighted else []
        return [
            "given = forward(X[i])", *delta, *counted,
            f"if {wrong}:", "    mistaken.add(i)",
        ]  # fmt: skip

    def single(self) -> list[str]:
        """Give what one sample's step is."""
        pairs = "zip(backward(given, delta), given)"
        changes = f"changes = [np.outer(d, a) for d, a in {pairs}]"
        return [*self._pass_lines(), changes, *self.step()]

    def batch(self) -> list[str]:
        """Give what a batch's step is."""
        inside = [
            *self._pass_lines(),
            "for layer, (d, a) in enumerate(zip(backward(given, delta), given)):",
            "    changes[layer] += np.outer(d, a)",
        ]
        changes = "changes = [np.zeros_like(w) for w in W]"
        return [changes, *block("for i in batch:", inside), *self.step()]

    def step(self) -> list[str]:
        """Give what the changes of all layers do."""
        plan, momentum = self.problem.plan, self.problem.settings.momentum
        scale = f"{self.rate} / len(batch)" if plan.batch > 1 else self.rate
        step = [f"step = {scale} * change"]
        step += [] if self.has_offset else ["step[:, 0] = 0.0  # no offset"]
        if self.shrinks:
            step.append(f"step[:, 1:] -= {self.rate} * STRENGTH * w[:, 1:]")
        if momentum:
            step += ["v[:] = MOMENTUM * v + step", "w += v"]
            return block("for w, v, change in zip(W, V, changes):", step)
        return block("for w, change in zip(W, changes):", [*step, "w += step"])

    def wrong(self) -> list[str]:
        """Tell which samples the network has wrong."""
        if self.many:
            wrong = "is_behind(forward(x)[-1], own) for x, own in zip(X, labels)"
        else:
            wrong = "y * forward(x)[-1][0] <= 0.0 for x, y in zip(X, Y)"
        return [f"wrong = [{wrong}]"]

    def scores(self) -> str:
        """Give the line that scores many samples, `points`, for a plot."""
        return "    z = np.array([forward(x)[-1] for x in points])\n"

    def printed(self) -> str:
        """Give what prints the layers, the first in the units of the data."""
        scaled = self.problem.scaling is not None
        first = unscaled("first", "W[0]", many=True) if scaled else ""
        return first + (
            f"for layer in {'[first, *W[1:]]' if scaled else 'W'}:\n"
            "    for unit in layer:\n"
            '        print(f"w = {unit[1:].tolist()} b = {float(unit[0])}")\n'
        )
