"""The samples as a table, and fields in which further ones are typed."""
