#!/bin/sh
# PySide6-Essentials 6.12.0: QMainWindow.tabifyDockWidget(first, second)
#
# Where the second dock is a tab already, of another stack, nothing happens: it stays there.
# By its documentation it is moved on top of the first, which 6.11.3 does, from another area
# of the window, too. A second dock that is no tab is moved by both.
#
# Seen, where `moved` is to go from `old` to `new`:
#   6.11.3: beside new: moved; beside old: nothing
#   6.12.0: beside new: nothing; beside old: moved
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
cat >"$folder/move.py" <<'PYTHON'
import sys

from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow

app = QApplication([])
window = QMainWindow()
new, old, moved = docks = [QDockWidget(name) for name in ("new", "old", "moved")]
for dock in docks:
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
window.tabifyDockWidget(old, moved)
window.show()
app.processEvents()
assert window.tabifiedDockWidgets(old) == [moved]
window.tabifyDockWidget(new, moved)
app.processEvents()


def beside(dock):
    others = window.tabifiedDockWidgets(dock)
    return " ".join(other.windowTitle() for other in others) or "nothing"


print(f"{qVersion()}: beside new: {beside(new)}; beside old: {beside(old)}")
stays = window.tabifiedDockWidgets(old) == [moved]
assert stays == (sys.argv[1] == "stays")
PYTHON
for tried in "6.11.3 goes" "6.12.0 stays"; do
  "$folder/venv/bin/pip" install -q "PySide6-Essentials==${tried% *}"
  QT_QPA_PLATFORM=offscreen "$folder/venv/bin/python" "$folder/move.py" "${tried#* }"
done
