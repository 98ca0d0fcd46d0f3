"""Contributions: what each sample adds to the score of a place."""
