"""What the window says of itself: its keys."""
