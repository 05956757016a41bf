"""What an operation is: its address, what it takes and answers, who may ask for it."""
