"""Authentication of the caller, and what it may see of a game."""
