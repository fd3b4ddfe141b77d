"""The socket of a seat: hello, then requests and answers, and news to everybody at the table.

Knows the protocol (docs/protocol.md); must not know rules or rows.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, cast

from fastapi import WebSocket, WebSocketDisconnect

from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError, Refusal, Refused
from lancemate.server.called import misleads
from lancemate.server.connections import (
    BLAMED,
    LATER,
    NO_GAME,
    NO_HELLO,
    NO_TOKEN,
    NONSENSE,
    TOO_MUCH,
    Connection,
    Connections,
    Waiting,
)
from lancemate.server.game import Answer, Behind, GameLost, LiveGame, read_command
from lancemate.server.hall import BOTS, ENOUGH, Hall
from lancemate.server.messages import (
    Asked,
    Chat,
    CommandMessage,
    Hello,
    History,
    OfferDraw,
    Ping,
    Question,
    ResignMessage,
    UndoAnswer,
    UndoMessage,
    read_hello,
    read_id,
    read_message,
)
from lancemate.server.offers import Offers
from lancemate.server.records import HOTSEAT, PLAYER, SPECTATOR, Remark, Seat
from lancemate.server.rule_names import page, title
from lancemate.server.security import Rates, neighbourhood
from lancemate.server.storage import Conflict, StorageTrouble
from lancemate.server.telling import dumps, message
from lancemate.server.tokens import looks_like_token
from lancemate.server.undoing import TAKE_BACK
from lancemate.server.workers import HelperLost

log = logging.getLogger("lancemate.server")

UNKNOWN_ADDRESS = "?"
TRIES: Final = 20  # people who talk at once
NOT_WRITTEN: Final = Refusal("busy", "the disk did not take it; try again")


class Switchboard:
    """Connects sockets with games."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.limits = hall.settings.limits
        self.connections = Connections()
        self._cuts = Rates(self.limits.address_cuts / 60.0, self.limits.address_cuts)
        self._remarks: dict[str, asyncio.Lock] = {}
        self._answering: set[asyncio.Task[None]] = set()
        hall.on_news = self.news
        hall.on_thinking = self.thinking
        hall.on_time = self.time_is_up
        hall.on_lapse = lambda game: self._tell_draw(game, "lapsed")
        hall.on_settled = self.settled
        hall.wanted = lambda game: bool(self.connections.of(game))

    # -- one socket -------------------------------------------------------------------------------------------

    async def serve(self, socket: WebSocket) -> None:
        """A socket from its first message to its end."""
        address = neighbourhood(socket.client.host) if socket.client is not None else UNKNOWN_ADDRESS
        if self._cuts.is_used_up(address):
            await socket.close(TOO_MUCH)  # before it is a socket at all
            return
        await socket.accept()
        if self.connections.by_address.get(address, 0) >= self.limits.address_connections:
            await self._cut(socket, address, TOO_MUCH, "too many connections from this address")
            return
        self.connections.by_address[address] += 1
        try:
            await self._serve(socket, address)
        except WebSocketDisconnect:
            pass
        finally:
            self.connections.by_address[address] -= 1
            if not self.connections.by_address[address]:
                del self.connections.by_address[address]

    async def _serve(self, socket: WebSocket, address: str) -> None:
        hello = await self._hello(socket, address)
        if hello is None:
            return
        try:
            seat = await self.hall.seat(hello.token) if looks_like_token(hello.token) else None
        except StorageTrouble:
            await socket.close(LATER, "the games cannot be read just now; try again")
            return
        if seat is None:
            await self._cut(socket, address, NO_TOKEN, "there is no such seat")
            return
        if self.connections.at_seat(seat) >= self.limits.seat_connections:
            await self._cut(socket, address, TOO_MUCH, "too many connections to this seat")
            return
        connection = Connection(socket, seat, hello.name, self.limits, address)
        try:
            await self._welcome(connection, hello)
        except StorageTrouble:
            await socket.close(LATER, "the games cannot be read just now; try again")
            return
        except GameLost:
            await socket.close(NO_GAME, "this game cannot be opened")
            return
        writer = asyncio.create_task(connection.write_all())
        try:
            await self._listen(connection)
        finally:
            await connection.closed()
            if connection.cut_with in BLAMED:
                self._cuts.allow(address)
            writer.cancel()
            self.connections.remove(connection)
            self._tell_presence(seat.game)

    async def _cut(self, socket: WebSocket, address: str, code: int, reason: str) -> None:
        """Turn somebody away, and remember where from."""
        self._cuts.allow(address)
        await socket.close(code, reason)

    async def _hello(self, socket: WebSocket, address: str) -> Hello | None:
        try:
            text = await asyncio.wait_for(_receive(socket), self.limits.hello_seconds)
        except TimeoutError:
            await self._cut(socket, address, NO_HELLO, "no hello in time")
            return None
        try:
            return read_hello(text)
        except InputError as error:
            reason = f"the first message must be a hello: {error.message}"[:120]
            await self._cut(socket, address, NONSENSE, reason)
            return None

    async def _welcome(self, connection: Connection, hello: Hello) -> None:
        seat = connection.seat
        game = await self.hall.game(seat.game)
        if game is None:
            raise GameLost
        await self.hall.is_behind(game)  # nobody is told less than another server told them before
        if misleads(connection.name, [side for side, _ in game.record.by]):
            connection.name = ""
        if not self.connections.of(game.id):
            self.hall.bulletin.post("who", game.id)
        remarks = await self.hall.store.remarks(game.id, self.limits.chat_kept)
        connection.remarks_told = remarks[-1].n if remarks else 0
        first = 0 if hello.last_seen is None else hello.last_seen + 1
        async with game.lock:  # no command comes between what has been and what will be told
            if self.hall.live.get(game.id) is not game:
                raise GameLost  # it was read again just now
            viewer = game.viewer(seat)
            batches = await self._batches(game, seat, first, game.count(viewer))
            connection.scene_shown, scene = game.scene(viewer)
            self.connections.add(connection)
            connection.send(
                message(
                    "welcome",
                    {"scene": scene, "view": game.view(viewer), "batches": batches},
                    game=game.id,
                    title=game.record.title,
                    mode=game.record.mode,
                    seat={"seat": seat.seat, "kind": seat.kind, "side": seat.side},
                    sides=[
                        {"name": side, "by": who, "player": game.names.get(side, "")}
                        for side, who in game.record.played_by(seat.side)
                    ],
                    clock=self.hall.clocks.show(game),
                    rematch=game.agreement.rematch if game.agreement is not None else None,
                    n=game.count(viewer),
                    chat=[show_remark(remark) for remark in remarks],
                    presence=self.connections.presence(game.id),
                    draw=game.draw,
                    undo=game.asked_back[0] if game.asked_back is not None else None,
                    dice=game.commitment,
                    limits={
                        "message_bytes": self.limits.message_bytes,
                        "messages_per_second": self.limits.messages_per_second,
                        "burst": self.limits.burst,
                    },
                )
            )
        self._tell_presence(game.id)
        await self.tell_remarks(game.id)  # what was said meanwhile
        self.hall.drive(game)

    async def _listen(self, connection: Connection) -> None:
        while True:
            text = await _receive(connection.socket)
            if not connection.rate.allows():
                if connection.rate.over > self.limits.patience:
                    connection.cut(TOO_MUCH, "far too fast")
                    return
                connection.send(_error("too_fast", "slow down: this message was not read", read_id(text)))
                continue
            try:
                asked = read_message(text)
            except InputError as error:
                connection.send(_error("malformed", error.message, read_id(text)))
                continue
            if isinstance(asked, Question):
                self._take_question(connection, asked)
            elif isinstance(asked, Ping | History):
                await self._take(connection, asked)
            else:
                waiting = connection.remarks if isinstance(asked, Chat) else connection.orders
                self._line_up(connection, waiting, asked)

    # -- requests ---------------------------------------------------------------------------------------------

    def _line_up(self, connection: Connection, waiting: deque[Waiting], asked: Asked) -> None:
        """What is written down is done one after the other; whatever else this socket asks does not wait for it."""
        if len(waiting) >= self.limits.burst:
            connection.send(_refused(asked.id, Refusal("busy", "too much at once: wait for answers"), None))
            return
        waiting.append((asked, time.monotonic()))
        if len(waiting) == 1:
            self.hall.spawn(self._work_off(connection, waiting))

    async def _work_off(self, connection: Connection, waiting: deque[Waiting]) -> None:
        while waiting:
            asked, since = waiting[0]
            try:
                if time.monotonic() - since > ENOUGH:  # what it waited for has not been written down in that time
                    connection.send(_refused(asked.id, NOT_WRITTEN, None))
                else:
                    await self._take(connection, asked)
            except Exception:
                log.exception("the message %s could not be taken", asked.type)
                connection.send(_refused(asked.id, Refusal("broken", "the server stumbled over this message"), None))
            waiting.popleft()

    async def _take(self, connection: Connection, asked: Asked) -> None:
        game = await self._game(connection)
        if game is None:
            return
        try:
            match asked:
                case CommandMessage() | ResignMessage():
                    await self._command(connection, game, asked)
                case History():
                    n = self._count(connection, game)
                    last = min(n if asked.last is None else asked.last, asked.first + self.limits.batches - 1)
                    batches = await self._batches(game, connection.seat, asked.first, last)
                    connection.send(message("answer", {"history": f'{{"batches":{batches}}}'}, id=asked.id, n=n))
                case Chat():
                    await self._chat(connection, asked)
                case OfferDraw():
                    await self._draw(connection, game, asked)
                case UndoMessage():
                    await self._undo(connection, game, asked)
                case UndoAnswer():
                    await self._answer_undo(connection, game, asked)
                case Ping():
                    connection.send(dumps({"type": "pong", "id": asked.id, "n": self._count(connection, game)}))
        except (StorageTrouble, Conflict, Behind, GameLost) as trouble:
            if isinstance(trouble, Behind):
                self.hall.doubt(game)
            self._refuse(connection, game, asked.id, NOT_WRITTEN)

    async def _game(self, connection: Connection) -> LiveGame | None:
        try:
            game = await self.hall.game(connection.seat.game)
        except StorageTrouble:
            connection.cut(LATER, "the games cannot be read just now; try again")
            return None
        except GameLost:
            game = None
        if game is None:
            connection.cut(NO_GAME, "this game cannot be opened any more")
        return game

    async def _command(self, connection: Connection, game: LiveGame, asked: CommandMessage | ResignMessage) -> None:
        acknowledge = self._acknowledging(connection, game, asked.id)
        if connection.seat.kind == SPECTATOR:
            return acknowledge(Refusal("watching", "spectators watch; only players give commands"))
        try:
            if isinstance(asked, ResignMessage):
                side = asked.side or connection.seat.side or game.viewer(connection.seat)
                command = read_command(game.game, {"resign": {"side": side}}, self.limits)
            else:
                command = read_command(game.game, cast(JSON, asked.command), self.limits)
        except InputError as error:
            return acknowledge(Refusal("malformed", error.message))
        await self.hall.command(game.id, connection.seat, asked.id, asked.n, command, acknowledge)

    def _acknowledging(self, connection: Connection, game: LiveGame, request: str) -> Callable[[Answer], None]:
        """How whoever sent a request hears what has become of it."""

        def acknowledge(answer: Answer) -> None:
            if isinstance(answer, Refusal):
                self._refuse(connection, self.hall.live.get(game.id, game), request, answer)
            else:
                connection.send(dumps({"type": "accepted", "id": request, "n": answer.n}))

        return acknowledge

    def _take_question(self, connection: Connection, question: Question) -> None:
        asking = self.connections.asking[connection.address]
        if connection.asking >= self.limits.questions or asking >= self.limits.address_questions:
            connection.send(_refused(question.id, Refusal("busy", "too many questions at once"), None))
            return
        connection.asking += 1
        self.connections.asking[connection.address] += 1
        task = asyncio.create_task(self._answer(connection, question))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _answer(self, connection: Connection, question: Question) -> None:
        try:
            game = await self._game(connection)
            if game is not None:
                await self._find_answer(connection, game, question)
        except Exception:
            log.exception("the question %s could not be answered", question.type)
            connection.send(_refused(question.id, Refusal("broken", "the server stumbled over this question"), None))
        finally:
            connection.asking -= 1
            self.connections.asking.subtract([connection.address])
            self.connections.asking += Counter()  # whoever asks nothing any more is forgotten

    async def _find_answer(self, connection: Connection, game: LiveGame, question: Question) -> None:
        try:
            found = await self.hall.ask(game, game.viewer(connection.seat), question)
            n = self._count(connection, game)
            connection.send(message("answer", {question.type: dumps(found)}, id=question.id, n=n))
        except Refused as refused:
            self._refuse(connection, game, question.id, refused.refusal)
        except InputError as error:
            self._refuse(connection, game, question.id, Refusal("malformed", error.message))
        except HelperLost:
            self._refuse(connection, game, question.id, Refusal("busy", "nobody could work that out now; ask again"))

    async def _batches(self, game: LiveGame, seat: Seat, first: int, last: int) -> str:
        """What this seat has been told from one command to another, by its own numbers, as JSON."""
        if first > last:
            return "[]"
        viewer = game.viewer(seat)
        begin = game.numbers.whole(viewer, first - 1) + 1 if first > 0 else 0
        story = await self.hall.store.story(game.id, begin, game.numbers.whole(viewer, last))
        told = (game.told(entry.told, viewer) for entry in story)
        return f"[{','.join([one for one in told if one is not None])}]"

    def _count(self, connection: Connection, game: LiveGame) -> int:
        return game.count(game.viewer(connection.seat))

    def _refuse(self, connection: Connection, game: LiveGame, request: str, refusal: Refusal) -> None:
        connection.send(_refused(request, refusal, self._count(connection, game)))

    # -- talk -------------------------------------------------------------------------------------------------

    async def _chat(self, connection: Connection, asked: Chat) -> None:
        game, seat = connection.seat.game, connection.seat
        for _ in range(TRIES):
            said = await self.hall.store.remarks(game, 1)
            remark = Remark(game, said[-1].n + 1 if said else 1, seat.seat, connection.name, asked.text, time.time())
            try:
                await self.hall.store.remark(remark)
            except Conflict:  # somebody else said something first
                continue
            return await self.tell_remarks(game, {remark.n: (connection, asked.id)})
        raise Conflict

    async def tell_remarks(self, game: str, own: Mapping[int, tuple[Connection, str]] | None = None) -> None:
        """Everybody here hears what they have not heard so far, in its order, at whichever server it was said."""
        async with self._remarks.setdefault(game, asyncio.Lock()):
            here = self.connections.of(game)
            last = min((connection.remarks_told for connection in here), default=0)
            said = await self.hall.store.remarks(game, self.limits.chat_kept, last) if here else []
            for remark in said:
                speaker, request = (own or {}).get(remark.n, (None, None))
                for other in here:
                    if remark.n > other.remarks_told:
                        other.remarks_told = remark.n
                        mine = request if other is speaker else None
                        other.send(dumps({"type": "chat", "id": mine, "message": show_remark(remark)}))
        if not self.connections.of(game):
            self._remarks.pop(game, None)

    async def _draw(self, connection: Connection, game: LiveGame, asked: OfferDraw) -> None:
        seat = connection.seat
        if seat.kind == SPECTATOR:
            self._refuse(connection, game, asked.id, Refusal("watching", "spectators watch; the players settle it"))
            return
        if game.over:
            self._refuse(connection, game, asked.id, Refusal("battle_over", "the battle is over"))
            return
        side = game.viewer(seat)
        against_bot = any(who in BOTS for _, who in game.record.by)
        async with game.lock:
            theirs = game.draw is not None and (seat.kind == HOTSEAT or game.draw != side)
            if asked.type == "offer_draw" and not theirs:
                why = "declined" if against_bot else "offered"
                if not against_bot:
                    await self._propose(game, replace(game.offers, draw=side, draw_n=game.n), "draw", why)
            elif not theirs:
                self._refuse(connection, game, asked.id, Refusal("no_offer", "no offer of a draw stands"))
                return
            elif asked.type == "decline_draw":
                why = "declined"
                await self._propose(game, replace(game.offers, draw=None, draw_n=None), "draw", why)
            else:
                await game.settle(self.hall.store, "both sides have agreed to a draw")
                why = "agreed"
        self._tell_draw(game, why, connection, asked.id)
        if why == "agreed":
            self.hall.clocks.ended(game)
            self._update(game, None)

    async def _propose(self, game: LiveGame, offers: Offers, about: str, why: str) -> None:
        """Something is proposed or turned down: written down first."""
        await self.hall.offers.write(game.id, offers, {"about": about, "why": why})
        game.offers = offers

    def proposed(self, game: LiveGame, offers: Offers, about: str, why: str) -> None:
        """So it was at another server."""
        game.offers = offers
        if about == "draw":
            self._tell_draw(game, why)
        else:
            self._tell_undo(game, why)

    def settled(self, game: LiveGame) -> None:
        """The players have agreed on a draw at another server."""
        self._tell_draw(game, "agreed")
        self._update(game, None)

    def _tell_draw(
        self, game: LiveGame, why: str, connection: Connection | None = None, request: str | None = None
    ) -> None:
        for other in self.connections.of(game.id):
            mine = request if other is connection else None
            other.send(dumps({"type": "draw", "id": mine, "side": game.draw, "why": why}))

    # -- taking back ------------------------------------------------------------------------------------------

    async def _undo(self, connection: Connection, game: LiveGame, asked: UndoMessage) -> None:
        """Take it back at once, or between people ask the other one."""
        seat = connection.seat
        if seat.kind == SPECTATOR:
            self._refuse(connection, game, asked.id, Refusal("watching", "spectators watch; only players take back"))
        elif game.record.mode != "friend" or not game.back(seat.side):
            acknowledge = self._acknowledging(connection, game, asked.id)
            await self.hall.command(game.id, seat, asked.id, asked.n, TAKE_BACK, acknowledge)
        else:
            asks = Offers(game.offers.draw, game.offers.draw_n, seat.side, asked.id, game.n)
            await self._propose(game, asks, "undo", "asked")
            self._tell_undo(game, "asked", connection, asked.id)

    async def _answer_undo(self, connection: Connection, game: LiveGame, asked: UndoAnswer) -> None:
        seat, standing = connection.seat, game.asked_back
        if seat.kind == SPECTATOR or standing is None or standing[0] == seat.side:
            self._refuse(connection, game, asked.id, Refusal("no_offer", "nobody asks to take anything back"))
            return
        side, request = standing
        left = Offers(game.offers.draw, game.offers.draw_n)
        await self._propose(game, left, "undo", "declined" if asked.type == "decline_undo" else "allowed")
        if asked.type == "decline_undo":
            return self._tell_undo(game, "declined", connection, asked.id)
        asker = Seat("", game.id, side, PLAYER, side)
        acknowledge = self._acknowledging(connection, game, asked.id)
        await self.hall.command(game.id, asker, request, game.count(side), TAKE_BACK, acknowledge)
        self._tell_undo(game, "allowed")

    def _tell_undo(
        self, game: LiveGame, why: str, connection: Connection | None = None, request: str | None = None
    ) -> None:
        side = game.asked_back[0] if game.asked_back is not None else None
        for other in self.connections.of(game.id):
            mine = request if other is connection else None
            other.send(dumps({"type": "undo", "id": mine, "side": side, "why": why}))

    # -- news -------------------------------------------------------------------------------------------------

    def news(self, game: LiveGame, told: str) -> None:
        """A command has been accepted: tell everybody at the table."""
        self._update(game, told)

    def _update(self, game: LiveGame, told: str | None) -> None:
        """Everybody who is to hear of it is told how it stands now; nobody else notices anything."""
        ready: dict[tuple[str | None, bool], str] = {}
        clock = self.hall.clocks.show(game)
        timed = dumps({"type": "clock", "clock": clock, "out": None}) if clock is not None else None
        for connection in self.connections.of(game.id):
            viewer = game.viewer(connection.seat)
            if told is not None and not game.hears(told, viewer):
                continue
            scene = game.scene(viewer)
            changed = connection.scene_shown != scene.stamp
            connection.scene_shown = scene.stamp
            if (viewer, changed) not in ready:
                parts = {
                    "batch": game.told(told, viewer) or "null" if told is not None else "null",
                    "view": game.view(viewer),
                    "scene": scene.text if changed else "null",
                }
                ready[viewer, changed] = message("update", parts, n=game.count(viewer))
            connection.send(ready[viewer, changed])
            if timed is not None:
                connection.send(timed)

    def tell(self, game: str, data: dict[str, JSON]) -> None:
        """Something that everybody at a table may hear."""
        text = dumps(data)
        for connection in self.connections.of(game):
            connection.send(text)

    def tell_all(self, game: str, data: dict[str, JSON]) -> None:
        """The same, wherever they sit."""
        self.tell(game, data)
        if self.connections.elsewhere.get(game):
            self.hall.bulletin.post("table", game, data)

    def time_is_up(self, game: LiveGame, side: str) -> None:
        self.tell_all(game.id, {"type": "clock", "clock": self.hall.clocks.show(game), "out": side})

    def thinking(self, game: LiveGame, side: str, on: bool) -> None:
        self.tell_all(game.id, {"type": "thinking", "side": side, "on": on})

    # -- who is there -----------------------------------------------------------------------------------------

    def _tell_presence(self, game: str) -> None:
        """Who sits there has changed here."""
        self.show_presence(game)
        self.post_presence(game)

    def post_presence(self, game: str) -> None:
        here: JSON = [*self.connections.here(game)]
        self.hall.bulletin.post("presence", game, {"server": self.hall.bulletin.id, "here": here})

    def show_presence(self, game: str) -> None:
        self.tell(game, {"type": "presence", "presence": self.connections.presence(game)})


async def _receive(socket: WebSocket) -> str:
    """The next message. Bytes are no message of ours, but may as well be read as text."""
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1005))
    text = received.get("text")
    if text is None:
        text = (received.get("bytes") or b"").decode("utf-8", "replace")
    return str(text)


def _error(code: str, text: str, request: str | None) -> str:
    return dumps({"type": "error", "code": code, "message": text, "id": request})


def _refused(request: str, refusal: Refusal, n: int | None) -> str:
    rule = refusal.rule
    return dumps(
        {
            "type": "refused",
            "id": request,
            "code": refusal.code,
            "message": refusal.message,
            "rule": rule,
            "page": page(rule),
            "title": title(rule),
            "n": n,
        }
    )


def show_remark(remark: Remark) -> dict[str, JSON]:
    at = datetime.fromtimestamp(remark.at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return {"n": remark.n, "seat": remark.seat, "name": remark.name, "text": remark.text, "at": at}
