"""What players write about games: no events, and in no hash."""
