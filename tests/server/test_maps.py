"""Maps that players have drawn: checked, kept on the server, and fought on."""

from __future__ import annotations

from pathlib import Path

import pytest

from lancemate.server.settings import Limits
from server.tables import Json, Server, running

TABLE = {
    "map": {"kind": "table", "width": 40, "depth": 40},
    "terrain": [
        {"kind": "woods", "polygon": [[10, 14], [20, 14], [18, 22]]},
        {"id": "knoll", "kind": "hill", "height": 2, "circle": [28, 20, 4]},
        {"kind": "road", "line": [[0, 12], [40, 12]], "width": 2},
        {"kind": "building", "height": 3, "type": "heavy", "rect": [24, 26, 3, 3]},
    ],
}
HEXES = {
    "map": {"kind": "hex", "width": 16, "depth": 17},
    "terrain": [
        {"kind": "hill", "height": 2, "hexes": ["0505", "0605"]},
        {"kind": "water", "depth": 1, "hexes": ["0809"]},
    ],
}


def post(server: Server, path: str, data: Json, status: int = 200) -> Json:
    answer = server.http.post(f"/api/maps{path}", json=data)
    assert answer.status_code == status, answer.text
    return answer.json()


@pytest.mark.parametrize("ground", [TABLE, HEXES], ids=["table", "hexes"])
def test_a_map_is_checked_kept_and_fought_on(server: Server, ground: Json) -> None:
    told = post(server, "/check", ground)
    assert (told["kind"], told["pieces"]) == (ground["map"]["kind"], len(ground["terrain"]))
    kept = post(server, "", {"title": "Home", **ground}, 201)
    again = server.http.get(f"/api/maps/{kept['id']}").json()
    assert again == {"id": kept["id"], "title": "Home", **ground}
    game = server.create(mode="hotseat", quick={"ground": {"map": again["map"], "terrain": again["terrain"]}})
    with server.sit(game, "both") as players:
        kinds = [piece["kind"] for piece in players.welcome["scene"]["terrain"]]
        assert kinds == [piece["kind"] for piece in ground["terrain"]]
    assert server.http.get("/api/maps/kinds").json()["kinds"]["woods"] == "woods"
    assert server.http.get("/api/maps/nothing").status_code == 404


@pytest.mark.parametrize(
    ("change", "key", "words"),
    [
        ({"map": {"kind": "table", "width": 4000, "depth": 40}}, "map.width", "12 to 120 inches"),
        ({"map": {"kind": "hex", "width": 16, "depth": 170}}, "map.depth", "6 to 60 hexes"),
        ({"map": {"kind": "hex", "board": "/etc/passwd"}}, "map.board", "names no file"),
        ({"terrain": [{"kind": "candy", "circle": [9, 9, 2]}]}, "terrain.0.kind", "candy"),
        ({"terrain": [{"kind": "woods", "polygon": [[1, 1], [2, 2]]}]}, "terrain.0", ""),
        ({"terrain": [{"kind": "woods", "polygon": [[1, 1]] * 5000}]}, "terrain", "4000 corners"),
    ],
)
def test_a_map_that_cannot_be_played_says_which_piece(server: Server, change: Json, key: str, words: str) -> None:
    error = post(server, "/check", {**TABLE, **change}, 422)["error"]
    assert error["key"].startswith(key)
    assert words in error["message"]
    made = server.http.post("/api/games", json={"mode": "hotseat", "quick": {"ground": {**TABLE, **change}}})
    assert (made.status_code, made.json()["error"]["key"].startswith(f"quick.ground.{key}")) == (422, True)


def test_an_address_keeps_so_many_maps_a_day(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(maps_per_day=1)) as server:
        post(server, "", TABLE, 201)
        assert post(server, "", TABLE, 429)["error"]["code"] == "too_many_maps"
