"""The window: everything that is drawn, and nothing that is computed."""
