"""What mines do when they go off (pp. 168-169): to everybody in the field, whoever set them off."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.electronics import JammingField
from lancemate.alphastrike.combat.area import Shock, radius_of, shake
from lancemate.alphastrike.damage.causes import Source, cause
from lancemate.alphastrike.damage.damage import deal, riders_feel_it, riders_on
from lancemate.alphastrike.damage.reckoning import Blow
from lancemate.alphastrike.heat.track import receive, tracks_heat
from lancemate.alphastrike.measure.places import spot
from lancemate.alphastrike.movement.context import LEVEL
from lancemate.alphastrike.options.minefields.events import MinesWentOff
from lancemate.alphastrike.options.minefields.fields import (
    EMP,
    INFERNO,
    KIND,
    MINEFIELDS,
    TEMPLATE,
    Minefield,
    distance_to,
    field_named,
    thin_out,
)
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.flight import is_overhead
from lancemate.alphastrike.play.memory import battle_memory, unit_memory
from lancemate.alphastrike.play.traits import AREA, ATTACK, EXPLOSIVE, HEAT, MINE
from lancemate.alphastrike.play.traits import INFERNO as BURNING
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.codec import JSON

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

PULSE: Final = rules.table(
    "AS-OPT-490", {"template": 6, "suites": 3, "to hit": 2, "combat phases": 3, "heat": 1, "damage": 1}
)
FLAMES: Final = rules.table("AS-OPT-491", {"heat": 2})
UNDERFOOT: Final = cause("mines", "AS-OPT-480", ATTACK, AREA, EXPLOSIVE, MINE, word=KIND)
IN_FLAMES: Final = cause("inferno mines", "AS-OPT-491", ATTACK, AREA, EXPLOSIVE, MINE, HEAT, BURNING, word=KIND)

# The last turn in which a pulse still spoils its aim.
pulsed = unit_memory("pulsed", int, default=0, rule="AS-OPT-490", told="aims badly until turn {}")
# Where pulses jam everything till the turn ends.
pulses = battle_memory("pulses", list[JSON], default=[], rule="AS-OPT-490", expires="turn")


def go_off(battle: Battle, name: str, by: Unit | None = None, *, command: bool = False) -> None:
    """A field explodes: everybody in it is struck, and whoever has set it off by coming into it."""
    one = field_named(battle, name)
    assert one is not None
    struck = [unit for unit in battle.units.values() if unit is by or is_struck(battle, unit, one)]
    if riders_feel_it(battle):
        struck = [each for unit in struck for each in (unit, *riders_on(battle, unit.id))]
    left = one.density - spent(battle, one)
    rule = "AS-OPT-492" if command else "AS-OPT-481"
    battle.emit(MinesWentOff(one.id, one.at, one.type, one.density, left, command, rule))
    thin_out(battle, name, one.density - left, "AS-OPT-483")
    if one.type == EMP:
        jam(battle, one.at)
    source = (IN_FLAMES if one.type == INFERNO else UNDERFOOT).of(one.side)
    for unit in struck:
        EFFECTS.get(one.type, explode)(battle, unit, one, source)
    if one.type != EMP:
        shake(battle, Shock(one.at, ((one.circles[0][1], one.density),), inferno=sets_on_fire(battle, one)))


@rules.rule("AS-OPT-480", otherwise=False)
def is_struck(battle: Battle, unit: Unit, one: Minefield) -> bool:
    """Everybody whose base is in the field, if only in part, friend or foe, and who is not high above it."""
    if not unit.on_table or is_overhead(unit) or distance_to(battle, unit, one) > TINY:
        return False
    return unit.elevation - battle.table.ground(*unit.at) < TEMPLATE.of(battle)["above it"] - LEVEL


@rules.rule("AS-OPT-483", otherwise=0)
def spent(battle: Battle, one: Minefield) -> int:
    """Every explosion takes a point off the density; an electromagnetic pulse comes once."""
    return one.density if one.type == EMP and is_used_up(battle, one) else 1


@rules.rule("AS-OPT-490", otherwise=False)
def is_used_up(battle: Battle, one: Minefield) -> bool:
    """A field of EMP mines works once, set off by command or not."""
    return True


# -- by type --------------------------------------------------------------------------------------------------


def explode(battle: Battle, unit: Unit, one: Minefield, source: Source) -> None:
    """Conventional and active mines: as much damage as the field is dense."""
    hurt(battle, unit, Modifier("Mines", damage_of(battle, one), "AS-OPT-482"), source)


@rules.rule("AS-OPT-482", otherwise=0)
def damage_of(battle: Battle, one: Minefield) -> int:
    return one.density


def hurt(battle: Battle, unit: Unit, base: Modifier, source: Source) -> None:
    deal(battle, Blow(unit.id, source, (base,)), base.rule)


@rules.rule("AS-OPT-490", otherwise=explode)
def dazzle(battle: Battle, unit: Unit, one: Minefield, source: Source) -> None:
    """A pulse does no damage: it spoils the aim of all but infantry, and heats or hurts a little."""
    row = PULSE.of(battle)
    if not unit.card.is_infantry:
        pulsed.note(battle, unit, battle.state.turn + row["combat phases"] - 1)
    if tracks_heat(battle, unit):
        receive(battle, unit, row["heat"], "AS-OPT-490")
    else:
        hurt(battle, unit, Modifier("Electromagnetic pulse", row["damage"], "AS-OPT-490"), source)


@rules.rule("AS-OPT-491", otherwise=explode)
def burn(battle: Battle, unit: Unit, one: Minefield, source: Source) -> None:
    """Inferno mines heat whoever tracks heat; all others they hurt as any mines do."""
    if not tracks_heat(battle, unit):
        explode(battle, unit, one, source)
        return
    deal(battle, Blow(unit.id, source, (), FLAMES.of(battle)["heat"]))


@rules.rule("AS-OPT-491", otherwise=False)
def sets_on_fire(battle: Battle, one: Minefield) -> bool:
    """Where fire is played, a field of inferno mines burns."""
    return one.type == INFERNO


EFFECTS: Final[Mapping[str, Callable[[Battle, Unit, Minefield, Source], None]]] = {EMP: dazzle, INFERNO: burn}


# -- what a pulse leaves behind -------------------------------------------------------------------------------


@rules.rule("AS-OPT-490", otherwise=None)
def jam(battle: Battle, at: Point) -> None:
    """Till the turn ends everything electronic is jammed around it."""
    pulses.note(battle, None, [*pulses.of(battle.state), [*at]])


@hooks.stray_fields.rule("AS-OPT-490", when=MINEFIELDS)
def pulses_jam(battle: Battle) -> Sequence[JammingField]:
    row = PULSE.of(battle)
    reach = radius_of(battle, row["template"])
    places = [at for at in pulses.of(battle.state) if isinstance(at, list)]
    return [
        JammingField("", spot(battle, (float(str(x)), float(str(y)))), reach, False, suites=row["suites"])
        for x, y in places
    ]


@hooks.to_hit.rule("AS-OPT-490", part=hooks.ANY_ATTACK, when=MINEFIELDS)
def dazzled(attack: Attack) -> Modifier | None:
    if pulsed.of(attack.attacker) < attack.battle.state.turn:
        return None
    return Modifier("Electromagnetic pulse", PULSE.of(attack)["to hit"], "AS-OPT-490")
