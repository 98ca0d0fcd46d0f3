"""How soon the state of a lesson's page is there."""

import time

from engine.training.compiled.tiered_loops import run_loop
from tests.benchmarks.conftest import seconds


def test_the_state_of_each_page(report, qtbot, qapp, tmp_path):
    from PySide6.QtCore import QSettings

    from gui.features.lessons.contents import our_lessons
    from gui.window.main_window import MainWindow

    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(
        QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path)
    )
    window = MainWindow()
    window.resize(1280, 720)
    window.show()
    window.run("lessons")
    player, session = window.panel("Lessons").view.page.player, window.session
    taken = {}
    for lesson in our_lessons():
        player.open(lesson.files, 0)
        for place in range(len(lesson.lesson.pages)):

            def load(place=place):
                player.go(place)
                player.begin_again()
                run_loop(session.recipe.learner).compiled()  # once on a machine
                while not session.recorded:
                    qapp.processEvents()
                qapp.processEvents()

            spent = seconds(load, times=3, clock=time.process_time)
            taken[f"{lesson.files.name} {place + 1}"] = spent
        player.leave()
    slowest = max(taken, key=taken.get)
    report(
        f"CPU time of a page's state, the slowest ({slowest})",
        taken[slowest],
        ("≤", 0.3),
        " s",
    )
    session.undo_stack.clear()
    window.close()
