"""The running mistakes of a stream, in a view that shows both curves."""

import numpy as np

from gui.features.stream.running_mistakes import RunningMistakesPlot
from gui.style.theme import LIGHT


def test_what_was_so_far_is_seen_though_the_last_samples_are_all_right(qapp):
    plot = RunningMistakesPlot(LIGHT)
    plot.show_mistakes(np.arange(400) < 100, 100)
    _, (_, top) = plot.view.viewRange()
    so_far = plot.so_far.getOriginalDataset()[1]
    assert so_far[-1] == 25
    assert top >= so_far[100:].max() > 99
    plot.show_mistakes(np.arange(4000) < 4, 100)
    _, (_, top) = plot.view.viewRange()
    assert top < 10, "the first few, all or nothing, do not press the rest flat"
    plot.close()
