"""Processes that this one starts: their command lines, their end, the locks and ports they share.

The door: ``spawn``, ``end`` and ``signal_group``, and the modules ``commands``, ``listening`` and
``locks``. Importing it takes no time: containers start by it.
"""

from deploy.processes.children import LAUNCHER, end, signal_group, spawn

__all__ = ["LAUNCHER", "end", "signal_group", "spawn"]
