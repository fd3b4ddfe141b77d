"""What fires and smoke do in the End Phase (pp. 166-168): smoke clears and drifts, fires spread, smoke and go out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.appendix.munitions import FIRE_MODIFIERS
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.environment.notes import tornadoes_now, wind_now
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.options.fire_and_smoke.areas import (
    FIRE,
    HEAVY,
    LIGHT,
    RADIUS,
    STEP,
    began,
    fire_at,
    fires,
    lay_smoke,
    middle_of,
    put_out,
    risen,
    smoke_in_air,
    smokes,
)
from lancemate.alphastrike.options.fire_and_smoke.events import SmokeDrifted, SmokeThinned
from lancemate.alphastrike.options.fire_and_smoke.starting import may_catch, number_at
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.play.traits import FIRE as ABLAZE
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.becoming import ULTRA
from lancemate.alphastrike.terrain.conversion import BARE, FACTORS, Ground, erode, factor_left, row_of
from lancemate.alphastrike.terrain.ground import piece
from lancemate.alphastrike.urban.buildings import construction_factor, type_of
from lancemate.alphastrike.urban.buildings import factor_left as cf_left
from lancemate.alphastrike.urban.collapse import damage_feature

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

BURNS: Final = cause("burning", "AS-OPT-449", ABLAZE, word="fire")
BURNT: Final = rules.table("AS-OPT-449", {"points": 2})  # of Construction or Terrain Factor, every turn
FAN: Final = (0.0, -60.0, 60.0)  # straight downwind, then to its left, then to its right
DRIFT: Final = rules.table("AS-OPT-460", {"inches for each force": 2.0, "most": 6.0})
CLEARING: Final = rules.table("AS-OPT-461", {"target": 10, 2: 1, 3: 2, 4: 5, "tornado": 10})
LINGERS: Final = rules.table("AS-OPT-458", {"turns": 2})  # after the fire is out
STRUCTURES: Final = ("solid", "bridge")  # whose Construction Factor fires use up
DENSITIES: Final = rules.table("AS-OPT-459", {"buildings": ("heavy", "hardened")})  # that smoke heavily

# The wind by which smoke lay in the last End Phase: force, and where from.
last_wind = battle_memory("smoke_wind", list[float], default=None, rule="AS-OPT-462")


@hooks.end_phase.rule("AS-OPT-440", part=hooks.FIRES, when=FIRE)
def fire_and_smoke(battle: Battle) -> bool | None:
    """Five steps, in order."""
    if not fires(battle) and not smokes(battle):
        if last_wind.of(battle.state) is not None:
            last_wind.note(battle, None, None)
        return None
    for step in steps(battle):
        step(battle)
    force, origin = wind_now(battle)
    last_wind.note(battle, None, [float(force), origin], "AS-OPT-462")
    return True


@rules.rule("AS-OPT-440", otherwise=())
def steps(battle: Battle) -> tuple[Callable[[Battle], None], ...]:
    return dissipate_smoke, drift_smoke, spread_fire, add_smoke, burn_out


def since(battle: Battle, fire: Feature) -> int:
    """The turn in which a fire began; what a script draws has burnt before."""
    return began.of(battle.state).get(fire.id, [0, 0])[0]


def downwind(battle: Battle) -> float:
    return (wind_now(battle)[1] + 180.0) % 360.0


# -- smoke ----------------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-461")
def dissipate_smoke(battle: Battle) -> None:
    """One roll for each smoke that is not new and not over a fire: heavy smoke thins, light smoke is gone."""
    row, force = CLEARING.of(battle), wind_now(battle)[0]
    stormy = row["tornado"] if tornadoes_now(battle) else row.get(force, 0)
    for smoke in smokes(battle):
        came, _, ends = risen.of(battle.state).get(smoke.id, [0, "", 0])
        if ends and battle.state.turn >= int(ends):
            put_out(battle, smoke.id, "AS-OPT-458")
        elif int(came) < battle.state.turn and not _over_a_fire(battle, smoke):
            _may_clear(battle, smoke, stormy, row["target"])


def _may_clear(battle: Battle, smoke: Feature, more: int, needed: int) -> None:
    roll = battle.roll(2, lambda dice: dice_sum(battle, dice) + more >= needed)
    clears = dice_sum(battle, roll) + more >= needed
    becomes = None if smoke.kind == LIGHT else LIGHT
    battle.emit(SmokeThinned(smoke.id, roll, more, clears, becomes, min(smoke.height, 2.0), "AS-OPT-461"))


def _over_a_fire(battle: Battle, smoke: Feature) -> bool:
    return fire_at(battle, middle_of(smoke)) is not None


@rules.rule("AS-OPT-460", otherwise=0.0)
def lane(battle: Battle) -> float:
    """How far smoke reaches with this wind."""
    row = DRIFT.of(battle)
    return min(row["most"], row["inches for each force"] * wind_now(battle)[0])


@rules.rule("AS-OPT-462")
def drift_smoke(battle: Battle) -> None:
    """Where the wind has turned or changed its strength, all smoke moves with it but what lies over a fire."""
    before = last_wind.of(battle.state)
    now = [float(wind_now(battle)[0]), wind_now(battle)[1]]
    if before is None or before == now or not now[0]:
        return
    for smoke in smokes(battle):
        came = risen.of(battle.state).get(smoke.id, [0, "", 0])[0]
        if int(came) < battle.state.turn and not _over_a_fire(battle, smoke):
            _blow(battle, smoke, lane(battle), downwind(battle))


def _blow(battle: Battle, smoke: Feature, far: float, way: float) -> None:
    table = battle.table
    there = table.snap(table.beyond(middle_of(smoke), way, far))
    if table.inside(*there):
        battle.emit(SmokeDrifted(smoke.id, there, "AS-OPT-462"))
    else:
        put_out(battle, smoke.id, "AS-OPT-462")


@rules.rule("AS-OPT-458")
def add_smoke(battle: Battle) -> None:
    """Over every fire that has burnt for a turn, and downwind of it as far as the wind carries it."""
    for fire in fires(battle):
        if since(battle, fire) < battle.state.turn:
            for place in _places(battle, fire):
                _thicken(battle, fire, place)


def _places(battle: Battle, fire: Feature) -> Iterator[Point]:
    table, start = battle.table, middle_of(fire)
    for step in range(int(lane(battle) / STEP + 1e-9) + 1):
        place = table.snap(table.beyond(start, downwind(battle), step * STEP))
        if table.inside(*place):
            yield place


def _thicken(battle: Battle, fire: Feature, at: Point) -> None:
    """Smoke of this fire lies there from now on, as dense as the fire makes it."""
    kind = smoke_in_air(battle, density(battle, fire))
    own = [name for name, (_, source, _) in risen.of(battle.state).items() if source == fire.id]
    table = battle.table
    there = [one for one in table.features_at(*at) if one.id in own and within(battle, middle_of(one), at, RADIUS / 2)]
    if kind is not None and not there:
        lay_smoke(battle, kind, at, "AS-OPT-458", fire=fire.id)
    elif kind == HEAVY and there[0].kind == LIGHT:
        battle.emit(SmokeThinned(there[0].id, (), 0, True, HEAVY, 4.0, "AS-OPT-458"))


@rules.rule("AS-OPT-459", otherwise=LIGHT)
def density(battle: Battle, fire: Feature) -> str:
    """Infernos, the densest woods, and heavy or hardened buildings smoke heavily; everything else lightly."""
    if fire.properties.get("inferno"):
        return HEAVY
    hard = DENSITIES.of(battle)["buildings"]
    fuel = fuel_of(battle, fire)
    thick = any(one.kind.startswith(ULTRA) or (one.kind == "building" and type_of(one) in hard) for one in fuel)
    return HEAVY if thick else LIGHT


# -- spreading ------------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-451")
def spread_fire(battle: Battle) -> None:
    """With any wind, every fire that has burnt for a turn tries its three neighbours downwind."""
    if not wind_now(battle)[0]:
        return
    for fire in fires(battle):
        if since(battle, fire) < battle.state.turn:
            for turn in FAN:
                _spread(battle, middle_of(fire), downwind(battle) + turn)


def _spread(battle: Battle, start: Point, way: float) -> None:
    """The first place in a direction that can burn; what lies between makes it harder."""
    row = FIRE_MODIFIERS.of(battle)
    spreading = Modifier("Spreading", row["spreading from downwind"] or 0, "AS-OPT-451")
    table = battle.table
    for step in range(1 + jumps(battle)):
        place = table.snap(table.beyond(start, way, STEP * (step + 1)))
        if not table.inside(*place) or fire_at(battle, place) is not None:
            return
        if number_at(battle, place, True) is not None:
            across = (row["spreading across water or pavement, per 2 inches"] or 0) * step
            more = (Modifier("Across what does not burn", across, "AS-OPT-452"),) if across else ()
            may_catch(battle, place, True, "AS-OPT-451", spreading, *more)
            return


@rules.rule("AS-OPT-452", otherwise=0)
def jumps(battle: Battle) -> int:
    """How many places that cannot burn a fire may leap over: as many as the wind is strong."""
    return wind_now(battle)[0]


# -- burning out ----------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-449")
def burn_out(battle: Battle) -> None:
    """Every fire takes two points off what it touches; without fuel it is out after a turn."""
    for fire in fires(battle):
        fuel = fuel_of(battle, fire)
        for one in fuel:
            consume(battle, fire, one)
        if _is_out(battle, fire, bool(fuel)):
            put_out(battle, fire.id, "AS-OPT-449")
    _let_smoke_linger(battle)


def fuel_of(battle: Battle, fire: Feature) -> list[Feature]:
    """What a fire lives on: the buildings it touches, and what grows there."""
    x, y = middle_of(fire)
    touched = battle.table.features_touched(x, y, RADIUS - 1e-6)
    return [one for one in touched if _left(battle, fire, one) > 0]


def _left(battle: Battle, fire: Feature, one: Feature) -> int:
    if construction_factor(battle, one) is not None and one.role_name in STRUCTURES:
        return cf_left(battle, one)
    row = row_of(one)
    return factor_left(battle, middle_of(fire), one) if row in FACTORS.of(battle) and row not in BARE else 0


def consume(battle: Battle, fire: Feature, one: Feature) -> None:
    points = BURNT.of(battle)["points"]
    if one.role_name in STRUCTURES:
        standing = piece(battle.table, one.id)
        if standing is not None:
            damage_feature(battle, standing, points, "AS-OPT-449", BURNS.itself)
    else:
        erode(battle, middle_of(fire), points, "AS-OPT-449", Ground(one, row_of(one)))


def _is_out(battle: Battle, fire: Feature, fed: bool) -> bool:
    """Its fuel is used up, its time is over, or it has burnt for a turn on nothing."""
    ends = began.of(battle.state).get(fire.id, [0, 0])[1]
    if ends:
        return battle.state.turn >= ends or (fed and not fuel_of(battle, fire))
    if fed:
        return not fuel_of(battle, fire)
    return since(battle, fire) < battle.state.turn


def _let_smoke_linger(battle: Battle) -> None:
    """Smoke whose fire is out stays for two turns more."""
    known, burning = risen.of(battle.state), {fire.id for fire in fires(battle)}
    ends = battle.state.turn + LINGERS.of(battle)["turns"]
    lasting = {
        name: [came, fire, ends]
        for name, (came, fire, end) in known.items()
        if fire and fire not in burning and not end and name in battle.table.by_id
    }
    if lasting:
        risen.note(battle, None, {**known, **lasting}, "AS-OPT-458")
