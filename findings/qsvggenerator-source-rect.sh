#!/bin/sh
# PySide6-Essentials 6.11.3: QPainter.drawImage(target, image, source) on a QSvgGenerator
#
# The source rectangle is ignored: an SVG has all of the image, squeezed into the target. On
# a QImage the same call draws the part that was asked for, as documented.
#
# Seen, where the right half, blue, of an image is asked for:
#   on an image the left end is blue
#   in the SVG it is red: all of the image is there, 2 pixels wide
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q PySide6-Essentials==6.11.3
QT_QPA_PLATFORM=offscreen "$folder/venv/bin/python" - <<'PYTHON'
import base64
import re

from PySide6.QtCore import QBuffer, QRectF
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

app = QGuiApplication([])
image = QImage(2, 1, QImage.Format.Format_RGB32)
image.setPixelColor(0, 0, QColor("red"))
image.setPixelColor(1, 0, QColor("blue"))


def draw(device):
    with QPainter(device) as painter:
        painter.drawImage(QRectF(0, 0, 100, 100), image, QRectF(1, 0, 1, 1))


paper = QImage(100, 100, QImage.Format.Format_RGB32)
draw(paper)
assert paper.pixelColor(10, 50) == QColor("blue")
print("on an image the left end is blue")
buffer = QBuffer()
generator = QSvgGenerator()
generator.setOutputDevice(buffer)
draw(generator)
(content,) = re.findall(rb'base64,([^"]*)"', buffer.data().data())
inside = QImage.fromData(base64.b64decode(content))
assert inside.width() == 2 and inside.pixelColor(0, 0) == QColor("red")
print(f"in the SVG it is red: all of the image is there, {inside.width()} pixels wide")
PYTHON
