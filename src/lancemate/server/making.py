"""Makes games: reads what they are made of, plays what has happened already, and writes the saves they leave.

Runs in a helper process, because a long battle takes a while to play again. Must not know storage or sockets.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lancemate.alphastrike.play import orders
from lancemate.bots.games import least
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import SeededDice
from lancemate.kernel.documents import Document, parse_document
from lancemate.kernel.errors import InputError, Refused
from lancemate.muster.mistaken import check_kind
from lancemate.server.alphastrike.quickstart import Quick, deploys, quick_setup
from lancemate.server.battletroops.quickstart import TroopQuick, troop_setup
from lancemate.server.beginnings import Beginning, command_from_text, command_text, forget_history
from lancemate.server.games import game_of, game_of_data
from lancemate.server.messages import check_plain
from lancemate.server.settings import Limits
from lancemate.server.telling import standing, tell
from lancemate.server.tokens import new_secret


@dataclass(frozen=True, slots=True)
class Happening:
    """A command that has been carried out and what is told of it; the first one is the opening."""

    command: str | None
    told: str
    standing: str


@dataclass(frozen=True, slots=True)
class Made:
    beginning: str
    sides: tuple[str, str]
    title: str
    story: tuple[Happening, ...]


def make_quick(quick: Quick | TroopQuick, seed: int, people: bool) -> Made:
    """A game out of ready parts."""
    if isinstance(quick, TroopQuick):
        title, data = troop_setup(quick, seed)
        return _play(Beginning(data, seed), (), title)
    title, setup = quick_setup(quick)
    made = _play(_dice_for(people, Beginning(game_of_data({}).setup_to_data(setup), seed)), (), title)
    return made if deploys(quick) else _take_the_field(made)


def _take_the_field(made: Made) -> Made:
    """Place the units of both sides where the scenario lets them begin, as far as nobody has to be asked."""
    battle = Beginning.from_text(made.beginning).open()
    commands: list[Any] = []
    while orders.Deploy in battle.now.verbs and battle.decision is None and battle.state.to_act is not None:
        command = least(battle, battle.state.to_act)
        battle.do(command)
        commands.append(command)
    return _play(Beginning.from_text(made.beginning), commands, made.title) if commands else made


def _dice_for(people: bool, beginning: Beginning) -> Beginning:
    """Whoever plays against another person can check the dice afterwards."""
    return replace(beginning, sealed=new_secret()) if people else beginning


def make_from_file(text: str, seed: int, people: bool, limits: Limits) -> Made:
    """A game out of a file people keep: a save or a battle script, JSON or YAML."""
    data = _read_file(text, limits)
    check_kind(Document(data), "battle")
    if not isinstance(data, dict):
        raise InputError("this file is neither a saved battle nor a battle script")
    check_plain(data)
    if "save" in data:
        return make_from_save(data, seed, people, limits)
    return make_from_script(data, seed, people, limits)


def _read_file(text: str, limits: Limits) -> JSON:
    """JSON is read at once; anything else with more care and time."""
    try:
        data: JSON = json.loads(text)
    except (ValueError, RecursionError):
        if len(text) > limits.yaml_bytes:
            raise InputError(f"a YAML file may have {limits.yaml_bytes:,} bytes here: send it as JSON") from None
        return parse_document(text).data
    return data


def make_from_script(data: Mapping[str, JSON], seed: int, people: bool, limits: Limits) -> Made:
    """A game that begins with a battle script. Its dice are used, then the seed; between ``people`` neither is."""
    check_size(data, limits)
    game = game_of_data(data)
    script = game.read_script(data)
    steps: list[Any] = []
    entry: Any
    for number, entry in enumerate(script.entries):
        if isinstance(entry, game.asks):
            raise InputError(f"a game holds no {type(entry).name}: leave it out", key=f"commands.{number}")
        steps.append(entry)
    beginning = Beginning(game.setup_to_data(script.setup), seed)
    if people:
        beginning = _dice_for(people, beginning)
    elif script.tape is not None:
        beginning = replace(beginning, tape=script.tape)
    elif data.get("seed") is not None:
        beginning = replace(beginning, seed=script.seed)
    return _play(beginning, steps, script.title or "A battle")


def make_from_save(data: Mapping[str, JSON], seed: int, people: bool, limits: Limits) -> Made:
    """A game that goes on where a save ends; the dice to come are new."""
    check_size(data, limits)
    game = game_of_data(data)
    battle = game.load(data)
    without = tuple(sorted(battle.off))
    if people and without:
        text = f"it was played without {', '.join(without)}; people play each other by the whole book"
        raise InputError(text, key="save.without")
    beginning = Beginning(game.setup_to_data(battle.setup), seed, tape=tuple(battle.journal.dice), without=without)
    beginning = _dice_for(people, beginning)
    given = data.get("title")
    return _play(beginning, battle.journal.commands, given if isinstance(given, str) else "A saved battle")


def check_size(data: Mapping[str, JSON], limits: Limits) -> None:
    """A battle one server can carry."""
    sides = data.get("sides")
    units = 0
    for side in sides if isinstance(sides, list) else []:
        members = side.get("units") if isinstance(side, dict) else None
        units += len(members) if isinstance(members, list) else 0
    terrain = data.get("terrain")
    corners = sum(_corners(piece) for piece in terrain) if isinstance(terrain, list) else 0
    for key, count, most in (
        ("sides", units, limits.units),
        ("terrain", _length(terrain), limits.terrain),
        ("terrain", corners, limits.terrain_corners),
        ("commands", _length(data.get("commands")), limits.commands),
    ):
        if count > most:
            raise InputError(f"{count} are too many for this server, which takes {most}", key=key)


def _corners(piece: JSON) -> int:
    """How many points the longest list of a piece of terrain has: its outline, or the way it runs."""
    return max((_length(value) for value in piece.values()), default=0) if isinstance(piece, dict) else 0


def _length(value: JSON) -> int:
    return len(value) if isinstance(value, list) else 0


def _play(beginning: Beginning, commands: Sequence[Any], title: str) -> Made:
    game = beginning.game
    try:
        battle = beginning.open()
    except InputError as error:
        if not isinstance(error, game.state_error):
            raise
        raise InputError(f"{getattr(error, 'unit', '')}: {error.plain}", key="sides") from None
    secret = game.unagreed_secret(battle)
    if secret is not None:
        text = f"{secret} is kept secret here: say so to both sides, with an option such as hidden_units"
        raise InputError(text, key="options")
    story = [Happening(None, tell(battle, 0, None, battle.journal.events), standing(battle))]
    for number, command in enumerate(commands, start=1):
        side = game.side_of(battle, command)
        forget_history(battle)
        before = battle.clone()
        try:
            events = battle.do(command)
        except Refused as refused:
            raise InputError(f"this is not allowed: {refused.message}", key=f"commands.{number - 1}") from None
        story.append(
            Happening(command_text(game, command), tell(battle, number, side, events, before), standing(battle))
        )
    return Made(beginning.to_text(), battle.sides, title, tuple(story))


def write_save(beginning: str, commands: Sequence[str], title: str, next_seed: int | None) -> dict[str, JSON]:
    """The battle as one file. With ``next_seed`` its dice to come are not the game's own."""
    begun = Beginning.from_text(beginning)
    battle = begun.open()
    for text in commands:
        battle.do(command_from_text(begun.game, text))
    told = next_seed is None and bool(begun.sealed)  # the battle is over: now its dice may be known
    if not told and (next_seed is not None or not isinstance(battle.dice, SeededDice)):
        battle.dice = SeededDice(next_seed if next_seed is not None else begun.seed)
    return {"title": title, **game_of(battle).save(battle)}
