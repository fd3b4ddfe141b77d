"""What everybody is told of a command: events and sentences, each viewer's own, and the rules they name.

Knows batches, the unit in which the story is kept and sent, and who hears of a command at all: whom nothing of it is
told or shown misses it. Must not know sockets or storage.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from lancemate.kernel.codec import JSON, encode
from lancemate.kernel.events import event_data
from lancemate.server.games import game_of
from lancemate.server.rule_names import page, title

EVERYBODY: Final = "*"  # the batch of all viewers, when they are told the same
SPECTATORS: Final = ""
_SHARED: Final = f'{{"{EVERYBODY}":'  # begins the text when all are told the same
MISSED: Final = '{"-":'  # begins the text when somebody is not to hear of the command; a list of those follows
_NUMBER: Final = re.compile(r'\{"n":(\d+),')
_read: Final = json.JSONDecoder()
_RULE: Final = re.compile(r'"((?:AS-[A-Z]{3}|BT-[A-Z]{3}|QS|AS1)-\d{3})"')


def dumps(data: object) -> str:
    """JSON as it goes over a line and into a row. Plain ASCII, so that no text can break it."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False)


def batch(battle: Any, n: int, side: str | None, heard: Sequence[Any]) -> dict[str, JSON]:
    """What a viewer is told who hears of these events."""
    lines: list[JSON] = []
    story = game_of(battle).story
    for number, event in enumerate(heard):
        for line in story(battle, [event]):
            lines.append({"text": line.text, "tone": line.tone, "depth": line.depth, "event": number})
    state = battle.state
    return {
        "n": n,
        "side": side,
        "turn": state.turn,
        "phase": state.phase,
        "events": [event_data(event) for event in heard],
        "lines": lines,
    }


def tell(battle: Any, n: int, side: str | None, events: Sequence[Any], before: Any = None) -> str:
    """The batches of all viewers of a command that has just been carried out, as one text for its row.

    Whoever hears nothing of it and sees the same as ``before`` misses it; without a battle before, nobody does.
    """
    game = game_of(battle)
    known_to = game.known_to
    heard = {one or SPECTATORS: list(game.events_for(battle, one, events)) for one in (None, *battle.sides)}
    silent = [one for one, mine in heard.items() if not mine and one != side] if before is not None else []
    missed = [one for one in silent if _looks_the_same(before, battle, one or None)]
    if all(mine == heard[SPECTATORS] for mine in heard.values()):
        batches = {EVERYBODY: batch(known_to(battle, None), n, side, heard[SPECTATORS])}
    else:
        batches = {one: batch(known_to(battle, one or None), n, side, mine) for one, mine in heard.items()}
    return _row(batches, missed)


def _looks_the_same(before: Any, after: Any, viewer: str | None) -> bool:
    """What a viewer is shown does not change."""
    game = game_of(after)
    shown = [(game.show_view(one, viewer, 0), game.show_scene(one, viewer)) for one in (before, after)]
    return bool(shown[0] == shown[1])


def tell_undone(battle: Any, n: int, side: str | None, taken: Mapping[str | None, Sequence[int]]) -> str:
    """What each viewer is told when commands, by their numbers, are taken back: the battle is as it was before them.

    Whoever has heard of none of them misses it.
    """
    game = game_of(battle)
    batches: dict[str, dict[str, JSON]] = {}
    for viewer, numbers in taken.items():
        what = "its last order" if len(numbers) == 1 else "its last order and what followed"
        text = f"{(side or 'somebody').capitalize()} takes back {what}."
        lines: list[JSON] = [{"text": text, "tone": "quiet", "depth": 0, "event": 0}]
        told = batch(game.known_to(battle, viewer), n, side, ())
        batches[viewer or SPECTATORS] = {**told, "lines": lines, "takes_back": list(numbers)}
    missed = [viewer or SPECTATORS for viewer, numbers in taken.items() if not numbers and viewer != side]
    if all(mine == batches[SPECTATORS] for mine in batches.values()):
        batches = {EVERYBODY: batches[SPECTATORS]}
    return _row(batches, missed)


def _row(batches: Mapping[str, dict[str, JSON]], missed: Sequence[str]) -> str:
    told = dumps(batches)
    return f"{MISSED}{dumps(missed)},{told[1:]}" if missed else told


def missed_by(told: str) -> Sequence[str]:
    """The viewers who are not to hear of a command, by what was written down of it."""
    if not told.startswith(MISSED):
        return ()
    missed: list[str] = _read.raw_decode(told, len(MISSED))[0]
    return missed


def heard_by(told: str, viewer: str | None) -> str:
    """One viewer's batch out of that text, as text: mostly it can be cut out as it stands."""
    if told.startswith(MISSED):
        told = "{" + told[_read.raw_decode(told, len(MISSED))[1] + 1 :]
    if told.startswith(_SHARED):
        return told[len(_SHARED) : -1]
    batches: dict[str, JSON] = json.loads(told)
    return dumps(batches[viewer or SPECTATORS])


def numbered(heard: str, own: Callable[[int], int]) -> str:
    """A batch with the numbers that commands have for its viewer."""
    begins = _NUMBER.match(heard)
    assert begins is not None
    n = int(begins[1])
    if own(n) == n:  # and so it is with all that came before
        return heard
    data: dict[str, Any] = json.loads(heard)
    if "takes_back" in data:
        data["takes_back"] = [own(one) for one in data["takes_back"]]
    return dumps({**data, "n": own(n)})


def standing(battle: Any) -> str:
    """Where the battle stands, for the summary of a game."""
    state = battle.state
    asked = state.decision.side if state.decision is not None else state.to_act
    return dumps({"turn": state.turn, "phase": state.phase, "to_act": asked, "outcome": encode(state.outcome)})


def rules_in(*texts: str) -> dict[str, JSON]:
    """Title and page of every rule that these JSON texts name."""
    found: dict[str, JSON] = {}
    for text in texts:
        for name in _RULE.findall(text):
            if name not in found and title(name) is not None:
                found[name] = {"title": title(name), "page": page(name)}
    return found


def message(kind: str, ready: Mapping[str, str] | None = None, **data: JSON) -> str:
    """One message as text; ``ready`` are parts that are JSON text already."""
    parts = dict(ready or {})
    body = dumps({"type": kind, **data})
    rules = dumps(rules_in(body, *parts.values()))
    joined = "".join(f',"{key}":{text}' for key, text in parts.items())
    return f'{body[:-1]}{joined},"rules":{rules}}}'
