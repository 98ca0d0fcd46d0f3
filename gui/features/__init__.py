"""What a person calls by one name, one folder each; none imports another."""
