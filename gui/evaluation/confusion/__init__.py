"""Which classes are taken for which."""
