"""Wind (pp. 63-64): how hard it blows and from where, whom it slows, whom it keeps from shooting, whom it hurts.

Hooks of one force are one function each; the rule of the force is the one that a refusal names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.appendix.battlefield import AIR, WINDS
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import hurt
from lancemate.alphastrike.environment.events import WindTurned
from lancemate.alphastrike.environment.notes import agreed, wind_now
from lancemate.alphastrike.environment.shelter import is_sheltered
from lancemate.alphastrike.environment.tornado import touch_down
from lancemate.alphastrike.environment.weather import to_hit
from lancemate.alphastrike.movement.air import crash
from lancemate.alphastrike.play.conditions import STRONGEST, VERY_THICK, WIND
from lancemate.alphastrike.play.explain import Cost, Modifier, modifier
from lancemate.alphastrike.play.stats import current_move, move_now
from lancemate.alphastrike.play.traits import NATURE
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Move
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.tally import SoFar

rules.also("AS-BAT-098", WINDS)
rules.also("AS-BAT-099", AIR)

CHOICE: Final = 2.0  # inches, for whom it leaves nothing but this or an attack
SECTOR: Final = 60.0  # degrees between the plain numbers of the area template
LEAST_ROLL: Final = 1
MOST_ROLL: Final = 6
THICKEST_ROLL: Final = 8
STORM: Final = cause("storm", "AS-BAT-106", NATURE)
STAYED: Final = ("none", "standstill", "immobile")
GALES: Final = ("AS-BAT-103", "AS-BAT-104", "AS-BAT-105", "AS-BAT-106")
NAMES: Final = ("Still air", "Light gale", "Moderate gale", "Strong gale", "Storm")


# -- how it blows ---------------------------------------------------------------------------------------------


@hooks.battle_opens.rule("AS-BAT-097", part=-9, when=WIND)
def first_wind(battle: Battle) -> None:
    """What is left to the dice of its force and direction is rolled before anything else."""
    chosen = agreed(battle).wind
    if chosen is not None and None in (chosen.force, chosen.origin):
        roll_wind(battle, force=chosen.force is None, origin=chosen.origin is None)


@hooks.end_phase.rule("AS-BAT-097", part=hooks.WINDS, when=WIND)
def next_wind(battle: Battle) -> bool | None:
    """Variable wind has a new force in the next turn, and a new direction where that was left to the dice."""
    chosen = agreed(battle).wind
    if chosen is None or not chosen.variable:
        return None
    roll_wind(battle, force=True, origin=chosen.origin is None)
    return True


def roll_wind(battle: Battle, *, force: bool, origin: bool) -> None:
    now, blows_from = wind_now(battle)
    roll: tuple[int, ...] = ()
    twister = False
    if force:
        roll = battle.roll(1)
        now, twister = force_of(battle, roll[0])
    if origin:
        roll = (*roll, *battle.roll(1))
        blows_from = direction_of(battle, roll[-1])
    battle.emit(WindTurned(now, blows_from, roll))
    if twister:
        touch_down(battle, "AS-BAT-084")
    airships_come_down(battle)


def force_of(battle: Battle, die: int) -> tuple[int, bool]:
    """The row of the Prevailing Winds Table that a die finds in this air, and whether a tornado comes with it."""
    rolled = in_this_air(battle, die)
    row = next((force for most, (_, force) in WINDS.of(battle).items() if rolled <= most), STRONGEST)
    return row, rolled > MOST_ROLL


@rules.rule("AS-BAT-084", "AS-BAT-099", otherwise=lambda battle, die: die)
def in_this_air(battle: Battle, die: int) -> int:
    """Thin air weakens wind, thick air strengthens it; only the thickest goes beyond a storm."""
    air = agreed(battle).atmosphere
    most = THICKEST_ROLL if air == VERY_THICK else MOST_ROLL
    return max(LEAST_ROLL, min(most, die + (AIR.of(battle).get(air.replace("_", " ")) or 0)))


@rules.rule("AS-BAT-100", otherwise=0.0)
def direction_of(battle: Battle, die: int) -> float:
    """A 1 is north, and so on clockwise."""
    return (die - 1) * SECTOR


# -- what it does ---------------------------------------------------------------------------------------------


def _blows(battle: Battle, unit: Unit, force: int) -> bool:
    return felt(battle, wind_now(battle)[0]) == force and not is_sheltered(battle, unit)


@rules.rule("AS-BAT-102", otherwise=lambda battle, force: max(1, force))
def felt(battle: Battle, force: int) -> int:
    """Still air is nothing that anybody feels."""
    return force


def _mode_of(unit: Unit) -> str:
    """The Move that its codes are about."""
    return "jump" if unit.moved == "jump" or not unit.card.move.ground else "ground"


def _slowed(battle: Battle, loss: float, rule_id: str) -> Cost | None:
    return Cost(NAMES[wind_now(battle)[0]], -loss, rule_id) if loss else None


@hooks.move_now.seeing(*GALES, part=Move.BLOWN, when=WIND, types=("CI", "BA"))
def crawls_or_attacks(battle: Battle, unit: Unit, mode: str, so_far: SoFar) -> Cost | None:
    """Where wind leaves nothing of a Move, whatever else has slowed it: 2 inches in the place of an attack."""
    by = next((part.rule for part in so_far.parts if part.rule in GALES), None)
    if by is None or so_far.total > 0:
        return None
    return Cost(f"{NAMES[wind_now(battle)[0]]}: this or an attack", so_far.instead(CHOICE), by)


def _moved_instead(attack: Attack, loss: float, rule_id: str) -> Refusal | None:
    """Whoever is left with 2 inches or an attack cannot have both."""
    battle, unit = attack.battle, attack.attacker
    if not loss or not _has_moved(battle, unit):
        return None
    if not any(part.rule == rule_id and part.value > 0 for part in move_now(battle, unit, _mode_of(unit))):
        return None
    text = f"in this wind {unit.id} may move 2 inches or attack, not both; it has moved"
    return Refusal("wind", text, rule_id)


def _has_moved(battle: Battle, unit: Unit) -> bool:
    """It has gone somewhere this turn; who is only taken to have walked, as a battle opens in combat, has not."""
    if unit.moved in STAYED:
        return False
    said = (muster.state for muster in battle.setup.units if muster.id == unit.id)
    return unit.inches > 0 or any("moved" in state for state in said)


def _codes(unit: Unit) -> set[str]:
    return {code for code, _ in unit.card.move.modes}


def light_gale_loss(battle: Battle, unit: Unit) -> float:
    on_foot = unit.card.is_conventional_infantry and "f" in _codes(unit)
    return 2.0 if on_foot and _blows(battle, unit, 1) else 0.0


@hooks.move_now.rule("AS-BAT-103", part=Move.CHANGED, when=WIND, types="CI")
def light_gale(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """Infantry on foot loses 2 inches."""
    return _slowed(battle, light_gale_loss(battle, unit), "AS-BAT-103")


@hooks.may_attack.rule("AS-BAT-103", part=hooks.ABLE, when=WIND, types="CI")
def moved_in_a_light_gale(attack: Attack) -> Refusal | None:
    return _moved_instead(attack, light_gale_loss(attack.battle, attack.attacker), "AS-BAT-103")


def moderate_gale_loss(battle: Battle, unit: Unit) -> float:
    light = unit.card.is_conventional_infantry and not _codes(unit).isdisjoint(("f", "j"))
    return 2.0 if light and _blows(battle, unit, 2) else 0.0


@hooks.move_now.rule("AS-BAT-104", part=Move.CHANGED, when=WIND, types="CI")
def moderate_gale(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """So does infantry that jumps."""
    return _slowed(battle, moderate_gale_loss(battle, unit), "AS-BAT-104")


@hooks.may_attack.rule("AS-BAT-104", part=hooks.ABLE, when=WIND, types="CI")
def moved_in_a_moderate_gale(attack: Attack) -> Refusal | None:
    return _moved_instead(attack, moderate_gale_loss(attack.battle, attack.attacker), "AS-BAT-104")


def strong_gale_loss(battle: Battle, unit: Unit) -> float:
    if not unit.card.is_infantry or not _blows(battle, unit, 3):
        return 0.0
    return 2.0 if unit.card.is_battle_armor else 4.0


@hooks.move_now.rule("AS-BAT-105", part=Move.CHANGED, when=WIND, types=("CI", "BA"))
def strong_gale(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """Battle armor loses 2 inches, other infantry 4."""
    return _slowed(battle, strong_gale_loss(battle, unit), "AS-BAT-105")


@hooks.may_attack.rule("AS-BAT-105", part=hooks.ABLE, when=WIND, types=("CI", "BA"))
def moved_in_a_strong_gale(attack: Attack) -> Refusal | None:
    return _moved_instead(attack, strong_gale_loss(attack.battle, attack.attacker), "AS-BAT-105")


@hooks.move_now.rule("AS-BAT-105", part=Move.CHANGED, when=WIND, types="SV")
def airships_labour(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """An airship loses a point of Thrust."""
    if mode != "thrust" or not is_airship(unit) or not _blows(battle, unit, 3):
        return None
    return Cost(NAMES[3], -1.0, "AS-BAT-105")


def is_airship(unit: Unit) -> bool:
    return unit.card.move.primary == "i"


@rules.rule("AS-BAT-105")
def airships_come_down(battle: Battle) -> None:
    """One that has no Thrust left against a strong gale crashes."""
    for unit in list(battle.on_table()):
        if is_airship(unit) and unit.airborne and _blows(battle, unit, 3) and not current_move(battle, unit, "thrust"):
            crash(battle, unit, "AS-BAT-105")


@hooks.battle_opens.rule("AS-BAT-105", part=2, when=WIND, types="SV")
def airships_in_the_first_wind(battle: Battle) -> None:
    airships_come_down(battle)


@hooks.move_now.rule("AS-BAT-106", part=Move.CHANGED, when=WIND, types="BA")
def storm(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """Battle armor loses 2 inches."""
    return _slowed(battle, storm_loss(battle, unit), "AS-BAT-106")


@hooks.move_now.seeing("AS-BAT-106", part=Move.BLOWN, when=WIND, types="CI")
def crawls_through_the_storm(battle: Battle, unit: Unit, mode: str, so_far: SoFar) -> Cost | None:
    """Other infantry has 2 inches, whatever its Move."""
    if not unit.card.is_conventional_infantry or not _blows(battle, unit, STRONGEST):
        return None
    return Cost(NAMES[STRONGEST], so_far.instead(CHOICE), "AS-BAT-106")


def storm_loss(battle: Battle, unit: Unit) -> float:
    return 2.0 if unit.card.is_battle_armor and _blows(battle, unit, STRONGEST) else 0.0


@hooks.may_attack.rule("AS-BAT-106", part=hooks.ABLE, when=WIND, types=("CI", "BA"))
def nobody_stands_in_a_storm(attack: Attack) -> Refusal | None:
    """Conventional infantry makes no attacks at all."""
    battle, unit = attack.battle, attack.attacker
    if unit.card.is_conventional_infantry and _blows(battle, unit, STRONGEST):
        text = f"in a storm {unit.id} cannot attack: infantry may move 2 inches, or wait for it in a building"
        return Refusal("wind", text, "AS-BAT-106")
    return _moved_instead(attack, storm_loss(battle, unit), "AS-BAT-106")


@hooks.end_phase.rule("AS-BAT-106", part=hooks.EXPOSURE, when=WIND, types=("CI", "SV"))
def storm_hurts(battle: Battle) -> bool | None:
    """Airships and conventional infantry out in a storm take a point every turn."""
    out = [unit for unit in battle.on_table() if unit.card.is_conventional_infantry or is_airship(unit)]
    caught = [unit.id for unit in out if _blows(battle, unit, STRONGEST)]
    for name in caught:
        hurt(battle, name, 1, STORM.itself)
    return bool(caught) or None


# -- to hit ---------------------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-BAT-105", part=hooks.OTHER, when=WIND)
def shots_in_a_strong_gale(attack: Attack) -> Modifier | None:
    """Whoever attacks, and whatever with."""
    if not _blows(attack.battle, attack.platform, 3):
        return None
    return modifier(NAMES[3], to_hit(attack, "wind force 3"), "AS-BAT-105")


@hooks.to_hit.rule("AS-BAT-106", part=hooks.OTHER, when=WIND)
def shots_in_a_storm(attack: Attack) -> Modifier | None:
    if not _blows(attack.battle, attack.platform, STRONGEST):
        return None
    return modifier(NAMES[STRONGEST], to_hit(attack, "wind force 4"), "AS-BAT-106")
