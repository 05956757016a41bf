"""Decisions, one module per phase.

Each module has one function per command of its phase, which refuses the command or writes events
into a ``Draft``, and functions that list exactly the commands those accept. ``table`` may import
``units``, and ``units`` may import ``cards``.
"""
