"""What the views' tests share: a dock brought to the front."""

import pytest


@pytest.fixture
def bring(window, qtbot):
    def brought(title):
        dock = next(d for d in window.docks.all if d.objectName() == title)
        dock.raise_()
        qtbot.waitUntil(lambda: dock.content.view is not None, timeout=10_000)
        qtbot.wait(50)
        return dock.content.view

    return brought
