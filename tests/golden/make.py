"""Writes the stored form of event types that have none yet.

    python -m tests.golden.make

Files that exist are left alone for ever: games were stored in these forms. The lines come from
games of all battles played at random, so that each carries what a real game would; one that leaves
no field empty is waited for first.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from domain import apply, create, evolve
from domain.chance import SeededChance
from domain.commands import (
    AgreeToProposal,
    Ambush,
    Attack,
    CancelGame,
    Command,
    CreditTime,
    Decline,
    Demolish,
    Deploy,
    DropProposal,
    EndPause,
    EndVacation,
    ExitBoard,
    GiveOrders,
    LeaveSeat,
    MoveUnit,
    OrderUnit,
    Propose,
    RemoveWire,
    Resign,
    Strike,
    TakeGround,
    TakeHint,
    TakeSeat,
    TakeVacation,
    decider,
)
from domain.events import MatchGame
from domain.scenarios import load
from domain.seating import tables_for
from domain.setup import ArmorBreakthrough
from domain.steps.table.lifecycle import GameOptions
from domain.values import Cancellation, EditionName, Ending, Seat, Side, Undo, UnitKind, Variant
from domain.values.agreements import Agreement
from domain.values.bots import BotLevel
from domain.values.clock import AtZero
from domain.values.standing import Instruction
from events.log import chain
from events.log.codec import SCHEMAS
from events.log.stored_event import EventMetadata, StoredEvent, dump, envelop
from events.log.stored_event import load as load_event
from tests.fixtures import ALICE, BOB, game_options, plays
from tests.support.battles import BOOKLET, explosive, open_ended
from tests.support.branching import BRANCH_SEED, Sandbox, branch_of
from tests.support.taking_back import Wavering
from tests.support.timed import TimedGame, against_a_bot, bank

FOLDER = Path(__file__).parent
PACKED = FOLDER / "packed.txt"
AT = "2030-01-02T03:04:05.678Z"
BOLD = (Demolish, Deploy, Attack, TakeGround, RemoveWire, Strike, Ambush, ExitBoard)
BUSY = (MoveUnit, OrderUnit)
LONGEST = 1500
WIDE = "omaha_beach_overlord"
PATIENT = 200
"""Games in which a line is kept only if none of its fields is empty."""


_INSTRUCTED = GiveOrders(Seat.AXIS, (Instruction.AMBUSH_IF_ONE_HIT, Instruction.RETREAT_TO_COVER))


def missing() -> set[tuple[str, int]]:
    """The forms that events are written in now and that have no file."""
    return {form for form in SCHEMAS.values() if not path(*form).exists()}


def path(name: str, schema: int) -> Path:
    """Where a form is kept."""
    return FOLDER / f"{name}.{schema}.json"


def packed() -> dict[str, bytes]:
    """The packed line of each form that has one."""
    rows = (row.split() for row in PACKED.read_text("ascii").splitlines())
    return {form: bytes.fromhex(line) for form, line in rows}


def games() -> Iterator[list[StoredEvent]]:
    """Games one after another: one that never begins, one with standing orders, one in which time
    runs, one with a hint, one in which much is taken back, a branch of it, one of Overlord, one
    with what is blown up, two with smoke, one with new armor, then every battle by both editions,
    one game in two the second of its match, one in four with ways off the board."""
    yield seated_only(LeaveSeat(Seat.AXIS, BOB), CancelGame(Seat.AXIS, Cancellation.WITHDRAWN))
    yield seated_only(TakeSeat(Seat.ALLIES, ALICE), _INSTRUCTED)
    yield on_the_clock()
    yield against_a_bot().do(TakeHint(Seat.ALLIES)).log
    wavering = Wavering(Undo.CONSENT).go_on()
    yield wavering
    yield Sandbox(branch_of(wavering, seed=BRANCH_SEED)).play(60).log
    wide = replace(
        game_options("golden-wide"), scenario=WIDE, setup=load(WIDE), variant=Variant.OVERLORD
    )
    wide = replace(wide, table=tables_for(Variant.OVERLORD)[-1])
    yield play(EditionName.E2025, wide, random.Random(0), resign_after=60)
    site = replace(game_options("golden-site"), setup=explosive(load("pegasus_bridge")))
    yield play(EditionName.E2004, site, random.Random(0), resign_after=0)
    for number in range(2):
        smoke = replace(load("saverne"), smoke_screen=Side.AXIS)
        screen = replace(game_options("golden-smoke"), setup=smoke, variant=Variant.STANDARD)
        yield play(EditionName.E2025, screen, random.Random(number), resign_after=40)
    rules = tuple(ArmorBreakthrough(side, UnitKind.ARMOR, 2) for side in Side)
    wide = replace(game_options("golden-armor"), variant=Variant.STANDARD)
    wide = replace(wide, setup=replace(load("saverne"), armor_breakthroughs=rules))
    yield play(EditionName.E2025, wide, random.Random(0), resign_after=80)
    number = 0
    while True:
        for slug in BOOKLET:
            for edition in EditionName:
                new = replace(
                    game_options(f"golden-{number}", seed=f"{number + 1:064x}"),
                    scenario=slug,
                    setup=open_ended(load(slug)) if number % 4 == 0 else load(slug),
                    variant=Variant.STANDARD,
                    match=MatchGame("golden", 2, allies=ALICE, axis=BOB) if number % 2 else None,
                )
                yield play(edition, new, random.Random(number), resign_after=40 * (number % 5))
                number += 1


def play(
    edition: EditionName, new: GameOptions, chooser: random.Random, resign_after: int
) -> list[StoredEvent]:
    """One whole game; 0 plays it to its end."""
    chance = SeededChance(bytes.fromhex(new.seed), new.game)
    log = envelop((create(edition, new),), 0, chain.GENESIS, EventMetadata(AT, None, new.seed))
    state = evolve(None, log[0].event)
    first, second = state.table.parties
    commands: list[Command] = [TakeSeat(second[0], BOB), TakeSeat(first[0], ALICE)]
    for count in range(LONGEST):
        if commands:
            command = commands.pop()
        elif state.awaited is None:
            break
        elif count == resign_after:
            command = Resign(state.awaited)
        else:
            command = _chosen(list(plays(state)), chooser)
        decision = apply(state, command, chance)
        stamp = EventMetadata(AT, command.seat, new.seed)
        log += envelop(decision.events, state.version, log[-1].hash, stamp)
        state = decision.state
    return log


def _chosen(options: list[Command], chooser: random.Random) -> Command:
    """Mostly what leads to battle."""
    for kinds, share in ((BOLD, 0.85), (Decline, 0.3), (BUSY, 0.8)):
        wanted = [option for option in options if isinstance(option, kinds)]
        if wanted and chooser.random() < share:
            return chooser.choice(wanted)
    return chooser.choice(options)


def seated_only(*then: Command) -> list[StoredEvent]:
    """A game in which one player has sat down, and what comes after that."""
    new = game_options("golden-off")
    chance = SeededChance(bytes.fromhex(new.seed), new.game)
    stamp = EventMetadata(AT, None, new.seed)
    log = envelop((create(EditionName.E2025, new),), 0, chain.GENESIS, stamp)
    state = evolve(None, log[0].event)
    for command in (TakeSeat(Seat.AXIS, BOB), *then):
        decision = apply(state, command, chance)
        stamp = EventMetadata(AT, decider(command), new.seed)
        log += envelop(decision.events, state.version, log[-1].hash, stamp)
        state = decision.state
    return log


def on_the_clock() -> list[StoredEvent]:
    """A game in which all is said and done about time and seats."""
    clock = bank(at_zero=AtZero.BOT, bot=BotLevel.GREEDY, vacation_days=3)
    game = TimedGame(clock, Variant.OPERATION_ALLIANCE)
    first, *others = game.state.table.seats
    game.do(TakeVacation(first, 2), after=3).do(EndVacation(first), after=90_000)
    game.do(Propose(first, Agreement.PAUSE, 4), after=1)
    for seat in others:
        game.do(AgreeToProposal(seat), after=1)
    game.do(EndPause(first), after=3600)
    partner = game.state.table.partners(first)[0]
    game.do(Propose(first, Agreement.HAND_OVER, to=partner), after=1).do(DropProposal(partner))
    game.do(CreditTime(first, 500), after=1)
    return game.do(Resign(first, Ending.TIME_LIMIT), after=3600).log


def is_full(event: StoredEvent) -> bool:
    """Whether an event says something in every field that everyone sees."""
    return None not in event.data.values()


def main() -> None:
    """Play until every form has been met, and pack those that have no packed line."""
    meet(missing())
    known = packed()
    with PACKED.open("a", encoding="ascii") as rows:
        for file in sorted(FOLDER.glob("*.json")):
            if file.stem not in known:
                rows.write(f"{file.stem} {dump(load_event(file.read_bytes())).hex()}\n")


def meet(wanted: set[tuple[str, int]]) -> None:
    """Write the first event of each form that is wanted."""
    for number, log in enumerate(games()):
        if not wanted:
            return
        for event in log:
            form = (event.type, event.schema)
            if form in wanted and (number >= PATIENT or is_full(event)):
                wanted.remove(form)
                path(*form).write_bytes(chain.canonical(event) + b"\n")


if __name__ == "__main__":
    main()
