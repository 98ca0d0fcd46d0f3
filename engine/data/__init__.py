"""Data sets: the frozen value, feature maps, files, named examples."""
