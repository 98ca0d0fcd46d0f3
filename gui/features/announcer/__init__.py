"""What happens in a run, for those who hear it."""
