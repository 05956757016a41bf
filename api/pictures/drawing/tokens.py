"""Draws units: a plate by side, a symbol by kind, a pip per figure, the country's mark."""

from api import pieces
from api.pictures.drawing.lettering import Pen
from api.pictures.drawing.symbols import Symbols
from api.pictures.scene import Piece
from domain.values import Side, UnitKind

_PLATES = {
    Side.ALLIES: "M-25 -32H25Q36 -32 36 -21V19Q36 30 25 30H-25Q-36 30 -36 19V-21Q-36 -32 -25 -32Z",
    Side.AXIS: "M-24 -32H24L36 -20V18L24 30H-24L-36 18V-20Z",
}
"""Round corners for the Allies, cut ones for the Axis."""
_PIP_Y = 17
_PIP_HEIGHT = 8
_MAX_PIP = 13
_GAP = 3
_PIPS_WIDTH = 56
MAX_PIPS = 8
"""Twice the maximum of any unit. More, which no rule allows, are shown as a number."""
_NUMBER_CAP = 11


def token(piece: Piece, nation: str | None, symbols: Symbols) -> str:
    """Draw a unit around the origin, with a golden rim if it is ordered."""
    around = rim(piece.side, symbols) if piece.ordered else ""
    row = pips(piece.side, piece.figures, max(piece.full, piece.figures), symbols)
    return around + plate(piece.kind, piece.side, nation, symbols) + row


def rim(side: Side, symbols: Symbols) -> str:
    """Draw the rim of an ordered unit."""
    return symbols.colored(
        f'<path d="{_PLATES[side]}" fill="none" stroke="var(--gold-dark)" stroke-width="15"/>'
        f'<path d="{_PLATES[side]}" fill="none" stroke="var(--gold)" stroke-width="12"/>'
    )


def plate(kind: UnitKind, side: Side, nation: str | None, symbols: Symbols) -> str:
    """Draw a unit without its pips."""
    ground, edge, ink = (f"{side}-{part}" for part in ("plate", "edge", "ink"))
    drawn = symbols.colored(
        f'<path d="{_PLATES[side]}" transform="translate(2 4)" fill="var(--shade)" '
        'fill-opacity=".3"/>'
        f'<path d="{_PLATES[side]}" fill="var(--{ground})" stroke="var(--{edge})" '
        'stroke-width="4.5"/>'
    )
    figure = symbols.use(f"units/{kind}", "translate(0 -2)", figure=ink, plate=ground)
    marks = []
    if "elite" in pieces.of("units", kind).drawn:
        marks.append(symbols.use("marks/elite", "translate(-33 -28)"))
    if nation is not None and f"nations/{nation}" in symbols:
        marks.append(symbols.use(f"nations/{nation}", "translate(33 -28)"))
    return "".join((drawn, figure, *marks))


def pips(side: Side, figures: int, full: int, symbols: Symbols) -> str:
    """Draw a full pip per figure, and an empty one per lost figure."""
    if full > MAX_PIPS:
        ink = f"{side}-{'edge' if side is Side.AXIS else 'ink'}"
        below = (0, _PIP_Y + _PIP_HEIGHT)
        return Pen(symbols).write(f"{figures}/{full}", below, _NUMBER_CAP, ink, f"{side}-plate")
    across = min(_MAX_PIP, (_PIPS_WIDTH - _GAP * (full - 1)) / full)
    left = -(across * full + _GAP * (full - 1)) / 2
    drawn = []
    for place in range(full):
        x = left + place * (across + _GAP)
        here = place < figures
        fill = f"var(--{side}-{'edge' if side is Side.AXIS else 'ink'})"
        drawn.append(
            f'<rect x="{x:.1f}" y="{_PIP_Y}" width="{across:.1f}" height="{_PIP_HEIGHT}" rx="2.5" '
            + (
                f'fill="{fill}"/>'
                if here
                else f'fill="none" stroke="{fill}" stroke-width="1.6" stroke-opacity=".6"/>'
            )
        )
    return "".join(map(symbols.colored, drawn))
