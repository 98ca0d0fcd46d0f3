"""What a model is worth: errors, folds, searches, margins."""
