"""The report of a finished game: claims, each of which follows from the events alone.

Texts are left to the reader's language. A reader with the events can verify every claim, so nothing
is claimed that takes more than the events and the faces of a die. What was taken back is left out.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import cast

from domain import events as e
from domain.analysis.luck import Measure, Throw, find_throws
from domain.analysis.work import Spend, unlimited
from domain.chance import DIE
from domain.geometry.hexes import Hex, label
from domain.history import mainline_versions
from domain.seating import table_of
from domain.values import Ending, Side, UnitKind

MAX_TURNS = 7
"""The most turns that a report tells of."""
RAREST = 1_000_000
"""The upper limit of ``one_in``."""


class ReportTopic(StrEnum):
    """The topics of a report, in order."""

    BRIEFING = "briefing"
    RESULT = "result"
    TURNS = "turns"
    DICE = "dice"
    HONORS = "honors"


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence: its ``kind``, and the words and numbers in it.

    ``version`` is that of the board that illustrates it, if any. ``allies`` or ``axis`` in a name
    says whose the number is; ``expected_tenths`` are tenths of a hit, and ``one_in`` means once in
    this many cases.
    """

    topic: ReportTopic
    kind: str
    values: Mapping[str, int | str]
    version: int | None = None


@dataclass(slots=True)
class _Turn:
    """Turn ``number`` of ``side``, and what it has changed up to ``last``."""

    number: int
    side: Side
    last: int = 0
    lost: Counter[Side] = field(default_factory=Counter)
    medals: Counter[Side] = field(default_factory=Counter)
    places: Counter[Hex] = field(default_factory=Counter)
    standing: Mapping[Side, int] = field(default_factory=dict)

    @property
    def swing(self) -> tuple[int, int]:
        """The change in the balance of medals, then of figures."""
        one, other = Side
        return (
            abs(self.medals[one] - self.medals[other]),
            abs(self.lost[one] - self.lost[other]),
        )

    @property
    def place(self) -> Hex:
        """The hex where most figures were lost, the first of several; else of the first medals."""
        return max(self.places, key=self.places.__getitem__)


@dataclass(frozen=True, slots=True)
class _InitialUnit:
    """A unit as it entered the game."""

    id: str
    side: Side
    kind: UnitKind
    hex: Hex


def claims(events: Iterable[e.Event], spend: Spend = unlimited) -> list[Claim]:
    """Return all claims of a finished game; ``events`` are all events from the first."""
    log = list(events)
    ledger = _Ledger(log)
    throws = [throw for throw in find_throws(log, spend) if throw.stands]
    return [
        *ledger.briefing(),
        *ledger.result(),
        *ledger.turning_points(),
        *(claim for side in Side for claim in _dice_claims(side, throws, spend)),
        *ledger.honors(),
    ]


class _Ledger:
    """A game tallied event by event."""

    def __init__(self, log: Sequence[e.Event]) -> None:
        self._created = created = cast(e.GameCreated, log[0])
        self._table = table_of(created)
        self._units = {
            unit.id: _InitialUnit(unit.id, unit.side, unit.kind, unit.hex)
            for unit in created.setup.units
        }
        self._at = {unit.id: unit.hex for unit in created.setup.units}
        self._objectives = {goal.id: goal.hexes[0] for goal in created.setup.objectives}
        self._turns: list[_Turn] = []
        self._medals: Counter[Side] = Counter()
        self._lost: Counter[Side] = Counter()
        self._eliminated: Counter[Side] = Counter()
        self._figures_taken: Counter[str] = Counter()
        self._eliminations: Counter[str] = Counter()
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
            case e.UnitLanded() | e.UnitArrived():
                landed = _InitialUnit(event.unit, event.side, event.kind, event.hex)
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
        """Credit losses to the unit that rolled dice last."""
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
                self._eliminated[self._units[event.unit].side] += 1
                if self._acting is not None:
                    self._eliminations[self._acting] += 1
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
            self._figures_taken[self._acting] += figures

    def _gain(self, side: Side, medals: int, hex_: Hex) -> None:
        self._medals[side] += medals
        if self._turns:
            self._turns[-1].places[hex_] += 0
            self._turns[-1].medals[side] += medals

    def briefing(self) -> list[Claim]:
        """Return what was played, and its initial situation."""
        created, setup = self._created, self._created.setup
        units = {side: [unit for unit in setup.units if unit.side is side] for side in Side}
        forces = {f"{side}_units": len(units[side]) for side in Side} | {
            f"{side}_figures": sum(unit.figures for unit in units[side]) for side in Side
        }
        facts = (
            ("battle", {"scenario": created.scenario, "edition": created.edition.value}),
            ("goal", {side.value: setup.army(side).medals_to_win for side in Side}),
            ("forces", forces),
            ("first", {"side": self._first.value}),
        )
        return [Claim(ReportTopic.BRIEFING, kind, values, 1) for kind, values in facts]

    def result(self) -> list[Claim]:
        """Return who won, and at what cost."""
        losses = {f"{side}_figures": self._lost[side] for side in Side} | {
            f"{side}_units": self._eliminated[side] for side in Side
        }
        facts: tuple[tuple[str, Mapping[str, int | str]], ...] = (
            (f"won_by_{self._reason}", {"side": self._winner.value}),
            ("score", {side.value: self._medals[side] for side in Side}),
            ("length", {"turns": self._turns[-1].number if self._turns else 0}),
            ("losses", losses),
        )
        return [Claim(ReportTopic.RESULT, kind, values) for kind, values in facts]

    def turning_points(self) -> list[Claim]:
        """Return the turns with the largest swings, in order of play."""
        by_swing = sorted((turn for turn in self._turns if any(turn.swing)), key=_by_swing)
        return [
            Claim(
                ReportTopic.TURNS,
                "turn",
                {"turn": turn.number, "side": turn.side.value, "hex": label(turn.place)}
                | {f"{side}_lost": turn.lost[side] for side in Side}
                | {f"{side}_medals": turn.standing.get(side, 0) for side in Side},
                turn.last,
            )
            for turn in sorted(by_swing[:MAX_TURNS], key=lambda turn: turn.last)
        ]

    def honors(self) -> list[Claim]:
        """Return each side's unit that took most figures; ties go by eliminations, then ids."""
        claims = []
        for side in Side:
            took = [
                unit
                for unit in self._units.values()
                if unit.side is side and self._figures_taken[unit.id]
            ]
            if took:
                best = min(
                    took,
                    key=lambda unit: (
                        -self._figures_taken[unit.id],
                        -self._eliminations[unit.id],
                        unit.id,
                    ),
                )
                values: dict[str, int | str] = {
                    "side": side.value,
                    "unit": best.id,
                    "kind": best.kind.value,
                    "hex": label(best.hex),
                    "figures": self._figures_taken[best.id],
                    "units": self._eliminations[best.id],
                }
                claims.append(Claim(ReportTopic.HONORS, "honor", values))
        return claims


def _by_swing(turn: _Turn) -> tuple[int, int, int]:
    medals, figures = turn.swing
    return -medals, -figures, turn.last


def _dice_claims(side: Side, throws: Sequence[Throw], spend: Spend) -> list[Claim]:
    """Return how often a side's dice hit, and how often the same dice would have done worse; or
    better, if they hit at least as often as expected."""
    own = [throw for throw in throws if throw.side is side]
    faces = [_hitting_faces(throw) for throw in own for _ in throw.faces]
    if not faces:
        return [Claim(ReportTopic.DICE, "dice_none", {"side": side.value})]
    hits = sum(throw.luck[Measure.HITS].actual for throw in own)
    expected = sum(faces)
    spend(10 * len(faces) ** 2)
    counts = _throws_by_hits(faces)
    lucky = hits * len(DIE) >= expected
    rest = sum(counts[hits + 1 :] if lucky else counts[:hits])
    facts: dict[str, int | str] = {"side": side.value, "dice": len(faces), "hits": hits}
    facts["expected_tenths"] = (20 * expected + len(DIE)) // (2 * len(DIE))
    claim = Claim(ReportTopic.DICE, "dice", facts)
    direction = "more" if lucky else "fewer"
    if not rest:
        return [claim, Claim(ReportTopic.DICE, f"dice_no_{direction}", {"side": side.value})]
    one_in = min((2 * len(DIE) ** len(faces) + rest) // (2 * rest), RAREST)
    values: dict[str, int | str] = {"side": side.value, "one_in": one_in}
    return [claim, Claim(ReportTopic.DICE, f"dice_{direction}", values)]


def _hitting_faces(throw: Throw) -> int:
    """Return how many faces of each die hit the target."""
    return round(throw.luck[Measure.HITS].expected * len(DIE) / len(throw.faces))


def _throws_by_hits(faces: Sequence[int]) -> list[int]:
    """Return the number of throws by hits; ``faces`` is the number of hitting faces of each die."""
    counts = [1]
    for hitting in faces:
        missed, hit = [*counts, 0], [0, *counts]
        counts = [(len(DIE) - hitting) * a + hitting * b for a, b in zip(missed, hit, strict=True)]
    return counts
