"""What surrounds games: battles, players, tokens, results, operators."""
