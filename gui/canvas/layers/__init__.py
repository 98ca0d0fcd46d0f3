"""What is drawn on the canvas, one layer a file."""
