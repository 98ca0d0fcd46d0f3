"""Cross-validation: the recipe trained on all folds but one, in turn."""
