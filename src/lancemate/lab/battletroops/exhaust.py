"""The exhaustive runner of BattleTroops: random battles until every implemented rule has made a difference once.

Played by what random players think of (bots/battletroops/random_play.py), after each command the invariants are
checked, at the end it is played again from its journal. The same number is the same battle, alone or among thousands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
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
from lancemate.kernel.errors import Refused
from lancemate.lab.battletroops.invariants import dice_faults, event_faults, map_faults, save_faults, secret_faults
from lancemate.lab.battletroops.setups import random_setup
from lancemate.lab.sound import copy_faults, replay_faults
from lancemate.lab.watching import Broken, Report, Trouble, check_faults, deadline, homes_of, told

TURNS: Final = 12
COMMANDS: Final = 300
SECONDS: Final = 60  # a battle that takes longer hangs
PREVIEWED: Final = 6  # one in so many commands is previewed first
WATCHED: Final = 20  # one in so many refusals is looked at closely
COPIED: Final = 40  # one in so many commands is followed by a look at copies
SAVED: Final = 4  # one in so many battles is saved and loaded
MEASURED: Final = 15  # one in so many commands is followed by somebody measuring
ODD: Final = 12  # one in so many times something is tried that random players do not think of
LISTENED: Final = 10  # one in so many commands is followed by a look at what each side hears

# Rules that no battle asks for, and why.
EXEMPT: Final[dict[str, str]] = {
    "BT-DMG-020": "where armour fits on the track, when a record is read",
    "BT-OPT-004": "what goes with extra ammunition, when a record is read",
    **{f"BT-ORG-00{number}": "platoons, for those who build a force" for number in range(1, 7)},
}


class WatchedBattle:
    """One random battle, watched."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.luck = Generator(seed)
        self.tried: orders.Command | None = None
        self.setup: Setup | None = None
        self.battle: Battle | None = None
        self.refusals = 0
        self.told = self.thrown = 0  # events and dice that have been compared
        self.commands: Counter[str] = Counter()

    def play(self) -> Report:
        fired: set[str] = set()
        trouble = None
        rules.note_fired(fired)
        try:
            with deadline(SECONDS):
                self._play()
        except Exception as error:
            trouble = Trouble(told(error), self._script())
        finally:
            rules.note_fired(None)
        turns = self.battle.state.turn if self.battle is not None else 0
        return Report(self.seed, self.commands.total(), self.refusals, turns, frozenset(fired), self.commands, trouble)

    def _play(self) -> None:
        self.setup = random_setup(self.luck)
        self.battle = battle = Battle(self.setup, self.seed)
        self._check(battle, battle.journal.events)
        while battle.outcome is None and battle.state.turn <= TURNS and self.commands.total() < COMMANDS:
            self._step(battle)
        self.tried = None
        rules.note_fired(None)
        check_faults(replay_faults(battle))
        if self.luck.below(SAVED) == 0:
            check_faults(save_faults(battle))

    def _step(self, battle: Battle) -> None:
        tries = chain(odd_jobs(battle, self.luck), proposals(battle, self.luck))
        if not any(self._try(battle, command) for command in tries):
            raise Broken(f"nothing is allowed in the {battle.state.phase} phase")
        if self.luck.below(COPIED) == 0:
            check_faults(copy_faults(battle))
        if self.luck.below(MEASURED) == 0:
            self._measure(battle)

    def _measure(self, battle: Battle) -> None:
        """Somebody lays the tape between two units, or between one and a place."""
        units = [unit for unit in battle.units.values() if unit.on_map]
        if units:
            one, other = self.luck.choice(units), self.luck.choice(units)
            measure(battle, one.id, other.id)
            measure(battle, one.id, orders.PointTarget(self.luck.choice(battle.map.dots)))
            preview_attack(battle, orders.Attack(one.id, other.id))

    def _try(self, battle: Battle, command: orders.Command) -> bool:
        self.tried = command
        foreseen = _foreseen(battle, command) if self.luck.below(PREVIEWED) == 0 else None
        watched = self.luck.below(WATCHED) == 0
        before = battle.hash() if watched else ""
        try:
            events = battle.do(command)
        except Refused as refused:
            self.refusals += 1
            if foreseen is True:
                raise Broken(f"the preview allowed what was refused: {refused.message}") from None
            if watched and battle.hash() != before:
                raise Broken(f"it was refused and yet changed something: {refused.message}") from None
            return False
        self.commands[_kind(command)] += 1
        if foreseen is False:
            raise Broken("the preview refused what was allowed")
        self._check(battle, events)
        return True

    def _check(self, battle: Battle, events: list[BattleEvent]) -> None:
        """Look at what a command did. Its dice are told of when nobody has to decide first."""
        check_faults(event_faults(battle, events))
        journal = battle.journal
        if battle.decision is None:
            check_faults(dice_faults(journal.events[self.told :], journal.dice[self.thrown :]))
            self.told, self.thrown = len(journal.events), len(journal.dice)
        check_faults(map_faults(battle))
        if self.luck.below(LISTENED) == 0:
            check_faults(secret_faults(battle, events))

    def _script(self) -> dict[str, JSON]:
        """The battle so far with the command that went wrong, as `lancemate run` reads it."""
        if self.setup is None:
            return {}
        done = list(self.battle.journal.commands) if self.battle is not None else []
        if self.tried is not None and (not done or done[-1] is not self.tried):
            done.append(self.tried)
        return {
            "title": f"Battle {self.seed} of the exhaustive runner",
            **setup_to_data(self.setup),
            "seed": self.seed,
            "commands": [command_to_data(command) for command in done],
        }


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
    if battle.state.decision is not None:
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
    return WatchedBattle(seed).play()


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
