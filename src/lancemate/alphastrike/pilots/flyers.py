"""Pilots of aircraft (pp. 96-101): a steadier hand in the air, more out of one pass, and a wake as a weapon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.altitude import altitude_of, height_of, levels
from lancemate.alphastrike.air.attacks import BOMB, BOMBING
from lancemate.alphastrike.air.control import (
    IN_ATMOSPHERE,
    LANDING,
    UNFIT_AREA,
    UNFIT_LANDING,
    Trim,
    all_in_all,
    come_to_the_end,
    stays_in_hand,
)
from lancemate.alphastrike.air.events import AltitudeLost
from lancemate.alphastrike.air.striking import STRIP
from lancemate.alphastrike.cards.pilot_names import (
    DUST_OFF,
    GOLDEN_GOOSE,
    GROUND_HUGGER,
    MANEUVERING_ACE,
    RIDE_THE_WASH,
    WIND_WALKER,
    piloted,
)
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.measure.strips import strip_length
from lancemate.alphastrike.movement.control import Dice, control_step
from lancemate.alphastrike.movement.entering import ALOFT, put
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events import Passed
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.flight import flies, tails
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.traits import FALL
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import ControlRoll

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.tally import Part, SoFar

WASH: Final = "wash"
UPSET: Final = cause(WASH, "AS-SPA-052", FALL)
BOMBS: Final = (*BOMBING, BOMB)
IN_THE_AIR: Final = ("AS-AER-065", "AS-AER-089")  # lines of a Control Roll that the air and a fight in it add
COMING_DOWN: Final = (LANDING, UNFIT_LANDING)

ACE: Final = rules.table("AS-SPA-042", {"less": 1})
WALKER: Final = rules.table("AS-SPA-073", {"landing": -1})
DUST: Final = rules.table("AS-SPA-026", {"less": 1})
RIDER: Final = rules.table("AS-SPA-052", {"less": 2, "wash": 3, "altitudes": 2})
GOOSE: Final = rules.table("AS-SPA-032", {"strafing or striking": -1, "bombing": -2, "scatter": 2})
HUGGER: Final = rules.table("AS-SPA-033", {"attacks": 2, "shortest strip": 2})

# What a unit has done in this pass: the inches it has strafed, or 0 for each strike.
passes = unit_memory("ground_passes", list[float], default=[], expires="turn", rule="AS-SPA-033")


# -- control (AS-SPA-026, 042, 052, 073): together they take back what the air adds, and no more ------------------


def _of_the_air(part: Part) -> bool:
    return part.rule in IN_THE_AIR


def _of_any_air(part: Part) -> bool:
    """Landings too are harder where there is air."""
    return part.rule in IN_THE_AIR or part.label == IN_ATMOSPHERE


def _of_the_place(part: Part) -> bool:
    return part.label == UNFIT_AREA


@hooks.control_roll.seeing("AS-SPA-042", part=ControlRoll.RELIEVED, when=piloted(MANEUVERING_ACE))
def ace_in_the_air(battle: Battle, unit: Unit, why: str, so_far: SoFar) -> Modifier | None:
    """Half of what the air costs others."""
    if not has(battle, unit, MANEUVERING_ACE):
        return None
    return _less(MANEUVERING_ACE, so_far.take_back(_of_the_air, ACE.of(battle)["less"]), "AS-SPA-042")


@hooks.control_roll.seeing("AS-SPA-052", part=ControlRoll.RELIEVED, when=piloted(RIDE_THE_WASH))
def rides_the_wash(battle: Battle, unit: Unit, why: str, so_far: SoFar) -> Modifier | None:
    """Nothing of it."""
    if not has(battle, unit, RIDE_THE_WASH):
        return None
    return _less(RIDE_THE_WASH, so_far.take_back(_of_the_air, RIDER.of(battle)["less"]), "AS-SPA-052")


@hooks.control_roll.seeing("AS-SPA-073", part=ControlRoll.RELIEVED, when=piloted(WIND_WALKER))
def wind_walker(battle: Battle, unit: Unit, why: str, so_far: SoFar) -> Modifier | None:
    """Nothing of it, and on landings a little less than that."""
    if not has(battle, unit, WIND_WALKER):
        return None
    more = WALKER.of(battle)["landing"] if why in COMING_DOWN else 0
    return _less(WIND_WALKER, so_far.take_back(_of_any_air) + more, "AS-SPA-073")


@hooks.control_roll.seeing("AS-SPA-026", part=ControlRoll.RELIEVED, when=piloted(DUST_OFF))
def dusts_off(battle: Battle, unit: Unit, why: str, so_far: SoFar) -> Modifier | None:
    """Half of what a place costs that is no landing area; what is in the way there hurts all the same."""
    if not has(battle, unit, DUST_OFF):
        return None
    return _less(DUST_OFF, so_far.take_back(_of_the_place, DUST.of(battle)["less"]), "AS-SPA-026")


def _less(pilot: str, back: float, by: str) -> Modifier | None:
    return Modifier(pilot, int(back), by) if back else None


# -- Golden Goose ---------------------------------------------------------------------------------------------


@hooks.to_hit.rule(
    "AS-SPA-032", part=hooks.OTHER, traits=trait.FROM_ABOVE, but=trait.DEVICE, when=piloted(GOLDEN_GOOSE)
)
def golden_goose(attack: Attack) -> Modifier | None:
    if not has(attack.battle, attack.attacker, GOLDEN_GOOSE):
        return None
    row = GOOSE.of(attack)["bombing" if trait.AREA in attack.traits else "strafing or striking"]
    return Modifier(GOLDEN_GOOSE, row, "AS-SPA-032")


@hooks.steady_bombs.rule("AS-SPA-032", when=piloted(GOLDEN_GOOSE))
def eggs_fall_close(attack: Attack) -> float:
    """A bomb that misses comes down 2 inches nearer."""
    return float(GOOSE.of(attack)["scatter"]) if has(attack.battle, attack.attacker, GOLDEN_GOOSE) else 0.0


# -- Ground-Hugger --------------------------------------------------------------------------------------------


def is_pass(attack: Attack) -> bool:
    """All its weapons at the ground below the path of a craft in flight."""
    return attack.traits.issuperset((trait.AERIAL, trait.ALL_WEAPONS))


@hooks.one_pass_more.rule("AS-SPA-033", when=piloted(GROUND_HUGGER))
def ground_hugger(attack: Attack) -> bool:
    """Two strikes in one pass, or two strips of one strafing run."""
    unit, done = attack.attacker, passes.of(attack.attacker)
    if len(done) != 1 or not has(attack.battle, unit, GROUND_HUGGER):
        return False
    if not is_pass(attack):
        return False
    if trait.STRAFING not in attack.traits:
        return done[0] == 0
    least = HUGGER.of(attack)["shortest strip"]
    return 0 < done[0] <= STRIP.of(attack)["length"] - least


@hooks.strip_lengths.rule("AS-SPA-033", when=piloted(GROUND_HUGGER))
def strips_in_two(attack: Attack) -> tuple[float, float] | None:
    """Each at least 2 inches long, together 10."""
    if not has(attack.battle, attack.attacker, GROUND_HUGGER):
        return None
    return float(HUGGER.of(attack)["shortest strip"]), STRIP.of(attack)["length"] - sum(passes.of(attack.attacker))


@hooks.attack_begins.rule("AS-SPA-033", part=-1, when=piloted(GROUND_HUGGER))
def counts_the_pass(attack: Attack) -> bool:
    unit, target = attack.attacker, attack.command.target
    if is_pass(attack) and has(attack.battle, unit, GROUND_HUGGER):
        line = target.line if isinstance(target, orders.LineTarget) else None
        inches = strip_length(attack.battle.table, line) if line is not None else 0.0
        passes.remember(attack.battle, unit, [*passes.of(unit), round(inches, 4)])
    return False


# -- Ride the Wash --------------------------------------------------------------------------------------------


@hooks.attack_choices.rule("AS-SPA-052", traits=trait.SHOT, when=piloted(RIDE_THE_WASH))
def may_ride_it(attack: Attack) -> Choice | None:
    """A fighter in the air may give up its fire, should it come to be on the tail at short range."""
    unit, target = attack.attacker, attack.target
    if target is None or unit.card.type not in ("AF", "CF") or not flies(unit) or not flies(target):
        return None
    if not has(attack.battle, unit, RIDE_THE_WASH):
        return None
    label = f"{RIDE_THE_WASH}: on its tail at short range, upset it instead of firing"
    return Choice("abilities", label, "flag", "AS-SPA-052", among=(RIDE_THE_WASH,))


@hooks.instead_of_fire.rule("AS-SPA-052", when=piloted(RIDE_THE_WASH))
def washes_over(attack: Attack) -> bool:
    """The target keeps control once more, or falls two altitudes; from the two lowest into the ground."""
    battle, unit, target = attack.battle, attack.attacker, attack.target
    if target is None or RIDE_THE_WASH not in attack.command.abilities or attack.bracket != "S":
        return False
    if not tails(battle.state, unit.id, target.id):
        return False
    battle.emit(Passed(unit.id, battle.state.phase, rule="AS-SPA-052"))
    control_step(battle, target, "ride_out_the_wash", unit=target.id)
    return True


@rules.task("ride_out_the_wash")
def ride_out_the_wash(battle: Battle, unit: str, roll: Dice = (), choice: str = "") -> None:
    target = battle.units[unit]
    parts = [Modifier("Skill", target.skill, "AS-AER-012")]
    parts.append(Modifier("In the wash", RIDER.of(battle)["wash"], "AS-SPA-052"))
    trim = Trim(target, WASH, all_in_all(battle, target, WASH, parts), "AS-SPA-052")
    if stays_in_hand(battle, trim, roll, choice, "ride_out_the_wash", unit=unit) is not False:
        return
    known = levels(battle)
    lower = known.index(altitude_of(target)) - RIDER.of(battle)["altitudes"]
    if lower < 0:
        come_to_the_end(battle, target)
        doom(
            battle, target, "it was upset and crashed", "AS-SPA-052", UPSET.of(battle.opponent(target.side)), wait=False
        )
        return
    put(battle, AltitudeLost(target.id, known[lower], height_of(battle, known[lower]), False, "AS-SPA-052"), ALOFT)
