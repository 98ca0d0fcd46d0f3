"""Plots, whatever they show: axes, curves, style, mouse, export as figures."""
