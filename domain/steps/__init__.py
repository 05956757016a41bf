"""Decisions, one module a phase: who asks for what, whether the rules allow it, what comes of it.

Each module has a ``decide`` for every command of its phase, which refuses or writes events into a
``Draft``, and an ``options`` function that lists exactly the commands ``decide`` accepts.
"""
