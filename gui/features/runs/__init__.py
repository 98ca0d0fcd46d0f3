"""Runs: the branch beside the run, compared in a table."""
