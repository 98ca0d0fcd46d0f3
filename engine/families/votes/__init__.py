"""Weights that vote, each with as many votes as it has survived samples."""

from dataclasses import replace

from engine.families.linear import FAMILY as LINEAR

FAMILY = replace(
    LINEAR,
    model="engine.families.votes.model:VotedModel",
    votes="engine.families.votes.voted_weights:VotedWeights",
    program="engine.families.votes.program:VotedText",
    entry="votes",
)
