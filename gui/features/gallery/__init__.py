"""The gallery: data sets to open, with a picture of each."""
