"""LaTeX that is copied shows the very names, whoever sets it.

KaTeX and MathJax are asked through node, which finds them in `node_modules` of this
folder or in the folder that `NODE_PATH` names; there they are put by

    npm install katex@0.19 mathjax@4 mathjax3@npm:mathjax@3
"""

import json
import re
import shutil
import string
import subprocess
import unicodedata
from functools import partial
from html import unescape
from pathlib import Path

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.evaluation.report import Report
from engine.steps.explanation import explain
from engine.steps.step_formulas import as_latex

pytestmark = pytest.mark.long

NAMES = (
    "<30", "a_1^2", "{x}", "|", "\\", "$50-$100", "50%", "#1", "R&D", "~a", "_low",
    "Länge (µm)", "a--b", "a  b", ",,a''", "[a]", "*b", "x₁² ≤ −3", "αβγδεηθλμπσφω ΔΣΩ",
    *(f"a{sign}b" for sign in string.punctuation),
)  # fmt: skip
ALIKE = str.maketrans("∖∣’‘ˋ”ˆ˜ϕ∆", "\\|'``\"^~φΔ")
"""Signs that look the same, and quotes as typesetters set those of a typewriter."""


def same_form(text):
    """Give a text without blanks, its signs and accents in one form."""
    text = unicodedata.normalize("NFKD", text.translate(ALIKE))
    return re.sub(r"\s", "", text)


@pytest.fixture(scope="module")
def displays():
    """Give for each name a step that speaks of a sample and of classes so called."""

    def display(name):
        data = Dataset(
            [[0.0, 1], [1, 0], [2, 2]],
            [0, 1, 2],
            class_names=(name, "other", "third"),
            sample_names=(name, "", ""),
        )
        tape = Tape(data, Recipe(epochs=1))
        tape.extend()
        return as_latex(explain(tape, tape.frame(1)))

    return [display(name) for name in NAMES]


@pytest.mark.parametrize("by", ["katex", "mathjax3", "mathjax"])
def test_a_copied_step_shows_the_very_names(displays, by):
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    ask = partial(subprocess.run, cwd=Path(__file__).parent, capture_output=True)
    if ask([node, "-e", f"require('{by}')"]).returncode:
        pytest.skip(f"npm's {by} is neither in node_modules here nor in NODE_PATH")
    run = ask([node, "typeset.js", by], input=json.dumps(displays).encode(), check=True)
    for name, set_ in zip(NAMES, json.loads(run.stdout), strict=True):
        assert "merror" not in set_, name
        shown = same_form(unescape(re.sub("<[^>]*>", "", set_)))
        assert f"{same_form(name)},point1,{same_form(name)}" in shown, name
        assert f"{same_form(name)}:" in shown, name


@pytest.mark.parametrize("encoding", ["OT1", "T1"])
def test_pdflatex_shows_the_very_names(displays, tmp_path, encoding):
    from gui.features.evaluation.confusion_page import as_latex as table

    for program in ("pdflatex", "pdftotext"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    counts = np.eye(2, dtype=int)
    tables = [table(Report.of((name, "other"), counts)) for name in NAMES]
    parts = [part for both in zip(displays, tables, strict=True) for part in both]
    body = "\nSTARTHERE\n\n".join(parts)
    (tmp_path / "a.tex").write_text(
        rf"\documentclass{{article}}\usepackage[{encoding}]{{fontenc}}"
        r"\usepackage{lmodern,amsmath}\input{glyphtounicode}\pdfgentounicode=1"
        rf"\pagestyle{{empty}}\begin{{document}}{body}\end{{document}}",
        encoding="utf-8",
    )
    run = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"],
        cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-2000:]
    subprocess.run(["pdftotext", "-raw", "a.pdf"], cwd=tmp_path, check=True)
    shown = (tmp_path / "a.txt").read_text(encoding="utf-8").split("STARTHERE")
    for place, page in enumerate(shown):
        name = same_form(NAMES[place // 2])
        if encoding == "OT1":
            name = name.replace("_", "")  # there it is a line that is drawn
        assert name in same_form(page), page
