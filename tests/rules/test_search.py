"""The bot that searches: what it plays out, and that it goes by nothing that is hidden."""

import random
from collections import Counter
from dataclasses import replace
from statistics import mean, stdev

import pytest

from domain import apply, legal_commands
from domain.bots import choose, search
from domain.bots.dealing import deal_unknown
from domain.bots.forecast import forecast, threats
from domain.bots.knowledge import visible_state
from domain.bots.rest_of_turn import NeedsChanceError, NoDraws, list_options, play_on
from domain.chance import SeededChance
from domain.commands import Attack, EndTurn, PlayCard
from domain.phases import MovePhase, OrderPhase, PlayCardPhase
from domain.scenarios import load
from domain.state import GameState, Mine
from domain.steps.table.lifecycle import full_deck
from domain.values import UNKNOWN_CARD, UNKNOWN_STRENGTH, Card, EditionName, Seat, Side
from domain.values.bots import BotLevel
from tests.support.games import Skirmish, paired_off, start_game
from tests.support.seating import opponent
from tests.support.twins import exchanged

SEARCHED = (PlayCardPhase, OrderPhase, MovePhase)


@pytest.mark.no_cover
def test_a_decision_follows_from_the_seed_and_from_nothing_hidden() -> None:
    game = start_game("pegasus_bridge", EditionName.E2025)
    dice, met = random.Random(3), Counter[type]()
    while len(met) < len(SEARCHED):
        state, seat = game.state, game.state.awaited
        assert seat is not None
        command = choose(state, seat, BotLevel.SEARCH, "s")
        assert command in legal_commands(state, seat)
        twin = exchanged(state, opponent(seat), dice)
        twin = replace(twin, created=replace(twin.created, seed="ab" * 32))
        assert choose(twin, seat, BotLevel.SEARCH, "s") == command
        met[type(state.phase)] += 1
        game.do(command)


def test_it_plays_a_battle_to_its_end() -> None:
    picture = "3: . i . j .\n4: . . . . .\n5: I . J . .\n6: . A . . ."
    state = Skirmish(picture, medals=1, phase="play_card").begin(EditionName.E2004)
    chance = SeededChance(b"seed", "game")
    while (seat := state.awaited) is not None and state.turn.number < 40:
        level = BotLevel.SEARCH if seat is Seat.ALLIES else BotLevel.GREEDY
        command = choose(state, seat, level, "s")
        assert command is not None
        state = apply(state, command, chance).state
    assert state.winner is not None


def test_worlds_deal_what_is_not_known_and_leave_what_is() -> None:
    state = start_game("vassieux", EditionName.E2025).state
    state = replace(state, mines={(hex_ := next(iter(state.occupants))): Mine(4)})
    seen = visible_state(state, Seat.ALLIES)
    assert seen.mines[hex_].strength == UNKNOWN_STRENGTH
    worlds = [deal_unknown(seen, SeededChance(str(n).encode(), "deal")) for n in range(20)]
    for one in worlds:
        assert Counter(one.cards.everywhere()) == Counter(full_deck(state.created.deck))
        assert one.cards.hand(Seat.ALLIES) == seen.cards.hand(Seat.ALLIES)
    assert len({one.cards.hand(Seat.AXIS) for one in worlds}) > 10
    assert len({one.mines[hex_].strength for one in worlds}) > 2
    assert UNKNOWN_CARD in seen.cards.hand(Seat.AXIS)


def test_who_plays_next_gains_by_what_it_can_attack() -> None:
    near = Skirmish("4: I . i\n5: . . .", phase="play_card").begin(EditionName.E2025)
    far = Skirmish("0: I . .\n8: . . i", phase="play_card").begin(EditionName.E2025)
    assert threats(near, Side.ALLIES) > threats(far, Side.ALLIES) == 0.0
    gains = [forecast(one, Seat.ALLIES) - forecast(one, Seat.AXIS) for one in (near, far)]
    assert gains[0] > gains[1]
    last = replace(near, medals={Side.ALLIES: 3, Side.AXIS: 0})
    assert threats(last, Side.ALLIES) == pytest.approx(3 * threats(near, Side.ALLIES))


def test_the_chance_after_the_end_is_what_came_of_it() -> None:
    state = Skirmish("4: I . i", phase="play_card").begin(EditionName.E2025)
    over = replace(state, winner=Side.AXIS, phase=None)
    assert [forecast(over, seat) for seat in (Seat.ALLIES, Seat.AXIS)] == [0.0, 1.0]


@pytest.mark.parametrize("held", [(), (Card.BARRAGE,)], ids=["no_ambush", "ambush_possible"])
def test_luck_is_what_the_dice_took_beyond_their_promise(held: tuple[Card, ...]) -> None:
    """One unit attacks another until its turn is over; a hit is luck, a miss is the contrary. Where
    an ambush is possible, the dice are rolled once it is declined."""
    state = Skirmish("4: I i", ordered="I", held=held).begin(EditionName.E2025)
    attack = next(one for one in list_options(state, Seat.ALLIES) if isinstance(one, Attack))
    worlds = [SeededChance(str(n).encode(), "play") for n in range(30)]
    played = [play_on(state, attack, chance) for chance in worlds]
    lost = [4 - (after.units["i"].figures if "i" in after.units else 0) for after, _ in played]
    lucks = [luck for _, luck in played]
    assert len(set(lost)) > 2
    assert [luck > 0 for luck in lucks] == [figures > 1 for figures in lost]
    after, luck = play_on(state, EndTurn(Seat.ALLIES), worlds[0])
    assert luck == 0.0 and after.turn.number == state.turn.number + 1


def test_luck_is_none_on_average() -> None:
    state = Skirmish("4: I i", ordered="I", held=(Card.BARRAGE,)).begin(EditionName.E2025)
    attack = next(one for one in list_options(state, Seat.ALLIES) if isinstance(one, Attack))
    lucks = [play_on(state, attack, SeededChance(str(n).encode(), "play"))[1] for n in range(400)]
    assert abs(mean(lucks)) < 3 * stdev(lucks) / len(lucks) ** 0.5


def test_an_ambush_is_no_luck_with_dice() -> None:
    drawn = Skirmish("4: I i", ordered="I", held=(Card.BARRAGE,), enemy=(Card.AMBUSH,))
    state = drawn.begin(EditionName.E2025)
    attack = next(one for one in list_options(state, Seat.ALLIES) if isinstance(one, Attack))
    assert play_on(state, attack, SeededChance(b"1", "play"))[1] == 0.0


def test_orders_that_dice_give_are_played_out_in_each_world() -> None:
    held = (Card.THEIR_FINEST_HOUR, Card.RECON_LEFT)
    drawn = Skirmish("3: i . . j\n4: I . J .\n6: A . . .", phase="play_card", hand=3, held=held)
    state = drawn.begin(EditionName.E2004)
    command = choose(state, Seat.ALLIES, BotLevel.SEARCH, "s")
    assert command in list_options(state, Seat.ALLIES)
    dice = next(
        one for one in list_options(state, Seat.ALLIES) if one == PlayCard(Seat.ALLIES, held[0])
    )
    ordered = set()
    for world in range(20):
        chance = SeededChance(str(world).encode(), "play")
        ordered.add(frozenset(units_moved(state, play_on(state, dice, chance)[0])))
    assert len(ordered) > 1


def units_moved(before: GameState, after: GameState) -> list[str]:
    """The units that are elsewhere now, or no more."""
    return [name for name, unit in before.units.items() if after.units.get(name) != unit]


@pytest.mark.parametrize(("unit", "takes"), [("I", False), ("A", True)])
def test_armor_takes_ground_and_infantry_stays(unit: str, takes: bool) -> None:
    state = Skirmish(f"4: {unit} i", ordered=unit).begin(EditionName.E2025)
    attack = next(one for one in list_options(state, Seat.ALLIES) if isinstance(one, Attack))
    ground = state.units["i"].hex
    worlds = [SeededChance(str(n).encode(), "play") for n in range(30)]
    after = [play_on(state, attack, chance)[0].occupants.get(ground) for chance in worlds]
    assert any(one is None or one.id != "i" for one in after)
    assert any(one is not None and one.id == unit for one in after) is takes


def test_nothing_is_foreseen_of_dice_cards_and_mines() -> None:
    nothing = NoDraws()
    for draw in (
        lambda: nothing.roll(0, 1),
        lambda: nothing.shuffle(0, [Card.AMBUSH]),
        lambda: nothing.numbers(0, 1, 2),
    ):
        with pytest.raises(NeedsChanceError):
            draw()


def test_at_larger_tables_and_in_other_phases_the_planner_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "_Search", None)
    four = paired_off(load("vassieux"), "vassieux").state
    battle = Skirmish("4: I i . j", ordered="I").begin(EditionName.E2025)
    for state in (four, battle):
        assert same(state)


def same(state: GameState) -> bool:
    """Whether the search and the planner decide alike."""
    seat = state.awaited
    assert seat is not None
    levels = (BotLevel.SEARCH, BotLevel.PLANNER)
    return len({choose(state, seat, level, "s") for level in levels}) == 1
