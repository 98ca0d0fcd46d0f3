"""Panels beside and below the canvas: set-up, playback, what one reads."""
