"""The air (p. 61): who cannot be in vacuum or in the last trace of air, and how thin and thick air carry.

Hull breaches stand in breach.py. What an atmosphere excludes of wind, weather and terrain is wrong in a script.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.environment.notes import agreed
from lancemate.alphastrike.movement.on_the_way import BREAK
from lancemate.alphastrike.play.conditions import DEADLY_AIR, THICK_AIR, THIN_AIR, TRACE, VACUUM
from lancemate.alphastrike.play.explain import Cost, cost
from lancemate.alphastrike.play.sealing import is_sealed
from lancemate.alphastrike.play.state import ABOARD
from lancemate.alphastrike.play.traits import NATURE
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Move

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.ruleset import Switched

NEED_AIR: Final = {"v": "rotors", "g": "ground effect", "h": "an air cushion", "i": "a gas bag"}
CUSHIONED: Final = ("v", "g", "h")
THIN_LOSS: Final = 4.0
THICK_GAIN: Final = 2.0
AIRLESS: Final = cause("no air", "AS-BAT-077", NATURE)


# -- who cannot be there --------------------------------------------------------------------------------------


def unfit_for(by: Switched, card: Card, atmosphere: str) -> str | None:
    """Why a unit cannot be in such air, or None."""
    if atmosphere not in (VACUUM, TRACE):
        return None
    return cannot_breathe(by, card) or (has_no_water(by, card) if atmosphere == VACUUM else None)


@rules.rule("AS-BAT-077", otherwise=None)
def cannot_breathe(by: Switched, card: Card) -> str | None:
    """Engines that burn need air, and so do rotors and cushions; all but BattleMechs need a sealed hull."""
    codes = card.specials.codes
    lift = NEED_AIR.get(card.move.primary)
    if "EE" in codes:
        return "its engine needs air (EE)"
    if lift is not None and card.type in ("CV", "SV"):
        return f"{lift} carries nothing where there is no air"
    sealed = is_sealed(by, card) or adapted_to_space(by, card)
    if card.type == "BM":
        return fuel_cells_need_a_seal(by, card, sealed)
    return None if sealed else "it is not sealed (SEAL or SOA)"


@rules.rule("AS-SPC-151", otherwise=False)
def adapted_to_space(by: Switched, card: Card) -> bool:
    """It can be where there is no air, though it cannot fly there."""
    return "SOA" in card.specials.codes


@rules.rule("AS-SPC-026", otherwise=None)
def fuel_cells_need_a_seal(by: Switched, card: Card, sealed: bool) -> str | None:
    return "its fuel cells (FC) are not sealed" if "FC" in card.specials.codes and not sealed else None


@rules.rule("AS-BAT-080", otherwise=None)
def has_no_water(by: Switched, card: Card) -> str | None:
    """Nothing swims in vacuum."""
    return "there is no water to swim in" if card.is_naval else None


def is_exposed(battle: Battle, unit: Unit) -> bool:
    """It is out in the open, or inside something that the air gets into."""
    if unit.on_table:
        return True
    carrier = battle.units.get(unit.aboard or "")
    return (
        unit.place == ABOARD and carrier is not None and carrier.on_table and (unit.riding or _leaks(battle, carrier))
    )


def _leaks(battle: Battle, carrier: Unit) -> bool:
    return (
        carrier.card.type != "BM" and not is_sealed(battle, carrier.card) and not adapted_to_space(battle, carrier.card)
    )


@hooks.lost_outside.rule("AS-BAT-077", when=DEADLY_AIR)
def better_inside(battle: Battle, unit: Unit) -> bool:
    """Whoever cannot be in this air stays in its transport."""
    return unfit_for(battle, unit.card, agreed(battle).atmosphere) is not None


def expose(battle: Battle) -> None:
    """Destroy whoever is out in air that it cannot be in."""
    for unit in list(battle.units.values()):
        if unit.in_play and unit.doomed is None and is_exposed(battle, unit):
            why = unfit_for(battle, unit.card, agreed(battle).atmosphere)
            if why is not None:
                doom(battle, unit, f"{why}: it cannot be in this atmosphere", "AS-BAT-077", AIRLESS.itself, wait=False)


@hooks.battle_opens.rule("AS-BAT-077", part=1, when=DEADLY_AIR)
def exposed_at_once(battle: Battle) -> None:
    """Whoever begins out in the open."""
    expose(battle)


@hooks.turn_begins.rule("AS-BAT-077", when=DEADLY_AIR)
def exposed_by_deployment(battle: Battle) -> None:
    """Whoever has been placed since."""
    expose(battle)


@hooks.entered.rule("AS-BAT-077", part=BREAK + 1, when=DEADLY_AIR)
def exposed_by_coming_out(battle: Battle, here: Entered) -> None:
    """Whoever has come onto the table or out of its transport, in whatever way."""
    if not here.way.begins:
        expose(battle)


# -- flying and hovering --------------------------------------------------------------------------------------


@rules.rule("AS-BAT-078", otherwise=False)
def lands_upright(battle: Battle, card: Card) -> bool:
    """It lands and takes off as spheroids do: without air to glide on, every aerospace unit does."""
    return card.is_aerospace and (card.move.primary == "p" or agreed(battle).atmosphere == VACUUM)


@hooks.move_now.rule("AS-BAT-082", part=Move.CHANGED, when=THIN_AIR)
def thin_air_carries_badly(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """VTOLs, WiGEs and hovercraft lose 4 inches."""
    return cost("Thin air", -THIN_LOSS, "AS-BAT-082") if _is_cushioned(unit, mode) else None


@hooks.move_now.rule("AS-BAT-083", part=Move.CHANGED, when=THICK_AIR)
def thick_air_carries_well(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """VTOLs, WiGEs and hovercraft gain 2 inches."""
    return cost("Thick air", THICK_GAIN, "AS-BAT-083") if _is_cushioned(unit, mode) else None


def _is_cushioned(unit: Unit, mode: str) -> bool:
    return mode == "ground" and unit.card.move.primary in CUSHIONED
