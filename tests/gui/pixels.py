"""The pixels of a picture, all at once: one by one they take a second."""

import numpy as np
from PySide6.QtGui import QImage

from gui.widgets.dimming import DimmedGround


def pixels(image):
    """Give the colour of each pixel as 0xRRGGBB, a row of them for each row."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    shape = image.height(), image.width()
    # A copy: the image's own memory ends with it.
    return np.frombuffer(image.constBits(), np.uint32).reshape(shape) & 0xFFFFFF


def number(name):
    """Give a colour such as “#0072b2” as `pixels` does."""
    return int(name[1:], 16)


def colours(image):
    """Name all colours of an image."""
    return {f"#{colour:06x}" for colour in np.unique(pixels(image))}


def is_dimmed(part):
    """Tell whether a part is seen faintly, by itself or with what it lies in."""
    while part is not None:
        grounds = [c for c in part.children() if isinstance(c, DimmedGround)]
        if any(ground.isVisible() for ground in grounds):
            return True
        part = part.parentWidget()
    return False
