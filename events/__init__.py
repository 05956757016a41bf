"""The memory of games: an append-only log each, and what follows from reading it."""
