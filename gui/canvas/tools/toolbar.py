"""The tool bar: a button for each tool, and the settings of the chosen one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QLabel, QSlider, QToolButton, QWidget

from gui.canvas.tools.boundary_tool import BoundaryTool
from gui.canvas.tools.drawing_tools import BrushTool, EraserTool, PenTool
from gui.canvas.tools.explain_tool import ExplainTool
from gui.canvas.tools.moving_tools import JitterTool, MagnetTool, MoveTool
from gui.canvas.tools.part_tool import PartTool
from gui.canvas.tools.predict_tool import PredictTool
from gui.canvas.tools.select_tool import SelectTool
from gui.canvas.tools.what_if_tool import WhatIfTool
from gui.style.icons import icon, icon_size
from gui.widgets.action_button import ActionButton
from gui.widgets.layouts import in_row

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from gui.canvas.tools.tool import Tool, ToolSetting
    from gui.style.theme import Theme

GAP = 4
WIDEST, NARROW, NARROWEST = 64, 28, 25
"""Bounds of a button's width, in pixels: usually, and where there is little room or
hardly any."""
SLIDER, LEAST_SLIDER = 56, 24
"""Width of a setting, in pixels, and where all tools stand in a small window."""
SETTINGS = 2 * LEAST_SLIDER + 24
"""Room that is left to the settings, in pixels."""
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
            BrushTool(), PenTool(), EraserTool(), SelectTool(), MoveTool(),
            JitterTool(), MagnetTool(), PredictTool(), WhatIfTool(), ExplainTool(),
            PartTool(), BoundaryTool(),
        ]  # fmt: skip
        self.tool = self.tools[0]
        self._put_away: QAction | None = None
        self._scale = 1.0
        self.tools_enabled = True
        self._names: list[QLabel] = []
        self._buttons: list[QToolButton] = []
        self._giving_way: list[QToolButton] = []
        self._group = QActionGroup(self)
        self._row = in_row(self, spacing=GAP)
        for tool in self.tools:
            action = QAction(tool.title, self, checkable=True)
            action.setShortcut(QKeySequence(tool.key))
            action.setToolTip(_hint(tool))
            action.setData(tool.name)
            self._group.addAction(action)
            self.add(action)
        self._row.addSpacing(6)
        self._settings = QWidget()
        self._row.addWidget(self._settings)
        self._row.addStretch(1)
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

    def add(self, action: QAction, *, gives_way: bool = False) -> None:
        """Put a button for an action at the end; one that gives way is seen last."""
        button = ActionButton(action)
        button.setObjectName(action.text())
        action.visibleChanged.connect(lambda: button.setVisible(action.isVisible()))
        action.visibleChanged.connect(self._make_room)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self._row.addWidget(button)
        self._buttons.append(button)
        if gives_way:
            self._giving_way.append(button)

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
            name = QLabel(setting.title)
            name.setProperty("role", "muted")
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
        """Leave the settings' names out and set all closer where there is no room."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        self._row.setSpacing(GAP if self._is_roomy else 2)
        always = [b for b in self._buttons if b not in self._giving_way]
        shown = sum(not button.isHidden() for button in always)
        fits = (NARROW * self._scale + 2) * shown + SETTINGS <= self.width()
        narrow = NARROW if fits else NARROWEST
        widest = WIDEST if self._is_roomy else narrow
        for button in self._buttons:
            button.setMaximumWidth(round(widest * self._scale))
        least = (narrow * self._scale + 2) * (shown + len(self._giving_way))
        for button in self._giving_way:
            button.setVisible(self.width() >= least + SETTINGS)
        self._show_names()

    @property
    def _is_roomy(self) -> bool:
        return self.width() / self._scale >= ROOMY

    def _show_names(self) -> None:
        for name in self._names:
            name.setVisible(self._is_roomy)


def _hint(tool: Tool) -> str:
    return f"{tool.title} ({tool.key}): {tool.hint}"
