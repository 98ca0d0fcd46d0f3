"""Panel, fate, facts of lessons and command line give one answer to one question."""

import html
import json
import re

import numpy as np
import pytest

from engine.cli.main import run
from engine.data.formats.csv_table import write_csv
from engine.export.session_file import SavedSession, write_session
from engine.lessons.facts import Situation, fact
from gui.session.diagnosis import DiagnosisRunner, OutcomeRunner
from tests.engine.diagnosis.test_true_verdicts import some_data, some_recipe

SITUATIONS = 200


def situations(count):
    """Draw data in which every class occurs, and a recipe that learns a few epochs."""
    seed = made = 0
    while made < count:
        rng = np.random.default_rng(90_000 + (seed := seed + 1))
        data = some_data(rng)
        if len(np.unique(data.y)) == len(data.class_names):
            made += 1
            yield data, some_recipe(rng, data).replace(epochs=12)


def words(text):
    """Take the markup away."""
    plain = html.unescape(re.sub(r"<[^>]+>", " ", text))
    return " ".join(plain.replace("\N{NO-BREAK SPACE}", " ").split())


@pytest.mark.parametrize(
    "count",
    [6, pytest.param(SITUATIONS, marks=[pytest.mark.long, pytest.mark.timeout(3600)])],
)
def test_one_question_has_one_answer(window, hand, qtbot, capsys, tmp_path, count):
    window.docks["Will it converge?"].raise_()
    qtbot.waitUntil(lambda: window.panel("Will it converge?").seen)
    panel, diagnoser, session = (
        window.panel("Will it converge?"),
        DiagnosisRunner.of(window.session),
        hand.session,
    )
    for data, recipe in situations(count):
        session.begin(data, recipe)
        hand.recorded()
        session.to_end()
        qtbot.waitUntil(
            lambda: not diagnoser.looking and diagnoser.tape is session.tape,
        )
        write_csv(data, tmp_path / "points.csv")
        write_session(tmp_path / "it.plab", SavedSession(data, recipe, 0))
        asked = ["train", str(tmp_path / "points.csv"), "--recipe"]
        assert (
            run([*asked, str(tmp_path / "it.plab"), "--verdict", "--json"], None) == 0
        )
        verdict = json.loads(capsys.readouterr().out)["verdict"]

        now = Situation(session.data, session.recipe, session.tape, session.tape.steps)
        for name in ("separable", "margin", "bound"):
            assert fact(name).of(now) == verdict[name], (name, recipe, data.X)

        fate = verdict["outcome"]
        qtbot.waitUntil(
            lambda fate=fate: (
                fate is None
                or (
                    OutcomeRunner.of(window.session).outcome is not None
                    and OutcomeRunner.of(window.session).outcome.text == fate
                )
            ),
        )
        parts = (panel.outcome, panel.verdict, panel.reason, panel.text, panel.updates)
        shown = words(" ".join(part.text() for part in parts))
        for sentence in verdict["sentences"]:
            said = words(sentence.removeprefix("updates: "))
            name, colon, rest = said.partition(": ")
            in_a_row = f"{name} {rest}".replace(", ≤", " ≤")
            assert said in shown or (colon and in_a_row in shown), (said, shown)
