"""The maps of Alpha Strike. Each is a Space; where a type names them, compiled code asks them without a detour."""

from __future__ import annotations

from typing import TypeAlias

from lancemate.field.hexes import HexMap
from lancemate.field.table import Table

Map: TypeAlias = Table | HexMap
