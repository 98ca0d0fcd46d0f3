"""Search over hyperparameters, and what it found."""
