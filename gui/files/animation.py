"""A film of a run: its moments as pictures, written as GIF or MP4."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from engine.errors import UserError, pip_install
from engine.files import write_whole
from gui.files.plot_export import canvas_plot, run_as_learned
from gui.plotting.figure import image_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from engine import Tape

SIZE = QSize(800, 600)
MOST_FRAMES = 120
FRAMES_PER_SECOND = 12
LAST_FRAME_SECONDS = 2


def save_animation(tape: Tape, path: Path) -> None:
    """Write a film of the whole run.

    Raises
    ------
    UserError
        If the suffix is not known, a library is missing or the file cannot be written.
    """
    writer = {".gif": _gif, ".mp4": _mp4}.get(path.suffix.lower())
    if writer is None:
        raise UserError(f"{path}: a film ends in .gif or .mp4; choose one of them")
    write_whole(path, lambda temporary: writer(tape, temporary))


def steps_shown(tape: Tape) -> list[int]:
    """Choose the steps: all of a short run, evenly spread ones of a long run."""
    count = min(tape.steps + 1, MOST_FRAMES)
    return [round(step) for step in np.linspace(0, tape.steps, count)]


def frames(tape: Tape) -> Iterator[NDArray[np.uint8]]:
    """Paint the steps; each is an array (height, width, 3)."""
    plot = None
    for step in steps_shown(tape):
        shown = run_as_learned(tape, step)
        if plot is None:
            plot = canvas_plot(shown, SIZE)
        plot.show_picture(shown)
        image = image_of(plot, 1).convertToFormat(QImage.Format.Format_RGB888)
        buffer = np.frombuffer(image.constBits(), np.uint8)
        rows = buffer.reshape(image.height(), image.bytesPerLine())
        yield rows[:, : 3 * image.width()].reshape(image.height(), -1, 3).copy()
    if plot is not None:
        plot.close()


def _gif(tape: Tape, path: Path) -> None:
    from PIL import Image

    images = [Image.fromarray(picture) for picture in frames(tape)]
    # One palette for all, from the first, middle and last picture: quantising each by
    # itself takes fifteen times as long and flickers.
    sample = np.concatenate([images[i] for i in (0, len(images) // 2, -1)])
    shared = Image.fromarray(sample).quantize(256)
    flat = [
        image.quantize(palette=shared, dither=Image.Dither.NONE) for image in images
    ]
    durations = [1000 // FRAMES_PER_SECOND] * len(flat)
    durations[-1] = 1000 * LAST_FRAME_SECONDS
    flat[0].save(
        path, format="GIF", save_all=True, append_images=flat[1:],
        duration=durations, loop=0,
    )  # fmt: skip


def _mp4(tape: Tape, path: Path) -> None:
    try:
        import av
    except ImportError:
        raise UserError(
            f"MP4 needs PyAV: {pip_install('video')}, or write a .gif"
        ) from None
    with av.open(str(path), "w", format="mp4") as film:
        stream = film.add_stream("libx264", rate=FRAMES_PER_SECOND)
        stream.width, stream.height = SIZE.width(), SIZE.height()
        stream.pix_fmt = "yuv420p"
        for picture in frames(tape):
            frame = av.VideoFrame.from_ndarray(picture)
            film.mux(stream.encode(frame))
        for _ in range(FRAMES_PER_SECOND * LAST_FRAME_SECONDS):
            film.mux(stream.encode(av.VideoFrame.from_ndarray(picture)))
        film.mux(stream.encode())
