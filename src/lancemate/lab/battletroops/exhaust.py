"""The exhaustive runner of BattleTroops: random battles until every implemented rule has made a difference once.

Played by what random players think of (bots/battletroops/random_play.py), after each command the invariants are
checked, at the end it is played again from its journal. The same number is the same battle, alone or among thousands.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Final

from lancemate.battletroops.asking.measure import measure
from lancemate.battletroops.asking.preview import preview_attack, preview_move
from lancemate.battletroops.machines.moving import SECTIONS
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle, BattleEvent
from lancemate.battletroops.play.orders import command_to_data
from lancemate.battletroops.play.setup import Setup
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.scripts.positions import setup_to_data
from lancemate.bots.battletroops.random_play import proposals
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator
from lancemate.lab.battletroops.invariants import dice_faults, event_faults, map_faults, save_faults, secret_faults
from lancemate.lab.battletroops.setups import random_setup
from lancemate.lab.watched import Often, WatchedBattle
from lancemate.lab.watching import Report, homes_of

TURNS: Final = 12
ODD: Final = 12  # one in so many times something is tried that random players do not think of
LISTENED: Final = 10  # one in so many commands is followed by a look at what each side hears

# Rules that no battle asks for, and why.
EXEMPT: Final[dict[str, str]] = {
    "BT-DMG-020": "where armour fits on the track, when a record is read",
    "BT-OPT-004": "what goes with extra ammunition, when a record is read",
    **{f"BT-ORG-00{number}": "platoons, for those who build a force" for number in range(1, 7)},
}


class RandomBattle(WatchedBattle[Battle, Setup, orders.Command]):
    rules = rules
    often = Often(previewed=6, watched=20, copied=40, measured=15, saved=4)
    most = 300
    seconds = 60

    def drawn(self) -> Setup:
        return random_setup(self.luck)

    def begun(self, setup: Setup) -> Battle:
        return Battle(setup, self.seed)

    def last_turn(self, battle: Battle) -> int:
        return TURNS

    def tries(self, battle: Battle) -> Iterator[orders.Command]:
        return chain(odd_jobs(battle, self.luck), proposals(battle, self.luck))

    def measure(self, battle: Battle) -> None:
        """Somebody lays the tape between two units, or between one and a place."""
        units = [unit for unit in battle.units.values() if unit.on_map]
        if units:
            one, other = self.luck.choice(units), self.luck.choice(units)
            measure(battle, one.id, other.id)
            measure(battle, one.id, orders.PointTarget(self.luck.choice(battle.map.dots)))
            preview_attack(battle, orders.Attack(one.id, other.id))

    def foreseen(self, battle: Battle, command: orders.Command) -> bool | None:
        return _foreseen(battle, command)

    def kind(self, command: orders.Command) -> str:
        return _kind(command)

    def written(self, setup: Setup, commands: Sequence[orders.Command]) -> dict[str, JSON]:
        return {**setup_to_data(setup), "commands": [command_to_data(command) for command in commands]}

    def event_faults(self, battle: Battle, events: list[BattleEvent]) -> Iterable[str]:
        return event_faults(battle, events)

    def dice_faults(self, events: list[BattleEvent], dice: list[int]) -> Iterable[str]:
        return dice_faults(events, dice)

    def table_faults(self, battle: Battle, events: list[BattleEvent]) -> Iterable[str]:
        """What stands where it cannot; at times also what each side hears."""
        yield from map_faults(battle)
        if self.luck.below(LISTENED) == 0:
            yield from secret_faults(battle, events)

    def save_faults(self, battle: Battle) -> Iterable[str]:
        return save_faults(battle)


def odd_jobs(battle: Battle, luck: Generator) -> Iterator[orders.Command]:
    """What no player thinks of: leaps, arcs that do not exist, meaningless words, men who are out, crooked arms."""
    side = battle.state.to_act
    if side is None or battle.decision is not None or luck.below(ODD):
        return
    unit = luck.choice(list(battle.units.values()))
    far = luck.choice(battle.map.dots)
    jobs: tuple[orders.Command, ...] = (
        orders.Move(unit.id, (far,)),
        orders.Move(unit.id, (), orders.Watch(3, far)),
        orders.Move(unit.id, ("up", "prone", "prone")),
        orders.Attack(unit.id, orders.PointTarget(far), "throw", "Rifle"),
        orders.Attack(unit.id, luck.choice(list(battle.units))),
    )
    yield luck.choice(jobs)
    if unit.machine is not None:
        arc = luck.choice(SECTIONS.book["right_arm"])
        yield orders.Move(unit.id, (), sections={luck.choice(list(unit.machine.structure)): arc})


def _foreseen(battle: Battle, command: orders.Command) -> bool | None:
    """What a preview says of a command: allowed, not allowed, or nothing. It answers as if it were the unit's turn."""
    if battle.state.decision is not None or battle.state.phase != "movement":
        return None
    unit = battle.units.get(getattr(command, "unit", ""))
    if unit is None or unit.side != battle.state.to_act or (unit.acted and battle.state.acting != unit.id):
        return None
    if isinstance(command, orders.Attack) and command.kind is not None:
        return preview_attack(battle, command).legal
    if isinstance(command, orders.Move):
        return preview_move(battle, command).legal
    return None


def _kind(command: orders.Command) -> str:
    match command:
        case orders.Attack():
            return f"attack: {command.kind}"
        case orders.Act():
            return f"act: {command.do}"
        case orders.Move():
            return f"move: {command.mode}"
        case _:
            return command.name


def play(seed: int) -> Report:
    """Play one battle and check everything about it."""
    return RandomBattle(seed).play()


@cache
def wanted() -> tuple[str, ...]:
    """The rules that must fire: implemented, asked in battles, not exempt."""
    return tuple(rule_id for rule_id in sorted(homes_of(rules)) if rule_id not in EXEMPT)


def asked_elsewhere() -> int:
    """How many rules of this game no battle asks for."""
    return len(homes_of(rules)) - len(wanted())


def missing(fired: Container[str]) -> list[str]:
    """The rules that have not fired yet."""
    return [rule_id for rule_id in wanted() if rule_id not in fired]
