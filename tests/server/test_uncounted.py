"""What nobody else hears of cannot be counted: what goes to the others is the same, byte for byte, whether it is done
or not, over sockets and HTTP, live, asked for again and resumed."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from lancemate.server import making
from lancemate.server.numbers import Numbers
from server.tables import Json, Server, running

CARD = {
    "name": "Walker",
    "type": "BM",
    "size": 2,
    "move": '8"',
    "tmm": 1,
    "damage": "2/2/1",
    "armor": 5,
    "structure": 3,
    "specials": ["STL"],
}
FEW, MANY = 0, 5
HOLES = [f"x{n}" for n in range(1, MANY + 1)]  # who may lie hidden


def script(hidden: int, *, red: int = 3, **more: Json) -> Json:
    """Red and blue deploy; blue has so many units more, which it will hide."""
    names = {"red": [f"r{n}" for n in range(1, red + 1)], "blue": ["b1", "b2", "b3", *HOLES[:hidden]]}
    sides = [
        {"name": name, "home": home, "units": [{"id": one, "card": CARD} for one in names[name]]}
        for name, home in (("red", "south"), ("blue", "north"))
    ]
    return {
        "title": "Unseen",
        "map": {"kind": "table", "width": 48, "depth": 48},
        "options": ["hidden_units", "minefields"],
        "settings": {"minefields": {"blue": [3, 2, 1]}},
        "terrain": [{"id": "wood", "kind": "woods", "rect": [0, 36, 48, 8]}],
        "sides": sides,
        "start": {"phase": "deployment", "first": "red"},
        **more,
    }


def hiding(names: Sequence[str]) -> list[Json]:
    return [{"deploy": {"unit": name, "at": [4 + 4 * HOLES.index(name), 41], "hidden": True}} for name in names]


def burying(count: int) -> list[Json]:
    return [{"deploy": {"unit": "b1", "at": [8 + 8 * n, 24], "mines": 3 - n}} for n in range(count)]


def placing(name: str, number: int) -> Json:
    return {"deploy": {"unit": name, "at": [6 * number, 5 if name.startswith("r") else 46]}}


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice of two worlds are the same; nothing else of them is promised to anybody here."""
    monkeypatch.setattr(making, "new_secret", lambda: "5a" * 32)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("games")) as one:
        yield one


class Table:
    """A battle of two people whom somebody watches; everybody but blue is to hear the same in all worlds."""

    def __init__(self, server: Server, made: Json) -> None:
        self.server, self.made = server, made
        self.clients = {seat: server.sit(made, seat) for seat in ("red", "blue", "spectator")}
        self.left: dict[str, int] = {}

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        for client in self.clients.values():
            client.close()

    def does(self, side: str, command: Json) -> None:
        answer = self.clients[side].command(command)
        assert answer["type"] == "accepted", answer
        client = self.clients[side]
        client.until(lambda: client.n == answer["n"])

    def plays(self, secret: Sequence[Json], later: Sequence[Json] = ()) -> None:
        """Units are placed in turn; what blue does in secret it does before, and while it is red's turn."""
        for command in secret:
            self.does("blue", command)
        for number in (1, 2, 3):
            self.does("red", placing(f"r{number}", number))
            self.hear("blue")
            self.does("blue", placing(f"b{number}", number))
            self.hear("red")
            for command in later if number == 2 else ():
                self.does("blue", command)
        assert self.clients["blue"].view["phase"] == "movement"

    def plays_until_bought(self, bought: Sequence[Json]) -> None:
        """Units are placed, then each side is asked for its list."""
        for number in (1, 2, 3):
            for side, other in (("red", "blue"), ("blue", "red")):
                self.does(side, placing(f"{side[0]}{number}", number))
                self.hear(other)
        asked = 0
        while (waits := self.clients["blue"].view["decision"]) is not None:
            side = waits["side"]
            lists = {"red": ["light_strike"], "blue": bought}
            self.does(side, {"buy": {"side": side, "support": lists[side]}})
            for seat in self.clients:
                self.hear(seat)
            asked += 1
        assert asked == 2

    def hear(self, seat: str) -> None:
        """Whatever is on its way has come: answers keep their order."""
        assert self.clients[seat].ask("ping", id="p")["type"] == "pong"

    def heard(self, seat: str) -> str:
        """Everything that this seat has been sent, in its own words."""
        self.hear(seat)
        return self.without_names(json.dumps(self.clients[seat].heard))

    def asked(self, seat: str) -> str:
        """What it is answered when it asks for everything again, and when it comes back."""
        client = self.clients[seat]
        client.heard.clear()
        n = client.ask("history")["n"]
        for question in ([{"from": 2, "to": 4}] if n >= 2 else []) + [{"from": n}]:
            client.ask("history", id="h", **question)
        for place in range(n + 2):
            client.ask("position", id="p", n=place)
        client.ask("command", id="s", n=n + 1, command={"pass": {"unit": "r1"}})
        for last in (None, 0, n - 1, n, n + 3):
            with self.server.sit(self.made, seat, **({} if last is None else {"last_seen": last})) as again:
                client.heard.append(again.welcome)
        return self.heard(seat)

    def over_http(self) -> str:
        summary = self.server.http.get(f"/api/games/{self.made['game']}").json()
        tokens = [seat["token"] for seat in self.made["seats"] if seat["seat"] != "blue"]
        mine = self.server.http.post("/api/mine", json={"tokens": tokens}).json()
        for told in (summary, *mine["held"]):
            for key in ("created", "updated"):
                told.pop(key, None)
        return self.without_names(json.dumps([summary, mine]))

    def without_names(self, text: str) -> str:
        """Ids and promises of dice are drawn by lot for each game."""
        text = re.sub(r'"id": "q\d+"', '"id": "q"', text.replace(self.made["game"], "GAME"))
        return re.sub(r'"dice": "[0-9a-f]{64}"', '"dice": "HASH"', text)


def told(server: Server, made: Json, secret: Sequence[Json], later: Sequence[Json] = ()) -> dict[str, str]:
    with Table(server, made) as table:
        table.plays(secret, later)
        own = table.clients["blue"]
        assert own.ask("ping")["n"] == 6 + len(secret) + len(later), "whoever does it counts it"
        assert [batch["n"] for batch in own.batches] == list(range(own.n + 1))
        found = {f"{seat}, live": table.heard(seat) for seat in ("red", "spectator")}
        found |= {f"{seat}, asked": table.asked(seat) for seat in ("red", "spectator")}
        return found | {"http": table.over_http()}


def the_same(here: dict[str, str], there: dict[str, str]) -> None:
    assert here.keys() == there.keys()
    for name, text in here.items():
        assert len(text) > 200
        assert text == there[name], name


def friends(server: Server, hidden: int, **more: Json) -> Json:
    return server.create(mode="friend", script=script(hidden, **more))


def test_nobody_counts_who_lies_hidden(server: Server) -> None:
    none = told(server, friends(server, FEW), [])
    the_same(none, told(server, friends(server, MANY), hiding(HOLES)))
    the_same(none, told(server, friends(server, MANY), hiding(HOLES[:3]), hiding(HOLES[3:])))
    assert not any(name in none["red, live"] + none["red, asked"] for name in HOLES)


def test_nobody_counts_the_mines_that_are_laid(server: Server) -> None:
    the_same(told(server, friends(server, FEW), []), told(server, friends(server, FEW), burying(3)))
    the_same(told(server, friends(server, FEW), burying(1)), told(server, friends(server, FEW), [], burying(2)))


@pytest.mark.parametrize("viewer", ["red", "spectator"])
def test_nobody_learns_what_is_bought_in_secret(server: Server, viewer: str) -> None:
    """Each side writes its list; the other one hears that it has, and no more."""
    mines = {"type": "light_minefield", "at": [24, 24], "hidden": True}
    worlds = []
    for bought in ([], ["strafing"], [mines, {**mines, "at": [16, 24]}]):
        settings = {"battlefield_support": {"level": "objective_raid", "buying": True}}
        made = friends(server, FEW, settings=settings)
        with Table(server, made) as table:
            table.plays_until_bought(bought)
            worlds.append((table.heard(viewer), table.asked(viewer), table.over_http()))
    assert worlds[0] == worlds[1] == worlds[2]


def test_nobody_counts_what_is_planned(server: Server) -> None:
    """Also where nobody keeps secrets otherwise, and what others may take back stays as it was."""
    worlds = []
    for planned in ([], [False], [False, True, False]):
        made = friends(server, FEW, options=[], settings={})
        with Table(server, made) as table:
            table.plays([])
            first = table.clients["red"].view["to_act"]
            other = "blue" if first == "red" else "red"
            table.does(first, {"pass": {"unit": f"{first[0]}1"}})
            table.hear(other)
            mine = table.clients[first].view["undo"]
            assert mine["count"] == 1
            for on in planned:
                table.does(other, {"toggle": {"unit": f"{other[0]}1", "ability": "STL", "on": on}})
            with server.sit(made, first) as again:
                assert again.view["undo"] == mine
            worlds.append({seat: table.heard(seat) for seat in (first, "spectator")})
            assert table.clients[first].ask("undo", n=table.clients[first].n)["why"] == "asked"
            assert table.clients[other].ask("allow_undo")["type"] == "accepted"
            table.hear(first)
            batch = table.clients[first].batches[-1]
            assert (batch["n"], batch["takes_back"]) == (8, [7])
            table.hear(other)
            own = table.clients[other].batches[-1]
            assert (own["n"], own["takes_back"]) == (8 + len(planned), list(range(7, 8 + len(planned))))
            assert table.clients[other].view["units"][f"{other[0]}1"]["planned"] == {}
    assert worlds[0] == worlds[1] == worlds[2]


def test_a_clock_does_not_tell_and_an_offer_of_a_draw_does_not_lapse(server: Server) -> None:
    for secret in ([], hiding(HOLES)):
        with Table(server, friends(server, MANY if secret else FEW)) as table:
            red = table.clients["red"]
            assert red.ask("offer_draw", id="d")["why"] == "offered"
            before = server.http.get(f"/api/games/{table.made['game']}").json()
            for command in secret:
                table.does("blue", command)
            assert server.http.get(f"/api/games/{table.made['game']}").json() == before, "nothing has happened"
            assert red.ask("ping", id="p")["n"] == 0
            assert [message["type"] for message in red.heard[1:] if message["type"] != "presence"] == ["draw", "pong"]
            table.does("red", placing("r1", 1))
            table.hear("blue")
            table.does("blue", placing("b1", 1))
            assert red.wait("draw")["why"] == "lapsed"


def test_whoever_comes_back_after_the_server_died_has_missed_nothing(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        made = friends(server, MANY)
        with Table(server, made) as table:
            table.plays(hiding(HOLES[:2]), hiding(HOLES[2:]))
            before = {seat: list(client.batches) for seat, client in table.clients.items()}
            for seat in ("red", "spectator"):
                table.hear(seat)
                before[seat] = list(table.clients[seat].batches)
    with running(tmp_path) as server:
        for seat, batches in before.items():
            assert [batch["n"] for batch in batches] == list(range(len(batches)))
            for last in range(len(batches)):
                with server.sit(made, seat, last_seen=last) as again:
                    assert again.batches == batches[last + 1 :]
                    assert again.n == len(batches) - 1
            with server.sit(made, seat) as again:
                assert again.batches == batches
    assert len(before["blue"]) == len(before["red"]) + MANY


def test_a_bot_is_not_seen_to_think_of_what_nobody_hears(server: Server) -> None:
    """It thinks as long as it is its turn, however many orders it gives."""
    for hidden in (FEW, MANY):
        made = server.create(mode="bot", level="veteran", script=script(hidden, seed=4))
        with server.sit(made, "red") as red:
            red.my_turn()
            while red.view["phase"] == "deployment":
                red.do(placing(red.view["ready"][0], int(red.view["ready"][0][1:])))
                red.my_turn()
            red.ask("ping")
            thinking = [(one["side"], one["on"]) for one in red.heard if one["type"] == "thinking"]
            assert all(ons == (("blue", True), ("blue", False)) for ons in zip(*[iter(thinking)] * 2, strict=False))
            assert not [one for one in red.heard if one["type"] == "update" and not one["batch"]["lines"]]
            assert thinking
            assert [batch["n"] for batch in red.batches] == list(range(red.n + 1))
            assert commands_of(server, made) - red.n >= hidden, "the bot hides them, and nobody counts that"


def commands_of(server: Server, made: Json) -> int:
    """How many have been written down in all."""
    with closing(sqlite3.connect(server.settings.database.removeprefix("sqlite:///"))) as rows:
        return int(rows.execute("select max(n) from entries where game = ?", (made["game"],)).fetchone()[0])


def test_a_recording_of_the_battle_leaves_them_out(server: Server) -> None:
    worlds = []
    for secret in ([], hiding(HOLES)):
        placed = [placing(f"{side}{n}", n) for n in (1, 2, 3) for side in "rb"]
        made = server.create(mode="replay", script=script(len(secret), seed=3, commands=[*secret, *placed]))
        with server.sit(made, "spectator") as watcher:
            assert [batch["n"] for batch in watcher.batches] == list(range(7))
            text = json.dumps([watcher.heard, watcher.ask("position", id="p", n=3)])
            worlds.append(text.replace(made["game"], "GAME"))
    assert worlds[0] == worlds[1]


def test_numbers_count_what_is_heard() -> None:
    numbers = Numbers()
    for n in (2, 3, 7):
        numbers.add(n, ["red"])
    assert [numbers.own("red", n) for n in range(9)] == [0, 1, 1, 1, 2, 3, 4, 4, 5]
    assert [numbers.whole("red", own) for own in range(6)] == [0, 3, 4, 5, 7, 8]
    assert [n for n in range(9) if not numbers.hears("red", n)] == [2, 3, 7]
    assert [numbers.own("blue", 8), numbers.whole(None, 8)] == [8, 8]
