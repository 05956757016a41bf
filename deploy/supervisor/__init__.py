"""What ``python -m deploy`` starts, in which order, and keeps running. The door: ``Supervisor``."""

from deploy.supervisor.supervisor import PROGRAMS, Command, Supervisor, never

__all__ = ["PROGRAMS", "Command", "Supervisor", "never"]
