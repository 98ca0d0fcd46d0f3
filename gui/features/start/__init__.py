"""Start: what an empty canvas offers."""
