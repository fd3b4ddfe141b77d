"""Bombs and pods under the wings (pp. 147-148): what else a craft may carry, and what it does with it.

``bombs`` of an order name what is used: with ``dive_bomb`` and ``altitude_bomb`` what is dropped, with ``strike``
rocket launchers (``using: BOMB`` fires them alone) or a TAG pod, with ``artillery`` an Arrow IV.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.bombs import KINDS, bombs, carried
from lancemate.alphastrike.abilities.painting import is_painted, paint, worth
from lancemate.alphastrike.air.attacks import (
    ALTITUDE,
    BOMBING,
    DIVE,
    HIGH_TORPEDO,
    ROCKETS,
    STRAFE,
    STRIKE,
    TAG_POD,
    TORPEDO,
)
from lancemate.alphastrike.air.bombing import BOMBS, bomb_of, bombs_stay_where_they_are, let_go
from lancemate.alphastrike.air.striking import is_target, under_path
from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.combat.area import distance_from, radius_of
from lancemate.alphastrike.combat.artillery import blast_of
from lancemate.alphastrike.combat.artillery import resolve as shell_comes_down
from lancemate.alphastrike.combat.attack import Attack, Kind, attack_kind
from lancemate.alphastrike.combat.ranges import RANGES
from lancemate.alphastrike.combat.resolution import finish, tell
from lancemate.alphastrike.combat.tohit import ATTACK
from lancemate.alphastrike.combat.weapons import in_or_on_water
from lancemate.alphastrike.damage.reckoning import ADDED, Settled
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION
from lancemate.alphastrike.options.fire_and_smoke.areas import light
from lancemate.alphastrike.options.minefields.fields import lay_mines
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.flight import flies
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.setup import StateError
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import InputError, Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

USUAL: Final = ("HE", "cluster", "inferno")
LASER, MINES, ROCKET, TAG, TORPEDOES = "laser_guided", "thunder", "rocket_launcher", "tag", "torpedo"
ALL_ROCKETS: Final = "rocket_launchers"
INFERNOS: Final = ("inferno", "inferno_advanced")
ARROW: Final = "arrow_iv"
ARROW_KIND: Final = "arrow_iv"
CODE: Final = "BOMB"
rules.also("AS-OPT-123", KINDS)

DROPPED: Final = rules.table(
    "AS-OPT-122",
    {
        **BOMBS.book,
        LASER: BOMBS.book["HE"],
        MINES: {"damage": 0, "heat": 0, "template": 2},
        "inferno_advanced": BOMBS.book["inferno"],
    },
    when=OPTION,
    replaces=BOMBS,
)
GUIDED: Final = rules.table("AS-OPT-127", {"painted": -2})
FLAMES: Final = rules.table("AS-OPT-126", {"turns": 10})
FIELD: Final = rules.table("AS-OPT-131", {"density": 4})
LAUNCHERS: Final = rules.table("AS-OPT-129", {"damage": 1})
POD: Final = rules.table("AS-OPT-130", {"target number": 2})
RUN: Final = rules.table("AS-OPT-132", {"damage": 1})
MISSILE: Final = rules.table("AS-OPT-125", {"damage": 2, "template": 2})


def named(command: orders.Attack) -> tuple[str, ...]:
    """The bombs of an order, one after the other."""
    return tuple(one for load in command.bombs for one in ((load,) if isinstance(load, str) else load))


# -- carrying -------------------------------------------------------------------------------------------------


@hooks.battle_opens.rule("AS-OPT-122", when=OPTION)
def hung_under_wings(battle: Battle) -> None:
    """Aerospace units, VTOLs and airships carry them, nobody else."""
    for unit in battle.units.values():
        other = [bomb for bomb in carried(unit) if bomb not in USUAL]
        if other and not (unit.card.is_aerospace or unit.card.is_air_vehicle or unit.has("LAM") or unit.has("BIM")):
            text = f"{unit.id} carries no {other[0]}: aerospace units, VTOLs and airships do (AS-OPT-122)"
            raise StateError(unit.id, InputError(text, key=bombs.name))


# -- what is dropped ------------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-OPT-127", part=hooks.OTHER, traits=trait.BOMB, when=OPTION)
def follows_the_light(attack: Attack) -> Modifier | None:
    """A laser-guided bomb finds an area in which somebody is painted."""
    if bomb_of(attack) != LASER or attack.point is None:
        return None
    battle, reach = attack.battle, radius_of(attack.battle, 2) + TINY
    foes = battle.on_table(battle.opponent(attack.attacker.side))
    if not any(is_painted(battle, one) and distance_from(battle, one, attack.point) <= reach for one in foes):
        return None
    return Modifier("Laser-guided bomb", GUIDED.of(attack)["painted"], "AS-OPT-127")


@hooks.shell_lands.rule("AS-OPT-126", when=OPTION)
def infernos_burn_on(attack: Attack, at: Point) -> None:
    """The fire of an inferno bomb burns for ten turns."""
    if trait.BOMB in attack.traits and bomb_of(attack) in INFERNOS:
        light(attack.battle, at, "AS-OPT-126", inferno=True, turns=FLAMES.of(attack)["turns"])


@hooks.shell_lands.rule("AS-OPT-131", when=OPTION)
def mines_fall(attack: Attack, at: Point) -> None:
    """Thunder bombs lay a dense minefield."""
    if trait.BOMB in attack.traits and bomb_of(attack) == MINES:
        lay_mines(attack.battle, at, FIELD.of(attack)["density"], "AS-OPT-131", side=attack.attacker.side)


# -- rockets --------------------------------------------------------------------------------------------------


def rockets(attack: Attack) -> tuple[str, ...]:
    """The launchers committed to an attack."""
    words = named(attack.command)
    if ALL_ROCKETS in words:
        return tuple(bomb for bomb in carried(attack.attacker) if bomb == ROCKET)
    return tuple(word for word in words if word == ROCKET)


@hooks.announced_as.rule("AS-OPT-129", when=OPTION)
def rockets_alone(battle: Battle, command: orders.Attack) -> str | None:
    return ROCKETS if command.kind == STRIKE and command.using == CODE else None


@hooks.may_attack.rule(
    "AS-OPT-129",
    part=hooks.ABLE,
    kinds=(STRIKE, STRAFE, ROCKETS),
    when=OPTION,
    replaces=bombs_stay_where_they_are,
)
def has_rockets(attack: Attack) -> Refusal | None:
    """As many as hang there, with a strike or for themselves; nobody strafes with them."""
    words, unit = named(attack.command), attack.attacker
    if attack.kind == STRAFE and words:
        return Refusal("no_rockets", "rocket launchers do not strafe: strike with them", "AS-OPT-129")
    odd = [word for word in words if word not in (ROCKET, ALL_ROCKETS)]
    if odd:
        return Refusal("not_a_bomb", f"{odd[0]} does not go with a strike; {ROCKET} does", "AS-OPT-129")
    have = carried(unit).count(ROCKET)
    if len(rockets(attack)) > have or (words and not have) or (attack.kind == ROCKETS and not rockets(attack)):
        return Refusal("no_rockets", f"{unit.id} has {have} rocket launchers left: name so many", "AS-OPT-129")
    return None


@hooks.attack_choices.rule("AS-OPT-129", kinds=STRIKE, when=OPTION)
def with_its_rockets(attack: Attack) -> Choice | None:
    """All of them may go with a strike."""
    if ROCKET not in carried(attack.attacker) or attack.command.bombs:
        return None
    return Choice("bombs", "Fire all rocket launchers with it", "flag", "AS-OPT-129", among=(ALL_ROCKETS,))


@hooks.damage.rule("AS-OPT-129", part=ADDED, kinds=hooks.MADE, when=OPTION)
def rockets_strike_too(work: Reckoning) -> Modifier | None:
    """A point more for each launcher."""
    count = len(rockets(work.attack)) if work.attack.kind == STRIKE else 0
    return Modifier("Rocket launchers", count * LAUNCHERS.of(work)["damage"], "AS-OPT-129") if count else None


@hooks.attack_made.rule("AS-OPT-129", when=OPTION)
def rockets_are_gone(attack: Attack, made: Made) -> bool | None:
    """Hit or miss, they have been fired."""
    spent = rockets(attack) if attack.kind in (STRIKE, ROCKETS) else ()
    for bomb in spent:
        let_go(attack.battle, attack.attacker, bomb)
    return bool(spent) or None


def rocket_strength(attack: Attack) -> Strength:
    return Strength(len(rockets(attack)) * LAUNCHERS.of(attack)["damage"])


def rocket_parts(attack: Attack) -> tuple[Modifier, ...]:
    return (Modifier("Rocket launchers", rocket_strength(attack).points, "AS-OPT-129"),)


def below(battle: Battle, unit: Unit) -> Iterator[Unit]:
    """Enemies under the path of a unit in flight."""
    for enemy in battle.on_table(battle.opponent(unit.side)) if flies(unit) else ():
        if is_target(battle, enemy) and under_path(battle, unit, enemy):
            yield enemy


def rockets_ready(battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    if ROCKET in carried(unit):
        for enemy in below(battle, unit):
            yield orders.Attack(unit.id, enemy.id, ROCKETS, CODE, bombs=(ALL_ROCKETS,))


def as_weapons(attack: Attack) -> str:
    return "weapon"


attack_kind(
    Kind(
        ROCKETS,
        traits=trait.traits(trait.ATTACK, trait.WEAPON, trait.AERIAL, trait.FROM_ABOVE),
        when=OPTION,
        words="rocket launchers",
        slot=as_weapons,
        strength=rocket_strength,
        explain=rocket_parts,
        ready=rockets_ready,
        codes=(CODE,),
    )
)


# -- TAG pods -------------------------------------------------------------------------------------------------


@hooks.announced_as.rule("AS-OPT-130", when=OPTION)
def paints_from_above(battle: Battle, command: orders.Attack) -> str | None:
    return TAG_POD if command.kind == STRIKE and TAG in named(command) else None


@hooks.may_attack.rule("AS-OPT-130", part=hooks.ABLE, kinds=TAG_POD, when=OPTION)
def has_a_pod(attack: Attack) -> Refusal | None:
    """Once a turn, besides all other attacks."""
    unit = attack.attacker
    if TAG not in carried(unit):
        return Refusal("no_bombs", f"{unit.id} carries no TAG pod", "AS-OPT-130")
    if TAG_POD in unit.attacks:
        return Refusal("already_attacked", f"{unit.id} has used its TAG pod this turn", "AS-OPT-130")
    return None


@hooks.to_hit.rule("AS-OPT-130", part=hooks.OTHER, kinds=TAG_POD, when=OPTION)
def paints_less_well(attack: Attack) -> Modifier | None:
    return Modifier("TAG pod", POD.of(attack)["target number"], "AS-OPT-130")


def resolve_pod(attack: Attack, roll: tuple[int, ...], number: int, parts: tuple[Modifier, ...], hit: bool) -> None:
    """Whoever is hit is painted; the pod stays."""
    tell(attack, roll, number, parts, hit)
    if hit:
        paint(attack)
    finish(attack, roll, hit)


def pod_slot(attack: Attack) -> str:
    return TAG_POD


def no_damage(attack: Attack) -> Strength:
    return NONE


def on_top(attack: Attack) -> bool:
    return True


def pod_ready(battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    if TAG in carried(unit):
        for enemy in below(battle, unit):
            yield orders.Attack(unit.id, enemy.id, TAG_POD, bombs=(TAG,))


attack_kind(
    Kind(
        TAG_POD,
        traits=trait.traits(trait.ATTACK, trait.WEAPON, trait.DEVICE, trait.AERIAL, trait.FROM_ABOVE),
        when=OPTION,
        words="a TAG pod",
        slot=pod_slot,
        strength=no_damage,
        resolve=resolve_pod,
        extra=on_top,
        ready=pod_ready,
        worth=worth,
        codes=(CODE,),
    )
)


# -- torpedoes ------------------------------------------------------------------------------------------------


@hooks.announced_as.rule("AS-OPT-132", when=OPTION)
def dropped_at_a_unit(battle: Battle, command: orders.Attack) -> str | None:
    """A torpedo is dropped at one unit."""
    if command.kind not in BOMBING or not isinstance(command.target, str) or set(named(command)) != {TORPEDOES}:
        return None
    return TORPEDO if command.kind == DIVE else HIGH_TORPEDO


@hooks.may_attack.rule("AS-OPT-132", part=hooks.ABLE, kinds=(TORPEDO, HIGH_TORPEDO), when=OPTION)
def runs_in_water(attack: Attack) -> Refusal | None:
    """At somebody in or under water, one torpedo with each attack."""
    unit, target = attack.attacker, attack.target
    if len(named(attack.command)) != 1 or TORPEDOES not in carried(unit):
        have = carried(unit).count(TORPEDOES)
        return Refusal("no_bombs", f"{unit.id} drops one torpedo with an attack, and has {have}", "AS-OPT-132")
    if target is None or not in_or_on_water(attack.battle, target):
        return Refusal("not_a_target", "torpedoes run in water: aim at somebody in or under it", "AS-OPT-132")
    return None


@hooks.hit_causes.rule("AS-OPT-132", when=OPTION)
def breaks_the_hull(attack: Attack, settled: Settled) -> str | None:
    """A critical check, whatever armor is left."""
    return TORPEDOES if attack.kind in (TORPEDO, HIGH_TORPEDO) else None


def torpedo_strength(attack: Attack) -> Strength:
    return Strength(RUN.of(attack)["damage"])


def torpedo_parts(attack: Attack) -> tuple[Modifier, ...]:
    return (Modifier("Torpedo", torpedo_strength(attack).points, "AS-OPT-132"),)


def torpedo_spent(attack: Attack, hit: bool) -> None:
    let_go(attack.battle, attack.attacker, TORPEDOES)


def torpedoes_ready(battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    if TORPEDOES in carried(unit):
        for enemy in below(battle, unit):
            yield orders.Attack(unit.id, enemy.id, DIVE, bombs=(TORPEDOES,))
            yield orders.Attack(unit.id, enemy.id, ALTITUDE, bombs=(TORPEDOES,))


for _kind, _ready in ((TORPEDO, torpedoes_ready), (HIGH_TORPEDO, None)):
    attack_kind(
        Kind(
            _kind,
            traits=trait.traits(
                trait.ATTACK, trait.SINGLE, trait.EXPLOSIVE, trait.TORPEDO, trait.AERIAL, trait.FROM_ABOVE
            ),
            when=OPTION,
            words="a torpedo",
            slot=as_weapons,
            strength=torpedo_strength,
            explain=torpedo_parts,
            ready=_ready,
            after=torpedo_spent,
            codes=(CODE,),
        )
    )


# -- Arrow IV -------------------------------------------------------------------------------------------------


@hooks.announced_as.rule("AS-OPT-125", when=OPTION)
def no_bomb_at_all(battle: Battle, command: orders.Attack) -> str | None:
    """An Arrow IV is artillery, wherever it hangs."""
    return ARROW_KIND if command.kind == "artillery" and ARROW in named(command) else None


@hooks.may_attack.rule("AS-OPT-125", part=hooks.ABLE, kinds=ARROW_KIND, when=OPTION)
def an_arrow_is_left(attack: Attack) -> Refusal | None:
    """From the air at a point on the ground."""
    unit = attack.attacker
    if ARROW not in carried(unit):
        return Refusal("no_bombs", f"{unit.id} has no Arrow IV left", "AS-OPT-125")
    if not flies(unit) or attack.point is None or not attack.battle.table.inside(*attack.point):
        text = f"an Arrow IV under the wings of {unit.id} is fired in flight at a point of the table"
        return Refusal("not_a_target", text, "AS-OPT-125")
    return None


@hooks.shell_areas.rule("AS-OPT-125", when=OPTION)
def arrow_area(attack: Attack) -> tuple[tuple[int, Strength], ...] | None:
    row = MISSILE.of(attack)
    return ((row["template"], Strength(row["damage"])),) if attack.kind == ARROW_KIND else None


@hooks.to_hit.rule("AS-OPT-125", part=hooks.RANGE, kinds=ARROW_KIND, when=OPTION)
def as_artillery(attack: Attack) -> Modifier | None:
    return Modifier("Artillery", RANGES.of(attack)["L"]["modifier"], "AS-COM-108")


@hooks.to_hit.rule("AS-OPT-125", part=hooks.OTHER, kinds=ARROW_KIND, when=OPTION)
def from_the_air(attack: Attack) -> Modifier | None:
    rows = ATTACK.of(attack)
    return Modifier("Artillery from an airborne unit", rows["artillery from an airborne unit"], "AS-COM-073")


def arrow_strength(attack: Attack) -> Strength:
    return Strength(MISSILE.of(attack)["damage"])


def arrow_spent(attack: Attack, hit: bool) -> None:
    let_go(attack.battle, attack.attacker, ARROW)


def flat(attack: Attack) -> bool:
    return True


def arrows_hung(unit: Unit) -> tuple[str | None, ...]:
    return (None,) if flies(unit) and ARROW in carried(unit) else ()


attack_kind(
    Kind(
        ARROW_KIND,
        traits=trait.traits(trait.ATTACK, trait.WEAPON, trait.AREA, trait.EXPLOSIVE, trait.ARTILLERY, trait.MISSILE),
        when=OPTION,
        words="an Arrow IV",
        slot=as_weapons,
        strength=arrow_strength,
        resolve=shell_comes_down,
        rings=blast_of,
        flat_range=flat,
        after=arrow_spent,
        at_points=arrows_hung,
        codes=(CODE,),
    )
)
