"""Who carries what, and who is who, where a scenario leaves that to the players (pp. 36-39).

It is noted in secret before the battle, with the end of the hiding phase, as hiding places are; whoever is not named
keeps what his force list gives him.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import SATCHEL, known_weapons
from lancemate.battletroops.machines.record import printed_records
from lancemate.battletroops.play.load import pointed
from lancemate.battletroops.play.orders import EndPhase, Hideout, Kit
from lancemate.battletroops.play.setup import HIDING, SECONDARY, WEAPONS
from lancemate.battletroops.play.state import BARE_HANDS, State
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.scenarios.forces import LAUNCHER as WITH_LAUNCHER
from lancemate.battletroops.scenarios.race import plan_of, sender_of, sends
from lancemate.battletroops.soldiers.record import Soldier, may_be_secondary, shots_carried
from lancemate.kernel.errors import Refusal, Refused, refuse
from lancemate.kernel.events import event
from lancemate.kernel.naming import RuleId, SideId, UnitId, Word
from lancemate.kernel.reading import nearest

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

RULE: Final = "BT-SCN-009"
NOTHING: Final = "none"


@event
class Equipped:
    """A man is given other weapons before the battle; nobody but his player hears of it."""

    type: ClassVar[str] = "equipped"
    unit: UnitId
    secret_to: SideId
    primary: Word | None
    launcher: bool
    secondary: Word | None
    satchel: bool
    ammo: Mapping[str, int]
    rule: RuleId = RULE

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.primary, unit.launcher, unit.secondary = self.primary, self.launcher, self.secondary
        unit.satchel, unit.ammo, unit.prepared = self.satchel, self.ammo, self.primary or BARE_HANDS
        unit.notes = {key: value for key, value in unit.notes.items() if key != pointed.name}


@event
class ArmorLeft:
    """Where the armour is missing that a machine has lost before the battle."""

    type: ClassVar[str] = "armor_left"
    unit: UnitId
    secret_to: SideId
    armor: Mapping[str, int]
    rule: RuleId = RULE

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        assert unit.machine is not None
        unit.machine = replace(unit.machine, armor=dict(self.armor))


@hooks.questions.entry("prepare")
def prepare(battle: Battle, side: str, command: EndPhase) -> None:
    """Arms first, then who sends the message, then where everybody hides; who hides with another weapon stays there."""
    if battle.state.phase != HIDING:
        raise refuse("too_late", "who carries what is settled before the battle begins", RULE)
    arm(battle, side, command.arm)
    places = {name: _as_he_hides(battle.units[name]) for name in command.arm if battle.units[name].hidden}
    if command.sender is not None:
        places |= designate(battle, side, command.sender)
    places |= command.hide
    if places:
        hooks.questions["hide"](battle, side, places)


def _as_he_hides(unit: Unit) -> Hideout:
    return Hideout(unit.at, unit.elevation, unit.hidden)


# -- weapons ----------------------------------------------------------------------------------------------------------


def arm(battle: Battle, side: str, kits: Mapping[str, Kit]) -> None:
    """Each as his player says; a squad has the weapons of its force list afterwards, no others."""
    given: dict[str, Equipped] = {}
    for name, kit in kits.items():
        unit = battle.unit(name)
        refusal = why_not_arm(battle, side, unit, kit)
        if refusal is not None:
            raise Refused(refusal)
        if unit.machine is not None:
            battle.emit(ArmorLeft(name, side, dict(kit.armor or {})))
        else:
            given[name] = _equipped(battle, unit, kit)
    refusal = same_weapons(battle, given)
    if refusal is not None:
        raise Refused(refusal)
    for one in given.values():
        battle.emit(one)


@rules.rule(RULE, otherwise=None)
def why_not_arm(battle: Battle, side: str, unit: Unit, kit: Kit) -> Refusal | None:
    """Where the scenario leaves it to him: weapons within a squad, any secondary weapon, where armour is missing."""
    if unit.side != side:
        return Refusal("not_yours", f"{unit.id} is not of {side}", RULE)
    squad = battle.setup.squad(unit.group)
    choice = () if squad is None or not unit.is_soldier else squad.choice
    if unit.machine is not None or kit.armor is not None:
        return armor_missing(battle, unit, kit)
    if kit.primary is not None and WEAPONS not in choice:
        return Refusal("no_choice", f"the weapon of {unit.id} is settled by the scenario", RULE)
    if kit.secondary is not None and SECONDARY not in choice:
        return Refusal("no_choice", f"the secondary weapon of {unit.id} is settled by the scenario", RULE)
    if kit.secondary not in (None, NOTHING, *_secondary_weapons()):
        known = nearest(str(kit.secondary), (*_secondary_weapons(), NOTHING))
        return Refusal("no_secondary", f"{kit.secondary} is no secondary weapon; {known}", "BT-OPT-002")
    return None


def _secondary_weapons() -> tuple[str, ...]:
    return tuple(name for name in known_weapons() if may_be_secondary(name))


def choices_for(battle: Battle, unit: Unit) -> dict[str, tuple[str, ...]]:
    """What his player may give him before the battle: weapons of his squad, secondary weapons, whole armour."""
    squad, found = battle.setup.squad(unit.group), {}
    choice = () if squad is None or not unit.is_soldier else squad.choice
    if WEAPONS in choice:
        men = (one for one in battle.units.values() if one.group == unit.group and one.is_soldier)
        found[WEAPONS] = tuple(dict.fromkeys(_listed(one.primary, one.launcher) for one in men))
    if SECONDARY in choice:
        found[SECONDARY] = (NOTHING, *_secondary_weapons())
    return found


@rules.rule(RULE, otherwise=None)
def armor_missing(battle: Battle, unit: Unit, kit: Kit) -> Refusal | None:
    """As many points as before, nowhere more than its record sheet has."""
    scenario, machine = battle.setup.scenario, unit.machine
    if machine is None or scenario is None or scenario.damaged != unit.id or kit.armor is None:
        return Refusal("no_choice", f"the armour of {unit.id} is settled by the scenario", RULE)
    whole = printed_records().get(machine.name, {}).get("armor", machine.armor)
    most, left = sum(machine.armor.values()), kit.armor
    too_much = [name for name, points in left.items() if name not in whole or not 0 <= points <= whole[name]]
    if left.keys() != machine.armor.keys() or too_much or sum(left.values()) != most:
        text = f"the armour of {unit.id} comes to {most} points in all, nowhere more than on its record sheet"
        return Refusal("wrong_armor", text, RULE)
    return None


def _equipped(battle: Battle, unit: Unit, kit: Kit) -> Equipped:
    primary, launcher = unit.primary, unit.launcher
    if kit.primary is not None:
        primary, launcher = kit.primary.removesuffix(WITH_LAUNCHER), kit.primary.endswith(WITH_LAUNCHER)
    second = SATCHEL if unit.satchel else unit.secondary
    if kit.secondary is not None:
        second = None if kit.secondary == NOTHING else kit.secondary
    satchel = second == SATCHEL
    record = Soldier(primary, None if satchel else second, launcher)
    ammo = shots_carried(record, battle.setup.weapons)
    return Equipped(unit.id, unit.side, primary, launcher, record.secondary, satchel, ammo)


@rules.rule(RULE, otherwise=None)
def same_weapons(battle: Battle, given: Mapping[str, Equipped]) -> Refusal | None:
    """What the list of a squad has is dealt out among its men."""
    for group in {battle.units[name].group for name in given}:
        men = [unit for unit in battle.units.values() if unit.group == group and unit.is_soldier]
        before = Counter((unit.primary, unit.launcher) for unit in men)
        after = Counter((one.primary, one.launcher) for one in (given.get(unit.id, unit) for unit in men))
        if before != after:
            has = ", ".join(f"{count} {_listed(*arms)}" for arms, count in sorted(before.items(), key=str))
            return Refusal("other_weapons", f"{group} has {has}: these are dealt out among its men", RULE)
    return None


def _listed(primary: str | None, launcher: bool) -> str:
    return f"{primary}{WITH_LAUNCHER}" if launcher else str(primary)


# -- who sends the message --------------------------------------------------------------------------------------------


def designate(battle: Battle, side: str, name: str) -> dict[str, Hideout]:
    """Another man is the technician: he takes the place at the controls, and whose it was hides in his."""
    unit, old = battle.unit(name), battle.unit(sender_of(battle))
    refusal = why_not_designate(battle, side, unit, old)
    if refusal is not None:
        raise Refused(refusal)
    if unit is old:
        return {}
    scenario = plan_of(battle)
    assert scenario.control is not None
    sends.remember(battle, old, False)
    sends.remember(battle, unit, True)
    places = {unit.id: Hideout(scenario.control, scenario.elevation, old.hidden), old.id: _as_he_hides(unit)}
    return {name: place for name, place in places.items() if battle.units[name].hidden}


@rules.rule(RULE, otherwise=None)
def why_not_designate(battle: Battle, side: str, unit: Unit, old: Unit) -> Refusal | None:
    """Any man of the same squad but its leader, who commands the team."""
    squad = battle.setup.squad(old.group)
    if unit.side != side or unit.group != old.group or (squad is not None and squad.leader == unit.id):
        text = f"one man of {old.group} sends the message, and not its leader: {unit.id} cannot be he"
        return Refusal("not_he", text, RULE)
    return None
