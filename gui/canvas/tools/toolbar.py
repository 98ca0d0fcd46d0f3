"""The tool bar: a button for each tool, and the settings of the chosen one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QToolButton, QWidget

from gui.canvas.tools.boundary_tool import BoundaryTool
from gui.canvas.tools.drawing_tools import Brush, Eraser, Pen
from gui.canvas.tools.moving_tools import Jitter, Magnet, Mover
from gui.canvas.tools.part_tool import PartTool
from gui.canvas.tools.select_tool import SelectTool
from gui.style.icons import icon

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from gui.canvas.tools.tool import Slide, Tool
    from gui.style.theme import Theme

SLIDER = 56
"""Width of a setting, in pixels."""
ROOMY = 560
"""Width of the bar from which settings have their names beside them."""


class ToolBar(QWidget):
    """Chooses the tool.

    Signals
    -------
    chosen
        Another tool: `tool`.

    Attributes
    ----------
    part, boundary : QAction
        Of the tools that are there only where data are split, or weights set by hand.
    """

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.tools: list[Tool] = [
            Brush(), Pen(), Eraser(), SelectTool(), Mover(), Jitter(), Magnet(),
            PartTool(), BoundaryTool(),
        ]  # fmt: skip
        self.tool = self.tools[0]
        self.on = True
        self._names: list[QLabel] = []
        self._group = QActionGroup(self)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(4)
        for tool in self.tools:
            action = QAction(tool.title, self, checkable=True)
            action.setShortcut(QKeySequence(tool.key))
            action.setToolTip(_hint(tool))
            action.setData(tool.name)
            self._group.addAction(action)
            self.add(action)
        self._row.addSpacing(6)
        self._strip = QWidget()
        self._row.addWidget(self._strip)
        self._row.addStretch(1)
        self.part, self.boundary = self.actions_of_tools[-2:]
        self.part.setVisible(False)
        self.boundary.setVisible(False)
        self._group.actions()[0].setChecked(True)
        self._group.triggered.connect(self._choose)
        self._show_slides()

    @property
    def actions_of_tools(self) -> list[QAction]:
        """The tools, as actions for a menu."""
        return self._group.actions()

    def add(self, action: QAction) -> None:
        """Put a button for an action at the end."""
        button = QToolButton()
        button.setDefaultAction(action)
        action.visibleChanged.connect(lambda: button.setVisible(action.isVisible()))
        button.setIconSize(QSize(18, 18))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self._row.addWidget(button)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        for action, tool in zip(self.actions_of_tools, self.tools, strict=True):
            action.setIcon(icon(tool.icon or tool.name, theme))

    def set_on(self, on: bool, why_not: str) -> None:
        """Let the tools be chosen, or say why they cannot."""
        self.on = on
        self._group.setEnabled(on)
        self._strip.setEnabled(on)
        for action, tool in zip(self.actions_of_tools, self.tools, strict=True):
            action.setToolTip(_hint(tool) if on else why_not)

    def choose_first(self) -> None:
        """Go back to the tool that draws."""
        self._group.actions()[0].trigger()

    def _choose(self, action: QAction) -> None:
        self.tool = next(t for t in self.tools if t.name == action.data())
        self._show_slides()
        self.chosen.emit()

    def _show_slides(self) -> None:
        """Show the settings of the chosen tool."""
        strip, self._names = QWidget(), []
        row = QHBoxLayout(strip)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for slide in self.tool.slides:
            name = QLabel(slide.title)
            name.setProperty("role", "muted")
            self._names.append(name)
            row.addWidget(name)
            row.addWidget(self._slider(slide))
        self._row.replaceWidget(self._strip, strip)
        self._strip.hide()
        self._strip.deleteLater()
        self._strip = strip
        strip.setEnabled(self.on)
        strip.show()
        self._show_names()

    def _slider(self, slide: Slide) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setObjectName(slide.name)
        slider.setAccessibleName(slide.title)
        slider.setRange(slide.low, slide.high)
        slider.setValue(getattr(self.tool, slide.name))
        slider.setFixedWidth(SLIDER)
        slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tell = partial(self._set, self.tool, slide, slider)
        slider.valueChanged.connect(tell)
        tell(slider.value())
        return slider

    @staticmethod
    def _set(tool: Tool, slide: Slide, slider: QSlider, value: int) -> None:
        setattr(tool, slide.name, value)
        slider.setToolTip(f"{slide.hint}: {value}")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the settings' names out where there is no room."""
        super().resizeEvent(event)
        self._show_names()

    def _show_names(self) -> None:
        for name in self._names:
            name.setVisible(self.width() >= ROOMY)


def _hint(tool: Tool) -> str:
    return f"{tool.title} ({tool.key}): {tool.hint}"
