#!/bin/sh
# scikit-learn 1.9.1, numpy 2.4.6: MLPClassifier(alpha=…, batch_size=…)
#
# The penalty of a step is alpha/2·‖w‖² divided by the samples of its batch. So its strength
# depends on batch_size, and where that does not divide the number of samples the last,
# shorter batch of each epoch shrinks the coefficients more: with 17 samples in batches of 16
# one step in two by 16 times as much. The documentation calls alpha "divided by the sample
# size when added to the loss", which reads as that of the data.
#
# Seen, with inputs of 0, by which first-layer coefficients move by the penalty alone:
#   batch of 16: w shrinks by 0.006250
#   batch of 1: w shrinks by 0.100000
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q scikit-learn==1.9.1 numpy==2.4.6
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import numpy as np
from sklearn.neural_network import MLPClassifier


def length(n):
    """Give the length of the first layer after an epoch of n samples at 0."""
    one = MLPClassifier(
        (4,), solver="sgd", batch_size=16, alpha=1.0, learning_rate_init=0.1,
        max_iter=1, shuffle=False, momentum=0.0, random_state=0,
    )
    one.fit(np.zeros((n, 2)), np.arange(n) % 2)
    return np.linalg.norm(one.coefs_[0])


# 32 samples make two steps of 16, 17 one of 16 and one of 1, 33 two of 16 and one of 1.
whole = length(33) / length(17)  # a step of 16
short = length(33) / length(32)  # the step of 1
print(f"batch of 16: w shrinks by {1 - whole:.6f}")
print(f"batch of 1: w shrinks by {1 - short:.6f}")
assert np.isclose((1 - short) / (1 - whole), 16)
PYTHON
