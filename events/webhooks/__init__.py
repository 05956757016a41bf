"""Addresses to which players have news sent, and what has become of each delivery."""
