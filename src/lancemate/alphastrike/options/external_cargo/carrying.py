"""Under a load (pp. 163-164): slower, with no hands for anything else, and what falls on the load instead."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.move_value import usual_tmm
from lancemate.alphastrike.damage.damage import Hit, split
from lancemate.alphastrike.movement.entering import SPILLED
from lancemate.alphastrike.options.external_cargo.loads import hauled, hurt_thing, load_of, put_down, thing
from lancemate.alphastrike.options.external_cargo.sizes import CARGO, Load
from lancemate.alphastrike.play.events import DieRolled, Exited
from lancemate.alphastrike.play.explain import Cost, Modifier
from lancemate.alphastrike.play.state import CARRIED
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.play.traits import ATTACK, OWN
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Move, Tmm
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.damage import Hit
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.tally import SoFar

SHARES: Final = rules.table("AS-OPT-408", {"light": 2 / 3, "heavy": 1 / 2, "bulky": 1.0})


# -- moving ---------------------------------------------------------------------------------------------------


def loaded(battle: Battle, unit: Unit, inches: float) -> float:
    """What a load leaves of a Move."""
    name = hauled.of(unit)
    return inches if name is None else move_under(battle, unit, inches, load_of(battle, name, unit))


@rules.rule("AS-OPT-408", otherwise=lambda battle, unit, inches, load: inches)
def move_under(battle: Battle, unit: Unit, inches: float, load: Load) -> float:
    """Two thirds with up to a quarter of one's Size, half with more, an inch with anything bulky."""
    row = SHARES.of(battle)
    if load.bulk is not None:
        return min(inches, row["bulky"])
    for hook in battle.hooks[hooks.slowed_less]:
        less = hook(battle, unit, unit.card.size - (load.size or unit.card.size))
        if less is not None:
            return max(0.0, inches - less)
    light = load.size is not None and load.size <= max(1, unit.card.size // 4)
    return float(floor(inches * row["light" if light else "heavy"] + TINY))


@hooks.move_now.seeing("AS-OPT-408", part=Move.LOADED, when=CARGO)
def slowed_by_its_load(battle: Battle, unit: Unit, mode: str, so_far: SoFar) -> Cost | None:
    name = hauled.of(unit) if unit.notes else None
    whole = so_far.total
    if name is None or whole <= 0:
        return None
    left = 0.0 if mode == "jump" else loaded(battle, unit, whole)
    return Cost(f"Carrying {name}", left - whole, "AS-OPT-408") if left != whole else None


@hooks.tmm.seeing("AS-OPT-408", part=Tmm.LOADED, when=CARGO)
def easier_to_hit(battle: Battle, unit: Unit, so_far: SoFar) -> Modifier | None:
    """The TMM follows the Move that is left."""
    if not unit.notes or hauled.of(unit) is None:
        return None
    change = so_far.instead(usual_tmm(battle, current_move(battle, unit)))
    return Modifier(f"Carrying {hauled.of(unit)}", int(change), "AS-OPT-408") if change < 0 else None


@hooks.may_move.rule("AS-OPT-408", part=-2, kinds="jump", when=CARGO)
def no_jumps(m: Movement) -> Refusal | None:
    name = hauled.of(m.unit)
    if name is None:
        return None
    return Refusal("carries", f"{m.unit.id} carries {name} and cannot jump: it walks, or drops it", "AS-OPT-408")


@hooks.may_attack.rule("AS-OPT-410", part=hooks.ABLE, when=CARGO)
def hands_full(attack: Attack) -> Refusal | None:
    """No attack of any kind but to throw it."""
    name = hauled.of(attack.attacker)
    if name is None or attack.kind == "throw":
        return None
    return Refusal("carries", f"{attack.attacker.id} carries {name}: it may throw it, or drop it first", "AS-OPT-410")


@hooks.may_attack.rule("AS-OPT-410", part=hooks.CARRIED, when=CARGO)
def in_somebodys_hands(attack: Attack) -> Refusal | None:
    """Nor does anything attack that is carried itself, or is attacked but through its carrier."""
    held = next((one for one in (attack.attacker, attack.target) if one is not None and one.place == CARRIED), None)
    if held is None:
        return None
    return Refusal("carried", f"{held.id} is carried: it takes no part until it is put down", "AS-OPT-410")


# -- being hit ------------------------------------------------------------------------------------------------


@hooks.hit_shared.rule("AS-OPT-411", when=CARGO)
def falls_on_the_load(battle: Battle, hit: Hit) -> tuple[Hit, ...] | None:
    """So many points as a die shows go to the cargo, the rest to whoever carries it."""
    unit = battle.units[hit.unit]
    name = hauled.of(unit) if unit.notes else None
    if name is None or ATTACK not in hit.source.traits or OWN in hit.source.traits or hit.points <= 0:
        return None
    die = battle.roll(1)
    share = min(die[0], hit.points)
    battle.emit(DieRolled(unit.id, f"how much falls on {name}", die, f"{share} of {hit.points}", "AS-OPT-411"))
    mine, the_load = split(hit, share, name)
    if thing(battle, name) is not None:
        hurt_thing(battle, name, share, "AS-OPT-411")
        return (mine,)
    return mine, the_load


@hooks.may_end.rule("AS-OPT-400", when=CARGO)
def stays_down_with_it(m: Movement) -> Refusal | None:
    """Under a load only VTOLs take off; whoever else is in the air has come down before it took one up."""
    if not m.airborne or m.unit.airborne or m.unit.card.move.primary == "v" or m.command.drop is not None:
        return None
    name = hauled.of(m.unit)
    if name is None:
        return None
    text = f"{m.unit.id} carries {name}: in the air VTOLs alone do; drop it first"
    return Refusal("cannot_carry", text, "AS-OPT-400")


# -- the end of a carrier -------------------------------------------------------------------------------------


@hooks.unit_destroyed.rule("AS-OPT-411", when=CARGO)
def left_where_it_fell(battle: Battle, unit: Unit) -> None:
    """What a unit carried lies where it was destroyed; who was destroyed in its hands is out of them."""
    if hauled.of(unit) is not None:
        put_down(battle, unit, unit.at, "where it fell", "AS-OPT-411", SPILLED)
    for other in battle.units.values():
        if other.notes and hauled.of(other) == unit.id:
            hauled.end(battle, other)


@hooks.unit_exited.rule("AS-OPT-411", when=CARGO)
def taken_along(battle: Battle, unit: Unit, edge: str) -> None:
    """Whoever leaves the table takes its load along."""
    name = hauled.of(unit)
    if name is not None and name in battle.units:
        battle.emit(Exited(name, edge, "AS-OPT-411"))
