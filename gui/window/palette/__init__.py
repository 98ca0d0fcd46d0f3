"""The command palette: all that the program can do, found by its words."""
