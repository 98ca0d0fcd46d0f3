"""The update of the present step, explained with its numbers."""
