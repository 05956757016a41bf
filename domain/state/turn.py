"""The turn under way, and what its units have done."""

from collections.abc import Mapping
from dataclasses import field

from domain.geometry.hexes import Hex
from domain.state.cards import Order
from domain.values import Card, Face, Seat, Section
from domain.values.frozen import dataclass


@dataclass(frozen=True)
class OrderedUnit:
    """What an ordered unit has done this turn and may still do.

    ``sections`` are those it stood in when ordered, ``start`` is its hex then, which is where it
    began the turn. One that is ``on_the_move`` may not battle in any way, one that ``charges`` only
    adjacent enemies.
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
    """The attack declared last this turn; ``start`` and ``ground`` are where the attacker and the
    target stood. ``stars`` as in ``AttackDeclared``; ``answered`` says that the target
    was asked whether it battles back."""

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
    """A strike that needs no unit; terms as in ``TargetsDemanded``.

    ``targets`` are the named units that have not been struck yet, and ``faces`` the dice thrown
    last.
    """

    dice: int
    most: int
    section: Section | None
    targets: tuple[str, ...] = ()
    faces: tuple[Face, ...] = ()


@dataclass(frozen=True)
class Turn:
    """The turn under way. ``taken`` counts the turns each seat has completed.

    ``seat`` began it; ``beside`` are the generals that act in it too. ``orders`` is what the card
    of each of them orders, as soon as it is played. The phases are common to all of them;
    ``finished`` are those that do no more in the present one, and ``moved`` says that none of them
    moves any more.
    ``delegates`` are the seats of a team that carry out the card of ``seat``, and ``proposals`` the
    cards that others have proposed to it.

    ``rolled`` are the dice thrown for orders, ``dice`` those of each seat that throws its own,
    ``restored`` the units that got figures back, each as often as figures, ``tended`` those for
    which dice were thrown. ``battles_over`` says that no further battle follows.
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
        """The generals that have a card to carry out."""
        return tuple(seat for seat in self.beside if seat in self.orders) if self.beside else ()

    @property
    def carrying_out(self) -> tuple[Seat, ...]:
        """The seats that order, move and battle, and have not finished the present phase."""
        seats = self.delegates or self.generals
        return tuple(seat for seat in seats if seat not in self.finished) or (self.seat,)

    @property
    def order(self) -> Order | None:
        """What the card of the seat that began the turn orders."""
        return self.orders.get(self.seat)
