"""The lobby: table talk before a battle, open tables, battles to watch, one's own games, rematches."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from lancemate.battletroops.scenarios.plan import SIDES as OF_SCENARIO
from lancemate.server.lobby import SECRET_TROUBLE
from lancemate.server.settings import Limits
from server.tables import Client, Json, Server, running

LANCES = "lance-2", "lance-3"
OWN = {"name": "Two", "units": [{"unit": "mad_3r_marauder", "skill": 3}, {"unit": "stg_3r_stinger"}]}


class Person:
    """Somebody at a table talk."""

    def __init__(self, server: Server, opened: Json) -> None:
        self.server, self.talk, self.token = server, opened["talk"], opened["token"]
        self.invitation, self.state = opened.get("invitation"), opened["state"]

    def send(self, what: str, status: int = 200, **data: Json) -> Json:
        answer = self.server.http.post(f"/api/talks/{self.talk}/{what}", json=data, headers=self.key)
        assert answer.status_code == status, answer.text
        if status != 200:
            return answer.json()["error"]
        self.state = answer.json()
        return self.state

    @property
    def key(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def look(self, **query: Json) -> Json:
        answer = self.server.http.get(f"/api/talks/{self.talk}", params=query, headers=self.key)
        assert answer.status_code == 200, answer.text
        self.state = answer.json()
        return self.state

    def ready(self) -> Json:
        return self.send("ready", stamp=self.look()["stamp"], ready=True)

    def sit(self) -> Client:
        return Client(self.server.port, self.token)

    def mine(self) -> Json:
        return self.server.http.post("/api/mine", json={"tokens": [self.token]}).json()["held"][0]


def host(server: Server, name: str = "Ada", side: str | None = None, **terms: Json) -> Person:
    given = {"terms": terms, "name": name, **({"side": side} if side else {})}
    answer = server.http.post("/api/talks", json=given)
    assert answer.status_code == 201, answer.text
    return Person(server, answer.json())


def guest(host: Person, name: str = "Bob", invitation: str | None = None) -> Person:
    given = {"name": name, "invitation": invitation or host.invitation}
    answer = host.server.http.post(f"/api/talks/{host.talk}/join", json=given)
    assert answer.status_code == 200, answer.text
    return Person(host.server, answer.json())


def agreed(server: Server, **terms: Json) -> tuple[Person, Person, str]:
    """Two people whose battle has begun."""
    ada = host(server, **terms)
    bob = guest(ada)
    if terms.get("game") != "battletroops":
        ada.send("force", force=LANCES[0])
        bob.send("force", force=LANCES[1])
    ada.ready()
    game = bob.ready()["game"]
    assert game is not None, bob.state
    return ada, bob, game


def seat_of(state: Json, place: str) -> Json:
    return next(seat for seat in state["seats"] if seat["place"] == place)


def test_two_people_agree_and_the_battle_begins_with_their_names(server: Server) -> None:
    ada = host(server, points=400, quick={"scenario": "skirmish", "theme": "woods"})
    bob = guest(ada)
    assert ada.look()["title"] == "Ada against Bob"
    ada.send("force", force=OWN)
    told = seat_of(bob.look(), "host")["force"]
    assert [unit["name"] for unit in told["units"]] == ["MAD-3R Marauder", "STG-3R Stinger"]
    assert told["pv"] == sum(unit["pv"] for unit in told["units"])
    bob.send("force", force=LANCES[1])
    ada.send("say", text="Ready when you are.")
    assert ada.ready()["game"] is None
    game = bob.ready()["game"]
    assert game is not None
    assert ada.look()["game"] == game
    with ada.sit() as one, bob.sit() as other:
        assert one.welcome["game"] == game
        assert one.welcome["seat"]["side"] == "red"
        assert [(side["by"], side["player"]) for side in other.welcome["sides"]] == [("friend", "Ada"), ("you", "Bob")]
        assert [said["text"] for said in other.welcome["chat"]] == ["Ready when you are."]
        names = {card["name"] for card in one.welcome["scene"]["units"].values()}
        assert {"MAD-3R Marauder", "STG-3R Stinger"} <= names
    assert ada.send("terms", 409, terms={})["code"] == "begun"


def test_any_change_takes_ready_away_and_nobody_is_ready_for_what_they_have_not_seen(server: Server) -> None:
    ada = host(server)
    bob = guest(ada)
    ada.send("force", force=LANCES[0])
    bob.send("force", force=LANCES[1])
    stamp = bob.look()["stamp"]
    ada.ready()
    assert seat_of(bob.look(), "host")["ready"]
    ada.send("terms", terms={"points": 500, "quick": {"theme": "desert"}})
    assert not any(seat["ready"] for seat in bob.look()["seats"])
    assert bob.state["changed"] == "host"
    assert bob.send("ready", 409, stamp=stamp, ready=True)["code"] == "stale"
    bob.ready()
    bob.send("force", force=LANCES[0])
    assert not seat_of(bob.state, "guest")["ready"]
    bob.ready()
    assert not seat_of(bob.send("ready", stamp=bob.state["stamp"], ready=False), "guest")["ready"]


def test_the_server_holds_forces_to_the_points(server: Server) -> None:
    ada = host(server, points=50)
    assert ada.send("ready", 409, stamp=0, ready=True)["message"] == "bring a force first"
    ada.send("force", force=LANCES[0])
    refused = ada.send("ready", 409, stamp=ada.state["stamp"], ready=True)
    assert refused["code"] == "not_ready"
    assert "50 are agreed on" in refused["message"]
    assert "50 are agreed on" in seat_of(ada.state, "host")["lacks"]
    assert ada.send("force", 422, force="lance-99")["message"].startswith("there is no ready force")
    assert ada.send("force", 422, force={"units": [{"unit": "maraudr"}]})["key"] == "force.units.0.unit"
    assert ada.send("terms", 422, terms={"quick": {"forces": list(LANCES)}})["key"] == "terms.quick.forces"


def test_what_is_brought_in_secret_is_told_to_nobody(server: Server) -> None:
    ada = host(server, secret=True, points=1000)
    bob = guest(ada)
    ada.send("force", force=OWN)
    assert seat_of(bob.look(), "host")["force"] == {"secret": True}
    assert seat_of(bob.state, "host")["lacks"] is None
    assert "arauder" not in server.http.get(f"/api/talks/{bob.talk}", headers=bob.key).text
    bob.send("terms", terms={"points": 1})  # what it costs is not to be found out by lowering the limit
    bob.send("terms", terms={"points": 1, "secret": True})
    # Bob made it open for a moment: the force is gone, and was never shown.
    assert seat_of(bob.state, "host")["force"] is None
    ada.send("terms", terms={"secret": True})
    ada.send("force", force=OWN)
    bob.send("force", force=LANCES[1])
    ada.ready()
    bob.ready()
    assert "Marauder" not in bob.state["title"]


def test_why_it_cannot_begin_does_not_tell_what_was_brought_in_secret(server: Server) -> None:
    """Quick-start rules have no aircraft: whoever proposes them is not to learn that there are some."""
    quick = {"edition": "quick-start"}
    wings = {"name": "Wings", "units": [{"unit": "training_fighter_banner"}]}
    told = []
    for secret in (True, False):
        ada = host(server, secret=secret, quick=quick)
        bob = guest(ada)
        ada.send("force", force=wings)
        bob.send("force", force=LANCES[1])
        ada.ready()
        told.append(bob.ready()["trouble"])
    assert told[0] == SECRET_TROUBLE
    assert "quick-start" in told[1]


def test_an_invitation_is_exchanged_once_and_an_open_table_is_listed_until_somebody_sits_there(server: Server) -> None:
    closed = host(server, "Cleo")
    ada = host(server, listed=True, title="Come and fight")
    again = server.http.post(f"/api/talks/{closed.talk}/join", json={"name": "Eve"})
    assert again.status_code == 404
    listed = {one["talk"]: one for one in fresh_lobby(server)["open"]}
    assert closed.talk not in listed
    assert listed[ada.talk]["host"] == "Ada"
    assert listed[ada.talk]["side"] == "blue"
    assert ada.token not in str(listed)
    assert ada.invitation is not None
    assert ada.invitation not in str(listed)
    joined = server.http.post(f"/api/talks/{ada.talk}/join", json={"name": "Bob"})
    assert joined.status_code == 200
    assert server.http.post(f"/api/talks/{ada.talk}/join", json={"name": "Eve"}).status_code == 409
    late = server.http.post(f"/api/talks/{ada.talk}/join", json={"invitation": ada.invitation})
    assert late.status_code == 409
    assert late.json()["error"]["code"] == "used"
    assert ada.talk not in {one["talk"] for one in fresh_lobby(server)["open"]}
    guest(closed)
    wrong = server.http.post(f"/api/talks/{closed.talk}/join", json={"invitation": ada.invitation})
    assert wrong.status_code == 404


def fresh_lobby(server: Server) -> Json:
    time.sleep(2.1)  # the list is believed for two seconds
    return server.http.get("/api/lobby").json()


def test_a_battle_to_watch_is_listed_with_a_link_that_only_watches(server: Server) -> None:
    _, _, unseen = agreed(server)
    ada, _, game = agreed(server, watched=True)
    listed = {one["game"]: one for one in fresh_lobby(server)["watch"]}
    assert unseen not in listed
    assert [side["player"] for side in listed[game]["sides"]] == ["Ada", "Bob"]
    assert {side["by"] for side in listed[game]["sides"]} == {"player"}
    token = listed[game]["link"].rsplit("/", 1)[1]
    with Client(server.port, token) as watcher, ada.sit() as one:
        assert watcher.welcome["seat"]["kind"] == "spectator"
        assert watcher.command({"end_phase": {}})["code"] == "watching"
        one.ask("resign", n=one.n)
    assert game not in {one["game"] for one in fresh_lobby(server)["watch"]}


def test_my_games_say_against_whom_which_turn_and_whose_move(server: Server) -> None:
    ada = host(server)
    bob = guest(ada)
    assert ada.mine()["kind"] == "talk"
    assert ada.mine()["yours"]
    ada, bob, game = agreed(server)
    told = ada.mine(), bob.mine()
    assert [one["id"] for one in told] == [game, game]
    assert [one["yours"] for one in told].count(True) == 1
    assert told[0]["turn"] == told[1]["turn"] == 1
    assert [side["player"] for side in told[0]["sides"]] == ["Ada", "Bob"]
    assert [side["by"] for side in told[0]["sides"]] == ["you", "friend"]
    with ada.sit() as one:
        one.ask("resign", n=one.n)
    assert ada.mine()["over"]
    assert ada.mine()["outcome"]["winner"] == "blue"
    answer = server.http.post("/api/mine", json={"tokens": ["x" * 43, "", ada.token]}).json()["held"]
    assert [one is None for one in answer] == [True, True, False]


def test_a_rematch_brings_the_same_two_together_on_swapped_sides(server: Server) -> None:
    ada, bob, game = agreed(server, points=1000)
    with ada.sit() as one:
        with bob.sit() as other:
            first = server.http.post(f"/api/games/{game}/rematch", json={"swap": True}, headers=bob.key).json()
            assert other.wait("rematch") == {"type": "rematch", "talk": first["talk"], "side": "blue"}
        assert one.wait("rematch")["talk"] == first["talk"]
    assert server.http.post(f"/api/games/{game}/rematch", json={}, headers=bob.key).status_code == 409
    second = server.http.post(f"/api/games/{game}/rematch", json={}, headers=ada.key).json()
    assert second["talk"] == first["talk"]
    bobs, adas = Person(server, first), Person(server, second)
    assert (bobs.look()["you"], bobs.state["side"]) == ("host", "red")
    assert (adas.look()["you"], adas.state["side"]) == ("guest", "blue")
    assert [seat["name"] for seat in adas.state["seats"]] == ["Bob", "Ada"]
    assert bobs.state["terms"]["points"] == 1000
    bobs.ready()
    assert adas.ready()["game"] not in (None, game)
    assert server.http.post(f"/api/games/{game}/rematch", json={}).status_code == 401


def test_soldiers_too(server: Server) -> None:
    ada = host(server, game="battletroops", troops={"theme": "town"})
    bob = guest(ada)
    ada.send("force", force="rifles")
    assert ada.send("force", 422, force=OWN)["key"] == "force"
    assert ada.send("force", 422, force="nobody")["message"].startswith("there is no squad")
    bob.send("force", force="assault")
    ada.ready()
    game = bob.ready()["game"]
    with bob.sit() as other:
        assert other.welcome["game"] == game
        assert other.welcome["sides"][0]["player"] == "Ada"
    book = host(server, game="battletroops", troops={"scenario": next(iter(OF_SCENARIO))})
    cleo = guest(book, "Cleo")
    assert {seat["side"] for seat in book.look()["seats"]} == set(next(iter(OF_SCENARIO.values())))
    book.ready()
    assert cleo.ready()["game"] is not None


def test_a_battle_that_cannot_be_says_so_to_both_and_the_talk_goes_on(server: Server) -> None:
    ada = host(server, quick={"theme": "nowhere"})
    bob = guest(ada)
    ada.send("force", force=LANCES[0])
    bob.send("force", force=LANCES[1])
    ada.ready()
    assert "nowhere" in bob.ready()["trouble"]
    assert not any(seat["ready"] for seat in ada.look()["seats"])
    ada.send("terms", terms={"quick": {"theme": "woods"}})
    bob.ready()
    assert ada.ready()["game"] is not None


def test_news_come_at_once_to_whoever_waits(server: Server) -> None:
    ada = host(server)
    bob = guest(ada)
    seen = ada.look()["n"]
    heard: list[int] = []
    waiting = threading.Thread(target=lambda: heard.append(ada.look(seen=seen)["n"]))
    waiting.start()
    bob.send("say", text="Hello!")
    waiting.join(20)
    assert heard == [seen + 1]
    assert ada.state["said"][0]["text"] == "Hello!"
    assert seat_of(ada.state, "guest")["here"]


def test_a_talk_outlives_the_server(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada = host(server, points=900)
        bob = guest(ada)
        ada.send("force", force=OWN)
    with running(tmp_path) as server:
        ada.server = bob.server = server
        assert ada.look()["terms"]["points"] == 900
        bob.send("force", force=LANCES[1])
        ada.ready()
        game = bob.ready()["game"]
    with running(tmp_path) as server:
        ada.server = server
        assert ada.mine()["id"] == game


@pytest.mark.parametrize(
    "given",
    [
        {"terms": {"points": 0}},
        {"terms": {"clock": {"kind": "hour", "seconds": 5, "at_end": "pass"}}},
        {"terms": {"clock": {"kind": "turn", "seconds": 0, "at_end": "pass"}}},
        {"name": "a\nb"},
        {"name": "x" * 41},
        {"side": "green"},
        {"terms": {"game": "chess"}},
        {"force": 7},
        {"terms": {"game": "battletroops", "troops": {"scenario": "nothing"}}},
    ],
)
def test_nonsense_is_refused_in_one_sentence(server: Server, given: Json) -> None:
    answer = server.http.post("/api/talks", json=given)
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]


def test_an_address_opens_so_many_tables_a_day(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(games_per_day=2)) as server:
        host(server)
        host(server)
        assert server.http.post("/api/talks", json={}).status_code == 429


def test_whoever_has_no_place_hears_nothing(server: Server) -> None:
    ada = host(server)
    other = host(server)
    for key in ({}, other.key, {"Authorization": f"Bearer {ada.invitation}"}):
        assert server.http.get(f"/api/talks/{ada.talk}", headers=key).status_code == 401
        assert server.http.post(f"/api/talks/{ada.talk}/say", json={"text": "?"}, headers=key).status_code == 401
