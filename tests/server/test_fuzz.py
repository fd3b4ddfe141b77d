"""Whatever is sent, by HTTP or over a socket, the server answers in its own words and goes on."""

from __future__ import annotations

import dataclasses
import json
import logging
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from lancemate.alphastrike.play.orders import COMMANDS as ORDERS
from lancemate.alphastrike.play.orders import FORMS
from lancemate.server.messages import Asked
from lancemate.server.settings import Limits
from server.tables import DUEL, Client, Json, Server, dial, running

NO_HURRY = Limits(messages_per_second=1e9, burst=10**9, games_per_day=10**9)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("games"), limits=NO_HURRY) as one:
        yield one


def test_every_route_keeps_its_promises(server: Server) -> None:
    """Status, content and shape are what OpenAPI says; nothing ends in a 5xx."""
    try_every_route(server, settings().max_examples // 5)


@pytest.mark.slow
def test_every_route_keeps_its_promises_to_the_end(server: Server) -> None:
    assert try_every_route(server, 500) >= 12


def try_every_route(server: Server, tries: int) -> int:
    """Each operation so many times; returns how many operations there are."""
    import schemathesis
    from schemathesis import checks

    schema = schemathesis.openapi.from_url(f"http://127.0.0.1:{server.port}/api/openapi.json")
    promises = [
        checks.not_a_server_error,
        checks.CHECKS.get_one("status_code_conformance"),
        checks.CHECKS.get_one("content_type_conformance"),
        checks.CHECKS.get_one("response_schema_conformance"),
    ]
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) >= 12
    for operation in operations:

        @settings(suppress_health_check=list(HealthCheck), max_examples=tries)
        @given(case=operation.as_strategy())
        def keeps(case: Json) -> None:
            answer = case.call()
            case.validate_response(answer, checks=promises)

        keeps()
    return len(operations)


@st.composite
def spoilt_scripts(draw: st.DrawFn) -> Json:
    """A battle script in which something or other has been replaced."""
    script = json.loads(json.dumps({**DUEL, "commands": [{"attack": {"unit": "r1", "target": "b1"}}]}))
    for _ in range(draw(st.integers(1, 3))):
        here, steps = script, draw(st.integers(1, 6))
        for step in range(steps):
            keys = list(here) if isinstance(here, dict) else list(range(len(here)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if step == steps - 1 or not isinstance(here[key], (dict, list)):
                here[key] = draw(st.one_of(ODD, STATES))
                break
            here = here[key]
    return script


ODD = st.one_of(
    *(st.none(), st.booleans(), st.integers(-3, 100), st.just(10**40), st.floats(-50, 50), st.text(max_size=4)),
    *(st.builds(list), st.builds(dict), st.builds(lambda: [[1, 2], [3, 4]]), st.just("\ud800"), st.just("x" * 600)),
    st.sampled_from(["water", "hill", "combat", "movement", "end", "deployment", "initiative", "red", "b1", "1e999"]),
)
STATES = st.fixed_dictionaries(
    {},
    optional={
        "armor": st.integers(-1, 9),
        "structure": st.integers(-1, 9),
        "heat": st.integers(-1, 5),
        "aboard": st.sampled_from(["r1", "r2", "b1", "nobody"]),
        "destroyed": st.booleans(),
        "shutdown": st.booleans(),
        "elevation": st.integers(-5, 20),
        "crits": st.dictionaries(st.sampled_from(["engine", "mp", "weapon", "x"]), st.integers(-1, 9), max_size=2),
        "moved": st.sampled_from(["jump", "none", "flying"]),
        "notes": st.builds(lambda: {"hidden": True}),
    },
)


def test_a_spoilt_script_is_refused_or_played(server: Server) -> None:
    @settings(suppress_health_check=list(HealthCheck))
    @given(script=spoilt_scripts())
    def played(script: Json) -> None:
        answer = server.http.post("/api/games", content=json.dumps({"mode": "hotseat", "script": script}))
        assert answer.status_code in (201, 422), (script, answer.text)
        if answer.status_code == 201:
            with server.sit(answer.json(), "both") as players:
                assert players.view["units"]
        else:
            assert answer.json()["error"]["code"] == "malformed"

    played()


NAMES = st.sampled_from(["r1", "r2", "b1", "wood1", "red", "blue", "nobody", "", "r1 "])
NUMBERS = st.one_of(st.integers(-5, 40), st.floats(), st.just(10**30))
POINTS = st.lists(st.lists(NUMBERS, max_size=3), max_size=4)
LEAVES = st.one_of(NAMES, NUMBERS, st.booleans(), st.none(), POINTS, st.text(max_size=5))
VALUES = st.recursive(LEAVES, lambda inner: st.dictionaries(st.text(max_size=4), inner, max_size=2), max_leaves=3)

COMMANDS = {name: [field.name for field in dataclasses.fields(kind)] for name, kind in ORDERS.items()}
COMMANDS["attack"] += [field.name for form in FORMS for field in dataclasses.fields(form) if form.name == "attack"]
MESSAGES = {"hello": ["token", "last_seen", "name"], "nothing": []} | {
    name: [field.alias or key for key, field in kind.model_fields.items() if key not in ("id", "type")]
    for kind in get_args(Asked)
    for name in get_args(kind.model_fields["type"].annotation)
    if name != "command"
}
MODES = st.sampled_from(["ground", "jump", "standstill", "sprint", "evade", "weapon", "physical", "artillery", "IF"])


@st.composite
def bodies(draw: st.DrawFn, keys: list[str]) -> Json:
    body = {key: draw(st.one_of(NAMES, MODES, VALUES)) for key in keys if draw(st.booleans())}
    if "unit" in keys and draw(st.booleans()):
        body["unit"] = draw(st.sampled_from(["r1", "r2", "b1"]))
    if "target" in keys and draw(st.booleans()):
        point = st.builds(lambda x, y: {"point": [x, y]}, st.integers(0, 36), st.integers(0, 36))
        body["target"] = draw(st.one_of(st.sampled_from(["r1", "b1", "wood1"]), point))
    if "path" in keys and draw(st.booleans()):
        body["path"] = draw(st.lists(st.tuples(st.integers(-1, 37), st.integers(-1, 37)), max_size=4))
    return body


@st.composite
def messages(draw: st.DrawFn) -> Json:
    if draw(st.booleans()):
        name = draw(st.sampled_from(sorted(COMMANDS)))
        return {"type": "command", "n": None, "command": {name: draw(bodies(COMMANDS[name]))}}
    name = draw(st.sampled_from(sorted(MESSAGES)))
    body = draw(bodies(MESSAGES[name]))
    for kind in ("attack", "move"):
        if name == "preview" and draw(st.booleans()):
            body = {kind: draw(bodies(COMMANDS[kind]))}
    return {"type": name, **body}


def send_hostile(server: Server, messages_sent: int, luck: int) -> None:
    """Accepted, refused, answered or an error; never silence, never a stumble."""
    game = server.duel("hotseat")
    client = server.sit(game, "both")
    number = iter(range(10**9))

    @settings(suppress_health_check=list(HealthCheck), max_examples=messages_sent, derandomize=False, database=None)
    @seed(luck)
    @given(message=messages())
    def answers(message: Json) -> None:
        nonlocal client, game
        if client.view["outcome"] is not None:
            client.close()
            game = server.duel("hotseat", start={"phase": "movement"})
            client = server.sit(game, "both")
        request = f"m{next(number)}"
        if message["type"] == "command":
            message = {**message, "n": client.n}
        try:
            client.send({**message, "id": request})
        except ValueError:
            return  # not JSON
        answer = _answer(client, request)
        assert answer["type"] in ("accepted", "refused", "answer", "error", "pong", "chat", "draw")
        assert answer.get("code") not in ("broken", "busy", "impossible"), (message, answer)
        if answer["type"] == "accepted":
            client.until(lambda: client.n >= answer["n"])

    answers()
    client.close()


def stumbles(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name.startswith("lancemate")]


def test_every_message_is_answered(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        send_hostile(server, 150, luck=0)
    assert stumbles(caplog) == []


@pytest.mark.slow
# The server throws dice of its own in its thread while a message is drawn in ours, which hypothesis takes for ours.
@pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisDeprecationWarning")
def test_a_hundred_thousand_hostile_messages(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        for luck in range(1, 101):
            send_hostile(server, 1000, luck)
            assert stumbles(caplog) == []


def _answer(client: Client, request: str) -> Json:
    client.waiting.clear()
    return client.wait("accepted", "refused", "answer", "error", "pong", "chat", "draw", id=request)


def test_a_socket_that_is_too_fast_is_slowed_down_and_cut(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(messages_per_second=1, burst=5, patience=10)) as server:
        with server.sit(server.duel(), "red") as red:
            with suppress(ConnectionClosed):  # it may be cut before the last one is sent
                for number in range(30):
                    red.send({"type": "ping", "id": f"p{number}"})
            with pytest.raises(ConnectionClosed) as closed:
                red.until(lambda: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        kinds = [message["type"] for message in red.heard]
        assert kinds.count("pong") == 5
        assert 5 <= kinds.count("error") <= 10


def test_whoever_was_cut_is_not_read_any_more(server: Server) -> None:
    """Far more than a line itself holds cannot be sent to somebody who has hung up."""
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(
            b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        assert line.recv(10_000).startswith(b"HTTP/1.1 101")
        message = b'{"type":"hello","token":"short"}'
        line.sendall(b"\x81" + bytes([0x80 | len(message)]) + bytes(4) + message)
        assert b"no such seat" in line.recv(10_000)
        frame = b"\x81\xfe" + (60_000).to_bytes(2, "big") + bytes(4) + b"x" * 60_000
        with pytest.raises(ConnectionError):
            line.sendall(frame * 1_000)


def test_whoever_is_cut_again_and_again_is_not_let_in(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(address_cuts=3)) as server:
        game = server.duel()
        with server.sit(game, "red") as red:
            for _ in range(3):
                with dial(server.port) as line:
                    line.send(json.dumps({"type": "hello", "token": "x" * 43}))
                    with pytest.raises(ConnectionClosed):
                        line.recv()
            with pytest.raises(InvalidStatus), dial(server.port):
                pass
            assert red.ask("ping")["type"] == "pong"


def test_a_message_that_is_too_large_cuts_the_line(server: Server) -> None:
    with server.sit(server.duel(), "red") as red:
        red.send({"type": "chat", "id": "1", "text": "x" * 70_000})
        with pytest.raises(ConnectionClosed) as closed:
            red.wait("chat")
        assert closed.value.sent is None or closed.value.sent.code in (1009, 1002)


def test_connections_have_their_limits(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(seat_connections=2, address_connections=3, hello_seconds=0.2)) as server:
        game = server.duel()
        with server.sit(game, "red"), server.sit(game, "red"):
            with pytest.raises(ConnectionClosed) as seat:
                server.sit(game, "red")
            with server.sit(game, "blue"), pytest.raises(ConnectionClosed) as address:
                server.sit(game, "blue")
        with dial(server.port) as socket, pytest.raises(ConnectionClosed) as silent:
            socket.recv()
        codes = [closed.value.rcvd.code for closed in (seat, address, silent) if closed.value.rcvd is not None]
        assert codes == [4429, 4429, 4408]
