"""``python -m workers.bots``: plays the seats that bots hold, until it is told to stop.

A bot decides like any client: at a version that it names, with an idempotency key that follows from
the game, the version and the seat. What it decides follows from what its seat knows. So any number
of these processes may run, and one that is killed is followed by another that acts no second time.
"""

import hashlib
import logging
import sys
import time
from collections.abc import Callable, Iterator

from api.settings import SettingsError
from domain.bots import choose
from domain.commands import Command
from domain.values import Seat, Status
from domain.values.bots import BotLevel, bot_level, bot_player
from events.backend import Backend
from events.clock import utc_now
from events.feeds.feeds import Feeds
from events.games.errors import VersionMismatchError
from events.games.service import GameService
from events.games.snapshot import GameSnapshot
from events.games.timing import outages
from events.live.hub import LiveHub
from events.live.notifier import ChangeNotifier
from events.log import command_codec
from events.log.chain import canonical
from events.read_models.catalog import GameCatalog, Query
from events.read_models.read_your_writes import ReadYourWrites
from events.seals.signing import Signer
from events.store.port import Key, KeyReusedError, StoreUnavailableError
from events.transfer.integrity import sealer
from workers.runtime.connections import backend, signer
from workers.runtime.failures import isolated
from workers.runtime.until_told import run_until_told

_LOOK_AROUND_SECONDS = 15.0
"""How long bots wait for news at most before they look at all of their games."""
_PAUSE_SECONDS = 1.0
_AT_ONCE = 10
_SECONDS = 1.0
"""Decisions in one game, and the time they take, before the others have their turn."""
_PAGE = 200
_log = logging.getLogger(__name__)


class Bots:
    """All bots of a service, woken by the news of their games."""

    def __init__(
        self, data: Backend, signer: Signer | None = None, clock: Callable[[], str] = utc_now
    ) -> None:
        self._games = GameService(
            data.store, clock, sealer=sealer(signer), outages=outages(data.client, data.store)
        )
        self._hub = LiveHub(data.client)
        feeds = Feeds(data.client, data.names)
        self._catalog = GameCatalog(data.client, ReadYourWrites(data.client, feeds))

    def run(self) -> None:
        """Play until stopped."""
        with self._hub.notifier_for(*map(bot_player, BotLevel)) as notifier:
            while not self._hub.closed:
                rung = notifier.take(_LOOK_AROUND_SECONDS)
                try:
                    for game in rung or self._running():
                        self._play(game, notifier)
                except StoreUnavailableError as error:
                    _log.warning("bots wait for the store: %s", error)
                    notifier.take(_PAUSE_SECONDS)
                    notifier.notify_all()

    def stop(self) -> None:
        """Have ``run`` return after the decision under way."""
        self._hub.close()

    def _running(self) -> Iterator[str]:
        """The running games of all bots, as the lists know them."""
        for player in map(bot_player, BotLevel):
            query = Query(viewer=player, player=player, status=Status.ACTIVE)
            page, place = self._catalog.find(query, _PAGE)
            while page:
                yield from (game["id"] for game in page)
                page, place = self._catalog.find(query, _PAGE, place) if place else ([], None)

    def _play(self, game: str, notifier: ChangeNotifier) -> None:
        """Decide whatever is asked of bots in a game now, and hear of it from now on."""
        self._hub.subscribe(notifier, game)
        with isolated(_log, "no bot plays", game=game):
            end = time.monotonic() + _SECONDS
            for _ in range(_AT_ONCE):
                loaded = self._games.repository.current(game)
                if loaded.state.status is Status.FINISHED:
                    self._hub.unsubscribe(notifier, game)
                if self._hub.closed or not self._decided(game, loaded):
                    return
                if time.monotonic() >= end:
                    break
            notifier.notify(game)

    def _decided(self, game: str, loaded: GameSnapshot) -> bool:
        """Whether a bot had something to decide at that version, and that is done."""
        for seat in loaded.state.table.seats:
            level = bot_level(loaded.state.seats.get(seat))
            command = None if level is None else choose(loaded.state, seat, level, game)
            if level is not None and command is not None:
                self._submit(game, loaded.version, bot_player(level), seat, command)
                return True
        return False

    def _submit(self, game: str, version: int, player: str, seat: Seat, command: Command) -> None:
        asked = hashlib.sha256(canonical(command_codec.encode(command))).hexdigest()
        key = Key(f"{player} bot {version}-{seat}", asked)
        try:
            self._games.submit(game, command, version, key)
        except (VersionMismatchError, KeyReusedError):
            _log.debug("another was first", extra={"game": game})


def main() -> None:
    """Play until told to stop."""
    run_until_told("bots", "playing the seats of bots", lambda: Bots(backend(), signer()))


if __name__ == "__main__":
    try:
        main()
    except SettingsError as error:
        sys.exit(f"afteraction: {error}")
