"""Story: small pictures of the decisive updates of a run."""
