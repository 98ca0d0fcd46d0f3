"""Plots beside the canvas that show the run from other sides."""
