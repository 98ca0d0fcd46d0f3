"""What draws a run in its notebook: the samples with the boundary, and the curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.programs.run_loops import RunText

CURVE = """\
axes = plt.subplot()
axes.plot(range(1, 1 + len(curve)), curve, marker="o")
axes.set(xlabel="epoch", ylabel="mistakes", ylim=(0, None))
axes.xaxis.get_major_locator().set_params(integer=True)
plt.show()
"""
PLANE = """\
low, high = samples.min(axis=0), samples.max(axis=0)
room = 0.1 * (high - low) + (high == low)
across, up = (np.linspace(*ends, 200) for ends in zip(low - room, high + room))
grid = np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 2)
places = classes(terms(grid)).reshape(200, 200)

colours = ["#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9"]
levels = np.arange(len(CLASSES) + 1) - 0.5
axes = plt.subplot()
axes.contourf(across, up, places, levels=levels, colors=colours, alpha=0.2)
for code in range(len(CLASSES)):
    own, colour = samples[labels == code], colours[code % len(colours)]
    axes.scatter(*own.T, marker="o^sDP*"[code % 6], color=colour, label=code)
# Names as they are: no $ makes a formula, and no class that begins with _ is left out.
axes.set_xlabel(header[0], parse_math=False)
axes.set_ylabel(header[1], parse_math=False)
for text, name in zip(axes.legend().get_texts(), CLASSES):
    text.set(text=name, parse_math=False)
plt.show()
"""


def plot_code(run: RunText) -> str:
    """Give the boundary in the plane of two features; the mistakes of each epoch."""
    code = "import matplotlib.pyplot as plt\n\n\n"
    two = len(run.problem.features.feature_names) == 2
    if two:
        code += f"{_classes(run)}\n\n{PLANE}"
    if not run.rule.by_hand:
        code += f"\n{CURVE}" if two else CURVE
    return code


def _classes(run: RunText) -> str:
    """Give a function that decides the classes of many samples."""
    best = "z.argmax(axis=1)" if run.many else "(z[:, 0] > 0.0).astype(int)"
    return (
        "def classes(points):\n"
        '    """Give the class of each sample, by its number."""\n'
        f"{run.scores()}    return {best}\n"
    )
