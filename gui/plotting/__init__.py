"""Plots, whatever they show: axes, curves, how they are dressed."""
