"""Reading on in games as they are played."""
