"""The pieces of the game: one module per table, with their names and traits by edition."""
