"""What is told of a finished game: claims, each of which follows from the events alone.

Words belong to whoever tells them. A reader who has the events can work every claim out again, so
nothing is claimed that takes more than the events and the faces of a die. What was taken back is
not told.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import cast

from domain import events as e
from domain.analysis.luck import Measure, Throw, thrown
from domain.analysis.work import Spend, unlimited
from domain.chance import DIE
from domain.geometry.hexes import Hex, label
from domain.history import mainline_versions
from domain.seating import table_of
from domain.values import Ending, Side, UnitKind

MAX_TURNS = 7
"""How many turns are told of at most."""
RAREST = 1_000_000
"""In how many cases something happens once at the most, as it is told."""


class ReportTopic(StrEnum):
    """What a report is about, in its order."""

    BRIEFING = "briefing"
    RESULT = "result"
    TURNS = "turns"
    DICE = "dice"
    HONORS = "honors"


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence: the ``kind`` of what it says, and the words and numbers in it.

    ``version`` is that of the board that shows it, if one does. Of a side ``allies`` and ``axis``
    in a name tell whose the number is; ``expected_tenths`` are tenths of a hit, and ``one_in``
    says that something happens once in so many cases.
    """

    topic: ReportTopic
    kind: str
    values: Mapping[str, int | str]
    version: int | None = None


@dataclass(slots=True)
class _Turn:
    """The turn ``number`` of ``side``: what it has changed up to ``last``."""

    number: int
    side: Side
    last: int = 0
    lost: Counter[Side] = field(default_factory=Counter)
    medals: Counter[Side] = field(default_factory=Counter)
    places: Counter[Hex] = field(default_factory=Counter)
    standing: Mapping[Side, int] = field(default_factory=dict)

    @property
    def swing(self) -> tuple[int, int]:
        """By how many medals, and then figures, the balance of the sides has changed."""
        one, other = Side
        return (
            abs(self.medals[one] - self.medals[other]),
            abs(self.lost[one] - self.lost[other]),
        )

    @property
    def place(self) -> Hex:
        """Where most figures fell, the first of several; where none did, the first medals."""
        return max(self.places, key=self.places.__getitem__)


@dataclass(frozen=True, slots=True)
class _Soldiers:
    """A unit as it came into the game."""

    id: str
    side: Side
    kind: UnitKind
    hex: Hex


def claims(events: Iterable[e.Event], spend: Spend = unlimited) -> list[Claim]:
    """Everything that is told of a finished game; ``events`` are all from its first one on."""
    log = list(events)
    ledger = _Ledger(log)
    throws = [one for one in thrown(log, spend) if one.stands]
    return [
        *ledger.briefing(),
        *ledger.result(),
        *ledger.turning(),
        *(claim for side in Side for claim in _of_dice(side, throws, spend)),
        *ledger.honors(),
    ]


class _Ledger:
    """A game counted up, event by event."""

    def __init__(self, log: Sequence[e.Event]) -> None:
        self._created = created = cast(e.GameCreated, log[0])
        self._table = table_of(created)
        self._units = {
            one.id: _Soldiers(one.id, one.side, one.kind, one.hex) for one in created.setup.units
        }
        self._at = {one.id: one.hex for one in created.setup.units}
        self._objectives = {one.id: one.hexes[0] for one in created.setup.objectives}
        self._turns: list[_Turn] = []
        self._medals: Counter[Side] = Counter()
        self._lost: Counter[Side] = Counter()
        self._gone: Counter[Side] = Counter()
        self._took: Counter[str] = Counter()
        self._ended: Counter[str] = Counter()
        self._attacker = self._target = self._ambusher = ""
        self._acting: str | None = None
        self._first = self._winner = created.setup.first
        self._reason = Ending.MEDALS
        taken_back = {v: one.to_version for v, one in enumerate(log, 1) if type(one) is e.TakenBack}
        for version in mainline_versions(len(log), taken_back):
            self._count(version, log[version - 1])

    def _count(self, version: int, event: e.Event) -> None:
        match event:
            case e.GameStarted():
                self._first = self._table.side_of(event.first)
            case e.UnitLanded():
                landed = _Soldiers(event.unit, event.side, event.kind, event.hex)
                self._units[event.unit] = landed
                self._at[event.unit] = event.hex
            case e.UnitMoved() | e.UnitRetreated():
                self._at[event.unit] = event.path[-1]
            case e.GroundTaken():
                self._at[event.unit] = event.hex
            case e.TurnStarted():
                self._acting = None
                self._turns.append(_Turn(event.turn, self._table.side_of(event.seat)))
            case e.GameFinished():
                self._winner, self._reason = event.winner, event.reason
            case _:
                self._count_fight(event)
        if self._turns:
            self._turns[-1].last = version
            self._turns[-1].standing = dict(self._medals)

    def _count_fight(self, event: e.Event) -> None:
        """Whatever a unit loses is the doing of the one that rolled dice last."""
        match event:
            case e.AttackDeclared():
                self._attacker, self._target = event.attacker, event.target
            case e.AmbushPlayed():
                self._ambusher = event.unit
            case e.DiceRolled():
                self._acting = self._attacker
            case e.AmbushRolled():
                self._acting = self._ambusher
            case e.BattleBackRolled():
                self._acting = self._target
            case e.StrikeRolled() | e.HazardRolled() | e.DemolitionRolled():
                self._acting = None
            case _:
                self._count_gain(event)

    def _count_gain(self, event: e.Event) -> None:
        match event:
            case e.FiguresLost():
                self._lose(event.unit, event.count)
            case e.UnitEliminated():
                self._lose(event.unit, event.count)
                self._gone[self._units[event.unit].side] += 1
                if self._acting is not None:
                    self._ended[self._acting] += 1
                self._gain(event.to, event.medals, event.hex)
            case e.UnitExited():
                self._gain(self._units[event.unit].side, event.medals, event.hex)
            case e.ObjectiveTaken():
                self._gain(event.side, event.medals, self._objectives[event.objective])
            case e.ObjectiveLost():
                self._gain(event.side, -event.medals, self._objectives[event.objective])
            case _:
                pass

    def _lose(self, unit: str, figures: int) -> None:
        side = self._units[unit].side
        self._lost[side] += figures
        if self._turns:
            self._turns[-1].lost[side] += figures
            self._turns[-1].places[self._at[unit]] += figures
        if self._acting is not None:
            self._took[self._acting] += figures

    def _gain(self, side: Side, medals: int, place: Hex) -> None:
        self._medals[side] += medals
        if self._turns:
            self._turns[-1].places[place] += 0
            self._turns[-1].medals[side] += medals

    def briefing(self) -> list[Claim]:
        """What was played, and from where it began."""
        created, setup = self._created, self._created.setup
        units = {side: [one for one in setup.units if one.side is side] for side in Side}
        forces = {f"{side}_units": len(units[side]) for side in Side} | {
            f"{side}_figures": sum(one.figures for one in units[side]) for side in Side
        }
        facts = (
            ("battle", {"scenario": created.scenario, "edition": created.edition.value}),
            ("goal", {side.value: setup.army(side).medals_to_win for side in Side}),
            ("forces", forces),
            ("first", {"side": self._first.value}),
        )
        return [Claim(ReportTopic.BRIEFING, kind, values, 1) for kind, values in facts]

    def result(self) -> list[Claim]:
        """Who has won, and at which cost."""
        lost = {f"{side}_figures": self._lost[side] for side in Side} | {
            f"{side}_units": self._gone[side] for side in Side
        }
        facts: tuple[tuple[str, Mapping[str, int | str]], ...] = (
            (f"won_by_{self._reason}", {"side": self._winner.value}),
            ("score", {side.value: self._medals[side] for side in Side}),
            ("length", {"turns": self._turns[-1].number if self._turns else 0}),
            ("losses", lost),
        )
        return [Claim(ReportTopic.RESULT, kind, values) for kind, values in facts]

    def turning(self) -> list[Claim]:
        """The turns that have changed most, in the order in which they were played."""
        swung = sorted((one for one in self._turns if any(one.swing)), key=_by_swing)
        return [
            Claim(
                ReportTopic.TURNS,
                "turn",
                {"turn": one.number, "side": one.side.value, "hex": label(one.place)}
                | {f"{side}_lost": one.lost[side] for side in Side}
                | {f"{side}_medals": one.standing.get(side, 0) for side in Side},
                one.last,
            )
            for one in sorted(swung[:MAX_TURNS], key=lambda one: one.last)
        ]

    def honors(self) -> list[Claim]:
        """The unit of each side that took most figures; eliminations and then names decide."""
        found = []
        for side in Side:
            took = [one for one in self._units.values() if one.side is side and self._took[one.id]]
            if took:
                best = min(
                    took, key=lambda one: (-self._took[one.id], -self._ended[one.id], one.id)
                )
                values: dict[str, int | str] = {
                    "side": side.value,
                    "unit": best.id,
                    "kind": best.kind.value,
                    "hex": label(best.hex),
                    "figures": self._took[best.id],
                    "units": self._ended[best.id],
                }
                found.append(Claim(ReportTopic.HONORS, "honor", values))
        return found


def _by_swing(turn: _Turn) -> tuple[int, int, int]:
    medals, figures = turn.swing
    return -medals, -figures, turn.last


def _of_dice(side: Side, throws: Sequence[Throw], spend: Spend) -> list[Claim]:
    """How often a side's dice have hit, and how often the same dice would have done worse; where
    they hit at least as often as was to be expected, how often better."""
    mine = [one for one in throws if one.side is side]
    faces = [_hitting(one) for one in mine for _ in one.faces]
    if not faces:
        return [Claim(ReportTopic.DICE, "dice_none", {"side": side.value})]
    hits = sum(one.luck[Measure.HITS].actual for one in mine)
    expected = sum(faces)
    spend(10 * len(faces) ** 2)
    ways = _ways(faces)
    lucky = hits * len(DIE) >= expected
    other = sum(ways[hits + 1 :] if lucky else ways[:hits])
    facts: dict[str, int | str] = {"side": side.value, "dice": len(faces), "hits": hits}
    facts["expected_tenths"] = (20 * expected + len(DIE)) // (2 * len(DIE))
    claim = Claim(ReportTopic.DICE, "dice", facts)
    more = "more" if lucky else "fewer"
    if not other:
        return [claim, Claim(ReportTopic.DICE, f"dice_no_{more}", {"side": side.value})]
    one_in = min((2 * len(DIE) ** len(faces) + other) // (2 * other), RAREST)
    values: dict[str, int | str] = {"side": side.value, "one_in": one_in}
    return [claim, Claim(ReportTopic.DICE, f"dice_{more}", values)]


def _hitting(throw: Throw) -> int:
    """How many faces of each die hit the target."""
    return round(throw.luck[Measure.HITS].expected * len(DIE) / len(throw.faces))


def _ways(faces: Sequence[int]) -> list[int]:
    """Of all throws, those with so many hits; of each die this many faces hit."""
    found = [1]
    for one in faces:
        missed, hit = [*found, 0], [0, *found]
        found = [(len(DIE) - one) * a + one * b for a, b in zip(missed, hit, strict=True)]
    return found
