"""Will it converge? The diagnosis of a run, and the line that tells its fate."""
