"""The voted model: many weight vectors, each with so many votes, decide together."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self

import numpy as np

from engine.errors import UserError
from engine.families.linear.model import (
    LinearModel,
    check_scaling,
    onnx_scores,
    scaling_entries,
    scaling_of,
)
from engine.models.entries import (
    array_of,
    joined,
    require,
    require_numbers,
    require_weights,
    split,
)
from engine.models.predictor import (
    Capability,
    OnnxGraph,
    ParameterTable,
    Predictor,
    PythonParts,
)
from engine.models.votes import Votes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.models.entries import Entries
    from engine.models.predictor import Trained

OF_SIGN = 4
"""Products that take as long as one of weights that vote, with its part of the sign."""
DEFINITIONS = '''\
# For each output the weight vectors that vote: how often, weights, offset.
VOTES = {votes}


def _share(votes, phi):
    """Sum cᵢ·sign(wᵢ·φ + bᵢ) and divide by the number of votes."""
    z = [(count, _score(row, offset, phi)) for count, row, offset in votes]
    total = sum(count * ((score {above} 0) - (score < 0)) for count, score in z)
    return total / max(sum(count for count, _ in z), 1)
'''


@dataclass(frozen=True, eq=False, kw_only=True)
class VotedModel(Predictor):
    """Weight vectors that vote (Freund & Schapire 1999); a score is from −1 to 1.

    Attributes
    ----------
    votes : tuple of Votes
        One per output.
    newest, scaled_newest : ndarray, shape (n_outputs, n_terms + 1)
        The last weights of those that vote, in data units and as trained.
    """

    capabilities: ClassVar[frozenset[Capability]] = frozenset({"votes"})
    rows_are: ClassVar[str] = "weight vectors that vote"
    score_name: ClassVar[str] = "vote"

    votes: tuple[Votes, ...]
    newest: NDArray[np.float64]
    scaled_newest: NDArray[np.float64]

    @classmethod
    def as_trained(cls, rule: Any, trained: Trained, **context: Any) -> Predictor:
        """Let weights vote, the last of which are the parameters; alone they do not."""
        last = LinearModel.as_trained(rule, trained, **context)
        if not trained.votes:
            return last
        return cls(
            votes=tuple(own.in_data_units(last.scaling) for own in trained.votes),
            newest=last.weights,
            scaled_newest=last.scaled_weights,
            **context,
        )

    def newest_weights(self, *, as_trained: bool = False) -> NDArray[np.float64]:
        """Give the rows of weights that were made last."""
        return self.scaled_newest if as_trained else self.newest

    def start_layers(self) -> NoReturn:
        """Refuse: there is not one vector to go on from."""
        raise UserError(
            f"has {len(self.votes[0].counts):,} weight vectors that vote, not one to "
            "go on from: start with weights of another learner"
        )

    @property
    def voters(self) -> tuple[int, ...]:
        """How many vote for each output, equal ones as one."""
        return tuple(len(votes.counts) for votes in self.merged)

    def lean(self, most: int) -> VotedModel:
        """Give one that takes little room."""
        return replace(self, votes=self.merged).thinned(most)

    @property
    def n_outputs(self) -> int:
        """One for each set of votes."""
        return len(self.votes)

    def scores(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give the mean of the votes, from −1 to 1."""
        if self.scaling is not None and self.votes[0].scaled is None:
            return replace(self, scaling=None).scores(X)  # by weights in data units
        return super().scores(X)

    def scores_of_terms(self, phi: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give the mean of the votes, from −1 to 1."""
        return np.column_stack(
            [
                votes.total(phi, self.tie) / votes.share_of_one
                for votes in self.votes
            ]
        )  # fmt: skip

    @property
    def parameters(self) -> Sequence[NDArray[np.float64]]:
        """The weights of all that vote."""
        return [votes.weights for votes in self.votes]

    @property
    def products(self) -> int:
        """Products that the scores of one sample take, or as much time as they."""
        return OF_SIGN * super().products

    def on_slice(self, held: NDArray[np.float64], free: Sequence[int]) -> VotedModel:
        """Gather the terms of all that vote."""
        if len(held) == len(free) or self.features.is_linear:
            return self
        from engine.models.slices import gathered

        features, gather = gathered(self.features, held, free)
        newest = self.newest @ gather
        return replace(
            self,
            features=features,
            votes=tuple(
                Votes(votes.weights @ gather, votes.counts) for votes in self.votes
            ),
            newest=newest,
            scaled_newest=newest,
            scaling=None,
        )

    def thinned(self, most: int) -> Self:
        """Let at most so many vote for all of an output."""
        return replace(self, votes=tuple(votes.sample(most) for votes in self.votes))

    @cached_property
    def merged(self) -> tuple[Votes, ...]:
        """The votes of each output, equal vectors voting as one."""
        return tuple(votes.merged for votes in self.votes)

    def tables(self) -> list[ParameterTable]:
        """Give each vector with its votes, a table for each class with a score."""
        columns = ("votes", *self.features.names, "intercept")
        return [
            ParameterTable(
                name,
                columns,
                [
                    [count, *row]
                    for count, row in zip(
                        votes.numbers.tolist(), votes.weights.tolist(), strict=True
                    )
                ],
            )
            for name, votes in zip(self.scored_classes, self.merged, strict=True)
        ]

    def entries(self) -> Entries:
        """Give the votes; no `coef`, which would be taken for the model."""
        return {
            "votes": [
                {"counts": votes.numbers, **split(votes.weights)}
                for votes in self.merged
            ],
            "scaling": scaling_entries(self.scaling, self.scaled_newest),
        }

    @classmethod
    def of_entries(cls, entries: Entries, **context: Any) -> VotedModel:
        """Make the model of entries that have been checked.

        Parameters
        ----------
        entries : dict
        **context
            What every model has, but for the scaling.
        """
        votes = tuple(
            Votes(joined(output), array_of(output["counts"]))
            for output in entries["votes"]
        )
        newest = np.concatenate([output.weights[-1:] for output in votes])
        scaling, scaled = scaling_of(entries)
        return cls(
            votes=votes,
            newest=newest,
            scaled_newest=newest if scaled is None else scaled,
            scaling=scaling,
            **context,
        )

    @staticmethod
    def check_entries(entries: Entries, n_outputs: int, n_terms: int) -> None:
        """Make sure that there are votes for so many outputs and terms.

        Raises
        ------
        UserError
            If not.
        """
        votes = entries["votes"]
        require("coef" not in entries and "intercept" not in entries, "votes")
        require(isinstance(votes, list) and len(votes) == n_outputs, "votes")
        for output in votes:
            require(isinstance(output, dict), "votes")
            counts = output.get("counts")
            require(isinstance(counts, list | np.ndarray) and len(counts) > 0, "votes")
            require_numbers(counts, (len(counts),), "votes")
            cast = np.asarray(counts)
            require(cast.dtype.kind in "iu" and bool((cast >= 0).all()), "votes")
            require_weights(output, len(counts), n_terms, "votes")
        check_scaling(entries, n_outputs, n_terms)

    def onnx(self, graph: OnnxGraph, terms: str) -> tuple[str, NDArray[np.float64]]:
        """Let the vectors of each output vote: Σ cᵢ·sign(wᵢ·φ + bᵢ)."""
        totals = []
        if self.tie == "positive":
            graph.constants["half"] = np.array(0.5)
        for k, votes in enumerate(self.merged):
            graph.constants[f"count{k}"] = votes.counts[:, None]
            z = onnx_scores(graph, terms, votes.weights, str(k))
            sign = graph.apply("Sign", [z], f"sign{k}")
            if self.tie == "positive":  # the sign of 0 is 1
                raised = graph.apply("Add", [sign, "half"], f"raised{k}")
                sign = graph.apply("Sign", [raised], f"vote{k}")
            totals.append(graph.apply("MatMul", [sign, f"count{k}"], f"total{k}"))
        total = graph.apply("Concat", totals, "totals", axis=1)
        return total, np.array([votes.share_of_one for votes in self.votes])

    def python(self) -> PythonParts:
        """Give the votes, and the function that counts them."""
        from engine.models.python_text import ABOVE, column

        outputs = [column(_rows(votes), indent="    ") for votes in self.merged]
        definitions = DEFINITIONS.format(votes=column(outputs), above=ABOVE[self.tie])
        scores = "_share(votes, phi) for votes in VOTES"
        return PythonParts(definitions, scores, "the mean of the votes")


def voting_together(models: Sequence[Predictor]) -> VotedModel:
    """Let linear and voted models of the same terms vote, each once in all.

    Raises
    ------
    TypeError
        If one of them is of another kind.
    """
    first = models[0]
    votes = []
    for output in range(first.n_outputs):
        each = [_votes_of(model, output) for model in models]
        weights = np.vstack([voting.weights for voting in each])
        shares = [voting.counts / voting.share_of_one for voting in each]
        votes.append(Votes(weights, np.concatenate(shares)))
    newest = np.vstack([output.weights[-1:] for output in votes])
    context = {field.name: getattr(first, field.name) for field in fields(Predictor)}
    return VotedModel(
        votes=tuple(votes), newest=newest, scaled_newest=newest, **context
    )


def _votes_of(model: Predictor, output: int) -> Votes:
    if isinstance(model, VotedModel):
        return model.votes[output]
    if isinstance(model, LinearModel):
        return Votes(model.weights[output : output + 1], np.ones(1))
    raise TypeError(f"a {type(model).__name__} has no weights that could vote")


def _rows(votes: Votes) -> list[str]:
    pairs = zip(votes.numbers.tolist(), votes.weights.tolist(), strict=True)
    return [repr((count, row[:-1], row[-1])) for count, row in pairs]
