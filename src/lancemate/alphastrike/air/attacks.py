"""What attacks by aerospace units have in common (pp. 181-188): one a turn, from which altitude, with which arc."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.altitude import AIR, altitude_of, is_spheroid, levels
from lancemate.alphastrike.combat.arcs import Arc, bears_on
from lancemate.alphastrike.combat.attack import PASS
from lancemate.alphastrike.combat.multi_arc import MULTI_ARCS
from lancemate.alphastrike.measure.lines import nearest_in_arc
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.flight import OPTION, flies, hovering, path_of
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.multi_arc import Mount
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

STRIKE: Final = "strike"
STRAFE: Final = "strafe"
DIVE: Final = "dive_bomb"
ALTITUDE: Final = "altitude_bomb"
BOMBING: Final = (DIVE, ALTITUDE)
RUN, BOMB = "run", "bomb"  # strafing by a VTOL, and its bombs
# Kinds of attack from the air that are made like others.
ROCKETS, TAG_POD, TORPEDO, HIGH_TORPEDO = "rockets", "tag_pod", "torpedo_bomb", "high_torpedo_bomb"
LIKE: Final = {ROCKETS: STRIKE, TAG_POD: STRIKE, TORPEDO: DIVE, HIGH_TORPEDO: ALTITUDE}
WORDS: Final = {STRIKE: "striking", STRAFE: "strafing", DIVE: "dive bombing", ALTITUDE: "altitude bombing"}
WORDS.update({kind: WORDS[model] for kind, model in LIKE.items()})
AIR_ARROW: Final = "air_arrow"  # a missile from craft to craft
CAPITAL: Final = "capital"  # capital weapons at what flies
BESIDES: Final = ("weapon:rear:", "artillery", AIR_ARROW, TAG_POD)  # what is used up by attacks that come on top
EXPANDED_RANGES: Final = "expanded_ranges"

# Kinds of attack from the air at the ground: from which altitudes, and how much harder they are.
TYPES: Final = rules.table(
    "AS-AER-014",
    {
        STRAFE: {"altitudes": ["low"], "modifier": 3},
        STRIKE: {"altitudes": ["low", "middle", "high", "extreme"], "modifier": 1},
        ALTITUDE: {"altitudes": ["high", "extreme"], "modifier": 0},
        DIVE: {"altitudes": ["low", "middle"], "modifier": 0},
    },
)

# The arcs of units with several that serve in flight, by how they fly and what they do.
ARCS: Final = rules.table(
    "AS-AER-032",
    {
        "wings": {
            STRAFE: ["nose", "left", "right"],
            STRIKE: ["nose", "left", "right"],
            "air": ["nose", "left", "right"],
        },
        "spheroid": {STRAFE: ["nose"], STRIKE: ["aft"], "air": ["nose"]},
        "hovering": {STRAFE: ["nose"], STRIKE: ["left", "right", "aft"], "air": ["left", "right", "nose", "aft"]},
    },
)
SIDES: Final = {"left": Arc("left", 270.0, 180.0, "AS-AER-095"), "right": Arc("right", 90.0, 180.0, "AS-AER-095")}


def in_the_air(attack: Attack) -> bool:
    """Between two units in flight."""
    return attack.target is not None and flies(attack.attacker) and flies(attack.target)


def is_from_above(attack: Attack) -> bool:
    """An attack that a unit in flight makes on the ground."""
    return trait.AERIAL in attack.traits and flies(attack.attacker)


def looks_down(attack: Attack) -> bool:
    """Whatever a unit in flight does to the ground with its own eyes: attacks, and scans by probe."""
    return flies(attack.platform) and not attack.indirect and not (attack.target is not None and flies(attack.target))


def model_of(attack: Attack) -> str:
    """The kind of attack that this one is made like."""
    return LIKE.get(attack.kind, attack.kind)


def is_bombing(attack: Attack) -> bool:
    return trait.BOMB in attack.traits


# -- what kind of attack from where ---------------------------------------------------------------------------


@hooks.may_attack.rule("AS-AER-014", part=hooks.ABLE, traits=trait.AERIAL)
def for_who_flies(attack: Attack) -> Refusal | None:
    """Nobody on the ground attacks from above, nor indirectly, nor any craft without the rules of flight."""
    unit = attack.attacker
    if attack.spotter is not None:
        text = f"{WORDS[attack.kind]} is aimed at what {unit.id} sees below it: name no spotter"
        return Refusal("no_indirect_fire", text, "AS-COM-022")
    if (flies(unit) and OPTION in attack.battle.options) or (attack.kind == DIVE and unit.card.is_battle_armor):
        return None
    text = f"{WORDS[attack.kind]} is for aerospace units in the air, where the option {OPTION} is played"
    return Refusal("not_in_the_air", text, "AS-AER-014")


@hooks.may_attack.rule("AS-AER-014", part=hooks.ABLE, traits=(trait.AERIAL, trait.SHOT, trait.PHYSICAL), when=AIR)
def fitting_altitude(attack: Attack) -> Refusal | None:
    """From the air the ground is strafed, struck or bombed, each from its own altitudes."""
    unit = attack.attacker
    if trait.AERIAL not in attack.traits:
        if not flies(unit) or (attack.target is not None and flies(attack.target)):
            return None
        text = f"{unit.id} is in the air: it attacks the ground by kind strike, strafe, dive_bomb or altitude_bomb"
        return Refusal("not_from_the_air", text, "AS-AER-014")
    if not flies(unit):
        return None
    good = TYPES.of(attack)[model_of(attack)]["altitudes"]
    assert isinstance(good, list)
    if altitude_of(unit) in good:
        return None
    text = f"{WORDS[attack.kind]} is done from {' or '.join(good)} altitude; {unit.id} flies at {altitude_of(unit)}"
    return Refusal("wrong_altitude", text, "AS-AER-014")


@hooks.to_hit.rule("AS-AER-014", part=hooks.OTHER, traits=trait.AERIAL, when=AIR)
def attack_type(attack: Attack) -> Modifier | None:
    """Strafing and striking are harder than bombing, which has the area to make up for it."""
    value = TYPES.of(attack)[model_of(attack)]["modifier"]
    assert isinstance(value, int)
    return Modifier(WORDS[attack.kind].capitalize(), value, "AS-AER-014")


@hooks.may_attack.rule("AS-AER-013", part=hooks.SLOT, when=AIR)
def one_attack(attack: Attack) -> Refusal | None:
    """One attack a turn, except with several arcs; shots to the rear and artillery have rules of their own."""
    unit = attack.attacker
    if not flies(unit) or attack.is_extra or attack.code == "REAR":
        return None
    if attack.mount.separate and attack.slot not in unit.attacks:
        return None
    made = [slot for slot in unit.attacks if slot != PASS and not slot.startswith(BESIDES)]
    if not made or trait.ARTILLERY in attack.traits:
        return None
    if any(hook(attack) for hook in attack.battle.hooks[hooks.one_pass_more]):
        return None
    who = f"the {attack.mount.name} arc of {unit.id}" if attack.mount.separate else unit.id
    return Refusal("already_attacked", f"{who} has made its one attack this turn", "AS-AER-013")


# -- units with several arcs ----------------------------------------------------------------------------------


@rules.rule("AS-AER-092", otherwise=False)
def several_arcs(battle: Battle, unit: Unit) -> bool:
    """DropShips, small craft and airships may use every arc each turn, in the air and at the ground."""
    return unit.card.is_multi_arc


def way_of_flying(battle: Battle, unit: Unit) -> str:
    if not is_spheroid(battle, unit):
        return "wings"
    return "hovering" if hovering.of(unit) else "spheroid"


def serving(attack: Attack, unit: Unit) -> tuple[str, ...]:
    """The arcs that serve for an attack as a unit flies now."""
    rows = ARCS.of(attack)[way_of_flying(attack.battle, unit)]
    model = "air" if in_the_air(attack) else model_of(attack)
    alike = (model,) if model in rows else (STRAFE, STRIKE)  # whatever else is done to the ground
    arcs = tuple(dict.fromkeys(arc for one in alike for arc in rows[one]))
    return tuple(named(unit, arc) for arc in arcs if arc_serves(attack, unit, arc))


def named(unit: Unit, arc: str) -> str:
    """What a card calls an arc: the nose of an airship is its front."""
    return "front" if arc == "nose" and "front" in unit.card.arcs else arc


def arc_serves(attack: Attack, unit: Unit, arc: str) -> bool:
    """Hovering, the nose looks up, the aft down, and the sides to their side; on a path the nose leads."""
    if hovering.of(unit):
        if not is_spheroid(attack, unit):
            return airship_arc(attack, unit, arc)
        return trait.STRAFING in attack.traits or hovering_arc(attack, unit, arc)
    return arc == "nose" or not is_spheroid(attack, unit) or arc_on_a_path(attack, arc)


@rules.rule("AS-AER-092", otherwise=True)
def airship_arc(attack: Attack, unit: Unit, arc: str) -> bool:
    """An airship that hovers is no spheroid: nose and sides bear on what lies in their quarters, at any altitude."""
    if trait.STRAFING in attack.traits or (attack.target is None and attack.feature is None):
        return arc == "nose"
    centre, width = MULTI_ARCS.of(attack)["large unit"][arc]
    return lies_in(attack, Arc(arc, centre, width, "AS-AER-092"), unit)


def lies_in(attack: Attack, arc: Arc, unit: Unit) -> bool:
    """What is aimed at lies in an arc of a unit that hovers, or some part of its path does."""
    battle, target = attack.battle, attack.target
    if target is not None and flies(target):
        return nearest_in_arc(battle.table, path_of(target), arc, unit.at, unit.facing) is not None
    return bears_on(battle, arc, unit.at, unit.facing, *attack.aim)


@rules.rule("AS-AER-094", otherwise=False)
def arc_on_a_path(attack: Attack, arc: str) -> bool:
    """A spheroid on its path strikes the ground with its aft weapons."""
    return arc == "aft" and trait.STRAFING not in attack.traits and not in_the_air(attack)


@rules.rule("AS-AER-095", otherwise=False)
def hovering_arc(attack: Attack, unit: Unit, arc: str) -> bool:
    """Higher targets are for the nose, lower ones for the aft weapons, all in its half for either side."""
    target = attack.target
    if target is None and attack.feature is None:
        return arc == "nose"
    if arc in SIDES:
        return lies_in(attack, SIDES[arc], unit)
    known = levels(attack)
    own = known.index(altitude_of(unit))
    there = known.index(altitude_of(target)) if target is not None and flies(target) else -1
    return there > own if arc == "nose" else there < own


def serves(attack: Attack, mount: Mount) -> bool:
    """Whether weapons may make an attack from where their unit flies."""
    if not mount.separate or mount.turret is not None or not several_arcs(attack.battle, attack.attacker):
        return True
    if is_bombing(attack) or trait.ARTILLERY in attack.traits:
        return True
    return mount.name in serving(attack, attack.attacker)


@hooks.may_attack.rule("AS-AER-094", "AS-AER-095", "AS-AER-032", part=hooks.AIM, when=AIR)
def serving_arc(attack: Attack) -> Refusal | None:
    """Only some arcs serve for an attack, by how the unit flies."""
    unit = attack.attacker
    if not flies(unit) or serves(attack, attack.mount):
        return None
    good = serving(attack, unit)
    rule = "AS-AER-094"
    if hovering.of(unit):
        rule = "AS-AER-095" if is_spheroid(attack, unit) else "AS-AER-092"
    text = f"the {attack.mount.name} weapons of {unit.id} do not serve for this as it flies"
    hint = f"; {' or '.join(good)} would" if good else ""
    return Refusal("wrong_arc", text + hint, rule)


@hooks.bears.rule("AS-AER-093", when=AIR)
def bears_in_flight(attack: Attack, mount: Mount) -> bool | None:
    """In flight it is the path that counts, and not the facing; weapons to the rear fire at whoever is behind."""
    if not flies(attack.attacker) or trait.ARTILLERY in attack.traits:
        return None
    return attack.command.using != "REAR" and serves(attack, mount)
