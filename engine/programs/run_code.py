"""A run as a program of its own that reads the samples, trains, prints the weights."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from engine import elementary
from engine.data.tables.formula_cells import csv_bytes
from engine.errors import UserError
from engine.files import check_place, write_whole
from engine.learners import learner
from engine.learners.learner import is_mistake
from engine.models.python_text import product
from engine.programs.notebook import ProgramPart, notebook
from engine.programs.rule_source import rule_source
from engine.training.problem import problem

if TYPE_CHECKING:
    import os

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.programs.run_loops import RunText
    from engine.training.recipe import Recipe
    from engine.training.tape import Tape

Library = Literal["numpy", "sklearn"]
WIDTH = 80
"""Signs in a line of what a program says of itself."""

SAID = {
    "EPOCHS": "at most",
    "ETA": "learning rate η",
    "C1": "η = c₁/(n + c₂) in step n",
    "BATCH": "samples in a step",
    "TARGET_ERROR": "the run ends at it",
    "LEAST_CHANGE": "of the weights in an epoch: less ends the run",
    "BUDGET": "mistakes that are remembered",
    "FAR": "beyond it an exponential is no common number",
    "OCTAVES_PER_UNIT": "1 / ln 2",
    "ROUND": "added, it leaves the nearest whole number in the lowest bits",
    "OCTAVE_HIGH": "ln 2, in few bits",
    "OCTAVE_LOW": "the rest of it",
}
"""What a constant is, beside it."""
MISTAKE_SAID = "Tell whether a score is a mistake: y·z ≤ tolerance."
WRONG_SAID = "Tell whether a score gives the wrong class."

READING = """\
with open(DATA, encoding="utf-8", newline="") as file:
    header, *rows = csv.reader(file)
samples = np.array([[float(cell) for cell in row[:{d}]] for row in rows])
labels = np.array([CLASSES.index(row[{d}]) for row in rows])
"""


def data_place(path: str | os.PathLike[str]) -> Path:
    """Give the file of the samples that a program at a path reads."""
    place = Path(path)
    return place.with_name(f"{place.stem}-data.csv")


def is_other_table(data: Dataset, place: Path) -> bool:
    """Tell whether a file is there that holds something else than the samples."""
    try:
        return place.read_bytes() != samples_table(data)
    except OSError:
        return place.exists()


def write_run_code(
    tape: Tape, path: str | os.PathLike[str], library: Library = "numpy"
) -> None:
    """Write a run as a program, .py, or a notebook, .ipynb, and its samples beside it.

    With NumPy the program comes to the weights of the run, to the last digit; with
    scikit-learn to those of its nearest estimator.

    Parameters
    ----------
    tape : Tape
    path : path-like
        The samples to learn from go to `data_place` of it.
    library : {"numpy", "sklearn"}

    Raises
    ------
    UserError
        If the run is not made by one recipe from the start, if it diverged, if
        scikit-learn has nothing near it, or if a file cannot be written.
    """
    check_program(tape)
    place = data_place(path)
    sections = program(tape.data, tape.recipe, place.name, library)
    check_place(path)
    write_whole(place, samples_table(tape.data))
    if Path(path).suffix.lower() == ".ipynb":
        if library == "numpy":
            from engine.programs.run_plot import plot_code

            drawn = plot_code(run_text_of(tape.data, tape.recipe))
            sections.append(ProgramPart("The plot", drawn))
        modules = _imports("\n".join(section.code for section in sections))
        sections.insert(0, ProgramPart("What is needed", modules))
        text = notebook(_said(tape.recipe, library), sections)
    else:
        text = _script(tape.recipe, library, sections)
    write_whole(path, text.encode())


def check_program(tape: Tape) -> None:
    """Make sure that a run can be a program.

    Raises
    ------
    UserError
        If it cannot.
    """
    if tape.branched_at is not None:
        raise UserError(
            f"code: the run goes on by other settings after step {tape.branched_at}, "
            "which one recipe does not tell: end the branch, or begin anew with them"
        )
    if tape.finished and tape.diverged:
        raise UserError(
            "code: the weights of this run grew beyond all numbers, so no program can "
            "come to them: lower the learning rate"
        )


def program(
    data: Dataset, recipe: Recipe, file: str, library: Library = "numpy"
) -> list[ProgramPart]:
    """Give the parts of a program that trains as a run did.

    Parameters
    ----------
    data : Dataset
    recipe : Recipe
    file : str
        The name of the file of the samples.
    library : {"numpy", "sklearn"}

    Raises
    ------
    UserError
        If data and recipe make no run, or scikit-learn has nothing near it.
    """
    text = run_text_of(data, recipe)
    if library == "sklearn":
        from engine.programs.sklearn_code import estimator_code

        estimator = ProgramPart("The nearest estimator", estimator_code(text))
        return [*_data(data, text, file, plain=True), estimator]
    rule = _rule(text)
    return [
        *_data(data, text, file),
        *([ProgramPart("The rule", rule)] if rule else []),
        ProgramPart("The run", text.text()),
        ProgramPart("The weights", text.printed()),
    ]


def samples_table(data: Dataset) -> bytes:
    """Give the samples to learn from as CSV: features, class, weight if some have one.

    All digits are there, so that the same numbers are read.
    """
    rows = data.rows_to_learn
    own = data.weights_of(rows.astype(np.int64))
    head = [*data.feature_names, "class"]
    columns: list[list[Any]] = data.X[rows].T.tolist()
    columns.append([data.class_names[code] for code in data.y[rows].tolist()])
    if own is not None:
        head.append("weight")
        columns.append(own.tolist())
    return csv_bytes(chain([head], zip(*columns, strict=True)))


def run_text_of(data: Dataset, recipe: Recipe) -> RunText:
    """Give what the program of a run follows.

    Raises
    ------
    UserError
        If data and recipe make no run, or one of a family that is not printed.
    """
    rule = learner(recipe.learner)
    if not rule.family.program:
        raise UserError(f"code: there is no program of the learner {rule.title}")
    prepared = problem(data, recipe)
    own = data.sample_weights is not None
    weighted = own or bool((prepared.class_weights != 1.0).any())
    text: RunText = rule.family.run_text(rule, recipe, prepared, weighted, own)
    return text


def _said(recipe: Recipe, library: Library) -> str:
    rule = learner(recipe.learner)
    what = "NumPy" if library == "numpy" else "scikit-learn"
    return (
        f"{rule.title}: {rule.line[0].lower()}{rule.line[1:]}\n\n{rule.source}.\n\n"
        f"Trains with {what} on the samples beside it and prints the weights"
        + (", to the last digit\nthose of Perceptron Lab" if library == "numpy" else "")
        + "."
    )


def _script(recipe: Recipe, library: Library, sections: list[ProgramPart]) -> str:
    """Give a program of all parts, its samples beside it wherever it is run."""
    said = "\n\n".join(
        fill(part, WIDTH) for part in _said(recipe, library).split("\n\n")
    )
    body = "\n".join(f"\n# {section.title}\n\n{section.code}" for section in sections)
    body = body.replace("open(DATA,", "open(Path(__file__).with_name(DATA),", 1)
    return f'"""{said}\n"""\n\n{_imports(body)}\n{body}'


def _imports(body: str) -> str:
    """Give the imports that a program asks for, the standard library's first."""
    lines = [
        f"import {name}" for name in ("csv", "math", "warnings") if f"{name}." in body
    ]
    named = {
        "deque(": "from collections import deque",
        "@cache": "from functools import cache",
        "Path(": "from pathlib import Path",
    }
    lines += [line for use, line in named.items() if use in body]
    return "\n".join([*lines, "", "import numpy as np", ""])


def _data(
    data: Dataset, text: RunText, file: str, *, plain: bool = False
) -> list[ProgramPart]:
    """Give what reads the samples and makes of them what is learned from."""
    d = data.n_features
    lines = [f"DATA = {file!r}", f"CLASSES = {list(data.class_names)!r}"]
    code = "\n".join(lines) + "\n\n" + READING.format(d=d)
    if text.sample_weights:
        code += f"sample_weights = np.array([float(row[{d + 1}]) for row in rows])\n"
    return [
        ProgramPart("The samples", code),
        ProgramPart("The terms that are learned from", _terms(data, text, plain=plain)),
    ]


def _terms(data: Dataset, text: RunText, *, plain: bool) -> str:
    """Give what maps samples to terms, and the labels ±1."""
    prepared = text.problem
    features = prepared.features
    identity = features.is_identity(data.n_features)
    code = ""
    phi = "samples"
    if not identity:
        columns = [product(term, "x[:, {}]", "sines") for term in features.terms]
        listed = "".join(f"        {column},\n" for column in columns)
        if any(factor.sine for term in features.terms for factor in term):
            code += _sines(data)
        code += (
            'def phi(x):\n    """Map samples to their terms φ(x)."""\n'
            f"    return np.column_stack([\n{listed}    ])\n\n\n"
        )
        phi = "phi(samples)"
    if prepared.scaling is not None:
        code += _scaling(data, text, phi)
    steps = "x" if identity else "phi(x)"
    if prepared.scaling is not None:
        steps = f"({steps} - mean) / deviation"
    given = "the terms"
    if not plain and (filled := text.first_input):
        says = "no offset: 0 in the place of" if filled == "zeros" else "the offset's"
        given = f"({says} 1, then the terms)"
        steps = f"np.column_stack([np.{filled}(len(x)), {steps}])"
    code += f'def terms(x):\n    """Give {given} of samples."""\n    return {steps}\n'
    code += "\n\nX = terms(samples)\n"
    return code if plain else code + _labels(text)


def _sines(data: Dataset) -> str:
    """Give the sine as the run takes it: for small angles it is much shorter."""
    far = bool((np.abs(data.X) > elementary.FAR_TURN).any())
    sine = elementary.sin if far else elementary.near_sin
    source = rule_source({"sine": sine}, None, set())
    constants = "".join(
        f"{name} = {value!r}\n" for name, value in source.constants.items()
    )
    return (
        f"{constants}\n\n{source.text}\n\ndef sines(values):\n"
        '    """Give the sine of each value."""\n'
        "    return np.array([sine(value) for value in values])\n\n\n"
    )


def _labels(text: RunText) -> str:
    """Give the labels ±1, and how much samples count, as the loops ask for them."""
    code = ""
    signs = text.asks_signs
    if text.rule.by_hand:
        return code
    if signs and text.many:
        code += "Y = np.where(labels[:, None] == np.arange(len(CLASSES)), 1.0, -1.0)\n"
    elif signs:
        code += "Y = np.where(labels == 1, 1.0, -1.0)\n"
    if not text.weighted:
        return code
    weights = text.problem.class_weights
    own = "sample_weights" if text.sample_weights else ""
    if not (weights != 1.0).any():
        each = f"{own}[:, None] * np.ones(len(CLASSES))" if signs and text.many else own
        return f"{code}counts = {each}\n"
    by_class = weights[0] if not text.many else weights[:, 1]
    code += f"CLASS_WEIGHT = np.array({by_class.tolist()})\n"
    if signs and text.many:
        times = f"{own}[:, None] * " if own else ""
        return f"{code}counts = {times}np.where(Y > 0.0, CLASS_WEIGHT, 1.0)\n"
    times = f"{own} * " if own else ""
    return f"{code}counts = {times}CLASS_WEIGHT[labels]\n"


def _scaling(data: Dataset, text: RunText, phi: str) -> str:
    """Give mean and deviation: measured, if that gives the same bits, or written."""
    scaling = text.problem.scaling
    assert scaling is not None
    ddof = int(text.recipe.get("deviation") == "sample")
    rows = text.problem.rows
    with np.errstate(all="ignore"):
        terms = text.problem.features.transform(np.array(data.X[rows].tolist()))
        same = _measured(terms, ddof, scaling.mean, scaling.scale)
    if same:
        of = "x" if phi != "samples" else "samples"
        code = "" if of == "samples" else f"x = {phi}\n"
        more = ", ddof=1" if ddof else ""
        code += f"mean, deviation = {of}.mean(axis=0), {of}.std(axis=0{more})\n\n\n"
        return code
    return (
        "# As measured over the samples.\n"
        f"mean = np.array({scaling.mean.tolist()})\n"
        f"deviation = np.array({scaling.scale.tolist()})\n\n\n"
    )


def _measured(
    terms: NDArray[np.float64],
    ddof: int,
    mean: NDArray[np.float64],
    scale: NDArray[np.float64],
) -> bool:
    if len(terms) <= ddof:
        return False
    return bool(
        (terms.mean(axis=0) == mean).all()
        and (terms.std(axis=0, ddof=ddof) == scale).all()
    )


def _rule(text: RunText) -> str:
    """Give the settings and the functions of the rule."""
    rule, plan, settings = text.rule, text.problem.plan, text.problem.settings
    helpers, functions = text.helpers(), text.functions()
    choices = {
        parameter.name
        for parameter in rule.all_hyperparameters
        if parameter.kind == "choice"
    }
    source = rule_source(functions, settings, choices, plan)
    texts = list(source.functions.values())
    if rule.by_hand:
        return "\n\n".join([*texts, *helpers])
    counts_wrong = text.has_target or text.has_pocket
    if counts_wrong and text.is_wrong == "is_wrong":
        strict = settings._replace(tolerance=0.0)
        wrong = rule_source({"is_wrong": is_mistake}, strict, choices).text
        texts.append(wrong.replace(MISTAKE_SAID, WRONG_SAID))
    said = {
        parameter.name.upper(): parameter.label
        for parameter in rule.all_hyperparameters
    } | SAID
    constants = _settings(text) | dict(source.constants)
    lines = [
        f"{name} = {value!r}" + (f"  # {said[name]}" if name in said else "")
        for name, value in constants.items()
    ]
    return "\n".join(lines) + "\n\n\n" + "\n\n".join([*texts, *helpers])


def _settings(text: RunText) -> dict[str, object]:
    """Give the constants that the run reads."""
    plan, recipe = text.problem.plan, text.recipe
    constants: dict[str, object] = {"EPOCHS": text.problem.epochs}
    if text.rate == "ETA":
        constants["ETA"] = plan.eta
    constants |= text.constants
    if plan.batch > 1:
        constants["BATCH"] = plan.batch
    if plan.shuffled or recipe.get("start") == "random":
        constants["SEED"] = plan.seed
    for name in ("momentum", "budget"):
        if value := getattr(text.problem.settings, name, 0):
            constants[name.upper()] = int(value) if name == "budget" else value
    if text.has_target:
        constants["TARGET_ERROR"] = plan.target_error
    if plan.least_change >= 0.0:
        constants["LEAST_CHANGE"] = plan.least_change
    return constants
