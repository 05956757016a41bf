"""Analysis of games: odds, luck, reports, and the score of a match."""
