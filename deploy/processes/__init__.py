"""Child processes: start and end, locks and ports.

Public: ``Child``, ``spawn``, ``end`` and ``signal_group``, and the modules ``forks``, ``listening``
and ``locks``. Importing it must be fast: containers start with it.
"""

from deploy.processes.children import LAUNCHER, Child, end, signal_group, spawn

__all__ = ["LAUNCHER", "Child", "end", "signal_group", "spawn"]
