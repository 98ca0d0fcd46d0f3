"""Weights: the present ones, typed ones where a learner allows it."""
