"""The exhaustive runner: random battles until every implemented rule has made a difference at least once.

A battle is played by the random player that knows every kind of command (bots/random_play); after each command the
invariants are checked, at the end it is played again from its journal. Whatever goes wrong is handed back as a battle
script that shows it. The same number is the same battle, alone or among ten thousand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from typing import Final

from lancemate.alphastrike.asking.measure import measure
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.asking.support import preview_support
from lancemate.alphastrike.movement.badge import movement_die
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.movement.terrain import top_of
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle, BattleEvent
from lancemate.alphastrike.play.order_data import command_to_data
from lancemate.alphastrike.play.setup import Setup
from lancemate.alphastrike.play.state import ABOARD
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scripts.positions import setup_to_data
from lancemate.alphastrike.urban.buildings import shelter_of
from lancemate.bots.alphastrike.random_play import proposals
from lancemate.bots.alphastrike.random_play.attacks import attacks
from lancemate.bots.alphastrike.view import movable
from lancemate.kernel.changes import Home
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import Refused
from lancemate.lab.battlefields import within_options
from lancemate.lab.forces import IN_THE_AIR, random_setup
from lancemate.lab.invariants import actor_faults, dice_faults, event_faults, save_faults, table_faults
from lancemate.lab.missions import random_mission
from lancemate.lab.pairs import pair_setup, pairs
from lancemate.lab.sound import copy_faults, replay_faults
from lancemate.lab.watching import Broken, Report, Trouble, check_faults, deadline, homes_of, told

TURNS: Final = 6
MISSION_TURNS: Final = 10
COMMANDS: Final = 400
MISSIONS: Final = 6  # one in so many battles is a scenario
SECONDS: Final = 120  # a battle that takes longer hangs
PREVIEWED: Final = 8  # one in so many commands is previewed first
WATCHED: Final = 30  # one in so many refusals is looked at closely
COPIED: Final = 40  # one in so many commands is followed by a look at copies
SAVED: Final = 4  # one in so many battles is saved and loaded
ODD: Final = 4  # one in so many times something is tried that the random player does not think of
MEASURED: Final = 20  # one in so many commands is followed by somebody measuring

# Rules that live nowhere else are for those who build forces.
BEFORE_BATTLES: Final = "lancemate.muster."

# Rules that no battle asks for, and why.
EXEMPT: Final[dict[str, str]] = {
    "AS-AER-045": "its columns are joined to the other critical hits before any battle",
    **{f"AS-FOR-{number:03}": "a Point Value, when a force is built" for number in (10, 11, 12)},
    **{
        f"AS-FOR-{number}": "a table of the appendix that says once more what stands elsewhere, or is not played yet"
        for number in (103, 104, 105, 107, *range(110, 121))
    },
    "AS-SCA-054": "what Strategic Command does to a table, before there is a battle",
    "AS-SCA-059": "what engineers build, before there is a battle",
    "AS-BAT-075": "what conditions are as usual, when a script is read",
    "AS-INT-001": "turns other units of measure into inches, before there is a table",
    "AS-INT-004": "the size of table that is offered, before there is a battle",
    "AS-INT-005": "how many sides a script may have, when it is read",
    "AS-INT-014": "the words for parts of a force, for those who build one",
    "AS-INT-017": "arithmetic of Point Values, for those who build forces",
    "AS-INT-024": "the names of sizes, for those who look at a card",
    "AS-INT-027": "the TMM of a card that prints none, when the card is read",
    "AS-INT-029": "the Skill of a crew that has none of its own, when a script is read",
    "AS-INT-035": "the roll that decides who prepares what",
    "AS-INT-036": "who names the scenario",
    "AS-INT-037": "a limit for forces",
    "AS-INT-038": "advice on forces that are a fair match",
    "AS-INT-039": "a Point Value, when a force is built",
    "AS-INT-040": "the names of Skills, for those who look at a unit",
    "AS-INT-041": "a Point Value, when a force is built",
    "AS-INT-042": "a Point Value, when a force is built",
    "AS-INT-043": "a Point Value, when a force is built",
    "AS-INT-044": "a Point Value, when a force is built",
    "AS-INT-045": "a Point Value, when a force is built",
    "AS-INT-046": "a Skill from the ratings of the parent game, when a force is built",
    "AS-INT-049": "the names of units of one design, when a force is built",
    "AS-INT-050": "who lays out the terrain",
    "AS-INT-051": "who takes which edge",
    "AS-INT-052": "how many objectives are laid out",
    "AS-INT-053": "who lays out the objectives",
    "AS-OPT-105": "what artillery cannons may not be loaded with, when a script is read",
    "AS-OPT-511": "its sizes are those of bases, which are worked out before any battle",
    "AS-SCN-002": "advice on the size of the table",
    "AS-SCN-003": "advice on the size of armies",
    "AS-SCN-004": "who lays down terrain before a scenario",
    "AS-SCN-006": "whether forces are even, when a scenario is chosen",
    "AS-SCN-020": "advice for campaigns",
    "AS-SCN-021": "advice for campaigns",
    "AS-SCN-048": "advice on terrain for a scenario",
    "AS-SCN-050": "whether forces fit a scenario, when it is chosen",
    "AS-SPC-007": "codes without a description, when a card is read",
}


# -- one battle -----------------------------------------------------------------------------------------------


class WatchedBattle:
    """One random battle, watched."""

    def __init__(self, seed: int, draw: Callable[[Generator], Setup] | None = None) -> None:
        self.seed = seed
        self.draw = draw if draw is not None else anything
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
        drawn = self.draw(self.luck)
        self.setup = replace(drawn, table=within_options(drawn.table, drawn.options))
        self.battle = battle = Battle(self.setup, self.seed)
        last = battle.state.turn + (TURNS if self.setup.scenario is None else MISSION_TURNS)
        self._check(battle, battle.journal.events)
        while battle.outcome is None and battle.state.turn < last and self.commands.total() < COMMANDS:
            self._step(battle)
        self.tried = None
        rules.note_fired(None)
        check_faults(replay_faults(battle))
        if self.luck.below(SAVED) == 0:
            check_faults(save_faults(battle))

    def _step(self, battle: Battle) -> None:
        for command in chain(odd_jobs(battle, self.luck), proposals(battle, self.luck)):
            if self._try(battle, command):
                break
        else:
            raise Broken(f"nothing is allowed in the {battle.state.phase} phase")
        if self.luck.below(COPIED) == 0:
            check_faults(copy_faults(battle))
        if self.luck.below(MEASURED) == 0:
            self._measure(battle)

    def _measure(self, battle: Battle) -> None:
        """Somebody lays the tape between two units and looks at the dice beside them."""
        units = list(battle.on_table())
        if units:
            one, other = self.luck.choice(units), self.luck.choice(units)
            measure(battle, one.id, other.id)
            movement_die(battle, one)

    def _try(self, battle: Battle, command: orders.Command) -> bool:
        self.tried = command
        foreseen = _foreseen(battle, command) if self.luck.below(PREVIEWED) == 0 else None
        watched = self.luck.below(WATCHED) == 0
        before = battle.hash() if watched else ""
        wrong = list(actor_faults(battle, command))
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
        check_faults(wrong)
        self._check(battle, events)
        return True

    def _check(self, battle: Battle, events: list[BattleEvent]) -> None:
        """Look at what a command did. Its dice are told of when nobody has to decide first."""
        check_faults(event_faults(battle, events))
        journal = battle.journal
        if battle.decision is None:
            check_faults(dice_faults(journal.events[self.told :], journal.dice[self.thrown :]))
            self.told, self.thrown = len(journal.events), len(journal.dice)
        check_faults(table_faults(battle))

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
            "commands": self.setup.table.written([command_to_data(command) for command in done]),
        }


def anything(luck: Generator) -> Setup:
    """Any battle at all."""
    return random_mission(luck) if luck.below(MISSIONS) == 0 else random_setup(luck)


def odd_jobs(battle: Battle, luck: Generator) -> Iterator[orders.Command]:
    """What the random player does not think of: passengers that attack, and landings on roofs."""
    side, verbs = battle.state.to_act, battle.now.verbs
    if side is None or battle.decision is not None or luck.below(ODD):
        return
    riders = [unit for unit in battle.units.values() if unit.place == ABOARD and unit.side == side]
    if orders.Attack in verbs and riders:
        yield from attacks(battle, luck.choice(riders), luck)
    flyers = [unit for unit in movable(battle, side) if unit.card.move.primary == "v" and unit.on_table]
    houses = [feature for feature in battle.table.features if feature.kind == "building"]
    if orders.Attack in verbs and houses:
        foes = [unit.id for unit in battle.on_table(battle.opponent(side))]
        if foes:
            yield orders.Attack(luck.choice(houses).id, luck.choice(foes))  # it has no weapons
        full = [shelter for unit in battle.on_table() if (shelter := shelter_of(battle, unit)) is not None]
        guns = [unit for unit in battle.on_table(side) if not unit.attacks]
        if full and guns:
            yield orders.Attack(luck.choice(guns).id, luck.choice(full).id)
    if orders.Move in verbs and flyers and houses:
        unit = luck.choice(flyers)
        near = min(houses, key=lambda house: battle.table.distance_to(house.id, unit.x, unit.y))
        roof = top_of(battle, near, 0.0)
        yield orders.Move(unit.id, (battle.table.snap(near.shape.centroid()),), elevation=roof)


def _foreseen(battle: Battle, command: orders.Command) -> bool | None:
    """What a preview says of a command: allowed, not allowed, or nothing."""
    if isinstance(command, orders.Attack) and command.rear is None:
        return preview_attack(battle, command, outcomes=False).legal
    if isinstance(command, orders.SupportAttack):
        if command.side != battle.state.to_act:
            return None  # previews answer for either side at any time
        return preview_support(battle, command, outcomes=False).legal
    if isinstance(command, orders.Move):
        return check_move(battle, command).legal
    return None


def _kind(command: orders.Command) -> str:
    match command:
        case orders.Attack():
            return f"attack: {command.kind}"
        case orders.SupportAttack():
            return f"support: {command.using}"
        case orders.Move():
            return f"move: {command.mode}"
        case _:
            return command.name


def play(seed: int) -> Report:
    """Play one battle and check everything about it."""
    return WatchedBattle(seed).play()


def play_pair(number: int) -> Report:
    """The same for a battle with one pair of options."""
    return WatchedBattle(number, partial(pair_setup, number)).play()


def play_in_the_air(seed: int) -> Report:
    """The same for a battle in which somebody flies."""
    return WatchedBattle(seed, partial(random_setup, wish=IN_THE_AIR)).play()


# -- many -----------------------------------------------------------------------------------------------------


@cache
def wanted() -> tuple[str, ...]:
    """The rules that must fire: implemented, asked in battles, not exempt."""
    return tuple(
        rule_id
        for rule_id, homes in sorted(_own_homes().items())
        if rule_id not in EXEMPT and not all(home.module.startswith(BEFORE_BATTLES) for home in homes)
    )


def all_pairs() -> int:
    """How many battles it takes until every pair of options has been played."""
    return len(pairs())


def asked_elsewhere() -> int:
    """How many rules of this game no battle asks for."""
    return len(_own_homes()) - len(wanted())


def _own_homes() -> dict[str, tuple[Home, ...]]:
    return homes_of(rules)


def missing(fired: Container[str]) -> list[str]:
    """The rules that have not fired yet."""
    return [rule_id for rule_id in wanted() if rule_id not in fired]
