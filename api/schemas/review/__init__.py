"""Bodies and queries of what looks into games."""
