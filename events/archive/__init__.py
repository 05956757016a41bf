"""The archive: finished and idle games in files outside the store."""
