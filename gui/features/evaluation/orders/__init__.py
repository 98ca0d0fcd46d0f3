"""Orders compared: what of a result is the doing of the order."""
