"""Engines: programs that decide for a seat, and speak a line protocol (guide ``bot.md``)."""
