"""Bodies and queries of games as they are played."""
