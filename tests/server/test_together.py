"""Several servers on one PostgreSQL: people at one table sit at different servers and notice nothing of it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import psycopg
import pytest

from lancemate.server.leases import LAPSE
from lancemate.server.settings import Limits
from server.postgres import url as url
from server.tables import DUEL, PATIENCE, Client, Json, Server, lazy, wait_until
from server.test_kill import Stable
from server.test_lobby import LANCES, Person, agreed, guest, host

HANDED_ON = 5.0  # seconds in which the games of a server that dies go on


@pytest.fixture(scope="module")
def servers(url: str) -> Iterator[tuple[Server, Server]]:
    one, other = Server(url), Server(url)
    wait_until(lambda: all(len(server.hall.leases.others) == 1 for server in (one, other)), 20)
    yield one, other
    one.stop()
    other.stop()


def made_at(port: int, mode: str, **more: Json) -> Json:
    """A game opened at a server that is a process of its own."""
    with httpx.Client(trust_env=False, timeout=PATIENCE) as http:
        answer = http.post(f"http://127.0.0.1:{port}/api/games", json={"mode": mode, "script": {**DUEL, **more}})
    assert answer.status_code == 201, answer.text
    return answer.json()


def sat_down(servers: tuple[Server, Server], **more: Json) -> tuple[Client, Client, Json]:
    """Red at the one server, blue at the other."""
    here, there = servers
    game = here.duel("friend", **more)
    return here.sit(game, "red", name="Ada"), there.sit(game, "blue", name="Bob"), game


def test_what_one_does_the_other_sees(servers: tuple[Server, Server]) -> None:
    red, blue, _ = sat_down(servers)
    with red, blue:
        for _ in range(6):
            mover, other = (red, blue) if red.view["guide"]["yours"] else (blue, red)
            mover.do(lazy(mover.view, mover.view["viewer"]))
            other.until(lambda other=other, n=mover.n: other.n == n)
        assert [batch["n"] for batch in red.batches] == [batch["n"] for batch in blue.batches] == list(range(7))
        assert [batch["lines"] for batch in red.batches] == [batch["lines"] for batch in blue.batches]
        for name, unit in red.view["units"].items():
            assert unit["at"] == blue.view["units"][name]["at"]


def test_of_two_commands_at_once_at_two_servers_one_is_taken(servers: tuple[Server, Server]) -> None:
    here, there = servers
    game = here.duel("hotseat")
    with here.sit(game, "both") as one, there.sit(game, "both") as other, ThreadPoolExecutor(2) as pool:
        for _ in range(8):
            n, command = one.n, lazy(one.view, one.view["viewer"])
            answers = list(pool.map(lambda client: client.command(command, n=n), (one, other)))  # noqa: B023
            assert sorted(answer.get("code") or answer["type"] for answer in answers) == ["accepted", "stale"]
            for client in (one, other):
                client.until(lambda client=client, n=n: client.n == n + 1)
        assert one.view == other.view


def test_a_request_that_is_repeated_at_another_server_is_done_once(servers: tuple[Server, Server]) -> None:
    here, there = servers
    game = here.duel("hotseat")
    with here.sit(game, "both") as one, there.sit(game, "both") as other:
        assert one.command({"end_phase": {}}, id="once")["n"] == 1
        assert other.command({"end_phase": {}}, n=0, id="once") == {"type": "accepted", "id": "once", "n": 1}
        other.until(lambda: other.n == 1)


def test_who_is_there_and_what_they_say(servers: tuple[Server, Server]) -> None:
    red, blue, _ = sat_down(servers)
    everybody = {"red": 1, "blue": 1}
    with red:
        for client in (red, blue):
            told = client.welcome
            while {one["seat"]: one["connected"] for one in told["presence"]} != everybody:
                told = client.wait("presence")
        blue.ask("chat", text="Good luck")
        heard = red.wait("chat")
        assert (heard["id"], heard["message"]["text"], heard["message"]["name"]) == (None, "Good luck", "Bob")
        blue.close()
        while len(told["presence"]) > 1:
            told = red.wait("presence")


def test_people_who_talk_at_once_are_all_heard_in_one_order(servers: tuple[Server, Server]) -> None:
    red, blue, _ = sat_down(servers)
    with red, blue:
        for number in range(5):
            for client in (red, blue):
                client.send({"type": "chat", "id": f"t{number}", "text": f"{number}"})
        heard = [[client.wait("chat")["message"] for _ in range(10)] for client in (red, blue)]
        assert heard[0] == heard[1]
        assert [one["n"] for one in heard[0]] == list(range(1, 11))


def test_a_draw_is_offered_at_one_server_and_accepted_at_the_other(servers: tuple[Server, Server]) -> None:
    red, blue, game = sat_down(servers)
    with red, blue:
        assert red.ask("offer_draw")["why"] == "offered"
        assert blue.wait("draw")["side"] == "red"
        with servers[1].sit(game, "spectator") as late:
            assert late.welcome["draw"] == "red"
        assert blue.ask("accept_draw")["why"] == "agreed"
        assert red.wait("draw")["why"] == "agreed"
        for client in (red, blue):
            client.until(lambda client=client: client.view["outcome"] is not None)
            assert client.view["outcome"]["reason"] == "both sides have agreed to a draw"
            assert client.command({"end_phase": {}})["code"] == "battle_over"


def test_an_offer_lapses_by_a_command_at_the_other_server(servers: tuple[Server, Server]) -> None:
    red, blue, _ = sat_down(servers)
    with red, blue:
        mover, other = (red, blue) if red.view["guide"]["yours"] else (blue, red)
        other.ask("offer_draw")
        mover.wait("draw")
        mover.do({"end_phase": {}})
        assert [client.wait("draw")["why"] for client in (mover, other)] == ["lapsed", "lapsed"]
        assert mover.ask("accept_draw")["code"] == "no_offer"


def test_taking_back_is_asked_and_allowed_across_servers(servers: tuple[Server, Server]) -> None:
    red, blue, _ = sat_down(servers, start={"turn": 1, "phase": "movement", "first": "red"})
    with red, blue:
        mover, other = (red, blue) if red.view["guide"]["yours"] else (blue, red)
        before = mover.view["units"]
        mover.do(lazy(mover.view, mover.view["viewer"]))
        other.until(lambda: other.n == 1)
        assert mover.ask("undo", n=1)["why"] == "asked"
        other.wait("undo")
        other.send({"type": "allow_undo", "id": "yes"})
        for client in (mover, other):
            client.until(lambda client=client: client.n == 2)
        assert mover.view["units"] == before
        mover.do(lazy(mover.view, mover.view["viewer"]))
        other.until(lambda: other.n == 3)


def test_table_talk_across_servers(servers: tuple[Server, Server]) -> None:
    here, there = servers
    ada = host(here, "Ada", points=1000)
    began = time.monotonic()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(ada.look, seen=ada.state["n"])
        moved = Person(there, {"talk": ada.talk, "token": ada.token, "invitation": ada.invitation, "state": ada.state})
        bob = guest(moved)
        state = waiting.result()
    assert state["seats"][1]["taken"]
    assert time.monotonic() - began < 6.0, "the question was not answered by its time running out"
    for person, force in zip((ada, bob), LANCES, strict=True):
        person.send("force", force=force)
    ada.ready()
    game = bob.ready()["game"]
    with ada.sit() as red, bob.sit() as blue:
        assert red.welcome["game"] == blue.welcome["game"] == game


def test_news_that_were_missed_are_looked_up(url: str, servers: tuple[Server, Server]) -> None:
    """The lines on which both listen are cut, and something happens before they are there again."""
    red, blue, _ = sat_down(servers)
    with red, blue:
        gaps = [server.hall.bulletin.gaps for server in servers]
        with psycopg.connect(url, autocommit=True) as line:
            line.execute("select pg_terminate_backend(pid) from pg_stat_activity where query like 'LISTEN%'")
        mover, other = (red, blue) if red.view["guide"]["yours"] else (blue, red)
        mover.do({"end_phase": {}})
        mover.ask("chat", text="Still there?")
        mover.ask("offer_draw")
        other.until(lambda: other.n == 1)
        assert other.wait("chat")["message"]["text"] == "Still there?"
        assert other.wait("draw")["why"] == "offered"
        wait_until(lambda: all(server.hall.bulletin.gaps > gap for server, gap in zip(servers, gaps, strict=True)), 20)


class Far:
    """A server in a process of its own, as somebody at a table talk sees it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False)


def test_a_server_that_dies_hands_its_clocks_on(url: str) -> None:
    """Nobody moves; what is agreed on for the end of a side's time is done by whoever is left, and once each time."""
    stable = Stable(url)
    try:
        first, second = stable.server(), stable.server()
        far = Far(first.port)
        ada, _, _ = agreed(far, points=1000, clock={"kind": "move", "seconds": 1, "at_end": "pass"})  # type: ignore[arg-type]
        far.http.close()
        with Client(second.port, ada.token) as player:
            player.until(lambda: player.n >= 2)
            first.kill()
            n = player.n
            player.until(lambda: player.n >= n + 3)
            assert [batch["n"] for batch in player.batches] == list(range(player.n + 1))
            assert player.wait("clock")["clock"]["kind"] == "move"
        second.kill()
    finally:
        stable.close()


def test_a_day_is_counted_at_all_servers_together(url: str) -> None:
    one, other = (Server(url, limits=Limits(games_per_day=2)) for _ in range(2))
    one.duel("hotseat")
    other.duel("hotseat")
    wait_until(lambda: one.http.post("/api/games", json={"mode": "hotseat", "quick": {}}).status_code == 429, 20)
    assert other.http.post("/api/games", json={"mode": "hotseat", "quick": {}}).status_code == 429
    one.stop()
    other.stop()


def test_a_server_that_dies_hands_its_bots_on(url: str) -> None:
    """Nobody else is at the table: whoever is left plays the bot on, and nothing is there twice."""
    stable = Stable(url)
    try:
        first, second = stable.server(), stable.server()
        made = made_at(first.port, "bot")
        with Client(first.port, made["seats"][0]["token"]) as red:
            red.do({"end_phase": {}})
            red.until(lambda: red.n >= 2)  # the first server drives the game
            watching = Client(second.port, made["seats"][1]["token"])
            while not red.view["guide"]["yours"]:
                red.receive()
            watching.until(lambda: watching.n >= red.n)
            red.send({"type": "command", "id": "last", "n": red.n, "command": lazy(red.view, "red")})
            red.wait("accepted", id="last")
            first.kill()
        killed = time.monotonic()
        with watching:
            watching.until(lambda: watching.view["to_act"] == "red")
            assert time.monotonic() - killed < HANDED_ON + LAPSE, "a machine that is busy may take a little longer"
            assert [batch["n"] for batch in watching.batches] == list(range(watching.n + 1))
        with Client(second.port, made["seats"][0]["token"], last_seen=1) as red:
            assert red.command(lazy(red.view, "red"))["type"] == "accepted"
        second.kill()
    finally:
        stable.close()
