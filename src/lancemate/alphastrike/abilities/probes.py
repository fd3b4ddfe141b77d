"""Active probes (pp. 61, 82-86, 157-158, 167): how far each reaches for what, and what blinds it.

The book gives probes five sets of ranges; they stand here together, and whoever needs one reads it here. Hook
``probes_blinded`` (battle, unit) -> bool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.electronics import hostile_fields, jams_itself, lies_between
from lancemate.alphastrike.heat.track import is_disabled
from lancemate.alphastrike.measure.places import Standing
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

BOOSTED: Final = "BH"  # only Angel ECM jams it

# Inches: what the ability itself says, how far it extends sight, at what distance it identifies a blip, reads a record
# sheet and finds a hidden unit. A Watchdog suite holds a light probe, a Nova system an active one.
PROBE_RANGES: Final = rules.table(
    "AS-BAT-076",
    {
        "ability": {"LPRB": 12.0, "WAT": 12.0, "PRB": 18.0, "NOVA": 18.0, "BH": 26.0},
        "sight": {"LPRB": 12.0, "WAT": 12.0, "PRB": 16.0, "NOVA": 16.0, "BH": 24.0},
        "blips": {"LPRB": 12.0, "WAT": 12.0, "PRB": 18.0, "NOVA": 18.0, "BH": 26.0},
        "record sheets": {"LPRB": 12.0, "WAT": 12.0, "PRB": 16.0, "NOVA": 16.0, "BH": 26.0},
        "hidden units": {"LPRB": 6.0, "WAT": 6.0, "PRB": 10.0, "NOVA": 10.0, "BH": 16.0},
    },
)
for _probe in (
    *("AS-SCN-065", "AS-SPC-066", "AS-SPC-077", "AS-SPC-105"),
    *("AS-OPT-316", "AS-OPT-327", "AS-OPT-475", "AS-FOR-120"),
):
    rules.also(_probe, PROBE_RANGES)


def probes_of(battle: Battle, unit: Unit) -> list[str]:
    """The probes on its card that work now, whatever else of it is in use."""
    if unit.shutdown:
        return []
    card = next((muster.card for muster in battle.setup.units if muster.id == unit.id), unit.card)
    ranges = PROBE_RANGES.of(battle)["ability"]
    found = [code for code in ranges if code in card.all_codes and code not in unit.switched_off]
    if found and battle.hooks[hooks.disabled]:
        found = [code for code in found if not is_disabled(battle, unit, code)]
    return [] if found and is_blinded(battle, unit) else found


def range_of(battle: Battle, unit: Unit, what: str, code: str) -> float:
    """How far a probe of a unit reaches for something: hook ``sharp_eyes`` (battle, unit) -> float adds to it."""
    return PROBE_RANGES.of(battle)[what][code] + sum(hook(battle, unit) for hook in battle.hooks[hooks.sharp_eyes])


def is_blinded(battle: Battle, unit: Unit) -> bool:
    """Something where it stands keeps its probes from working."""
    return any(hook(battle, unit) for hook in battle.hooks[hooks.probes_blinded])


def is_jammed(battle: Battle, unit: Unit, code: str, target: Standing, *, hidden_too: bool = False) -> bool:
    """Hostile ECM covers the unit or its target, or lies between them; or its own stealth armor shuts it in."""
    if code != BOOSTED and jams_itself(battle, unit):
        return True
    return any(
        (field.angel or code != BOOSTED) and lies_between(battle, field, unit, target)
        for field in hostile_fields(battle, unit.side, hidden_too=hidden_too)
    )
