"""Whole games in and out: exports, imports, and what one from outside is held to."""
