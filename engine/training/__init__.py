"""Runs: the recipe, the compiled loops, the tape and its recorder."""
