"""``python -m workers.bots``: play the seats of bots until stopped.

A bot decides like any client: with an expected version, and with an idempotency key derived from
the version and the seat. Its decision is a deterministic function of what its seat knows. So any
number of these processes may run, and a restarted one does not act twice.
"""

import hashlib
import logging
import time
from collections.abc import Callable, Iterator

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
from workers.runtime.until_stopped import run_until_stopped

_POLL_SECONDS = 15.0
"""How often all games of bots are checked without a notification."""
_PAUSE_SECONDS = 1.0
_MAX_DECISIONS = 10
_MAX_SECONDS = 1.0
"""The maximum number of decisions in one game, and their time, before the next game's turn."""
_PAGE = 200
_log = logging.getLogger(__name__)


class Bots:
    """All bots of the service, notified of changes in their games."""

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
        """Play until ``stop`` is called."""
        with self._hub.notifier_for(*map(bot_player, BotLevel)) as notifier:
            while not self._hub.closed:
                changed = notifier.take(_POLL_SECONDS)
                try:
                    for game in changed or self._running():
                        self._play(game, notifier)
                except StoreUnavailableError as error:
                    _log.warning("bots wait for the store: %s", error)
                    notifier.take(_PAUSE_SECONDS)
                    notifier.notify_all()

    def stop(self) -> None:
        """Let ``run`` return after the current decision."""
        self._hub.close()

    def _running(self) -> Iterator[str]:
        """The listed running games of all bots."""
        for player in map(bot_player, BotLevel):
            query = Query(viewer=player, player=player, status=Status.ACTIVE)
            page, position = self._catalog.find(query, _PAGE)
            while page:
                yield from (game["id"] for game in page)
                page, position = (
                    self._catalog.find(query, _PAGE, position) if position else ([], None)
                )

    def _play(self, game: str, notifier: ChangeNotifier) -> None:
        """Play the pending decisions of bots in a game, and subscribe to it."""
        self._hub.subscribe(notifier, game)
        with isolated(_log, "bot decision failed", game=game):
            end = time.monotonic() + _MAX_SECONDS
            for _ in range(_MAX_DECISIONS):
                loaded = self._games.repository.current(game)
                if loaded.state.status is Status.FINISHED:
                    self._hub.unsubscribe(notifier, game)
                if self._hub.closed or not self._decide(game, loaded):
                    return
                if time.monotonic() >= end:
                    break
            notifier.notify(game)

    def _decide(self, game: str, loaded: GameSnapshot) -> bool:
        """Submit one decision of a bot; False if no bot has one."""
        for seat in loaded.state.table.seats:
            level = bot_level(loaded.state.seats.get(seat))
            command = None if level is None else choose(loaded.state, seat, level, game)
            if level is not None and command is not None:
                self._submit(game, loaded.version, bot_player(level), seat, command)
                return True
        return False

    def _submit(self, game: str, version: int, player: str, seat: Seat, command: Command) -> None:
        fingerprint = hashlib.sha256(canonical(command_codec.encode(command))).hexdigest()
        key = Key(f"{player} bot {version}-{seat}", fingerprint)
        try:
            self._games.submit(game, command, version, key)
        except (VersionMismatchError, KeyReusedError):
            _log.debug("another process decided first", extra={"game": game})


def main() -> None:
    """Play until stopped."""
    run_until_stopped("bots", "playing the seats of bots", lambda: Bots(backend(), signer()))


if __name__ == "__main__":
    main()
