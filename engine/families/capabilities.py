"""What only some models have, asked of any model.

::

    if can(model, "linear"):
        length = np.linalg.norm(model.coef[0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, overload

if TYPE_CHECKING:
    from typing import TypeGuard

    from engine.families.kernel.model import KernelModel
    from engine.families.linear.model import LinearModel
    from engine.families.network.model import NetworkModel
    from engine.families.votes.model import VotedModel
    from engine.models.predictor import Capability, Predictor


@overload
def can(
    model: Predictor | None, capability: Literal["linear"]
) -> TypeGuard[LinearModel]: ...
@overload
def can(
    model: Predictor | None, capability: Literal["votes"]
) -> TypeGuard[VotedModel]: ...
@overload
def can(
    model: Predictor | None, capability: Literal["network"]
) -> TypeGuard[NetworkModel]: ...
@overload
def can(
    model: Predictor | None, capability: Literal["kernel"]
) -> TypeGuard[KernelModel]: ...
def can(model: Predictor | None, capability: Capability) -> bool:
    """Tell what a model, if there is one, has beyond scores.

    Parameters
    ----------
    model : Predictor or None
    capability : {"linear", "votes", "network", "kernel"}
        Rows of weights whose products with the terms are the scores; weight vectors
        that vote; layers of units; samples with kernels.
    """
    return model is not None and capability in model.capabilities
