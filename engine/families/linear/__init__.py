"""Rows of weights, one for each output, which learns by its own score."""

from engine.learners.family import Family

FAMILY = Family(
    loops=("engine.families.linear.loops", "engine.training.loops.batched_run"),
    model="engine.families.linear.model:LinearModel",
    step="engine.steps.explained_step:Step.of",
    lines="engine.families.linear.formulas:linear_lines",
    is_linear=True,
    program="engine.programs.run_loops:RunText",
)
