"""What a picture says in words, in the viewer's language: to who reads it, and to who hears it."""

from collections.abc import Mapping
from dataclasses import dataclass

from api import texts
from api.pictures.scene import Force, Scene
from domain.values import Side


@dataclass(frozen=True, slots=True)
class Words:
    """The battle's title, the sides' names, which moment it is, and an account of the board for
    who cannot see it."""

    language: str
    title: str
    sides: Mapping[Side, str]
    moment: str
    description: str


def words(scene: Scene, language: str) -> Words:
    """The words of a picture in a language; of names that it lacks, the English ones."""
    sides = {side: texts.name("sides", side, language) for side in Side}
    told = texts.picture_texts(language)
    moment = ""
    if scene.version is not None:
        moment = told["moment"].format(turn=scene.turn, version=scene.version)
    forces = [_account(force, scene, told["side"], sides[force.side]) for force in scene.forces]
    return Words(
        language=language,
        title=texts.chosen(dict(scene.titles), language),
        sides=sides,
        moment=moment,
        description=" ".join((moment and f"{moment}.", *forces)).strip(),
    )


def _account(force: Force, scene: Scene, template: str, name: str) -> str:
    pieces = [piece for piece in scene.pieces if piece.side is force.side]
    return template.format(
        side=name,
        units=len(pieces),
        figures=sum(piece.figures for piece in pieces),
        medals=force.medals,
        medals_to_win=force.medals_to_win,
        cards=force.cards,
    )
