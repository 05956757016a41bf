"""The pieces of the game: a module a table, with the words and what each does by
edition."""
