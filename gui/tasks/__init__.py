"""Long work in threads, and work that is put off."""
