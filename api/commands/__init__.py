"""The way of a command from its request to its answer."""
