"""Before the first turn of a scenario: objectives take their places, and players settle what is theirs to settle.

Whatever the setup leaves open (commanders, secret objectives, hidden units) is asked, each side for itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play.state import hidden
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.buildings import searched_buildings
from lancemate.alphastrike.scenarios.events import ObjectiveChanged, SecretNoted
from lancemate.alphastrike.scenarios.notes import (
    commander,
    objective_memory,
    objective_notes,
    scenario_of,
    secret_memory,
    secret_notes,
)
from lancemate.alphastrike.scenarios.plan import SWITCH
from lancemate.kernel.agenda import Decision
from lancemate.kernel.errors import InputError

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

hooks.question_kinds.add("commander", "who commands")
hooks.question_kinds.add("secret_commander", "who commands in secret")
hooks.question_kinds.add("secret_objective", "where an objective lies")
hooks.question_kinds.add("secret_hidden", "where a hidden objective lies")

DONE: Final = "done"
COMMANDER: Final = "commander"

# What is known of everything that is laid on the table.
kind = objective_memory("kind", str, default="", rule="AS-SCN-001")
at = objective_memory("at", list[float], default=None, rule="AS-SCN-001")
radius = objective_memory("radius", float, default=0.0, rule="AS-SCN-001")
owner = objective_memory("side", str, default=None, rule="AS-SCN-001")

secret_commander = secret_memory(COMMANDER, str, default=None, rule="AS-SCN-026")
# The buildings in which a side has hidden something.
secret_objectives = secret_memory("objectives", list[str], default=[], rule="AS-SCN-061")


@hooks.battle_opens.rule("AS-SCN-001", when=SWITCH)
def lay_out(battle: Battle) -> None:
    """Markers and flags are laid on the table."""
    for one in scenario_of(battle).objectives:
        changes = kind.entry(one.kind) | at.entry(list(one.at)) | radius.entry(one.radius) | owner.entry(one.side)
        battle.emit(ObjectiveChanged(one.id, changes, "", "AS-SCN-001"))


# -- commanders -----------------------------------------------------------------------------------------------


@hooks.battle_opens.rule("AS-SCN-025", when="scenario:commanders")
def name_commanders(battle: Battle) -> None:
    """One unit of each side is its commander."""
    named = scenario_of(battle).commanders_named
    for side in reversed(battle.sides):
        if side in named:
            _appoint(battle, side, named[side])
        else:
            battle.then("name_commander", side=side)


@rules.task("name_commander")
def name_commander(battle: Battle, side: str) -> None:
    secret = is_secret(battle)
    battle.ask(
        Decision(
            side=side,
            kind="secret_commander" if secret else COMMANDER,
            question="which unit is your commander?",
            choices=tuple(unit.id for unit in battle.units_of(side)),
            of_units=True,
            rule="AS-SCN-026" if secret else "AS-SCN-025",
        ),
        "commander_named",
        side=side,
    )


@rules.task("commander_named")
def commander_named(battle: Battle, side: str, choice: str) -> None:
    _appoint(battle, side, choice)


def _appoint(battle: Battle, side: str, unit: str) -> None:
    if unit not in battle.units or battle.units[unit].side != side:
        raise InputError(f"{side} has no unit {unit!r} to command it", key="scenario.commanders_named")
    if is_secret(battle):
        battle.emit(SecretNoted(side, secret_commander.name, unit, "AS-SCN-026"))
    else:
        make_known(battle, side, unit, f"{unit} commands {side}", "AS-SCN-025")


def make_known(battle: Battle, side: str, unit: str, what: str, by: str) -> None:
    changes = kind.entry(COMMANDER) | commander.entry(unit) | owner.entry(side)
    battle.emit(ObjectiveChanged(f"{COMMANDER}:{side}", changes, what, by, unit))


@rules.rule("AS-SCN-026", otherwise=False)
def is_secret(battle: Battle) -> bool:
    """Each side keeps to itself who commands it."""
    block = scenario_of(battle).commanders
    return block is not None and block.secret


def commander_of(battle: Battle, side: str) -> str | None:
    """A side's commander, as far as it can be known here."""
    known = commander.read(objective_notes(battle, f"{COMMANDER}:{side}"))
    return known or secret_commander.read(secret_notes(battle, side))


# -- what is noted in secret ----------------------------------------------------------------------------------


@hooks.battle_opens.rule("AS-SCN-061", when="scenario:search")
def note_objectives(battle: Battle) -> None:
    """Up to six buildings hold an objective, at least one; only the side that has noted them knows which."""
    given = scenario_of(battle).secrets
    for side in reversed(hiding_sides(battle)):
        if side not in given:
            battle.then("note_objective", side=side)
            continue
        _check_noted(battle, side, given[side])
        _note(battle, side, list(given[side]))


def _note(battle: Battle, side: str, buildings: list[str]) -> None:
    battle.emit(SecretNoted(side, secret_objectives.name, secret_objectives.checked(buildings), "AS-SCN-061"))


def hiding_sides(battle: Battle) -> tuple[str, ...]:
    """The sides that have something to hide from searchers."""
    block, scenario = scenario_of(battle).search, scenario_of(battle)
    if block is None:
        return ()
    if block.side is None:
        return battle.sides
    return (battle.opponent(str(scenario.side_of(block.side))),)


def most_objectives(battle: Battle) -> int:
    block = scenario_of(battle).search
    return min(block.most if block is not None else 0, len(searched_buildings(battle)))


def least_objectives(battle: Battle) -> int:
    """One; where both sides hide as many as they can, all of them."""
    return min(1, most_objectives(battle)) if len(hiding_sides(battle)) == 1 else most_objectives(battle)


def _check_noted(battle: Battle, side: str, names: tuple[str, ...]) -> None:
    key = f"scenario.secrets.{side}"
    known, least, most = searched_buildings(battle), least_objectives(battle), most_objectives(battle)
    strange = next((name for name in names if name not in known), None)
    if strange is not None:
        raise InputError(f"{strange!r} is none of the buildings that are searched", key=key)
    if len(set(names)) < len(names) or not least <= len(names) <= most:
        raise InputError(f"{side} notes {least} to {most} different buildings, not {len(names)}", key=key)


@rules.task("note_objective")
def note_objective(battle: Battle, side: str) -> None:
    noted = noted_by(battle, side)
    left = [name for name in searched_buildings(battle) if name not in noted]
    if len(noted) >= most_objectives(battle) or not left:
        return
    enough = (DONE,) if len(noted) >= least_objectives(battle) else ()
    battle.ask(
        Decision(
            side=side,
            kind="secret_objective",
            question=f"which building holds an objective? ({len(noted)} noted, {most_objectives(battle)} at most)",
            choices=(*left, *enough),
            rule="AS-SCN-061",
        ),
        "objective_noted",
        side=side,
    )


@rules.task("objective_noted")
def objective_noted(battle: Battle, side: str, choice: str) -> None:
    if choice != DONE:
        _note(battle, side, [*noted_by(battle, side), choice])
        battle.then("note_objective", side=side)


def noted_by(battle: Battle, side: str) -> list[str]:
    """The buildings in which a side has hidden something, as far as that can be known here."""
    return secret_objectives.read(secret_notes(battle, side))


# -- hidden units ---------------------------------------------------------------------------------------------


@hooks.battle_opens.rule("AS-SCN-071", when=SWITCH)
def hide_units(battle: Battle) -> None:
    """A share of a force, rounded down, begins hidden."""
    for side in reversed(battle.sides):
        most = most_hidden(battle, side)
        if not most:
            continue
        given = scenario_of(battle).hidden.get(side)
        if given is None:
            battle.then("hide_unit", side=side)
            continue
        if len(set(given)) > most:
            raise InputError(f"{side} may hide {most} units, not {len(given)}", key=f"scenario.hidden.{side}")
        for name in given:
            if name not in battle.units or battle.units[name].side != side:
                raise InputError(f"{side} has no unit {name!r} to hide", key=f"scenario.hidden.{side}")
            hidden.remember(battle, battle.units[name], True)


def most_hidden(battle: Battle, side: str) -> int:
    start = scenario_of(battle).start_of(side)
    own = len(battle.setup.units_of(side))
    return int(own * start.hidden + 1e-6) if start is not None else 0


@rules.task("hide_unit")
def hide_unit(battle: Battle, side: str) -> None:
    own = battle.units_of(side)
    so_far = sum(hidden.of(unit) for unit in own)
    if so_far >= most_hidden(battle, side):
        return
    battle.ask(
        Decision(
            side=side,
            kind="secret_hidden",
            question=f"which unit lies hidden? ({so_far} so far, {most_hidden(battle, side)} at most)",
            choices=(*(unit.id for unit in own if not hidden.of(unit)), DONE),
            of_units=True,
            rule="AS-SCN-071",
        ),
        "unit_hidden",
        side=side,
    )


@rules.task("unit_hidden")
def unit_hidden(battle: Battle, side: str, choice: str) -> None:
    if choice != DONE:
        hidden.remember(battle, battle.units[choice], True)
        battle.then("hide_unit", side=side)
