"""The samples as a table, and a row in which further ones are typed."""
