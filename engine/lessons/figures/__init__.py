"""Figures of lessons: what a page can have drawn between its text and its task."""
