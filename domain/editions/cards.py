"""The command cards: what is printed on them and how many copies a deck holds.

Counts and effects are the same in both editions (2004 p. 5, Command Cards; 2025, Command
cards).
"""

from domain.book import ANY_NUMBER, CardSpec
from domain.values import Card, Section

LEFT, CENTER, RIGHT = Section.LEFT, Section.CENTER, Section.RIGHT

# Section cards: 40 of the 60. Recon lets its player keep one of two cards drawn.
SECTION_CARDS: dict[Card, CardSpec] = {
    Card.RECON_LEFT: CardSpec(2, {LEFT: 1}, offered=2),
    Card.RECON_CENTER: CardSpec(2, {CENTER: 1}, offered=2),
    Card.RECON_RIGHT: CardSpec(2, {RIGHT: 1}, offered=2),
    Card.PROBE_LEFT: CardSpec(4, {LEFT: 2}),
    Card.PROBE_CENTER: CardSpec(5, {CENTER: 2}),
    Card.PROBE_RIGHT: CardSpec(4, {RIGHT: 2}),
    Card.ATTACK_LEFT: CardSpec(3, {LEFT: 3}),
    Card.ATTACK_CENTER: CardSpec(4, {CENTER: 3}),
    Card.ATTACK_RIGHT: CardSpec(3, {RIGHT: 3}),
    Card.ASSAULT_LEFT: CardSpec(2, {LEFT: ANY_NUMBER}),
    Card.ASSAULT_CENTER: CardSpec(2, {CENTER: ANY_NUMBER}),
    Card.ASSAULT_RIGHT: CardSpec(2, {RIGHT: ANY_NUMBER}),
    Card.GENERAL_ADVANCE: CardSpec(1, {LEFT: 2, CENTER: 2, RIGHT: 2}),
    Card.PINCER_MOVE: CardSpec(1, {LEFT: 2, RIGHT: 2}),
    Card.RECON_IN_FORCE: CardSpec(3, {LEFT: 1, CENTER: 1, RIGHT: 1}),
}
