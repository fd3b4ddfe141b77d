"""One game in memory: takes commands one at a time, makes them durable, then lets everybody know.

A command is carried out on a copy; the copy takes the battle's place when its row is on the disk. Knows the order in
which that must happen; must not know sockets nor how rows are kept.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import OrderedDict
from typing import Any, Final, NamedTuple

from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import SealedDice
from lancemate.kernel.errors import InputError, LancemateError, Refusal, Refused
from lancemate.server.beginnings import Beginning, command_from_text, command_text, forget_history
from lancemate.server.games import Game, acting_side, game_of
from lancemate.server.records import HOTSEAT, PLAYER, Entry, GameRecord, Seat
from lancemate.server.settings import Limits
from lancemate.server.storage import Conflict, StorageTrouble, Store
from lancemate.server.telling import dumps, standing, tell

log = logging.getLogger("lancemate.server")

REFUSALS_KEPT: Final = 200
AT_A_TIME: Final = 0.005  # seconds of playing again before others get a turn


class Accepted(NamedTuple):
    """The number of the command. ``news`` is None when it had been accepted before."""

    n: int
    news: str | None = None  # what is told of it


Answer = Accepted | Refusal


class GameLost(Exception):
    """What is in memory is not to be trusted any more: read the game again."""


class LiveGame:
    """A battle with its seats. Everything that changes it holds ``lock``."""

    def __init__(self, record: GameRecord, battle: Any, limits: Limits) -> None:
        self.record = record
        self.game = game_of(battle)
        self.battle = battle
        self.limits = limits
        self.commands: list[str] = []
        self.requests: dict[tuple[str, str], int] = {}
        beginning = Beginning.from_text(record.beginning)
        self.secret = beginning.secret  # what bots' choices depend on
        self.commitment = SealedDice(beginning.sealed).commitment if beginning.sealed else None
        self.result: dict[str, JSON] | None = json.loads(record.result) if record.result is not None else None
        self.draw: str | None = None  # the side whose offer stands
        self.lock = asyncio.Lock()
        self.touched = time.monotonic()
        self._refusals: OrderedDict[tuple[str, str], Refusal] = OrderedDict()
        self._scenes: dict[str | None, tuple[tuple[object, ...], str]] = {}
        self._views: dict[str | None, tuple[int, bool, str]] = {}

    # -- reading ----------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.record.id

    @property
    def beginning(self) -> str:
        return self.record.beginning

    @property
    def n(self) -> int:
        return len(self.commands)

    @property
    def over(self) -> bool:
        return self.result is not None or self.battle.outcome is not None

    @property
    def acting(self) -> str | None:
        return None if self.over else acting_side(self.battle)

    def viewer(self, seat: Seat) -> str | None:
        """Whose eyes a seat looks through: at one screen those of whoever is to act."""
        if seat.kind == HOTSEAT:
            return self.acting or self.battle.sides[0]
        return seat.side

    def scene(self, viewer: str | None) -> tuple[tuple[object, ...], str]:
        """The scene as text, and a key that changes with it."""
        key = self.game.scene_key(self.battle, viewer)
        known = self._scenes.get(viewer)
        if known is None or known[0] != key:
            known = self._scenes[viewer] = key, dumps(self.game.show_scene(self.battle, viewer))
        return known

    def view(self, viewer: str | None) -> str:
        known = self._views.get(viewer)
        if known is None or known[:2] != (self.n, self.over):
            recorded = self.record.mode == "replay"
            text = dumps(self.game.show_view(self.battle, viewer, self.n, self.result, recorded=recorded))
            known = self._views[viewer] = self.n, self.over, text
        return known[2]

    # -- changing ---------------------------------------------------------------------------------------------

    async def command(self, store: Store, seat: Seat, request: str, n: int, command: Any) -> Answer:
        """Carry out a command: on a copy first, then on the disk, then here. Holds the lock; cannot be interrupted."""
        async with self.lock:
            self.touched = time.monotonic()
            known = self._known(seat, request)
            if known is not None:
                return known
            if self.over:
                return Refusal("battle_over", f"the battle is over: {self._why_over()}")
            if n != self.n:
                return Refusal("stale", f"{self.n} commands have been accepted, not {n}: look again and decide again")
            try:
                entry, twin = self._try(seat, request, command)
            except Refused as refused:
                return self._remember(seat, request, refused.refusal)
            try:
                await store.append(entry)
            except (Conflict, StorageTrouble) as trouble:
                log.warning("game %s is read again: %s", self.id, type(trouble).__name__)
                raise GameLost from trouble
            self._take(entry, twin)
            return Accepted(self.n, entry.told)

    def _known(self, seat: Seat, request: str) -> Answer | None:
        """The answer this request has had before."""
        key = (seat.seat, request)
        if key in self.requests:
            return Accepted(self.requests[key])
        return self._refusals.get(key)

    def _remember(self, seat: Seat, request: str, refusal: Refusal) -> Refusal:
        self._refusals[seat.seat, request] = refusal
        while len(self._refusals) > REFUSALS_KEPT:
            self._refusals.popitem(last=False)
        return refusal

    def _try(self, seat: Seat, request: str, command: Any) -> tuple[Entry, Any]:
        """Carry the command out on a copy. Raises Refused."""
        battle, viewer, game = self.battle, self.viewer(seat), self.game
        side = game.side_of(battle, command)
        game.check_names(game.known_to(battle, viewer), command)
        check_seat(seat, side)
        if self.n >= self.limits.commands:
            raise Refused(Refusal("too_long", f"a battle here has at most {self.limits.commands} commands"))
        twin = battle.clone()
        try:
            events = game.carry_out(twin, viewer, command)
        except Refused:
            raise
        except LancemateError as error:
            raise Refused(Refusal("impossible", error.message)) from None
        except Exception:
            log.exception("game %s cannot carry out %s", self.id, command)
            raise Refused(Refusal("broken", "the engine stumbled over this command; nothing has changed")) from None
        n = self.n + 1
        told = tell(twin, n, side, events)
        forget_history(twin)
        entry = Entry(self.id, n, told, standing(twin), time.time(), command_text(game, command), seat.seat, request)
        return entry, twin

    def _take(self, entry: Entry, twin: Any) -> None:
        assert entry.command is not None
        self.battle = twin
        self.commands.append(entry.command)
        if entry.seat is not None and entry.request is not None:
            self.requests[entry.seat, entry.request] = entry.n

    def _why_over(self) -> str:
        if self.result is not None:
            return str(self.result["reason"])
        assert self.battle.outcome is not None
        return str(self.battle.outcome.reason)

    async def settle(self, store: Store, reason: str) -> None:
        """End the game in a draw that both sides have agreed to."""
        result: dict[str, JSON] = {"winner": None, "reason": reason, "rule": None}
        try:
            await store.settle(self.id, dumps(result))
        except StorageTrouble as trouble:
            raise GameLost from trouble
        self.result, self.draw = result, None


def check_seat(seat: Seat, side: str | None) -> None:
    """A player commands one side only."""
    if seat.kind == PLAYER and side != seat.side:
        raise Refused(Refusal("not_your_seat", f"you command {seat.side}, not {side}"))


def read_command(game: Game, data: JSON, limits: Limits) -> Any:
    """A command as a client writes it. Raises InputError."""
    check_length(data, limits)
    return game.command_from_data(data)


def check_length(data: JSON, limits: Limits) -> None:
    """Refuse a command with an endless path before anybody looks at its points."""
    for name, body in data.items() if isinstance(data, dict) else ():
        path = body.get("path") if isinstance(body, dict) else None
        if isinstance(path, list) and len(path) > limits.path_points:
            raise InputError(f"a path has at most {limits.path_points} points", key=f"{name}.path")


async def load(store: Store, record: GameRecord, limits: Limits) -> LiveGame:
    """A game out of the store, played again up to its last command. Others get their turn meanwhile."""
    battle = await asyncio.to_thread(lambda: Beginning.from_text(record.beginning).open())
    forget_history(battle)
    game = LiveGame(record, battle, limits)
    began = time.perf_counter()
    for entry in await store.story(record.id, 1):
        assert entry.command is not None
        battle.do(command_from_text(game.game, entry.command))
        forget_history(battle)
        game._take(entry, battle)
        if time.perf_counter() - began > AT_A_TIME:
            await asyncio.sleep(0)
            began = time.perf_counter()
    return game
