"""Golden playthroughs: one short battle for each chapter of both books, told event by event, and a census of offers.

A change that alters what happens alters a text, and somebody reads the difference. The battles are scripts of fixed
commands, so that no change of a bot alters them; a command that the rules refuse today is told as refused.

    python -m lancemate.lab.playthroughs FOLDER          write the texts and the census anew
    python -m lancemate.lab.playthroughs FOLDER --record look for battles that show each chapter, and write those too

The census counts what twenty positions offer and, after each offer that is complete, what the next side is offered.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from lancemate.kernel.codec import JSON
from lancemate.kernel.documents import Document
from lancemate.kernel.errors import Refused
from lancemate.kernel.events import event_data
from lancemate.rulebook import chapter, chapters

COMMANDS: Final = 40  # of a battle
TRIED: Final = 160  # battles of each game among which those are found that show most of a chapter
POSITIONS: Final = 20
MOST: Final = 60  # offers of a position that are tried
CENSUS: Final = "census.json"
OTHER_GAME: Final = "BT-"


class Game(NamedTuple):
    """What a playthrough asks of a game."""

    runner: Callable[[int], Any]
    read: Callable[[Document], Any]
    run: Callable[[Any], Any]
    story: Callable[[Any, Any], Iterator[Any]]
    offers: Callable[[Any, str], Iterator[Any]]


def _alpha_strike() -> Game:
    from lancemate.alphastrike.asking.offers import offers
    from lancemate.alphastrike.scripts.positions import read_script
    from lancemate.alphastrike.scripts.running import run_script
    from lancemate.alphastrike.telling.log import story
    from lancemate.lab.exhaust import RandomBattle
    from lancemate.muster.catalogue import find

    return Game(RandomBattle, lambda source: read_script(source, find), run_script, story, offers)


def _battletroops() -> Game:
    from lancemate.battletroops.asking.offers import offers
    from lancemate.battletroops.scripts.positions import read_script
    from lancemate.battletroops.scripts.running import run_script
    from lancemate.battletroops.telling.log import story
    from lancemate.lab.battletroops.exhaust import RandomBattle

    return Game(RandomBattle, read_script, run_script, story, offers)


def game_of(name: str) -> Game:
    """The game whose book has a chapter."""
    return _battletroops() if name.startswith(OTHER_GAME) else _alpha_strike()


# -- telling --------------------------------------------------------------------------------------------------


def text_of(name: str, script: Mapping[str, JSON]) -> str:
    """A battle event by event: each command as it is written, what happened as data and in words."""
    game = game_of(name)
    report = game.run(game.read(Document(dict(script))))
    commands = script["commands"]
    assert isinstance(commands, list)
    lines = [f"{name}, {chapter(name).title}", ""]
    lines += _events(game, report.battle, report.opening)
    for outcome, command in zip(report.outcomes, commands, strict=True):
        lines += ["", f"{outcome.command}. {_json(command)}"]
        if outcome.refusal is not None:
            lines.append(f"   refused: {outcome.refusal.message} ({outcome.refusal.rule})")
        lines += _events(game, report.battle, outcome.events)
    lines += ["", f"hash {report.battle.hash()}", ""]
    return "\n".join(lines)


def _events(game: Game, battle: Any, events: Any) -> Iterator[str]:
    for event in events:
        data = event_data(event)
        kind = data.pop("type")
        yield f"   {kind} {_json(data)}"
    for line in game.story(battle, events):
        yield f"   | {'  ' * line.depth}{line.text}"


def _json(data: object) -> str:
    return json.dumps(_plain(data), ensure_ascii=False)


def _plain(data: object) -> object:
    """The same with 3.0 as 3: which of them a sum is depends on what else this process has played."""
    if isinstance(data, dict):
        return {name: _plain(value) for name, value in data.items()}
    if isinstance(data, list):
        return [_plain(value) for value in data]
    return int(data) if isinstance(data, float) and data.is_integer() else data


# -- counting -------------------------------------------------------------------------------------------------


def census_of(name: str, script: Mapping[str, JSON]) -> dict[str, JSON]:
    """What the position in the middle of a battle offers, by kind, and what there is after each of those offers."""
    game = game_of(name)
    read = game.read(Document(dict(script)))
    report = game.run(replace(read, entries=read.entries[: len(read.entries) // 2]))
    battle = report.battle
    here = _offered(game, battle)
    after: Counter[str] = Counter()
    tried = refused = 0
    for one in here[:MOST]:
        if not one.complete:
            continue
        twin = battle.clone()
        try:
            twin.do(one.command)
        except Refused:
            refused += 1
            continue
        tried += 1
        after.update(other.kind for other in _offered(game, twin))
    return {
        "offers": {**dict(sorted(Counter(one.kind for one in here).items()))},
        "attacks": sum(one.kind == "attack" and one.complete for one in here),
        "tried": tried,
        "refused": refused,
        "then": {**dict(sorted(after.items()))},
    }


def _offered(game: Game, battle: Any) -> list[Any]:
    return [one for side in battle.sides for one in game.offers(battle, side)]


# -- recording ------------------------------------------------------------------------------------------------


def record(folder: Path) -> None:
    """Find for every chapter the random battle whose first commands show most of it."""
    for games in ("AS-", OTHER_GAME):
        names = [name for name in chapters() if name.startswith(OTHER_GAME) == (games == OTHER_GAME)]
        best: dict[str, tuple[int, dict[str, JSON]]] = {}
        for seed in range(TRIED):
            played = game_of(names[0]).runner(seed)
            played.most = COMMANDS
            report = played.play()
            if report.trouble is not None:
                continue
            for name in names:
                shown = sum(rule_id.startswith(f"{name}-") for rule_id in report.fired)
                if shown > best.get(name, (0, {}))[0]:
                    best[name] = (shown, played.script())
        for name, (_, script) in best.items():
            script["title"] = f"{name}, {chapter(name).title}"
            (folder / f"{name}.json").write_text(json.dumps(script, ensure_ascii=False) + "\n", encoding="utf-8")


def battles(folder: Path) -> dict[str, dict[str, JSON]]:
    """The recorded battles, by chapter."""
    there = {file.stem: file for file in folder.glob("*.json")}
    return {name: json.loads(there[name].read_text(encoding="utf-8")) for name in chapters() if name in there}


def counted(recorded: Mapping[str, Mapping[str, JSON]]) -> dict[str, JSON]:
    """The census of the first twenty."""
    return {name: census_of(name, recorded[name]) for name in list(recorded)[:POSITIONS]}


def main(words: list[str]) -> None:
    folder = Path(words[0])
    if "--record" in words:
        folder.mkdir(parents=True, exist_ok=True)
        record(folder)
    recorded = battles(folder)
    for name, script in recorded.items():
        (folder / f"{name}.txt").write_text(text_of(name, script), encoding="utf-8")
    census = json.dumps(counted(recorded), indent=1)
    (folder / CENSUS).write_text(census + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
