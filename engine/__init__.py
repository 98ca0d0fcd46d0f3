"""The engine: data, learners and recorded runs. It knows nothing of any screen."""

from engine.data.dataset import Dataset
from engine.training.branch import Branch
from engine.training.frame import Epochs, Frame
from engine.training.recipe import Recipe
from engine.training.tape import Tape

__version__ = "0.1.0"

__all__ = ["Branch", "Dataset", "Epochs", "Frame", "Recipe", "Tape", "__version__"]
