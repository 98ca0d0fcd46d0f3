"""What if: where the run would be with one more point, and a map of it."""
