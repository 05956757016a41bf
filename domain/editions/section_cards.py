"""The 40 section cards: so many units of the sections printed on them.

Counts and effects are the same in both editions (2004 p. 5, Command Cards; 2025, Command
cards).
"""

from domain.rulebook.card_spec import ANY_NUMBER, CardSpec, Orders
from domain.values import Card, Section

LEFT, CENTER, RIGHT = Section.LEFT, Section.CENTER, Section.RIGHT


def _sections(left: int = 0, center: int = 0, right: int = 0) -> Orders:
    wanted = {LEFT: left, CENTER: center, RIGHT: right}
    return Orders(per_section={section: count for section, count in wanted.items() if count})


# Recon lets its player keep one of two cards drawn.
SECTION_CARDS: dict[Card, CardSpec] = {
    Card.RECON_LEFT: CardSpec(2, _sections(left=1), offered=2),
    Card.RECON_CENTER: CardSpec(2, _sections(center=1), offered=2),
    Card.RECON_RIGHT: CardSpec(2, _sections(right=1), offered=2),
    Card.PROBE_LEFT: CardSpec(4, _sections(left=2)),
    Card.PROBE_CENTER: CardSpec(5, _sections(center=2)),
    Card.PROBE_RIGHT: CardSpec(4, _sections(right=2)),
    Card.ATTACK_LEFT: CardSpec(3, _sections(left=3)),
    Card.ATTACK_CENTER: CardSpec(4, _sections(center=3)),
    Card.ATTACK_RIGHT: CardSpec(3, _sections(right=3)),
    Card.ASSAULT_LEFT: CardSpec(2, _sections(left=ANY_NUMBER)),
    Card.ASSAULT_CENTER: CardSpec(2, _sections(center=ANY_NUMBER)),
    Card.ASSAULT_RIGHT: CardSpec(2, _sections(right=ANY_NUMBER)),
    Card.GENERAL_ADVANCE: CardSpec(1, _sections(left=2, center=2, right=2)),
    Card.PINCER_MOVE: CardSpec(1, _sections(left=2, right=2)),
    Card.RECON_IN_FORCE: CardSpec(3, _sections(left=1, center=1, right=1)),
}
