"""Rows of weights that learn together, by the scores of all classes."""

from dataclasses import replace

from engine.families.linear import FAMILY as LINEAR

FAMILY = replace(
    LINEAR,
    loops=("engine.families.coupled.loops",),
    program="engine.families.coupled.program:CoupledText",
    why_no_row="the classes learn together: a loss depends on all their scores, "
    "not on those of one class alone",
)
