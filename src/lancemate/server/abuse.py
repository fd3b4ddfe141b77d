"""Somebody who asks a server for as much as it will do, again and again: part of a load (load.py), for tests alone."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from typing import Any, Final

Json = Any
AT_ONCE: Final = 6
PATIENCE: Final = 120.0


class Abuser:
    """Sends the dearest requests there are, several at once, until it is told to stop."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.answers: dict[int, int] = {}  # how often each status was the answer

    async def go_on(self) -> None:
        await asyncio.gather(*(self._one(number) for number in range(AT_ONCE)))

    async def _one(self, number: int) -> None:
        dear = (_long_yaml(), _long_json(), _crowded_table(), _many_cards(), _spoilt_yaml(), _one_huge_polygon())
        while True:
            status = await asyncio.to_thread(self._post, *dear[number % len(dear)])
            self.answers[status] = self.answers.get(status, 0) + 1
            number += 1

    def _post(self, route: str, body: bytes) -> int:
        kind = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api/{route}", body, kind)
        try:
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=PATIENCE) as answer:
                answer.read()
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0


def _script(terrain: list[Json]) -> Json:
    sides = [
        {
            "name": name,
            "units": [{"id": f"{name}{at}", "unit": "MAD-3R Marauder", "at": [10 + 3 * at, y]} for at in range(4)],
        }
        for name, y in (("red", 6), ("blue", 40))
    ]
    return {"map": {"kind": "table", "width": 72, "depth": 48}, "terrain": terrain, "sides": sides}


def _jagged(x: float, y: float, width: float, corners: int) -> list[list[float]]:
    """A strip with teeth on both of its long sides."""
    half = corners // 2
    steps = [round(x + width * step / half, 4) for step in range(half)]
    teeth = [0.3 * (step % 2) for step in range(half)]
    near = [[at, round(y + tooth, 2)] for at, tooth in zip(steps, teeth, strict=True)]
    far = [[at, round(y + 2.0 + tooth, 2)] for at, tooth in zip(steps, teeth, strict=True)]
    return near + far[::-1]


def _game(terrain: list[Json]) -> tuple[str, bytes]:
    return "games", json.dumps({"mode": "hotseat", "script": _script(terrain)}).encode()


def _crowded_table() -> tuple[str, bytes]:
    wood = {"kind": "woods"}
    return _game(
        [
            {**wood, "id": f"w{at}", "polygon": _jagged(3 + at % 20 * 3.4, 12 + at // 20 * 3, 2.8, 20)}
            for at in range(190)
        ]
    )


def _one_huge_polygon() -> tuple[str, bytes]:
    return _game([{"kind": "woods", "id": "w", "polygon": _jagged(4, 24, 60, 3900)}])


def _long_yaml() -> tuple[str, bytes]:
    terrain = "\n".join(f"  - {{id: w{at}, kind: woods, rect: [{at % 70}, {at % 40}, 1, 1]}}" for at in range(5500))
    return (
        "import?mode=replay",
        f"map: {{kind: table, width: 72, depth: 48}}\nterrain:\n{terrain}\nsides: []\n".encode(),
    )


def _spoilt_yaml() -> tuple[str, bytes]:
    return "import?mode=replay", ("- [" * 900 + "\n" + "a: &a [*a, *a]\n" * 9000).encode()


def _long_json() -> tuple[str, bytes]:
    return "import?mode=replay", json.dumps({**_script([]), "about": "x" * 4_900_000}).encode()


def _many_cards() -> tuple[str, bytes]:
    return "forces/print", json.dumps({"units": [{"unit": "MAD-3R Marauder"}] * 100}).encode()
