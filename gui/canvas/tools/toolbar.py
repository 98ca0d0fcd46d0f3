"""The tool bar: the tools that are used most, all others, the chosen one's settings."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSlider,
    QSpacerItem,
    QToolButton,
    QWidget,
)

from gui.canvas.ranked import Ranked
from gui.canvas.tools.drawing_tools import BrushTool, EraserTool, PenTool
from gui.canvas.tools.further_tools import FurtherTools
from gui.canvas.tools.moving_tools import JitterTool, MagnetTool, MoveTool
from gui.canvas.tools.select_tool import SelectTool
from gui.style.icons import icon, icon_size
from gui.widgets.buttons import ActionButton
from gui.widgets.labels import with_role
from gui.widgets.layouts import in_row
from gui.widgets.overflow_button import OverflowButton

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from gui.canvas.tools.tool import Tool, ToolSetting, ToolSign
    from gui.style.theme import Theme

SLIDER, LEAST_SLIDER = 56, 24
"""Width of a setting, in pixels, and where all tools stand in a small window."""
FIXED = QSizePolicy.Policy.Fixed
APART, BEFORE = 6, 8
"""Pixels between a setting and its name, and more of them before each group."""


FURTHER = 50
"""Rank from which tools have no button of their own."""


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


TOOLS = (
    BrushTool, PenTool, EraserTool, SelectTool, MoveTool, JitterTool, MagnetTool,
)  # fmt: skip
"""Those that every canvas has."""


class ToolEntry(NamedTuple):
    """A tool that can be chosen: its sign, what chooses it, and how it is made."""

    sign: ToolSign
    action: QAction
    make: Callable[[], Tool]


class ToolBar(QWidget):
    """Chooses the tool.

    Attributes
    ----------
    more : FurtherTools
        Has those that are used less.
    settings : QWidget
        Has those of the chosen tool.

    Signals
    -------
    chosen
        Another tool: `tool`.
    enabled_changed
        The tools can be chosen, or no more: `tools_enabled`.
    """

    chosen = Signal()
    enabled_changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._entries: Ranked[ToolEntry] = Ranked()
        self._made: dict[QAction, Tool] = {}
        self._put_away: QAction | None = None
        self.tools_enabled = True
        self._density = DENSITIES[0]
        self._names: list[QLabel] = []
        self._buttons: list[QToolButton] = []
        self._giving_way: list[QToolButton] = []
        self._group = QActionGroup(self)
        self._row = in_row(self, spacing=DENSITIES[0].gap)
        self.more = FurtherTools(theme)
        self._row.addWidget(self.more)
        self._before = QSpacerItem(BEFORE, 0, FIXED, FIXED)
        self._row.addSpacerItem(self._before)
        self.settings = QWidget()
        self._settings = QWidget()
        self._settings_row = in_row(self.settings, self._settings)
        self._row.addWidget(self.settings)
        self._row.addStretch(1)
        self._others = QHBoxLayout()
        self._row.addLayout(self._others)
        self.overflow = OverflowButton()
        self.overflow.show()
        self._row.addWidget(self.overflow)
        for rank, kind in enumerate(TOOLS):
            self._made[self.add_tool(kind.sign, kind, 10 * rank)] = kind()
        first = self._group.actions()[0]
        first.setChecked(True)
        self.tool = self._made[first]
        self._group.triggered.connect(self._choose_tool)
        self._show_settings()

    def add_tool(self, sign: ToolSign, make: Callable[[], Tool], rank: int) -> QAction:
        """Put a tool into its place, and give what chooses it.

        Parameters
        ----------
        sign : ToolSign
        make : callable
            Makes the tool, when it is first chosen.
        rank : int
            Those of a lower one stand before it; from `FURTHER` on it has no button.
        """
        action = QAction(sign.title, self, checkable=True)
        action.setShortcut(QKeySequence(sign.key))
        action.setToolTip(_hint(sign))
        action.setData(sign.name)
        action.setIcon(icon(sign.icon or sign.name, self._theme))
        self._group.addAction(action)
        place = self._entries.add(ToolEntry(sign, action, make), rank)
        if rank < FURTHER:
            self._add_button(action, self._row, place)
        else:
            self.more.add(action, rank)
        return action

    @property
    def tool_actions(self) -> list[QAction]:
        """The tools, as actions for a menu."""
        return [entry.action for entry in self._entries]

    def add(self, action: QAction, *, used_much: bool = True) -> None:
        """Put an action at the end, with a button if it is used much.

        The button is there while it can be used. Where there is little room, the last
        are in the menu of the overflow alone.
        """
        if used_much:
            place = len(self._giving_way)
            button = self._add_button(action, self._others, place)
            kept = button.sizePolicy()  # nothing beside it moves
            kept.setRetainSizeWhenHidden(True)
            button.setSizePolicy(kept)
            action.enabledChanged.connect(self._make_room)
            self._giving_way.append(button)
        self.overflow.menu().addAction(action)

    def _add_button(self, action: QAction, row: QBoxLayout, place: int) -> QToolButton:
        button = ActionButton(action)
        button.setIconSize(icon_size(self._theme))
        button.setObjectName(action.text())
        action.visibleChanged.connect(lambda: button.setVisible(action.isVisible()))
        action.visibleChanged.connect(self._make_room)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        row.insertWidget(place, button)
        self._buttons.append(button)
        return button

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for sign, action, _ in self._entries:
            action.setIcon(icon(sign.icon or sign.name, theme))
        for button in self._buttons:
            button.setIconSize(icon_size(theme))
        self.more.set_theme(theme)
        self._before.changeSize(round(BEFORE * theme.scale), 0, FIXED, FIXED)
        self._row.invalidate()
        self._make_room()

    def enable_tools(self, enabled: bool, why_not: str) -> None:
        """Let the tools be chosen, or say why they cannot."""
        self.tools_enabled = enabled
        self._group.setEnabled(enabled)
        self.settings.setEnabled(enabled)
        for sign, action, _ in self._entries:
            action.setToolTip(_hint(sign) if enabled else why_not)
        self.more.enable(enabled, why_not)
        self.enabled_changed.emit()

    def choose(self, tool: Tool) -> None:
        """Choose a tool, if it is another."""
        if tool is not self.tool:
            self.take(next(own for own, made in self._made.items() if made is tool))

    def choose_first(self) -> None:
        """Go back to the tool that draws."""
        self._group.actions()[0].trigger()

    def put_away(self, away: bool) -> None:
        """Let Select stand in for a tool that changes points, or give that back."""
        select = next(a for a in self.tool_actions if a.data() == SelectTool.sign.name)
        taken, self._put_away = self._put_away, None
        if away and self.tool.changes_points:
            self._put_away = self._group.checkedAction()
            self.take(select)
        elif away:
            self._put_away = taken
        elif taken is not None and select.isChecked():
            self.take(taken)

    def take(self, action: QAction) -> None:
        """Choose a tool even where all of them are disabled for now."""
        action.setChecked(True)
        self._choose_tool(action)

    def _choose_tool(self, action: QAction) -> None:
        self.more.show_chosen(action)
        if action not in self._made:
            make = next(entry.make for entry in self._entries if entry.action is action)
            self._made[action] = make()
        self.tool = self._made[action]
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
        self._settings_row.replaceWidget(self._settings, settings)
        self._settings.hide()
        self._settings.deleteLater()
        self._settings = settings
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
        change = partial(self._set_value, self.tool, setting, slider)
        slider.valueChanged.connect(change)
        change(slider.value())
        return slider

    @staticmethod
    def _set_value(
        tool: Tool, setting: ToolSetting, slider: QSlider, value: int
    ) -> None:
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
            button.setMaximumWidth(round(self._density.widest * self._theme.scale))
        n = len(wanted)
        room = self.width()
        for button in reversed(self._giving_way):
            fits = self._needed(self._density, n) <= room
            button.setVisible(fits and button.defaultAction().isEnabled())
            n -= not fits
        self._show_names()

    def _needed(self, density: Density, buttons: int) -> int:
        """Give the pixels that so many buttons need, and the settings of any tool."""
        widest = round(density.widest * self._theme.scale)
        each = min(self._buttons[0].sizeHint().width(), widest) + density.gap
        settings = max(self._width_of_settings(t, density) for t in self._made.values())
        more = self.more.sizeHint().width() + self.overflow.minimumWidth()
        before = self._before.sizeHint().width()
        return buttons * each + more + 2 * density.gap + before + settings

    def _width_of_settings(self, tool: Tool, density: Density) -> int:
        advance = self.fontMetrics().horizontalAdvance
        names = [advance(s.title) + APART for s in tool.settings if density.named]
        return sum(names) + len(tool.settings) * (LEAST_SLIDER + APART)

    def _show_names(self) -> None:
        for name in self._names:
            name.setVisible(self._density.named)


def _hint(sign: ToolSign) -> str:
    return f"{sign.title} ({sign.key}): {sign.hint}"
