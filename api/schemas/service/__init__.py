"""Bodies and queries of what surrounds games."""
