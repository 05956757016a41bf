"""What a game may come to and what it came to: odds, luck, the score of a match."""
