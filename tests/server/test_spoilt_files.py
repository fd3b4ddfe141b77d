"""Files of every kind that people send, cut, doubled, mixed up and laced: read, or refused in a sentence."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Callable
from typing import Final

import pytest

from lancemate.server.settings import Limits
from server.tables import DUEL, Json, Server, running

PLENTY: Final = Limits(
    games_per_day=10**6, imports_per_minute=10**6, looks_per_minute=10**6, makings_per_minute=10**6, maps_per_day=10**6
)
NASTY: Final = (
    *("<script>alert(1)</script>", "=cmd|' /C calc'!A0", "@SUM(1+1)", "\x00", "\x1b[31m", "\u202e", "\ud83d", "\u200b"),
    *(
        "1e999",
        "-1",
        "99999999999999999999",
        "NaN",
        "null",
        "[]",
        "{}",
        '"',
        "'",
        ",",
        ";",
        "\t",
        "\r\n",
        "&",
        "%s",
        "../",
        "&a",
    ),
    *("a" * 5000, "[" * 2000, "!!python/object:os.system x", "<!DOCTYPE x [<!ENTITY a 'b'>]>", "#"),
)
CSV: Final = (
    "name,type,size,move,tmm,short,medium,long,ov,armor,structure,pv,specials\n"
    'Finch GF-1,BM,1,"12""j",3,2,2,0,0,3,2,24,"ECM,TAG"\nOwl,CV,2,"8""t",1,2,2,1,0,4,3,19,\n'
)
UNITS: Final = json.dumps(
    [
        {
            "name": "Finch GF-1",
            "type": "BM",
            "size": 1,
            "move": '12"j',
            "tmm": 3,
            "damage": "2/2/0",
            "armor": 3,
            "structure": 2,
        }
    ]
)
FORCE: Final = """name: The Wind
formations:
- name: First
  units:
  - {unit: mad_3r_marauder, skill: 3, name: Ada}
  - {unit: stg_3r_stinger}
"""
LINK: Final = "gs=as&name=Mine&units=Own~BMGreenfinch_GF1%3A3,BMArcher_ARC2R"
BOARD: Final = """size 4 3
hex 0101 0 "" ""
hex 0201 1 "woods:1" "grass"
hex 0102 -1 "water:1" ""
hex 0303 2 "building:2:8;bldg_cf:40" ""
end
"""
MAP: Final = json.dumps({"map": DUEL["map"], "terrain": DUEL["terrain"]})
BATTLE: Final = json.dumps(DUEL)


def spoilt(text: str, dice: random.Random) -> str:
    """One to four accidents."""
    for _ in range(dice.randint(1, 4)):
        at, far = dice.randrange(len(text) + 1), dice.randrange(1, 40)
        text = dice.choice(
            (
                text[:at],
                text[:at] + text[at + far :],
                text[:at] + text[at : at + far] * 3 + text[at:],
                text[:at] + dice.choice(NASTY) + text[at:],
                text[:at] + dice.choice(NASTY) + text[at + far :],
                text[at:] + text[:at],
            )
        )[:20_000]
    return text


def spoilt_json(text: str, dice: random.Random) -> Json:
    """Something else in the place of one or two of its values."""
    data = json.loads(text)
    for _ in range(dice.randint(1, 2)):
        here: Json = data
        while isinstance(here, dict | list) and here:
            key = dice.choice(list(here)) if isinstance(here, dict) else dice.randrange(len(here))
            below = here[key]
            if not isinstance(below, dict | list) or not below or dice.random() < 0.2:
                here[key] = dice.choice((*NASTY[:14], None, -1, 1e9, 2**70, 0.5, True, [], {}, [[0, 0]], {"x": 1}))
                break
            here = below
    return data


def raw(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def sent(server: Server, path: str, **more: Json) -> None:
    """Whatever comes of it, it is an answer."""
    if "json" in more:
        more = {"content": json.dumps(more["json"]).encode(), "headers": {"Content-Type": "application/json"}}
    answer = server.http.post(f"/api{path}", **more)
    assert answer.status_code in (200, 201, 400, 408, 409, 413, 422), (
        path,
        answer.status_code,
        answer.text[:300],
        more,
    )
    if answer.status_code >= 400:
        error = answer.json()["error"]
        assert error["message"], (path, more)
        assert "Traceback" not in answer.text
        assert "the server stumbled" not in answer.text, (path, more)


Kind = Callable[[Server, random.Random], None]


def units(server: Server, dice: random.Random) -> None:
    name, text = dice.choice((("x.csv", CSV), ("x.json", UNITS), ("x.yaml", FORCE), ("", LINK), ("x.txt", BATTLE)))
    file = spoilt(text, dice)
    body = {"text": file} if dice.random() < 0.6 else {"base64": base64.b64encode(raw(file)).decode()}
    sent(server, "/imports", json={**({"name": name} if name else {}), **body})
    if dice.random() < 0.3:
        sent(server, "/imports", json={"text": LINK, "cards": spoilt_json(UNITS, dice)})


def forces(server: Server, dice: random.Random) -> None:
    sent(server, "/forces/read", content=raw(spoilt(FORCE, dice)))


def boards(server: Server, dice: random.Random) -> None:
    sent(server, "/boards/read", content=raw(spoilt(BOARD, dice)))


def maps(server: Server, dice: random.Random) -> None:
    sent(server, "/maps/check", json=spoilt_json(MAP, dice))


def battles(server: Server, dice: random.Random) -> None:
    text = spoilt(BATTLE, dice) if dice.random() < 0.5 else json.dumps(spoilt_json(BATTLE, dice))
    sent(server, f"/import?mode={dice.choice(('replay', 'hotseat'))}", content=raw(text))


def guesses(server: Server, dice: random.Random) -> None:
    file = raw(spoilt(dice.choice((CSV, UNITS, FORCE, LINK, BOARD, MAP, BATTLE)), dice))
    sent(server, "/files/seem", json={"base64": base64.b64encode(file).decode()})


KINDS: Final[tuple[Kind, ...]] = (units, forces, boards, maps, battles, guesses)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Json:
    with running(tmp_path_factory.mktemp("files"), limits=PLENTY) as one:
        yield one


@pytest.mark.parametrize("kind", KINDS, ids=[one.__name__ for one in KINDS])
def test_a_spoilt_file_is_read_or_refused(shop: Server, kind: Kind) -> None:
    dice = random.Random(kind.__name__)
    for _ in range(40):
        kind(shop, dice)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=[one.__name__ for one in KINDS])
@pytest.mark.parametrize("start", range(10))
def test_thousands_of_spoilt_files_are_read_or_refused(shop: Server, kind: Kind, start: int) -> None:
    dice = random.Random(f"{kind.__name__} {start}")
    for _ in range(340):
        kind(shop, dice)


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "=cmd|' /C calc'!A0", "(\\) Tj ET", "ﷺ☺漢" * 8, "%n%s"])
def test_hostile_names_are_printed_as_they_are(shop: Server, name: str) -> None:
    force = {"name": "Mine", "formations": [{"name": name, "units": [{"unit": "MAD-3R Marauder", "name": name}]}]}
    answer = shop.http.post("/api/forces/print", json={"force": force})
    assert answer.status_code == 200, answer.text
    assert answer.content.startswith(b"%PDF")
    for word in (b"/JavaScript", b"/JS", b"/Launch", b"/URI", b"/OpenAction"):
        assert word not in answer.content


@pytest.mark.parametrize("name", ["a\x00b", "a\x1b[31m", "a\u202eb", "a\u200bb"])
def test_signs_that_nobody_sees_are_refused_in_names(shop: Server, name: str) -> None:
    force = {"name": "Mine", "formations": [{"name": "First", "units": [{"unit": "MAD-3R Marauder", "name": name}]}]}
    answer = shop.http.post("/api/forces/print", json={"force": force})
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]
