"""Lifted space: the plane bent into a third direction, and cut by the boundary."""
