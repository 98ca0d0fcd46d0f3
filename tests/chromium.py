"""Chromium without a window, driven through two pipes (Chrome DevTools Protocol)."""

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

PROGRAM = shutil.which("chromium") or shutil.which("google-chrome")
KEYS = {" ": "Space", "Enter": "Enter", "Tab": "Tab", "Escape": "Escape"}
CODES = {
    "Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36,
    "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
}  # fmt: skip
SHIFT = 8


class Chromium:
    """One browser with one page; what the page says on its console is kept.

    Attributes
    ----------
    complaints : list of str
        Errors, and what the page's policy has kept from happening.
    requests : list of str
        The addresses that were asked for.
    """

    def __init__(self):
        self._home = TemporaryDirectory(ignore_cleanup_errors=True)
        to_read, self._write = os.pipe()
        self._read, to_write = os.pipe()

        def pipes():
            # The numbers that Chromium reads from and writes to; not over each other.
            first, second = os.dup(to_read), os.dup(to_write)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self._process = subprocess.Popen(
            [
                PROGRAM, "--headless", "--no-sandbox", "--remote-debugging-pipe",
                "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", f"--user-data-dir={self._home.name}",
            ],
            close_fds=False, preexec_fn=pipes,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(to_read)
        os.close(to_write)
        self._rest, self._number, self._events = b"", 0, []
        self._complete, self._wishes = False, []
        self.complaints, self.requests, self._session = [], [], None
        target = self._send("Target.createTarget", url="about:blank")["targetId"]
        attached = self._send("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._send(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._session = None
        self._send("Browser.close")
        self._process.wait(30)
        os.close(self._read)
        os.close(self._write)
        self._home.cleanup()

    def _message(self):
        while b"\0" not in self._rest:
            more = os.read(self._read, 1 << 20)
            if not more:
                raise ConnectionError("Chromium has ended")
            self._rest += more
        text, _, self._rest = self._rest.partition(b"\0")
        return json.loads(text)

    def _send(self, method, **params):
        self._number += 1
        command = {"id": self._number, "method": method, "params": params}
        if self._session:
            command["sessionId"] = self._session
        content = json.dumps(command).encode() + b"\0"
        while content:
            content = content[os.write(self._write, content) :]
        while True:
            message = self._message()
            if message.get("id") == self._number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self._note(message)

    def _note(self, message):
        method, params = message.get("method"), message.get("params", {})
        self._events.append(method)
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            said = details.get("exception", {}).get("description", details["text"])
            self.complaints.append(said)
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.complaints.append(params["entry"]["text"])
        elif method == "Browser.downloadProgress":
            self._complete = params["state"] == "completed"
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])

    def open(self, path: Path, fragment=""):
        """Open a file; with a fragment, as one who follows a link to it."""
        if fragment:  # else a page that is there would only be told of it
            self._load("about:blank")
            fragment = f"#{fragment}"
        self._load(path.as_uri() + fragment)

    def _load(self, url):
        self.complaints.clear()
        self.requests.clear()
        self._events.clear()
        self._send("Page.navigate", url=url)
        while "Page.loadEventFired" not in self._events:
            self._note(self._message())

    def look(self, width, height, *, dark=False, touch=False):
        """Be a screen of that size."""
        self._send(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=touch,
        )  # fmt: skip
        self._send("Emulation.setTouchEmulationEnabled", enabled=touch)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._wishes = [scheme]
        self._send("Emulation.setEmulatedMedia", features=self._wishes)

    def print(self, act):
        """Print the page; before that do something with it as it lies on paper."""
        self._send("Emulation.setEmulatedMedia", media="print", features=self._wishes)
        self.ask("dispatchEvent(new Event('beforeprint'))")
        done = act()
        self._send("Emulation.setEmulatedMedia", media="", features=self._wishes)
        self._send("Page.printToPDF")
        return done

    def ask(self, expression):
        """Give what an expression, or a promise of it, comes to, as plain values."""
        answer = self._send(
            "Runtime.evaluate",
            expression=expression, awaitPromise=True, returnByValue=True,
        )  # fmt: skip
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def settled(self):
        """Wait until what was asked for has been drawn."""
        self.ask(
            "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))"
        )

    def press(self, *keys, shift=False):
        for key in keys:
            common = {
                "key": key, "code": KEYS.get(key, key),
                "windowsVirtualKeyCode": CODES.get(key, 0),
                "modifiers": SHIFT if shift else 0,
            }  # fmt: skip
            text = {" ": " ", "Enter": "\r"}.get(key, key if len(key) == 1 else "")
            down = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
            self._send("Input.dispatchKeyEvent", **common, **down)
            self._send("Input.dispatchKeyEvent", **common, type="keyUp")
        self.settled()

    def middle_of(self, selector):
        """Give where an element is in the middle, scrolled into view."""
        return self.ask(
            f"(() => {{ const e = document.querySelector('{selector}'); "
            "e.scrollIntoView({block: 'nearest'}); const b = e.getBoundingClientRect();"
            " return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )

    def mouse(self, *places, button="left"):
        """Press at the first place, go through the others, let go at the last."""
        (x, y), *_ = places
        held = {"left": 1, "right": 2}[button]
        common = {"button": button, "buttons": held, "clickCount": 1}
        at = dict(zip("xy", places[-1], strict=True))
        self._send("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **common)
        for x, y in places[1:]:
            self._send(
                "Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, **common
            )
        self._send("Input.dispatchMouseEvent", type="mouseReleased", **at, **common)
        self.settled()

    def wheel(self, x, y, down):
        self._send(
            "Input.dispatchMouseEvent",
            type="mouseWheel", x=x, y=y, deltaX=0, deltaY=down,
        )  # fmt: skip
        self.settled()

    def touch(self, *moments):
        """Lay fingers on the places of the first moment, move them, lift them."""
        for kind, places in zip(
            ["touchStart", *["touchMove"] * (len(moments) - 1), "touchEnd"],
            [*moments, []],
            strict=True,
        ):
            points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(places)]
            self._send("Input.dispatchTouchEvent", type=kind, touchPoints=points)
        self.settled()

    def downloaded(self, folder: Path, act):
        """Give the file that is downloaded when something is done."""
        self._send(
            "Browser.setDownloadBehavior",
            behavior="allow", downloadPath=str(folder), eventsEnabled=True,
        )  # fmt: skip
        folder.mkdir()
        act()
        while "Browser.downloadWillBegin" not in self._events or not self._complete:
            self._note(self._message())
        (path,) = folder.iterdir()
        return path

    def picture(self, path: Path):
        shot = self._send("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(shot["data"]))
