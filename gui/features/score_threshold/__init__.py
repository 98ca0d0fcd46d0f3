"""The threshold on the score, dragged in the margin view."""
