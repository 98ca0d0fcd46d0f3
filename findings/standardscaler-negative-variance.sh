#!/bin/sh
# scikit-learn 1.9.1, numpy 2.4.6: StandardScaler().fit(X, sample_weight=…)
#
# Of a constant feature the weighted variance can come out below 0, by rounding: var_ is
# negative, and fit warns "invalid value encountered in sqrt". (scale_ is 1, as it is to be.)
# Without weights var_ is 0 and nothing is warned of.
#
# Seen:
#   var_ = [-2.73691106e-47], warned: invalid value encountered in sqrt
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q scikit-learn==1.9.1 numpy==2.4.6
"$folder/venv/bin/python" - <<'PYTHON'
import warnings

from sklearn.preprocessing import StandardScaler

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    scaler = StandardScaler().fit([[3.0], [3.0]], sample_weight=[0.8, 0.8])
said = ", ".join(str(one.message) for one in caught)
print(f"var_ = {scaler.var_}, warned: {said}")
assert scaler.var_[0] < 0.0
assert "invalid value" in said
PYTHON
