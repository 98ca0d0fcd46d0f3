"""The main window: docks, menus, palette, preferences, the parts it shows."""
