"""Battles as files. A save is a battle script (setup, dice, commands) with a seal: loading plays it again and checks.

So every save can also be read, edited and run by ``lancemate run``, which says when the seal no longer fits. Knows
scripts and journals; must not know rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.order_data import Measure, Preview, command_to_data
from lancemate.alphastrike.scripts.positions import SEAL_KEYS, Script, read_script, setup_to_data
from lancemate.kernel.codec import FORMAT, JSON, digest, encode
from lancemate.kernel.dice import Dice, SeededDice, TapeDice
from lancemate.kernel.documents import Document
from lancemate.kernel.errors import InputError, OutOfDice, Refused
from lancemate.kernel.reading import Reader


def save(battle: Battle) -> dict[str, JSON]:
    """Everything needed to have this battle again, as plain data."""
    seal: dict[str, JSON] = {"format": FORMAT, "hash": _hash(battle, battle.dice)}
    if battle.off:
        seal["without"] = encode(battle.off)
    data = setup_to_data(battle.setup)
    dice, thrown = battle.dice, battle.journal.dice
    if isinstance(dice, TapeDice):
        data["dice"] = [*thrown, *dice.faces[dice.used :]]
    elif isinstance(dice, SeededDice) and _throws(dice, thrown):
        data["seed"] = dice.seed
    elif isinstance(dice, SeededDice):
        # The dice were changed on the way: what was thrown is a tape, and the new ones go on from where they are.
        data["dice"] = list(thrown)
        seal["next"] = {"seed": dice.seed, "state": dice.state}
    else:
        raise InputError(f"dice of the kind {type(dice).__name__} cannot be saved")
    data["commands"] = [command_to_data(command) for command in battle.journal.commands]
    data["save"] = seal
    return data


def _hash(battle: Battle, dice: Dice) -> str:
    """One number for what is on the table, what was thrown and what will be."""
    following = dice.state if isinstance(dice, SeededDice) else len(battle.journal.dice)
    return digest([battle.state, battle.journal.dice, following])


def _throws(dice: SeededDice, thrown: list[int]) -> bool:
    """Whether these dice, from their seed on, have thrown exactly this."""
    fresh = SeededDice(dice.seed)
    return list(fresh.roll(len(thrown))) == thrown and fresh.state == dice.state


def save_text(battle: Battle) -> str:
    return json.dumps(save(battle), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def load(data: Mapping[str, JSON]) -> Battle:
    """The battle of a save, played again. A damaged save, or one of another format, is an InputError."""
    return _load(Document(dict(data)))


@dataclass(frozen=True, slots=True)
class Seal:
    """What a save says of itself."""

    hash: str
    without: frozenset[str]
    following: SeededDice | None  # where the dice go on, if they were changed on the way

    def fits(self, battle: Battle) -> bool:
        dice = battle.dice if self.following is None else self.following
        return _hash(battle, dice) == self.hash


def _load(source: Document) -> Battle:
    if not isinstance(source.data, dict) or not isinstance(source.data.get("save"), dict):
        raise source.located(InputError("this is not a saved battle: the key save is missing"))
    seal = _seal(source, source.data["save"])
    script = read_script(source)
    battle = _replay(script, seal.without)
    if not seal.fits(battle):
        problem = "the battle does not come out as it was saved: the file is damaged"
        raise source.located(InputError(problem, key="save.hash"))
    if seal.following is not None:
        battle.dice = seal.following
    return battle


def _seal(source: Document, given: JSON) -> Seal:
    try:
        reader = Reader(given, "save", known=SEAL_KEYS, what="the seal of a save")
        written = reader.whole("format", most=9999)
        if written != FORMAT:
            raise reader.wrong("format", f"this save is of format {written}; this version reads format {FORMAT}")
        reader.need("hash")
        return Seal(reader.text("hash"), frozenset(reader.texts("without")), _next_dice(reader))
    except InputError as error:
        raise source.located(error) from None


def broken_seal(script: Script, battle: Battle) -> str | None:
    """Why a battle that was run from a save is another one than the save says; None if it is the same, or no save."""
    if not script.save:
        return None
    seal = _seal(script.source, dict(script.save))
    if seal.without != battle.off:
        return f"it was saved with {_rules_off(seal.without)}, and is run with {_rules_off(battle.off)}"
    return None if seal.fits(battle) else "it does not come out as it was saved"


def _rules_off(off: frozenset[str]) -> str:
    return f"{', '.join(sorted(off))} switched off" if off else "every rule"


def _next_dice(seal: Reader) -> SeededDice | None:
    if "next" not in seal:
        return None
    reader = Reader(seal.raw("next"), seal.path("next"), known=("seed", "state"))
    reader.need("seed", "state")
    return SeededDice.resumed(reader.whole("seed"), reader.whole("state"))


def _replay(script: Script, without: frozenset[str]) -> Battle:
    source = script.source
    try:
        battle = Battle(script.setup, script.dice(), without=without)
    except (InputError, OutOfDice) as error:
        raise source.located(InputError(f"the battle cannot begin: {error.message}", key="sides")) from None
    for number, entry in enumerate(script.entries):
        key = f"commands.{number}"
        if isinstance(entry, (Preview, Measure)):
            raise source.located(InputError(f"a save holds no {entry.name}", key=key))
        try:
            battle.do(entry)
        except (Refused, OutOfDice) as error:
            problem = f"this cannot have happened: {error.message}; the file is damaged"
            raise source.located(InputError(problem, key=key)) from None
    return battle
