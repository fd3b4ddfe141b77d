"""Earthquakes (p. 62): when the ground shakes, how hard, and the fissures that open under units and buildings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum, round_down
from lancemate.alphastrike.combat.area import radius_of
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import hurt
from lancemate.alphastrike.environment.events import QuakeComing
from lancemate.alphastrike.environment.notes import agreed, quake, quake_now
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.play.conditions import QUAKES
from lancemate.alphastrike.play.events import DieRolled, InitiativeRolled
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.phases import INITIATIVE
from lancemate.alphastrike.play.traits import FALL, NATURE
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.becoming import FLOODS, LIQUID, SHEET, SPLITS, become, layer_of, sink
from lancemate.alphastrike.terrain.ground import piece
from lancemate.alphastrike.urban.buildings import BUILT, row_of, structures
from lancemate.alphastrike.urban.collapse import bring_down, come_down, damage_feature
from lancemate.field.shapes import Circle

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

OCCURS: Final = 12  # on 2D6
STRENGTH: Final = rules.table("AS-BAT-088", {"hurts from": 8, "fissures from": 12})
TEMPLATE: Final = 2
OPENS: Final = 2  # on 2D6
STANDS: Final = 9
EARTHQUAKE: Final = cause("earthquake", "AS-BAT-088", NATURE)
FISSURE: Final = cause("fissure", "AS-BAT-089", FALL, NATURE)
MELTS: Final = {"ice": "water", "magma_crust": "magma_liquid"}  # what there is where a sheet breaks


# -- when -----------------------------------------------------------------------------------------------------


@hooks.battle_opens.rule("AS-BAT-087", part=-8, when=QUAKES)
def has_struck_already(battle: Battle) -> None:
    """A battle that begins after the quake of its turn feels no more of it than that the ground is still moving."""
    given = agreed(battle).earthquake
    after = battle.setup.phase in battle.course.turn and battle.setup.phase != INITIATIVE
    if given is not None and given.turn == battle.setup.turn and after and quake.of(battle.state) is None:
        announce(battle, battle.setup.turn, given.strength)


@hooks.initiative_rolled.rule("AS-BAT-087", when=QUAKES)
def strikes_after_initiative(battle: Battle, rolled: InitiativeRolled) -> None:
    """In its turn, before anybody moves."""
    given = agreed(battle).earthquake
    known = quake.of(battle.state)
    if known is not None and known["turn"] == battle.state.turn and known.get("struck"):
        return  # Initiative was rolled again
    if known is None or known["turn"] != battle.state.turn:
        if given is None or given.turn != battle.state.turn:
            return
        announce(battle, battle.state.turn, given.strength)
    battle.then("quake_strikes")


def announce(battle: Battle, turn: int, strength: int | None, roll: tuple[int, ...] = ()) -> None:
    """Say how strong it is, with two dice where nobody has."""
    dice = battle.roll(2) if strength is None else ()
    battle.emit(QuakeComing(turn, dice_sum(battle, dice) if strength is None else strength, (*roll, *dice)))


@hooks.end_phase.rule("AS-BAT-087", part=hooks.TREMORS, when=QUAKES)
def next_quake(battle: Battle) -> bool | None:
    """Where no turn was named, two dice in every End Phase: on 12 one begins before the next Movement Phase."""
    given = agreed(battle).earthquake
    if given is None or given.turn is not None:
        return None
    roll = battle.roll(2)
    if dice_sum(battle, roll) >= OCCURS:
        announce(battle, battle.state.turn + 1, given.strength, roll)
    else:
        battle.emit(QuakeComing(None, 0, roll))
    return True


# -- how hard -------------------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-BAT-088", part=hooks.OTHER, when=QUAKES)
def shaking(attack: Attack) -> Modifier | None:
    """Every attack is harder by half the strength, rounded down."""
    strength = quake_now(attack.battle)
    return None if strength is None else Modifier("Earthquake", round_down(attack, strength / 2), "AS-BAT-088")


@rules.task("quake_strikes")
def quake_strikes(battle: Battle) -> None:
    strength = quake_now(battle) or 0
    quake.note(battle, None, {"turn": battle.state.turn, "strength": strength, "struck": 1})
    if strength >= STRENGTH.of(battle)["hurts from"]:
        shake(battle)
    if strength >= STRENGTH.of(battle)["fissures from"]:
        fissures(battle)


def on_the_ground(battle: Battle) -> list[Unit]:
    """Units that the ground carries, in the order of the script."""
    return [unit for unit in battle.on_table() if not unit.airborne]


@rules.rule("AS-BAT-088")
def shake(battle: Battle) -> None:
    """A strong quake costs every ground unit a point."""
    for unit in on_the_ground(battle):
        hurt(battle, unit.id, 1, EARTHQUAKE.itself)


# -- fissures -------------------------------------------------------------------------------------------------


@rules.rule("AS-BAT-089")
def fissures(battle: Battle) -> None:
    """Two dice for every ground unit, then for every building: on 2 the ground opens under it."""
    for unit in on_the_ground(battle):
        if unit.on_table and _opens(battle, unit.id):
            open_fissure(battle, unit.at)
    for feature in [one for one in battle.table.features if one.kind in BUILT]:
        if battle.table.by_id.get(feature.id) == feature and _opens(battle, None, feature.id):
            open_fissure(battle, feature.shape.centroid())


def _opens(battle: Battle, unit: str | None, building: str = "") -> bool:
    roll = battle.roll(2)
    opens = dice_sum(battle, roll) <= OPENS
    purpose = f"fissure under {building}" if building else "fissure"
    battle.emit(DieRolled(unit, purpose, roll, "the ground opens" if opens else "the ground holds", "AS-BAT-089"))
    return opens


def open_fissure(battle: Battle, at: Point) -> None:
    """The ground under the template sinks by a die and is rough; whoever is there takes a point."""
    radius = radius_of(battle, TEMPLATE)
    roll = battle.roll(1)
    result = f"{roll[0]} inches"
    battle.emit(DieRolled(None, "depth of the fissure", roll, result, "AS-BAT-089"))
    struck = [unit for unit in on_the_ground(battle) if within(battle, unit, at, radius)]
    standing = [one for one in structures(battle) if one.kind in BUILT]
    buildings = [one for one in standing if within(battle, at, one, radius)]
    ground_sinks(battle, Circle(*at, radius), roll[0])
    for unit in struck:
        come_down(battle, unit, "AS-BAT-089")
    for unit in struck:
        hurt(battle, unit.id, 1, FISSURE.itself)
    for building in buildings:
        shake_building(battle, building)


def ground_sinks(battle: Battle, place: Circle, inches: int) -> None:
    """All that covers the ground there is gone; water and magma, whatever lay over them, run into the fissure."""
    lies = battle.table.features_at(place.x, place.y)
    wet = next((one for one in reversed(lies) if layer_of(one) in (LIQUID, SHEET)), None)
    if wet is not None:
        kind = MELTS.get(wet.kind, wet.kind)
        become(battle, FLOODS, kind, place, "AS-BAT-089", keys={"depth": wet.depth + inches})
        return
    sink(battle, SPLITS, "rough", place, inches, "AS-BAT-089", keys={"role": "hollow"})


@rules.rule("AS-BAT-090")
def shake_building(battle: Battle, building: Feature) -> None:
    """A building over a fissure takes 2D6; one that still stands needs 9 or more with what weight it bears."""
    damage = battle.roll(2)
    points = dice_sum(battle, damage)
    battle.emit(DieRolled(None, f"damage to {building.id}", damage, f"{points} points", "AS-BAT-090"))
    damage_feature(battle, building, points, "AS-BAT-090", FISSURE.itself)
    if piece(battle.table, building.id) != building:
        return
    roll = battle.roll(2)
    stands = dice_sum(battle, roll) + row_of(battle, building).weight >= STANDS
    text = "it stands" if stands else "it falls"
    battle.emit(DieRolled(None, f"whether {building.id} stands, on {STANDS} or more", roll, text, "AS-BAT-090"))
    if not stands:
        bring_down(battle, building, "AS-BAT-090", FISSURE.itself)
