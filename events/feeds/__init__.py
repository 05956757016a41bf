"""What was appended, read in groups and at least once."""
