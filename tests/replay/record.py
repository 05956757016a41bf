"""Record a game, or take the digests anew after the view has changed.

    python -m tests.replay.record NAME EDITION [NUMBER]   a game of lively random play; even numbers
                                                          are scenarios, odd ones made up
    python -m tests.replay.record --every [TRIES]         a short game of every battle and edition
                                                          that has none, out of so many
    python -m tests.replay.record --rare [COUNT [TRIES]]  so many games, each the one of so many
                                                          with the most that is rare in the others
    python -m tests.replay.record --undo                  the games with take-backs that there are
                                                          not yet, under each policy
    python -m tests.replay.record --tables [TRIES]        a game of each of these variants
                                                          that has none, out of so many
    python -m tests.replay.record --breakthrough [TRIES]  a game on the long board by each edition
                                                          that has none, out of so many
    python -m tests.replay.record --winter [TRIES]        games with ice, night and nation rules
                                                          that there are not yet
    python -m tests.replay.record --blown-up              a game of caves and bridges that are blown
                                                          up by each edition that has none
    python -m tests.replay.record --called-off            a game that never begins
    python -m tests.replay.record --hinted                a game against a bot, with hints
    python -m tests.replay.record --timed                 a game with a clock
    python -m tests.replay.record --branches              branches that have none; some of their
                                                          dice are fixed
    python -m tests.replay.record --digests               events stay as they are, digests are new

A recording is never made again to please a change of the rules without saying so in the changelog.
"""

import random
import sys
from collections import Counter
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

from domain import create, evolve
from domain.bots import choose
from domain.chance import SeededChance
from domain.commands import (
    AcceptUndo,
    AgreeToProposal,
    Ambush,
    Attack,
    CancelGame,
    Command,
    CreditTime,
    Decline,
    DeclineUndo,
    DropProposal,
    EndPause,
    EndVacation,
    ExitBoard,
    GiveOrders,
    LeaveSeat,
    OrderUnit,
    Propose,
    Resign,
    Strike,
    TakeBack,
    TakeGround,
    TakeHint,
    TakeSeat,
    TakeVacation,
)
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
from domain.phases import OrderPhase
from domain.scenarios import load as load_battle
from domain.seating import Table, tables_for
from domain.setup import ArmorBreakthrough
from domain.steps.table.standing import answer
from domain.values import Cancellation, EditionName, Ending, Seat, Side, Undo, UnitKind, Variant
from domain.values.agreements import Agreement
from domain.values.bots import BotLevel
from domain.values.clock import AtZero
from domain.values.standing import Instruction
from tests.replay import (
    BRANCHES,
    BRANCHING,
    CANCELLED,
    GAMES,
    Recording,
    decided,
    digest,
    folded,
    load,
    recorded,
    save,
)
from tests.support.battles import BOOKLET, battle, explosive, open_ended
from tests.support.branching import BRANCH_SEED, Sandbox, branch_of
from tests.support.games import Playing, filled, game_options, plays, start_game, started
from tests.support.taking_back import Wavering
from tests.support.timed import SEED, TimedGame, against_a_bot, bank
from tests.support.words import command_out, event_in, event_out

EAGER = (Attack, ExitBoard, TakeGround, OrderUnit, Strike, Ambush)
NEWS = 100
"""Events that a game may be longer for each type of event that no recording has yet."""
RESIGNED = ("vassieux", EditionName.E2025)
"""The battle that one side gives up after ``PATIENCE`` commands."""
PATIENCE = 60
BRIEF = 110
"""Commands after which a game is given up that is recorded for what is rare."""


def lively(options: list[Command], dice: random.Random) -> Command:
    """Battle and order when possible, nine times out of ten."""
    eager = [command for command in options if isinstance(command, EAGER)]
    return dice.choice(eager if eager and dice.random() < 0.9 else options)


def played(game: Playing, number: int, patience: int | None = None) -> Playing:
    """The game played to its end, or until the awaited seat gives it up."""
    dice = random.Random(number)
    while options := plays(game.state):
        assert game.state.awaited is not None
        tired = patience is not None and len(game.commands) >= patience
        game.do(Resign(game.state.awaited) if tired else lively(options, dice))
    return game


def of_game(game: Playing) -> Recording:
    """A game as it is kept."""
    return recorded(game.state.created.seed, game.log[0], game.commands)


def keep(path: Path, recording: Recording) -> None:
    """Write a recording that there is not yet: those that there are stay as they are."""
    if path.exists():
        raise SystemExit(f"{path} has been recorded already")
    save(path, recording)


def record(name: str, game: Playing) -> None:
    """Write a game that is over."""
    keep(GAMES / f"{name}.jsonl", of_game(game))
    print(f"{name}: {len(game.commands)} commands, {len(game.log)} events, {game.state.ending}")


def record_every(tries: int) -> None:
    """A recording of each battle by each edition that has none."""
    met = {kind for path in sorted(GAMES.glob("*.jsonl")) for kind in kinds(path)}
    for slug in BOOKLET:
        for edition in EditionName:
            name = f"{slug}_{edition}"
            if not (GAMES / f"{name}.jsonl").exists():
                record(name, shortest(slug, edition, tries, met))
                met |= kinds(GAMES / f"{name}.jsonl")


def record_rare(count: int, tries: int) -> None:
    """So many recordings of games with events and cards that are rare in those there are."""
    met = Counter(kind for path in GAMES.glob("*.jsonl") for kind in traits(load(path)))
    games = [
        (
            f"rare_{slug}_{edition}",
            played(start_game(slug, edition, f"{number:064x}"), number, BRIEF),
        )
        for number, (slug, edition) in enumerate(product(BOOKLET * tries, EditionName), 1000)
    ]
    found = [(name, game, traits(of_game(game))) for name, game in games]
    for _ in range(count):
        best = max(found, key=lambda one: sum(1 / (1 + met[trait]) for trait in one[2]))
        record(*best[:2])
        met.update(best[2])
        found = [one for one in found if one[0] != best[0]]


def traits(game: Recording) -> set[str]:
    """The types of its events, and the cards that were played."""
    cards = {str(one["card"]) for one in game.commands if one["command"] == "play_card"}
    return cards | {str(event["type"]) for events in game.events for event in events}


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


def shortest(slug: str, edition: EditionName, tries: int, met: set[type[Event]]) -> Playing:
    """The shortest of so many games, one with events not met yet before others."""
    patience = PATIENCE if (slug, edition) == RESIGNED else None
    first = 0 if edition is EditionName.E2004 else tries
    games = [
        played(start_game(slug, edition, f"{number:064x}"), number, patience)
        for number in range(first, first + tries)
    ]
    return min(games, key=lambda game: len(game.log) - NEWS * len(set(map(type, game.log)) - met))


def kinds(path: Path) -> set[type[Event]]:
    """The types of events in a recording."""
    game = load(path)
    result = (*game.past, *game.events)
    stored = [game.created, *(event for events in result for event in events)]
    return {type(event_in(event)) for event in stored}


ALONE = {
    "--blown-up": record_blown_up,
    "--smoke": record_smoke,
    "--breakthroughs": record_breakthroughs,
    "--undo": record_undo,
    "--called-off": record_called_off,
    "--instructed": record_instructed,
    "--hinted": record_hinted,
    "--timed": record_timed,
    "--branches": record_branches,
}


def main(arguments: list[str]) -> int:
    """Run one of the commands above."""
    match arguments:
        case ["--digests"]:
            for path in sorted((*GAMES.glob("*.jsonl"), *BRANCHES.glob("*.jsonl"))):
                game = load(path)
                save(path, replace(game, digest=digest(folded(game))))
        case ["--rare", *numbers]:
            count, tries = [*map(int, numbers), *(7, 2)[len(numbers) :]]
            record_rare(count, tries)
        case ["--tables", *tries]:
            record_tables(int(tries[0]) if tries else 60)
        case ["--breakthrough", *tries]:
            record_breakthrough(int(tries[0]) if tries else 60)
        case ["--winter", *tries]:
            record_winter(int(tries[0]) if tries else 60)
        case [word] if word in ALONE:
            ALONE[word]()
        case ["--every", *tries]:
            record_every(int(tries[0]) if tries else 60)
        case [name, edition, *numbers] if not name.startswith("-"):
            number = int(numbers[0]) if numbers else 0
            record(name, played(battle(EditionName(edition), number), number))
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
