"""Decisions, one module a phase: who asks for what, whether the rules allow it, what comes of it.

Each module has a function a command of its phase, which refuses or writes events into a ``Draft``,
and functions that list exactly the commands those accept.
"""
