"""Loops as machine code: what compiles them, in a process beside, and keeps them."""
