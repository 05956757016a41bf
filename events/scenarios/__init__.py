"""Scenarios of players and operators: read from files, checked, stored and found."""
