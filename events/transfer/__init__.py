"""Whole games in and out: exports, imports and the archive."""
