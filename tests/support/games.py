"""Games to test with: a skirmish at a chosen phase, and whole games played at random."""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from domain import apply, create, evolve, fold, legal_commands
from domain import events as e
from domain.chance import Chance, SeededChance
from domain.commands import Command, Resign, TakeSeat
from domain.editions import rulebook
from domain.geometry.hexes import grid_of
from domain.geometry.shape import STANDARD, GridShape
from domain.pieces.cards import SECTION_CARDS
from domain.pieces.obstacles import MINES
from domain.pieces.units import FIGURES, MEDALS
from domain.position import Position
from domain.scenarios import load
from domain.seating import Table, tables_for
from domain.setup import PlacedUnit, Setup
from domain.state import GameState
from domain.steps.table.lifecycle import GameOptions, full_deck
from domain.values import (
    Card,
    EditionName,
    ObstacleKind,
    Seat,
    Side,
    Undo,
    UnitKind,
    Variant,
    Visibility,
)
from tests.support.boards import EDGES, Board, board
from tests.support.chance import Script
from tests.support.seating import opponent, seat_of

SEED = "5eed" * 16
BOTH = tuple(EditionName)
PLAYERS = {Seat.ALLIES: "ann", Seat.AXIS: "bob"}


def game_options(setup: Setup, seed: str = SEED, scenario: str = "skirmish") -> GameOptions:
    """What a test game is created from."""
    return GameOptions(
        game=f"game-{seed[:4]}",
        scenario=scenario,
        setup=setup,
        variant=Variant.YOUNG_GENERALS,
        undo=Undo.NONE,
        visibility=Visibility.PUBLIC,
        created_by="ann",
        move_time_limit=86_400,
        seed=seed,
    )


def play(state: GameState, commands: Iterable[Command], chance: Chance) -> GameState:
    """The state after commands that are all legal."""
    for command in commands:
        state = apply(state, command, chance).state
    return state


def after(state: GameState, events: Iterable[e.Event]) -> GameState:
    """The state after events."""
    for event in events:
        state = evolve(state, event)
    return state


def seated() -> tuple[Command, ...]:
    """Both players sit down."""
    return tuple(TakeSeat(seat, player) for seat, player in PLAYERS.items())


@dataclass(frozen=True)
class Skirmish:
    """A drawn board in the middle of the first turn.

    The side of ``first`` plays ``card``, or plays it as ``played`` says; ``ordered`` units have
    their orders, whatever the card says, when the phase is past ordering. ``held`` are further
    cards of its hand, ``enemy`` cards of the other side's; section cards fill both up. With a
    tactic card among them the deck is the standard one, else that of Young Generals, to whom 2025
    deals six cards whatever ``hand`` says. ``deck`` lies on top of the draw pile. ``changes`` go
    into the set-up, and ``kinds`` to some of its units. ``then`` has happened besides. ``mines``
    are the strengths of its minefields, as they are drawn, if not 0; ``lots`` what is drawn later.
    """

    picture: str
    left: int = 8
    ordered: str = ""
    phase: Literal["seating", "play_card", "order", "move", "battle"] = "battle"
    card: Card = Card.ASSAULT_CENTER
    first: Side = Side.ALLIES
    hand: int = 6
    extra: tuple[int, ...] = ()
    medals: int = 4
    deck: tuple[Card, ...] = ()
    held: tuple[Card, ...] = ()
    enemy: tuple[Card, ...] = ()
    played: e.CardPlayed | None = None
    changes: Mapping[str, object] = field(default_factory=dict)
    kinds: Mapping[str, UnitKind] = field(default_factory=dict)
    then: tuple[e.Event, ...] = ()
    shape: GridShape = STANDARD
    mines: tuple[int, ...] = ()
    lots: tuple[int, ...] = ()

    @property
    def board(self) -> Board:
        """What the picture shows."""
        return board(self.picture, self.left, self.shape)

    def begin(self, edition: EditionName) -> GameState:
        """The game at the chosen phase."""
        return self._start_game(edition)[0]

    def log(self, edition: EditionName) -> list[e.Event]:
        """All that has happened until then."""
        return self._start_game(edition)[1]

    def at(self, edition: EditionName) -> Position:
        """The same, seen through its rulebook."""
        state = self.begin(edition)
        return Position(rulebook(state.created), state)

    def _start_game(self, edition: EditionName) -> tuple[GameState, list[e.Event]]:
        state = self._created(edition)
        log: list[e.Event] = [state.created]
        if self.phase != "seating":
            chance = Script(on_top=self._stacked(state), drifts=self._laid(state))
            for command in seated():
                decision = apply(state, command, chance)
                log += decision.events
                state = decision.state
        log += (rest := (*self._so_far(state), *self.then))
        return after(state, rest), log

    def _created(self, edition: EditionName) -> GameState:
        setup = self.board.setup(self.first, self.hand, self.extra, self.medals)
        setup = replace(setup, **self.changes)  # type: ignore[arg-type]
        setup = replace(setup, units=tuple(map(self._of_kind, setup.units)))
        return evolve(None, create(edition, replace(game_options(setup), variant=self._variant)))

    def _of_kind(self, unit: PlacedUnit) -> PlacedUnit:
        kind = self.kinds.get(unit.id)
        if kind is None:
            return unit
        return replace(unit, kind=kind, figures=FIGURES[kind], medals=MEDALS[kind])

    @property
    def _variant(self) -> Variant:
        named = {self.card, *self.deck, *self.held, *self.enemy}
        return Variant.YOUNG_GENERALS if named <= set(SECTION_CARDS) else Variant.STANDARD

    def _laid(self, state: GameState) -> list[int]:
        """Which of the mines that are left is laid on each minefield."""
        kinds = [placed.kind for placed in state.created.setup.obstacles]
        missing = kinds.count(ObstacleKind.MINEFIELD) - len(self.mines)
        left, places = sorted(MINES), []
        for strength in (*self.mines, *left[:missing]):
            places.append(left.index(strength))
            left.remove(strength)
        return places

    def _stacked(self, state: GameState) -> list[Card]:
        """The hand of the first side, then the other's, then the named deck."""
        if not self.deck and not self.held and not self.enemy:
            return [self.card]
        sizes = {size.seat: size.start for size in state.created.hand_sizes}
        first = seat_of(self.first)
        hands = {first: [self.card, *self.held], opponent(first): list(self.enemy)}
        rest = full_deck(state.created.deck)
        for card in (*hands[first], *hands[opponent(first)], *self.deck):
            rest.remove(card)
        for seat, hand in hands.items():
            missing = sizes[seat] - len(hand)
            hand.extend(rest[:missing])
            rest = rest[missing:]
        return [*hands[first], *hands[opponent(first)], *self.deck]

    def _so_far(self, state: GameState) -> Iterator[e.Event]:
        if self.phase in ("seating", "play_card"):
            return
        yield self.played or e.CardPlayed(seat_of(self.first), self.card)
        if self.phase == "order":
            return
        for name in self.ordered.split():
            unit = state.units[name]
            yield e.UnitOrdered(name, grid_of(self.shape).sections(unit.hex, EDGES[unit.side]))
        yield e.OrdersEnded()
        if self.phase == "battle":
            yield e.MovesEnded()


@dataclass
class Playing:
    """A game under way, with everything that has happened in it."""

    state: GameState
    log: list[e.Event]
    commands: list[Command]
    chance: Chance

    def do(self, command: Command) -> tuple[e.Event, ...]:
        """Carry a command out."""
        decision = apply(self.state, command, self.chance, lambda end: fold(self.log[:end]))
        self.log.extend(decision.events)
        self.commands.append(command)
        self.state = decision.state
        return decision.events


def pegasus(edition: EditionName, seed: str = SEED) -> Playing:
    """Pegasus Bridge for Young Generals before its first turn, with the chance of ``seed``."""
    return start_game("pegasus_bridge", edition, seed, Variant.YOUNG_GENERALS)


def alliance(smaller: Side | None = None) -> Table:
    """The table of Operation Alliance for four, or for three."""
    tables = tables_for(Variant.OPERATION_ALLIANCE)
    return next(table for table in tables if table.smaller is smaller)


def paired_off(
    setup: Setup,
    battle: str,
    smaller: Side | None = None,
    seed: str = SEED,
    undo: Undo = Undo.NONE,
) -> Playing:
    """A game of Operation Alliance with a player of its own in each seat."""
    wanted = replace(
        game_options(setup, seed, battle), variant=Variant.OPERATION_ALLIANCE, undo=undo
    )
    return filled(EditionName.E2025, replace(wanted, table=alliance(smaller)))


def filled(edition: EditionName, options: GameOptions) -> Playing:
    """A game with a player of its own in each seat."""
    created = create(edition, options)
    chance = SeededChance(bytes.fromhex(options.seed), options.game)
    game = Playing(evolve(None, created), [created], [], chance)
    for seat, *_ in game.state.table.parties:
        game.do(TakeSeat(seat, f"player-{seat}"))
    return game


def start_game(
    slug: str, edition: EditionName, seed: str = SEED, variant: Variant = Variant.STANDARD
) -> Playing:
    """A scenario before its first decision, with the chance of ``seed``."""
    return started(load(slug), edition, seed, variant, slug)


def started(
    setup: Setup,
    edition: EditionName,
    seed: str = SEED,
    variant: Variant = Variant.STANDARD,
    slug: str = "skirmish",
) -> Playing:
    """A battle with a set-up before its first decision, with the chance of ``seed``; one of two
    boards is Overlord for two."""
    if setup.grid.half_lines:
        wide = replace(game_options(setup, seed, slug), variant=Variant.OVERLORD)
        return filled(edition, replace(wide, table=tables_for(Variant.OVERLORD)[-1]))
    wished = replace(game_options(setup, seed, slug), variant=variant)
    created = create(edition, wished)
    chance = SeededChance(bytes.fromhex(seed), wished.game)
    state = fold([created])
    assert state is not None
    game = Playing(state, [created], [], chance)
    for command in seated():
        game.do(command)
    return game


def plays(state: GameState) -> list[Command]:
    """What the awaited seat may do, short of resigning."""
    seat = state.awaited
    if seat is None:
        return []
    return [command for command in legal_commands(state, seat) if not isinstance(command, Resign)]


def random_play(game: Playing, dice: random.Random, limit: int) -> Iterator[Playing]:
    """Carry out random legal commands, at most ``limit``; yields the game after each."""
    for _ in range(limit):
        options = plays(game.state)
        if not options:
            return
        game.do(dice.choice(options))
        yield game
