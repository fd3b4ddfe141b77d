"""Jump troops (p. 22): soldiers with packs fly over whatever is in their way."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import GRENADE
from lancemate.battletroops.combat.aim import Aim, shoot
from lancemate.battletroops.combat.kinds import AimKind
from lancemate.battletroops.combat.reaction import come_to
from lancemate.battletroops.combat.scatter import falls_down_stairs, goes_astray, meant, put_down
from lancemate.battletroops.damage.causes import FALL, cause
from lancemate.battletroops.damage.wounds import wound
from lancemate.battletroops.movement.activation import activate
from lancemate.battletroops.movement.allowance import allowance, cannot_pay
from lancemate.battletroops.movement.arriving import ENTERS, MOVES, TOUCHES, arrive, way
from lancemate.battletroops.movement.costs import step_cost
from lancemate.battletroops.movement.plan import Plan, Stride, left_to, plan_move, spelled_out, standing_on
from lancemate.battletroops.options.exchange import beside
from lancemate.battletroops.play.events import Stepped, Thrown
from lancemate.battletroops.play.orders import Act, Move, Offer
from lancemate.battletroops.play.state import State
from lancemate.battletroops.play.traits import BLOW, DROPPED, MAN, PERSON, PLACE
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import Place
from lancemate.field.lattice import STEPS, Dot, distance, neighbour
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.events import event
from lancemate.kernel.explain import Cost, Modifier
from lancemate.kernel.naming import RuleId, UnitId
from lancemate.kernel.offers import offer

if TYPE_CHECKING:
    from lancemate.battletroops.damage.wounds import Harm
    from lancemate.battletroops.movement.plan import Left
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit
    from lancemate.field.lattice_map import Step

JUMP: Final = rules.option("jump_troops", "BT-OPT-029", "soldiers with jump packs")
FLY, LAND, DROP = "fly", "land", "drop"
FLEW: Final = way("flew over", "BT-OPT-029", MOVES)
LANDED: Final = way("landed", "BT-OPT-029", ENTERS, TOUCHES, MOVES)
SHOT_DOWN: Final = way("was shot down", "BT-OPT-032", ENTERS, TOUCHES)
FALLS: Final = cause("jump pack", "fall", "BT-OPT-032", FALL)
NUMBERS = rules.table(
    "BT-OPT-029",
    {"activation": 3, "least": 6, "most": 16, "weight": -2, "drop": 1, "drop_number": 8, "don": 5, "fall": 5},
)


@event
class Landed:
    type: ClassVar[str] = "landed"
    unit: UnitId
    elevation: int
    rule: RuleId = "BT-OPT-029"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.elevation, unit.airborne = self.elevation, False


@event
class TookOff:
    type: ClassVar[str] = "took_off"
    unit: UnitId
    rule: RuleId = "BT-OPT-029"

    def apply(self, state: State) -> None:
        state.units[self.unit].airborne = True


@event
class PackChanged:
    """A jump pack is put on or taken off."""

    type: ClassVar[str] = "jump_pack"
    unit: UnitId
    of: UnitId
    on: bool
    cost: int
    rule: RuleId = "BT-OPT-034"

    def apply(self, state: State) -> None:
        if state.acting == self.unit:
            state.mp_left -= self.cost
        other = state.units[self.of]
        other.jump_pack, other.spare_pack = self.on, not self.on


@hooks.allowance.rule("BT-OPT-028", when=JUMP)
def the_pack_weighs(battle: Battle, unit: Unit) -> Cost | None:
    """Whoever wears one has less to spend."""
    return Cost("Jump pack", NUMBERS.of(battle)["weight"], "BT-OPT-028") if unit.jump_pack else None


# -- the flight -----------------------------------------------------------------------------------------------------


def surface(battle: Battle, at: Dot) -> int:
    """The level of what is below at a dot: a roof, or the ground."""
    building = battle.map.building(at)
    return battle.map.ground(at) if building is None else battle.map.roof(building)


@hooks.modes.entry("jump")
def lay_out_jump(battle: Battle, plan: Plan) -> Refusal | None:
    """A flight over a row of dots; the last of them is where he lands."""
    unit, table = plan.unit, NUMBERS.of(battle)
    refusal = why_not_jump(battle, unit) or not_indoors(battle, plan)
    if refusal is not None:
        return refusal
    row = tuple(spelled_out(plan.command.path, unit.at))
    at = unit.at
    step = out_of_a_window(battle, unit, row)
    if step is not None and isinstance(row[0], tuple):
        at, price, row = row[0], step_cost(battle, step), row[1:]
        plan.strides.append(Stride(FLY, at, surface(battle, at) + 1, int(price.value), (price,)))
    before = len(plan.strides)
    cost: int = table["activation"]
    parts: tuple[Cost, ...] = (Cost("jump", cost, "BT-OPT-029"),)
    for part in row:
        if not isinstance(part, tuple) or not battle.map.inside(part) or distance(at, part) != 1:
            return Refusal("not_adjacent", f"{part} is not the next dot of a flight", "BT-MOV-002")
        at = part
        plan.strides.append(Stride(FLY, at, surface(battle, at) + 1, cost, parts))
        cost, parts = 0, ()
        if plan.command.drop == at:
            plan.strides.append(Stride(DROP, at, surface(battle, at) + 1, 0))
            plan.more_cost = table["drop"]
    refusal = flight_length(battle, len([one for one in plan.strides[before:] if one.what == FLY]))
    if refusal is None and plan.command.drop is not None:
        refusal = why_not_drop(battle, plan)
    plan.strides.append(Stride(LAND, at, surface(battle, at), 0))
    return refusal


@rules.rule("BT-OPT-029", otherwise=None)
def why_not_jump(battle: Battle, unit: Unit) -> Refusal | None:
    """He wears a pack, has not used it this turn, and stands; he walks only to where he may take off."""
    if JUMP not in battle.options or not unit.jump_pack:
        return Refusal("no_jump_pack", f"{unit.id} wears no jump pack", "BT-OPT-029")
    if unit.moved == "jump":
        return Refusal("has_jumped", f"{unit.id} has jumped in this turn", "BT-OPT-029")
    if unit.prone:
        return Refusal("prone", f"{unit.id} lies: he must stand up to jump", "BT-OPT-029")
    if battle.state.acting == unit.id and battle.state.afoot:
        return Refusal("has_walked", f"{unit.id} has walked, and flies rather than walks", "BT-OPT-029")
    return None


@hooks.may_move.rule("BT-OPT-029", when=JUMP)
def lands_for_good(battle: Battle, plan: Plan) -> Refusal | None:
    """Whoever has flown does not walk on in the same turn."""
    unit = plan.unit
    if unit.moved != "jump" or not unit.is_soldier or not plan.leaves:
        return None
    return Refusal("has_jumped", f"{unit.id} has jumped, and walks no more in this turn", "BT-OPT-029")


@rules.rule("BT-OPT-029", otherwise=None)
def flight_length(battle: Battle, dots: int) -> Refusal | None:
    """Six dots at least, sixteen at most."""
    table = NUMBERS.of(battle)
    if table["least"] <= dots <= table["most"]:
        return None
    text = f"a flight is {table['least']} to {table['most']} dots long, not {dots}"
    return Refusal("flight_length", text, "BT-OPT-029")


@rules.rule("BT-OPT-030", otherwise=None)
def not_indoors(battle: Battle, plan: Plan) -> Refusal | None:
    """Not inside a building; out of a window, or off a roof, he may."""
    unit = plan.unit
    if not battle.map.is_indoors(unit.at, unit.elevation):
        return None
    if out_of_a_window(battle, unit, tuple(spelled_out(plan.command.path, unit.at))) is not None:
        return None
    return Refusal(
        "indoors", f"{unit.id} is inside a building: he jumps from a window, a roof or outside", "BT-OPT-030"
    )


@rules.rule("BT-OPT-030", otherwise=None)
def out_of_a_window(battle: Battle, unit: Unit, row: tuple[Dot | str, ...]) -> Step | None:
    """The step through it that comes before the flight; he pays for it as for any other."""
    first = row[0] if row else None
    if not isinstance(first, tuple) or distance(unit.at, first) != 1:
        return None
    if not battle.map.is_indoors(unit.at, unit.elevation) or battle.map.is_indoors(first, unit.elevation):
        return None
    step = battle.map.step(unit.at, first, unit.elevation)
    return step if step.wall is None and "window" in step.kinds else None


@hooks.strides.entry(FLY)
def fly(battle: Battle, unit: Unit, stride: Stride) -> None:
    """One dot of the flight; he may be shot at."""
    if not unit.airborne:
        battle.emit(TookOff(unit.id))
    battle.emit(Stepped(unit.id, stride.at, stride.elevation, stride.cost, stride.parts, "jump"))
    come_to(battle, unit, FLEW)


@hooks.strides.entry(LAND)
def land(battle: Battle, unit: Unit, stride: Stride) -> None:
    battle.emit(Landed(unit.id, stride.elevation))
    arrive(battle, unit, LANDED)


@hooks.to_hit.rule("BT-OPT-031", part=hooks.OTHER, traits=PERSON, but=BLOW, when=JUMP)
def in_flight(aim: Aim) -> Modifier | None:
    """A man in the air is harder to hit."""
    return Modifier("Target in flight", 2, "BT-OPT-031") if aim.whom.airborne else None


@hooks.unseats.rule("BT-OPT-032", when=JUMP)
def comes_down(battle: Battle, harm: Harm) -> None:
    """A hit that knocks him down brings him down where he is; out of his senses he falls, and is hurt once more."""
    unit = harm.unit
    if not unit.airborne or (not harm.down and unit.conscious):
        return
    battle.emit(Landed(unit.id, surface(battle, unit.at), "BT-OPT-032"))
    free = _free_near(battle, unit)
    harm.came, harm.left = SHOT_DOWN, None if free is None else (free, unit.elevation)
    if not unit.conscious and not unit.dead:
        wound(battle, unit, FALLS, NUMBERS.of(battle)["fall"])


def _free_near(battle: Battle, unit: Unit) -> Dot | None:
    """The nearest dot at his level where nobody stands, as the scatter diagram numbers its directions."""
    around = (neighbour(unit.at, direction, far) for far in (1, 2, 3) for direction in STEPS)
    level = unit.elevation
    for at in around:
        if battle.map.inside(at) and surface(battle, at) == level and standing_on(battle, at, level, unit) is None:
            return at
    return None


# -- grenades from the air ------------------------------------------------------------------------------------------


@rules.rule("BT-OPT-033", otherwise=None)
def why_not_drop(battle: Battle, plan: Plan) -> Refusal | None:
    """One that was prepared before take-off, on a dot that he passes over."""
    unit = plan.unit
    if not any(one.what == DROP for one in plan.strides):
        return Refusal("not_on_the_way", f"{list(plan.command.drop or ())} is not on the way", "BT-OPT-033")
    if unit.prepared != GRENADE or not unit.grenades:
        return Refusal("not_prepared", f"{unit.id} has prepared no grenade", "BT-OPT-033")
    at = plan.command.drop or unit.at
    return dropped(battle, unit, at).refusal


def tell_drop(aim: Aim, roll: tuple[int, ...], hit: bool) -> None:
    end, number, parts = aim.end, aim.needs, aim.modifiers
    event = Thrown(aim.shooter.id, GRENADE, end.at, end.elevation, 1, aim.cost, number, parts, roll, hit, DROP)
    aim.battle.emit(event)


def _drops(aim: Aim, left: Left | None) -> None:
    put_down(aim, falls_down_stairs(aim.battle, meant(aim)), GRENADE)


def _drifts(aim: Aim) -> None:
    goes_astray(aim, None, GRENADE)


FROM_THE_AIR: Final = hooks.aim_kinds.add(
    DROP, AimKind(DROP, frozenset((MAN, PLACE, DROPPED)), tell_drop, _drops, _drifts)
)


@hooks.to_hit.rule("BT-OPT-033", part=hooks.BASE, kinds=DROP, when=JUMP)
def drop_number(aim: Aim) -> Modifier | None:
    """Eight, and his wounds."""
    return Modifier("Dropped from the air", NUMBERS.of(aim)["drop_number"], "BT-OPT-033")


@hooks.strides.entry(DROP)
def drop(battle: Battle, unit: Unit, stride: Stride) -> None:
    """A grenade straight down; a miss scatters as any."""
    shoot(dropped(battle, unit, stride.at))


def dropped(battle: Battle, unit: Unit, at: Dot) -> Aim:
    """A grenade let fall onto a dot."""
    end, cost = Place(at, surface(battle, at)), NUMBERS.of(battle)["drop"]
    return Aim(battle, FROM_THE_AIR, unit, GRENADE, None, end, cost=cost)


# -- packs ----------------------------------------------------------------------------------------------------------


def _change(battle: Battle, unit: Unit, command: Act, *, on: bool) -> None:
    other = unit if command.what is None else battle.unit(str(command.what))
    refusal = why_not_change(battle, unit, other, on=on)
    if refusal is not None:
        raise Refused(refusal)
    activate(battle, unit)
    battle.emit(PackChanged(unit.id, other.id, on, NUMBERS.of(battle)["don"]))


@rules.rule("BT-OPT-034", otherwise=None)
def why_not_change(battle: Battle, unit: Unit, other: Unit, *, on: bool) -> Refusal | None:
    """One's own pack, or that of somebody next to him."""
    if JUMP not in battle.options or (other is not unit and not beside(battle, unit, other)):
        return Refusal("not_adjacent", f"{other.id} is not next to {unit.id}", "BT-OPT-034")
    if other.conscious and other.side != unit.side:
        return Refusal("enemy", f"{other.id} is an enemy in his senses", "BT-OPT-034")
    if on and (other.jump_pack or not other.spare_pack):
        return Refusal("no_jump_pack", f"{other.id} has no jump pack to put on", "BT-OPT-034")
    if not on and not other.jump_pack:
        return Refusal("no_jump_pack", f"{other.id} wears no jump pack", "BT-OPT-034")
    cost = NUMBERS.of(battle)["don"]
    return does_it_himself(battle, unit, other, cost) or cannot_pay(
        battle, left_to(battle, unit), cost, "changing a jump pack"
    )


@rules.rule("BT-OPT-034", otherwise=None)
def does_it_himself(battle: Battle, unit: Unit, other: Unit, cost: int) -> Refusal | None:
    """Others help only one who has not the points for it."""
    if other is unit or not other.conscious or allowance(battle, other) < cost:
        return None
    return Refusal("able", f"{other.id} has the {cost} MP to do it himself", "BT-OPT-034")


@hooks.deeds.entry("put_on")
def put_on(battle: Battle, unit: Unit, command: Act) -> None:
    _change(battle, unit, command, on=True)


@hooks.deeds.entry("take_off")
def take_off(battle: Battle, unit: Unit, command: Act) -> None:
    _change(battle, unit, command, on=False)


@hooks.offers.rule("BT-OPT-029", when=JUMP)
def jump_offers(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Straight flights in each of the six directions, of several lengths."""
    if why_not_jump(battle, unit) is not None:
        return None
    found: list[Offer] = []
    for direction in STEPS:
        for far in (6, 10, 16):
            to = neighbour(unit.at, direction, far)
            command = Move(unit.id, (to,), mode="jump")
            if battle.map.inside(to) and plan_move(battle, unit, command).refusal is None:
                found.append(offer(command, f"Jump to {list(to)}", "BT-OPT-029"))
    return tuple(found)
