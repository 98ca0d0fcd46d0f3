"""A run is written as a program, by the kind that is chosen in the file dialog."""

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox


@pytest.fixture
def ask(monkeypatch, tmp_path):
    """Let the file dialog be answered with a name and the nth of its kinds."""

    def answer(name, nth):
        def chosen(_, title, start, kinds):
            return str(tmp_path / name), kinds.split(";;")[nth]

        monkeypatch.setattr(QFileDialog, "getSaveFileName", chosen)
        return tmp_path / name

    return answer


def export(window, qtbot):
    (menu,) = [m for m in window.menuBar().actions() if m.text() == "&File"]
    (act,) = [a for a in menu.menu().actions() if "code" in a.text()]
    act.trigger()
    qtbot.waitUntil(lambda: not window.exports.writing)
    return window.panel("Playback").message.words.text()


def test_the_kind_chosen_is_written_and_the_samples_beside_it(
    window, hand, qtbot, ask, monkeypatch
):
    monkeypatch.setattr(QMessageBox, "warning", lambda *said: pytest.fail(said[-1]))
    ask("run.py", 0)
    assert export(window, qtbot) == "there is no run yet: draw points of two classes"
    hand.draw_two_classes()
    path = ask("run.py", 0)
    assert export(window, qtbot) == f"exported {path}"
    samples = path.with_name("run-data.csv").read_text(encoding="utf-8").splitlines()
    assert len(samples) == 1 + hand.session.data.n_samples
    numpy_only = path.read_text(encoding="utf-8")
    assert "sklearn" not in numpy_only
    ask("run.py", 1)
    export(window, qtbot)
    assert "SGDClassifier" in path.read_text(encoding="utf-8")
    ask("run", 2)
    export(window, qtbot)
    assert path.with_suffix(".ipynb").is_file()
    # Beside another program there may be a table of that name that is something else.
    other = ask("other.py", 0)
    other.with_name("other-data.csv").write_text("mine")
    no = QMessageBox.StandardButton.No
    monkeypatch.setattr(QMessageBox, "question", lambda *_: no)
    export(window, qtbot)
    assert other.with_name("other-data.csv").read_text() == "mine"
    assert not other.exists()
