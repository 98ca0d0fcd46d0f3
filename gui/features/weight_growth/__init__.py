"""Weight growth: w·u and ‖w‖ over the updates, and why the bound holds."""
