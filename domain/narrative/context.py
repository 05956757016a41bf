"""The context of a narrative: what everyone sees of a game, updated by its events. It holds no card
except the one in play."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from domain import events as e
from domain.editions import rulebook
from domain.geometry.hexes import Hex
from domain.narrative.messages import Piece
from domain.rulebook.book import Edition
from domain.state import Unit
from domain.values import Card, Seat, Side


@dataclass(frozen=True, slots=True)
class Scene:
    """A game after some of its events. ``played`` is the first card of the current turn.

    ``attacker`` and ``target`` are those of the last declared attack, ``stars`` says whether stars
    hit in it and in an ambush, and ``focus`` is the unit last mentioned as the target of dice.
    """

    book: Edition
    units: Mapping[str, Unit]
    medals: Mapping[Side, int]
    turn: int = 0
    seat: Seat | None = None
    played: e.CardPlayed | None = None
    attacker: str = ""
    target: str = ""
    stars: tuple[bool, bool] = (False, False)
    focus: str | None = None

    def piece(self, name: str) -> Piece:
        """Return a unit as it is now."""
        unit = self.units[name]
        return Piece(unit.id, unit.side, unit.kind, unit.hex)

    def without_focus(self) -> "Scene":
        """Return the scene without a focus."""
        return self if self.focus is None else replace(self, focus=None)

    @property
    def orders(self) -> Card | None:
        """The card whose orders are executed this turn."""
        return None if self.played is None else self.played.orders_as or self.played.card


def initial_scene(event: e.GameCreated) -> Scene:
    """Return the first scene of a game."""
    units = {
        u.id: Unit(u.id, u.side, u.kind, u.figures, u.figures, u.hex, u.medals)
        for u in event.setup.units
    }
    return Scene(rulebook(event), units, dict.fromkeys(Side, 0))


def next_scene(scene: Scene, event: e.Event) -> Scene:
    """Return the scene after an event other than ``TakenBack``."""
    step = _STEPS.get(type(event))
    return scene if step is None else step(scene, event)


def losses(scene: Scene, event: e.Event) -> tuple[Side, int] | None:
    """Return the figures that an event takes from a side, if any."""
    if isinstance(event, e.FiguresLost | e.UnitEliminated):
        return scene.units[event.unit].side, event.count
    return None


def gains(scene: Scene, event: e.Event) -> tuple[Side, int] | None:
    """Return the medals that an event gives to a side or takes from it, if any."""
    match event:
        case e.UnitEliminated():
            return event.to, event.medals
        case e.UnitExited():
            return scene.units[event.unit].side, event.medals
        case e.ObjectiveTaken():
            return event.side, event.medals
        case e.ObjectiveLost():
            return event.side, -event.medals
        case _:
            return None


def _turn_started(scene: Scene, event: e.TurnStarted) -> Scene:
    return replace(scene, turn=event.turn, seat=event.seat, played=None, focus=None)


def _card_played(scene: Scene, event: e.CardPlayed) -> Scene:
    # Of several cards, that of the Commander-in-Chief comes first.
    return replace(scene, played=scene.played or event)


def _attack_declared(scene: Scene, event: e.AttackDeclared) -> Scene:
    target = event.target
    stars = (event.stars, False)
    return replace(scene, attacker=event.attacker, target=target, stars=stars, focus=target)


def _ambush_played(scene: Scene, event: e.AmbushPlayed) -> Scene:
    return replace(scene, stars=(scene.stars[0], event.stars), focus=scene.attacker)


def _landed(scene: Scene, event: e.UnitLanded | e.UnitArrived) -> Scene:
    figures = event.figures
    unit = Unit(event.unit, event.side, event.kind, figures, figures, event.hex)
    return replace(scene, units={**scene.units, event.unit: unit})


def _moved(scene: Scene, event: e.UnitMoved | e.UnitRetreated) -> Scene:
    return _moved_to(scene, event.unit, event.path[-1])


def _eliminated(scene: Scene, event: e.UnitEliminated) -> Scene:
    return _with_medals(_without(scene, event.unit), event.to, event.medals)


def _exited(scene: Scene, event: e.UnitExited) -> Scene:
    side = scene.units[event.unit].side
    return _with_medals(_without(scene, event.unit), side, event.medals)


def _moved_to(scene: Scene, name: str, hex_: Hex) -> Scene:
    unit = replace(scene.units[name], hex=hex_)
    return replace(scene, units={**scene.units, name: unit})


def _without(scene: Scene, name: str) -> Scene:
    units = {other: unit for other, unit in scene.units.items() if other != name}
    return replace(scene, units=units)


def _with_medals(scene: Scene, side: Side, gained: int) -> Scene:
    return replace(scene, medals={**scene.medals, side: scene.medals[side] + gained})


_STEPS: dict[type, Callable[[Scene, Any], Scene]] = {
    e.TurnStarted: _turn_started,
    e.CardPlayed: _card_played,
    e.AttackDeclared: _attack_declared,
    e.AmbushPlayed: _ambush_played,
    e.DiceRolled: lambda scene, _: replace(scene, focus=scene.target),
    e.StrikeRolled: lambda scene, event: replace(scene, focus=event.target),
    e.BattleBackRolled: lambda scene, _: replace(scene, focus=scene.attacker),
    e.HazardRolled: lambda scene, event: replace(scene, focus=event.unit),
    e.UnitLanded: _landed,
    e.UnitArrived: _landed,
    e.UnitMoved: _moved,
    e.UnitRetreated: _moved,
    e.GroundTaken: lambda scene, event: _moved_to(scene, event.unit, event.hex),
    e.UnitEliminated: _eliminated,
    e.UnitExited: _exited,
    e.ObjectiveTaken: lambda scene, event: _with_medals(scene, event.side, event.medals),
    e.ObjectiveLost: lambda scene, event: _with_medals(scene, event.side, -event.medals),
}
