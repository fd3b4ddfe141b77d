"""Switches of the game: optional rules and the rulings that offer a choice. One literal, read in one place.

A battle keeps the names of the options that are on; rule functions name the option they belong to, or ask
``battle.options``.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final, NamedTuple

from lancemate.kernel.errors import InputError


class Option(NamedTuple):
    rule: str
    text: str


OPTIONS: Final[dict[str, Option]] = {
    "lance_movement": Option("AS-MOV-013", "lances, Stars and Level IIs move as one item"),
    "independent_protomechs": Option("AS-MOV-037", "each ProtoMech moves on its own, not with its Point"),
    "wade_depth_0": Option("AS-MOV-015", "ground vehicles and infantry may wade through depth 0 water"),
    "deep_water_7": Option("AS-MOV-032", "walking under water costs 7 per inch (table) instead of 4 (text)"),
    "strict_flowchart": Option("AS-DMG-052", "motive rolls only where the damage flowchart reaches them"),
    "external_heat_before_cooling": Option("AS-HEA-018", "outside heat is added before cooling"),
    "jump_tmm_ignores_heat": Option("AS-HEA-004", "heat does not lower the TMM of a unit that jumped"),
    "ignore_spotter_movement": Option("AS-COM-023", "the spotter's own movement does not count in indirect fire"),
    "collision_table": Option("AS-URB-039", "charges and collisions do the damage of the table, not of the formula"),
    "optional_abilities": Option("AS-SPC-004", "special abilities of the optional section count (pp. 82-91)"),
    "large_c3_networks": Option("AS-SPC-058", "a C3 network may hold more than 12 units"),
    "forced_withdrawal": Option("AS-SCN-007", "crippled units must leave the field"),
    "basic_kills": Option("AS-SCN-015", "Victory Points for destroyed units by their type"),
    "pv_kills": Option("AS-SCN-019", "Victory Points for destroyed units by their Point Value"),
}


def check_options(names: list[str] | tuple[str, ...] | frozenset[str]) -> frozenset[str]:
    """The options as a set; an unknown one is an error that names the nearest known one."""
    for name in names:
        if name not in OPTIONS:
            near = get_close_matches(name, OPTIONS, n=1)
            hint = f"; did you mean {near[0]}?" if near else f"; known are {', '.join(sorted(OPTIONS))}"
            raise InputError(f"unknown option {name!r}{hint}", key="options")
    return frozenset(names)
