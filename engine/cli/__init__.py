"""The headless commands: train, search, list the learners."""
