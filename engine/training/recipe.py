"""The recipe: everything, besides the data, that determines a run."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from engine.learners import Hyperparameter, Value, unknown_hyperparameter
from engine.learners import learner as learner_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


FIXED_BY_STREAM: dict[str, Any] = {
    "epochs": 1,
    "order": "given",
    "batch_size": 1,
    "stop_without_mistake": False,
    "target_error": None,
    "least_change": None,
    "standardise": False,
}
"""Other values would look at samples that are yet to come."""


class Recipe:
    """A learner with its hyperparameters, immutable and validated.

    Every hyperparameter that the learner declares can be given by keyword and read as
    an attribute; those left out have the learner's defaults.

    Parameters
    ----------
    learner : str
        Name of a learner in the registry.
    features : sequence of str, optional
        Terms of the feature map, such as ``["x1", "x1^2"]`` or ``"x1,x1^2"``;
        default all features.
    **hyperparameters
        ``epochs``, ``learning_rate``, ``order``, ``seed``, ``offset``, …

    Raises
    ------
    UserError
        If the learner is unknown, has no such hyperparameter, or a value is not
        possible.

    Examples
    --------
    >>> recipe = Recipe("perceptron", epochs=5)
    >>> recipe.epochs
    5
    >>> recipe.replace(learner="adaline").learning_rate
    0.01
    """

    __slots__ = ("_values", "features", "learner")

    learner: str
    features: tuple[str, ...] | None
    _values: dict[str, Value]

    def __init__(
        self,
        /,
        learner: str = "perceptron",
        features: Sequence[str] | str | None = None,
        **hyperparameters: object,
    ) -> None:
        parameters = learner_of(learner).by_name
        unknown = sorted(set(hyperparameters) - set(parameters))
        if unknown:
            raise unknown_hyperparameter(unknown[0], of=learner)
        values = {
            name: parameter.check(hyperparameters.get(name, parameter.default))
            for name, parameter in parameters.items()
        }
        if isinstance(features, str):
            features = [term.strip() for term in features.split(",")]
        terms = None if features is None else tuple(features)
        object.__setattr__(self, "learner", learner)
        object.__setattr__(self, "features", terms)
        object.__setattr__(self, "_values", values)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a recipe is a value; `replace` makes another."""
        raise AttributeError(f"a recipe is frozen: use replace({name}=…)")

    def __getattr__(self, name: str) -> Any:
        """Give a hyperparameter by its name."""
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(
                f"learner “{self.learner}” has no hyperparameter “{name}”"
            ) from None

    def get(self, name: str, default: Any = None) -> Any:
        """Give a hyperparameter, or the default where the learner has none such."""
        return self._values.get(name, default)

    @property
    def rule_settings(self) -> Any:
        """What the learner's rule reads of it, as numbers."""
        rule = learner_of(self.learner)
        kind = rule.settings
        none = dict.fromkeys(kind._fields, 0.0) | kind._field_defaults
        values = {name: self.get(name, none[name]) for name in kind._fields}
        for parameter in rule.all_hyperparameters:
            if parameter.name in values and parameter.kind == "choice":
                place = parameter.choices.index(values[parameter.name])
                values[parameter.name] = float(place)
        return kind(**values)

    def in_use(self) -> Iterator[tuple[Hyperparameter, Value]]:
        """Go over the hyperparameters that play a part, with their values.

        A c₁ of another schedule does not, nor does a stop that is off.
        """
        for parameter in learner_of(self.learner).all_hyperparameters:
            value = self._values[parameter.name]
            if value is not None and parameter.matters(self.get):
                yield parameter, value

    def __iter__(self) -> Iterator[tuple[str, Value]]:
        """Go over the hyperparameters, names with values."""
        return iter(self._values.items())

    def replace(self, **changes: Any) -> Recipe:
        """Make a recipe that differs in the given settings.

        With another ``learner`` the hyperparameters that both declare stay, save
        what is one learner's own (its learning rate, its batch size, weights set by
        hand), which start from their defaults.
        """
        name = changes.pop("learner", self.learner)
        features = changes.pop("features", self.features)
        both = (learner_of(name), learner_of(self.learner))
        own = {parameter.name for rule in both for parameter in rule.hyperparameters}
        values = {
            key: value
            for key, value in self._values.items()
            if name == self.learner or (key not in own and both[0].declares(key))
        }
        return Recipe(name, features, **(values | changes))

    def to_dict(self) -> dict[str, Any]:
        """Give the settings as plain values, as a file holds them."""
        features = None if self.features is None else list(self.features)
        return {"learner": self.learner, "features": features, **self._values}

    def __eq__(self, other: object) -> bool:
        """Compare by value."""
        if self is other:
            return True
        return isinstance(other, Recipe) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        """Hash by value."""
        return hash((self.learner, self.features, tuple(self._values.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        """Be copied and sent to other processes by what makes it again."""
        return partial(Recipe, **self.to_dict()), ()

    def __repr__(self) -> str:
        """Show the settings as the call that makes them."""
        settings = ", ".join(f"{k}={v!r}" for k, v in self.to_dict().items())
        return f"Recipe({settings})"


def streamed(recipe: Recipe) -> Recipe:
    """Make the recipe by which a learner learns from a stream.

    One pass over the samples in the order in which they came: the first steps do not
    depend on later samples. Append some, record anew, and the learner has gone on from
    where it was, bit for bit. Class weights stay that are given by number; balanced
    ones would change with every sample.

    Examples
    --------
    >>> from engine import Recipe
    >>> streamed(Recipe("perceptron", epochs=20, order="shuffled")).epochs
    1
    """
    known = {name for name, _ in recipe}
    fixed = {k: v for k, v in FIXED_BY_STREAM.items() if k in known}
    if recipe.get("class_weight") == "balanced":
        fixed["class_weight"] = None
    return recipe.replace(**fixed)
