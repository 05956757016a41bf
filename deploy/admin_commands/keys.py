"""The keys that seal finished games: ``rotate-key``."""

import argparse
from typing import Any

from api.settings import Settings
from deploy.output import announce
from deploy.signing import rotate_key


def add(parsers: Any) -> None:
    """Add the command."""
    other = parsers.add_parser("rotate-key", help="seal games with a new key from now on")
    other.set_defaults(run=rotate)


def rotate(settings: Settings, _options: argparse.Namespace) -> int:
    """``rotate-key``"""
    announce(f"games are sealed with key {rotate_key(settings)} from now on")
    return 0
