"""What a model is worth: scores, errors, confusion."""
