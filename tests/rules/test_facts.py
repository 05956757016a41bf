"""What a refusal says besides its rule: the values that made it bite."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

import msgspec
import pytest

from domain import check, decide, fold
from domain import events as e
from domain.commands import (
    Ambush,
    Attack,
    ChooseCard,
    Command,
    EndTargets,
    EndTurn,
    ExitBoard,
    HealUnit,
    NameTarget,
    OrderUnit,
    PlayCard,
    RemoveWire,
    Resign,
    Retreat,
    Strike,
    TakeSeat,
)
from domain.errors import IllegalCommandError, Rule
from domain.values import Card, EditionName, LossCause, Seat, Section
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish, begun, plays, random_play, seated
from tests.support.skirmishes import drawn, fight, go

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
Facts = Mapping[str, object]
BOARD = """
2:  .   .   i   .   .
3:    .   T   .   .
4:  .   .   I   A   .
5:    .   .   .   F
"""
NEAR = """
2:  .   .   i2  .   .
3:    .   i   .   .
4:  .   .   I   G   .
"""


@dataclass(frozen=True)
class Told:
    """A command that is refused, in a position or after others, and with what."""

    rule: Rule
    given: Skirmish
    when: Command | tuple[Command, ...]
    facts: Facts
    dice: str = ""


def at_cards(**options: object) -> Skirmish:
    return Skirmish(BOARD, phase="play_card", **options)  # type: ignore[arg-type]


def ordering(card: Card = Card.PROBE_CENTER, **options: object) -> Skirmish:
    return Skirmish(BOARD, phase="order", card=card, **options)  # type: ignore[arg-type]


MOVING, FIGHTING, CLOSE = drawn(BOARD, "I A"), fight(BOARD, "I A"), fight(NEAR, "I")
CASES = (
    Told(
        Rule.GAME_NOT_STARTED,
        Skirmish(BOARD, phase="seating"),
        EndTurn(ALLIES),
        {"free_seats": ["allies", "axis"]},
    ),
    Told(
        Rule.GAME_NOT_STARTED,
        Skirmish(BOARD, phase="seating"),
        Resign(ALLIES),
        {"free_seats": ["allies", "axis"]},
    ),
    Told(
        Rule.GAME_OVER,
        FIGHTING,
        (Resign(AXIS), EndTurn(ALLIES)),
        {"winner": "allies", "ending": "resignation"},
    ),
    Told(Rule.SEATING_CLOSED, FIGHTING, TakeSeat(AXIS, "eve"), {"status": "active"}),
    Told(Rule.TURN_NOT_YOURS, FIGHTING, EndTurn(AXIS), {"awaited": "allies", "decision": "battle"}),
    Told(Rule.UNIT_NOT_YOURS, MOVING, go("i", (2, 12), "e"), {"unit": "i", "side": "axis"}),
    Told(
        Rule.UNIT_NOT_ORDERED,
        drawn(BOARD, "A"),
        go("I", (4, 12), "e"),
        {"unit": "I", "ordered": ["A"]},
    ),
    Told(
        Rule.CARD_SECTION_EMPTY,
        at_cards(card=Card.INFANTRY_ASSAULT),
        PlayCard(ALLIES, Card.INFANTRY_ASSAULT, Section.LEFT),
        {
            "card": "infantry_assault",
            "section": "left",
            "as_card": None,
            "sections": ["center"],
            "as_cards": [],
        },
    ),
    Told(
        Rule.CARD_REACTION_ONLY,
        at_cards(card=Card.AMBUSH),
        PlayCard(ALLIES, Card.AMBUSH),
        {"card": "ambush", "section": None, "as_card": None, "sections": [], "as_cards": []},
    ),
    Told(
        Rule.ORDER_NOT_IN_SECTION,
        ordering(Card.PROBE_LEFT),
        OrderUnit(ALLIES, "I"),
        {
            "unit": "I",
            "hex": [4, 6],
            "type": "infantry",
            "sections": ["center"],
            "card": "probe_left",
            "types": ["armor", "artillery", "infantry"],
            "ordered": [],
            "adjacent_enemies": [],
        },
    ),
    Told(
        Rule.HEAL_NOTHING_LOST,
        Skirmish(
            "4: I . A",
            phase="play_card",
            card=Card.MEDICS_AND_MECHANICS,
            then=(e.FiguresLost("I", 1, LossCause.HITS),),
        ),
        (PlayCard(ALLIES, Card.MEDICS_AND_MECHANICS), HealUnit(ALLIES, "A")),
        {"unit": "A", "figures": 3},
    ),
    Told(
        Rule.BATTLE_OWN_SIDE,
        at_cards(card=Card.BARRAGE),
        (PlayCard(ALLIES, Card.BARRAGE), NameTarget(ALLIES, "I")),
        {"unit": "I", "hex": [4, 6], "targets": [], "section": None},
    ),
    Told(
        Rule.TARGET_NONE_NAMED,
        at_cards(card=Card.AIR_POWER),
        (PlayCard(ALLIES, Card.AIR_POWER), EndTargets(ALLIES)),
        {"targets": [], "section": None},
    ),
    Told(
        Rule.TARGET_NOT_NAMED,
        Skirmish(NEAR, phase="play_card", card=Card.AIR_POWER),
        (
            PlayCard(ALLIES, Card.AIR_POWER),
            NameTarget(ALLIES, "i"),
            NameTarget(ALLIES, "i2"),
            Strike(ALLIES, "I"),
        ),
        {"unit": "I", "targets": ["i", "i2"]},
    ),
    Told(
        Rule.MOVEMENT_NO_PATH,
        MOVING,
        go("I", (4, 12), ""),
        {"unit": "I", "from": [4, 6], "moved": 0, "limit": 2},
    ),
    Told(
        Rule.MOVEMENT_TOO_FAR,
        MOVING,
        go("I", (4, 12), "sw sw w"),
        {
            "unit": "I",
            "from": [6, 5],
            "moved": 2,
            "limit": 2,
            "hex": [6, 4],
            "step": 3,
            "terrain": "open",
        },
    ),
    Told(
        Rule.MOVEMENT_OCCUPIED,
        MOVING,
        go("I", (4, 12), "e e"),
        {
            "unit": "I",
            "from": [4, 6],
            "moved": 0,
            "limit": 2,
            "hex": [4, 7],
            "step": 1,
            "terrain": "open",
            "occupant": "A",
        },
    ),
    Told(
        Rule.MOVEMENT_OFF_BOARD,
        drawn("8: . I", "I"),
        go("I", (8, 10), "se"),
        {"unit": "I", "from": [8, 5], "moved": 0, "limit": 2, "hex": [9, 5], "step": 1},
    ),
    Told(
        Rule.MOVEMENT_STOP_TERRAIN,
        MOVING,
        go("A", (4, 14), "se e"),
        {
            "unit": "A",
            "from": [5, 7],
            "moved": 1,
            "limit": 3,
            "hex": [5, 8],
            "step": 2,
            "terrain": "open",
        },
    ),
    Told(
        Rule.MOVEMENT_TERRAIN_CAP,
        drawn("2: _ _ _ A _", "A"),
        go("A", (2, 14), "w w w"),
        {
            "unit": "A",
            "from": [2, 5],
            "moved": 2,
            "limit": 2,
            "hex": [2, 4],
            "step": 3,
            "terrain": "beach",
        },
    ),
    Told(
        Rule.MOVEMENT_TERRAIN_CAP,
        drawn("2: . . . A/R .\n3: . . .", "A"),
        go("A", (2, 14), "w w"),
        {
            "unit": "A",
            "from": [2, 6],
            "moved": 1,
            "limit": 1,
            "hex": [2, 5],
            "step": 2,
            "terrain": "open",
        },
    ),
    Told(
        Rule.MOVEMENT_OTHER_PATH,
        MOVING,
        go("I", (4, 12), "w e"),
        {"unit": "I", "from": [4, 6], "moved": 2, "limit": 2},
    ),
    Told(
        Rule.MOVEMENT_ALREADY_MOVED,
        MOVING,
        (go("I", (4, 12), "w"), go("I", (4, 10), "w")),
        {"unit": "I", "moved": 1},
    ),
    Told(
        Rule.MOVEMENT_NO_EXIT,
        MOVING,
        ExitBoard(ALLIES, "I", ()),
        {"unit": "I", "hex": [4, 6], "exits": []},
    ),
    Told(
        Rule.BATTLE_NO_LINE_OF_SIGHT,
        fight("2: . i\n3: . T\n4: . . I", "I"),
        Attack(ALLIES, "I", "i"),
        {
            "unit": "I",
            "hex": [4, 6],
            "target": "i",
            "target_hex": [2, 5],
            "target_terrain": "open",
            "distance": 2,
            "range": 3,
            "adjacent_enemies": [],
        },
    ),
    Told(
        Rule.BATTLE_ADJACENT_ENEMY_FIRST,
        CLOSE,
        Attack(ALLIES, "I", "i2"),
        {
            "unit": "I",
            "hex": [4, 6],
            "target": "i2",
            "target_hex": [2, 6],
            "target_terrain": "open",
            "distance": 2,
            "range": 3,
            "adjacent_enemies": ["i"],
        },
    ),
    Told(
        Rule.BATTLE_MOVED_TOO_FAR,
        MOVING,
        (go("I", (4, 12), "w w"), go("A", (4, 14), "e"), Attack(ALLIES, "I", "i")),
        {"unit": "I", "card": "assault_center", "battles": 0, "moved": 2, "limit": 1},
    ),
    Told(
        Rule.RETREAT_PATH,
        fight("1: . . .\n2: . . .\n3: . i .\n4: . I"),
        (Attack(ALLIES, "I", "i"), Retreat(AXIS, "i", ())),
        {"unit": "i", "hex": [3, 5], "shortest": 1, "longest": 1, "ways": 2},
        dice="flag star star",
    ),
    Told(
        Rule.AMBUSH_NOT_IN_HAND,
        Skirmish("3: . i .\n4: . I", ordered="I", held=(Card.AMBUSH,)),
        (Attack(ALLIES, "I", "i"), Ambush(AXIS)),
        {"unit": "i"},
    ),
    Told(
        Rule.CARD_NOT_OFFERED,
        Skirmish("4: I", card=Card.RECON_LEFT, deck=(Card.PROBE_LEFT, Card.ATTACK_LEFT)),
        (EndTurn(ALLIES), ChooseCard(ALLIES, Card.AMBUSH)),
        {"card": "ambush", "offered": ["attack_left", "probe_left"]},
    ),
    Told(
        Rule.WIRE_NONE_HERE,
        FIGHTING,
        RemoveWire(ALLIES, "A"),
        {"unit": "A", "hex": [4, 7], "type": "armor"},
    ),
)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.rule.value) for case in CASES])
def test_a_refusal_tells_what_made_the_rule_bite(case: Told) -> None:
    *before, last = case.when if isinstance(case.when, tuple) else (case.when,)
    state = case.given.begin(EditionName.E2025)
    chance = Script(case.dice)
    for command in before:
        state = fold(decide(state, command, chance), state) or state
    with pytest.raises(IllegalCommandError) as refused:
        check(state, last)
    assert refused.value.rule is case.rule
    assert msgspec.json.decode(msgspec.json.encode(refused.value.facts)) == case.facts


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("scenario", ["pegasus_bridge", "sainte_mere_eglise"])
def test_every_legal_command_passes_the_check(scenario: str, edition: EditionName) -> None:
    """Also those that shuffle, drift and roll: taking seats, drops from the air, attacks."""
    waiting = Skirmish(BOARD, phase="seating").begin(edition)
    for command in seated():
        check(waiting, command)
        waiting = fold(decide(waiting, command, Script()), waiting) or waiting
    game = begun(scenario, edition)
    for step in chain([game], random_play(game, random.Random(7), 60)):
        for option in plays(step.state):
            check(step.state, option)
