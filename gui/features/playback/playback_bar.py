"""The playback bar: what is said of the run, timeline, transport buttons, speed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSettings, QSize, Qt, Signal
from PySide6.QtGui import QAction, QIcon, QKeySequence, QRegularExpressionValidator
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QToolButton,
    QWidget,
)

from gui.features.playback.message_line import MessageLine
from gui.features.playback.speed_control import SpeedControl
from gui.features.playback.timeline import Timeline
from gui.session.branch import BRANCH_KEY
from gui.session.hidden_future import HiddenFuture
from gui.session.run_story import RunStory
from gui.style.icons import icon, icon_size
from gui.style.theme import mark_invalid
from gui.tasks.throttle import Throttle
from gui.widgets.buttons import ActionButton
from gui.widgets.dimming import Dimming
from gui.widgets.labels import SteadyLabel, with_role
from gui.widgets.layouts import in_column, in_row, row_of
from gui.widgets.number_boxes import NumberLine, is_space, read_whole
from gui.widgets.overflow_button import OverflowButton
from gui.widgets.run_state_label import RunStateLabel
from gui.widgets.strip import Strip

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent, QShowEvent

    from gui.canvas.plot import CanvasPlot
    from gui.session.session import Session
    from gui.style.theme import Theme

OF_TIMELINE = (
    "play", "to-start", "previous-mistake", "next-mistake", "to-end", "branch",
    "hide-future",
)  # fmt: skip
"""What the menu of the timeline has."""
BETWEEN = 4
"""Pixels between two buttons."""
ROOMY = 620
"""Pixels of width from which the speed is said in full."""
MOST_USED = (
    "play", "step-forward", "step-back", "next-mistake", "previous-mistake",
    "to-start", "to-end",
)  # fmt: skip
"""The buttons in the order in which they are given room."""
KEPT = MOST_USED[:3]
APART = 6
"""Pixels more before the speed."""
STORY = "story"
IN_MENU = ("previous-epoch", "next-epoch", "branch", "hide-future", "story")
"""What is used less."""
PLAYS = ("play", "pause")
BACK = ("to-start", "step-back", "previous")
ALWAYS = ("play", "branch", "slower", "faster", "hide-future", "story")
SIGNS = r"-?[\d., '’]*"
"""All that can be typed: a number, its thousands set apart or not."""
LEAST_DIGITS = 4
FRAME = 28
"""Pixels of the box beside its words."""
MESSAGE_RANK = 100
"""In the strip: what has just happened is said for a moment, before all else."""


class PlaybackBar(QFrame):
    """Moves the playhead: by button, by key, by itself; says where it is.

    Parameters
    ----------
    session : Session
    plot : CanvasPlot
        Over it Space plays when it is let go: held, a drag moves the view.
    theme : Theme

    Attributes
    ----------
    strip : Strip
        What is said of the run.
    message : MessageLine
        What is said there for a moment.
    yields : sequence of QWidget
        What a low window has no room for: the timeline, at last all of it.
    """

    def __init__(self, session: Session, plot: CanvasPlot, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("Playback")
        self.setProperty("card", True)
        self._session, self._plot = session, plot
        self._hidden = HiddenFuture.of(session)
        self.strip = Strip(RunStateLabel(session))
        self.message = MessageLine(session)
        self.strip.add(self.message, MESSAGE_RANK)
        self.timeline = self.entrance = Timeline(session, theme)
        self._obstacle, self._scale = "", theme.scale
        self.speed = SpeedControl(session)
        self.actions_by_name: dict[str, QAction] = {}
        self._make_actions()
        self._lay_out()
        self.set_theme(theme)
        Throttle(
            session, self.refresh, session.changed, session.tape_grown,
            session.branches.changed, late=Dimming(lambda: [self.step_box]),
        )  # fmt: skip
        session.playing_changed.connect(self.refresh)
        session.preparing_began.connect(self.refresh)

    def _make_actions(self) -> None:
        s = self._session
        self._add_action("to-start", "To start", "Home", lambda: s.seek(0))
        self._add_action(
            "previous-epoch", "Previous epoch", "Shift+Left", s.previous_epoch
        )
        self._add_action(
            "previous-mistake", "Previous mistake", "Ctrl+Left", s.previous_mistake
        )
        self._add_action(
            "previous-update", "Previous update", "Alt+Left", s.previous_update
        )
        self._add_action("step-back", "Step back", "Left", lambda: s.seek(s.step - 1))
        self._add_action("play", "Play", "Space", self._toggle_playing)
        self.actions_by_name["play"].setAutoRepeat(False)
        self._add_action("step-forward", "Step", "Right", lambda: s.seek(s.step + 1))
        self._add_action("next-update", "Next update", "Alt+Right", s.next_update)
        self._add_action("next-mistake", "Next mistake", "Ctrl+Right", s.next_mistake)
        self._add_action("next-epoch", "Next epoch", "Shift+Right", s.next_epoch)
        self._add_action("to-end", "To end", "End", s.to_end)
        self._add_action("branch", "Branch here", BRANCH_KEY, s.branches.begin)
        self._add_action("hide-future", "Hide what is to come", "H", lambda: None)
        hides = self.actions_by_name["hide-future"]
        hides.setCheckable(True)
        hides.setChecked(self._hidden.chosen)
        hides.toggled.connect(self._hidden.choose)
        self._add_action("story", "Story of the run", "T", self._show_story)
        self.actions_by_name["story"].setCheckable(True)
        self._add_action("slower", "Slower", "-", self.speed.slower)
        self._add_action("faster", "Faster", "+", self.speed.faster)
        self.actions_by_name["faster"].setShortcuts(
            [QKeySequence("+"), QKeySequence("=")]
        )
        leading = {n: a for n, a in self.actions_by_name.items() if n not in ALWAYS}
        self._back = [a for n, a in leading.items() if n.startswith(BACK)]
        self._forward = [a for a in leading.values() if a not in self._back]

    def _toggle_playing(self) -> None:
        """Play or pause; over the canvas once it is known that nothing is dragged."""
        if not self._plot.underMouse() or self._plot.stroking:
            self._session.toggle_playing()
            return
        from gui.features.playback.space_pan import SpacePan

        SpacePan(self._plot, self._session.toggle_playing)

    def _show_story(self) -> None:
        shown = self.actions_by_name["story"].isChecked()
        QSettings().setValue(STORY, shown)
        RunStory.of(self._session).set_on(shown)

    def show_story(self) -> None:
        """Show the story of the run, if it was there the last time."""
        if QSettings().value(STORY, False, type=bool):
            self.actions_by_name["story"].trigger()

    def _add_action(
        self, name: str, title: str, key: str, act: Callable[[], None]
    ) -> None:
        action = QAction(title, self)
        action.setShortcut(QKeySequence(key))
        action.setToolTip(_tip(action))
        action.setObjectName(name)
        action.setIconVisibleInMenu(False)  # of all lines of a menu, or of none
        action.triggered.connect(lambda: act())
        self.actions_by_name[name] = action
        self.addAction(action)

    def _lay_out(self) -> None:
        layout = in_column(self, margins=(12, 8, 12, 10))
        self._around = layout.contentsMargins()
        layout.setSpacing(8)
        layout.addWidget(self.strip)
        top = row_of(spacing=8)
        self.timeline.addActions([self.actions_by_name[name] for name in OF_TIMELINE])
        self.timeline.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.step_box = StepBox(self._session)
        top.addWidget(self.step_box)
        # Else the row, and the step in it, were never higher than the timeline.
        top.addWidget(self.timeline, 1, Qt.AlignmentFlag.AlignVCenter)
        layout.addLayout(top)
        self.yields = (self.step_box, self.timeline, self)
        bar = self._bar = QHBoxLayout()
        bar.setSpacing(BETWEEN)
        self._buttons: dict[str, QToolButton] = {}
        self.buttons: dict[str, QToolButton] = {}
        for name, action in self.actions_by_name.items():
            if name not in MOST_USED:
                continue
            button = ActionButton(action)
            button.setObjectName(action.text())
            self._buttons[name] = button
            self.buttons[action.text()] = button
            if name == "play":
                button.setProperty("primary", True)
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
                self._play = button
            bar.addWidget(button)
        self.overflow = OverflowButton()
        self.overflow.show()
        bar.addWidget(self.overflow)
        bar.addSpacing(APART)
        bar.addWidget(self.speed, 1)
        layout.addLayout(bar)
        self._make_room()

    def _make_room(self) -> None:
        room = self.width() / self._scale
        self.speed.set_roomy(room >= ROOMY)
        left = self.contentsRect().marginsRemoved(self._around).width()
        left -= APART + self.speed.minimumSizeHint().width()
        left -= self.overflow.minimumWidth() + BETWEEN
        for name in MOST_USED:
            width = self._width_of(name)
            left -= width
            self._buttons[name].setVisible(name in KEPT or left >= 0)
        self._fill_overflow()
        # Else the window, asking too early, takes the room of what has just left.
        self._bar.invalidate()

    def _fill_overflow(self) -> None:
        """Have in its menu what has no button, or none now."""
        menu, buttons = self.overflow.menu(), self._buttons
        hidden = [name for name, button in buttons.items() if button.isHidden()]
        over = [self.actions_by_name[name] for name in (*hidden, *IN_MENU)]
        if over != menu.actions():
            for action in menu.actions():
                menu.removeAction(action)
            menu.addActions(over)

    def _width_of(self, name: str) -> int:
        """Give the pixels that a button needs, with those to the next one."""
        button = self._buttons[name]
        return max(button.minimumWidth(), button.minimumSizeHint().width()) + BETWEEN

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have fewer buttons where there is little room."""
        super().resizeEvent(event)
        self._make_room()

    def showEvent(self, event: QShowEvent) -> None:
        """Measure what the style sheet, which is there now, makes of the buttons."""
        super().showEvent(event)
        self._keep_play_wide()
        self._make_room()

    def minimumSizeHint(self) -> QSize:
        """Ask for room for the buttons that are always there."""
        least = super().minimumSizeHint()
        width = least.width()
        for name, button in self._buttons.items():
            if name not in KEPT and not button.isHidden():
                width -= self._width_of(name)
        if self.overflow.isHidden():
            width += self.overflow.minimumWidth() + BETWEEN
        width -= self.speed.spare_width
        return QSize(width, least.height())

    def set_theme(self, theme: Theme) -> None:
        self._theme, self._scale = theme, theme.scale
        for button in self._buttons.values():
            button.setIconSize(icon_size(theme))
        for name in self._buttons.keys() - {"play"}:
            self.actions_by_name[name].setIcon(icon(name, theme))
        self._play_icons = {name: icon(name, theme, theme.on_accent) for name in PLAYS}
        self._play_icons["compiling"] = QIcon()
        self.timeline.set_theme(theme)
        self.speed.set_theme(theme)
        self.refresh()
        self._keep_play_wide()
        self._make_room()

    def _keep_play_wide(self) -> None:
        """Let no button move when Play becomes Pause, or has to wait."""
        button = self._play
        button.ensurePolished()
        shown = button.text(), button.icon()
        widths = []
        # Of the button itself: its font is bolder than the one it tells of.
        for name, sign in self._play_icons.items():
            button.setText(name.title())
            button.setIcon(sign)
            widths.append(button.sizeHint().width())
        button.setText(shown[0])
        button.setIcon(shown[1])
        button.setMinimumWidth(max(widths))

    def refresh(self) -> None:
        """Show where the playhead is and which buttons lead somewhere."""
        s = self._session
        there = s.tape is not None
        actions = self.actions_by_name
        for action in self._back:
            action.setEnabled(there and s.step > 0)
        for action in self._forward:
            action.setEnabled(there and s.step < s.last)
        able = there or s.endless or (s.data.n_samples > 0 and not s.obstacle)
        actions["play"].setEnabled(able)
        obstacle = s.branches.obstacle
        if obstacle != self._obstacle:
            self._obstacle = obstacle
            actions["branch"].setEnabled(not obstacle)
            actions["branch"].setToolTip(_tip(actions["branch"], obstacle))
        waits = s.preparing and not s.playing
        shown = self._play_icons["compiling" if waits else PLAYS[s.playing]]
        actions["play"].setText("Compiling" if waits else PLAYS[s.playing].title())
        if actions["play"].icon().cacheKey() != shown.cacheKey():
            actions["play"].setIcon(shown)
        self.step_box.refresh()


def _tip(action: QAction, obstacle: str = "") -> str:
    tip = f"{action.text()} ({action.shortcut().toString()})"
    return f"{tip}: {obstacle}" if obstacle else tip


class StepBox(QWidget):
    """Shows the step under the playhead; a number typed and Enter go there."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._last = -1
        self.box = _Typed()
        self.box.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.box.setAccessibleName("Step")
        self._word = with_role(QLabel("step", self.box), "muted")
        self._word.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        inside = in_row(self.box, margins=(9, 0, 0, 0))
        inside.addWidget(self._word, 0, Qt.AlignmentFlag.AlignLeft)
        self.box.setValidator(QRegularExpressionValidator(SIGNS))
        self.box.left.connect(self.refresh)
        self.box.entered.connect(self._go_to_step)
        self.box.textEdited.connect(self._mark_wrong)
        self._end = SteadyLabel()
        self._end.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._end.setProperty("role", "muted")
        in_column(self, self.box, self._end, spacing=2)
        self.refresh()

    def refresh(self) -> None:
        """Show where the playhead is, unless a number is being typed."""
        self.box.setEnabled(self._session.tape is not None)
        if self._last != self._session.last:
            self._last = self._session.last
            self._show_last(self._last)
        if not self.box.isModified():
            self._show_step(self._session.step)

    def changeEvent(self, event: QEvent) -> None:
        """Have the room that another font needs."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._last >= 0:
            self._show_last(self._last)

    def _show_last(self, last: int) -> None:
        self._end.setText(f"of {last:,}")
        for part in (self, self.box):
            part.setToolTip(f"Step: type a number up to {last:,}, Enter goes there")
        number = max(LEAST_DIGITS * "0", f"{last:,}", key=len)
        width = self.fontMetrics().horizontalAdvance("step" + number) + FRAME
        if width != self.width():
            self.setFixedWidth(width)

    def _show_step(self, step: int) -> None:
        if self.box.text() != f"{step:,}":
            self.box.setText(f"{step:,}")
            if self.box.hasFocus():
                self.box.selectAll()
        mark_invalid(self.box, False)

    def _go_to_step(self, text: str) -> None:
        """Go to the step typed; beyond the ends means the end."""
        step = read_whole(text)
        if step is not None:
            self._session.seek(step)

    def _mark_wrong(self, *_: object) -> None:
        """Redden the box while what stands in it is no step of the run."""
        text, step = self.box.text().strip(), read_whole(self.box.text())
        bad = bool(text) and (step is None or not 0 <= step <= self._session.last)
        mark_invalid(self.box, bad)


class _Typed(NumberLine):
    """A line that keys come back from: Enter, Escape and Space leave it.

    Signals
    -------
    entered(str)
        Enter was pressed on a text.
    left
        The line is not in use any more.
    """

    entered = Signal(str)
    left = Signal()

    def event(self, event: QEvent) -> bool:
        """Leave Space to the window: it plays."""
        if is_space(event):
            self.clearFocus()
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go at Enter; leave at Enter and Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.clearFocus()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            text = self.text().strip()
            self.clearFocus()
            if text:
                self.entered.emit(text)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Forget what was typed and not entered."""
        super().focusOutEvent(event)
        self.setModified(False)
        self.left.emit()
