"""What a trained linear model is: scores, scaling, slices of features."""
