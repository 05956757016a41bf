"""Clean up after deleted accounts: erase what the players have written, and give up their seats.

Deleting an account only lists the player as leaving. A sweep completes the erasure (account,
annotations, studies, scenarios, webhooks), resigns the player's games with ordinary commands, and
leaves or cancels games that wait for players. The lists of games lag behind the logs, and a frozen
game cannot be resigned until it is reopened, so the cleanup is repeated at growing intervals until
no game was found for a day.
"""

import logging
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from domain.commands import CancelGame, Command, LeaveSeat, Resign
from domain.errors import IllegalCommandError
from domain.state import GameState
from domain.values import Cancellation, Status
from events.accounts.players import Players
from events.backend import Backend
from events.clock import milliseconds
from events.commentary.annotations import Annotations
from events.commentary.studies import Studies
from events.feeds.feeds import Feeds
from events.games.service import GameService
from events.games.timing import outages
from events.read_models.catalog import GameCatalog, Query
from events.read_models.game_index_row import GAMES, SANDBOXES
from events.read_models.read_your_writes import ReadYourWrites
from events.scenarios.library import ScenarioLibrary
from events.seals.signing import Signer
from events.transfer.integrity import sealer
from events.webhooks.registry import Webhooks
from workers.runtime.failures import isolated

_MIN_PAUSE = 5_000
_MAX_PAUSE = 3_600_000
_REPEATED_FOR = 24 * 3_600_000
"""Milliseconds: the minimum and maximum interval between two cleanups of a player, and how long
they continue if no game is left."""
_PAGE = 200
_log = logging.getLogger(__name__)


def clean_up_players(data: Backend, now: str, signer: Signer | None = None) -> int:
    """Clean up after leaving players, as of ``now``; return how many games ended."""
    client = data.client
    players = Players(client, names=data.names)
    leaving = players.leaving(milliseconds(now))
    catalog = GameCatalog(client, ReadYourWrites(client, Feeds(client, data.names)))
    departures = Departures(
        players,
        catalog,
        GameService(
            data.store, lambda: now, sealer=sealer(signer), outages=outages(data.client, data.store)
        ),
        Annotations(client, data.names),
        Studies(client),
        ScenarioLibrary(client),
        Webhooks(client, Feeds(client, data.names)),
    )
    count = 0
    for player in leaving:
        with isolated(_log, "account not closed", player=player):
            count += departures.clean_up(player, now)
    return count


@dataclass(frozen=True, slots=True)
class Departures:
    """The cleanup after deleted accounts, with what it needs."""

    players: Players
    catalog: GameCatalog
    games: GameService
    annotations: Annotations
    studies: Studies
    scenarios: ScenarioLibrary
    webhooks: Webhooks

    def clean_up(self, player: str, now: str) -> int:
        """Erase what a player has written and give up its seats, as of ``now``; return how many
        games ended."""
        moment = milliseconds(now)
        since_deletion = moment - milliseconds(self.players.erase(player, now))
        self.annotations.erase(player)
        self.studies.erase(player)
        self.scenarios.erase(player)
        self.webhooks.erase(player)
        games = [
            *self._listed_games(player, Status.ACTIVE),
            *self._listed_games(player, Status.WAITING),
        ]
        ended = sum(self._give_up(game["id"], player) for game in games)
        if since_deletion > _REPEATED_FOR and not games:
            self.players.has_left(player)
        else:
            pause = min(max(since_deletion, _MIN_PAUSE), _MAX_PAUSE)
            self.players.reschedule(player, moment + pause)
        return ended

    def _listed_games(self, player: str, status: Status) -> Iterator[dict[str, Any]]:
        """The listed games in which a player has a seat, or that it has created and that are still
        waiting."""
        for shelf in (GAMES, SANDBOXES):
            query = Query(viewer=player, player=player, status=status, shelf=shelf)
            page, position = self.catalog.find(query, _PAGE)
            while page:
                yield from (
                    game
                    for game in page
                    if player in game["seats"].values()
                    or (game["created_by"] == player and status is Status.WAITING)
                )
                page, position = (
                    self.catalog.find(query, _PAGE, position) if position else ([], None)
                )

    def _give_up(self, game: str, player: str) -> bool:
        """Resign the player's seat, or cancel or leave a waiting game; False if there is nothing to
        give up or the game is damaged."""
        with isolated(_log, "seat not resigned", game=game), suppress(IllegalCommandError):
            for command in _leaving_commands(self.games.repository.current(game).state, player):
                self.games.submit(game, command)
                _log.info("account deleted", extra={"game": game, "outcome": command.seat})
                return True
        return False


def _leaving_commands(state: GameState, player: str) -> Iterator[Command]:
    """Commands that end a player's part in a game; any one of them is enough."""
    seats = state.seats_of(player)
    if state.status is not Status.WAITING:
        yield from map(Resign, seats)
    elif state.created.created_by == player:
        yield CancelGame(state.table.seats[0], Cancellation.WITHDRAWN)
    else:
        yield from (LeaveSeat(seat, player) for seat in seats)
