"""Samples that count, each with its kernel: kernel perceptrons."""

from engine.learners.family import Family

FAMILY = Family(
    loops=("engine.families.kernel.loops",),
    model="engine.families.kernel.model:KernelModel",
    step="engine.families.kernel.step:KernelStep.of",
    lines="engine.families.kernel.formulas:kernel_lines",
    entry="kernel",
    why_no_row="there are no weights: the model is how often each sample was a mistake",
    program="engine.families.kernel.program:KernelText",
)
