"""The options as players look for them: in groups, and in sets for an evening. Knows names, and no rule."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.play.options import conflicts, options
from lancemate.alphastrike.play.setup import COMMANDER, QUICK_START
from lancemate.kernel.values import frozen
from lancemate.rulebook.ledger import CHAPTERS, chapter_of, heading

MODULES: Final = "Optional modules"
BATTLES: Final = "Battles and scenarios"
RULINGS: Final = "Rulings the book leaves open"
HOUSE: Final = "House rules"

# Modules that belong together, in the order players look for them.
FAMILIES: Final = {
    "Shooting and hitting": (
        "alternate_munitions",
        *("expanded_ranges", "targeting_and_tracking", "critical_success_failure", "variable_damage"),
        *("multiple_damage_rolls", "multiple_attack_rolls", "shielding_movement"),
    ),
    "The ground": (
        *("advanced_terrain", "advanced_buildings", "fire_and_smoke", "fortified_positions", "terrain_conversion"),
        *("practical_los", "coordinate_system"),
    ),
    "Machines and crews": (
        *("engine_explosions", "ejection", "morale", "advanced_infantry", "augmented_warriors", "glider_protomechs"),
        *("quadvees", "robotic_drones"),
    ),
    "Aircraft": ("aerospace_on_ground_map", "land_air_mechs"),
    "Artillery, mines and what comes from above": (
        *("advanced_artillery", "artillery_counter_battery", "artillery_flak", "capital_weapons", "minefields"),
        "vtol_special_attacks",
    ),
    "Transport": ("external_cargo", "dropping_troops"),
    "Electronics and what one knows": ("ecm_eccm", "concealing_unit_data", "hidden_units", "battlefield_intelligence"),
}


def group_of(name: str) -> str:
    """The group an option is listed in."""
    for group, names in FAMILIES.items():
        if name in names:
            return group
    rule = options()[name].rule
    if chapter_of(rule) not in CHAPTERS:
        return HOUSE
    if rule.startswith("AS-OPT"):
        return MODULES
    return BATTLES if rule.startswith("AS-SCN") or heading(rule).option is not None else RULINGS


def groups() -> dict[str, tuple[str, ...]]:
    """Every option in its group."""
    found: dict[str, tuple[str, ...]] = dict.fromkeys((*FAMILIES, MODULES, BATTLES, RULINGS, HOUSE), ())
    for name in options():
        found[group_of(name)] += (name,)
    return {group: names for group, names in found.items() if names}


@frozen
class Preset:
    """What to agree on for an evening."""

    options: tuple[str, ...] = ()
    edition: str = COMMANDER


def presets() -> dict[str, Preset]:
    """By the layers of the book; of options that exclude each other the first."""
    everything = [name for name in options() if options()[name].rule.startswith("AS-OPT")]
    for conflict in conflicts.values():
        for extra in [name for name in everything if name in conflict.names][1:]:
            everything.remove(extra)
    return {
        "quick start": Preset(edition=QUICK_START),
        "standard": Preset(),
        "advanced": Preset(("optional_abilities",)),
        "everything": Preset(("optional_abilities", *sorted(set(everything) - {"optional_abilities"}))),
    }
