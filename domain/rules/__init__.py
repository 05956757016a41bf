"""What the rules say, one chapter a module: questions about a position, no events."""
