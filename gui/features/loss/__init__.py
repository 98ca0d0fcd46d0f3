"""Loss over y·z: the learner's own among the others, and the step on it."""
