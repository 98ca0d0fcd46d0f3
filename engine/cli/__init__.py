"""The headless commands, each in a module of its name."""

COMMANDS = (
    "train", "search", "predict", "evaluate", "render", "learners", "lesson",
    "completion",
)  # fmt: skip
"""Each module has `SUMMARY`, `EXAMPLES`, `add_options` and `run_command`."""
