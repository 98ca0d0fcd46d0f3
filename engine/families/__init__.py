"""The families of models, a folder each, which is found by being there."""
