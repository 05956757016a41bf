"""The supervisor: starts the programs in order and keeps them running. Public: ``Supervisor``."""

from deploy.supervisor.supervised import FORKS
from deploy.supervisor.supervisor import PROGRAMS, Supervisor, never

__all__ = ["FORKS", "PROGRAMS", "Supervisor", "never"]
