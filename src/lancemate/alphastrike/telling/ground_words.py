"""What kinds of terrain are to players, in a sentence each: for whoever points at one, and for legends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike.telling.wording import short_page

if TYPE_CHECKING:
    from lancemate.field.terrain import Feature

# A sentence, and the rule that says more.
ABOUT: Final[Mapping[str, tuple[str, str]]] = {
    "hill": ("for every inch up or down 2 Move, for infantry and ground vehicles 4", "AS-MOV-029"),
    "hollow": ("for every inch down or up 2 Move, for infantry and ground vehicles 4", "AS-MOV-029"),
    "pit": ("for every inch down or up 2 Move, for infantry and ground vehicles 4", "AS-MOV-029"),
    "road": ("no extra Move; tracks and wheels that stay on it have 2 inches more", "AS-MOV-017"),
    "pavement": ("no extra Move; tracks and wheels that stay on it have 2 inches more", "AS-MOV-017"),
    "bridge": ("a road over what lies below; a Construction Factor bears no more than that Size", "AS-BAT-028"),
    "water": ("for hovers and boats on top, for 'Mechs on the bottom: +1 Move an inch, deeper more", "AS-MOV-015"),
    "building": ("Move by its type; hides who is behind it, takes damage for who is inside", "AS-URB-002"),
    "wall": ("Move by its type to cross it; takes damage for who is close behind it", "AS-URB-023"),
    "woods": ("+1 Move an inch; +1 to hit through them, and 6 inches block the view", "AS-COM-052"),
    "light_woods": ("+1 Move an inch; +1 to hit for every 2 inches, and 6 block the view", "AS-OPT-009"),
    "heavy_woods": ("+2 Move an inch, no vehicles; +2 to hit for every 2 inches, and 4 block the view", "AS-OPT-010"),
    "ultra_heavy_woods": ("infantry only; +3 to hit for every 2 inches, and 2 block the view", "AS-OPT-011"),
    "light_jungle": ("+2 Move an inch, no vehicles; +1 to hit for every 2 inches, and 6 block the view", "AS-OPT-003"),
    "heavy_jungle": ("+3 Move an inch, no vehicles; +2 to hit for every 2 inches, and 4 block the view", "AS-OPT-004"),
    "ultra_heavy_jungle": ("infantry only; +3 to hit for every 2 inches, and 2 block the view", "AS-OPT-005"),
    "rough": ("+1 Move an inch; no wheels", "AS-MOV-015"),
    "rubble": ("+1 Move an inch", "AS-MOV-015"),
    "deep_snow": ("+1 Move an inch, no wheels; units may get stuck; hot ones cool by 1", "AS-BAT-030"),
    "gravel_piles": ("+1 Move an inch and the climb; units may get stuck", "AS-BAT-033"),
    "hazardous_liquid_pool": ("as water, and it damages whoever is in it", "AS-BAT-034"),
    "heavy_industrial": ("+1 Move an inch for 'Mechs; hides like woods; a miss may set it off", "AS-BAT-036"),
    "ice": ("+1 Move an inch; heavy units roll for every 2 inches and may fall through", "AS-BAT-038"),
    "jungle": ("+2 Move an inch, no vehicles; +1 to hit for every 2 inches, and 6 block the view", "AS-BAT-045"),
    "magma_liquid": ("'Mechs only: 1 heat, and damage without armor; anything else is lost", "AS-BAT-047"),
    "magma_crust": ("heavy units roll for every 2 inches and may break through into the magma; 1 heat", "AS-BAT-050"),
    "mud": ("+1 Move an inch; units may get stuck", "AS-BAT-053"),
    "planted_fields": ("+1 to hit for every 4 inches in between, and 12 block the view", "AS-BAT-055"),
    "rail": ("trains run on it, others pay +1 Move an inch; each section has a Construction Factor", "AS-BAT-058"),
    "ultra_rough": ("+2 Move an inch; no wheels", "AS-BAT-061"),
    "ultra_rubble": ("+2 Move an inch", "AS-BAT-062"),
    "sand": ("+1 Move an inch for infantry and for wheels, which may get stuck", "AS-BAT-063"),
    "swamp": ("+1 Move an inch for 'Mechs, +2 for others; units may get stuck", "AS-BAT-064"),
    "quicksand": ("whoever enters is stuck, and sinks 2 inches a turn until it gets free", "AS-BAT-067"),
    "tundra": ("units may get stuck", "AS-BAT-068"),
    "light_smoke": ("+1 to hit through it", "AS-BAT-113"),
    "heavy_smoke": ("+2 to hit through it", "AS-BAT-113"),
    "geyser": ("+2 to hit through it", "AS-BAT-113"),
    "minefield": ("whoever comes into it rolls two dice; the denser it is, the more likely it goes off", "AS-OPT-481"),
    "fire": ("1 heat, or 1 damage without a heat scale, for whoever is in it", "AS-OPT-446"),
    "fortified": ("+2 to hit infantry in it; vehicles and ProtoMechs are hull down at once", "AS-OPT-466"),
    "dug_in": ("+2 to hit infantry in it", "AS-OPT-043"),
    "illumination": ("as light as day: darkness does not count against who is in it", "AS-OPT-111"),
    "emi": ("+2 to hit for weapon attacks through it", "AS-BAT-091"),
}


def about(kind: str) -> str | None:
    """What a kind of terrain is, with its page; None for what needs no words."""
    found = ABOUT.get(kind)
    return None if found is None else f"{found[0]}{short_page(found[1])}"


class Entry(NamedTuple):
    """A line of a legend: a kind, what it is to players, and the rule that says more."""

    kind: str
    text: str
    rule: str


def legend(features: Iterable[Feature]) -> list[Entry]:
    """Every kind of terrain that lies on a map, once, in the order of the book; kinds without words as their like."""
    roles = {feature.kind: feature.role_name for feature in features}
    told = [(kind, ABOUT.get(kind) or ABOUT.get(role)) for kind, role in roles.items()]
    found = [Entry(kind, *words) for kind, words in told if words is not None]
    order = list(ABOUT)
    return sorted(found, key=lambda one: (order.index(one.kind) if one.kind in ABOUT else len(order), one.kind))
