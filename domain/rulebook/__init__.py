"""The type of a rulebook and of its cards, and a battle under one."""
