"""The commands of ``python -m deploy.admin``, one module per group.

Each is a click command that returns the exit status.
"""

import os
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from api.settings import Settings

P = ParamSpec("P")


def with_settings(command: Callable[Concatenate[Settings, P], int]) -> Callable[P, int]:
    """Pass the settings to a command; they are read after its arguments were checked."""

    @wraps(command)
    def run(*args: P.args, **options: P.kwargs) -> int:
        return command(Settings.from_env(os.environ), *args, **options)

    return run
