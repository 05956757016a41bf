"""The supervisor: starts the programs in order and keeps them running. Public: ``Supervisor``."""

from deploy.supervisor.supervisor import PROGRAMS, Command, Supervisor, never

__all__ = ["PROGRAMS", "Command", "Supervisor", "never"]
