"""Lessons: their contents, a page with its task, what it points at."""
