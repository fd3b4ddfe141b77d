"""The exhaustive runner: random battles until every implemented rule has made a difference at least once.

A battle is played by the random player that knows every kind of command (bots/random_play); after each command the
invariants are checked, at the end it is played again from its journal. Whatever goes wrong is handed back as a battle
script that shows it. The same number is the same battle, alone or among ten thousand.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from typing import Final

from lancemate.alphastrike.asking.measure import measure
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.asking.support import preview_support
from lancemate.alphastrike.movement.badge import movement_die
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle, BattleEvent
from lancemate.alphastrike.play.order_data import command_to_data
from lancemate.alphastrike.play.parties import may_act
from lancemate.alphastrike.play.setup import Setup
from lancemate.alphastrike.play.state import ABOARD
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scripts.positions import setup_to_data
from lancemate.alphastrike.terrain.ground import top_of
from lancemate.alphastrike.urban.buildings import shelter_of
from lancemate.bots.alphastrike.random_play.attacks import attacks
from lancemate.bots.alphastrike.random_play.proposals import proposals
from lancemate.bots.alphastrike.view import movable
from lancemate.kernel.changes import Home
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator
from lancemate.lab.battlefields import within_options
from lancemate.lab.forces import IN_THE_AIR, random_setup
from lancemate.lab.invariants import actor_faults, dice_faults, event_faults, save_faults, table_faults
from lancemate.lab.missions import random_mission
from lancemate.lab.pairs import pair_setup, pairs
from lancemate.lab.pool import cards_of, drawing_from
from lancemate.lab.watched import Often, WatchedBattle
from lancemate.lab.watching import Report, homes_of

TURNS: Final = 6
MISSION_TURNS: Final = 10
MISSIONS: Final = 6  # one in so many battles is a scenario
ODD: Final = 4  # one in so many times something is tried that the random player does not think of

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


class RandomBattle(WatchedBattle[Battle, Setup, orders.Command]):
    rules = rules
    often = Often(previewed=8, watched=30, copied=40, measured=20, saved=4)
    most = 400
    seconds = 120

    def __init__(self, seed: int, draw: Callable[[Generator], Setup] | None = None) -> None:
        super().__init__(seed)
        self.draw = draw if draw is not None else anything

    def drawn(self) -> Setup:
        found = self.draw(self.luck)
        return replace(found, table=within_options(found.table, found.options))

    def begun(self, setup: Setup) -> Battle:
        return Battle(setup, self.seed)

    def last_turn(self, battle: Battle) -> int:
        return battle.state.turn + (TURNS if battle.setup.scenario is None else MISSION_TURNS) - 1

    def tries(self, battle: Battle) -> Iterator[orders.Command]:
        return chain(odd_jobs(battle, self.luck), proposals(battle, self.luck))

    def measure(self, battle: Battle) -> None:
        """Somebody lays the tape between two units and looks at the dice beside them."""
        units = list(battle.on_table())
        if units:
            one, other = self.luck.choice(units), self.luck.choice(units)
            measure(battle, one.id, other.id)
            movement_die(battle, one)

    def foreseen(self, battle: Battle, command: orders.Command) -> bool | None:
        return _foreseen(battle, command)

    def kind(self, command: orders.Command) -> str:
        return _kind(command)

    def written(self, setup: Setup, commands: Sequence[orders.Command]) -> dict[str, JSON]:
        done = setup.table.written([command_to_data(command) for command in commands])
        return {**setup_to_data(setup), "commands": done}

    def actor_faults(self, battle: Battle, command: orders.Command) -> Iterable[str]:
        return actor_faults(battle, command)

    def event_faults(self, battle: Battle, events: list[BattleEvent]) -> Iterable[str]:
        return event_faults(battle, events)

    def dice_faults(self, events: list[BattleEvent], dice: list[int]) -> Iterable[str]:
        return dice_faults(events, dice)

    def table_faults(self, battle: Battle, events: list[BattleEvent]) -> Iterable[str]:
        return table_faults(battle)

    def save_faults(self, battle: Battle) -> Iterable[str]:
        return save_faults(battle)


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
    # Previews answer for either side at any time, and for those of a side who act apart.
    if isinstance(command, orders.Attack) and command.rear is None:
        unit = battle.units.get(command.unit)
        if unit is not None and not may_act(battle, unit):
            return None
        return preview_attack(battle, command, outcomes=False).legal
    if isinstance(command, orders.SupportAttack):
        if command.side != battle.state.to_act:
            return None
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
    return RandomBattle(seed).play()


def play_pair(number: int) -> Report:
    """The same for a battle with one pair of options."""
    return RandomBattle(number, partial(pair_setup, number)).play()


def play_in_the_air(seed: int) -> Report:
    """The same for a battle in which somebody flies."""
    return RandomBattle(seed, partial(random_setup, wish=IN_THE_AIR)).play()


def play_with(cards: str, how: Callable[[int], Report], seed: int) -> Report:
    """The same for a battle whose units are drawn from a file of units, or from the user's shelf."""
    with drawing_from(cards_of(cards)):
        return how(seed)


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
