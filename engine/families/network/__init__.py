"""Layers of units: multi-layer perceptrons, and networks set by hand."""

from engine.learners.family import Family

FAMILY = Family(
    loops=("engine.families.coupled.loops", "engine.families.network.loops"),
    model="engine.families.network.model:NetworkModel",
    step="engine.families.network.step:NetworkStep",
    lines="engine.families.network.formulas:network_lines",
    entry="layers",
    why_no_row="the weights are those of many units in layers: none of them makes the "
    "score alone",
    program="engine.families.network.program:NetworkText",
)
