"""Seals, exports, records and imports."""

from msgspec.structs import replace

from tests.contract.service import Game, Service
from tests.contract.tour.expect import expect
from tests.support.logs import exported, recorded_log, rehashed


def check_seals(service: Service, finished: Game) -> None:
    for path in ("/.well-known/afteraction-keys.json", f"{finished.path}/seal"):
        expect(200, service.anonymous().get(path))


RECORD = "text/vnd.afteraction.record"


def export_and_import(service: Service, finished: Game) -> None:
    ada, anonymous = finished.seats["axis"], service.anonymous()
    full = anonymous.get(f"{finished.path}/export")
    expect(200, full, ada.get(f"{finished.path}/export"))
    path = f"{finished.path}/record"
    record = anonymous.get(path)
    expect(200, record, anonymous.get(f"{path}?comments=true"))
    expect(200, ada.post("/v1/imports", data=record.get_data(), content_type=RECORD))
    lines = {"content_type": "application/x-ndjson"}
    expect(200, ada.post("/v1/imports", data=full.get_data(), **lines))
    expect(201, ada.post("/v1/imports", data=played_in(2020), **lines))
    expect(409, ada.post("/v1/imports", data=played_in(2021), **lines))
    expect(400, ada.post("/v1/imports", data=b"\x1f\x8b", **lines))
    expect(413, ada.post("/v1/imports", data=bytes(2**22 + 1), **lines))
    expect(415, ada.post("/v1/imports", {}))
    expect(422, ada.post("/v1/imports", data=b"{}", **lines))


def played_in(year: int) -> bytes:
    at = f"{year}-01-02T03:04:05.678Z"
    return exported(rehashed([replace(one, at=at) for one in recorded_log()]))
