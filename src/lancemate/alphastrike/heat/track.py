"""Heat (pp. 52-53): the scale and its penalties, overheating, the End Phase procedure, shutting down and restarting.

Must not know what outside heat comes from.

Hooks: ``engine_heat_replaced`` (battle, unit) -> bool, ``outside_heat`` (battle, unit, level), asked before and after
cooling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.unit_types import HEAT_SCALE
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events import HeatChanged, HeatReceived, ShutDown
from lancemate.alphastrike.play.explain import Cost, Modifier, cost, modifier
from lancemate.alphastrike.play.offer import Choice, Switch, SwitchWords
from lancemate.alphastrike.play.state import GONE
from lancemate.alphastrike.play.stats import ENGINE
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Move, Tmm
from lancemate.alphastrike.terrain.water import is_molten, own_depth
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

SHUTDOWN_LEVEL: Final = 4
MOST_HT_HEAT: Final = 2  # a turn
DELIBERATE: Final = "OVERHEAT"  # the switch players turn
HOT: Final = hooks.switch_words.add(
    DELIBERATE, SwitchWords("running hot", "will run hot on purpose", "will not run hot on purpose after all")
)

# What a unit attacked with that is no weapon attack.
NO_WEAPON_ATTACK: Final = frozenset({"physical", "pass"})

# Abilities that need power. Armor, ammunition bins and the like work in a dead 'Mech too.
ELECTRONICS: Final = rules.table(
    "AS-HEA-007",
    {
        *("ECM", "AECM", "LECM", "WAT", "NOVA", "PRB", "LPRB", "BH", "RCN", "STL", "AMS", "RAMS"),
        *("C3M", "C3S", "C3I", "C3BSM", "C3BSS", "C3EM", "C3RS", "NC3", "TAG", "LTAG", "SNARC", "CNARC", "INARC"),
    },
)


@rules.rule("AS-DMG-016", "AS-INT-034", otherwise=False)
def tracks_heat(battle: Battle, unit: Unit) -> bool:
    """'Mechs and aerospace fighters have a heat scale, even with an Overheat Value of 0; nothing else has."""
    return unit.card.tracks_heat


def works(battle: Battle, unit: Unit, code: str) -> bool:
    """The unit has the ability, switched on and not used up, power to run it and nothing that keeps it from working."""
    if not unit.active(code) or (unit.shutdown and without_power(battle, code)):
        return False
    return not (battle.hooks[hooks.disabled] and is_disabled(battle, unit, code))


def is_disabled(battle: Battle, unit: Unit, code: str) -> bool:
    """Something keeps an ability from working: hook ``disabled`` (battle, unit, code)."""
    return any(hook(battle, unit, code) for hook in battle.hooks[hooks.disabled])


@rules.rule("AS-HEA-007", otherwise=False)
def without_power(battle: Battle, code: str) -> bool:
    return code in ELECTRONICS.of(battle)


# -- penalties ------------------------------------------------------------------------------------------------


def felt_heat(battle: Battle, unit: Unit) -> int:
    """The level of heat whose effects a unit feels."""
    level = unit.heat
    for hook in battle.hooks[hooks.heat_shrugged_off]:
        level -= hook(battle, unit) or 0
    return level if level > 0 else 0


def heat_endured(battle: Battle, unit: Unit) -> int:
    """Levels of heat that a unit endures beyond the usual ones before it shuts down."""
    return sum(hook(battle, unit) or 0 for hook in battle.hooks[hooks.heat_endured])


@hooks.move_now.rule("AS-HEA-003", part=Move.CHANGED)
def heat_slows(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """2 inches less for every level, except when jumping."""
    if not unit.heat or mode in ("jump", "thrust"):
        return None
    level = felt_heat(battle, unit)
    return cost(f"Heat {unit.heat}", -2.0 * level, "AS-HEA-003") if level else None


@hooks.tmm.rule("AS-HEA-004", part=Tmm.CHANGED)
def heat_makes_sluggish(battle: Battle, unit: Unit) -> Modifier | None:
    """From heat 2 on a unit is a little easier to hit."""
    return modifier("Heat", -1, "AS-HEA-004") if unit.heat >= 2 and felt_heat(battle, unit) >= 2 else None


# -- overheating ----------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-DMG-012", part=hooks.POWER)
def overheats_what_has_a_scale(attack: Attack) -> Refusal | None:
    """Overheat is announced with the attack, by a unit that tracks heat."""
    unit, points = attack.attacker, attack.overheat
    if points < 0:
        return Refusal("bad_overheat", f"overheat is 0 or more points, not {points}", "AS-DMG-012")
    if points and not unit.card.tracks_heat:
        return Refusal("no_heat_scale", f"{unit.id} has no heat scale and cannot overheat", "AS-DMG-012")
    return None


@hooks.may_attack.rule("AS-HEA-010", "AS-INT-030", part=hooks.POWER)
def within_overheat_value(attack: Attack) -> Refusal | None:
    """At most as many points as its Overheat Value, in all attacks of a turn together."""
    unit, points = attack.attacker, attack.overheat
    if points > 0 and unit.overheat + points > unit.card.ov:
        left = max(0, unit.card.ov - unit.overheat)
        text = f"{unit.id} has OV {unit.card.ov}: it may overheat by up to {left} in this attack, not by {points}"
        return Refusal("too_much_overheat", text, "AS-HEA-010")
    return None


@hooks.attack_choices.rule("AS-HEA-010", traits=trait.ALL_WEAPONS)
def how_much_overheat(attack: Attack) -> Choice | None:
    """A standard attack may be raised by what is left of the Overheat Value."""
    left = overheat_left(attack.attacker)
    if left <= 0 or attack.command.using is not None:
        return None
    note = "damage now, heat later"
    return Choice("overheat", "Overheat", "number", "AS-HEA-010", most=left, general=True, note=note)


def overheat_left(unit: Unit) -> int:
    """How many points more a unit may overheat by this turn."""
    return unit.card.ov - unit.overheat if unit.card.tracks_heat else 0


@hooks.may_attack.rule("AS-HEA-012", part=hooks.POWER, plain=False)
def no_overheat_with_abilities(attack: Attack) -> Refusal | None:
    """Damage of special abilities cannot be raised; a standard attack can."""
    if attack.overheat <= 0 or attack.is_physical or (trait.ALL_WEAPONS in attack.traits and attack.using is None):
        return None
    text = f"overheat adds nothing to {attack.code or attack.kind}; it goes with a standard weapon attack"
    return Refusal("no_overheat", text, "AS-HEA-012")


@hooks.may_attack.rule("AS-HEA-013", part=hooks.POWER, traits=trait.PHYSICAL)
def no_overheat_in_blows(attack: Attack) -> Refusal | None:
    if attack.overheat > 0:
        text = "overheat adds nothing to physical attacks; it goes with a standard weapon attack"
        return Refusal("no_overheat", text, "AS-HEA-013")
    return None


@hooks.may_attack.rule("AS-HEA-007", part=hooks.ABLE, plain=False)
def shut_down_units_hold_fire(attack: Attack) -> Refusal | None:
    if attack.attacker.shutdown:
        text = f"{attack.attacker.id} is shut down this turn: it restarts in the End Phase"
        return Refusal("shut_down", text, "AS-HEA-007")
    return None


# -- the End Phase --------------------------------------------------------------------------------------------


def receive(battle: Battle, unit: Unit, amount: int, rule_id: str, *, special: bool = False) -> None:
    """Heat from outside: counted now, felt in the End Phase. ``special`` for HT attacks, which are capped."""
    if amount > 0 and tracks_heat(battle, unit):
        battle.emit(HeatReceived(unit.id, amount, special, rule_id))


@hooks.end_phase.rule("AS-HEA-006", "AS-HEA-017", part=hooks.HEAT)
def heat_phase(battle: Battle) -> bool | None:
    """Heat levels change here and at no other time."""
    changed = None
    for unit in battle.state.units.values():
        if unit.card.tracks_heat and unit.place != GONE and may_change(unit):
            changed = _new_level(battle, unit) or changed
    return changed


def may_change(unit: Unit) -> bool:
    """Whether anything could warm, cool or start a unit; most are cold and have only walked."""
    worn = unit.overheat or unit.heat_taken or ENGINE in unit.wounds
    return bool(unit.heat or worn or unit.shutdown or unit.planned)


class Level:
    """A heat level on its way through the steps."""

    __slots__ = ("now", "parts")

    def __init__(self, now: int) -> None:
        self.now = now
        self.parts: list[Modifier] = []

    def add(self, part: Modifier | None) -> None:
        if part is not None and part.value:
            self.now += part.value
            self.parts.append(part)

    def clear(self, label: str, rule_id: str) -> None:
        self.add(Modifier(label, -self.now, rule_id))

    def lower(self, part: Modifier | None) -> None:
        if part is not None:
            self.add(part._replace(value=max(part.value, -self.now)))


def _new_level(battle: Battle, unit: Unit) -> bool:
    level = Level(unit.heat)
    if unit.overheat:
        level.add(overheat_used(battle, unit))
    if unit.wounds:
        level.add(engine_heat(battle, unit))
    for heats in battle.hooks[hooks.outside_heat, hooks.BEFORE_COOLING]:
        heats(battle, unit, level)
    if level.now > 0:
        _cool(battle, unit, level)
    restarts = unit.shutdown and restart(battle, unit) and not stays_down(battle, unit)
    if restarts:
        level.clear("Restart", "AS-HEA-021")
    for heats in battle.hooks[hooks.outside_heat, hooks.AFTER_COOLING]:
        heats(battle, unit, level)
    endured = heat_endured(battle, unit)
    if unit.planned:
        for flush in battle.hooks[hooks.flushes]:
            flush(battle, unit, level)
        level.add(deliberate(battle, unit))
    after = on_the_scale(battle, level.now, endured)
    if after != unit.heat or level.parts:
        battle.emit(HeatChanged(unit.id, unit.heat, after, tuple(level.parts)))
    down = shuts_down(battle, after - endured)
    if down != unit.shutdown and (down or restarts):
        battle.emit(ShutDown(unit.id, down, "AS-HEA-007" if down else "AS-HEA-021"))
    return bool(level.parts)


def _cool(battle: Battle, unit: Unit, level: Level) -> None:
    level.lower(water_cools(battle, unit))
    for cools in battle.hooks[hooks.cools]:
        level.lower(cools(battle, unit))
    if rested(battle, unit):
        level.clear("No weapon attack", "AS-HEA-017")


@rules.rule("AS-HEA-001", otherwise=lambda battle, level, endured: level)
def on_the_scale(battle: Battle, level: int, endured: int) -> int:
    """From 0 to the last box, S."""
    return max(0, min(len(HEAT_SCALE.of(battle)) - 1 + endured, level))


@rules.rule("AS-HEA-010", otherwise=None)
def overheat_used(battle: Battle, unit: Unit) -> Modifier | None:
    """Step 1: a level for every point announced, hit or miss."""
    return Modifier("Overheat", unit.overheat, "AS-HEA-010") if unit.overheat else None


@rules.rule("AS-DMG-045", otherwise=None)
def engine_heat(battle: Battle, unit: Unit) -> Modifier | None:
    """Step 1: a 'Mech with a damaged engine heats up by 1 when it fires; not yet in the turn of the hit."""
    if ENGINE not in unit.wounds or ENGINE in unit.felt or not unit.card.is_mech or not made_weapon_attack(unit):
        return None
    if any(hook(battle, unit) for hook in battle.hooks[hooks.engine_heat_replaced]):
        return None
    return Modifier("Engine hit", 1, "AS-DMG-045")


@rules.rule("AS-HEA-016", otherwise=None)
def water_cools(battle: Battle, unit: Unit) -> Modifier | None:
    """Step 2: standing in at least an inch of water takes a level off, whether it fired or not."""
    if own_depth(battle, unit) < 1.0 - 1e-6 or is_molten(battle, unit):
        return None
    return Modifier("Water", -1, "AS-HEA-016")


@rules.rule("AS-HEA-014", "AS-HEA-015", otherwise=True)
def rested(battle: Battle, unit: Unit) -> bool:
    """Step 3: only who made no weapon attack cools down; blows and doing nothing are rest."""
    return not made_weapon_attack(unit)


def made_weapon_attack(unit: Unit) -> bool:
    return not NO_WEAPON_ATTACK.issuperset(unit.attacks)


@rules.rule("AS-HEA-021", otherwise=False)
def restart(battle: Battle, unit: Unit) -> bool:
    """Step 4: a unit that began this End Phase shut down loses all heat and starts again."""
    return True


def stays_down(battle: Battle, unit: Unit) -> bool:
    """Whether it never starts again: hook ``stays_shut_down``."""
    return any(hook(battle, unit) for hook in battle.hooks[hooks.stays_shut_down])


@hooks.outside_heat.rule("AS-HEA-018", kinds=hooks.AFTER_COOLING)
def heat_from_outside(battle: Battle, unit: Unit, level: Level) -> None:
    """Step 5: heat from outside comes after all cooling, so that it stays."""
    if unit.heat_taken:
        special = capped(battle, unit.heat_special_taken)
        level.add(Modifier("Heat attacks", special, "AS-HEA-005"))
        level.add(Modifier("Heat from outside", unit.heat_taken - unit.heat_special_taken, "AS-HEA-018"))


@rules.rule("AS-HEA-005", otherwise=lambda battle, heat: heat)
def capped(battle: Battle, heat: int) -> int:
    """All heat attacks of a turn together give no more than 2."""
    return min(MOST_HT_HEAT, heat)


@rules.rule("AS-HEA-007", otherwise=False)
def shuts_down(battle: Battle, level: int) -> bool:
    return level >= SHUTDOWN_LEVEL


# -- deliberate overheating -----------------------------------------------------------------------------------


@rules.rule("AS-HEA-019", otherwise=None)
def deliberate(battle: Battle, unit: Unit) -> Modifier | None:
    """After everything else a 'Mech may run hot on purpose: one level."""
    if (DELIBERATE, True) in unit.planned:
        return Modifier("Deliberate overheating", 1, "AS-HEA-019")
    return None


@hooks.may_toggle.rule("AS-HEA-019", "AS-HEA-020")
def may_run_hot(battle: Battle, unit: Unit, ability: str, on: bool) -> str | Refusal | None:
    """'Mechs only; it is declared anew for every End Phase."""
    if ability != DELIBERATE:
        return None
    if not unit.card.is_mech:
        text = f"only 'Mechs can overheat on purpose; {unit.id} is a {unit.card.type_name}"
        return Refusal("not_a_mech", text, "AS-HEA-020")
    return "AS-HEA-019"


@hooks.switches.rule("AS-HEA-019", part=1, types=("BM", "IM"))
def heat_switch(battle: Battle, unit: Unit) -> Switch | None:
    """Every 'Mech has it."""
    return Switch(DELIBERATE, HOT.label, False, "AS-HEA-019", "+1 heat") if unit.card.is_mech else None
