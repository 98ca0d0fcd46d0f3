"""What tells a desktop of the program says the same everywhere."""

import configparser
import tomllib
from pathlib import Path
from xml.etree import ElementTree

from engine.export.session_file import SUFFIX as SESSION
from engine.lessons.lesson_files import SUFFIX as LESSON

ROOT = Path(__file__).parents[1]
DESKTOP = ROOT / "resources" / "desktop"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


def test_files_opened_by_a_double_click_are_named_alike():
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(DESKTOP / "perceptron-lab.desktop", encoding="utf-8")
    opened = {*entry["Desktop Entry"]["MimeType"].strip(";").split(";")}
    types = ElementTree.parse(DESKTOP / "perceptron-lab.mime.xml").getroot()
    assert {kind.get("type") for kind in types} == opened
    patterns = {glob.get("pattern") for glob in types.iter(f"{MIME}glob")}
    assert patterns == {f"*{SESSION}", f"*{LESSON}"}
    about = ElementTree.parse(DESKTOP / "perceptron-lab.metainfo.xml").getroot()
    assert {kind.text for kind in about.iter("mediatype")} == opened
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (command,) = project["scripts"]
    assert entry["Desktop Entry"]["Exec"] == f"{command} %f"
    assert about.findtext("provides/binary") == command
    assert about.findtext("launchable") == f"{command}.desktop"
