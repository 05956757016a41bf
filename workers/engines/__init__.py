"""Engines: programs that decide for a seat over a line protocol (guide ``bot.md``)."""
