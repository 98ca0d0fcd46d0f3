"""Files: open, save, export, clipboard, drop, recent files."""
