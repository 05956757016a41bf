"""The rules as questions about a position, one chapter per module; no events."""
