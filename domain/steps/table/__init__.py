"""What is done at the table, beside the turns: seats, the start and the end, agreements, taking
back, standing orders."""
