"""The table of the samples, in step with the canvas."""

from __future__ import annotations

from operator import is_not
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QMargins,
    QModelIndex,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QHeaderView,
    QLabel,
    QTableView,
    QWidget,
)

from engine.data.dataset import TEST, TRAINING
from engine.data.edits import Move, Relabel, Rename, Reorder, Weigh
from engine.data.feature_map import pretty
from engine.data.sample_names import SampleNames
from engine.errors import UserError
from engine.models.prediction import margins_of
from gui.canvas.new_point_form import NewPointForm, read_coordinate
from gui.canvas.picture import matches
from gui.session.mistake_counts import MistakeCounts
from gui.style.icons import icon, symbol_pixmap
from gui.style.text import number, number_of_points, one_line, plain
from gui.style.theme import class_symbol
from gui.tasks.throttle import Throttle
from gui.widgets.buttons import tool_button
from gui.widgets.dimming import Dimming
from gui.widgets.labels import WrappedLabel, with_role
from gui.widgets.layouts import in_column, in_row
from gui.widgets.tables import LEFT, RIGHT

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray
    from PySide6.QtCore import QPersistentModelIndex, QPoint
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QMenu

    from engine.models.prediction import Margins
    from gui.canvas.axes_bar import AxesBar
    from gui.canvas.selection import Selection
    from gui.session.session import Session
    from gui.style.theme import Theme

    Index = QModelIndex | QPersistentModelIndex

Role = Qt.ItemDataRole
ROOT = QModelIndex()
MOST_RUNS = 2_000
"""Of a selection in more pieces the table marks these; the caption counts all."""
LOWEST = 74
"""Least height of the table in pixels: the head and a row."""
WEIGHT_HELP = "How much a point counts: one of weight 2 as two, of 0 as none"
NAME_HELP = "What a point is called: nothing is learned from it"
Z, MARGIN, MISTAKES = range(3)
HEADS, HEADS_OF_SEVERAL = ("z", "y·z", "mistakes"), ("own z", "margin", "mistakes")
"""Columns after those that can be changed: what the run says of each sample.

Of more than two classes each has a z, and y·z is one for each of them.
"""
HELP = {
    "z": "Its score by the model under the playhead",
    "y·z": "Its score, positive on its class’s side: 0 or less is a mistake",
    "own z": "The score of its own class by the model under the playhead",
    "margin": "The score of its own class less the highest of the others: 0 or less is "
    "a mistake",
    "mistakes": "How often the rule had it wrong when it came to it, in the run so far",
}
DIGITS = 4
BLOCK = 64
"""Samples whose scores are computed together, as they come into sight."""
SIGN = 14
"""Size of a class's symbol beside the number of a row, in pixels."""
SPACING = 8
"""Pixels between the table and what stands below it."""
LEAST, WORDY = 72, 88
"""Least widths of a column in pixels: of two features, of more."""


class PointsModel(QAbstractTableModel):
    """One row a sample, in the order in which they are visited; the class last.

    Before the features the name, where some have one. After the class the weight, where
    one is not 1 or they are asked for; then what the run says of the sample, computed
    only for what is asked for, which is what is in sight.

    Signals
    -------
    refused(str)
        What was typed cannot be; why.

    Attributes
    ----------
    shown : Dataset
    theme : Theme
        Colours the symbols of the classes, which stand with the numbers of the rows.
    """

    refused = Signal(str)

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__(session)
        self._session, self._counts = session, MistakeCounts.of(session)
        self.shown = session.data
        self.theme = theme
        self.weights_wanted = False
        self.pointed: int | None = None
        self._bold = QFont()
        self._bold.setBold(True)
        self._read: tuple[object, ...] = ()
        self._announced: tuple[object, ...] = ()
        self._blocks: dict[int, Margins] = {}
        self._mistakes: NDArray[np.int64] | None = None

    @property
    def has_weights(self) -> bool:
        """Whether there is a column of weights."""
        return self.weights_wanted or self.shown.sample_weights is not None

    @property
    def is_current(self) -> bool:
        """Whether it shows the present data: unseen, it is told of others later."""
        return self.shown is self._session.data

    def show_weights(self, wanted: bool) -> None:
        """Have a column of weights, or have it only where they are not all 1."""
        self.beginResetModel()
        self.weights_wanted = wanted
        self.endResetModel()

    def refresh(self) -> None:
        before, now = self.shown, self._session.data
        if before is now:
            return
        columns = self.weights_wanted or (
            (before.sample_weights is None) == (now.sample_weights is None)
        )
        columns &= (before.sample_names is None) == (now.sample_names is None)
        names = (before.n_samples, before.feature_names, before.class_names)
        if columns and names == (now.n_samples, now.feature_names, now.class_names):
            self.shown = now
            if now.n_samples:
                self.headerDataChanged.emit(
                    Qt.Orientation.Vertical, 0, now.n_samples - 1
                )
                corner = self.index(now.n_samples - 1, self.columnCount() - 1)
                self.dataChanged.emit(self.index(0, 0), corner)
        else:
            self.beginResetModel()
            self.shown = now
            self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else self.shown.n_samples

    def columnCount(self, parent: Index = ROOT) -> int:
        if parent.isValid():
            return 0
        return self.first_reading + len(HEADS)

    @property
    def first_reading(self) -> int:
        """The column of z."""
        return self.first_feature + self.shown.n_features + 1 + self.has_weights

    @property
    def first_feature(self) -> int:
        """The column of the first feature: before it is the name, if some have one."""
        return int(self.shown.sample_names is not None)

    def read_anew(self) -> None:
        """Show what the run says of the samples at another moment."""
        self._look_at_run()
        # A row that was painted since then has looked already, all others have not.
        if self._announced is not self._read:
            self._announced = self._read
            self._tell_changed(self.first_reading)

    def _look_at_run(self) -> None:
        """Look at the moment of the run; forget what was read at another."""
        model, tape = self._session.model, self._session.tape
        self._mistakes = self._counts.at_playhead() if self.is_current else None
        read = (model, tape, self.shown, self._mistakes)
        if len(read) != len(self._read) or any(map(is_not, read, self._read)):
            self._read, self._blocks = read, {}

    def point_at(self, row: int | None) -> None:
        """Have a sample's row bold: the mouse is over it on the canvas."""
        self.pointed = row
        self._tell_changed(0)

    def _tell_changed(self, first: int) -> None:
        if self.shown.n_samples:
            corner = self.index(self.shown.n_samples - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, first), corner)

    def _reading(self, row: int, column: int) -> str:
        """Write what the run says of a sample; nothing where it says nothing."""
        data, model = self.shown, self._session.model
        if data.parts[row] == TEST:
            return "–"  # it is looked at once
        self._look_at_run()
        if column == MISTAKES:
            weights = data.sample_weights
            learned = data.parts[row] == TRAINING and (weights is None or weights[row])
            counted = self._mistakes is not None and learned
            return f"{self._mistakes[row]:,}" if counted else ""  # type: ignore[index]
        tape = self._session.tape
        if model is None or tape is None or not matches(tape.data, data):
            return ""
        block = row // BLOCK
        if block not in self._blocks:
            rows = slice(block * BLOCK, (block + 1) * BLOCK)
            self._blocks[block] = margins_of(model, data.X[rows], data.y[rows])
        margins = self._blocks[block]
        values = margins.scores if column == Z else margins.margins
        return number(float(values[row % BLOCK]), DIGITS)

    def headerData(
        self, section: int, across: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        """Name the features; number the samples from 1."""
        vertical = across == Qt.Orientation.Vertical
        if role == Role.DecorationRole and vertical and section < self.shown.n_samples:
            code = int(self.shown.y[section])
            return symbol_pixmap(
                class_symbol(code), self.theme.class_colour(code), SIGN
            )
        if role == Role.ToolTipRole and vertical:
            return "Drag to another place: the rule visits the points in this order"
        if role == Role.TextAlignmentRole and across == Qt.Orientation.Horizontal:
            column = section - self.first_feature
            return int(LEFT if column in (-1, self.shown.n_features) else RIGHT)
        if role not in (Role.DisplayRole, Role.ToolTipRole):
            return None
        if vertical:
            return str(section + 1)
        names = self.shown.feature_names
        if section >= self.first_reading:
            heads = HEADS if self.shown.n_outputs == 1 else HEADS_OF_SEVERAL
            name = heads[section - self.first_reading]
            return name if role == Role.DisplayRole else HELP[name]
        section -= self.first_feature
        if section < 0:
            return "name" if role == Role.DisplayRole else NAME_HELP
        if section > len(names):
            return "weight" if role == Role.DisplayRole else WEIGHT_HELP
        name = pretty(names[section]) if section < len(names) else "class"
        return plain(name) if role == Role.ToolTipRole else name

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        row, column = index.row(), index.column() - self.first_feature
        is_word = column in (-1, self.shown.n_features)
        if role == Role.TextAlignmentRole and not is_word:
            return int(RIGHT)
        if role == Role.ToolTipRole and column < 0:
            return plain(one_line(self.shown.name_of(row)))
        if role == Role.FontRole and index.row() == self.pointed:
            return self._bold
        if role not in (Role.DisplayRole, Role.EditRole):
            return None
        if index.column() >= self.first_reading:
            return self._reading(row, index.column() - self.first_reading)
        if column < 0:
            return one_line(self.shown.name_of(row))
        if column == self.shown.n_features:
            return self.shown.class_names[self.shown.y[row]]
        if column > self.shown.n_features:
            weights = self.shown.sample_weights
            value = 1.0 if weights is None else float(weights[row])
        else:
            value = float(self.shown.X[row, column])
        return number(value, 6) if role == Role.DisplayRole else repr(value)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.column() >= self.first_reading:
            return super().flags(index)
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """Move or relabel the sample, undoably; or say why not."""
        if role != Role.EditRole or not self.is_current:
            return False
        if str(value) == self.data(index, role):
            return False
        row, column = index.row(), index.column() - self.first_feature
        if column < 0:
            return self._rename(row, str(value).strip())
        if column == self.shown.n_features:
            return self._relabel(row, str(value).strip())
        if column > self.shown.n_features:
            return self._weigh(row, str(value))
        X = self.shown.X[[row]]  # a copy
        try:
            X[0, column] = read_coordinate(str(value))
        except UserError as error:
            self.refused.emit(str(error))
            return False
        self._session.edit(Move(np.array([row]), X), f"move point {row + 1}")
        return True

    def _relabel(self, row: int, name: str) -> bool:
        names = self.shown.class_names
        if name not in names:
            self.refused.emit(
                f"“{name}” is not a class: type one of {', '.join(names)}"
            )
            return False
        edit = Relabel(np.array([row]), np.array([names.index(name)]))
        self._session.edit(edit, f"relabel point {row + 1}")
        return True

    def _rename(self, row: int, name: str) -> bool:
        edit = Rename(np.array([row]), SampleNames.of([name]))
        self._session.edit(edit, f"name point {row + 1}")
        return True

    def _weigh(self, row: int, text: str) -> bool:
        try:
            weight = read_coordinate(text)
        except UserError as error:
            self.refused.emit(str(error))
            return False
        if weight < 0:
            self.refused.emit(f"“{text.strip()}” is no weight: type 0 or more")
            return False
        edit = Weigh(np.array([row]), np.array([weight]))
        self._session.edit(edit, f"weigh point {row + 1}")
        return True

    def bring(self, row: int, to: int) -> None:
        """Put a sample at another place in the order, undoably."""
        order = np.delete(np.arange(self.shown.n_samples), row)
        order = np.insert(order, to, row)
        self._session.edit(Reorder(order), f"move point {row + 1} to place {to + 1}")


class PointsTable(QWidget):
    """Edits values and classes, drags rows, selects what the canvas selects."""

    def __init__(
        self,
        session: Session,
        axes: AxesBar,
        selection: Selection,
        caption: QLabel,
        plot: QWidget,
        theme: Theme,
        make_menu: Callable[[QWidget], QMenu],
    ) -> None:
        super().__init__()
        self._session, self._caption, self._selection = session, caption, selection
        self._make_menu, self._plot = make_menu, plot
        self._is_syncing = False
        self.model = PointsModel(session, theme)
        self.view = self._table()
        self.note = with_role(WrappedLabel(), "error")
        self.note.hide()
        self._give_room()
        self.form = NewPointForm(session, axes, plot)
        self.tool = tool_button(name="Weights", look="quiet", side=18)
        self.tool.setCheckable(True)
        self.tool.toggled.connect(self._show_weights)
        self.set_theme(theme)
        layout = in_column(self, (self.view, 1), self.note, spacing=SPACING)
        self._below = QWidget()
        below = in_row(self._below, (self.form, 1), spacing=4)
        below.addWidget(self.tool, 0, Qt.AlignmentFlag.AlignBottom)
        layout.addWidget(self._below)
        self._is_typed = False
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow_focus)
        self.model.refused.connect(self._show_refusal)
        self.form.refused.connect(self._show_refusal)
        self.form.added.connect(self._show_added)
        session.data_changed.connect(self._hide_refusal)
        self._selection.changed.connect(self._follow_selection)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._open_menu)
        dimming = Dimming(lambda: [self.view])
        counted = MistakeCounts.of(session).changed
        Throttle(session, self._follow_run, session.moved, counted, late=dimming)
        self.view.selectionModel().selectionChanged.connect(self._selected)

    def _table(self) -> QTableView:
        view = QTableView()
        view.setAccessibleName("Points")
        view.setAccessibleDescription(
            "F2 edits a value or a class; Delete removes rows"
        )
        view.setModel(self.model)
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setMinimumHeight(LOWEST)
        view.setTabKeyNavigation(False)
        triggers = QAbstractItemView.EditTrigger
        view.setEditTriggers(triggers.DoubleClicked | triggers.EditKeyPressed)
        columns = view.horizontalHeader()
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        columns.setTextElideMode(Qt.TextElideMode.ElideRight)
        # To paint one selected, Qt would look at every row of it, each time.
        columns.setHighlightSections(False)
        rows = view.verticalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(26)
        rows.setSectionsMovable(True)
        rows.sectionMoved.connect(self._row_dragged)
        return view

    def _open_menu(self, place: QPoint) -> None:
        """Offer what can be done with the selected rows."""
        if len(self._selection):
            menu = self._make_menu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.view.viewport().mapToGlobal(place))

    def set_theme(self, theme: Theme) -> None:
        """Colour the icon; the rest comes from the style sheet."""
        self.tool.setIcon(icon("scale", theme, theme.muted))
        self.model.theme = theme
        self.view.verticalHeader().viewport().update()

    def _show_weights(self, wanted: bool) -> None:
        self._is_syncing = True
        self.model.show_weights(wanted)
        self._is_syncing = False
        self._follow_selection()
        if wanted:
            self._show_last_column()

    def _show_last_column(self) -> None:
        """Scroll to the weights, which of many features are out of sight."""
        top = max(self.view.rowAt(0), 0)
        self.view.scrollTo(self.model.index(top, self.model.first_reading - 1))

    def refresh(self) -> None:
        if not self.model.is_current:
            self._is_syncing = True
            self.model.refresh()
            self._is_syncing = False
            self._give_room()
            self._follow_selection()
        self.model.read_anew()
        self.form.refresh()
        weighted = self.model.shown.sample_weights is not None
        with QSignalBlocker(self.tool):
            self.tool.setChecked(self.model.has_weights)
        self.tool.setEnabled(not weighted)
        self.tool.setToolTip(
            "Some points have weights" if weighted else f"Weights. {WEIGHT_HELP}"
        )
        self._show_caption()

    def _follow_run(self) -> None:
        """Show another moment of the run; painted later, it reads that by itself."""
        if not self.view.viewport().visibleRegion().isEmpty():
            self.model.read_anew()

    def _give_room(self) -> None:
        """Widen the columns of many features, whose names are words."""
        many = self.model.shown.n_features > 2
        self.view.horizontalHeader().setMinimumSectionSize(WORDY if many else LEAST)

    def _show_caption(self) -> None:
        n, chosen = self._session.data.n_samples, len(self._selection)
        text = f"{chosen:,} of {n:,} selected" if chosen else number_of_points(n)
        self._caption.setText(text)

    def _show_refusal(self, why: str) -> None:
        self.note.setText(why)
        self.form.fields.make_low(True)
        self.note.show()

    def _hide_refusal(self) -> None:
        if self.note.isVisible():
            self.note.hide()
            self.form.fields.make_low(False)

    def _show_added(self) -> None:
        """Bring the point that was typed, the last one, into sight."""
        self.refresh()
        self.view.scrollToBottom()

    def _row_dragged(self, row: int, old: int, new: int) -> None:
        """Let the data take the new order, rather than the view alone."""
        if self._is_syncing:
            return
        self._is_syncing = True
        self.view.verticalHeader().moveSection(new, old)
        self._is_syncing = False
        self.model.bring(row, new)
        self.refresh()
        self._selection.set(np.array([new]))

    # In step with the canvas

    def _selected(self, *_: object) -> None:
        """Select on the canvas what is selected here."""
        if self._is_syncing or not self.model.is_current:
            return
        ranges = self.view.selectionModel().selection()
        pieces = [
            np.arange(piece.top(), piece.bottom() + 1)
            for piece in (ranges.at(i) for i in range(ranges.count()))
        ]
        self._is_syncing = True
        self._selection.set(np.concatenate([np.empty(0, np.int64), *pieces]))
        self._is_syncing = False
        self._show_caption()

    def _follow_selection(self) -> None:
        """Select here what is selected on the canvas."""
        if self._is_syncing or not self.model.is_current:
            return
        self._is_syncing = True
        wanted = self._pieces(self._selection.rows)
        how = QItemSelectionModel.SelectionFlag
        self.view.selectionModel().select(wanted, how.ClearAndSelect | how.Rows)
        if len(self._selection):
            shown = max(self.view.columnAt(self.view.viewport().width() // 2), 0)
            first = self.model.index(int(self._selection.rows[0]), shown)
            self.view.scrollTo(first)
        self._is_syncing = False
        self._show_caption()

    def point_at(self, row: int | None) -> None:
        """Bring the sample under the mouse into sight."""
        if not self.isVisible() or not self.model.is_current:
            return
        self.model.point_at(row)
        if row is not None:
            shown = max(self.view.columnAt(self.view.viewport().width() // 2), 0)
            self.view.scrollTo(self.model.index(row, shown))

    def _pieces(self, rows: NDArray[np.int64]) -> QItemSelection:
        """Make one piece of each run of neighbouring rows."""
        wanted = QItemSelection()
        if not len(rows):
            return wanted
        ends = np.flatnonzero(np.diff(rows) > 1)
        starts = rows[np.append(0, ends + 1)][:MOST_RUNS].tolist()
        stops = rows[np.append(ends, len(rows) - 1)][:MOST_RUNS].tolist()
        last = self.model.columnCount() - 1
        for start, stop in zip(starts, stops, strict=True):
            corner = self.model.index(stop, last)
            wanted.append(QItemSelectionRange(self.model.index(start, 0), corner))
        return wanted

    def add_a_point(self) -> None:
        """Go to where coordinates are typed."""
        self._is_typed = True
        self._share_room()
        self.form.take_keyboard()

    def _share_room(self) -> None:
        """Show where a point is typed only if it is, in a panel that is too low for it.

        Else the panel would scroll with the table in it, which scrolls itself.
        """
        area = _scrolls_in(self)
        needed = LOWEST + SPACING + self._below.sizeHint().height()
        roomy = area is None or area.viewport().height() > needed
        self._below.setVisible(roomy or self._is_typed)

    def sizeHint(self) -> QSize:
        """Ask for room for both, also while there is none."""
        hint = super().sizeHint()
        more = SPACING + self._below.sizeHint().height()
        return hint.grownBy(QMargins(0, 0, 0, more if self._below.isHidden() else 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _follow_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        """Show the table alone again once one goes on to it, or to the canvas."""
        if self._is_typed and now in (self.view, self._plot):
            self._is_typed = False
            self._share_room()


def _scrolls_in(widget: QWidget) -> QAbstractScrollArea | None:
    """Give what a widget scrolls in, if it is in such."""
    parent = widget.parentWidget()
    while parent is not None and not isinstance(parent, QAbstractScrollArea):
        parent = parent.parentWidget()
    return parent
