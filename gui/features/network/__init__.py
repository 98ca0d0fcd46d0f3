"""Network: its units as a graph, and the sample of the step running through it."""
