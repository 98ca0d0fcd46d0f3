"""The options by which `train` reads a file that is larger than memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import ArgumentParser


def add_stream(train: ArgumentParser) -> None:
    """Add what streaming needs to the options of ``train``."""
    train.add_argument(
        "--stream",
        action="store_true",
        help="read the file chunk by chunk, again in every epoch: for files larger "
        "than memory; the same weights in the order given",
    )
    train.add_argument(
        "--classes",
        metavar="A,B",
        help="with --stream: all classes, which spares reading the file for them",
    )
