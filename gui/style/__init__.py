"""How things look: theme, icons, text, formulas."""
