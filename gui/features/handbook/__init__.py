"""The handbook: its pages, its window."""
