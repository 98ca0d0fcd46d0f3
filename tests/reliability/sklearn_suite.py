"""Run scikit-learn's own tests of linear classifiers on ours, adapted in names only.

    python -m tests.reliability.sklearn_suite [FOLDER]

The test files are taken from the scikit-learn that is installed and written to a folder
(default: a temporary one) with the names of this module in the place of theirs: their
classes become those here, which hand each parameter to our estimator under our name for
it. What is printed is the score, and what failed.
"""

from __future__ import annotations

import math
import re
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import sklearn.linear_model
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, ClassifierMixin

from engine import estimators
from engine.errors import UserError

ROOT = Path(__file__).parents[2]
FILES = ("test_perceptron", "test_sgd", "test_passive_aggressive")
ABSENT = {
    "regression": "Regressor|regressor|test_loss_(epsilon|squared)|regression_losses",
    "one-class machines": "OneClass|oneclass|one_class|ocsvm",
    "penalties by ‖w‖₁": "l1_ratio|test_sgd_l1|penalty_validation|elasticnet"
    "|large_regularization.(l1|ela)|large_gradient",
    "other losses (squared hinge, Huber, PA-II)": "squared_hinge|modified_huber|pa2"
    "|test_sgd_clf|overflow|predict_proba_method|test_sgd_proba",
    "a fit that begins where the last ended (warm_start)": "warm_start",
    "an end by samples held out, or by tol": "early_stopping|validation|no_change"
    "|tol_parameter|random_state",
    "schedules adaptive, invscaling": "adaptive|invscaling|power_t|PA_raises",
    "a mean that begins late": "late_onset",
    "what a class is called, or holds for itself (_average_coef)": "deprecation"
    "|loss_hinge|no_average_attr|test_classifier_(accuracy|partial_fit).*True.$",
}
"""What ours do not have at all: their tests, by name or parameter, are left out."""


class Adapter(ClassifierMixin, BaseEstimator):
    """A classifier of ours behind a name of scikit-learn's and its parameters."""

    loss_functions = ("hinge", "log_loss", "perceptron", "squared_error")

    def __init__(
        self, loss="hinge", *, penalty="l2", alpha=1e-4, C=1.0, fit_intercept=True,
        max_iter=1000, tol=1e-3, shuffle=True, random_state=None, eta0=None,
        learning_rate=None, class_weight=None, average=False, n_jobs=None, verbose=0,
    ):  # fmt: skip
        names = locals()
        for name in self._get_param_names():
            setattr(self, name, names[name])

    def _ours(self) -> estimators.LinearLearner:
        rate = self.eta0
        common: dict[str, Any] = {
            "epochs": self.max_iter,
            "offset": self.fit_intercept,
            "order": "shuffled" if self.shuffle else "given",
            "seed": self.random_state if isinstance(self.random_state, int) else 0,
            "class_weight": self.class_weight,
            "stop_without_mistake": self.tol is not None and self.kind != "sgd",
        }
        if self.kind == "passive-aggressive" or self.learning_rate == "pa1":
            size = self.C if self.kind == "passive-aggressive" else rate
            return estimators.PassiveAggressive(**common, aggressiveness=size)
        if self.kind == "perceptron" or self.loss == "perceptron":
            return estimators.Perceptron(**common, learning_rate=rate or 1.0)
        if self.learning_rate in (None, "optimal"):
            # 1/(α·(t₀ + t)) with Bottou's t₀, as scikit-learn computes it.
            typical = math.sqrt(1 / math.sqrt(self.alpha))
            slope = 1.0 if self.loss == "hinge" else 1 / (1 + math.exp(-typical))
            first = 1 / (typical / max(1.0, slope) * self.alpha)
            schedule = {"schedule": "inverse", "c1": 1 / self.alpha, "c2": first - 1}
        else:
            schedule = {"schedule": "constant", "learning_rate": rate or 0.01}
        strength = self.alpha if self.penalty else 0.0
        mean = bool(self.average)
        if self.loss == "squared_error":
            return estimators.Adaline(
                **common, **schedule, strength=strength, averaged=mean
            )
        if self.loss == "log_loss":
            return estimators.LogisticRegression(
                **common, **schedule, strength=strength
            )
        return estimators.LinearSVM(
            **common, **schedule, strength=strength or 1e-9, averaged=mean
        )

    @property
    def kind(self) -> str:
        return "sgd"

    def fit(self, X, y, coef_init=None, intercept_init=None, sample_weight=None):
        start = _start_of(coef_init, intercept_init)
        ours = self._ours().set_params(start=start)
        with named_as_theirs(coef_init):
            self._fitted = ours.fit(dense(X), y, sample_weight)
        self.t_ = 1.0 + self._fitted.n_iter_ * len(y)
        return self

    def partial_fit(self, X, y, classes=None, sample_weight=None):
        if not hasattr(self, "_fitted"):
            self._fitted, self.t_ = self._ours(), 1.0
        self.t_ += len(y)
        self._fitted.partial_fit(dense(X), y, classes, sample_weight)
        return self

    def decision_function(self, X):
        return self._fitted.decision_function(dense(X))

    def predict(self, X):
        return self._fitted.predict(dense(X))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_fitted":
            raise AttributeError(name)
        if "_fitted" in vars(self):
            return getattr(self._fitted, name)
        return getattr(self._ours(), name)


def _start_of(coef: Any, intercept: Any) -> Any:
    """Give weights to start with as our hyperparameter `start` has them."""
    if coef is None and intercept is None:
        return "zero"
    coef = np.zeros((np.size(intercept), 2)) if coef is None else np.atleast_2d(coef)
    ends = np.zeros(len(coef)) if intercept is None else np.ravel(intercept)
    rows = zip(coef.tolist(), ends.tolist(), strict=True)
    return [[*row, end] for row, end in rows]


@contextmanager
def named_as_theirs(coef_init):
    """Put their names of the start and the data set into what is raised."""
    try:
        yield
    except UserError as error:
        start = "intercept_init" if coef_init is None else "coef_init"
        message = str(error).replace("the start", f"Provided {start}")
        raise ValueError(message.replace("the data set", "dataset")) from None


def dense(X):
    """Take the way out that our refusal of sparse samples names."""
    return X.toarray() if issparse(X) else X


class SGDClassifier(Adapter):
    """LinearSVM or LogisticRegression, by the loss."""


class Perceptron(Adapter):
    """Perceptron."""

    kind = "perceptron"


class PassiveAggressiveClassifier(Adapter):
    """PassiveAggressive."""

    kind = "passive-aggressive"


def adapted(text: str) -> str:
    """Put our names in the place of scikit-learn's in one of its test files."""
    lines = ["from tests.reliability import sklearn_suite as ours"]
    for name in ("SGDClassifier", "Perceptron", "PassiveAggressiveClassifier"):
        text = re.sub(rf"linear_model\.{name}\b", f"ours.{name}", text)
        imported = rf"^    {name},\n|^from sklearn\.linear_model import {name}\n"
        text, times = re.subn(imported, "", text, flags=re.M)
        lines += [f"{name} = ours.{name}"] * bool(times)
    end = text.index("\n", text.index("\nfrom sklearn.utils.fixes") + 1) + 1
    return text[:end] + "\n".join(lines) + "\n" + text[end:]


def run(folder: Path) -> str:
    """Write the adapted files, run them; give pytest's report of each test."""
    source = Path(sklearn.linear_model.__file__).parent / "tests"
    for name in FILES:
        text = (source / f"{name}.py").read_text("utf-8")
        (folder / f"{name}_ours.py").write_text(adapted(text), "utf-8")
    (folder / "conftest.py").write_text(
        "import pytest\n\n\n@pytest.fixture\ndef global_random_seed():\n    return 42\n"
    )
    command = [
        sys.executable, "-m", "pytest", "-q", "-rA", "--no-header", "--tb=line",
        "-p", "no:cacheprovider", "-p", "no:randomly", "-c", "/dev/null",
        f"--rootdir={folder}", *(str(folder / f"{name}_ours.py") for name in FILES),
    ]  # fmt: skip
    done = subprocess.run(
        command, cwd=ROOT, env=None, capture_output=True, text=True, check=False
    )
    (folder / "report.txt").write_text(done.stdout + done.stderr, "utf-8")
    return done.stdout


def score(report: str) -> str:
    """Count what passed of what is about something that ours have."""
    absent: Counter[str] = Counter()
    passed, failed = [], []
    for line in report.splitlines():
        match = re.match(r"(PASSED|FAILED|ERROR) \S*?(test_\w+)_ours\.py::(\S+)", line)
        if match is None:
            continue
        outcome, _, test = match.groups()
        why = [reason for reason, names in ABSENT.items() if re.search(names, test)]
        if why:
            absent[why[0]] += 1
        else:
            (passed if outcome == "PASSED" else failed).append(test)
    lines = [f"passed: {len(passed)} of {len(passed) + len(failed)}"]
    lines += [f"  failed: {test}" for test in failed]
    lines += [f"not about ours: {sum(absent.values())}"]
    lines += [f"  {n:4} {reason}" for reason, n in absent.most_common()]
    return "\n".join(lines)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        place = Path(sys.argv[1])
        place.mkdir(parents=True, exist_ok=True)
        print(score(run(place)))
    else:
        with tempfile.TemporaryDirectory() as made:
            print(score(run(Path(made))))
