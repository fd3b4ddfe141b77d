"""What players agree on about machines."""

from __future__ import annotations

from typing import Final

from lancemate.battletroops.ruleset import rules

MECHS: Final = rules.option("mechs", "BT-MEC-002", "'Mechs among the soldiers")
VEHICLES: Final = rules.option("vehicles", "BT-MEC-062", "ground vehicles, and soldiers who ride in them")
OPEN_HATCH: Final = rules.option("open_hatch", "BT-MEC-076", "commanders who look out of their hatches")
ABANDONMENT: Final = rules.option("crew_abandonment", "BT-MEC-081", "crews that leave destroyed vehicles")
VEHICLE_COMBAT: Final = rules.option("vehicle_combat", "BT-MEC-084", "'Mechs and vehicles that fight one another")
