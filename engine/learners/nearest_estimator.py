"""Which estimator of scikit-learn is nearest to a learner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class NearestEstimator:
    """An estimator of scikit-learn, as far as it is the same for all runs of a learner.

    Attributes
    ----------
    name : str
        Its class.
    loss : str
        Of `SGDClassifier`.
    schedule : str
        What `SGDClassifier` calls the steps of a rule without a learning rate.
    settings : tuple of (parameter, hyperparameter)
        Its parameters that are hyperparameters of the learner.
    seldom : str
        A sentence on what it does otherwise on few samples only, if on any.
    """

    name: Literal["SGDClassifier", "LogisticRegression", "MLPClassifier", "SVC"]
    loss: str = ""
    schedule: str = "constant"
    settings: tuple[tuple[str, str], ...] = ()
    seldom: str = ""
