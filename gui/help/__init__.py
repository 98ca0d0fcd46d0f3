"""What the window says of itself: its keys, and a tour."""
