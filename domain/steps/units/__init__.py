"""What units do in a turn: orders, moves, battles, and their consequences."""
