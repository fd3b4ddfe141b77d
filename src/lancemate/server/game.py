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
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import SealedDice
from lancemate.kernel.errors import InputError, LancemateError, Refusal, Refused
from lancemate.server.beginnings import Beginning, command_from_text, command_text, forget_history
from lancemate.server.games import Game, acting_side, game_of
from lancemate.server.numbers import Numbers
from lancemate.server.offers import NONE, Offers
from lancemate.server.records import HOTSEAT, PLAYER, Agreement, Entry, GameRecord, Seat
from lancemate.server.settings import Limits
from lancemate.server.storage import Conflict, StorageTrouble, Store
from lancemate.server.telling import (
    SPECTATORS,
    dumps,
    heard_by,
    missed_by,
    numbered,
    standing,
    tell,
    tell_undone,
)
from lancemate.server.undoing import NOTHING, SECRETS, Past, Step, TakeBack, in_force, taken_back, text_of

log = logging.getLogger("lancemate.server")

REFUSALS_KEPT: Final = 200
AT_A_TIME: Final = 0.005  # seconds of playing again before others get a turn


class Accepted(NamedTuple):
    """The number of the command for whoever gave it. ``news`` is None when it had been accepted before."""

    n: int
    news: str | None = None  # what is told of it


Answer = Accepted | Refusal


class Scene(NamedTuple):
    stamp: int
    text: str


class Tried(NamedTuple):
    """What is to be written down, and the battle after it. Without a step of its own it takes others back."""

    entry: Entry
    battle: Any
    step: Step | None = None


class GameLost(Exception):
    """The game cannot be played again."""


class Behind(Exception):
    """More may have been written down than is known here: read on before anything else is done."""


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
        self.agreement: Agreement | None = None  # what its players agreed on beforehand
        self.offers = NONE  # what players have proposed
        self.lapsed = False  # an offer of a draw has just lapsed, and nobody was told so far
        self.past = Past()
        self.numbers = Numbers()
        self.lock = asyncio.Lock()
        self.touched = time.monotonic()
        self.now: Callable[[], float] = time.time  # what commands are stamped with
        self._refusals: OrderedDict[tuple[str, str], Refusal] = OrderedDict()
        self._scenes: dict[str | None, tuple[tuple[object, ...], Scene]] = {}
        self._views: dict[str | None, tuple[int, bool, str]] = {}
        self._scenes_shown = 0

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

    def scene(self, viewer: str | None) -> Scene:
        """The scene as text, and a stamp that changes only when the text does: others may not notice what they miss."""
        key = self.game.scene_key(self.battle, viewer)
        known = self._scenes.get(viewer)
        if known is not None and known[0] == key:
            return known[1]
        text = dumps(self.game.show_scene(self.battle, viewer))
        scene = known[1] if known is not None and known[1].text == text else Scene(self._scenes_shown + 1, text)
        self._scenes_shown = max(self._scenes_shown, scene.stamp)
        self._scenes[viewer] = key, scene
        return scene

    def view(self, viewer: str | None) -> str:
        known = self._views.get(viewer)
        if known is None or known[:2] != (self.n, self.over):
            recorded, n = self.record.mode == "replay", self.count(viewer)
            shown = self.game.show_view(self.battle, viewer, n, self.result, recorded=recorded)
            text = dumps({**shown, "undo": self._undo_shown(viewer)})
            known = self._views[viewer] = self.n, self.over, text
        return known[2]

    # Each viewer counts the commands that it hears of; ``n`` counts them all.

    def count(self, viewer: str | None) -> int:
        """How many commands a viewer has heard of: its own ``n``."""
        return self.numbers.own(viewer, self.n)

    def told(self, told: str, viewer: str | None) -> str | None:
        """What a viewer hears of a command, under its own number; None if it is not to hear of it."""
        if not self.hears(told, viewer):
            return None
        return numbered(heard_by(told, viewer), lambda n: self.numbers.own(viewer, n))

    def hears(self, told: str, viewer: str | None) -> bool:
        return (viewer or SPECTATORS) not in self._missing(told)

    def _missing(self, told: str) -> Sequence[str]:
        """Who is not to hear of it. Whoever plays both sides at one screen has given the command."""
        missed = missed_by(told)
        return [one for one in missed if one == SPECTATORS] if missed and self.record.mode == "hotseat" else missed

    @property
    def names(self) -> Mapping[str, str]:
        """What the players call themselves, by side."""
        return self.agreement.names if self.agreement is not None else {}

    def back(self, side: str | None) -> list[Step]:
        """What a side may take back now. None is a spectator."""
        both = self.record.mode == "hotseat"
        return [] if self.over or side is None else self.past.steps_for(None if both else side)

    def _undo_shown(self, viewer: str | None) -> JSON:
        steps = self.back(viewer)
        if not steps:
            return None
        known = [step for step in steps if self.numbers.hears(viewer, step.n)]
        return {"unit": steps[0].unit, "count": len(known), "ask": self.record.mode == "friend"}

    @property
    def draw(self) -> str | None:
        """The side whose offer of a draw stands."""
        return self.offers.draw

    @property
    def asked_back(self) -> tuple[str, str] | None:
        """The side that asks to take back, and its request."""
        return self.offers.asked_back

    # -- changing ---------------------------------------------------------------------------------------------

    async def command(self, store: Store, seat: Seat, request: str, n: int, command: Any) -> Answer:
        """Carry out a command: on a copy first, then on the disk, then here. Holds the lock; cannot be interrupted.

        Raises Behind if it is not known to have been written down.
        """
        async with self.lock:
            self.touched = time.monotonic()
            known = self._known(seat, request)
            if known is not None:
                return known
            if self.over:
                return Refusal("battle_over", f"the battle is over: {self._why_over()}")
            viewer = self.viewer(seat)
            count = self.count(viewer)
            if n != count:
                return Refusal("stale", f"{count} commands have been accepted, not {n}: look again and decide again")
            try:
                back = isinstance(command, TakeBack)
                tried = self._try_back(seat, request) if back else self._try(seat, request, command)
            except Refused as refused:
                return self._remember(seat, request, refused.refusal)
            try:
                await store.append(tried.entry)
            except (Conflict, StorageTrouble) as trouble:
                log.warning("game %s reads on: %r", self.id, trouble)
                raise Behind from trouble
            self._take(tried)
            return Accepted(self.count(viewer), tried.entry.told)

    def _known(self, seat: Seat, request: str) -> Answer | None:
        """The answer this request has had before."""
        key = (seat.seat, request)
        if key in self.requests:
            return Accepted(self.numbers.own(self.viewer(seat), self.requests[key]))
        return self._refusals.get(key)

    def _remember(self, seat: Seat, request: str, refusal: Refusal) -> Refusal:
        self._refusals[seat.seat, request] = refusal
        while len(self._refusals) > REFUSALS_KEPT:
            self._refusals.popitem(last=False)
        return refusal

    def _try(self, seat: Seat, request: str, command: Any) -> Tried:
        """Carry the command out on a copy. Raises Refused."""
        battle, viewer, game = self.battle, self.viewer(seat), self.game
        side = game.side_of(battle, command)
        game.check_names(game.known_to(battle, viewer), command)
        check_seat(seat, side)
        self._check_room(viewer)
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
        told = tell(twin, n, side, events, battle)
        step = _step(n, side, command, battle, twin, events, told)
        forget_history(twin)
        entry = Entry(self.id, n, told, standing(twin), self.now(), command_text(game, command), seat.seat, request)
        return Tried(entry, twin, step)

    def _try_back(self, seat: Seat, request: str) -> Tried:
        """Go back to where a seat had not yet done what it takes back. Raises Refused."""
        viewer = self.viewer(seat)
        steps = self.back(viewer)
        if not steps:
            raise Refused(SECRETS if self.game.may_keep_secrets(self.battle, None) else NOTHING)
        self._check_room(viewer)
        n, side, battle = self.n + 1, steps[0].side, steps[0].before.clone()
        heard = {one: [step.n for step in steps if self.numbers.hears(one, step.n)] for one in (None, *battle.sides)}
        told = tell_undone(battle, n, side, heard)
        entry = Entry(self.id, n, told, standing(battle), self.now(), text_of(len(steps)), seat.seat, request)
        return Tried(entry, battle)

    def _check_room(self, viewer: str | None) -> None:
        if self.count(viewer) >= self.limits.commands:
            raise Refused(Refusal("too_long", f"a battle here has at most {self.limits.commands} commands"))

    def _take(self, tried: Tried) -> None:
        entry = tried.entry
        self.battle = tried.battle
        deaf = [viewer for viewer in self._missing(entry.told) if viewer != SPECTATORS]
        self.lapsed = self.lapsed or self.offers.draw_lapses(entry.seat, deaf)
        self.offers = self.offers.after(entry.seat, deaf)
        self._note(entry)
        if tried.step is not None:
            self.past.add(tried.step)
        else:
            self.past.drop(taken_back(entry.command or ""))

    def again(self, entry: Entry) -> None:
        """Carry out once more what was accepted before."""
        assert entry.command is not None
        before, command = self.battle, command_from_text(self.game, entry.command)
        side, twin = self.game.side_of(before, command), before.clone()
        step = _step(entry.n, side, command, before, twin, twin.do(command), entry.told)
        forget_history(twin)
        self._take(Tried(entry, twin, step))

    def follow(self, entry: Entry) -> None:
        """Take over what another server has accepted. Raises GameLost."""
        assert entry.command is not None
        count = taken_back(entry.command)
        if not count:
            return self.again(entry)
        before = self.past.before(count)
        if before is None:
            raise GameLost
        self._take(Tried(entry, before.clone()))

    def _note(self, entry: Entry) -> None:
        """Remember that it is written down."""
        assert entry.command is not None
        self.commands.append(entry.command)
        self.numbers.add(entry.n, self._missing(entry.told))
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
            raise Behind from trouble
        self.settled(dumps(result))

    def settled(self, result: str | None) -> None:
        """The players have ended the game between them, or have not."""
        if result is not None and self.result is None:
            self.result, self.offers = json.loads(result), NONE

    def stand(self, offers: Offers) -> None:
        """Know what was proposed before the game was in memory, as far as it still stands."""
        seats = {n: seat for (seat, _), n in self.requests.items()}
        for n in range(1, self.n + 1):
            deaf = [side for side in self.battle.sides if not self.numbers.hears(side, n)]
            offers = offers.still(n, seats.get(n), deaf)
        self.offers = offers


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
    story = await store.story(record.id, 1)
    left = set(in_force([entry.command or "" for entry in story]))
    for place, entry in enumerate(story):
        if place in left:
            game.again(entry)
        else:
            game._note(entry)
        if time.perf_counter() - began > AT_A_TIME:
            await asyncio.sleep(0)
            began = time.perf_counter()
    return game


def _step(n: int, side: str | None, command: Any, before: Any, after: Any, events: Sequence[Any], told: str) -> Step:
    """A command that was carried out just now, and whether it may be taken back.

    What others missed is none of their business: it is no hindrance to what they take back.
    """
    game = game_of(before)
    shown = after.journal.dice or game.may_keep_secrets(before, None)
    harmless = not shown and (bool(missed_by(told)) or all(isinstance(one, game.harmless) for one in events))
    return Step(n, side, getattr(command, "unit", None), before, harmless)
