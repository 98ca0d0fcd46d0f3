"""Games with a score that are played on the canvas: their rules, as pure functions."""
