"""Rows of weights that learn together, by the scores of all classes."""

from typing import ClassVar

from engine.families.linear import LinearFamily


class CoupledFamily(LinearFamily):
    """Linear models of another rule."""

    loops: ClassVar[tuple[str, ...]] = ("engine.families.coupled.loops",)

    def why_no_row(self, n_outputs: int) -> str:
        """Say that no class learns by itself; of two there is one row."""
        if n_outputs == 1:
            return ""
        return (
            "the classes learn together: a loss depends on all their scores, "
            "not on those of one class alone"
        )


FAMILY = CoupledFamily()
