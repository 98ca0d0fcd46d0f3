"""The gallery of examples, as a part of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import Recipe
from gui.part import GALLERY_KEY, MenuAction, Part, PartContext, menu_action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Dataset
    from engine.data.gallery import Example
    from gui.features.gallery.gallery_dialog import GalleryDialog


class Gallery:
    """Shows the gallery, and opens examples with what their words speak of."""

    def __init__(self, context: PartContext) -> None:
        self._context = context
        self.dialog: GalleryDialog | None = None
        context.signals.themed.connect(self._set_theme)
        context.signals.closing.connect(self._close_dialog)
        context.signals.reset.connect(self._forget_dialog)
        context.offer("open gallery", self.open)
        context.offer("open example", self.open_as_shown)
        context.offer("open to average", self.open_to_average)
        context.files.example_opened.connect(self._show_example)

    def open(self) -> None:
        """Show the gallery, from which an example can be opened."""
        from gui.features.gallery.gallery_dialog import GalleryDialog

        context = self._context
        if self.dialog is None:
            self.dialog = GalleryDialog(context.theme(), context.parent)
            self.dialog.open_requested.connect(self._open_example)
        self.dialog.set_theme(context.theme())
        self.dialog.open()

    def _open_example(
        self, example: Example, data: Dataset, recipe: Recipe | None
    ) -> None:
        """Open an example, undoably; ask only if a file is not saved as it is."""
        files = self._context.files
        if self.dialog is not None and files.may_replace():
            self.dialog.accept()
            files.open_example(example, data, recipe)

    def open_as_shown(self, example: Example) -> None:
        """Open an example with its set-up."""
        from gui.features.gallery.example_details import recipe_for

        files = self._context.files
        if files.may_replace():
            files.open_example(example, example.make(), recipe_for(example))

    def open_to_average(self, name: str) -> None:
        """Open an example for the perceptron in a shuffled order."""
        from engine.data.gallery import example

        files = self._context.files
        if files.may_replace():
            chosen = example(name)
            files.open_example(chosen, chosen.make(), Recipe(order="shuffled"))

    def _show_example(self, example: Example) -> None:
        """Show what the words on an example speak of."""
        panels = self._context.panels
        if example.control:
            panels.scroll_to("Set-up", example.control)
        if example.panel:
            panels.bring_forward(example.panel)
        if example.rivals:
            rivals = [Recipe(**settings) for settings in example.rivals]
            self._context.run("race against", rivals)

    def _set_theme(self) -> None:
        if self.dialog is not None:
            self.dialog.set_theme(self._context.theme())

    def _close_dialog(self) -> None:
        if self.dialog is not None:
            self.dialog.close_task()

    def _forget_dialog(self) -> None:
        """Be as before it was opened."""
        if self.dialog is not None:
            self._close_dialog()
            self.dialog.close()
            self.dialog.deleteLater()
            self.dialog = None


def _menu(context: PartContext) -> Sequence[MenuAction]:
    return [
        menu_action(
            context, "&File", 40, "Exa&mples…", lambda: context.run("open gallery"),
            GALLERY_KEY, words="gallery data sets iris moons xor generate",
            more="the gallery of data sets, each with a set-up",
        )
    ]  # fmt: skip


PARTS = (Part("Gallery", connect=Gallery, menu=_menu),)
