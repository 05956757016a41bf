"""Child processes: start and end, command lines, locks and ports.

Public: ``spawn``, ``end`` and ``signal_group``, and the modules ``commands``, ``listening`` and
``locks``. Importing it must be fast: containers start with it.
"""

from deploy.processes.children import LAUNCHER, end, signal_group, spawn

__all__ = ["LAUNCHER", "end", "signal_group", "spawn"]
