"""The tool bar: a button for each tool, and the settings of the chosen one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QToolButton, QWidget

from gui.canvas.tools.boundary_tool import BoundaryTool
from gui.canvas.tools.drawing_tools import BrushTool, EraserTool, PenTool
from gui.canvas.tools.explain_tool import ExplainTool
from gui.canvas.tools.moving_tools import JitterTool, MagnetTool, MoveTool
from gui.canvas.tools.part_tool import PartTool
from gui.canvas.tools.predict_tool import PredictTool
from gui.canvas.tools.select_tool import SelectTool
from gui.canvas.tools.what_if_tool import WhatIfTool
from gui.style.icons import icon, icon_size
from gui.widgets.buttons import ActionButton
from gui.widgets.labels import with_role
from gui.widgets.layouts import in_row
from gui.widgets.overflow_button import OverflowButton

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from gui.canvas.tools.tool import Tool, ToolSetting
    from gui.style.theme import Theme

SLIDER, LEAST_SLIDER = 56, 24
"""Width of a setting, in pixels, and where all tools stand in a small window."""
APART, BEFORE = 6, 8
"""Pixels between a setting and its name, and more of them before each group."""


class Density(NamedTuple):
    """How close the buttons stand.

    Attributes
    ----------
    gap, widest : int
        Between two buttons, and the most of one, in pixels.
    named : bool
        Whether settings have their names beside them.
    """

    gap: int
    widest: int
    named: bool


DENSITIES = (
    Density(4, 64, named=True),
    Density(4, 64, named=False),
    Density(2, 28, named=False),
    Density(2, 25, named=False),
)
"""The first for which there is room is taken."""


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
            BrushTool(), PenTool(), EraserTool(), SelectTool(), MoveTool(),
            JitterTool(), MagnetTool(), PredictTool(), WhatIfTool(), ExplainTool(),
            PartTool(), BoundaryTool(),
        ]  # fmt: skip
        self.tool = self.tools[0]
        self._put_away: QAction | None = None
        self._scale = 1.0
        self.tools_enabled = True
        self._density = DENSITIES[0]
        self._names: list[QLabel] = []
        self._buttons: list[QToolButton] = []
        self._giving_way: list[QToolButton] = []
        self._group = QActionGroup(self)
        self._row = in_row(self, spacing=DENSITIES[0].gap)
        for tool in self.tools:
            action = QAction(tool.title, self, checkable=True)
            action.setShortcut(QKeySequence(tool.key))
            action.setToolTip(_hint(tool))
            action.setData(tool.name)
            self._group.addAction(action)
            if isinstance(tool, PredictTool):  # from here on, points are asked about
                self._row.addSpacing(BEFORE)
            self._add(action, self._row)
        self._row.addSpacing(BEFORE)
        self._settings = QWidget()
        self._row.addWidget(self._settings)
        self._row.addStretch(1)
        self._others = QHBoxLayout()
        self._row.addLayout(self._others)
        self.overflow = OverflowButton()
        self._row.addWidget(self.overflow)
        self.part, self.boundary = self.tool_actions[-2:]
        self.part.setVisible(False)
        self.boundary.setVisible(False)
        self._group.actions()[0].setChecked(True)
        self._group.triggered.connect(self._choose)
        self._show_settings()

    @property
    def tool_actions(self) -> list[QAction]:
        """The tools, as actions for a menu."""
        return self._group.actions()

    def add(self, action: QAction) -> None:
        """Put a button for an action at the end.

        Where there is little room, the last are in the menu of the overflow alone.
        """
        self._giving_way.append(self._add(action, self._others))
        self.overflow.menu().addAction(action)

    def _add(self, action: QAction, row: QHBoxLayout) -> QToolButton:
        button = ActionButton(action)
        button.setObjectName(action.text())
        action.visibleChanged.connect(lambda: button.setVisible(action.isVisible()))
        action.visibleChanged.connect(self._make_room)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        row.addWidget(button)
        self._buttons.append(button)
        return button

    def set_theme(self, theme: Theme) -> None:
        for action, tool in zip(self.tool_actions, self.tools, strict=True):
            action.setIcon(icon(tool.icon or tool.name, theme))
        self._scale = theme.scale
        for button in self._buttons:
            button.setIconSize(icon_size(theme))
        self._make_room()

    def enable_tools(self, enabled: bool, why_not: str) -> None:
        """Let the tools be chosen, or say why they cannot."""
        self.tools_enabled = enabled
        self._group.setEnabled(enabled)
        self._settings.setEnabled(enabled)
        for action, tool in zip(self.tool_actions, self.tools, strict=True):
            action.setToolTip(_hint(tool) if enabled else why_not)

    def choose(self, tool: Tool) -> None:
        """Choose a tool, if it is another."""
        if tool is not self.tool:
            self._take(next(a for a in self.tool_actions if a.data() == tool.name))

    def choose_first(self) -> None:
        """Go back to the tool that draws."""
        self._group.actions()[0].trigger()

    def put_away(self, away: bool) -> None:
        """Let Select stand in for a tool that changes points, or give that back."""
        select = next(a for a in self.tool_actions if a.data() == SelectTool.name)
        taken, self._put_away = self._put_away, None
        if away and self.tool.changes_points:
            self._put_away = self._group.checkedAction()
            self._take(select)
        elif away:
            self._put_away = taken
        elif taken is not None and select.isChecked():
            self._take(taken)

    def _take(self, action: QAction) -> None:
        """Choose a tool even where all of them are disabled for now."""
        action.setChecked(True)
        self._choose(action)

    def _choose(self, action: QAction) -> None:
        self.tool = next(t for t in self.tools if t.name == action.data())
        self._show_settings()
        self.chosen.emit()

    def _show_settings(self) -> None:
        """Show the settings of the chosen tool."""
        settings, self._names = QWidget(), []
        row = in_row(settings, spacing=6)
        for setting in self.tool.settings:
            name = with_role(QLabel(setting.title), "muted")
            self._names.append(name)
            row.addWidget(name)
            row.addWidget(self._slider(setting))
        self._row.replaceWidget(self._settings, settings)
        self._settings.hide()
        self._settings.deleteLater()
        self._settings = settings
        settings.setEnabled(self.tools_enabled)
        settings.show()
        self._show_names()

    def _slider(self, setting: ToolSetting) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setObjectName(setting.name)
        slider.setAccessibleName(setting.title)
        slider.setRange(setting.low, setting.high)
        slider.setValue(getattr(self.tool, setting.name))
        slider.setMinimumWidth(LEAST_SLIDER)
        slider.setMaximumWidth(SLIDER)
        slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        change = partial(self._set, self.tool, setting, slider)
        slider.valueChanged.connect(change)
        change(slider.value())
        return slider

    @staticmethod
    def _set(tool: Tool, setting: ToolSetting, slider: QSlider, value: int) -> None:
        setattr(tool, setting.name, value)
        slider.setToolTip(f"{setting.hint}: {value}")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set all closer where there is little room, and the last into a menu."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        wanted = [b for b in self._buttons if b.defaultAction().isVisible()]
        fitting = (d for d in DENSITIES if self._needed(d, len(wanted)) <= self.width())
        self._density = next(fitting, DENSITIES[-1])
        for row in (self._row, self._others):
            row.setSpacing(self._density.gap)
        for button in self._buttons:
            button.setMaximumWidth(round(self._density.widest * self._scale))
        n = len(wanted)
        over = self._needed(self._density, n) > self.width()
        sign = self.overflow.minimumWidth() + self._density.gap
        room = self.width() - over * sign
        for button in reversed(self._giving_way):
            fits = self._needed(self._density, n) <= room
            button.setVisible(fits)
            n -= not fits
        self.overflow.setVisible(over)
        self._show_names()

    def _needed(self, density: Density, buttons: int) -> int:
        """Give the pixels that so many buttons need, and the settings of any tool."""
        widest = round(density.widest * self._scale)
        each = min(self._buttons[0].sizeHint().width(), widest) + density.gap
        settings = max(self._width_of_settings(t, density) for t in self.tools)
        return buttons * each + 2 * BEFORE + settings

    def _width_of_settings(self, tool: Tool, density: Density) -> int:
        advance = self.fontMetrics().horizontalAdvance
        names = [advance(s.title) + APART for s in tool.settings if density.named]
        return sum(names) + len(tool.settings) * (LEAST_SLIDER + APART)

    def _show_names(self) -> None:
        for name in self._names:
            name.setVisible(self._density.named)


def _hint(tool: Tool) -> str:
    return f"{tool.title} ({tool.key}): {tool.hint}"
