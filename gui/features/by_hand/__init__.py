"""By hand: the boundary, or the line of a hidden unit, dragged with the mouse."""
