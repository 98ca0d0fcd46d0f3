"""Weight space: every sample a half-plane, the run a path through them."""
