"""A run as a page: one HTML file that plays it, offline, and computes it anew.

The page holds the samples, what the recipe says of the run, the session file and the
player of `resources/page`, which makes every step itself.
"""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any, Literal

from engine.data.dataset import PART_NAMES
from engine.data.feature_map import pretty
from engine.data.view_choice import ViewChoice
from engine.elementary import power, sin
from engine.errors import UserError
from engine.export.javascript import LANGUAGE, javascript
from engine.export.session_file import as_bytes
from engine.families.coupled.loops import (
    class_weight,
    each_batch_together,
    each_sample_together,
)
from engine.families.coupled.loops import evaluate as evaluate_together
from engine.families.linear.loops import evaluate
from engine.families.network import loops as network
from engine.families.network.network_learner import NetworkLearner
from engine.files import write_whole
from engine.learners import learner, learners, linear_svm
from engine.learners.latex import plain
from engine.learners.learner import is_mistake
from engine.learners.multiclass_perceptron import PERCEPTRONS
from engine.training.class_weights import balanced_weights
from engine.training.loops.measures import combined
from engine.training.loops.passes import (
    BEST_ERRORS,
    each_batch,
    each_sample,
    each_sample_with_a_pocket,
)
from engine.training.loops.rate_schedule import CONSTANT, INVERSE, PEGASOS, rate
from engine.training.loops.run import settled
from engine.training.loops.scores import dot, is_behind, square
from engine.training.loops.structures import (
    AVERAGED,
    MISTAKE,
    POCKET,
    TOO_LARGE,
    UPDATE,
    VOTED,
)
from engine.training.problem import problem
from engine.training.stop_reasons import LARGE_DATA

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping

    from engine.data.dataset import Dataset
    from engine.export.session_file import SavedSession
    from engine.learners import Learner
    from engine.training.problem import Problem

Kind = Literal["run", "lesson", "lab"]
SUFFIX = ".html"
RESOURCES = Path(__file__).parents[2] / "resources"
PLAYER = RESOURCES / "page"
LOOPS: dict[str, Callable[..., Any] | float] = {
    "is_mistake": is_mistake, "is_behind": is_behind, "rate": rate,
    "dot": dot, "square": square, "class_weight": class_weight,
    "balanced_weights": balanced_weights,
    "combined": combined, "settled": settled, "power": power, "sin": sin,
    "MISTAKE": MISTAKE, "UPDATE": UPDATE, "BEST_ERRORS": BEST_ERRORS,
    "AVERAGED": AVERAGED, "POCKET": POCKET, "VOTED": VOTED,
    "CONSTANT": CONSTANT, "INVERSE": INVERSE, "PEGASOS": PEGASOS,
    "TOO_LARGE": TOO_LARGE, "LARGE_DATA": LARGE_DATA,
}  # fmt: skip
"""What the player has of the engine's loops, by the names there."""
PASSES: dict[str, Callable[..., Any] | float] = {
    "each_sample": each_sample, "each_batch": each_batch,
    "each_sample_with_a_pocket": each_sample_with_a_pocket,
    "each_sample_together": each_sample_together,
    "each_batch_together": each_batch_together,
    "evaluate": evaluate, "evaluate_together": evaluate_together,
}  # fmt: skip
"""The engine's loops over samples, which are made around a learner's rule."""
NETWORK: dict[str, Callable[..., Any] | float] = {
    "layer_sizes": network.layer_sizes, "count_units": network.count_units,
    "forward": network.forward, "output_deltas": network.output_deltas,
    "backward": network.backward, "add_shares": network.add_shares,
    "descend": network.descend, "evaluate": network.evaluate,
    "penalised": network.penalised,
}  # fmt: skip
"""What a network's step is made of, and what measures it; around its rule, too."""
AROUND_NETWORK = "pull", "loss", "activate", "slope", "pull_of_two", "loss_of_two"
AROUND = "pull", "decay", "loss", "scores", "exact_scores", "rows_of"
"""What they call that is not theirs."""
LESSON_PARTS = (
    "facts.js", "still.js", "line-by-hand.js", "predictions.js", "task-set-up.js",
    "lesson.js",
)  # fmt: skip
MOST_SAMPLES = 20_000
POLICY = (
    "default-src 'none'; script-src 'sha256-{gate}' 'sha256-{script}'; "
    "style-src 'sha256-{style}'; img-src data:; base-uri 'none'; form-action 'none'"
)
GATE = "document.getElementById('blocked').remove()"
"""The first script: what says that none may run is gone before it is seen."""


def write_page(path: str | os.PathLike[str], saved: SavedSession) -> None:
    """Write the run of a session as a page.

    Raises
    ------
    UserError
        If a page cannot play such a run, or the file cannot be written.
    """
    write_whole(path, page_of(saved).encode())


def page_of(saved: SavedSession) -> str:
    """Make the page of the run of a session.

    Raises
    ------
    UserError
        If a page cannot play such a run; says which it can.
    """
    run = run_entries(saved)
    return html_of({"title": run["title"], "runs": [run]}, as_bytes(saved))


def html_of(
    entries: dict[str, Any],
    file: bytes,
    *,
    kind: Kind = "run",
    lesson: str = "",
    judges: Mapping[str, Callable[..., Any]] | None = None,
    language: str = "en",
) -> str:
    """Put a page together.

    Parameters
    ----------
    entries : dict
        What the player reads: its title, and runs as `run_entries` gives them; of the
        lab its learners by their names; of a lesson `setUps` that have them.
    file : bytes
        What is offered to be downloaded.
    kind : {"run", "lesson", "lab"}
    lesson : str, optional
        HTML beside the first run.
    judges : mapping, optional
        Functions that tell how far an answer in it is off, by their names.
    language : str, optional
        Code of the language of that.
    """
    names = {run["rule"] for run in entries["runs"]} | {*entries.get("learners", ())}
    names |= {name for own in entries.get("setUps", ()) for name in own["learners"]}
    rules = {name: learner(name) for name in sorted(names)}
    networks = any(isinstance(rule, NetworkLearner) for rule in rules.values())
    script, style = _part("page.js"), _part("page.css")
    if networks:
        script += _part("network.js") + _part("hidden-units.js")
    tools = set_up = ""
    if kind != "run":
        script += _part("set-up.js")
        style += _part("set-up.css")
    if kind == "lab":
        script, style = script + _part("lab.js"), style + _part("lab.css")
        tools, set_up = map(
            _with_icons, map(_part, ("lab-tools.html", "lab-set-up.html"))
        )
    else:
        lesson_parts = LESSON_PARTS if kind == "lesson" else ()
        script += "".join(map(_part, (*lesson_parts, "start.js")))
    if judges:
        script = f"const JUDGES = {javascript(judges)};\n{script}"
    script = "".join([*_rules(rules), script])
    policy = POLICY.format(
        gate=_digest(GATE), script=_digest(script), style=_digest(style)
    )
    return Template(_with_icons(_part("page.html"))).substitute(
        policy=policy,
        title=escape(entries["title"]),
        language=escape(language),
        style=style,
        script=script,
        gate=GATE,
        kind=kind,
        articles=lesson,
        tools=tools,
        set_up=set_up,
        entries=_in_html(entries),
        file=b64encode(file).decode(),
    )


def _rules(rules: Mapping[str, Learner]) -> Iterator[str]:
    """Translate what the player plays by: what is in all runs, and learners' rules."""
    yield f"{LANGUAGE}const LOOPS = {javascript(LOOPS)};\n"
    yield f"const passesAround = {javascript(PASSES, AROUND)};\n"
    if any(isinstance(rule, NetworkLearner) for rule in rules.values()):
        yield f"const networkAround = {javascript(NETWORK, AROUND_NETWORK)};\n"
    yield "const RULES = {\n"
    for name, rule in rules.items():
        yield f"{json.dumps(name)}: {_translated(rule)},\n"
    yield "};\n\n"


def _part(name: str) -> str:
    return (PLAYER / name).read_text(encoding="utf-8")


def _with_icons(html: str) -> str:
    """Put the program's icons where they are named."""
    template = Template(html)
    icons = [name for name in template.get_identifiers() if name.startswith("icon_")]
    return template.safe_substitute(
        {name: _icon(name.removeprefix("icon_")) for name in icons}
    )


def _icon(name: str) -> str:
    """Give an icon of the program as a part of a page, which names its button."""
    file = RESOURCES / "icons" / f"{name.replace('_', '-')}.svg"
    svg = file.read_text(encoding="utf-8").replace("\n", "")
    svg = svg.replace(' xmlns="http://www.w3.org/2000/svg"', ' aria-hidden="true"')
    return svg.replace('stroke="mistakeColor"', 'class="mistake"')


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def _in_html(entries: dict[str, Any]) -> str:
    """Write entries as JSON that no reader of HTML takes for a tag."""
    text = json.dumps(entries, ensure_ascii=False, allow_nan=False)
    return text.replace("<", r"\u003c")


def check_page(saved: SavedSession) -> None:
    """Make sure that a page can play a run.

    Raises
    ------
    UserError
        If it cannot; says which it can.
    """
    data, rule = saved.data, learner(saved.recipe.learner)
    try:
        _translated(rule)
    except UserError as error:
        known = ", ".join(other.title for other in learners().values() if plays(other))
        raise UserError(f"{error}: export a film instead. It plays {known}") from None
    if saved.branched_from is not None:
        raise UserError(
            "a page plays one run from its start, not one that branches: end the "
            "branch, or export a film"
        )
    if data.n_samples > MOST_SAMPLES:
        raise UserError(
            f"{data.n_samples:,} samples: a page holds at most {MOST_SAMPLES:,}: "
            "export a film, or take fewer"
        )


def run_entries(saved: SavedSession) -> dict[str, Any]:
    """Give what the player reads of a run, which `check_page` lets pass."""
    check_page(saved)
    data, recipe, rule = saved.data, saved.recipe, learner(saved.recipe.learner)
    made = problem(data, recipe)
    view = saved.view_choice or ViewChoice.of(data, made.features.used_features)
    weights = data.sample_weights
    names = data.sample_names
    return {
        "title": rule.title,
        "settingsSaid": settings_said(saved),
        "formulas": [
            *map(
                plain,
                rule.formula_lines(
                    made.settings, offset=recipe.offset, n_outputs=made.n_outputs
                ),
            )
        ],
        **point_entries(data, view),
        "names": None if names is None else list(names),
        "weights": None if weights is None else weights.tolist(),
        "parts": [
            data.counted_rows_of(part).tolist() for part in range(len(PART_NAMES))
        ],
        "step": saved.step,
        **problem_entries(made, rule),
        "deviation": recipe.get("deviation", "population")
        if recipe.get("standardise")
        else None,
    }


def point_entries(data: Dataset, view: ViewChoice) -> dict[str, Any]:
    """Give what the player reads of points and of how they are looked at."""
    return {
        "features": [*map(pretty, data.feature_names)],
        "classes": list(data.class_names),
        "colours": list(data.class_colours or range(len(data.class_names))),
        "X": data.X.tolist(),
        "y": data.y.tolist(),
        "partOf": data.parts.tolist() if data.is_split else None,
        "view": {
            "across": view.across,
            "up": view.up if data.n_features > 1 else -1,
            "stretch": view.stretch(data),
            "held": data.centre.tolist(),
        },
    }


def plays(rule: Learner) -> bool:
    """Tell whether a page can play the rule of a learner."""
    try:
        _translated(rule)
    except UserError:
        return False
    return True


def _translated(rule: Learner) -> str:
    """Translate the rule of a learner, or say why a page cannot play it."""
    if not (rule.is_linear or isinstance(rule, NetworkLearner)):
        raise UserError(f"a page cannot play the learner {rule.title}")
    return javascript(rule.rule)


def problem_entries(made: Problem, rule: Learner) -> dict[str, Any]:
    """Give what the player reads of a learner and of what it works on."""
    return {
        "rule": rule.name,
        "byHand": rule.by_hand,
        "coupled": rule.coupled,
        "hasRate": rule.has_rate,
        "hasCondition": rule.formulas.condition is not None,
        "hasCost": rule.has_cost,
        "hasMargins": rule.name == linear_svm.LEARNER.name,
        "isPerceptron": rule.pull in PERCEPTRONS,
        "readsLength": rule.reads_length,
        "terms": [
            [[factor.feature, factor.power, factor.sine] for factor in term]
            for term in made.features.terms
        ],
        "termNames": [*map(pretty, made.features.names)],
        "plan": made.plan._asdict(),
        "settings": made.settings._asdict(),
        "outputs": made.n_outputs,
        "layers": isinstance(rule, NetworkLearner),
        "start": made.start.tolist(),
        "classWeights": made.class_weights.tolist(),
        "order": made.order.tolist(),
        "epochs": made.epochs,
    }


def settings_said(saved: SavedSession) -> str:
    """Say the learning rate and whatever else is not as it is by default."""
    said = []
    for parameter, value in saved.recipe.in_use():
        shown = parameter.name in ("learning_rate", "epochs", "strength") and value
        if shown or value != parameter.default:
            text = parameter.zero_text if value == 0 else ""
            said.append(f"{parameter.label} {text or _text(value)}")
    return ", ".join(said)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return "by hand"
    return f"{value:.5g}" if isinstance(value, float) else f"{value}"
