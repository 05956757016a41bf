# python play.py URL: two players play a game to its end by the client that openapi-generator made,
# and follow it from its first event on. Says how it came out.

import random
import sys

import afteraction
from afteraction import models as m


class Player:
    """A player, and the parts of the API that a game takes."""

    def __init__(self, url: str, name: str) -> None:
        open_to_all = afteraction.ApiClient(afteraction.Configuration(host=url))
        made = afteraction.PlayersApi(open_to_all).create_player(m.PlayerRequest(name=name))
        token = afteraction.Configuration(host=url, access_token=made.token)
        client = afteraction.ApiClient(token)
        self.games = afteraction.GamesApi(client)
        self.commands = afteraction.CommandsApi(client)
        self.history = afteraction.HistoryApi(client)
        self.version = 0

    def act(self, game: str) -> bool:
        """Decide where that is one's own to do; false once the game is over."""
        now = self.commands.list_actions(game)
        plays = [a for a in now.actions if not isinstance(a.actual_instance, m.ResignCommand)]
        attacks = [a for a in plays if isinstance(a.actual_instance, m.AttackCommand)]
        if plays:
            body, key = random.choice(attacks or plays), f'"{now.version}"'
            done = self.commands.submit_command(game, body, if_match=key, idempotency_key=key)
            assert done.version > now.version
        return now.awaiting is not None

    def follow(self, game: str) -> None:
        """Read on from where one is, and miss no event."""
        page = self.history.list_events(game, after=self.version)
        for event in page.items:
            assert event.actual_instance.version == self.version + 1
            self.version += 1
        if page.next is not None:
            self.follow(game)


ada, bob = Player(sys.argv[1], "Ada"), Player(sys.argv[1], "Bob")
request = m.GameRequest(
    scenario="vassieux", edition=m.EditionName.E2025, variant=m.Variant.YOUNG_GENERALS
)
game = ada.games.create_game(request).id
ada.games.take_seat(game, m.TakeSeat(seat=m.Seat.ALLIES))
bob.games.take_seat(game, m.TakeSeat(side=m.Side.AXIS))
while max([player.act(game) for player in (ada, bob)]):
    for player in (ada, bob):
        player.follow(game)
for player in (ada, bob):
    player.follow(game)
end = ada.games.get_game(game)
assert ada.version == bob.version == end.version
print(game, end.version, end.winner.value)
