"""What the window says of itself: the handbook, and its keys."""
