"""Weights that vote, each with as many votes as it has survived samples."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.families.linear import LinearFamily

if TYPE_CHECKING:
    from engine.models.predictor import Predictor


class VotesFamily(LinearFamily):
    """The rule is that of one output's weights; the model has all of them."""

    entry: ClassVar = "votes"

    def model(self) -> type[Predictor]:
        """Give the class of its models."""
        from engine.families.votes.model import VotedModel

        return VotedModel


FAMILY = VotesFamily()
