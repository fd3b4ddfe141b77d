"""The hall with all its tables: opens games, keeps the live ones at hand, lets bots have their turns.

Knows which game is where; must not know how messages travel (a game's listeners are called with what to tell).
"""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar, cast

from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError, Refusal, Refused
from lancemate.server import making, metrics
from lancemate.server.alphastrike.quickstart import Quick
from lancemate.server.battletroops.quickstart import TroopQuick
from lancemate.server.beginnings import command_from_text, command_text
from lancemate.server.bulletin import Bulletin
from lancemate.server.called import check_called
from lancemate.server.game import Accepted, Answer, Behind, GameLost, LiveGame, check_length, load
from lancemate.server.leases import Leases
from lancemate.server.lobby_storage import LobbyStore
from lancemate.server.making import Made
from lancemate.server.messages import Position, Preview, Question
from lancemate.server.offers import OfferStore
from lancemate.server.opponents import LEVELS
from lancemate.server.records import (
    HOTSEAT,
    INVITED,
    PLAYER,
    SITTING,
    SPECTATOR,
    TAKEN,
    Agreement,
    Entry,
    GameRecord,
    Seat,
)
from lancemate.server.security import Quota
from lancemate.server.settings import Settings
from lancemate.server.storage import Conflict, StorageTrouble, Store
from lancemate.server.timekeeping import Timekeeper
from lancemate.server.tokens import hashed, new_game_id, new_seed, new_token
from lancemate.server.undoing import those_in_force
from lancemate.server.warming import ready_to_make, warm_up
from lancemate.server.workers import HelperLost, Helpers

log = logging.getLogger("lancemate.server")

T = TypeVar("T")

BOTS: Final = frozenset(level.level for level in LEVELS)
BOT_SEAT: Final = "bot"
SWEEP: Final = 5.0  # seconds between two looks for games that nobody needs
FIRST_PAUSE: Final = 0.1  # seconds before a game is read again after trouble; twice as long each time
LONGEST_PAUSE: Final = 10.0
RETRIES: Final = (0.0, 0.1, 0.4, 1.0)  # seconds before each try to write a command down
ENOUGH: Final = 2.0  # seconds after which no other try begins: whoever sent it hears of it within 3
NICE: Final = 10  # how much bots stand back behind the server


@dataclass(frozen=True, slots=True)
class Chair:
    """A new seat with its token, which is told once; of a friend's the maker is told an invitation only."""

    seat: str
    kind: str
    side: str | None
    whom: str  # you, friend or anyone
    token: str

    @property
    def invites(self) -> bool:
        return self.kind == INVITED


@dataclass(frozen=True, slots=True)
class Source:
    """What a game is made of: one of these."""

    quick: Quick | TroopQuick | None = None
    script: dict[str, JSON] | None = None
    save: dict[str, JSON] | None = None
    file: str = ""  # the text of a save or a script


Listener = Callable[[LiveGame, str], None]  # the game and the batches of the command that has just been accepted


class Hall:
    """All games of a server."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.live: dict[str, LiveGame] = {}
        self.bulletin = Bulletin(store)
        self.leases = Leases(store, self.bulletin)
        self.leases.on_taken_over = self.take_over
        self.lobby = LobbyStore(store)
        self.offers = OfferStore(store)
        self.clocks = Timekeeper(self, self.lobby)
        self.on_news: Listener = lambda game, told: None
        self.on_time: Callable[[LiveGame, str], None] = lambda game, side: None  # a side has run out of time
        self.on_lapse: Callable[[LiveGame], None] = lambda game: None  # an offer of a draw stands no more
        self.on_settled: Callable[[LiveGame], None] = lambda game: None  # its players have ended it between them
        self.on_thinking: Callable[[LiveGame, str, bool], None] = lambda game, side, on: None
        self.wanted: Callable[[str], bool] = lambda game: False  # somebody looks at it
        self.quotas: dict[str, Quota] = {}
        self._loading: dict[str, asyncio.Task[LiveGame]] = {}
        self._driving: dict[str, asyncio.Task[None]] = {}
        self._doubted: set[str] = set()  # games of which more may have been written down than is known here
        self._reading_on: set[str] = set()  # games about to be read on
        self._recovering: set[str] = set()
        self._failures: defaultdict[str, int] = defaultdict(int)  # writes of a game that failed, one after the other
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False
        self._bots = Helpers(settings.thinkers, nice=NICE, patience=settings.thinking_seconds)
        # Questions, and what is made of files people send, never wait for each other.
        self._advisers = Helpers(min(1, settings.thinkers), patience=settings.asking_seconds)
        self._makers = Helpers(min(1, settings.thinkers), nice=NICE, patience=settings.making_seconds)

    @property
    def doubted(self) -> int:
        """How many games must be read on before they are played on."""
        return len(self._doubted)

    @property
    def driving(self) -> int:
        """In how many games a bot is at it."""
        return len(self._driving)

    async def prepare(self) -> None:
        """Have everything loaded before the first player needs it."""
        try:
            # Games are made first of all: whoever opens the page wants one.
            await self._makers.prepare(ready_to_make)
            await asyncio.to_thread(warm_up)
            # What is loaded now stays: looking through it again and again for garbage would hold everybody up.
            gc.collect()
            gc.freeze()
            await asyncio.gather(self._advisers.prepare(warm_up), self._bots.prepare(warm_up))
        except HelperLost:
            log.warning("the helpers could not be prepared")

    async def sweep(self) -> None:
        """Again and again, let go of games that nobody has needed for a while."""
        while True:
            await asyncio.sleep(min(SWEEP, self.settings.idle_seconds))
            before = time.monotonic() - self.settings.idle_seconds
            for game in list(self.live.values()):
                busy = game.lock.locked() or game.id in self._driving or self.wanted(game.id)
                if busy:
                    self.drive(game)  # its bot may wait for a server that has not noticed
                    continue
                if game.touched <= before:
                    del self.live[game.id]
                    self._doubted.discard(game.id)
                if game.id in self.leases.held:
                    self.spawn(self._release(game.id))

    async def _release(self, name: str) -> None:
        """Nobody here looks at the game any more: whoever has its players may drive it."""
        try:
            await self.leases.release(name)
        except (StorageTrouble, Conflict):
            log.warning("game %s could not be let go of", name)

    async def close(self) -> None:
        self._closing = True
        await self.clocks.close()
        for task in [*self._driving.values(), *self._loading.values()]:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5.0)
        await self.leases.leave()
        self._bots.stop()
        self._advisers.stop()
        self._makers.stop()

    def quota(self, name: str, most: int) -> Quota:
        """So many a day for an address, at all servers together."""
        self.quotas[name] = Quota(most, lambda address: self.bulletin.post("counted", name, {"address": address}))
        return self.quotas[name]

    async def errand(self, job: Callable[..., object], *data: object) -> object:
        """Have something worked out that may take long and concerns no game. Raises InputError or HelperLost."""
        return await self._makers.errand(job, *data)

    # -- finding games ----------------------------------------------------------------------------------------

    async def seat(self, token: str) -> Seat | None:
        found = await self.store.seat(hashed(token))
        return found if found is None or found.kind in SITTING else None

    async def join(self, game: str, invitation: str, name: str = "") -> tuple[GameRecord, Chair] | None:
        """Exchange an invitation for a seat, once. None if there is none; raises Conflict if it has been exchanged."""
        invited = await self.store.seat(hashed(invitation))
        record = await self.store.game(game) if invited is not None and invited.game == game else None
        if record is None or invited is None or invited.kind not in (INVITED, TAKEN):
            return None
        check_called(name, [side for side, _ in record.by])
        token = new_token()
        await self.store.exchange(invited, replace(invited, token_hash=hashed(token), kind=PLAYER))
        if name and invited.side is not None:
            await self._call(game, invited.side, name)
        return record, Chair(invited.seat, PLAYER, invited.side, "you", token)

    async def _call(self, game: str, side: str, name: str) -> None:
        """From now on whoever plays this side goes by this name."""
        agreement = await self.lobby.call(game, side, name)
        live = self.live.get(game)
        if live is not None:
            live.agreement = agreement

    async def game(self, name: str) -> LiveGame | None:
        """A game by its id; None if there is none. Raises GameLost if it cannot be played again."""
        found = self.live.get(name)
        if found is not None:
            found.touched = time.monotonic()
            if name in self._doubted:
                await self._catch_up(found)
            return found
        loading = self._loading.get(name)
        if loading is None:
            record = await self.store.game(name)
            if record is None:
                return None
            loading = self._loading.get(name) or self.spawn(self._load(record))
            self._loading[name] = loading
        try:
            return await asyncio.shield(loading)
        finally:
            if loading.done():
                self._loading.pop(name, None)

    async def _load(self, record: GameRecord) -> LiveGame:
        try:
            game = await load(self.store, record, self.settings.limits)
            game.now = self.clocks.now
            game.agreement = await self.lobby.agreement(record.id)
            game.stand(await self.offers.read(record.id))
        except StorageTrouble:
            raise
        except Exception as error:
            log.exception("game %s cannot be played again", record.id)
            raise GameLost from error
        self.live[record.id] = game
        if record.id in self._doubted:  # there were news while it was read
            await self._catch_up(game)
        return game

    # -- other servers ----------------------------------------------------------------------------------------

    def heard_of(self, name: str, n: int) -> None:
        """Another server has accepted command ``n`` of a game."""
        game = self.live.get(name)
        if game is not None:
            if n > game.n:
                self.read_on(game)
        elif name in self._loading:
            self._doubted.add(name)
        elif name in self.leases.held:
            self.take_over(name)

    async def is_behind(self, game: LiveGame) -> bool:
        """Whether other servers have accepted more; it is known here from now on. Raises StorageTrouble, GameLost."""
        before = game.n
        if self.leases.others:
            await self._catch_up(game)
        return game.n > before

    def look_everything_up(self) -> None:
        """News may have been missed: read on in all games, and drive those that are left to this server."""
        for game in list(self.live.values()):
            self._doubted.add(game.id)
            self.read_on(game)
        for name in self.leases.held - self.live.keys():
            self.take_over(name)

    def read_on(self, game: LiveGame) -> None:
        """Look what other servers have written down, in the background."""
        if game.id not in self._reading_on:
            self._reading_on.add(game.id)
            self.spawn(self._read_on(game))

    async def _read_on(self, game: LiveGame) -> None:
        try:
            await self._catch_up(game)
        except StorageTrouble:
            self.doubt(game)
        except GameLost:
            log.error("game %s cannot be followed any more", game.id)
        else:
            self.drive(game)

    async def _catch_up(self, game: LiveGame) -> None:
        """Take over what has been written down meanwhile; the table here hears of it.

        Raises StorageTrouble or GameLost.
        """
        async with game.lock:
            self._reading_on.discard(game.id)  # what is told from now on is read once more
            if self.live.get(game.id) is not game:
                return
            for entry in await self.store.story(game.id, game.n + 1):
                try:
                    game.follow(entry)
                except Exception as error:
                    log.exception("game %s cannot take over command %s", game.id, entry.n)
                    del self.live[game.id]
                    raise GameLost from error
                self._told(game, entry.told, entry.at)
                metrics.COMMANDS.labels("another server", "accepted").inc()
            if game.id in self._doubted:
                self._doubted.discard(game.id)
                self.settled(game, await self.store.result(game.id))

    def settled(self, game: LiveGame, result: str | None) -> None:
        """The players may have ended the game between them, at another server."""
        if result is not None and game.result is None:
            game.settled(result)
            self.clocks.ended(game)
            self.on_settled(game)

    def take_over(self, name: str) -> None:
        """This server drives a game from now on: its bots go on."""
        self._recover(name)

    # -- making games -----------------------------------------------------------------------------------------

    async def create(
        self, mode: str, source: Source, *, title: str, level: str, side: str | None, name: str = ""
    ) -> CreatedGame:
        """Make a game and its seats. Raises InputError."""
        made = await self.make(source, people=mode == "friend")
        own = side or made.sides[0]
        if own not in made.sides:
            raise InputError(f"there is no side {own!r}; there are {' and '.join(made.sides)}", key="side")
        check_called(name, made.sides)
        game = GameRecord(
            id=new_game_id(),
            mode=mode,
            title=title or made.title,
            beginning=made.beginning,
            by=tuple((one, _by(mode, level, one == own)) for one in made.sides),
            created=self.clocks.now(),
        )
        chairs = _chairs(mode, own, made.sides)
        seats = [Seat(hashed(one.token), game.id, one.seat, one.kind, one.side) for one in chairs]
        await self.store.create(game, seats, story_of(game, made))
        if mode == "friend" and name:
            await self.lobby.agree(Agreement(game.id, {own: name}))
        return CreatedGame(game, chairs)

    async def make(self, source: Source, *, people: bool) -> Made:
        seed, limits = new_seed(), self.settings.limits
        if source.quick is not None:
            made = await self._makers.errand(making.make_quick, source.quick, seed, people)
        elif source.script is not None:
            made = await self._makers.errand(making.make_from_script, source.script, seed, people, limits)
        elif source.save is not None:
            made = await self._makers.errand(making.make_from_save, source.save, seed, people, limits)
        else:
            made = await self._makers.errand(making.make_from_file, source.file, seed, people, limits)
        return cast(Made, made)

    async def save(self, game: LiveGame, seat: Seat) -> dict[str, JSON]:
        """The battle as one file. Of a battle that goes on the dice to come are left out, and what a bot plans."""
        record, next_seed = game.record, None if game.over else new_seed()
        commands: Sequence[str] = those_in_force(game.commands)
        if seat.kind == PLAYER and not game.over:
            given = [command_from_text(game.game, text) for text in commands]
            kept = game.game.without_plans(game.battle, given, seat.side)
            commands = [command_text(game.game, command) for command in kept]
        made = await self._makers.errand(making.write_save, record.beginning, tuple(commands), record.title, next_seed)
        return cast(dict[str, JSON], made)

    # -- playing ----------------------------------------------------------------------------------------------

    async def command(
        self, name: str, seat: Seat, request: str, n: int, command: Any, acknowledge: Callable[[Answer], None]
    ) -> None:
        """Have a command carried out and acknowledged. It goes on to its end even if whoever sent it is gone."""
        began = time.perf_counter()

        def counted(answer: Answer) -> None:
            metrics.COMMANDS.labels("people", answer.code if isinstance(answer, Refusal) else "accepted").inc()
            metrics.COMMAND_SECONDS.observe(time.perf_counter() - began)
            acknowledge(answer)

        await asyncio.shield(self.spawn(self._command(name, seat, request, n, command, counted)))

    async def _command(
        self, name: str, seat: Seat, request: str, n: int, command: Any, acknowledge: Callable[[Answer], None]
    ) -> None:
        began = time.monotonic()
        for pause in RETRIES:
            if time.monotonic() - began + pause > ENOUGH:
                break
            await asyncio.sleep(pause)
            try:
                game = await self.game(name)
            except StorageTrouble:
                continue
            if game is None:
                return acknowledge(Refusal("no_game", "there is no such game any more"))
            try:
                answer = await game.command(self.store, seat, request, n, command)
                if isinstance(answer, Refusal) and answer.code == "stale" and await self.is_behind(game):
                    answer = await game.command(self.store, seat, request, n, command)
            except (Behind, StorageTrouble):
                self.doubt(game)
                continue
            self._failures.pop(name, None)
            acknowledge(answer)
            if isinstance(answer, Accepted) and answer.news is not None:
                self.tell(game, answer.news)
            return None
        return acknowledge(Refusal("busy", "the game could not be written to disk; look again and try again"))

    def tell(self, game: LiveGame, news: str) -> None:
        """A command was accepted: everybody hears of it, and bots go on."""
        self._told(game, news)
        self.drive(game)

    def _told(self, game: LiveGame, news: str, at: float | None = None) -> None:
        if game.lapsed:
            game.lapsed = False
            self.on_lapse(game)
        self.clocks.heard(game, news, at)
        self.on_news(game, news)

    def doubt(self, game: LiveGame) -> None:
        """More may have been written down than is known here: read on as soon as that is possible."""
        self._doubted.add(game.id)
        self._failures[game.id] += 1
        self._recover(game.id)

    def _recover(self, name: str) -> None:
        if name not in self._recovering:
            self._recovering.add(name)
            self.spawn(self._read_again(name))

    async def _read_again(self, name: str) -> None:
        """Wait for the database, each time a little longer; then the table hears what it missed, and bots go on."""
        try:
            tries = self._failures[name]
            while not self._closing:
                await asyncio.sleep(min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(tries, 12)))
                try:
                    game = await self.game(name)
                except StorageTrouble:
                    tries += 1
                    continue
                except GameLost:
                    return
                self._recovering.discard(name)
                if game is not None:
                    self.drive(game)
                return
        finally:
            self._recovering.discard(name)

    async def ask(self, game: LiveGame, viewer: str | None, question: Question) -> JSON:
        """Have a question answered. Raises Refused, InputError or HelperLost."""
        if isinstance(question, Position):
            count, n = game.count(viewer), question.n
            if n > count:
                raise Refused(Refusal("no_such_position", f"only {count} commands have been accepted"))
            whole = game.numbers.whole(viewer, n)
            _, answer = await self._advisers.run(game, "position", viewer=viewer, n=n, whole=whole)
        else:
            if isinstance(question, Preview) and question.move is not None:
                check_length({"move": question.move}, self.settings.limits)
            _, answer = await self._advisers.run(game, "answer", viewer=viewer, question=question)
        return cast(JSON, answer)

    # -- bots -------------------------------------------------------------------------------------------------

    def bot_to_act(self, game: LiveGame) -> str | None:
        """The level of the bot whose turn it is."""
        level = dict(game.record.by).get(game.acting or "")
        return level if level in BOTS else None

    def drive(self, game: LiveGame) -> None:
        """Let a bot go on if it is its turn and no other server drives the game, in the background."""
        if self.bot_to_act(game) is not None and game.id not in self._driving:
            self._driving[game.id] = self.spawn(self._drive(game.id))

    async def _drive(self, name: str) -> None:
        try:
            if await self.leases.claim(name):
                await self._play_bots(name)
        except (StorageTrouble, Conflict):
            self._recover(name)
        finally:
            del self._driving[name]

    async def _play_bots(self, name: str) -> None:
        stumbles = 0
        thinking: str | None = None  # the side of the bot that is seen to think, as long as it is its turn
        game: LiveGame | None = None
        try:
            while True:
                try:
                    game = await self.game(name)
                except StorageTrouble:
                    return self._recover(name)
                if game is None or (level := self.bot_to_act(game)) is None:
                    return None
                side = game.acting
                assert side is not None
                if side != thinking:
                    if thinking is not None:
                        self.on_thinking(game, thinking, False)
                    thinking = side
                    self.on_thinking(game, side, True)
                try:
                    n, command = await self._bot_command(game, level, side, fall_back=stumbles > 0)
                    if game.acting != side:  # another server was quicker
                        continue
                    seat = Seat("", name, f"{BOT_SEAT}:{side}", PLAYER, side)
                    answer = await game.command(self.store, seat, f"{n}.{stumbles}", n, command)
                except HelperLost:
                    stumbles += 1
                    if stumbles > 3:
                        log.error("the bot of game %s gives up for now", name)
                        self._failures[name] += 1
                        return self._recover(name)
                    continue
                except Behind:
                    return self.doubt(game)
                if isinstance(answer, Accepted):
                    stumbles = 0
                    self._failures.pop(name, None)
                    if answer.news is not None:
                        metrics.COMMANDS.labels("bots", "accepted").inc()
                        self._told(game, answer.news)
                elif answer.code != "stale":
                    log.error("a %s bot wanted the impossible in game %s: %s", level, name, answer.message)
                    stumbles += 1
                    if stumbles > 3:
                        return None
        finally:
            if game is not None and thinking is not None:
                self.on_thinking(game, thinking, False)

    async def _bot_command(self, game: LiveGame, level: str, side: str, *, fall_back: bool) -> tuple[int, Any]:
        if fall_back:
            return await self.least(game, side)
        n, text = await self._bots.run(game, "choose", level=level, side=side, seed=game.secret)
        assert isinstance(text, str)
        return game.numbers.own(side, n), command_from_text(game.game, text)

    async def least(self, game: LiveGame, side: str) -> tuple[int, Any]:
        """The least that a side can do now, and its own number. Raises HelperLost."""
        n, text = await self._bots.run(game, "least", side=side)
        assert isinstance(text, str)
        return game.numbers.own(side, n), command_from_text(game.game, text)

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task that is held on to until it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


@dataclass(frozen=True, slots=True)
class CreatedGame:
    game: GameRecord
    chairs: list[Chair]


def story_of(game: GameRecord, made: Made) -> list[Entry]:
    """What has happened in a new game already."""
    return [Entry(game.id, n, one.told, one.standing, game.created, one.command) for n, one in enumerate(made.story)]


def _by(mode: str, level: str, own: bool) -> str:
    """Who plays a side."""
    return {
        "bot": "you" if own else level,
        "friend": "you" if own else "friend",
        "hotseat": "both",
        "replay": "nobody",
    }[mode]


def _chairs(mode: str, own: str, sides: tuple[str, str]) -> list[Chair]:
    chairs: list[Chair] = []
    if mode in ("bot", "friend"):
        chairs.append(Chair(own, PLAYER, own, "you", new_token()))
    if mode == "friend":
        other = sides[1] if own == sides[0] else sides[0]
        chairs.append(Chair(other, INVITED, other, "friend", new_token()))
    if mode == "hotseat":
        chairs.append(Chair("both", HOTSEAT, None, "you", new_token()))
    chairs.append(Chair(SPECTATOR, SPECTATOR, None, "anyone", new_token()))
    return chairs
