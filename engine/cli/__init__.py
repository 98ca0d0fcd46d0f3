"""The headless commands, each in a module of its name."""

COMMANDS = (
    "train", "search", "predict", "evaluate", "render", "learners", "lesson",
    "completion",
)  # fmt: skip
"""Each module has `SUMMARY`, what it does, and `EXAMPLES`, lines for its help;
``add_options(parser)`` and ``run_command(args, draw)``, which gives an `Outcome`."""
