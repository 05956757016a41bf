"""Finished and idle games in files: they leave the store, and come back for their next command."""
