"""Texts of players: changed on the revision that was named, found by whom they are for, erased."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from events.commentary.annotations import (
    Annotation,
    AnnotationEntry,
    Annotations,
    Audience,
    Filter,
    Reader,
)
from events.commentary.documents import (
    DocumentChangedError,
    DocumentCollection,
    Documents,
    NoDocumentError,
    StoredDocument,
    Submission,
    TooManyDocumentsError,
)
from events.commentary.studies import Sharing, Studies, Study
from events.store import keys
from events.store.port import Key
from events.store.servers import Client
from tests.fixtures import ALICE, BOB, KEYS, Clock

PLACE = DocumentCollection("{x}:one", "one", "{x}:mine", ("{x}:shared", "{x}:all"))


@pytest.fixture
def documents(client: Client) -> Documents:
    return Documents(client)


def listed(documents: Documents) -> dict[str, list[str]]:
    return {name: list(documents.entries(name)) for name in (PLACE.own, *PLACE.lists)}


def test_a_text_is_on_the_list_that_it_is_for(documents: Documents) -> None:
    documents.add(PLACE, Submission(b"a", "{x}:all"), 9, None)
    assert listed(documents) == {"{x}:mine": ["one"], "{x}:shared": [], "{x}:all": ["one"]}
    documents.change(PLACE, Submission(b"b", "{x}:shared"), None)
    assert listed(documents) == {"{x}:mine": ["one"], "{x}:shared": ["one"], "{x}:all": []}
    documents.change(PLACE, Submission(b"c", None), None)
    assert listed(documents) == {"{x}:mine": ["one"], "{x}:shared": [], "{x}:all": []}
    documents.remove(PLACE)
    assert listed(documents) == {"{x}:mine": [], "{x}:shared": [], "{x}:all": []}
    with pytest.raises(NoDocumentError):
        documents.remove(PLACE)


def test_of_changes_on_one_revision_one_counts(documents: Documents) -> None:
    documents.add(PLACE, Submission(b"0", None), 9, None)

    def change(number: int) -> bool:
        try:
            documents.change(PLACE, Submission(b"%d" % number, None), frozenset({1}))
        except DocumentChangedError as error:
            assert error.revision == 2
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(change, range(16))) == 1
    [found] = documents.read([PLACE.key])
    assert found is not None
    assert found.revision == 2


def test_no_revision_is_not_any_revision(documents: Documents) -> None:
    documents.add(PLACE, Submission(b"0", None), 9, None)
    with pytest.raises(DocumentChangedError):
        documents.remove(PLACE, frozenset())


def test_of_requests_with_one_key_one_makes_a_text(documents: Documents) -> None:
    def add(number: int) -> object:
        return documents.add(PLACE, Submission(b"%d" % number, None), 9, Key("k", "print"))

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(add, range(16)))
    first = [one for one in made if not isinstance(one, StoredDocument)]
    assert len(first) == 1
    assert all(one.document == first[0] for one in made if isinstance(one, StoredDocument))
    documents.remove(PLACE)
    assert documents.add(PLACE, Submission(b"late", None), 9, Key("k", "print")) == StoredDocument(
        "print", None
    )
    assert listed(documents)["{x}:mine"] == []


def test_an_author_has_so_many_however_many_write_at_once(documents: Documents) -> None:
    def add(number: int) -> bool:
        place = DocumentCollection(f"{{x}}:{number}", str(number), PLACE.own, ())
        try:
            documents.add(place, Submission(b"a", None), 5, None)
        except TooManyDocumentsError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(add, range(16))) == 5
    assert len(list(documents.entries(PLACE.own))) == 5


def test_a_list_of_any_length_is_read_in_its_order(client: Client, documents: Documents) -> None:
    names = [f"{number:05}" for number in range(1201)]
    client.zadd("{x}:all", dict.fromkeys(names, 0))
    assert list(documents.entries("{x}:all")) == names
    assert list(documents.entries("{x}:all", "00600", "00604")) == ["00601", "00602", "00603"]


def annotation(name: str, author: str, game: str = "game", **about: object) -> Annotation:
    found = {"version": 1, "last_version": 1, "visibility": Audience.PUBLIC} | about
    return Annotation(
        id=name, game=game, author=author, remark={}, created_at="", changed_at="", **found
    )  # type: ignore[arg-type]


def test_what_a_player_has_written_goes_with_the_account(client: Client, clock: Clock) -> None:
    notes, studies = Annotations(client, KEYS), Studies(client)
    for author in (ALICE, BOB):
        for game in ("game", "other"):
            for kind in Audience:
                name = f"an_{author}_{game}_{kind}"
                notes.add(annotation(name, author, game, visibility=kind), None)
        for sharing in Sharing:
            name = f"st_{author}_{sharing}"
            studies.add(Study(name, author, "T", sharing, [], clock(), clock()), None)
    for _ in range(2):
        notes.erase(ALICE)
        studies.erase(ALICE)
    left = [name.decode() for name in client.scan_iter("*")]
    assert not [name for name in left if ALICE in name]
    everyone = Reader(None, frozenset(Audience), 9)
    assert len(notes.page("game", everyone, Filter(), 9)[0]) == 2
    assert len(studies.page(BOB, 9, public=False)[0]) == 3
    assert client.smembers(keys.annotated(BOB)) == {b"game", b"other"}


def test_a_page_ends_where_the_next_one_begins(client: Client) -> None:
    notes = Annotations(client, KEYS)
    for number in range(5):
        notes.add(annotation(f"an_{number}", ALICE, version=number + 1, last_version=9), None)
    reader = Reader(ALICE, frozenset(Audience), 9)
    first, place = notes.page("game", reader, Filter(), 3)
    assert place == AnnotationEntry(3, 9, "an_2", ALICE)
    second, end = notes.page("game", reader, Filter(), 3, place)
    assert [one.id for one, _ in first + second] == [f"an_{number}" for number in range(5)]
    assert end is None
