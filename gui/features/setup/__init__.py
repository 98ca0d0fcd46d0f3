"""Set-up: the data, the learner, its settings, the features."""
