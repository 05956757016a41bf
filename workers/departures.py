"""Players who have closed their account: what they have written goes, the seats they hold are given
up.

Deleting an account only notes the player among those who leave. A sweep finishes what the request
may have left undone, takes away annotations, studies and webhooks, and by the normal command path
resigns the player's games, and leaves or cancels those that wait for players. The lists of games
follow behind the logs, and a frozen game cannot be resigned before it is opened again: so it looks
again, at growing intervals, until the player has sat nowhere for a day.
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

_FIRST_PAUSE = 5_000
_MAX_PAUSE = 3_600_000
_WATCHED = 24 * 3_600_000
"""Milliseconds: the shortest and the longest pause between two looks at a player's games, and how
long they are looked at although there are none left."""
_PAGE = 200
_log = logging.getLogger(__name__)


def see_off_players(data: Backend, now: str, signer: Signer | None = None) -> int:
    """Give up the seats of players who leave, as of ``now``; returns how many games ended."""
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
            count += departures.see_off(player, now)
    return count


@dataclass(frozen=True, slots=True)
class Departures:
    """What it takes to see players off."""

    players: Players
    catalog: GameCatalog
    games: GameService
    annotations: Annotations
    studies: Studies
    scenarios: ScenarioLibrary
    webhooks: Webhooks

    def see_off(self, player: str, now: str) -> int:
        """Take away what a player has written, and give up its seats, as of ``now``; returns how
        many games ended."""
        moment = milliseconds(now)
        gone_for = moment - milliseconds(self.players.erase(player, now))
        self.annotations.erase(player)
        self.studies.erase(player)
        self.scenarios.erase(player)
        self.webhooks.erase(player)
        found = [*self._at(player, Status.ACTIVE), *self._at(player, Status.WAITING)]
        ended = sum(self._give_up(game["id"], player) for game in found)
        if gone_for > _WATCHED and not found:
            self.players.has_left(player)
        else:
            pause = min(max(gone_for, _FIRST_PAUSE), _MAX_PAUSE)
            self.players.look_again(player, moment + pause)
        return ended

    def _at(self, player: str, status: Status) -> Iterator[dict[str, Any]]:
        """The games at which a player sits, or that it has opened and that have not begun, as the
        lists know them."""
        for shelf in (GAMES, SANDBOXES):
            query = Query(viewer=player, player=player, status=status, shelf=shelf)
            page, place = self.catalog.find(query, _PAGE)
            while page:
                yield from (
                    game
                    for game in page
                    if player in game["seats"].values()
                    or (game["created_by"] == player and status is Status.WAITING)
                )
                page, place = self.catalog.find(query, _PAGE, place) if place else ([], None)

    def _give_up(self, game: str, player: str) -> bool:
        """End a game by resigning the player's seat, or cancel it or leave it where it has not
        begun; False when there is nothing to give up or the game is damaged."""
        with isolated(_log, "seat not given up", game=game), suppress(IllegalCommandError):
            for command in _partings(self.games.repository.current(game).state, player):
                self.games.submit(game, command)
                _log.info("account deleted", extra={"game": game, "outcome": command.seat})
                return True
        return False


def _partings(state: GameState, player: str) -> Iterator[Command]:
    """What would end the part of a player in a game, one command of which is enough."""
    seats = state.seats_of(player)
    if state.status is not Status.WAITING:
        yield from map(Resign, seats)
    elif state.created.created_by == player:
        yield CancelGame(state.table.seats[0], Cancellation.WITHDRAWN)
    else:
        yield from (LeaveSeat(seat, player) for seat in seats)
