"""Number boxes by themselves: their series of steps, and a unit after the number."""

import ctypes
import gc
import platform
from functools import partial

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gui.plotting.plot import Plot
from gui.widgets.number_boxes import IntegerBox, NumberBox, along_the_series


@pytest.mark.parametrize(
    "value", [-20, -0.5, 1e-7, 0.3, 1, 1.0000001, 999, 1000, 4.9e5]
)
def test_the_series_has_a_neighbour_on_either_side(value):
    assert along_the_series(value, up=False) < value < along_the_series(value, up=True)


def test_a_number_before_its_unit_is_changed_sign_by_sign(qtbot):
    box = IntegerBox()
    qtbot.addWidget(box)
    box.setSuffix(" %")
    box.setRange(0, 90)
    box.setValue(20)
    box.show()
    box.lineEdit().setFocus()
    box.lineEdit().setCursorPosition(2)
    QTest.keyClick(box, Qt.Key.Key_Backspace)
    QTest.keyClicks(box, "5")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert (box.value(), box.text()) == (25, "25 %")


class Mallinfo(ctypes.Structure):
    """What glibc tells of its memory; the eighth number is what is in use."""

    _fields_ = [(f"number_{i}", ctypes.c_size_t) for i in range(10)]


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="asks glibc")
@pytest.mark.parametrize(("make", "most"), [(NumberBox, 100), (Plot, 500)])
def test_a_box_that_is_gone_has_left_no_memory(make, most, qapp, request):
    request.addfinalizer(partial(qapp.setStyleSheet, qapp.styleSheet()))
    qapp.setStyleSheet("QLabel { color: black }")
    mallinfo = ctypes.CDLL(None).mallinfo2
    mallinfo.restype = Mallinfo

    def left_by_each(boxes):
        before = mallinfo().number_7
        for _ in range(boxes):
            parent = QWidget()
            QVBoxLayout(parent).addWidget(make())
            kept.append(bytearray(4096))  # the next is at another place
            parent.show()
            parent.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            QCoreApplication.processEvents()
        gc.collect()
        return (mallinfo().number_7 - before) / boxes - 4096

    kept = []
    left_by_each(20)
    assert min(left_by_each(50) for _ in range(3)) < most
