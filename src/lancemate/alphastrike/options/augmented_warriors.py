"""Augmented warriors (p. 140): Belters, and implants that give a unit abilities or make its crew part of the machine.

What an implant gives stands on the card from the beginning of the battle (``card_changes``) and goes with its warrior.
Flying on powered wings is prosthetic_wings.py.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.electronics import JammingField
from lancemate.alphastrike.cards.arithmetic import dice_sum, round_normally
from lancemate.alphastrike.cards.specials import Special, Specials
from lancemate.alphastrike.damage.criticals import EFFECTS, fire_control_hit
from lancemate.alphastrike.environment.notes import agreed
from lancemate.alphastrike.heat.track import tracks_heat
from lancemate.alphastrike.measure.places import Place, here
from lancemate.alphastrike.play.events import DieRolled, ShutDown
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.options import brings
from lancemate.alphastrike.play.traits import ATTACK, OWN
from lancemate.alphastrike.play.words import unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.kills import abandoned
from lancemate.alphastrike.stages import Initiative
from lancemate.kernel.changes import as_printed
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import read_choice

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.damage import Struck
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Muster
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.codec import JSON
    from lancemate.kernel.reading import Reader

AUGMENTED: Final = rules.option(
    "augmented_warriors", "AS-OPT-050", "crews may have implants, or be Belters", title="Augmented warriors"
)
brings.add(AUGMENTED, ("DN", "TSI"))

BELTER, COMMUNICATIONS, BOOSTED = "belter", "communications", "boosted_communications"
SENSORY, MULTI_MODAL, ENHANCED = "sensory", "multi_modal", "enhanced_multi_modal"
FILTRATION, CAMOUFLAGE, MYOMER = "filtration", "dermal_camouflage", "myomer"
PROCESSOR, LEG_MASC = "triple_core_processor", "leg_masc"
GLIDER_WINGS, POWERED_WINGS = "glider_wings", "powered_wings"
WIRED: Final = ("dni", "prototype_dni", "vehicular_dni", "buffered_vdni")
PROTOTYPE: Final = "prototype_dni"
IMPLANTS: Final = (
    *(BELTER, COMMUNICATIONS, BOOSTED, SENSORY, MULTI_MODAL, ENHANCED, FILTRATION, CAMOUFLAGE, MYOMER, PROCESSOR),
    *(*WIRED, LEG_MASC, GLIDER_WINGS, POWERED_WINGS),
)
JAMMERS: Final = ("ECM", "LECM", "AECM", "WAT", "NOVA")
SIGHT: Final = (SENSORY, MULTI_MODAL)
WINGS: Final = (GLIDER_WINGS, POWERED_WINGS)

RATINGS: Final = rules.table("AS-OPT-050", {"force": 2, "warrior": 3})  # the worst Skill of either that will do
BELTERS: Final = rules.table("AS-OPT-051", {"gravity": 0.7, "Skill": -1})
SPOTTING: Final = rules.table("AS-OPT-053", {"target number": -1})
COMMAND: Final = rules.table("AS-OPT-060", {"commander": 2, "commander with a headquarters": 3, "headquarters": 1})
STUNNED_ON: Final = rules.table("AS-OPT-062", {"or less": 8})
RUNNING: Final = rules.table("AS-OPT-063", {"target number": 1})


def read_implants(reader: Reader, name: str, card: Card) -> JSON:
    return [read_choice(value, where, IMPLANTS) for where, value in reader.items(name)]


def implants_for(card: Card) -> tuple[JSON, ...]:
    """One of each, for those who draw units."""
    return tuple([one] for one in IMPLANTS)


implants = unit_memory("implants", list[str], default=[], rule="AS-OPT-050")
unit_word(implants, AUGMENTED, read_implants, beside_skill=True, examples=implants_for)

# It was stunned in flight, and is shut down for that.
blacked_out = unit_memory("blacked_out", bool, default=False, rule="AS-SPC-087")


def has_implant(battle: Battle, unit: Unit, *names: str) -> bool:
    """Its warrior has one of these, and is still there."""
    return any(name in implants.of(unit) for name in names) and not gone_with_the_warrior(battle, unit)


@hooks.filters_the_air.rule("AS-OPT-057", when=AUGMENTED)
def breathes_through_filters(battle: Battle, unit: Unit) -> bool | None:
    """Infantry with filters does not mind poison; without air it is lost like any other."""
    return unit.card.is_infantry and has_implant(battle, unit, FILTRATION)


@rules.rule("AS-OPT-052", otherwise=False)
def gone_with_the_warrior(battle: Battle, unit: Unit) -> bool:
    """What a warrior brought is lost when he has left, or others have taken his machine."""
    return abandoned.of(unit) or unit.side != _mustered(battle, unit.id).side


def _mustered(battle: Battle, name: str) -> Muster:
    return next(muster for muster in battle.setup.units if muster.id == name)


# -- who may have them ----------------------------------------------------------------------------------------


@hooks.battle_opens.rule("AS-OPT-050", when=AUGMENTED)
def for_the_best_alone(battle: Battle) -> None:
    """A force that is not elite has implants among its veterans only."""
    row = RATINGS.of(battle)
    for number, side in enumerate(battle.setup.sides):
        force = battle.setup.units_of(side.name)
        if not force or _rating(battle, force) <= row["force"]:
            continue
        for place, muster in enumerate(force):
            if set(implants.read(muster.words)) - {BELTER} and muster.skill > row["warrior"]:
                text = (
                    f"{muster.id} has Skill {muster.skill}: in a force that is not elite (Skill {row['force']}), "
                    f"implants are for Skill {row['warrior']} or better (AS-OPT-050)"
                )
                raise InputError(text, key=f"sides.{number}.units.{place}.implants")


def _rating(battle: Battle, force: list[Muster]) -> int:
    return round_normally(battle, sum(muster.skill for muster in force) / len(force))


# -- what they give -------------------------------------------------------------------------------------------


def augmented(battle: Battle, muster: Muster, card: Card) -> Card:
    """The card with what its warrior's implants add."""
    own = implants.read(muster.words)
    more = [code for name in own for code in given(battle, card, name) if code not in card.specials]
    if more:
        card = replace(card, specials=Specials([*card.specials, *(Special(code) for code in dict.fromkeys(more))]))
    return headquarters(battle, muster, card) if PROCESSOR in own else card


hooks.card_changes.add("implants", (AUGMENTED, augmented))


def given(battle: Battle, card: Card, implant: str) -> tuple[str, ...]:
    """The abilities that an implant gives a unit with this card."""
    if implant == BOOSTED:
        return networked(battle)
    if implant in SIGHT:
        return senses(battle)
    if implant == ENHANCED:
        return sharp_senses(battle)
    if implant == CAMOUFLAGE and card.is_conventional_infantry:
        return camouflaged(battle)
    if implant == MYOMER and card.is_infantry:
        return strong_limbs(battle)
    return winged(battle) if implant in WINGS and card.is_conventional_infantry else ()


@rules.rule("AS-OPT-054", otherwise=())
def networked(battle: Battle) -> tuple[str, ...]:
    """A boosted implant makes a unit part of an improved network."""
    return ("C3I",)


@rules.rule("AS-OPT-055", otherwise=())
def senses(battle: Battle) -> tuple[str, ...]:
    return "LPRB", "RCN"


@rules.rule("AS-OPT-056", otherwise=())
def sharp_senses(battle: Battle) -> tuple[str, ...]:
    return "PRB", "RCN"


@rules.rule("AS-OPT-058", otherwise=())
def camouflaged(battle: Battle) -> tuple[str, ...]:
    return ("LMAS",)


@rules.rule("AS-OPT-059", "AS-SPC-161", otherwise=())
def strong_limbs(battle: Battle) -> tuple[str, ...]:
    """Muscles like those of 'Mechs, and what is made against them hurts as much."""
    return ("TSI",)


@rules.rule("AS-OPT-064", otherwise=())
def winged(battle: Battle) -> tuple[str, ...]:
    return ("PAR",)


@hooks.disabled.rule("AS-OPT-052", when=AUGMENTED)
def not_of_the_machine(battle: Battle, unit: Unit, code: str) -> bool:
    """An ability that only the warrior brought is gone with him."""
    own = implants.of(unit)
    if not own or not gone_with_the_warrior(battle, unit):
        return False
    card = _mustered(battle, unit.id).card
    return code not in card.all_codes and any(code in given(battle, card, name) for name in own)


# -- Skill ----------------------------------------------------------------------------------------------------


@hooks.skill_in_play.rule("AS-OPT-051", when=AUGMENTED)
def at_home_where_little_weighs(battle: Battle, muster: Muster, card: Card) -> Modifier | None:
    """Belters are better where they weigh little."""
    row = BELTERS.of(battle)
    if BELTER not in implants.read(muster.words) or agreed(battle).gravity > row["gravity"]:
        return None
    return Modifier("Belter", int(row["Skill"]), "AS-OPT-051")


@hooks.skill_in_play.rule("AS-SPC-087", when=AUGMENTED, ability="DN")
def one_with_the_machine(battle: Battle, muster: Muster, card: Card) -> Modifier | None:
    """A machine that is steered by thought, by somebody who can."""
    if "DN" not in card.specials or not is_wired(battle, implants.read(muster.words)):
        return None
    return Modifier("Direct neural control (DN)", -1, "AS-SPC-087")


@rules.rule("AS-OPT-061", otherwise=True)
def is_wired(battle: Battle, own: list[str]) -> bool:
    """Only with an implant for it, of whatever make; to all others such a machine is like any."""
    return not set(own).isdisjoint(WIRED)


# -- in battle ------------------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-OPT-053", part=hooks.OTHER, when=AUGMENTED)
def talks_the_guns_in(attack: Attack) -> Modifier | None:
    """Indirect fire is better aimed by a spotter who is in everybody's ear."""
    spotter = attack.spotter
    if spotter is None or not attack.indirect or not has_implant(attack.battle, spotter, COMMUNICATIONS, BOOSTED):
        return None
    return Modifier("Communications implant", SPOTTING.of(attack)["target number"], "AS-OPT-053")


@hooks.to_hit.rule("AS-OPT-063", part=hooks.OTHER, when=AUGMENTED)
def runs_on_better_legs(attack: Attack) -> Modifier | None:
    target = attack.target
    if target is None or not target.card.is_conventional_infantry or not has_implant(attack.battle, target, LEG_MASC):
        return None
    return Modifier("Leg MASC", RUNNING.of(attack)["target number"], "AS-OPT-063")


def headquarters(battle: Battle, muster: Muster, card: Card) -> Card:
    """With a processor in his head a warrior is a headquarters; one who commands from one makes it larger."""
    more = larger_headquarters(battle, card, commands(battle, muster.side) == muster.id)
    if not more:
        return card
    others = [one for one in card.specials if one.code != "MHQ"]
    return replace(card, specials=Specials([*others, Special("MHQ", int(card.specials.value("MHQ")) + more)]))


@rules.rule("AS-OPT-060", otherwise=0)
def larger_headquarters(battle: Battle, card: Card, commander: bool) -> int:
    return COMMAND.of(battle)["headquarters"] if commander or "MHQ" not in card.specials else 0


def commands(battle: Battle, side: str) -> str | None:
    """The unit of a side's commander."""
    return next((one.officers[0] for one in battle.setup.sides if one.name == side and one.officers), None)


@hooks.initiative.rule("AS-OPT-060", part=Initiative.ADDED, when=AUGMENTED)
def thinks_faster(battle: Battle, side: str) -> Modifier | None:
    """A commander with a processor, as long as he is in play."""
    unit = battle.units.get(commands(battle, side) or "")
    if unit is None or not unit.in_play or not has_implant(battle, unit, PROCESSOR):
        return None
    row = COMMAND.of(battle)
    had_one = unit.card.specials.value("MHQ") > row["headquarters"]
    value = row["commander with a headquarters" if had_one else "commander"]
    return Modifier("Triple-core processor", value, "AS-OPT-060")


@hooks.field_holds.rule("AS-OPT-060", when=AUGMENTED)
def sees_through_jamming(battle: Battle, field: JammingField, spot: Place) -> bool:
    """With jammers of its own a unit with a processor feels none of others."""
    return not any(
        here(battle, unit) == spot
        and has_implant(battle, unit, PROCESSOR)
        and not unit.card.all_codes.isdisjoint(JAMMERS)
        for unit in battle.on_table()
        if unit.notes
    )


# -- shocks ---------------------------------------------------------------------------------------------------


@hooks.hit_taken.rule("AS-OPT-062", part=9, when=AUGMENTED)
def feels_every_hit(struck: Struck) -> None:
    """The first implants of their kind let their wearer feel what the machine suffers."""
    battle, unit = struck.battle, struck.unit
    if unit.doomed is not None or not struck.by(ATTACK) or struck.by(OWN) or not has_implant(battle, unit, PROTOTYPE):
        return
    most = STUNNED_ON.of(battle)["or less"]
    roll = battle.roll(2, lambda dice: dice_sum(battle, dice) <= most)
    stuns = dice_sum(battle, roll) <= most
    result = "its crew is stunned" if stuns else "its crew bears it"
    battle.emit(DieRolled(unit.id, "prototype DNI", roll, result, "AS-OPT-062"))
    if stuns:
        EFFECTS["crew_stunned"](battle, unit, True)


@rules.rule("AS-SPC-087", when=AUGMENTED, replaces=fire_control_hit)
def stuns_who_is_wired_in(battle: Battle, unit: Unit, wait: bool) -> None:
    """Whoever steers by thought is stunned by every hit on the fire control."""
    as_printed(fire_control_hit)(battle, unit, wait)
    if unit.has("DN") and is_wired(battle, implants.of(unit)) and not gone_with_the_warrior(battle, unit):
        EFFECTS["crew_stunned"](battle, unit, True)


@hooks.end_phase.rule("AS-SPC-087", part=hooks.LATE, when=AUGMENTED)
def stunned_in_the_air(battle: Battle) -> bool | None:
    """An aerospace unit whose crew is stunned counts as shut down."""
    changed = None
    for unit in battle.units.values():
        if not unit.card.is_aerospace or not unit.in_play or unit.stunned == blacked_out.of(unit):
            continue
        blacked_out.remember(battle, unit, unit.stunned)
        changed = True
        if unit.stunned != unit.shutdown and (unit.stunned or not tracks_heat(battle, unit)):
            battle.emit(ShutDown(unit.id, unit.stunned, "AS-SPC-087"))
    return changed
