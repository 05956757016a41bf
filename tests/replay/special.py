"""Recordings of games at larger tables, on the long board and with special rules."""

import random
from dataclasses import replace
from itertools import pairwise

from domain.commands import AcceptUndo, Ambush, Decline, DeclineUndo, Resign, TakeBack
from domain.events import (
    BattleBackDeclined,
    BattleBackRolled,
    CardCommitted,
    CardProposed,
    CommitmentDemanded,
    DemolitionRolled,
    Event,
    FiguresRestored,
    HandShown,
    HazardRolled,
    HeadquartersTaken,
    MineLaid,
    MineRevealed,
    MineSwept,
    OrderDiceRolled,
    PhaseFinished,
    PursuitDeclined,
    PursuitOffered,
    SharedCardTaken,
    UndoAgreed,
    UnitArrived,
    UnitOrdered,
)
from domain.geometry.shape import BREAKTHROUGH
from domain.legal import legal_commands
from domain.scenarios import load as load_battle
from domain.seating import Table, tables_for
from domain.setup import ArmorBreakthrough
from domain.values import EditionName, Seat, Side, Undo, UnitKind, Variant
from tests.replay import GAMES
from tests.replay.lively import BRIEF, kinds, lively, played, record
from tests.support.battles import battle, explosive, open_ended
from tests.support.games import Playing, filled, game_options, started


def record_tables(tries: int) -> None:
    """A recording of a game at each of these tables that has none: the one of so many with the most
    that only such games have."""
    rare = {SharedCardTaken, HandShown, CardProposed, PhaseFinished, UndoAgreed}
    for name, slug, variant, number in (
        ("alliance_four_2025", "pegasus_bridge", Variant.OPERATION_ALLIANCE, 0),
        ("alliance_allies_2025", "toulon", Variant.OPERATION_ALLIANCE, 2),
        ("alliance_axis_2025", "mortain", Variant.OPERATION_ALLIANCE, 1),
        ("team_six_2004", "arracourt", Variant.TEAM, 0),
        ("team_three_2025", "saverne", Variant.YOUNG_GENERALS_TEAM, 4),
        ("overlord_eight_2004", "omaha_beach_overlord", Variant.OVERLORD, 0),
        ("overlord_four_2025", "omaha_beach_overlord", Variant.OVERLORD, 2),
        ("without_ground_2004", "vassieux", Variant.YOUNG_GENERALS_PLAIN, 0),
    ):
        if not (GAMES / f"{name}.jsonl").exists():
            table, edition = tables_for(variant)[number], EditionName(name[-4:])
            games = [shared(slug, edition, variant, table, number) for number in range(tries)]
            worth = [len(rare.intersection(map(type, one.log))) + sprung(one) for one in games]
            record(name, games[worth.index(max(worth))])


def record_breakthrough(tries: int) -> None:
    """A recording of a game in Breakthrough by each edition that has none: the one of so many with
    the most figures given back of one roll."""
    for edition in EditionName:
        name = f"breakthrough_{edition}"
        if not (GAMES / f"{name}.jsonl").exists():
            numbers = range(1, 2 * tries, 2)
            games = [played(battle(edition, one, BREAKTHROUGH), one, BRIEF) for one in numbers]
            record(name, max(games, key=given_back))


def record_winter(tries: int) -> None:
    """A recording of each game in winter that has none: the one of so many with the most types of
    event that no other has."""
    rare = {BattleBackRolled, BattleBackDeclined, PursuitOffered, PursuitDeclined, HazardRolled}
    rare |= {CommitmentDemanded, CardCommitted, MineLaid, MineRevealed, MineSwept}
    rare |= {HeadquartersTaken}
    for name in ("winter_2004", "winter_2025", "commissar_2025", "mines_2004", "tents_2025"):
        edition = EditionName(name[-4:])
        if not (GAMES / f"{name}.jsonl").exists():
            setup = open_ended(load_battle("arracourt"))
            if name.startswith("tents"):
                armies = tuple(replace(one, medals_to_win=12) for one in setup.armies)
                setup = replace(setup, nights=(), doctrines=(), obstacles=(), armies=armies)
                setup = replace(setup, objectives=())
            games = [
                played(started(setup, edition, f"{number:064x}"), number, BRIEF * 2)
                for number in range(int(edition), int(edition) + tries)
            ]
            record(name, max(games, key=lambda one: len(rare.intersection(map(type, one.log)))))
        rare -= kinds(GAMES / f"{name}.jsonl")


def record_blown_up() -> None:
    """A recording of a game by each edition that has none with what is blown up and sealed: the one
    of twelve in which most is."""
    for edition in EditionName:
        name = f"demolition_{edition}"
        if not (GAMES / f"{name}.jsonl").exists():
            setup = explosive(load_battle("pegasus_bridge"))
            games = [
                played(started(setup, edition, f"{number:064x}"), number, BRIEF)
                for number in range(12)
            ]
            record(name, max(games, key=lambda one: sum(map(_done, one.log))))


def record_smoke() -> None:
    """A recording of a game by each edition that has none with a smoke screen, and of one in which
    none is laid."""
    setup = replace(load_battle("saverne"), smoke_screen=Side.ALLIES)
    for edition in EditionName:
        name = f"smoke_{edition}"
        if not (GAMES / f"{name}.jsonl").exists():
            record(name, played(started(setup, edition, f"{1:064x}"), 1, BRIEF))
    if not (GAMES / "no_smoke_2025.jsonl").exists():
        clear = started(setup, EditionName.E2025, f"{2:064x}")
        clear.do(Decline(Seat.ALLIES))
        record("no_smoke_2025", played(clear, 2, 20))


def record_breakthroughs() -> None:
    """A recording of a game by each edition that has none in which armor breaks through."""
    rules = tuple(ArmorBreakthrough(side, UnitKind.ARMOR, 2, side is Side.AXIS) for side in Side)
    setup = replace(load_battle("saverne"), armor_breakthroughs=rules)
    for edition in EditionName:
        name = f"breakthroughs_{edition}"
        if not (GAMES / f"{name}.jsonl").exists():
            games = [
                played(started(setup, edition, f"{number:064x}"), number, BRIEF)
                for number in range(8)
            ]
            record(name, max(games, key=lambda one: sum(map(_came, one.log))))


def _came(event: Event) -> bool:
    return isinstance(event, UnitArrived)


def _done(event: Event) -> bool:
    return isinstance(event, DemolitionRolled) and event.done


def given_back(game: Playing) -> int:
    """How often a unit got a figure of a roll that was thrown for all."""
    pairs = pairwise(game.log)
    rolled = (OrderDiceRolled, UnitOrdered)
    return sum(isinstance(b, FiguresRestored) and not isinstance(a, rolled) for a, b in pairs)


def sprung(game: Playing) -> bool:
    """Whether an open Ambush was played."""
    return any(isinstance(command, Ambush) and command.shared for command in game.commands)


def shared(slug: str, edition: EditionName, variant: Variant, table: Table, number: int) -> Playing:
    """A game of several a side, who tell each other what they may, and once ask all others to take
    back."""
    dice = random.Random(number)
    wanted = game_options(load_battle(slug), f"{number:064x}", slug)
    game = filled(edition, replace(wanted, variant=variant, table=table, undo=Undo.CONSENT))
    while game.state.awaiting:
        seat = dice.choice(game.state.awaiting if dice.random() < 0.9 else table.seats)
        options = [one for one in legal_commands(game.state, seat) if not isinstance(one, Resign)]
        before = game.state.version
        if len(game.commands) > 2 * BRIEF:
            game.do(Resign(seat))
        elif options:
            game.do(lively(options, dice))
        if len(game.commands) == BRIEF and game.state.awaiting and options:
            game.do(TakeBack(seat, before))
            others = game.state.table.others(seat)
            for answer, other in zip((AcceptUndo, DeclineUndo), others, strict=False):
                game.do(answer(other))
    return game
