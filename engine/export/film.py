"""The film of a run: which steps it shows and for how long, and how it is written."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import Cancelled, UserError, go_on, pip_install
from engine.files import check_new_folder, check_place, write_folder_whole, write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray
    from PIL import Image

    Picture = NDArray[np.uint8]

FILM_SUFFIXES = (".gif", ".mp4")
FOLDER = ""
"""In the place of a suffix: a folder of PNG files, a picture each."""
PICTURES_PER_SECOND = 12.5
"""At most; more could not be followed, and in a GIF browsers slow them down."""
TICKS = 25
"""Pictures that an MP4 has in a second: a picture is there several times."""
USUAL_SECONDS = 10.0
SLOWEST = 2.0
"""Steps per second of a short run, unless another speed is chosen."""
LAST_SECONDS = 2.0
"""How long the last picture stands."""
MOST_PICTURES = 100_000
PALETTE = 256
"""Colours that a GIF has."""
HEARD = 64
"""Pixels with which a colour counts at most where the palette is chosen: else the many
tints of the ground would take all of it."""
NEAR = 4
"""Of 255 in red, green and blue: colours that are hardly told apart."""
NEEDS_AV = f"MP4 needs PyAV: {pip_install('video')}; a GIF needs nothing"


@dataclass(frozen=True)
class FilmPlan:
    """The steps from one to another, at a speed.

    Attributes
    ----------
    first, last : int
        Steps, 0 for the start.
    speed : float
        Steps per second.

    Raises
    ------
    UserError
        If there is nothing between the steps, or too much.
    """

    first: int
    last: int
    speed: float

    def __post_init__(self) -> None:
        """Check that there is something to show, and not too much."""
        if not 0 <= self.first <= self.last:
            raise UserError(
                f"a film from step {self.first:,} to step {self.last:,}: give a first "
                "step that is not after the last"
            )
        if not (self.speed > 0 and math.isfinite(self.speed)):
            raise UserError(
                f"a film cannot have {self.speed:g} steps per second: give a number "
                "above 0"
            )
        if self.count > MOST_PICTURES:
            raise UserError(
                f"a film of {self.count:,} pictures is too long: choose fewer steps or "
                "a higher speed"
            )

    @classmethod
    def of_run(
        cls,
        steps: int,
        first: int = 0,
        last: int | None = None,
        speed: float | None = None,
    ) -> FilmPlan:
        """Plan the film of a run of so many steps; what is not given is as usual."""
        last = steps if last is None else last
        if last > steps:
            raise UserError(
                f"step {last:,}: the run ends with step {steps:,}: give one up to it"
            )
        return cls(first, last, speed or usual_speed(last - first))

    @property
    def rate(self) -> float:
        """Pictures per second."""
        return min(self.speed, PICTURES_PER_SECOND)

    @property
    def count(self) -> int:
        """How many pictures there are."""
        return math.ceil((self.last - self.first) * self.rate / self.speed - 1e-9) + 1

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return (self.count - 1) / self.rate + LAST_SECONDS

    @cached_property
    def steps(self) -> list[int]:
        """The step that each picture shows."""
        between = np.arange(self.count) * (self.speed / self.rate)
        steps = np.minimum(self.first + np.round(between), self.last)
        return [int(step) for step in steps]

    def ends(self, ticks: int) -> list[int]:
        """Give when each picture ends, in ticks of which a second has so many."""
        starts = np.arange(1, self.count) / self.rate
        return [round(ticks * float(end)) for end in [*starts, self.seconds]]


def usual_speed(steps: int) -> float:
    """Choose a speed, in steps per second: a long run takes ten seconds."""
    return max(SLOWEST, steps / USUAL_SECONDS)


def check_film_path(path: Path) -> None:
    """Make sure that a film can be written at a path, without writing it.

    Raises
    ------
    UserError
        If its suffix is not known, a library is missing, or the place is no good.
    """
    suffix = path.suffix.lower()
    if suffix not in (*FILM_SUFFIXES, FOLDER):
        raise UserError(
            f"{path}: a film ends in {' or '.join(FILM_SUFFIXES)}; without a suffix "
            "it is a folder of PNG files"
        )
    if suffix == ".mp4" and not can_write_mp4():
        raise UserError(f"{path}: {NEEDS_AV}")
    (check_new_folder if suffix == FOLDER else check_place)(path)


def can_write_mp4() -> bool:
    """Tell whether PyAV is there."""
    return find_spec("av") is not None


def write_film(
    path: Path,
    plan: FilmPlan,
    paint: Callable[[int], Picture],
    progress: Callable[[float], bool] = go_on,
    *,
    colours: Sequence[str] = (),
) -> None:
    """Write a film, whole or not at all.

    Parameters
    ----------
    path : Path
        Its suffix says how: .gif, .mp4, or none for a folder of PNG files.
    plan : FilmPlan
    paint : callable
        ``paint(step)`` gives a picture, an array (height, width, 3) of even sides.
    progress : callable, optional
        Told the share that is done, 0 … 1; its answer False stops the writing.
    colours : sequence of str, optional
        Those that mean something, each ``'#rrggbb'``: a GIF keeps them as they are.

    Raises
    ------
    UserError
        If it cannot be written; the message says why.
    Cancelled
        If `progress` says so; nothing is written.
    """
    check_film_path(path)

    def pictures() -> Iterator[Picture]:
        for i, step in enumerate(plan.steps):
            if not progress(i / plan.count):
                raise Cancelled
            yield paint(step)

    suffix = path.suffix.lower()
    if suffix == FOLDER:
        write_folder_whole(path, lambda folder: _pngs(folder, plan, pictures()))
    elif suffix == ".gif":
        middle = plan.steps[plan.count // 2]
        ends = [paint(step) for step in (plan.first, middle, plan.last)]
        palette = _palette(ends, colours)
        write_whole(path, lambda file: _gif(file, plan, pictures(), palette))
    else:
        write_whole(path, lambda file: _mp4(file, plan, pictures()))


def _pngs(folder: Path, plan: FilmPlan, pictures: Iterator[Picture]) -> None:
    from PIL import Image

    digits = max(4, len(str(plan.count)))
    for i, picture in enumerate(pictures, 1):
        Image.fromarray(picture).save(folder / f"frame-{i:0{digits}}.png")


def _palette(examples: list[Picture], colours: Sequence[str]) -> Image.Image:
    """Choose a palette for all pictures, from some of them.

    Quantising each by itself takes fifteen times as long and flickers.
    """
    from PIL import Image

    kept = b"".join(bytes.fromhex(colour[1:]) for colour in dict.fromkeys(colours))
    pixels = np.concatenate(examples).reshape(-1, 3).astype(np.uint32)
    packed = pixels[:, 0] << 16 | pixels[:, 1] << 8 | pixels[:, 2]
    shown, counts = np.unique(packed, return_counts=True)
    parts = np.stack([shown >> 16, shown >> 8 & 255, shown & 255], axis=-1).astype(int)
    # Beside a kept colour none is wanted that Pillow would take in its place.
    near = np.zeros(len(shown), bool)
    for colour in np.frombuffer(kept, np.uint8).reshape(-1, 3).astype(int):
        near |= (abs(parts - colour) <= NEAR).all(axis=1)
    near &= not near.all()
    heard = np.repeat(parts[~near], np.minimum(counts[~near], HEARD), axis=0)
    sample = Image.fromarray(heard[None].astype(np.uint8))
    others = sample.quantize(PALETTE - len(kept) // 3).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette(kept + bytes(others))
    return palette


def _gif(
    path: Path, plan: FilmPlan, pictures: Iterator[Picture], palette: Image.Image
) -> None:
    """Write picture by picture: Pillow itself would keep them all in memory.

    Of each picture only what has changed is written.
    """
    from PIL import Image
    from PIL.GifImagePlugin import getdata, getheader

    ends = [0, *plan.ends(100)]
    before = None
    with path.open("wb") as file:
        for i, picture in enumerate(pictures):
            image = Image.fromarray(picture)
            flat = image.quantize(palette=palette, dither=Image.Dither.NONE)
            now = np.asarray(flat)
            if before is None:
                file.writelines(
                    getheader(flat.copy(), info={"loop": 0, "duration": 1})[0]
                )
            rows, columns = _changed(before, now)
            part = flat.crop((columns.start, rows.start, columns.stop, rows.stop))
            place = columns.start, rows.start
            shown = 10 * (ends[i + 1] - ends[i])
            file.writelines(getdata(part, place, duration=shown))
            before = now
        file.write(b";")


def _changed(before: Picture | None, now: Picture) -> tuple[slice, slice]:
    """Give the rows and columns in which a picture is another; one at least."""
    if before is None:
        return slice(0, now.shape[0]), slice(0, now.shape[1])
    others = now != before
    rows, columns = np.flatnonzero(others.any(1)), np.flatnonzero(others.any(0))
    if not len(rows):
        return slice(0, 1), slice(0, 1)
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(
        int(columns[0]), int(columns[-1]) + 1
    )


def _mp4(path: Path, plan: FilmPlan, pictures: Iterator[Picture]) -> None:
    import av

    with av.open(str(path), "w", format="mp4") as film:
        stream = film.add_stream("libx264", rate=TICKS)
        stream.pix_fmt = "yuv420p"
        written = 0
        for picture, end in zip(pictures, plan.ends(TICKS), strict=True):
            if not written:
                stream.height, stream.width = picture.shape[:2]
            for _ in range(written, end):
                film.mux(stream.encode(av.VideoFrame.from_ndarray(picture)))
            written = end
        film.mux(stream.encode())
