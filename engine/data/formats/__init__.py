"""The formats of data files: readers and writers, one registry of them."""
