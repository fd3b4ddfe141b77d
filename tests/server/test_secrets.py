"""What a seat must never be sent: hidden units, plans of the other side, dice to come, and anybody's token."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from server.tables import DUEL, Client, Json, Server, running

LURKING = {"id": "lurker", "unit": "STG-3R Stinger", "at": [6, 30], "state": {"notes": {"hidden": True}}}


def with_lurker() -> Json:
    red, blue = DUEL["sides"]
    units = [*blue["units"], LURKING]
    return {**DUEL, "options": ["hidden_units"], "sides": [red, {**blue, "units": units}]}


def everything(client: Client) -> str:
    return json.dumps(client.heard)


def test_hidden_units_are_sent_to_their_own_side_only(server: Server) -> None:
    game = server.create(mode="friend", script=with_lurker())
    with server.sit(game, "red") as red, server.sit(game, "blue") as blue, server.sit(game, "spectator") as crowd:
        red.do({"end_phase": {}})
        blue.until(lambda: blue.n == 1)
        blue.do({"pass": {"unit": "lurker"}})
        for client in (red, crowd):
            client.until(lambda client=client: client.n == 1)
            assert client.ask("ping")["n"] == 1, "of what the hidden one does nobody else hears, nor counts it"
            for question in (
                {"kind": "measure", "from": "r1", "to": "lurker"},
                {"kind": "preview", "attack": {"unit": "r1", "target": "lurker"}},
                {"kind": "preview", "attack": {"unit": "lurker", "target": "r1"}},
                {"kind": "reach", "unit": "lurker"},
                {"kind": "targets", "unit": "r1"},
                {"kind": "position", "n": 1},
                {"kind": "history"},
            ):
                client.ask(**question)
        red.command({"attack": {"unit": "r1", "target": "lurker"}})
        red.command({"attack": {"unit": "nobody", "target": "b1"}})
        heard = everything(red) + everything(crowd)
        # Only what was asked comes back: that there is no such thing, in the same words as for any other name.
        assert "there is no unit 'lurker'" in heard
        words = ("there is no unit 'lurker'", "there is no unit and no terrain 'lurker'")
        assert "lurker" not in heard.replace(words[0], "").replace(words[1], "")
        for body in ({"unit": "r1", "target": "lurker"}, {"unit": "lurker", "target": "r1"}):
            twin = {key: "nobody" if name == "lurker" else name for key, name in body.items()}
            told = [red.command({"attack": one}) for one in (body, twin)]
            texts = [answer["message"].replace("lurker", "nobody") for answer in told]
            assert texts[0] == texts[1]
            assert told[0]["code"] == told[1]["code"]
        assert "lurker" in blue.welcome["scene"]["units"]
        assert "lurker" in blue.view["units"]
        told = [event for batch in blue.batches for event in batch["events"] if event.get("unit") == "lurker"]
        assert told


def test_no_save_of_a_battle_that_goes_on_tells_what_the_bot_keeps_secret(server: Server) -> None:
    """Who plays both sides knows all; who plays one gets the file when there is nothing left to hide.

    That it is not there yet tells nothing: it is so wherever there may be secrets.
    """
    for script, mode, status in (
        (with_lurker(), "bot", 409),
        ({**DUEL, "options": ["hidden_units"]}, "bot", 409),
        (DUEL, "bot", 200),
        (with_lurker(), "hotseat", 200),
    ):
        game = server.create(mode=mode, script=script)
        seat = next(seat for seat in game["seats"] if seat["kind"] != "spectator")
        token = {"Authorization": f"Bearer {seat['token']}"}
        answer = server.http.get(f"/api/games/{game['game']}/save", headers=token)
        assert answer.status_code == status
        if status == 409:
            assert answer.json()["error"]["code"] == "secrets"
            with server.sit(game, seat["seat"]) as player:
                player.ask("resign", n=player.n)
            assert server.http.get(f"/api/games/{game['game']}/save", headers=token).status_code == 200


def test_plans_are_kept_from_the_other_side(server: Server) -> None:
    red, blue = DUEL["sides"]
    stealthy = {**blue, "units": [{**blue["units"][0], "card": STEALTHY}]}
    stealthy["units"][0].pop("unit")
    game = server.create(mode="friend", script={**DUEL, "sides": [red, stealthy]})
    with server.sit(game, "red") as ours, server.sit(game, "blue") as theirs:
        theirs.do({"toggle": {"unit": "b1", "ability": "STL", "on": False}})
        assert ours.ask("ping")["n"] == 0
        assert theirs.n == theirs.ask("ping")["n"] == 1
        assert theirs.view["units"]["b1"]["planned"] == {"STL": False}
        assert ours.view["units"]["b1"]["planned"] == {}
        assert not [message for message in ours.heard if message["type"] == "update"]
        assert theirs.batches[-1]["lines"]


STEALTHY = {
    "name": "Shade",
    "type": "BM",
    "size": 2,
    "tmm": 2,
    "move": '10"',
    "damage": "2/2/1",
    "armor": 4,
    "structure": 3,
    "specials": ["STL"],
}


def test_a_decision_is_shown_to_whom_it_belongs(server: Server) -> None:
    """A shot at the corner of a base: its target's player chooses which side is hit."""
    red, blue = DUEL["sides"]
    aside = {**blue, "units": [{**blue["units"][0], "at": [18, 16], "facing": 30}]}
    script = {key: value for key, value in DUEL.items() if key != "seed"}
    game = server.create(mode="hotseat", script={**script, "sides": [red, aside], "dice": [6, 6] * 20})
    with server.sit(game, "both") as players, server.sit(game, "spectator") as crowd:
        players.do({"attack": {"unit": "r1", "target": "b1"}})
        assert players.view["viewer"] == "blue"
        assert players.view["decision"]["choices"] == ["front", "rear"]
        assert players.view["guide"]["do"] == "decide"
        crowd.until(lambda: crowd.view["decision"] is not None)
        assert set(crowd.view["decision"]) == {"side", "kind", "rule"}
        asked = [event for batch in crowd.batches for event in batch["events"] if "decision" in event]
        assert [event["decision"]["choices"] for event in asked] == [[]]
        assert players.command({"end_phase": {}})["code"] == "decision_pending"
        players.do({"decide": {"side": "blue", "choice": "rear"}})
        assert players.view["decision"] is None


def test_tokens_and_seeds_are_neither_logged_nor_kept_nor_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    with running(tmp_path) as server:
        game = server.create(mode="friend", quick={"map_seed": 1})
        tokens = [seat["token"] or seat["invitation"] for seat in game["seats"]]
        with server.sit(game, "red") as red, server.sit(game, "blue") as blue:
            red.my_turn() if red.view["to_act"] == "red" else blue.my_turn()
            mover = red if red.view["guide"]["yours"] else blue
            mover.do({"pass": {"unit": mover.view["ready"][0]}})
            server.http.get(f"/api/games/{game['game']}/save", headers={"Authorization": f"Bearer {tokens[0]}"})
            heard = everything(red) + everything(blue)
            assert '"seed"' not in heard
            assert not any(token in heard for token in tokens)
    ours = [record for record in caplog.records if not record.name.startswith(("websockets.client", "http"))]
    written = "".join(record.getMessage() for record in ours) + "".join(capfd.readouterr())
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for token in tokens:
        assert token not in written
        assert token.encode() not in kept


def test_a_secret_that_nobody_agreed_on_has_no_place_at_a_table(server: Server) -> None:
    script = {key: value for key, value in with_lurker().items() if key != "options"}
    answer = server.http.post("/api/games", json={"mode": "bot", "script": script})
    assert answer.status_code == 422
    assert "lurker is kept secret here" in answer.text
