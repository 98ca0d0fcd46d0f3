"""The window: everything that is drawn, and nothing that is computed."""

import builtins

import PySide6.QtCore

assert PySide6.QtCore
# It has put an `import` of its own before Python's. For a switch that is not used here
# (`__feature__`) it reads the source text of every module that is imported.
builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)

from gui.overrides import report_errors  # noqa: E402

report_errors()
