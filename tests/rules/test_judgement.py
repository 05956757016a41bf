"""The chance to win, and decisions judged by it."""

import random
from dataclasses import replace
from functools import cache
from statistics import mean

import pytest

from domain import apply
from domain.bots import choose
from domain.bots.knowledge import visible_state
from domain.chance import NoChance
from domain.commands import Attack, Decline, EndTurn, HandOut, MoveUnit, OrderUnit, Resign
from domain.evaluation import medal_worth, win_chance
from domain.judgement import DecisionLabel, Judged, judge, ledgers, luck_adjusted, unseen
from domain.judgement.decisions import MAX_THROWS, _all_throws
from domain.scenarios import load
from domain.state import GameState
from domain.values import Card, EditionName, Face, Seat, Side, Status
from domain.values.bots import BotLevel
from tests.support.chance import Script
from tests.support.games import Playing, Skirmish, pegasus, plays, start_game, started

SIDES = (Side.ALLIES, Side.AXIS)


def chances(state: GameState) -> dict[Side, float]:
    return {side: win_chance(state, state.table.first_of(side)) for side in SIDES}


@cache
def judged(edition: EditionName) -> tuple[Playing, GameState, list[Judged]]:
    """A game of greedy bots, of which the Axis does just anything."""
    game, chance = start_game("mont_mouchet", edition), random.Random(7)
    start, found = game.state, []
    while (seat := game.state.awaited) is not None:
        before = game.state
        errs = before.table.side_of(seat) is Side.AXIS
        command = chance.choice(plays(before)) if errs else None
        command = command or choose(before, seat, BotLevel.GREEDY, "") or plays(before)[0]
        one = judge(before, command, game.do(command), game.state)
        found += [one] if one else []
    return game, start, found


@pytest.mark.parametrize("edition", EditionName)
def test_random_play_is_distinguished_from_a_planner(edition: EditionName) -> None:
    game, start, found = judged(edition)
    first, last = (chances(state) for state in (start, game.state))
    books = ledgers(((one.side, one) for one in found), first, last)
    good, weak = (books[side].accuracy or (0, 0, 0) for side in SIDES)
    assert weak[2] < good[1] == good[0] == 100
    labels = {one.label for one in found if one.side is Side.AXIS}
    assert {DecisionLabel.BEST, DecisionLabel.ONLY, DecisionLabel.GOOD} < labels
    assert labels & {DecisionLabel.MISTAKE, DecisionLabel.BLUNDER}
    for side in SIDES:
        own, enemy = books[side], books[side.enemy]
        assert own.start + own.own - enemy.own + unseen(books, side) == pytest.approx(own.result)
        assert 0 <= luck_adjusted(books, side) <= 1
        assert abs(unseen(books, side)) < 0.1


@pytest.mark.parametrize("edition", EditionName)
@pytest.mark.no_cover
def test_dice_make_a_chance_better_or_worse_than_the_mean_of_all_throws(
    edition: EditionName,
) -> None:
    game, _, found = judged(edition)
    attacks = [one for one in found if isinstance(one.command, Attack)]
    assert attacks
    assert any(one.after_dice > one.after_choice for one in attacks)
    assert any(one.after_dice < one.after_choice for one in attacks)
    assert sorted(chances(game.state).values()) == [0, 1]


def test_all_throws_are_counted_each_as_often_as_it_comes() -> None:
    ways = dict(_all_throws(3, MAX_THROWS))
    assert sum(ways.values()) == 6**3
    assert len(ways) == 35
    assert {n for faces, n in ways.items() if set(faces) == {Face.INFANTRY}} == {8}


def test_of_very_many_throws_a_sample_is_tried() -> None:
    few = _all_throws(30, 200)
    assert len(few) == 200
    assert {(len(faces), count) for faces, count in few} == {(30, 1)}


def test_dice_that_an_answer_leads_to_are_expected_of_it_too() -> None:
    """Whoever declines an ambush has the attack thrown at its unit: on average that is no luck."""
    state = Skirmish("4: I i", ordered="I", enemy=(Card.AMBUSH,)).begin(EditionName.E2025)
    asked = apply(state, Attack(Seat.ALLIES, "I", "i"), NoChance()).state
    decline = Decline(Seat.AXIS)
    luck, whole = 0.0, 0
    for faces, count in _all_throws(3, MAX_THROWS):
        done = apply(asked, decline, Script(" ".join(faces)))
        one = judge(asked, decline, done.events, done.state)
        assert one is not None
        luck += count * (one.after_dice - one.after_choice)
        whole += count
    assert (whole, luck) == (6**3, pytest.approx(0, abs=1e-9))


@pytest.mark.parametrize("edition", EditionName)
def test_a_card_from_discards_that_are_shuffled_is_unknown_before_it_is_drawn(
    edition: EditionName,
) -> None:
    state = Skirmish("4: I i").begin(edition)
    cards = replace(state.cards, deck=(), discard=state.cards.deck)
    state, command = replace(state, cards=cards), EndTurn(Seat.ALLIES)
    done = apply(state, command, NoChance())
    one = judge(state, command, done.events, done.state)
    assert one is not None
    tops = [replace(cards, deck=(card,)) for card in cards.discard]
    drawn = [apply(replace(state, cards=top), command, NoChance()).state for top in tops]
    assert one.after_choice == one.after_dice
    assert one.after_dice == pytest.approx(mean(chances(d)[Side.ALLIES] for d in drawn), abs=1e-3)


def test_what_is_no_decision_is_not_judged() -> None:
    game = start_game("mont_mouchet", EditionName.E2025)
    card, result = plays(game.state)[0], visible_state(game.state, Seat.AXIS)
    assert card.seat is Seat.ALLIES
    assert judge(result, card, (), result) is None
    before, command = game.state, Resign(Seat.ALLIES)
    assert judge(before, command, game.do(command), game.state) is None


def test_an_empty_ledger_has_no_accuracy() -> None:
    books = ledgers([], dict.fromkeys(SIDES, 0.5), dict.fromkeys(SIDES, 0.5))
    assert books[Side.ALLIES].accuracy is None


def test_a_game_that_was_called_off_was_nobodys() -> None:
    state = replace(pegasus(EditionName.E2025).state, status=Status.CANCELLED)
    assert chances(state) == dict.fromkeys(SIDES, 0.5)


def test_a_medal_is_worth_what_is_left_where_it_wins() -> None:
    state = pegasus(EditionName.E2025).state
    worth = medal_worth(state, Seat.ALLIES)
    needed = next(one.medals_to_win for one in state.created.setup.armies if one.side is SIDES[0])
    close = replace(state, medals={**state.medals, Side.ALLIES: needed - 1})
    assert 0 < worth < medal_worth(close, Seat.ALLIES) + win_chance(close, Seat.ALLIES) == 1


def test_a_general_is_judged_though_it_does_not_see_the_hand_of_its_chief() -> None:
    game = started(load("omaha_beach_overlord"), EditionName.E2025)
    chance, kinds = random.Random(3), set()
    for _ in range(60):
        before = game.state
        command = chance.choice(plays(before))
        one = judge(before, command, game.do(command), game.state)
        assert one is not None, command
        kinds.add((type(command), before.table.leader(command.seat) is command.seat))
    assert {(HandOut, True), (OrderUnit, False), (MoveUnit, False)} <= kinds
