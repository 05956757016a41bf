"""What single battles say of objectives and cards, each on its own board."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from domain import decide
from domain import events as e
from domain import state as s
from domain.commands import (
    Decline,
    EndBattles,
    EndMoves,
    EndOrders,
    EndTargets,
    EndTurn,
    NameTarget,
    PlayCard,
)
from domain.values import (
    Card,
    DiscardSource,
    EditionName,
    Ending,
    LossCause,
    Seat,
    ShuffleReason,
    Side,
)
from tests.support.cases import Case, cases, check, event_lines, runs
from tests.support.chance import Script
from tests.support.games import BOTH, SEED, Playing, plays, start_game
from tests.support.scenes import Scene, holding, scene
from tests.support.seating import SEATS

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
HITS = LossCause.HITS
MOVES_END = e.MovesEnded()
Spot = tuple[int, int]


ON_BANK = (e.ObjectiveTaken("obj1", Side.ALLIES, 1),)
TOULON = {"allies-1": (0, 6), "allies-3": (1, 8)}
ZABERN = {"allies-5": (0, 6)}


OBJECTIVES = cases(
    """
    # 2004, Montélimar; 2025 Appendix 3
    the first unit on the bank of the river holds its medal
        montelimar; move allies-10; allies-10 at 2,18 | allies-10 moves ne => moved allies-10 ne;
        objective taken obj1 allies; moves ended
    @ allies-10 at 1,19; with on_bank
    a second unit on the bank brings no further medal
        move allies-11; allies-11 at 2,18 | allies-11 moves nw => moved allies-11 nw; moves ended
    one unit that leaves the bank while another stays loses nothing
        allies-11 at 1,17 | allies-11 moves se => moved allies-11 se; moves ended
    a unit that goes along the bank keeps the medal
        move allies-10 | allies-10 moves e => moved allies-10 e; moves ended
    the last unit to leave the bank loses the medal
        allies-10 moves sw => moved allies-10 sw; objective lost obj1 allies; moves ended
    @
    the bank gives the Axis nothing
        move axis-14; axis-14 at 2,18 | axis-14 moves ne => moved axis-14 ne; moves ended
    # 2004, Toulon; 2004, Saverne; ruling: the end of one's own turn in both rulebooks
    entering the third town hex ends nothing yet
        toulon; move allies-4; allies-1 at 0,12; allies-3 at 1,17; allies-4 at 2,14; gone axis-3 |
        allies-4 moves ne => moved allies-4 ne no battle no ground; moves ended
    three of four town hexes at the end of the Allied turn win Toulon
        battle allies-4; allies-1 at 0,12; allies-3 at 1,17; allies-4 at 1,15; gone axis-3 |
        end turn => battles ended; game finished allies sudden_death; seed revealed
    two of three town hexes at the end of the Allied turn win Saverne
        saverne; allies-5 at 0,12; allies-4 at 1,13 | end turn => battles ended;
        game finished allies sudden_death; seed revealed
    """,
    scene,
    on_bank={"then": ON_BANK},
)


@runs(OBJECTIVES)
def test_the_objectives_of_single_battles(case: Case) -> None:
    check(case)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    "scene",
    [
        Scene("toulon", "allies-1", at=TOULON, gone="axis-3"),
        Scene("saverne", "allies-5", at=ZABERN),
        Scene("toulon", "axis-1", at={**TOULON, "allies-4": (1, 7)}, gone="axis-3"),
        Scene("saverne", "axis-1", at={**ZABERN, "allies-4": (1, 6)}),
    ],
    ids=[
        "a town hex short",
        "one short of two",
        "the enemy's turn, Toulon",
        "the enemy's, Saverne",
    ],
)
def test_the_game_goes_on_when_it_is_not_lost_suddenly(scene: Scene, edition: EditionName) -> None:
    """2004, Toulon; 2004, Saverne."""
    state = scene.begin(edition)
    happened = decide(state, EndTurn(state.turn.seat), Script())
    assert any(isinstance(event, e.TurnEnded | e.CardsOffered) for event in happened)
    assert not any(isinstance(event, e.GameFinished) for event in happened)


# Cards.


def ended(game: Playing) -> list[e.Event]:
    """What happens until the next turn when the awaited seat does as little as it can."""
    happened: list[e.Event] = []
    turn = game.state.turn.number
    idle = (EndOrders, EndMoves, EndBattles, EndTurn, EndTargets, Decline)
    while game.state.awaited and game.state.turn.number == turn:
        options = plays(game.state)
        happened += game.do(next((c for c in options if isinstance(c, idle)), options[0]))
    return happened


def with_card(game: Playing, card: Card) -> Playing:
    """The awaited seat has played this card."""
    seat = game.state.turn.seat
    ready = replace(game, state=holding(game.state, seat, card))
    ready.do(PlayCard(seat, card))
    return ready


def drawn(events: list[e.Event], seat: Seat) -> int:
    return sum(isinstance(event, e.CardDrawn) and event.seat is seat for event in events)


@pytest.mark.parametrize("edition", BOTH)
def test_the_axis_hand_grows_from_two_cards_to_four_in_its_first_two_turns(
    edition: EditionName,
) -> None:
    """2004, Pegasus Bridge; 2025, Pegasus Bridge."""
    game = start_game("pegasus_bridge", edition)
    sizes = []
    for card in 4 * (Card.PROBE_LEFT, Card.PROBE_CENTER):
        seat = game.state.turn.seat
        held = len(game.state.cards.hand(seat))
        game = with_card(game, card)
        sizes.append((held, drawn(ended(game), seat)))
    assert sizes[0::2] == [(6, 1)] * 4
    assert sizes[1::2] == [(2, 2), (3, 2), (4, 1), (4, 1)]


@pytest.mark.parametrize("edition", BOTH)
def test_a_reconnaissance_of_a_growing_hand_chooses_first_and_draws_one_card_more(
    edition: EditionName,
) -> None:
    """Ruling: the card played is carried out first, then the hand grows."""
    game = start_game("pegasus_bridge", edition)
    ended(game)
    happened = ended(with_card(game, Card.RECON_RIGHT))
    names = [type(event) for event in happened]
    assert names.index(e.CardKept) < names.index(e.CardDrawn) < names.index(e.TurnEnded)
    assert names.count(e.CardsOffered) == names.count(e.CardDrawn) == 1


def nearly_out(state: s.GameState, left: int) -> s.GameState:
    """So many cards are left in the draw pile; the others lie on the discards."""
    cards = state.cards
    place = len(cards.deck) - left
    thinner = replace(cards, deck=cards.deck[place:], discard=cards.deck[:place])
    return replace(state, cards=thinner)


OUT = (e.GameFinished(Side.AXIS, Ending.DECK_EMPTY), e.SeedRevealed(SEED))


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(
    ("card", "left", "goes_on"),
    [
        (Card.PROBE_CENTER, 2, True),
        (Card.PROBE_CENTER, 1, False),
        (Card.RECON_CENTER, 3, True),
        (Card.RECON_CENTER, 2, False),
        (Card.RECON_CENTER, 1, False),
    ],
)
def test_the_axis_wins_when_the_last_card_is_drawn(
    card: Card, left: int, goes_on: bool, seat: Seat, edition: EditionName
) -> None:
    """2004, Vassieux; ruling: looked at when the turn ends, or when a card is missing."""
    scene = Scene("vassieux", f"{seat}-1", card=card)
    state = nearly_out(scene.begin(edition), left)
    game = Playing(state, [], [], Script())
    happened = ended(game)
    if goes_on:
        assert isinstance(happened[-1], e.TurnStarted)
    else:
        assert event_lines(happened[-2:]) == event_lines(OUT)
    assert not any(isinstance(event, e.DeckShuffled) for event in happened)
    assert drawn(happened, seat) == (card is Card.PROBE_CENTER)


@pytest.mark.parametrize("edition", BOTH)
def test_the_last_card_may_go_to_whoever_sprang_an_ambush(edition: EditionName) -> None:
    """2004, Vassieux: the other player's card is then missing."""
    state = Scene("vassieux", "axis-1", card=Card.PROBE_CENTER).begin(edition)
    cards = replace(holding(state, ALLIES, Card.AMBUSH).cards, reactions={ALLIES: (Card.AMBUSH,)})
    hands = {**cards.hands, ALLIES: cards.hand(ALLIES)[1:]}
    state = nearly_out(replace(state, cards=replace(cards, hands=hands)), 1)
    last = state.cards.deck[-1]
    assert event_lines(decide(state, EndTurn(AXIS), Script())) == event_lines(
        (
            e.BattlesEnded(),
            e.CardDiscarded(ALLIES, Card.AMBUSH, DiscardSource.REACTION),
            e.CardDrawn(ALLIES, last),
            e.CardDiscarded(AXIS, Card.PROBE_CENTER, DiscardSource.IN_PLAY),
            *OUT,
        )
    )


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(("slug", "shuffles"), [("vassieux", 0), ("mont_mouchet", 1)])
def test_their_finest_hour_shuffles_nothing_where_the_discards_stay(
    slug: str, shuffles: int, edition: EditionName
) -> None:
    """2004, Vassieux."""
    game = with_card(start_game(slug, edition), Card.THEIR_FINEST_HOUR)
    reasons = [event.reason for event in ended(game) if isinstance(event, e.DeckShuffled)]
    assert reasons == [ShuffleReason.CARD] * shuffles


STRIKE = PlayCard(ALLIES, Card.RECON_LEFT, as_card=Card.AIR_POWER)


def recon(at: Mapping[str, Spot] | None = None, card: Card = Card.RECON_LEFT) -> Scene:
    return Scene("mortain", "allies-4", "play_card", at or {}, card=card)


RECON = cases(
    """
    # 2004, Mortain; ruling: one target at least in the section on the card, and one card drawn
    @ card recon_left
    from Hill 317 a reconnaissance may be an air strike on its section
        mortain; play_card allies-4 | play recon_left as air_power =>
        card played allies recon_left air_power left; targets demanded dice 2 most 4 left
    from its other hex a reconnaissance may be an air strike on its section
        allies-4 at 5,21 | play recon_left as air_power =>
        card played allies recon_left air_power left; targets demanded dice 2 most 4 left
    with nobody on Hill 317 a reconnaissance is no air strike
        allies-4 at 6,20 | play recon_left as air_power => refused card.no_stand_in
    an enemy on Hill 317 helps nobody
        allies-4 at 6,20; axis-9 at 5,21 | play recon_left as air_power => refused card.no_stand_in
    the Axis has no such air strikes
        play_card axis-9; axis-9 at 5,21 | play recon_left as air_power => refused card.no_stand_in
    @ card recon_in_force
    a reconnaissance in force is no air strike
        play_card allies-4 | play recon_in_force as air_power => refused card.no_stand_in
    @ card recon_left
    a reconnaissance stands in for nothing else
        play recon_left as barrage => refused card.no_stand_in
    a target far from the section cannot be named
        play recon_left as air_power; target axis-9 => refused target.not_in_section
    a target beyond the section may be named if the group reaches into it
        axis-2 at 0,6; axis-10 at 0,8 | play recon_left as air_power; target axis-10 =>
        target named axis-10
    targets beyond the section alone are not enough
        axis-2 at 0,6; axis-10 at 0,8 | play recon_left as air_power; target axis-10; end targets =>
        refused target.not_in_section
    it throws two dice, of which stars hit and flags push back whoever can go
        play recon_left as air_power; target axis-2; end targets [star flag] => targets fixed;
        strike rolled axis-2 [star flag]; figures lost axis-2; figures lost axis-2 retreat_blocked
    """,
    scene,
)


@runs(RECON)
def test_a_reconnaissance_from_hill_317(case: Case) -> None:
    check(case)


@pytest.mark.parametrize("edition", BOTH)
def test_an_air_strike_by_reconnaissance_draws_one_card(edition: EditionName) -> None:
    """Ruling: the card is Air Power then, and brings no choice of two."""
    game = Playing(recon().begin(edition), [], [], Script("star star"))
    for command in (STRIKE, NameTarget(ALLIES, "axis-1"), EndTargets(ALLIES)):
        game.do(command)
    assert plays(game.state) == [EndTurn(ALLIES)]
    assert drawn(game.do(EndTurn(ALLIES)), ALLIES) == 1


@pytest.mark.parametrize("edition", BOTH)
def test_both_ways_to_play_a_reconnaissance_are_listed(edition: EditionName) -> None:
    """2004, Mortain."""
    ways = [c for c in plays(recon().begin(edition)) if getattr(c, "card", "") == Card.RECON_LEFT]
    assert ways == [PlayCard(ALLIES, Card.RECON_LEFT), STRIKE]
