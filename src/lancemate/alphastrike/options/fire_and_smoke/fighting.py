"""Putting fires out (p. 167): by infantry with spades, by blasts, and by leaving them nothing to burn.

Firefighters by trade (FF) are an ability of their own (abilities/firefighters.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.firefighters import CODE, fights, why_no_hoses, why_not_fight
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.combat.instead import why_not_now
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.measure.contact import meets
from lancemate.alphastrike.options.fire_and_smoke.areas import BURNS, FIRE, fire_at, fires, middle_of, put_out
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import DieRolled
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.phases import COMBAT
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.conversion import Ground, convertible, erode, row_of
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.area import Shock
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.reckoning import Settled
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

SPADES: Final = rules.table("AS-OPT-455", {"target": 10, "each more": 1})
BLAST: Final = rules.table("AS-OPT-454", {"points": 4})
CONTACT: Final = 0.05  # inches that still count as base to base


# -- infantry -------------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-455", when=FIRE, replaces=why_not_fight)
def why_not_fight_here(battle: Battle, unit: Unit, what: str | None) -> Refusal | None:
    """Infantry in contact with a fire may fight it in the place of its attack; who has the gear, from farther away."""
    if unit.has(CODE) or not unit.card.is_infantry:
        return why_no_hoses(battle, unit, what)
    refusal = why_not_now(battle, unit, "AS-OPT-455")
    if refusal is not None:
        return refusal
    if fights.of(unit) is not None:
        return Refusal("already_acted", f"{unit.id} fights {fights.of(unit)} already", "AS-OPT-455")
    fire = battle.table.by_id.get(what or "")
    if fire is None or fire.kind != BURNS:
        return Refusal("no_fire", f"{what} is no fire: name one that burns", "AS-OPT-455")
    if not meets(battle, unit, fire):
        return Refusal("out_of_range", f"{unit.id} is not in contact with {fire.id}: move up to it", "AS-OPT-455")
    return None


@hooks.may_attack.rule("AS-OPT-455", part=hooks.SLOT, when=FIRE)
def spades_in_hand(attack: Attack) -> Refusal | None:
    if fights.of(attack.attacker) is None:
        return None
    return Refusal("already_acted", f"{attack.attacker.id} fights a fire this turn and nobody else", "AS-OPT-455")


@hooks.offers.rule("AS-OPT-455", when=FIRE)
def fires_in_contact(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if not unit.card.is_infantry or unit.has(CODE) or not unit.on_table:
        return None
    if battle.state.phase != COMBAT or battle.state.to_act != unit.side:
        return None
    near = [one.id for one in fires(battle) if why_not_fight(battle, unit, one.id) is None]
    return tuple(offer(orders.Act(unit.id, "fight_fire", name), f"Fight {name}", "AS-OPT-455") for name in near)


@hooks.end_phase.rule("AS-OPT-455", part=hooks.HOSES, when=FIRE)
def spades_put_fires_out(battle: Battle) -> bool | None:
    """One roll for each fire that infantry fights alone, better with every platoon more."""
    fought = None
    for fire in fires(battle):
        crew = [unit for unit in battle.on_table() if fights.of(unit) == fire.id]
        if crew and not any(unit.has(CODE) for unit in crew):
            _dig(battle, fire.id, crew)
            fought = True
    return fought


def _dig(battle: Battle, name: str, crew: list[Unit]) -> None:
    row = SPADES.of(battle)
    more = row["each more"] * (len(crew) - 1)
    roll = battle.roll(2, lambda dice: dice_sum(battle, dice) + more >= row["target"])
    out = dice_sum(battle, roll) + more >= row["target"]
    purpose = f"fighting {name}, on {row['target'] - more} or more"
    battle.emit(DieRolled(crew[0].id, purpose, roll, "it is out" if out else "it burns on", "AS-OPT-455"))
    if out:
        put_out(battle, name, "AS-OPT-455")


# -- blasts and shots -----------------------------------------------------------------------------------------


@hooks.ground_struck.rule("AS-OPT-454", part=-1, when=FIRE)
def blown_out(battle: Battle, shock: Shock) -> None:
    """Four points or more put out the fires under them; infernos put out nothing."""
    strong = [radius for radius, points in shock.rings if points >= BLAST.of(battle)["points"]]
    if not strong or shock.inferno:
        return
    for fire in fires(battle):
        if within(battle, middle_of(fire), shock.at, max(strong)):
            put_out(battle, fire.id, "AS-OPT-454")


@hooks.fires_at_ground.rule("AS-OPT-456", when=FIRE)
def at_what_burns(battle: Battle, unit: Unit) -> bool:
    """The ground may be shot at, to light it or to leave a fire nothing to burn."""
    return True


@hooks.ground_hit.rule("AS-OPT-456", when=FIRE)
def fuel_is_destroyed(attack: Attack, settled: Settled) -> None:
    """Shots at what burns use it up; where ground is converted by shots anyway, they have done so."""
    battle = attack.battle
    fire = fire_at(battle, attack.aim[0])
    if fire is None or settled.damage <= 0 or "terrain_conversion" in battle.options:
        return
    fuel = convertible(battle, battle.table.features_at(*middle_of(fire)))
    if fuel is not None:
        erode(battle, middle_of(fire), settled.damage, "AS-OPT-456", Ground(fuel, row_of(fuel)))
