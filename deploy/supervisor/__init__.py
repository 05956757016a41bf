"""What ``python -m deploy`` starts, in which order, and keeps running. The door: ``Supervisor``."""

from deploy.supervisor.supervisor import Command, Supervisor, never

__all__ = ["Command", "Supervisor", "never"]
