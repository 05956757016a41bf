"""Seals of finished games, and the signing keys."""
