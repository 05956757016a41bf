"""What units do in a turn: the orders of a card, moves, battles, and what follows from them."""
