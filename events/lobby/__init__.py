"""How players find each other before there is a game."""
