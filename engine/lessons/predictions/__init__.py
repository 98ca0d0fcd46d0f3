"""What a page can have predicted, one file each; a new file is found by itself."""
