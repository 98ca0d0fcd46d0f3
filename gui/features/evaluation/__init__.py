"""Does it generalise: cross-validation, search, reports, learning curve, λ path."""
