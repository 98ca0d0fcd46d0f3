"""Points: the table of the samples."""
