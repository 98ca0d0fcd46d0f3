"""A run, or weights, as a program or notebook."""
