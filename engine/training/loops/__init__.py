"""The loops of a run, in the subset of Python that numba compiles.

`pull`, `loss` and `decay` in them are stand-ins for the learner's own;
`engine.training.compiled.compiler` puts the learner's in their place and compiles the
rest around them. A *position* is a place in the epoch's order, a *row* a place in the
data.
"""
