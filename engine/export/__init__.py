"""What leaves the engine: weights, curves, code, sessions."""
