# python play.py URL: two players play a game to its end, whatever happens to the service.
# python play.py URL GAME: somebody follows a game from its first event on.
# Both say how it came out, and how often they had to ask again.

import random
import sys
import uuid
from contextlib import suppress

from afteraction_client import AuthenticatedClient
from afteraction_client import models as m
from afteraction_client.api.commands import list_actions, submit_command
from afteraction_client.api.games import create_game, get_game, take_seat
from afteraction_client.api.history import list_events
from afteraction_client.api.players import create_player
from runtime import PATIENCE, Stale, ask, repeats


def join(url: str) -> AuthenticatedClient:
    new, name = AuthenticatedClient(url, "none yet", timeout=PATIENCE), m.PlayerRequest("Ann")
    key, call = str(uuid.uuid4()), create_player.sync_detailed
    made = ask(m.PlayerWithToken, call, client=new, body=name, idempotency_key=key)
    return AuthenticatedClient(url, made.token, timeout=PATIENCE)


def begin(allies: AuthenticatedClient, axis: AuthenticatedClient) -> str:
    params = m.GameRequest(m.EditionName("2025"), "vassieux")
    params.variant = m.Variant.YOUNG_GENERALS
    create, sit, seat = create_game.sync_detailed, take_seat.sync_detailed, m.TakeSeat()
    game = ask(m.Game, create, client=allies, body=params, idempotency_key="new").id
    ask(m.Game, sit, game, client=allies, body=seat, idempotency_key="sit")
    return ask(m.Game, sit, game, client=axis, body=seat, idempotency_key="sit").id


def act(me: AuthenticatedClient, game: str) -> bool:
    # Decides where that is one's own to do; False once the game is over.
    now = ask(m.AllowedActions, list_actions.sync_detailed, game, client=me)
    plays = [action for action in now.actions if not isinstance(action, m.ResignCommand)]
    if plays:
        body = random.choice([a for a in plays if isinstance(a, m.AttackCommand)] or plays)
        tag = f'"{now.version}"'
        call = submit_command.sync_detailed
        with suppress(Stale):
            ask(
                m.CommandResult, call, game, client=me, body=body, if_match=tag, idempotency_key=tag
            )
    return now.awaiting is not None


def follow(me: AuthenticatedClient, game: str, version: int) -> int:
    # Reads on from a version, and misses no event.
    page = ask(m.EventsPage, list_events.sync_detailed, game, client=me, after=version)
    for event in page.items:
        assert event.version == version + 1
        version = event.version
    return version if page.next_ is None else follow(me, game, version)


url, *known = sys.argv[1:]
players = [join(url), join(url)]
game = known[0] if known else begin(*players)
versions = [0, 0]
while max(act(me, game) for me in players) or not max(versions):
    versions = [follow(me, game, version) for me, version in zip(players, versions, strict=True)]
ends = [ask(m.Game, get_game.sync_detailed, game, client=me) for me in players]
assert versions == [end.version for end in ends]
print(game, versions[0], *{end.winner for end in ends}, len(repeats))
