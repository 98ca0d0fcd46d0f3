"""What is said of a run: separable, converges, its bound, its cycle, what may help."""
