"""What is in the logs, and whether it holds: ``event-types`` and ``verify``."""

import argparse
from collections import Counter
from typing import Any

from api.settings import Settings
from deploy.admin_commands.place import games_of, opened, reason_of, require_game
from deploy.output import announce, note
from deploy.signing import public_keys
from events.backend import Backend
from events.recorded import load
from events.transfer.verifying import RefusedLogError, check_chain, is_vouched, verified


def add(parsers: Any) -> None:
    """Add the commands."""
    types = parsers.add_parser(
        "event-types",
        help="count the event types and schemas in use",
        description="Count each event type and schema over all logs and the archive. What is "
        "counted here must stay readable.",
    )
    types.set_defaults(run=event_types)
    sound = parsers.add_parser(
        "verify",
        help="check games as an import would",
        description="Check the hash chain, the seed, every draw, the seal and, of games that no "
        "seal vouches for, that the rules lead to each event.",
    )
    which = sound.add_mutually_exclusive_group(required=True)
    which.add_argument("games", nargs="*", default=[], metavar="GAME")
    which.add_argument("--all", action="store_true", help="all games, archived ones too")
    sound.set_defaults(run=verify)


def event_types(settings: Settings, _options: argparse.Namespace) -> int:
    """``event-types``"""
    found: Counter[tuple[str, int]] = Counter()
    failed = 0
    with opened(settings) as backend:
        for game in games_of(backend):
            try:
                events = [load(line) for line in backend.store.read(game)]
            except Exception as error:
                note(f"{game}: {reason_of(error)}")
                failed += 1
                continue
            found.update((one.type, one.schema) for one in events)
    for (name, schema), count in sorted(found.items()):
        announce(f"{count:9} {name} {schema}")
    return 1 if failed else 0


def verify(settings: Settings, options: argparse.Namespace) -> int:
    """``verify [GAME...|--all]``"""
    keys = public_keys(settings)
    with opened(settings) as backend:
        games = games_of(backend) if options.all else options.games
        faults = [fault for game in games if (fault := _fault(backend, keys, game)) is not None]
    for fault in faults:
        note(fault)
    announce(f"{len(games) - len(faults)} of {len(games)} games hold")
    return 1 if faults else 0


def _fault(backend: Backend, keys: dict[str, Any] | None, game: str) -> str | None:
    """What is wrong with a game."""
    try:
        log = [load(line) for line in require_game(backend, game)]
        seal = backend.store.seal(game)
        check_chain(log)
        verified(log, seal, vouched=is_vouched(seal, game, log[-1], keys))
    except RefusedLogError as error:
        place = "" if error.version is None else f"event {error.version}: "
        return f"{game}: {place}{error.reason}"
    except Exception as error:
        return f"{game}: {reason_of(error)}"
    return None
