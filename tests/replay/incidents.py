"""Recordings of games with take-backs, clocks, bots, standing orders and branches, and of one that
never begins."""

import random

from domain import create, evolve
from domain.bots import choose
from domain.chance import SeededChance
from domain.commands import (
    AgreeToProposal,
    CancelGame,
    Command,
    CreditTime,
    DropProposal,
    EndPause,
    EndVacation,
    GiveOrders,
    LeaveSeat,
    Propose,
    Resign,
    TakeBack,
    TakeHint,
    TakeSeat,
    TakeVacation,
)
from domain.phases import OrderPhase
from domain.scenarios import load as load_battle
from domain.steps.table.standing import answer
from domain.values import Cancellation, EditionName, Ending, Seat, Undo, Variant
from domain.values.agreements import Agreement
from domain.values.bots import BotLevel
from domain.values.clock import AtZero
from domain.values.standing import Instruction
from tests.replay import BRANCHES, BRANCHING, CANCELLED, GAMES, Recording, decided, recorded, save
from tests.replay.lively import BRIEF, keep, lively, of_game
from tests.support.branching import BRANCH_SEED, Sandbox, branch_of
from tests.support.games import Playing, game_options, plays, start_game
from tests.support.taking_back import Wavering
from tests.support.timed import SEED, TimedGame, against_a_bot, bank
from tests.support.words import command_out, event_out


def record_undo() -> None:
    """A recording of a game under each policy, by each edition, that has none."""
    old = EditionName.E2004
    for name, game, length in (
        ("free_2025", Wavering(Undo.FREE), 400),
        ("consent_2025", Wavering(Undo.CONSENT), 400),
        ("free_2004", Wavering(Undo.FREE, 4, battle="omaha_beach", edition=old), 220),
        ("consent_2004", Wavering(Undo.CONSENT, 4, battle="toulon", edition=old), 220),
        ("asked_2025", Wavering(Undo.CONSENT, 5, battle="saverne"), 220),
        ("alone_2025", Wavering(Undo.NONE, 4, solo=True, battle="mont_mouchet"), 220),
    ):
        path = GAMES / f"undo_{name}.jsonl"
        if not path.exists():
            game.go_on(length)
            keep(path, recorded(game.new.seed, game.log[0].event, game.commands))


def record_called_off() -> None:
    """A recording of a game that a player leaves, and that never begins."""
    edition = EditionName.E2025
    options = game_options(load_battle("toulon"), "0ff" * 21 + "0", "toulon")
    created = create(edition, options)
    game = Playing(evolve(None, created), [created], [], SeededChance(b"", options.game))
    game.do(TakeSeat(Seat.AXIS, "bob"))
    game.do(LeaveSeat(Seat.AXIS, "bob"))
    game.do(TakeSeat(Seat.ALLIES, "ann"))
    game.do(CancelGame(Seat.ALLIES, Cancellation.WITHDRAWN))
    keep(CANCELLED / "left_2025.jsonl", of_game(game))


def record_instructed() -> None:
    """A recording of a game in which standing orders answer."""
    game, dice = start_game("arracourt", EditionName.E2025, "0dd" * 21 + "0"), random.Random(1)
    orders = (Instruction.AMBUSH_ALWAYS, Instruction.RETREAT_TO_COVER)
    while len(game.commands) < 2 * BRIEF:
        for seat in game.state.table.seats:
            if seat not in game.state.awaiting and seat not in game.state.standing:
                game.do(GiveOrders(seat, orders))
        game.do(answer(game.state) or lively(plays(game.state), dice))
    game.do(GiveOrders(next(s for s in game.state.table.seats if s not in game.state.awaiting), ()))
    game.do(Resign(game.state.table.seats[0]))
    keep(GAMES / "instructed_2025.jsonl", of_game(game))


def record_hinted() -> None:
    """A recording of a game against a bot, with hints and some of it taken back."""
    game = against_a_bot(undo=Undo.FREE)
    while len(game.done) < 2 * BRIEF and (seat := game.state.awaited) is not None:
        if seat is Seat.ALLIES and len(game.done) % 5 == 0:
            game.do(TakeHint(seat))
            if isinstance(game.state.phase, OrderPhase):
                back = game.state.version
                game.do(choose(game.state, seat, BotLevel.GREEDY, "") or Resign(seat))
                game.do(TakeBack(seat, back))
        game.do(choose(game.state, seat, BotLevel.GREEDY, "") or Resign(seat))
    game.do(Resign(Seat.ALLIES))
    items = [command_out(command) for command, _ in game.done]
    save(GAMES / "hinted_2025.jsonl", decided(SEED, event_out(game.log[0].event), items))


def record_timed() -> None:
    """A recording of a game in which all is said and done about time and seats."""
    clock = bank(at_zero=AtZero.BOT, bot=BotLevel.GREEDY, vacation_days=3)
    game = TimedGame(clock, Variant.OPERATION_ALLIANCE)
    dice = random.Random(2)
    first, *others = game.state.table.seats
    partner = game.state.table.partners(first)[0]
    asides: list[Command] = [
        TakeVacation(first, 2),
        EndVacation(first),
        Propose(first, Agreement.PAUSE, 4),
        *map(AgreeToProposal, others),
        EndPause(first),
        Propose(others[-1], Agreement.HAND_OVER),
        DropProposal(first),
        Propose(partner, Agreement.HAND_OVER, to=first),
        *(AgreeToProposal(seat) for seat in (first, *others) if seat is not partner),
        CreditTime(first, 500),
    ]
    for command in asides:
        game.do(command, after=1)
    game.do(Resign(first, Ending.TIME_LIMIT), after=3600)
    for _ in range(BRIEF):
        game.do(lively(plays(game.state), dice), after=1)
    game.do(Resign(others[-1]))
    items = [command_out(done) | {"at": at} for done, at in game.done]
    keep(GAMES / "timed_2025.jsonl", decided(SEED, event_out(game.log[0].event), items))


def record_branches() -> None:
    """A recording of a branch with other cards than the game, and of one with the same."""
    for name, seed in (("anew", BRANCH_SEED), ("kept", None)):
        path = BRANCHES / f"{name}_2025.jsonl"
        if not path.exists():
            log = Wavering(Undo.FREE, number=3).go_on()
            log = branch_of(log, seats=frozenset({Seat.AXIS}), seed=seed, game=f"branch_{name}")
            keep(path, of_branch(Sandbox(log).play(150)))


def of_branch(branch: Sandbox) -> Recording:
    """A branch that was played on."""
    created, past, items = branch.created, [], []
    assert created.branch is not None
    for one in branch.log[1 : created.branch.at_version]:
        items.append(event_out(one.event))
        if one.last:
            past.append(items)
            items = []
    commands = [BRANCHING, *branch.commands]
    return decided(created.seed, event_out(created), commands, past)
