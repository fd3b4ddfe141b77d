"""The formation types (pp. 117-123) by name, and what each varies. Words only: what they ask is force building."""

from __future__ import annotations

from typing import Final

BATTLE, ASSAULT, STRIKER, FIRE = "Battle Lance", "Assault Lance", "Striker/Cavalry Lance", "Fire Lance"
RECON, PURSUIT, COMMAND, SUPPORT = "Recon Lance", "Pursuit Lance", "Command Lance", "Support Lance"
VEHICLES_COMMAND: Final = "Vehicle Command Lance"
DISRUPTING: Final = "Electronic Warfare Squadron"
TRANSPORTING: Final = "Transport Squadron"

_VARIATIONS: Final = {
    BATTLE: ("Light Battle Lance", "Medium Battle Lance", "Heavy Battle Lance"),
    ASSAULT: ("Fast Assault Lance",),
    STRIKER: ("Light Striker/Cavalry Lance", "Heavy Striker/Cavalry Lance"),
    FIRE: ("Fire Support Lance", "Artillery Fire Lance", "Direct Fire Lance", "Anti-Air Lance"),
    RECON: ("Light Recon Lance", "Heavy Recon Lance"),
    PURSUIT: ("Probe Lance", "Sweep Lance"),
    COMMAND: (VEHICLES_COMMAND,),
    SUPPORT: (),
    "Interceptor Squadron": (),
    "Aerospace Superiority Squadron": (),
    "Fire Support Squadron": (),
    "Strike Squadron": (),
    DISRUPTING: (),
    TRANSPORTING: (),
}

# Each type, and the basic type it is or varies.
BASIC: Final = {name: basic for basic, variations in _VARIATIONS.items() for name in (basic, *variations)}


def varied(name: str) -> str | None:
    """The basic type that a variation varies; None for a basic one."""
    return None if BASIC[name] == name else BASIC[name]
