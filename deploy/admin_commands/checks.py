"""Check logs: ``event-types`` and ``verify``."""

from collections import Counter
from typing import Any

import click

from api.settings import Settings
from deploy.admin_commands import with_settings
from deploy.admin_commands.data import games_of, open_data, reason_of, require_game
from deploy.output import announce, note
from deploy.storage.signing import public_keys
from domain.editions import is_supported
from events.backend import Backend
from events.log.stored_event import load
from events.transfer.verifying import RefusedLogError, check_chain, created_by, is_vouched, verified


@click.command("event-types", short_help="Count the event types and schemas in use.")
@with_settings
def event_types(settings: Settings) -> int:
    """Count each event type and schema in all logs and in the archive. These schemas must remain
    readable."""
    counts: Counter[tuple[str, int]] = Counter()
    failed = 0
    with open_data(settings) as backend:
        for game in games_of(backend):
            try:
                events = [load(line) for line in backend.store.read(game)]
            except Exception as error:
                note(f"{game}: {reason_of(error)}")
                failed += 1
                continue
            counts.update((event.type, event.schema) for event in events)
    for (name, schema), count in sorted(counts.items()):
        announce(f"{count:9} {name} {schema}")
    return 1 if failed else 0


@click.command(short_help="Verify games as an import does.")
@click.argument("names", metavar="GAME...", nargs=-1)
@click.option("--all", "all_games", is_flag=True, help="All games, including archived ones.")
@with_settings
def verify(settings: Settings, names: tuple[str, ...], all_games: bool) -> int:
    """Verify the hash chain, the seed, every draw and the seal and, for games without a valid seal,
    that the rules lead to each event."""
    if bool(names) == all_games:
        raise click.UsageError("Name games, or give --all.")
    keys = public_keys(settings)
    with open_data(settings) as backend:
        games = games_of(backend) if all_games else names
        faults = [fault for game in games if (fault := _fault(backend, keys, game)) is not None]
    for fault in faults:
        note(fault)
    announce(f"{len(games) - len(faults)} of {len(games)} games verify")
    return 1 if faults else 0


def _fault(backend: Backend, keys: dict[str, Any] | None, game: str) -> str | None:
    """What is wrong with a game, or None."""
    try:
        log = [load(line) for line in require_game(backend, game)]
        seal = backend.store.seal(game)
        check_chain(log)
        created = created_by(log[0])
        vouched = is_vouched(seal, game, log[-1], keys)
        if not vouched and not is_supported(created):
            note(f"{game}: decided under revision {created.revision}, not judged again")
            vouched = True
        verified(log, seal, vouched=vouched)
    except RefusedLogError as error:
        location = "" if error.version is None else f"event {error.version}: "
        return f"{game}: {location}{error.reason}"
    except Exception as error:
        return f"{game}: {reason_of(error)}"
    return None
