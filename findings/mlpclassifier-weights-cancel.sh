#!/bin/sh
# scikit-learn 1.9.1, numpy 2.4.6: MLPClassifier.fit(X, y, sample_weight=…)
#
# The gradient of a batch is divided by the weights of that batch. So with batch_size=1
# weights have no effect at all, and in small batches only beside their neighbours in the
# batch; and the penalty alpha/2·‖w‖², divided likewise, grows as weights fall: a weight of
# 0.01 shrinks the coefficients a hundred times as much. The documentation says "sample
# weights" only. SGDClassifier scales each sample's gradient by its weight instead.
#
# Seen:
#   batch_size=1: weights of 1 and of 0.01 to 100 give coefficients apart by 1.9e-16
#   batch_size=1, alpha=0.01: |w| is 0.9836 with a weight of 1, 0.5925 with one of 0.01
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q scikit-learn==1.9.1 numpy==2.4.6
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import numpy as np
from sklearn.neural_network import MLPClassifier

rng = np.random.default_rng(0)
X, y = rng.normal(size=(30, 2)), np.arange(30) % 2
weights = 10.0 ** rng.uniform(-2, 2, 30)


def coefs(X, y, given, alpha, epochs):
    one = MLPClassifier(
        (4,), solver="sgd", batch_size=1, alpha=alpha, learning_rate_init=0.4,
        max_iter=epochs, shuffle=False, momentum=0.0, random_state=0,
    )
    return np.concatenate([c.ravel() for c in one.fit(X, y, given).coefs_])


apart = abs(coefs(X, y, np.ones(30), 0.0, 5) - coefs(X, y, weights, 0.0, 5)).max()
print(f"batch_size=1: weights of 1 and of 0.01 to 100 give coefficients apart by {apart:.1e}")
# Both samples lie at 0, so that the penalty alone moves the first layer.
lengths = []
for weight in (1.0, 0.01):
    w = coefs([[0.0, 0.0], [0.0, 0.0]], [0, 1], np.array([1.0, weight]), 0.01, 1)
    lengths.append(np.linalg.norm(w[:8]))
print(
    f"batch_size=1, alpha=0.01: |w| is {lengths[0]:.4f} with a weight of 1, "
    f"{lengths[1]:.4f} with one of 0.01"
)
assert apart < 1e-12
assert lengths[1] < 0.7 * lengths[0]
PYTHON
