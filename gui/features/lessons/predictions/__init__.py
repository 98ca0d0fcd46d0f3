"""How a reader predicts what comes, one file each; a new file is found by itself.

Each has the `NAME` of one of `engine.lessons.predictions`, and a ``make(context)`` that
gives the task, or None where the window has no place for it.
"""
