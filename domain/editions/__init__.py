"""The rulebooks as values. The only place that picks tables by edition."""

from domain.editions.e2004 import EDITION_2004
from domain.editions.e2025 import EDITION_2025
from domain.rulebook.book import Edition
from domain.values import EditionName

EDITIONS: dict[EditionName, Edition] = {
    EditionName.E2004: EDITION_2004,
    EditionName.E2025: EDITION_2025,
}
