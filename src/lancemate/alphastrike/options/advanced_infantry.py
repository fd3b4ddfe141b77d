"""Advanced infantry (p. 139): digging in, hitting the deck, and friends as cover.

Fortified positions are abilities/trenches.py; here is who else may dig them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.trenches import KIND as FORTIFIED
from lancemate.alphastrike.abilities.trenches import infantry_to_cover, knows_how_to_dig
from lancemate.alphastrike.combat.ranges import line_of
from lancemate.alphastrike.measure.apart import passes
from lancemate.alphastrike.measure.contact import in_contact
from lancemate.alphastrike.movement.modes import Mode
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.options import brings
from lancemate.alphastrike.play.state import hidden
from lancemate.alphastrike.play.words import flag, unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import lay
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

INFANTRY: Final = rules.option(
    "advanced_infantry", "AS-OPT-040", "infantry digs in, hits the deck and uses friends as cover"
)
brings.add(INFANTRY, ("ENG", "TRN"))

DIG_IN, HIT_THE_DECK = hooks.STAYING
DUG_IN: Final = "dug_in"
DIGGERS: Final = rules.table("AS-OPT-041", ["f", "j", "m"])  # letters of the Moves of those who dig
CLOSED: Final = ("solid", "water", "bridge")  # where nobody digs, besides paved ground
RIDES: Final = ("MECH", "MEC")
POSITION: Final = rules.table("AS-OPT-043", {"radius": 1, "target number": 2})
FLAT: Final = rules.table("AS-OPT-045", {"target number": 1, "anti-'Mech attack": 1})
COVER: Final = rules.table("AS-OPT-047", {"attacks on it": 3, "its attacks": 1})
CONTACT: Final = 0.05  # inches between two bases that touch

digging = unit_memory("digging_in", bool, default=False, rule="AS-OPT-042", told="digs in", expires="turn")
flat = unit_memory("hit_the_deck", bool, default=False, rule="AS-OPT-045", told="hits the deck", untold="gets up")
unit_word(flat, INFANTRY, flag)


# -- digging in -----------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-041", otherwise=None)
def why_not_dig(battle: Battle, unit: Unit) -> Refusal | None:
    """Conventional infantry on foot, on jump packs or motorized, where there is earth to dig in."""
    card = unit.card
    if not card.is_conventional_infantry or card.move.primary not in DIGGERS.of(battle) or card.all_codes & {*RIDES}:
        text = f"{unit.id} cannot dig in: only conventional infantry on foot, jumping or motorized does"
        return Refusal("cannot_dig", text, "AS-OPT-041")
    if not unit.on_table or not earth_at(battle, unit.at):
        text = f"{unit.id} finds no earth to dig in: not on roads and pavement, in buildings or in water"
        return Refusal("no_ground", text, "AS-OPT-041")
    return None


def earth_at(battle: Battle, at: Point) -> bool:
    features = battle.table.features_at(*at)
    return not any(one.role_name in CLOSED or one.kind in ("road", "pavement") for one in features)


hooks.movement_modes.add(
    DIG_IN,
    Mode(
        DIG_IN,
        "Dig in",
        "dug in",
        stays=True,
        option=INFANTRY,
        open_to=lambda battle, unit: why_not_dig(battle, unit) is None,
    ),
)


@hooks.may_move.rule("AS-OPT-041", kinds=DIG_IN, when=INFANTRY)
def digs_where_it_may(m: Movement) -> Refusal | None:
    return why_not_dig(m.battle, m.unit)


@hooks.may_end.rule("AS-OPT-042", kinds=DIG_IN, when=INFANTRY)
def digs_where_it_stands(m: Movement) -> Refusal | None:
    """Digging in takes the whole turn."""
    if not m.travels:
        return None
    return Refusal("stays", f"{m.unit.id} digs in where it stands: leave out the path", "AS-OPT-042")


@hooks.moved.rule("AS-OPT-042", when=INFANTRY)
def takes_up_spades(m: Movement) -> bool | None:
    if m.mode == DIG_IN and m.unit.on_table:
        digging.note(m.battle, m.unit, True)
    return None


@hooks.may_attack.rule("AS-OPT-042", part=hooks.SLOT, when=INFANTRY)
def spades_in_hand(attack: Attack) -> Refusal | None:
    if not digging.of(attack.attacker):
        return None
    text = f"{attack.attacker.id} digs in this turn and attacks nobody"
    return Refusal("already_acted", text, "AS-OPT-042")


@hooks.end_phase.rule("AS-OPT-042", part=hooks.HAPPENINGS, when=INFANTRY)
def positions_are_ready(battle: Battle) -> bool | None:
    """The position is there from the End Phase on, and stays."""
    dug = None
    for unit in battle.on_table():
        if digging.of(unit) and unit.doomed is None:
            lay(battle, DUG_IN, (unit.x, unit.y, float(POSITION.of(battle)["radius"])), "AS-OPT-042")
            dug = True
    return dug


@hooks.to_hit.rule("AS-OPT-043", part=hooks.OTHER, when=INFANTRY)
def is_dug_in(attack: Attack) -> Modifier | None:
    """Any infantry in a position, whoever dug it; heat and what strikes an area find it all the same."""
    value = protection(attack)
    return Modifier("Dug in", value, "AS-OPT-043") if value else None


def protection(attack: Attack) -> int:
    target = infantry_to_cover(attack)
    if target is None:
        return 0
    kinds = {feature.kind for feature in attack.battle.table.features_at(*target.at)}
    return POSITION.of(attack)["target number"] if DUG_IN in kinds and FORTIFIED not in kinds else 0


@rules.rule("AS-OPT-044", when=INFANTRY, replaces=knows_how_to_dig)
def engineers_dig_too(battle: Battle, unit: Unit) -> bool:
    """Engineers of either kind, however they move."""
    return unit.card.is_infantry and (unit.has("TRN") or unit.has("ENG"))


# -- hitting the deck -----------------------------------------------------------------------------------------


@rules.rule("AS-OPT-045", otherwise=False)
def may_hit_the_deck(battle: Battle, unit: Unit) -> bool:
    """All infantry, wherever it may be."""
    return unit.card.is_infantry


hooks.movement_modes.add(
    HIT_THE_DECK,
    Mode(
        HIT_THE_DECK,
        "Hit the deck",
        "hit the deck",
        stays=True,
        option=INFANTRY,
        open_to=lambda battle, unit: may_hit_the_deck(battle, unit) and unit.on_table,
    ),
)


@hooks.may_move.rule("AS-OPT-045", kinds=HIT_THE_DECK, when=INFANTRY)
def infantry_alone(m: Movement) -> Refusal | None:
    if may_hit_the_deck(m.battle, m.unit) and m.unit.on_table:
        return None
    return Refusal("no_infantry", f"{m.unit.id} cannot hit the deck: infantry on the table does", "AS-OPT-045")


@hooks.may_end.rule("AS-OPT-045", kinds=HIT_THE_DECK, when=INFANTRY)
def lies_where_it_stands(m: Movement) -> Refusal | None:
    """It takes the whole move."""
    if not m.travels:
        return None
    return Refusal("stays", f"{m.unit.id} hits the deck where it stands: leave out the path", "AS-OPT-045")


@hooks.moved.rule("AS-OPT-045", when=INFANTRY)
def lies_down_or_gets_up(m: Movement) -> bool | None:
    """Until it decides to move."""
    lies = m.mode == HIT_THE_DECK or (flat.of(m.unit) and not m.travels and m.boarding is None)
    if lies != flat.of(m.unit):
        flat.note(m.battle, m.unit, lies)
    return None


@hooks.to_hit.rule("AS-OPT-045", part=hooks.OTHER, when=INFANTRY)
def lies_flat(attack: Attack) -> Modifier | None:
    """Harder to hit; a position protects better, and both together no more than that."""
    target = attack.target
    if target is None or not flat.of(target) or protection(attack):
        return None
    return Modifier("Hit the deck", FLAT.of(attack)["target number"], "AS-OPT-045")


@hooks.to_hit.rule("AS-OPT-045", part=hooks.OTHER, traits=trait.ANTI_MECH, when=INFANTRY)
def swarms_from_the_ground(attack: Attack) -> Modifier | None:
    if not flat.of(attack.attacker):
        return None
    return Modifier("Attacker hit the deck", FLAT.of(attack)["anti-'Mech attack"], "AS-OPT-045")


# -- friends as cover -----------------------------------------------------------------------------------------


@rules.rule("AS-OPT-046", otherwise=())
def covers_of(battle: Battle, unit: Unit) -> tuple[Unit, ...]:
    """Friends in base contact that are no infantry themselves; who lies hidden covers nobody."""
    if not unit.card.is_infantry or not unit.on_table:
        return ()
    others = [one for one in battle.on_table(unit.side) if not one.card.is_infantry and not hidden.of(one)]
    return tuple([one for one in others if in_contact(battle, unit, one)])


def in_the_line(attack: Attack, covers: tuple[Unit, ...], but: Unit) -> Unit | None:
    """The first of some units whose base the line of fire crosses."""
    target = attack.target
    if target is None or attack.is_physical or not attack.traits.isdisjoint((trait.AREA, trait.FROM_ABOVE)):
        return None
    line = line_of(attack)
    found = [one for one in covers if one is not but and passes(attack.battle, line, one, -TINY)]
    return found[0] if found else None


@hooks.to_hit.rule("AS-OPT-047", part=hooks.OTHER, when=INFANTRY)
def behind_a_friend(attack: Attack) -> Modifier | None:
    """Shots at it that would go through the unit it stands behind."""
    target = attack.target
    if target is None or not target.card.is_infantry:
        return None
    cover = in_the_line(attack, covers_of(attack.battle, target), attack.platform)
    return Modifier(f"Behind {cover.id}", COVER.of(attack)["attacks on it"], "AS-OPT-047") if cover else None


@hooks.to_hit.rule("AS-OPT-047", part=hooks.OTHER, when=INFANTRY)
def fires_past_a_friend(attack: Attack) -> Modifier | None:
    """And its own, though less."""
    unit = attack.platform
    if attack.target is None or not unit.card.is_infantry:
        return None
    cover = in_the_line(attack, covers_of(attack.battle, unit), attack.target)
    return Modifier(f"From behind {cover.id}", COVER.of(attack)["its attacks"], "AS-OPT-047") if cover else None
