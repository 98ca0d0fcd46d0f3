"""Tables of any format: recognised, typed, read in blocks, as cells or columns."""
