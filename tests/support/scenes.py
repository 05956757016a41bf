"""Single battles as they are set up, in the middle of a turn."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from domain import events as e
from domain import state as s
from domain.editions import EDITIONS
from domain.geometry.hexes import Hex
from domain.position import Position
from domain.values import Card, EditionName, LossCause, Seat, Section, Variant
from tests.support.case_text import hex_
from tests.support.games import after, start_game
from tests.support.seating import opponent

HITS = LossCause.HITS
MOVES_END = e.MovesEnded()
Spot = tuple[int, int]


def holding(state: s.GameState, seat: Seat, card: Card) -> s.GameState:
    """The same with a hand that holds this card, changed for one of its own."""
    known = state.cards
    hand, deck, other = map(list, (known.hand(seat), known.deck, known.hand(opponent(seat))))
    pile = next(cards for cards in (hand, deck, other) if card in cards)
    place = pile.index(card)
    pile[place], hand[0] = hand[0], pile[place]
    hands = {seat: tuple(hand), opponent(seat): tuple(other)}
    return replace(state, cards=replace(known, hands=hands, deck=tuple(deck)))


@dataclass(frozen=True)
class Scene:
    """A battle as it is set up, in the middle of a turn of the side of ``ordered``.

    ``at`` are units that have come to other hexes meanwhile, ``left`` the figures of units that
    lost some, ``gone`` units that were eliminated for no medal. ``then`` has happened besides,
    before the turn. The deck is that of Young Generals, so that nobody lies in ambush, unless a
    ``card`` is named.
    """

    slug: str
    ordered: str
    phase: str = "battle"
    at: Mapping[str, Spot] = field(default_factory=dict)
    left: Mapping[str, int] = field(default_factory=dict)
    gone: str = ""
    card: Card | None = None
    then: tuple[e.Event, ...] = ()

    def begin(self, edition: EditionName) -> s.GameState:
        """The game at the chosen phase."""
        variant = Variant.STANDARD if self.card else Variant.YOUNG_GENERALS
        state = start_game(self.slug, edition, variant=variant).state
        seat = Seat(self.ordered.partition("-")[0])
        if self.card:
            state = holding(state, seat, self.card)
        before = after(state, (*self._elsewhere(state), *self.then, e.TurnStarted(3, seat)))
        return after(before, self._turn(before, seat))

    def at_edition(self, edition: EditionName) -> Position:
        """The same, seen through its rulebook."""
        return Position(EDITIONS[edition], self.begin(edition))

    def _elsewhere(self, state: s.GameState) -> Iterator[e.Event]:
        for name in self.gone.split():
            unit = state.units[name]
            yield e.UnitEliminated(name, unit.hex, unit.figures, HITS, unit.side.enemy, 0)
        for name, position in self.at.items():
            yield e.UnitRetreated(name, (Hex(*position),))
        for name, figures in self.left.items():
            yield e.FiguresLost(name, state.units[name].figures - figures, HITS)

    def _turn(self, state: s.GameState, seat: Seat) -> Iterator[e.Event]:
        if self.phase == "play_card":
            return
        yield e.CardPlayed(seat, self.card or state.cards.hand(seat)[0])
        for name in self.ordered.split():
            yield e.UnitOrdered(name, (Section.CENTER,))
        yield e.OrdersEnded()
        if self.phase == "battle":
            yield MOVES_END


def scene(before: Scene | None, parts: list[str], named: Mapping[str, Mapping[str, Any]]) -> Scene:
    """A battle in the words of a case; its name and phase are those of the case ``before``, if it
    names none: ``sword_beach; move allies-2; axis-7 at 2,4; axis-5 left 1; gone axis-1``."""
    read = before and replace(before, at={}, left={}, gone="", card=None, then=())
    for part in sorted(parts, key=lambda part: " " in part):
        match part.split():
            case ["move" | "battle" | "play_card" as phase, *ordered]:
                read = replace(read, phase=phase, ordered=" ".join(ordered))
            case [unit, "at", text]:
                read = replace(read, at={**read.at, unit: hex_(text)})
            case [unit, "left", figures]:
                read = replace(read, left={**read.left, unit: int(figures)})
            case ["gone", *units]:
                read = replace(read, gone=" ".join(units))
            case ["card", card]:
                read = replace(read, card=Card(card))
            case ["with", name]:
                read = replace(read, **named[name])
            case [slug]:
                read = replace(read, slug=slug) if read else Scene(slug, "")
    return read


def gone(unit: str, cost: int, *hexes: Spot, battle: bool = True, ground: bool = True) -> e.Event:
    return e.UnitMoved(unit, tuple(Hex(*position) for position in hexes), cost, battle, ground)
