"""People who press everything at once: two on one seat, an invitation used twice, names full of markup."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import httpx
import pytest

from server.tables import Json, Server
from server.test_lobby import LANCES, Person, agreed, guest, host, seat_of

T = TypeVar("T")


def at_once(*acts: Callable[[], T]) -> list[T]:
    with ThreadPoolExecutor(len(acts)) as people:
        return [done.result() for done in [people.submit(act) for act in acts]]


def post(server: Server, path: str, given: Json, token: str | None = None) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with httpx.Client(base_url=str(server.http.base_url), timeout=60) as own:
        return own.post(path, json=given, headers=headers)


@pytest.mark.parametrize("listed", [True, False], ids=["an open table", "one invitation"])
def test_of_six_who_sit_down_at_once_one_has_the_seat(server: Server, listed: bool) -> None:
    ada = host(server, listed=listed)
    given = {} if listed else {"invitation": ada.invitation}
    answers = at_once(
        *(lambda n=n: post(server, f"/api/talks/{ada.talk}/join", {**given, "name": f"Guest {n}"}) for n in range(6))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409, 409]
    seated = next(answer.json() for answer in answers if answer.status_code == 200)
    assert seat_of(ada.look(), "guest")["name"] == seat_of(seated["state"], "guest")["name"]
    for answer in answers:
        if answer.status_code == 409:
            assert answer.json()["error"]["message"] == "somebody else sits there already"


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("<img src=x onerror=alert(1)>", 200),
        ("Ælfþryð 🦊 王", 200),
        ("  Bob  ", 200),
        ("x" * 500, 422),
        ("Bob\u202eevil", 422),
        ("Bob\nEve", 422),
        ("Bob\0", 422),
        ("Bob\u200b", 422),
        ("Bo\u00adb", 422),
        ("B\u200dob", 422),
        ("\u3164", 422),
        ("Bob\U000e0041", 422),
        ("Recruit", 422),
        ("blue", 422),
        ("R.E.D", 422),
        ("\uff22lue ", 422),
        ("Bluebell", 200),
    ],
)
def test_a_name_is_text_of_one_line_and_nothing_else(server: Server, name: str, status: int) -> None:
    ada = host(server)
    answer = server.http.post(f"/api/talks/{ada.talk}/join", json={"name": name, "invitation": ada.invitation})
    assert answer.status_code == status, answer.text
    if status == 200:
        assert seat_of(ada.look(), "guest")["name"] == name.strip()
    else:
        assert len(answer.json()["error"]["message"]) < 300
        guest(ada)  # the invitation is not used up by it


@pytest.mark.parametrize("_", range(4))
def test_terms_changed_while_the_other_says_ready_begin_nothing_unseen(server: Server, _: int) -> None:
    ada = host(server)
    bob = guest(ada)
    ada.send("force", force=LANCES[0])
    bob.send("force", force=LANCES[1])
    bob.ready()
    stamp = ada.look()["stamp"]
    ready, changed = at_once(
        lambda: post(server, f"/api/talks/{ada.talk}/ready", {"stamp": stamp, "ready": True}, ada.token),
        lambda: post(server, f"/api/talks/{bob.talk}/terms", {"terms": {"points": 20}}, bob.token),
    )
    if changed.status_code == 200:  # then nobody is ready any more
        assert ada.look()["game"] is None
        assert ready.status_code in (200, 409)
    else:
        assert (changed.status_code, changed.json()["error"]["code"]) == (409, "begun")
        assert ada.look()["game"] is not None


def test_a_force_over_the_points_begins_no_battle_however_it_comes(server: Server) -> None:
    ada = host(server, points=1000)
    bob = guest(ada)
    ada.send("force", force=LANCES[0])
    bob.send("force", force=LANCES[1])
    bob.ready()
    ada.send("terms", terms={"points": 30})
    for one in (ada, bob):
        assert one.send("ready", 409, stamp=one.look()["stamp"], ready=True)["code"] == "not_ready"
    assert ada.look()["game"] is None


@pytest.mark.parametrize("swap", [False, True])
def test_both_ask_for_a_rematch_at_once_and_meet(server: Server, swap: bool) -> None:
    ada, bob, game = agreed(server)
    with ada.sit() as one:
        one.ask("resign", n=one.n)
    path = f"/api/games/{game}/rematch"
    answers = at_once(*(lambda who=who: post(server, path, {"swap": swap}, who.token) for who in (ada, bob)))
    assert [answer.status_code for answer in answers] == [200, 200], [answer.text for answer in answers]
    again = [Person(server, answer.json()) for answer in answers]
    assert again[0].talk == again[1].talk
    assert {one.look()["you"] for one in again} == {"host", "guest"}
    assert {again[0].state["side"], again[1].state["side"]} == {"red", "blue"}
    again[0].ready()
    assert again[1].ready()["game"] not in (None, game)


def test_a_private_battle_is_watched_by_nobody_who_was_not_told(server: Server) -> None:
    ada, bob, game = agreed(server)
    eve = host(server, "Eve")
    for token in (None, eve.token, "x" * 43):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        assert server.http.get(f"/api/games/{game}/save", headers=headers).status_code in (401, 404)
        assert server.http.post(f"/api/games/{game}/rematch", json={}, headers=headers).status_code == 401
        assert server.http.get(f"/api/talks/{ada.talk}", headers=headers).status_code == 401
    assert server.http.post(f"/api/talks/{ada.talk}/join", json={"name": "Eve"}).status_code in (404, 409)
    used = server.http.post(f"/api/talks/{ada.talk}/join", json={"invitation": ada.invitation})
    assert used.status_code == 409
    with bob.sit() as one:
        assert one.welcome["seat"]["side"] == "blue"


def test_one_seat_in_two_windows_is_one_player(server: Server) -> None:
    """Whoever opens the link twice plays one side: the second command for the same moment is refused."""
    ada, bob, _ = agreed(server)
    acting = next(one for one in (ada, bob) if one.mine()["yours"])
    with acting.sit() as first, acting.sit() as second:
        assert first.welcome["seat"]["side"] == second.welcome["seat"]["side"]
        number = first.n
        assert first.ask("resign", n=number)["type"] != "refused"
        assert second.ask("resign", n=number)["type"] in ("refused", "error")
