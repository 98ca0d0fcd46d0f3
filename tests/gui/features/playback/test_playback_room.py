"""Where there is little room buttons leave, always in the same order."""

from gui.features.playback.playback_bar import KEPT, MOST_USED


def test_they_leave_one_after_another(window):
    (bar,) = (part for part in window.centre.parts if part.objectName() == "Playback")
    seen = set()
    for width in range(760, 320, -3):
        bar.resize(width, bar.height())
        menu = bar.overflow.menu().actions()
        shown = [bar.actions_by_name[name] not in menu for name in MOST_USED]
        assert shown == sorted(shown, reverse=True)
        seen.add(sum(shown))
    assert seen == set(range(len(KEPT), len(MOST_USED) + 1))
