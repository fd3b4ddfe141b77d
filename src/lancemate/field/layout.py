"""How a table's features lie in arrays: the column numbers the kernels read and the packing that fills them.

It knows shapes and what a kind of terrain is to the eye and the foot (its role); it must not know rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lancemate.field.shapes import Disc

if TYPE_CHECKING:
    from lancemate.field.terrain import Feature

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Geometry: TypeAlias = tuple[Floats, Floats, Floats]  # features, parts, corners: a table as the kernels see it

# Columns of `feat`
ROLE: Final = 0
PART_START: Final = 1
PART_END: Final = 2
HEIGHT: Final = 3
DEPTH: Final = 4
BASE: Final = 5  # elevation a building or a bridge deck stands on, and of a hollow's rim; the most a hill may stand on
MIN_X: Final = 6
MIN_Y: Final = 7
MAX_X: Final = 8
MAX_Y: Final = 9
FEATURE_COLUMNS: Final = 10

# Roles
FLAT: Final = 0  # changes neither level nor sight: roads, rough, rubble
HILL: Final = 1  # solid ground; hills stack
SOLID: Final = 2  # a building: hides, but is no ground
WOODS: Final = 3  # a see-through volume whose inches add up
VEIL: Final = 4  # another see-through volume: smoke, crops
WATER: Final = 5
BRIDGE: Final = 6
HOLLOW: Final = 7  # lower ground without water in it; its rim hides like solid ground

# Columns of `parts`
SHAPE: Final = 0
V_START: Final = 1
V_END: Final = 2
CX: Final = 3
CY: Final = 4
R: Final = 5
PART_COLUMNS: Final = 6

POLYGON: Final = 0
CIRCLE: Final = 1


def pack(features: Sequence[Feature]) -> Geometry:
    """Features in drawing order, as arrays. Elevations that depend on what lies beneath are filled in by the table."""
    rows: list[list[float]] = []
    parts: list[list[float]] = []
    verts: list[tuple[float, float]] = []
    for feature in features:
        start = len(parts)
        for part in feature.shape.parts():
            if isinstance(part, Disc):
                parts.append([CIRCLE, len(verts), len(verts), part.x, part.y, part.r])
            else:
                parts.append([POLYGON, len(verts), len(verts) + len(part), 0.0, 0.0, 0.0])
                verts.extend(part)
        rows.append([feature.role, start, len(parts), feature.height, feature.depth, 0.0, *feature.shape.bounds()])
    return (
        np.array(rows, dtype=np.float64).reshape(-1, FEATURE_COLUMNS),
        np.array(parts, dtype=np.float64).reshape(-1, PART_COLUMNS),
        np.array(verts, dtype=np.float64).reshape(-1, 2),
    )
