#!/bin/sh
# OpenVINO 2026.4.1, onnx 1.23.2, numpy 2.4.6: an ONNX model whose tensors are DOUBLE
#
# The CPU plugin computes such a model in 32 bits, and gives the result as float64: it says
# 64 bits, and seven digits are right. INFERENCE_PRECISION_HINT takes bf16, f16, f32 and
# undefined, so nothing can be set. It surprises, as ONNX asks for double arithmetic, the
# output's type says that it was done, and no warning is given; other runtimes do it.
#
# Seen:
#   float64 0.03333333507180214, but 1/3 times 0.1 is 0.03333333333333333
#   f64 as the precision is refused
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q openvino==2026.4.1 onnx==1.23.2 numpy==2.4.6
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import numpy as np
import onnx
import openvino
from onnx import TensorProto, helper

x, y = (
    helper.make_tensor_value_info(name, TensorProto.DOUBLE, [None, 1]) for name in "xy"
)
tenth = helper.make_tensor("tenth", TensorProto.DOUBLE, [1], [0.1])
product = helper.make_node("Mul", ["x", "tenth"], ["y"])
graph = helper.make_graph([product], "product", [x], [y], [tenth])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
model.ir_version = 9
onnx.checker.check_model(model)

core = openvino.Core()
read = core.read_model(model.SerializeToString())
given = core.compile_model(read, "CPU")(np.array([[1 / 3]]))[0]
print(f"{given.dtype} {float(given[0, 0])!r}, but 1/3 times 0.1 is {1 / 3 * 0.1!r}")
assert given.dtype == np.float64 and given[0, 0] != 1 / 3 * 0.1
assert given[0, 0] == np.float32(1 / 3) * np.float32(0.1)
try:
    core.compile_model(read, "CPU", {"INFERENCE_PRECISION_HINT": "f64"})
except RuntimeError:
    print("f64 as the precision is refused")
else:
    raise SystemExit("f64 can be asked for")
PYTHON
