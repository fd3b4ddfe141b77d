"""What works on other parts of a sum: at which Move each is looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from crossings.sums import scenes
from crossings.sums.staged import Part, meets

AMPLE: Final = 12  # inches of Move, enough that no floor is near
SCANT: Final = 4

Probe = Callable[[Part], bool]


def probe(rule: Part, base: int = AMPLE) -> Probe:
    return lambda way: meets(way, rule, base)


def confusion(way: Part) -> bool:
    """Thin air alone leaves nothing of a scant Move."""
    return meets(way, scenes.confusion, SCANT + 2 if way is scenes.thin_air else SCANT)


PROBES: Final[dict[str, Probe]] = {
    "gravity": probe(scenes.gravity),
    "hot_myomer": probe(scenes.myomer),
    "hardened": probe(scenes.hardened),
    "wind_choice": probe(scenes.crawl, SCANT),
    "fear": probe(scenes.fear),
    "load": probe(scenes.load),
    "trailer": probe(scenes.trailer),
    "bombs": probe(scenes.bombs, SCANT),
    "sprint": probe(scenes.sprint),
    "confusion": confusion,
    "hit_and_run": probe(scenes.outnumbered),
    "tracers": probe(scenes.tracers),
    "at_home": probe(scenes.at_home),
    "woodsmen": probe(scenes.woodsmen),
    "night_specialist": probe(scenes.night_specialist),
    "nightwalker": probe(scenes.nightwalker),
    "in_the_open": probe(scenes.in_the_open),
    "sniper": probe(scenes.sniper),
    "medium_master": probe(scenes.medium_master),
    "brawlers": probe(scenes.brawlers),
    "sharp_shooters": probe(scenes.sharp_shooters),
    "network": probe(scenes.network),
    "easier_prey": probe(scenes.easier_prey),
    "laden": probe(scenes.laden),
    "ace": probe(scenes.ace),
    "washer": probe(scenes.washer),
    "walker": probe(scenes.walker),
    "light_feet": probe(scenes.light_feet),
    "ranger": probe(scenes.ranger),
    "mobile": probe(scenes.mobile),
    "adjustments": probe(scenes.adjustments),
}
