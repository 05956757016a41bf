"""The texts of a picture in the viewer's language, for readers and for screen readers."""

from collections.abc import Mapping
from dataclasses import dataclass

from api import locales
from api.pictures.scene import Force, Scene
from domain.values import Side


@dataclass(frozen=True, slots=True)
class Words:
    """The battle's title, the sides' names, the moment, and a description of the board for screen
    readers."""

    language: str
    title: str
    sides: Mapping[Side, str]
    moment: str
    description: str


def words(scene: Scene, language: str) -> Words:
    """Return the texts of a picture in a language, with English names where it has none."""
    sides = {side: locales.name("sides", side, language) for side in Side}
    texts = locales.picture_texts(language)
    moment = ""
    if scene.version is not None:
        moment = texts["moment"].format(turn=scene.turn, version=scene.version)
    forces = [
        locales.filled(texts["side"], language, _force_values(force, scene, sides[force.side]))
        for force in scene.forces
    ]
    return Words(
        language=language,
        title=locales.chosen(dict(scene.titles), language),
        sides=sides,
        moment=moment,
        description=" ".join((moment and f"{moment}.", *forces)).strip(),
    )


def _force_values(force: Force, scene: Scene, name: str) -> dict[str, object]:
    pieces = [piece for piece in scene.pieces if piece.side is force.side]
    return {
        "side": name,
        "units": len(pieces),
        "figures": sum(piece.figures for piece in pieces),
        "medals": force.medals,
        "medals_to_win": force.medals_to_win,
        "cards": force.cards,
    }
