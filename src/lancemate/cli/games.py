"""The games that scripts may be of, and what the command line asks of each. Knows names; decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from lancemate.kernel.documents import Document
from lancemate.kernel.errors import InputError, Refused
from lancemate.kernel.events import event_data, public
from lancemate.kernel.reading import nearest, shown
from lancemate.kernel.values import frozen

NOT_TOLD: Final = {"code": "not_told", "message": "what other sides are refused is not told"}
ALPHA_STRIKE, BATTLETROOPS = "alpha-strike", "battletroops"


@frozen
class Game:
    """One game's scripts: read, run, told and drawn."""

    name: str
    read: Callable[[Document], Any]
    run: Callable[[Any], Any]
    story: Callable[[Any, Any], Any]
    tell_answer: Callable[[Any, Any, Any], Any]
    tell_refusal: Callable[[Any, Any], Any]
    broken_seal: Callable[[Any, Any], str | None]
    draw: Callable[[Any], str]
    view: Callable[[Any, str], Any]  # the state as a side may know it
    heard: Callable[[Any, str, Any], Any]  # the events that a side hears of
    known: Callable[[Any, str], Any]  # the battle as a side knows it, to ask questions of
    ask: Callable[[Any, Any], Any]  # what a question of a script is answered with; None for a command
    whose: Callable[[Any, Any], str | None]  # the side that gives a command


def _alpha_strike() -> Game:
    from lancemate.alphastrike.asking.knowledge import events_for, known_to
    from lancemate.alphastrike.play.decisions import side_of
    from lancemate.alphastrike.scripts.answers import tell_answer, tell_refusal
    from lancemate.alphastrike.scripts.positions import read_script
    from lancemate.alphastrike.scripts.running import answer_to, run_script
    from lancemate.alphastrike.telling.log import story
    from lancemate.alphastrike.telling.picture import draw
    from lancemate.kernel.scripting import broken_seal
    from lancemate.muster.catalogue import find

    def view(battle: Any, side: str) -> Any:
        return battle.view(side)

    def read(source: Document) -> Any:
        return read_script(source, find)

    told = (story, tell_answer, tell_refusal)
    asked = (known_to, answer_to, side_of)
    return Game(ALPHA_STRIKE, read, run_script, *told, broken_seal, draw, view, events_for, *asked)


def _battletroops() -> Game:
    from lancemate.battletroops.asking.knowledge import events_for, known_to, view
    from lancemate.battletroops.play.whose import side_of
    from lancemate.battletroops.scripts.answers import tell_answer, tell_refusal
    from lancemate.battletroops.scripts.positions import read_script
    from lancemate.battletroops.scripts.running import answer_to, run_script
    from lancemate.battletroops.telling.log import story
    from lancemate.battletroops.telling.picture import draw
    from lancemate.kernel.scripting import broken_seal

    told = (story, tell_answer, tell_refusal)
    asked = (known_to, answer_to, side_of)
    return Game(BATTLETROOPS, read_script, run_script, *told, broken_seal, draw, view, events_for, *asked)


GAMES: Final[Mapping[str, Callable[[], Game]]] = {ALPHA_STRIKE: _alpha_strike, BATTLETROOPS: _battletroops}


def game_of(source: Document) -> Game:
    """The game that a script is of: Alpha Strike unless it says otherwise."""
    from lancemate.muster.mistaken import check_kind

    check_kind(source, "battle")
    data = source.data
    name = data.get("game") if isinstance(data, dict) else None
    if name is None:
        name = ALPHA_STRIKE
    if not isinstance(name, str) or name not in GAMES:
        text = f"{shown(name)} cannot be played here; {nearest(str(name), GAMES)}"
        raise source.located(InputError(text, key="game"))
    return GAMES[name]()


def document_for(game: Game, report: Any, side: str) -> dict[str, Any]:
    """The JSON document of a run as a side may read it: what it may know, and the events it heard of in time.

    What is secret then may be found later: so the script is run again up to each of its commands.
    """
    battle = report.battle
    if side not in battle.sides:
        raise InputError(f"there is no side {shown(side)}; {nearest(side, battle.sides)}", key="--view")
    data: dict[str, Any] = report.to_data()
    script = report.script
    before = game.run(replace(script, entries=()))
    data["opening"] = [event_data(event) for event in game.heard(before.battle, side, before.opening)]
    data["outcomes"] = [
        _told(game, game.run(replace(script, entries=script.entries[: number + 1])), side)
        for number in range(len(script.entries))
    ]
    data["state"] = game.view(battle, side)
    data.pop("unmet", None)  # it compares with all there is to know
    return data


def _told(game: Game, then: Any, side: str) -> dict[str, Any]:
    """What a side is told of the last entry: what it hears of a command, what it would be answered itself."""
    last = then.outcomes[-1]
    told = {"command": last.command, "accepted": last.accepted}
    try:
        answer = game.ask(game.known(then.battle, side), last.entry)
    except Refused as refused:
        return {**told, "accepted": False, "error": public(refused.refusal)}
    if answer is not None:
        return {**told, "accepted": True, last.entry.name: answer}
    if last.accepted:
        return {**told, "events": [event_data(event) for event in game.heard(then.battle, side, last.events)]}
    own = game.whose(then.battle, last.entry) == side
    return {**told, "error": public(last.refusal) if own else NOT_TOLD}
