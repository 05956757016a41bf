"""Battles of players: read from files, judged, kept and found."""
