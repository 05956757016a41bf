"""The commands of ``python -m deploy.admin``, a module for each group of them.

Each is a click command that returns the exit status.
"""

import os
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from api.settings import Settings

P = ParamSpec("P")


def with_settings(command: Callable[Concatenate[Settings, P], int]) -> Callable[P, int]:
    """Hand a command the settings, read once its arguments are known to be right."""

    @wraps(command)
    def run(*args: P.args, **options: P.kwargs) -> int:
        return command(Settings.from_env(os.environ), *args, **options)

    return run
