"""Lessons: pages of text with states of the program, tasks, and what checks them."""
