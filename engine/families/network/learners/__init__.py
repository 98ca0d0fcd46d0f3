"""The learners of the family, one file each; a new one is found by being there."""
