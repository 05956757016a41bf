"""Annotations and studies."""

from events.commentary.annotations import MAX_ANNOTATIONS, AnnotationEntry
from events.commentary.studies import MAX_STUDIES, Shelf
from events.store.keys import Keys
from events.store.keys import studies as studies_of
from tests.contract.service import Player, Service, running_game
from tests.contract.tour.expect import expect, put


def annotate(service: Service) -> None:
    game = running_game(service)
    ada, cy = game.seats["allies"], service.player("Cy")
    path = f"{game.path}/annotations"
    arrow = {"start": [6, 3], "end": [4, 4], "color": "red"}
    said = {"version": 2, "last_version": 4, "text": "Too early.", "sign": "?!", "arrows": [arrow]}
    params = {**said, "visibility": "public"}
    first = [ada.post(path, params, headers={"Idempotency-Key": "a"}) for _ in range(2)]
    public = cy.post(path, params)
    expect(201, *first, public)
    expect(403, cy.post(path, params | {"visibility": "opponent"}))
    others = {AnnotationEntry(1, 1, f"an_{n}", cy.id).text(): 0 for n in range(MAX_ANNOTATIONS - 1)}
    service.inside().redis.zadd(Keys().annotations(game.id, cy.id), others)
    expect(409, cy.post(path, params))
    expect(200, ada.get(path))
    expect(422, ada.get(f"{path}?cursor=x"))
    one = first[0].headers["Location"]
    found = ada.get(one)
    expect(200, found)
    expect(304, ada.get(one, headers={"If-None-Match": found.headers["ETag"]}))
    expect(404, cy.get(one))
    change_and_delete(ada, one, {"text": "Just in time.", "visibility": "private"})
    theirs, other = public.headers["Location"], service.player("Di")
    expect(403, put(other, theirs, {"sign": "!", "visibility": "public"}), other.delete(theirs))


def write_study(service: Service) -> None:
    game = running_game(service)
    ada, cy, path = game.seats["allies"], service.player("Cy"), "/v1/studies"
    note = {"version": 3, "text": "Here it turned.", "sign": "??"}
    chapter = {"title": "The bridge falls", "game": game.id, "version": 2, "last_version": 4}
    chapter |= {"notes": [note], "hexes": [{"hex": [4, 4], "color": "red"}]}
    params = {"title": "Three ways over the Orne", "visibility": "link", "chapters": [chapter]}
    first = [ada.post(path, params, headers={"Idempotency-Key": "a"}) for _ in range(2)]
    expect(201, *first)
    others = {Shelf(1, f"st_{number}").text(): 0 for number in range(MAX_STUDIES)}
    service.inside().redis.zadd(studies_of(cy.id, "all"), others)
    expect(409, cy.post(path, params))
    expect(200, ada.get(path))
    one = first[0].headers["Location"]
    file = share(ada, one)
    lines = {"content_type": "application/x-ndjson"}
    bring = "/v1/imports/studies"
    expect(201, ada.post(bring, data=file, **lines))
    expect(404, ada.post(bring, data=file.replace(game.id.encode(), b"gm_none"), **lines))
    expect(404, ada.post(path, {"title": "T", "chapters": [chapter | {"game": "gm_none"}]}))
    empty = b'{"format":"afteraction study","schema":1,"title":"T"}'
    expect(409, cy.post(bring, data=empty, **lines))
    expect(400, ada.post(bring, data=b"\x1f\x8b", **lines))
    expect(413, ada.post(bring, data=bytes(2**22 + 1), **lines))
    expect(415, ada.post(bring, {}))
    expect(422, ada.post(bring, data=b"{}", **lines))
    expect(404, put(ada, one, {"title": "T", "chapters": [chapter | {"version": 1, "game": "gm"}]}))
    change_and_delete(ada, one, {"title": "U", "visibility": "public"})


def share(owner: Player, path: str) -> bytes:
    """By link, read by others, and taken away; returns the file."""
    anonymous, cy = owner.service.anonymous(), owner.service.player("Cy")
    made = owner.post(f"{path}/link")
    expect(200, made)
    key = {"Study-Key": made.get_json()["key"]}
    found, taken = owner.get(path), owner.get(f"{path}/export")
    expect(200, found, anonymous.get(path, headers=key), taken)
    expect(304, owner.get(path, headers={"If-None-Match": found.headers["ETag"]}))
    for part in ("", "/export"):
        expect(404, cy.get(path + part))
    expect(404, cy.post(f"{path}/link"))
    public = owner.post("/v1/studies", {"title": "T", "visibility": "public"}).headers["Location"]
    expect(403, cy.post(f"{public}/link"), put(cy, public, {"title": "U"}), cy.delete(public))
    return taken.get_data()


def change_and_delete(owner: Player, path: str, params: object) -> None:
    """In every way in which that can be asked for; then it is gone."""
    late = {"If-Match": '"7"'}
    expect(400, owner.delete(path, headers={"If-Match": "seven"}))
    expect(412, put(owner, path, params, headers=late), owner.delete(path, headers=late))
    expect(200, put(owner, path, params))
    expect(204, owner.delete(path))
    expect(404, put(owner, path, params), owner.delete(path))
