"""What is being looked at, without widgets: data, recipe, run, undo, stream."""
