"""The lobby: tables that people open, the talk before a battle, and the battle that comes of it.

Knows who may say what, and makes it durable before anybody hears of it; must not know HTTP.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any, Final, cast

from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError, Refusal, Refused
from lancemate.server.hall import Hall, Source, story_of
from lancemate.server.lobby_models import TermsGiven
from lancemate.server.models import ForceGiven
from lancemate.server.records import (
    INVITED,
    PLAYER,
    SPECTATOR,
    Agreement,
    GameRecord,
    Remark,
    Seat,
    TalkRecord,
    TalkSeat,
)
from lancemate.server.sources import looked_at, sides_of, source_of
from lancemate.server.storage import Conflict
from lancemate.server.talks import GUEST, HOST, Talk, again
from lancemate.server.tokens import hashed, new_game_id, new_token

TRIES: Final = 5  # two people who change something at once
HERE: Final = 30.0  # seconds after which somebody who says nothing is thought to be away
# Why a battle cannot begin may tell what somebody brought in secret.
SECRET_TROUBLE: Final = "with what was brought it cannot begin like this: change the terms, or bring another force"
MOST_SEEN: Final = 10_000

Force = str | ForceGiven


class Lobby:
    """All tables at which people still talk."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.store = hall.lobby
        self.on_rematch: Callable[[str, str, str], None] = lambda game, talk, side: None
        self._news: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._seen: OrderedDict[tuple[str, str], float] = OrderedDict()  # when somebody was heard of last

    # -- who sits there ---------------------------------------------------------------------------------------

    async def seat(self, talk: str, token: str) -> TalkSeat | None:
        """The place that a token has at a table."""
        found = await self.store.talk_seat(hashed(token))
        return found if found is not None and found.talk == talk and found.kind == PLAYER else None

    def seen(self, seat: TalkSeat) -> None:
        before = self._seen.get((seat.talk, seat.place), -HERE)
        if time.monotonic() - before > HERE / 3:
            self.hall.bulletin.post("here", seat.talk, {"place": seat.place})
            self.seen_elsewhere(seat.talk, seat.place)

    def seen_elsewhere(self, talk: str, place: str) -> None:
        self._seen.pop((talk, place), None)
        self._seen[talk, place] = time.monotonic()
        if len(self._seen) > MOST_SEEN:
            self._seen.popitem(last=False)

    def is_here(self, talk: str, place: str) -> bool:
        at = self._seen.get((talk, place))
        return at is not None and time.monotonic() - at < HERE

    # -- opening and joining ----------------------------------------------------------------------------------

    async def open(
        self, terms: TermsGiven, side: str | None, name: str, force: Force | None
    ) -> tuple[TalkRecord, str, str]:
        """A new table, with the token of its host and the invitation to it. Raises InputError."""
        sides = check_terms(terms)
        if side is not None and side not in sides:
            raise InputError(f"there is no side {side!r}; there are {' and '.join(sides)}", key="side")
        talk = Talk(terms.model_dump(mode="json"), sides, side or sides[0]).named(HOST, name)
        if force is not None:
            talk = talk.brought(HOST, *await self._looked_at(terms.game, force))
        record, host, invitation = _new(talk)
        await self.store.open_talk(record, _chairs(record.id, host, invitation))
        return record, host, invitation

    async def join(self, name: str, invitation: str | None, called: str) -> tuple[TalkRecord, str] | None:
        """Sit down at a table, once. None if there is none; raises Conflict if its place is taken."""
        record = await self.store.talk(name)
        if record is None:
            return None
        talk = Talk.from_text(record.state)
        if invitation is not None:
            invited = await self.store.talk_seat(hashed(invitation))
            if invited is None or invited.talk != name or invited.kind == PLAYER:
                return None
        elif not talk.terms["listed"]:
            return None
        return await self._sit_down(record, called)

    async def _sit_down(self, record: TalkRecord, called: str) -> tuple[TalkRecord, str]:
        token = new_token()
        for _ in range(TRIES):
            talk = Talk.from_text(record.state)
            if talk.taken:
                raise Conflict
            changed = _changed(record, replace(talk, taken=True).named(GUEST, called))
            try:
                await self.store.sit_down(changed, TalkSeat(hashed(token), record.id, GUEST, PLAYER))
            except Conflict:
                record = cast(TalkRecord, await self.store.talk(record.id))
                continue
            self.tell_here(changed.id)
            return changed, token
        raise Conflict

    # -- talking ----------------------------------------------------------------------------------------------

    async def propose(self, seat: TalkSeat, terms: TermsGiven, side: str | None) -> TalkRecord:
        sides = check_terms(terms)
        data = terms.model_dump(mode="json")
        return await self._change(seat, lambda talk: talk.proposed(seat.place, data, side, sides))

    async def bring(self, seat: TalkSeat, force: Force) -> TalkRecord:
        record = await self.store.talk(seat.talk)
        game = Talk.from_text(record.state).terms["game"] if record is not None else ""
        given, told = await self._looked_at(game, force)

        def change(talk: Talk) -> Talk:
            if talk.terms["game"] != game:
                raise Refused(Refusal("stale", "the game has been changed meanwhile: choose again"))
            return talk.brought(seat.place, given, told)

        return await self._change(seat, change)

    async def say(self, seat: TalkSeat, text: str) -> TalkRecord:
        return await self._change(seat, lambda talk: talk.remarked(seat.place, text, time.time()))

    async def ready(self, seat: TalkSeat, stamp: int, ready: bool) -> TalkRecord:
        """Say that one is ready for what stands there; when both are, the battle begins."""
        record = await self._change(seat, lambda talk: talk.said_ready(seat.place, stamp, ready))
        talk = Talk.from_text(record.state)
        if len(talk.ready) < 2:
            return record
        try:
            return await self._begin(record, talk)
        except Conflict:  # something was changed while the table was laid
            return cast(TalkRecord, await self.store.talk(record.id))
        except InputError as error:
            trouble = SECRET_TROUBLE if talk.terms["secret"] else getattr(error, "plain", error.message)
            return await self._change(seat, lambda talk: talk.stumbled(trouble))

    async def _looked_at(self, game: str, force: Force) -> tuple[Any, dict[str, Any]]:
        told = await self.hall.errand(looked_at, game, force)
        given = force if isinstance(force, str) else force.model_dump(mode="json")
        return given, cast(dict[str, Any], told)

    async def _change(self, seat: TalkSeat, change: Callable[[Talk], Talk]) -> TalkRecord:
        """Change a talk. Raises Refused."""
        for _ in range(TRIES):
            record = await self.store.talk(seat.talk)
            assert record is not None
            changed = _changed(record, change(Talk.from_text(record.state)))
            try:
                await self.store.change_talk(changed)
            except Conflict:
                continue
            self.tell_here(changed.id)
            return changed
        raise Refused(Refusal("busy", "too much was changed at once: try again"))

    # -- beginning --------------------------------------------------------------------------------------------

    async def _begin(self, record: TalkRecord, talk: Talk) -> TalkRecord:
        """Lay the table that was agreed on. The tokens of the talk are those of the battle."""
        forces = {talk.side_of(place): force["given"] for place, force in talk.forces.items()}
        quick = source_of(talk.terms, forces, talk.sides)
        made = await self.hall.make(Source(quick=quick), people=True)
        names = {talk.side_of(place): name for place, name in talk.names.items() if name}
        now, clock = self.hall.clocks.now(), talk.terms["clock"]
        by = tuple((side, "you" if side == talk.side else "friend") for side in made.sides)
        game = GameRecord(new_game_id(), "friend", title_of(talk), made.beginning, by, now)
        watch = new_token()
        chairs = [Seat(hashed(watch), game.id, SPECTATOR, SPECTATOR, None)]
        for seat in await self.store.talk_seats(record.id):
            if seat.kind == PLAYER:
                side = talk.side_of(seat.place)
                chairs.append(Seat(seat.token_hash, game.id, side, PLAYER, side))
        said = [
            Remark(
                game.id, number, talk.side_of(one["place"]), talk.names.get(one["place"], ""), one["text"], one["at"]
            )
            for number, one in enumerate(talk.said, start=1)
        ]
        settled = asdict(talk)
        agreement = Agreement(game.id, names, clock, bool(talk.terms["watched"]), watch, settled)
        begun = _changed(record, replace(talk, game=game.id))
        await self.store.begin(begun, game, chairs, story_of(game, made), agreement, said)
        await self.hall.clocks.wind(agreement)
        self.tell_here(begun.id)
        return begun

    async def rematch(self, seat: Seat, swap: bool) -> tuple[TalkRecord, str]:
        """A talk about the next battle: who asks first opens it, the other one sits down. Raises Refused, Conflict."""
        agreement = await self.store.agreement(seat.game)
        if agreement is None or agreement.talk is None or seat.side is None:
            raise Refused(Refusal("no_talk", "this battle was made without a table talk: make a new one"))
        if agreement.rematch is None:
            talk = again(agreement.talk, host=seat.side, swap=swap)
            record, token, invitation = _new(talk)
            asked = replace(agreement, rematch=record.id, asked=seat.side)
            try:
                await self.store.open_talk(record, _chairs(record.id, token, invitation), asked)
            except Conflict:
                agreement = await self.store.agreement(seat.game)
                assert agreement is not None
            else:
                live = self.hall.live.get(seat.game)
                if live is not None:
                    live.agreement = asked
                self.on_rematch(seat.game, record.id, seat.side)
                return record, token
        found = await self.store.talk(agreement.rematch or "")
        if found is None:
            raise Refused(Refusal("no_talk", "the talk about the rematch has been forgotten: make a new one"))
        if agreement.asked == seat.side or Talk.from_text(found.state).taken:
            raise Conflict
        name = Talk.from_text(found.state).names.get(GUEST, "")
        return await self._sit_down(found, name)

    # -- news -------------------------------------------------------------------------------------------------

    async def news(self, talk: str, seen: int, patience: float) -> TalkRecord | None:
        """The talk as soon as it has changed since ``seen``, or when patience is at an end."""
        waiting = self._news[talk]
        record = await self.store.talk(talk)
        if record is not None and record.n <= seen and patience > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(waiting.wait(), patience)
            record = await self.store.talk(talk)
        return record

    def tell_here(self, talk: str) -> None:
        """Whoever waits for news of a talk at this server looks at it again."""
        self._news.pop(talk, asyncio.Event()).set()

    def tell_everybody(self) -> None:
        for talk in list(self._news):
            self.tell_here(talk)

    def show(self, record: TalkRecord, place: str) -> dict[str, JSON]:
        talk = Talk.from_text(record.state)
        shown = talk.show(place)
        for seat in cast(list[dict[str, JSON]], shown["seats"]):
            seat["here"] = self.is_here(record.id, str(seat["place"]))
        return {**shown, "talk": record.id, "n": record.n, "side": talk.side_of(place), "title": title_of(talk)}


def check_terms(terms: TermsGiven) -> tuple[str, ...]:
    """The sides of such a battle. What can be seen to be wrong already is an InputError."""
    if terms.quick is not None and terms.quick.forces is not None:
        raise InputError("each side brings its own force", key="terms.quick.forces")
    return sides_of(terms)


def title_of(talk: Talk) -> str:
    """What a table is called: forces may be secret, so their names are not in it."""
    host, guest = talk.names.get(HOST) or "Somebody", talk.names.get(GUEST) or ("somebody" if talk.taken else "")
    return talk.terms["title"] or (f"{host} against {guest}" if guest else f"{host}'s table")


def _new(talk: Talk) -> tuple[TalkRecord, str, str]:
    now = time.time()
    record = TalkRecord(new_game_id(), 1, talk.to_text(), talk.is_open, now, now)
    return record, new_token(), new_token()


def _changed(record: TalkRecord, talk: Talk) -> TalkRecord:
    return replace(record, n=record.n + 1, state=talk.to_text(), open=talk.is_open, updated=time.time())


def _chairs(talk: str, host: str, invitation: str) -> list[TalkSeat]:
    return [TalkSeat(hashed(host), talk, HOST, PLAYER), TalkSeat(hashed(invitation), talk, GUEST, INVITED)]
