"""Blood Stalker (pp. 93, 120): one enemy, or one enemy formation, is hunted before all others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.formation_names import PURSUIT
from lancemate.alphastrike.cards.pilot_names import BLOOD_STALKER, piloted
from lancemate.alphastrike.combat.sight import sees
from lancemate.alphastrike.commands.formations import formation_named, formation_of
from lancemate.alphastrike.commands.grants import champion_chooses, hunts_by_command, is_savage, may_hunt, prey
from lancemate.alphastrike.movement.activation import check_mover
from lancemate.alphastrike.movement.modes import may_move_now
from lancemate.alphastrike.pilots.having import has, own_level
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.knowing import unseen_by
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.state import GONE
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.agenda import Decision
from lancemate.kernel.errors import refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Formation
    from lancemate.alphastrike.play.state import Unit

hooks.question_kinds.add("stalk", "whom a unit hunts")
hooks.question_kinds.add("stalk_formation", "which formation is hunted")

HUNT: Final = rules.table("AS-SPA-020", {"the prey": -1, "anybody else": 2})
EACH: Final = "one enemy each"


# -- who is hunted --------------------------------------------------------------------------------------------


@hooks.battle_opens.rule("AS-SPA-020", part=-1, when=piloted(BLOOD_STALKER))
def prey_is_named(battle: Battle) -> None:
    """Before the first turn every stalker names an enemy: first those who are hunters by themselves."""
    for formation in reversed(battle.setup.formations):
        if formation.given_to(BLOOD_STALKER):
            battle.then("ask_for_herd", formation=formation.name)
    for unit in reversed([*battle.units.values()]):
        hunts = own_level(battle, unit, BLOOD_STALKER) or hunts_by_command(battle, unit)
        if hunts and prey.of(unit) is None and unit.place != GONE:
            battle.then("ask_for_prey", unit=unit.id)


@rules.task("ask_for_herd")
def ask_for_herd(battle: Battle, formation: str) -> None:
    """The stalkers of a formation hunt one enemy formation together, or each somebody."""
    hunters = _hunters(battle, formation)
    if not hunters:
        return
    herds = herds_of(battle, hunters[0].side) if may_hunt_herds(battle, formation) else ()
    if not herds:
        take_herd(battle, formation, EACH)
        return
    question = Decision(
        side=hunters[0].side,
        kind="stalk_formation",
        question=f"{formation} may hunt one enemy formation: which, or one enemy each?",
        choices=(*herds, EACH),
        rule="AS-FOR-068",
        facts={"formation": formation},
    )
    battle.ask(question, "take_herd", formation=formation)


@rules.task("take_herd")
def take_herd(battle: Battle, formation: str, choice: str) -> None:
    for unit in reversed(_hunters(battle, formation)):
        if choice == EACH:
            battle.then("ask_for_prey", unit=unit.id)
        else:
            prey.note(battle, unit, choice, "AS-FOR-068")


def _hunters(battle: Battle, formation: str) -> list[Unit]:
    """The stalkers of a formation that have nobody to hunt yet."""
    units = [battle.units[name] for name in formation_named(battle, formation).given_to(BLOOD_STALKER)]
    return [unit for unit in units if unit.place != GONE and prey.of(unit) is None]


@rules.rule("AS-FOR-068", otherwise=True)
def may_hunt_herds(battle: Battle, formation: str) -> bool:
    """A Pursuit Lance of any kind may; others who learned the hunt elsewhere hunt somebody each."""
    return formation_named(battle, formation).serves_as(PURSUIT)


@rules.rule("AS-FOR-068", otherwise=())
def herds_of(battle: Battle, side: str) -> tuple[str, ...]:
    """The formations of the enemy that a whole formation may hunt."""
    unseen = unseen_by(battle, side)
    return tuple(
        formation.name
        for formation in battle.setup.formations
        if battle.units[formation.members[0]].side != side
        and survives(battle, formation)
        and not unseen.issuperset(formation.members)
    )


@rules.task("ask_for_prey")
def ask_for_prey(battle: Battle, unit: str) -> None:
    hunter = battle.units[unit]
    enemies = prey_for(battle, hunter)
    if not enemies:
        return
    if len(enemies) == 1 and is_savage(battle, hunter):
        take_prey(battle, unit, enemies[0])
        return
    question = Decision(
        side=hunter.side,
        kind="stalk",
        question=f"which enemy does {unit} hunt?",
        choices=enemies,
        of_units=True,
        rule="AS-SPA-020",
        unit=unit,
    )
    battle.ask(question, "take_prey", unit=unit)


def prey_for(battle: Battle, hunter: Unit) -> tuple[str, ...]:
    """The enemies a stalker may name: all that its side knows of."""
    unseen = unseen_by(battle, hunter.side)
    enemies = (unit for unit in battle.units.values() if unit.side != hunter.side and unit.place != GONE)
    names = tuple(enemy.id for enemy in enemies if enemy.id not in unseen)
    if not hunts_by_command(battle, hunter):
        return names
    others = (unit for unit in battle.units_of(hunter.side) if unit is not hunter)
    return may_hunt(battle, hunter, names, frozenset(name for one in others if (name := prey.of(one)) is not None))


@rules.task("take_prey")
def take_prey(battle: Battle, unit: str, choice: str) -> None:
    prey.note(battle, battle.units[unit], choice)
    champion_chooses(battle, battle.units[unit], choice)


# -- another one ----------------------------------------------------------------------------------------------


@hooks.deeds.entry("stalk")
def hunt_another(battle: Battle, unit: Unit, what: str) -> None:
    """At the start of its own movement, when the old prey is destroyed or out of sight."""
    if not has(battle, unit, BLOOD_STALKER):
        raise refuse("no_such_ability", f"{unit.id} is no {BLOOD_STALKER}", "AS-SPA-020")
    check_mover(battle, unit)
    herd = _herd(battle, unit)
    if herd is not None:
        change_herd(battle, unit, herd, what)
    else:
        change_prey(battle, unit, what)


@hooks.offers.rule("AS-SPA-020", when=piloted(BLOOD_STALKER))
def others_to_hunt(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Whom a stalker may turn to now."""
    if not has(battle, unit, BLOOD_STALKER) or not unit.on_table:
        return None
    if prey.of(unit) is None and not is_savage(battle, unit):
        return None
    if not may_move_now(battle, unit):
        return None
    others = [name for name in _other_prey(battle, unit) if name != prey.of(unit)]
    return tuple(offer(orders.Act(unit.id, "stalk", name), f"Hunt {name}", "AS-SPA-020") for name in others) or None


def _other_prey(battle: Battle, unit: Unit) -> tuple[str, ...]:
    herd = _herd(battle, unit)
    if herd is not None:
        return herds_of(battle, unit.side) if not survives(battle, herd) else ()
    return prey_for(battle, unit) if not _sees_its_prey(battle, unit) else ()


def _sees_its_prey(battle: Battle, unit: Unit) -> bool:
    hunted = battle.units.get(prey.of(unit) or "")
    return hunted is not None and _alive(hunted) and hunted.on_table and sees(battle, unit, hunted)


def change_prey(battle: Battle, unit: Unit, what: str) -> None:
    if what not in prey_for(battle, unit):
        raise refuse("not_a_target", f"{what} is no enemy that {unit.id} could hunt", "AS-SPA-020")
    if _sees_its_prey(battle, unit):
        text = f"{unit.id} hunts {prey.of(unit)} as long as it sees it; it may hunt another when it does not"
        raise refuse("still_in_sight", text, "AS-SPA-020")
    prey.note(battle, unit, what)


def change_herd(battle: Battle, unit: Unit, old: Formation, what: str) -> None:
    """All stalkers of the formation turn to another one, and only when theirs is destroyed."""
    if survives(battle, old):
        text = f"{unit.id} and its formation hunt {old.name} until it is destroyed"
        raise refuse("still_in_sight", text, "AS-FOR-068")
    if what not in herds_of(battle, unit.side):
        raise refuse("not_a_target", f"{what} is no enemy formation that {unit.id} could hunt", "AS-FOR-068")
    own = formation_of(battle, unit)
    for name in own.given_to(BLOOD_STALKER) if own is not None else (unit.id,):
        prey.note(battle, battle.units[name], what, "AS-FOR-068")


@hooks.remarks.rule("AS-SPA-020", when=piloted(BLOOD_STALKER))
def whom_it_hunts(battle: Battle, unit: Unit) -> str | None:
    """For its player to keep in mind."""
    return f"it hunts {prey.of(unit)}" if prey.of(unit) is not None else None


# -- the hunt -------------------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-SPA-020", part=hooks.ANY_ATTACK, when=piloted(BLOOD_STALKER))
def blood_stalker(attack: Attack) -> Modifier | None:
    """Eyes for the prey, and for nobody else while it lives. Terrain and points are nobody."""
    battle, unit, target = attack.battle, attack.attacker, attack.target
    hunted = prey.of(unit)
    if target is None or hunted is None or not has(battle, unit, BLOOD_STALKER):
        return None
    herd = _herd(battle, unit)
    if herd is not None:
        if not survives(battle, herd):
            return None
        wanted, by = target.id in herd.members, "AS-FOR-068"
    else:
        if not _alive(battle.units[hunted]):
            return None
        wanted, by = target.id == hunted, "AS-SPA-020"
    return Modifier(BLOOD_STALKER, HUNT.of(attack)["the prey" if wanted else "anybody else"], by)


def _herd(battle: Battle, unit: Unit) -> Formation | None:
    """The enemy formation a stalker hunts; None when it hunts a unit."""
    hunted = prey.of(unit)
    if hunted in battle.units:
        return None
    others = (one for one in battle.setup.formations if battle.units[one.members[0]].side != unit.side)
    return next((formation for formation in others if formation.name == hunted), None)


def survives(battle: Battle, formation: Formation) -> bool:
    """Somebody of it is still there; whoever has left the map is not."""
    return any(_alive(unit) and unit.place != GONE for unit in map(battle.units.__getitem__, formation.members))


def _alive(unit: Unit) -> bool:
    return not unit.destroyed
