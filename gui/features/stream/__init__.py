"""Stream: samples come one after another, and the running mistakes."""
