"""What a process has room for: costly answers by turns, places for streams."""
