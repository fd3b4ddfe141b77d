"""What must be true of every battle of every game, seen from outside: each check yields what is not, in a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from lancemate.kernel.dice import SeededDice
from lancemate.rulebook import headings


@cache
def known_rules() -> frozenset[str]:
    return frozenset(heading.id for heading in headings())


def rules_named(data: object, where: str) -> Iterator[str]:
    """Rules that an event cites and the ledger does not have."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "rule" and value is not None and value not in known_rules():
                yield f"{where} cites the rule {value!r}, which is not in the ledger"
            yield from rules_named(value, where)
    elif isinstance(data, list):
        for item in data:
            yield from rules_named(item, where)


def copy_faults(battle: Any) -> Iterator[str]:
    """What is wrong with a copy: it is the same battle, and each side may look at it."""
    if battle.clone().hash() != battle.hash():
        yield "a clone is another battle"
    for side in (*battle.sides, None):
        json.dumps(battle.view(side), allow_nan=False)


def replay_faults(battle: Any) -> Iterator[str]:
    """What is wrong with the journal: its dice are those of the seed, and played again it gives the same battle."""
    dice = battle.dice
    if not isinstance(dice, SeededDice):
        return
    fresh = SeededDice(dice.seed)
    if list(fresh.roll(len(battle.journal.dice))) != battle.journal.dice or fresh.state != dice.state:
        yield "the dice in the journal are not those of the seed"
    again = type(battle)(battle.setup, dice.seed, without=battle.off)
    for command in battle.journal.commands:
        again.do(command)
    if again.hash() != battle.hash():
        yield "the battle played again from its journal comes out otherwise"
    if again.journal.events != battle.journal.events:
        yield "the battle played again tells another story"
