"""Controls from which a recipe is made: learner, settings, features."""
