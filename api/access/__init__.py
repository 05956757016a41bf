"""Who asks, and what of a game that one may see."""
