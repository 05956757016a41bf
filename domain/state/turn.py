"""The current turn, and what its units have done."""

from collections.abc import Mapping
from dataclasses import field

from domain.geometry.hexes import Hex
from domain.state.cards import Order
from domain.values import Card, Face, Seat, Section
from domain.values.frozen import dataclass


@dataclass(frozen=True)
class OrderedUnit:
    """What an ordered unit has done this turn and may still do.

    ``sections`` and ``start`` are where it stood when ordered, at the start of the turn. A unit
    ``on_the_move`` may not battle at all; one that ``charges`` may battle adjacent enemies only.
    """

    sections: tuple[Section, ...]
    start: Hex
    moved: bool = False
    cost: int = 0
    may_battle: bool = True
    may_take_ground: bool = True
    battles: int = 0
    overran: bool = False
    on_the_move: bool = False
    charges: bool = False
    moved_again: bool = False


@dataclass(frozen=True)
class Fight:
    """The last attack declared this turn; ``start`` and ``ground`` are where the attacker and the
    target stood. ``stars`` as in ``AttackDeclared``; ``answered`` says that the target has already
    been asked whether it battles back."""

    attacker: str
    target: str
    start: Hex
    ground: Hex
    distance: int
    dice: int
    overrun: bool
    faces: tuple[Face, ...] = ()
    stars: bool = False
    answered: bool = False


@dataclass(frozen=True)
class StrikeStatus:
    """A strike that needs no unit; ``dice``, ``most`` and ``section`` as in ``TargetsDemanded``.
    ``targets`` are the named units that have not been struck yet, ``faces`` the last roll."""

    dice: int
    most: int
    section: Section | None
    targets: tuple[str, ...] = ()
    faces: tuple[Face, ...] = ()


@dataclass(frozen=True)
class Turn:
    """The current turn. ``taken`` counts the turns each seat has completed.

    ``seat`` began it; ``beside`` are the generals that act in it too. ``orders`` is the order of
    each one's card, once it is played. They share the phases: ``finished`` are the seats that are
    done with the current one, and ``moved`` says that all moves are over. ``delegates`` are the
    members of a team that execute the card of ``seat``, ``proposals`` the cards that others have
    proposed to it.

    ``rolled`` are the dice rolled for orders, ``dice`` those of each seat that rolls its own.
    ``restored`` are the units that got figures back, once per figure; ``tended`` those for which
    dice were rolled. ``battles_over`` says that no further battle follows.
    """

    number: int
    seat: Seat
    taken: Mapping[Seat, int]
    ordered: Mapping[str, OrderedUnit]
    fight: Fight | None = None
    orders: Mapping[Seat, Order] = field(default_factory=dict)
    rolled: tuple[Face, ...] = ()
    restored: tuple[str, ...] = ()
    tended: tuple[str, ...] = ()
    strike: StrikeStatus | None = None
    battles_over: bool = False
    beside: tuple[Seat, ...] = ()
    finished: frozenset[Seat] = frozenset()
    moved: bool = False
    dice: Mapping[Seat, tuple[Face, ...]] = field(default_factory=dict)
    delegates: tuple[Seat, ...] = ()
    proposals: Mapping[Seat, Card] = field(default_factory=dict)

    @property
    def acting(self) -> tuple[Seat, ...]:
        """The seats whose turn it is."""
        others = (*self.beside, *self.delegates)
        return (self.seat, *(seat for seat in others if seat is not self.seat))

    @property
    def generals(self) -> tuple[Seat, ...]:
        """The generals that have a card to execute."""
        return tuple(seat for seat in self.beside if seat in self.orders) if self.beside else ()

    @property
    def carrying_out(self) -> tuple[Seat, ...]:
        """The seats that order, move and battle, and have not finished the current phase."""
        seats = self.delegates or self.generals
        return tuple(seat for seat in seats if seat not in self.finished) or (self.seat,)

    @property
    def order(self) -> Order | None:
        """The order of the seat that began the turn."""
        return self.orders.get(self.seat)
