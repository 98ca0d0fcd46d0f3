"""Perceptron Lab as it is installed: `engine`, `gui` and `resources` in one folder.

They are imported by their own names, before any other package that is called so.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
