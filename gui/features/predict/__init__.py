"""Predict: what the model says of typed feature values."""
