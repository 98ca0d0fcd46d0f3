"""Import with a preview: a table's form is shown, and corrected by hand."""
