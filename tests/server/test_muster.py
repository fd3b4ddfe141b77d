"""The muster page's side of the server: imports, building, tuning, suggestions, and the Master Unit List."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from lancemate.muster.imports.seeming import seeming
from lancemate.server.settings import Limits
from server.tables import Json, Server, running

FINCH = {
    **{"id": "mul_9001", "name": "Greenfinch GF-1", "chassis": "Greenfinch", "model": "GF-1", "type": "BM", "size": 2},
    **{"move": '10"/6"j', "damage": "2/2/0*", "ov": 1, "armor": 4, "structure": 3, "specials": ["ECM"], "pv": 24},
    "role": "Striker",
}
LANCE = ["mad_3r_marauder", "arc_2r_archer", "stg_3r_stinger", "wvr_6r_wolverine"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANCEMATE_HOME", str(tmp_path / "home"))


def post(server: Server, path: str, status: int = 200, **data: Json) -> Json:
    answer = server.http.post(f"/api{path}", json=data)
    assert answer.status_code == status, answer.text
    return answer.json()


def force(*units: str | dict[str, Json], **more: Json) -> Json:
    members = [{"unit": unit} if isinstance(unit, str) else unit for unit in units]
    return {"name": "Mine", "formations": [{"name": "Alpha", "units": members, **more}]}


def test_what_there_is_to_choose_from(server: Server) -> None:
    book = server.http.get("/api/muster").json()
    assert book["schemes"] == {"Inner Sphere": "Lance", "Clan": "Star", "ComStar": "Level II"}
    assert {
        "name": "Mercenary",
        "scheme": "Inner Sphere",
        "aliases": [],
        "lists": ["Mercenary", "Inner Sphere General"],
    } in book["factions"]
    (battle,) = (one for one in book["formations"] if one["name"] == "Battle Lance")
    assert battle["page"]
    assert battle["needs"]
    (lucky,) = (one for one in book["pilot_abilities"] if one["name"] == "Lucky")
    assert (lucky["cost"], lucky["levels"], bool(lucky["words"])) == (1, 4, True)
    assert all(one["words"] and one["page"] for one in book["command_abilities"])
    assert book["unit_list"] is False
    assert book["quick_list"].startswith("https://masterunitlist.")
    rows = server.http.get("/api/catalogue-rows").json()["units"]
    assert {"id": "mad_3r_marauder", "pv": 35}.items() <= next(
        one for one in rows if one["id"] == "mad_3r_marauder"
    ).items()


def test_a_file_is_read_and_nothing_kept(server: Server) -> None:
    told = post(server, "/imports", name="finch.json", text=json.dumps([FINCH]))
    (taken,) = told["taken"]
    assert (taken["card"]["id"], taken["card"]["pv"], told["force"]) == ("mul_9001", 24, None)
    assert "mul_9001" not in server.http.get("/api/catalogue-rows").text
    shown = post(server, "/cards/show", card=taken["card"])
    assert (shown["name"], shown["specials"][0]["code"]) == ("Greenfinch GF-1", "ECM")
    raw = base64.b64encode(b"\xff\xfe" + "name\ttype\n".encode("utf-16-le")).decode()
    assert "are missing" in post(server, "/imports", 422, name="x.csv", base64=raw)["error"]["message"]


def test_a_force_that_names_own_units(server: Server) -> None:
    link = "gs=as&name=Mine&units=Own~BMGreenfinch_GF1%3A3,BMArcher_ARC2R"
    told = post(server, "/imports", text=link)
    assert [one["key"] for one in told["missing"]] == ["BMGreenfinch_GF1"]
    told = post(server, "/imports", text=link, cards=[FINCH])
    assert (told["refused"], [one["skill"] for one in told["force"]["units"]]) == ([], [3, 4])
    unit = told["force"]["force"]["formations"][0]["units"][0]
    assert (unit["card"]["name"], unit["skill"]) == ("Greenfinch GF-1", 3)
    game = server.create(mode="hotseat", quick={"forces": [{"force": told["force"]["force"]}, "lance-1"]})
    with server.sit(game, "both") as players:
        assert "Greenfinch GF-1" in {one["name"] for one in players.view["units"].values()}


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"text": "sides: [1]"}, "this is a battle"),
        ({"base64": base64.b64encode(b"%PDF-1.4").decode()}, "this is a PDF"),
        ({"text": "x", "base64": "eA=="}, "give either a text or"),
        ({"base64": "no base"}, "this is not base64"),
        ({"text": "gs=as&units=BMArcher_ARC2R", "cards": [{"name": "half"}]}, "lacks"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(server: Server, given: Json, reason: str) -> None:
    error = post(server, "/imports", 422, **given)["error"]
    assert reason in error["message"]


def test_a_force_is_built_with_a_plan_or_by_chance(server: Server) -> None:
    built = post(server, "/forces/build", points=250, faction="Mercenary", era="Clan Invasion", seed=3)
    assert built["legal"]
    assert 225 <= built["pv"] <= 250
    assert all(one["type"] in one["earned"] and one["bonuses"] for one in built["formations"])
    drawn = post(server, "/forces/build", points=250, by_chance=True, seed=4)
    again = post(server, "/forces/build", points=250, by_chance=True, seed=4)
    other = post(server, "/forces/build", points=250, by_chance=True, seed=5)
    assert drawn["file"] == again["file"] != other["file"]
    assert 240 <= drawn["pv"] <= 250
    mine = post(server, "/forces/build", points=250, by_chance=True, seed=4, cards=[FINCH], only=True)
    assert {one["name"] for one in mine["units"]} == {"Greenfinch GF-1"}
    for wrong, reason in (
        ({"points": 3, "by_chance": True}, "can be had for 3 points"),
        ({"points": 100, "kind": "ships"}, "made of one of mechs"),
        ({"points": 100, "faction": "Clan Nowhere"}, "there is no faction"),
        ({"points": 100, "roles": "cook:2"}, "cook"),
    ):
        assert reason in post(server, "/forces/build", 422, **wrong)["error"]["message"]


def test_skills_are_tuned_to_the_points(server: Server) -> None:
    whole = force(*LANCE)
    plain = post(server, "/forces/check", force=whole)["pv"]
    dearer = post(server, "/forces/tune", force=whole, points=plain + 20)
    assert plain + 17 <= dearer["pv"] <= plain + 20
    cheaper = post(server, "/forces/tune", force=whole, points=plain - 10, skills=[4, 6])
    assert plain - 14 <= cheaper["pv"] <= plain - 10
    assert {one["skill"] for one in cheaper["units"]} <= {4, 5, 6}
    message = post(server, "/forces/tune", 422, force=whole, points=20)["error"]["message"]
    assert "with crews of Skill 8 it still costs" in message


def test_suggestions_name_what_to_change(server: Server) -> None:
    told = post(server, "/forces/suggest", force=force(*LANCE))
    (alpha,) = told["formations"]
    assert alpha["proposals"][0]["changes"] == [] or alpha["proposals"][0]["changes"][0]["text"]
    assert all(one["page"] for one in alpha["proposals"])
    changed = [one for one in alpha["proposals"] if one["changes"]]
    assert changed[0]["changes"][0]["card"] is None or changed[0]["changes"][0]["card"]["name"]


def test_an_address_has_so_many_errands_a_minute(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(imports_per_minute=2)) as server:
        for status in (200, 200, 429):
            post(server, "/imports", status, text=json.dumps([FINCH]))


def test_an_address_looks_at_so_many_files_a_minute(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(looks_per_minute=2)) as server:
        for status in (200, 200, 429):
            post(server, "/files/seem", status, base64=base64.b64encode(b"%PDF-1.7").decode())


def test_a_large_file_may_come_and_a_larger_one_not(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(body_bytes=1000, file_bytes=20_000, import_units=5)) as server:
        told = post(server, "/imports", text=json.dumps([FINCH] * 5))
        assert (len(told["taken"]), len(told["refused"])) == (1, 4)
        assert "more than the 5" in post(server, "/imports", 422, text=json.dumps([FINCH] * 6))["error"]["message"]
        assert post(server, "/imports", 413, text="x" * 30_000)["error"]["code"] == "too_large"


# -- the Master Unit List -----------------------------------------------------------------------------------------

ATLAS = {
    **{"Id": 142, "Name": "Atlas AS7-D-DC", "Class": "Atlas", "Variant": "AS7-D-DC", "BFType": "BM", "BFSize": 4},
    **{"BFMove": '6"', "BFArmor": 10, "BFStructure": 8, "BFPointValue": 52, "BFDamageShort": 5},
}
Answer = Callable[[BaseHTTPRequestHandler], None]


class StandIn:
    """A Master Unit List on this machine."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answer: Answer = answering(json.dumps({"Units": [ATLAS]}).encode())
        listing = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                listing.asked.append(self.path)
                listing.answer(self)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/Unit/QuickList"


def answering(body: bytes, status: int = 200, **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


@pytest.fixture
def listing() -> Iterator[StandIn]:
    found = StandIn()
    yield found
    found.server.shutdown()
    found.server.server_close()


def test_nobody_asks_the_list_unless_allowed(server: Server) -> None:
    answer = server.http.get("/api/unit-list", params={"name": "Atlas"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_allowed")


def test_the_list_is_searched_where_that_is_allowed(tmp_path: Path, listing: StandIn) -> None:
    with running(tmp_path, unit_list=listing.address) as server:
        assert server.http.get("/api/muster").json()["unit_list"] is True
        found = server.http.get("/api/unit-list", params={"name": "Atlas"}).json()
        assert [one["card"]["name"] for one in found["taken"]] == ["Atlas AS7-D-DC"]
        assert listing.asked == ["/Unit/QuickList?MinPV=1&MaxPV=999&Name=Atlas"]
        assert server.http.get("/api/unit-list", params={"name": "at"}).status_code == 422
        for answer, reason in (
            (answering(b"<html>", 200), "its answer is not JSON"),
            (answering(b"", 500), "it answered 500"),
            (answering(b"", 302, Location="http://localhost:1/elsewhere"), "it points to another host"),
            (answering(b"[" + b"1," * 3_000_000 + b"1]"), "its answer is larger than 5 MB"),
        ):
            listing.answer = answer
            told = server.http.get("/api/unit-list", params={"name": f"Other {reason[:8]}"})
            assert told.status_code == 502
            assert reason in told.json()["error"]["message"]
            assert "The old Master Unit List went offline in 2026: take MekBay's" in told.json()["error"]["message"]


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"%PDF-1.7", "strange"),
        (b"", "strange"),
        (b"\xff\xd8\xff\xe0", "strange"),
        (b"<html><body>units</body></html>", "strange"),
        (b"Version:1.0\nAtlas\nAS7-D\n\nConfig:Biped\nMass:100\n", "design"),
        (b"#building block data file\n<BlockVersion>\n1\n</BlockVersion>\n", "design"),
        (b'size 16 17\nhex 0101 0 "" ""\nend\n', "board"),
        (b"map: {kind: table}\nsides: []\nterrain: []\n", "battle"),
        (b'{"title": "Ford", "map": {"kind": "table"}, "terrain": []}', "map"),
        (b"lancemate: force\nname: x\n", "force"),
        (b'{"formations": []}', "force"),
        (b'{"Units": []}', "units"),
        (b'<?xml version="1.0"?>\n<unit version="0.1"></unit>', "units"),
        (b"https://mekbay.com/?gs=as&units=x", "units"),
        (b"Dear diary.", None),
        (b"lancemate: force\nnotes: |\n  two sides: red and blue\nunits: nonsense", "force"),
        (b"# of mine\n\n#and yours\r\n  size 16 17\n", "board"),
    ],
)
def test_what_a_file_seems_to_be(server: Server, content: bytes, kind: str | None) -> None:
    given = {"base64": base64.b64encode(content).decode()}
    told = server.http.post("/api/files/seem", json=given)
    assert told.status_code == 200, told.text
    assert told.json()["kind"] == kind
    assert (told.json()["words"] is None) == (kind is None)


@pytest.mark.parametrize(
    "hostile",
    [
        b"# " * 30_000 + b"x",
        b"#\n" * 30_000,
        b"mekbay.com/" * 6_000,
        (b"\nsides" + b"\n" * 100) * 500,
        b"<?xml " * 9_000,
    ],
    ids=["hashes", "lines", "links", "keys", "markup"],
)
def test_a_hostile_file_is_looked_at_in_a_moment(hostile: bytes) -> None:
    began = time.process_time()
    seeming(hostile)
    assert time.process_time() - began < 1.0
