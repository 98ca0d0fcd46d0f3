"""A step explained: its sum, its update, its formulas, what each sample gave."""
