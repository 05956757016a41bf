"""Units: a plate by side, a figure by kind, a pip for each figure, the country's mark."""

from api.pictures.scene import Piece
from api.pictures.symbols import Symbols
from domain.values import Side, UnitKind

_PLATES = {
    Side.ALLIES: "M-25 -32H25Q36 -32 36 -21V19Q36 30 25 30H-25Q-36 30 -36 19V-21Q-36 -32 -25 -32Z",
    Side.AXIS: "M-24 -32H24L36 -20V18L24 30H-24L-36 18V-20Z",
}
"""Round corners for the Allies, cut ones for the Axis."""
_ELITE = frozenset({UnitKind.ELITE_INFANTRY, UnitKind.ELITE_ARMOR})
_PIP_Y = 17
_PIP_HEIGHT = 8
_PIP_MOST = 13
_GAP = 3
_PIPS_WIDTH = 56


def token(piece: Piece, nation: str | None, symbols: Symbols) -> str:
    """A unit around its own origin; one that has an order this turn has a golden rim."""
    side = piece.side
    plate, edge, ink = (f"{side}-{part}" for part in ("plate", "edge", "ink"))
    drawn = [
        f'<path d="{_PLATES[side]}" transform="translate(2 4)" fill="var(--shade)" '
        'fill-opacity=".3"/>',
        f'<path d="{_PLATES[side]}" fill="var(--{plate})" stroke="var(--{edge})" '
        'stroke-width="4.5"/>',
    ]
    if piece.ordered:
        drawn.insert(
            0,
            f'<path d="{_PLATES[side]}" fill="none" stroke="var(--gold-dark)" stroke-width="15"/>'
            f'<path d="{_PLATES[side]}" fill="none" stroke="var(--gold)" stroke-width="12"/>',
        )
    figure = symbols.use(f"units/{piece.kind}", "translate(0 -2)", figure=ink, plate=plate)
    marks = []
    if piece.kind in _ELITE:
        marks.append(symbols.use("marks/elite", "translate(-33 -28)"))
    if nation is not None and f"nations/{nation}" in symbols:
        marks.append(symbols.use(f"nations/{nation}", "translate(33 -28)"))
    return "".join((*map(symbols.colored, drawn), figure, _pips(piece, symbols), *marks))


def _pips(piece: Piece, symbols: Symbols) -> str:
    """A full pip for each figure there is, an empty one for each that is lost."""
    most = max(piece.full, piece.figures)
    across = min(_PIP_MOST, (_PIPS_WIDTH - _GAP * (most - 1)) / most)
    left = -(across * most + _GAP * (most - 1)) / 2
    drawn = []
    for place in range(most):
        x = left + place * (across + _GAP)
        here = place < piece.figures
        fill = f"var(--{piece.side}-{'edge' if piece.side is Side.AXIS else 'ink'})"
        drawn.append(
            f'<rect x="{x:.1f}" y="{_PIP_Y}" width="{across:.1f}" height="{_PIP_HEIGHT}" rx="2.5" '
            + (
                f'fill="{fill}"/>'
                if here
                else f'fill="none" stroke="{fill}" stroke-width="1.6" stroke-opacity=".6"/>'
            )
        )
    return "".join(map(symbols.colored, drawn))
