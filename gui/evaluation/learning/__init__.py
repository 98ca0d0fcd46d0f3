"""The learning curve: errors against the number of samples."""
