"""Decisions, one module a phase: who asks for what, whether the rules allow it, what comes of it.

Each module has a function a command of its phase, which refuses or writes events into a ``Draft``,
and functions that list exactly the commands those accept. What is done at the table stands above
what units do, and that above the cards a turn begins and ends with.
"""
