"""A member's seat goes to a partner if the others agree; a resignation stays that of the side."""

import pytest

from domain import evolve
from domain.commands import AgreeToProposal, DropProposal, Propose, Resign
from domain.errors import IllegalCommandError, Rule
from domain.events import TakenBack
from domain.legal import legal_commands
from domain.seating import tables_for
from domain.state import GameState
from domain.values import Ending, Seat, Status, Variant
from domain.values.agreements import Agreement
from domain.view import view
from tests.support.each import each
from tests.support.timed import TimedGame

TABLES = (Variant.OPERATION_ALLIANCE, Variant.YOUNG_GENERALS_TEAM, Variant.OVERLORD)


def member(state: GameState) -> tuple[Seat, Seat]:
    """A seat with a partner, and that partner's."""
    seat, partner, *_ = next(
        seats
        for side in ("allies", "axis")
        if len(seats := [s for s in state.table.seats if state.table.side_of(s) == side]) > 1
    )
    return seat, partner


def refused(game: TimedGame, command: Propose | AgreeToProposal) -> Rule:
    with pytest.raises(IllegalCommandError) as raised:
        game.do(command)
    return raised.value.rule


@each("variant", TABLES)
def test_the_partner_plays_both_seats_once_all_have_agreed(variant: Variant) -> None:
    game = TimedGame(None, variant)
    seat, partner = member(game.state)
    others = [one for one in game.state.table.seats if one is not seat]
    game.do(Propose(seat, Agreement.HAND_OVER))
    assert game.state.proposal is not None and game.state.proposal.to is partner
    for one in others[:-1]:
        game.do(AgreeToProposal(one))
        assert refused(game, AgreeToProposal(one)) is Rule.PROPOSAL_NONE
        assert game.state.seats[seat] != game.state.seats[partner]
    before = game.state
    game.do(AgreeToProposal(others[-1]))
    assert game.state.seats[seat] == before.seats[partner]
    assert game.state.status is Status.ACTIVE
    assert game.state.awaiting == before.awaiting
    assert game.state.proposal is None
    assert legal_commands(game.state, seat) == legal_commands(before, seat)
    start = min(version for version, state in game.states.items() if state.phase)
    assert evolve(game.state, TakenBack(start), game.states.get).seats == game.state.seats
    result = game.log[-1]
    assert result.data == {
        "seat": seat,
        "player": before.seats[partner],
        "reason": Ending.RESIGNATION,
    }
    own = view(game.state, frozenset(game.state.seats_of(before.seats[partner])))
    shown = [one for one in own["hands"].values() if isinstance(one, dict) and "cards" in one]
    assert len(shown) >= (2 if variant is Variant.OPERATION_ALLIANCE else 1)


@each("variant", TABLES)
def test_one_who_does_not_agree_keeps_everybody_where_they_are(variant: Variant) -> None:
    game = TimedGame(None, variant)
    seat, partner = member(game.state)
    players = dict(game.state.seats)
    enemy = next(s for s in game.state.table.seats if s not in (seat, partner))
    for who in enemy, seat:
        game.do(Propose(seat, Agreement.HAND_OVER, to=partner)).do(DropProposal(who))
        assert game.state.seats == players
        assert game.state.proposal is None
    assert refused(game, Propose(seat, Agreement.HAND_OVER, to=enemy)) is Rule.PROPOSAL_NO_PARTNER
    assert refused(game, Propose(seat, Agreement.HAND_OVER, to=seat)) is Rule.PROPOSAL_NO_PARTNER


@each("variant", TABLES)
def test_a_resignation_is_that_of_the_side(variant: Variant) -> None:
    game = TimedGame(None, variant)
    seat, _ = member(game.state)
    game.do(Resign(seat))
    assert game.state.status is Status.FINISHED
    assert game.state.winner is not game.state.table.side_of(seat)


def test_bots_agree_and_take_no_seat() -> None:
    table = tables_for(Variant.OPERATION_ALLIANCE)[0]
    game = TimedGame(None, Variant.OPERATION_ALLIANCE)
    seat, partner = member(game.state)
    assert table.seats == game.state.table.seats
    names = {seat: "pl_ann", partner: "pl_ben"}
    players = tuple(names.get(one, "bot_greedy") for one in table.seats)
    game = TimedGame(None, Variant.OPERATION_ALLIANCE, players=players)
    game.do(Propose(seat, Agreement.HAND_OVER)).do(AgreeToProposal(partner))
    assert game.state.seats[seat] == "pl_ben"
    players = tuple("pl_ann" if one is seat else "bot_greedy" for one in table.seats)
    game = TimedGame(None, Variant.OPERATION_ALLIANCE, players=players)
    assert refused(game, Propose(seat, Agreement.HAND_OVER)) is Rule.PROPOSAL_NO_PARTNER
