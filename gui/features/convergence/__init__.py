"""Will it converge? The diagnosis of a run, and the chip that tells its fate."""
