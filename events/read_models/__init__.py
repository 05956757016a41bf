"""Read models: lists of games, results and statistics, projected from the feeds."""
