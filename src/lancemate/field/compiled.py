"""The compiled kernels under one name, so that a table loads the compiler only when it is first asked something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from lancemate.field import kernels, kernels_paths, kernels_sight, kernels_travel
from lancemate.field.kernels_sight import Six
from lancemate.field.kernels_travel import Prices, Terms
from lancemate.field.layout import Bools, Floats, Geometry, Ints


class Compiled(NamedTuple):
    """What a table asks."""

    levels: Callable[[Geometry, float, float], tuple[float, float, bool, bool]]
    feature_distance: Callable[[Geometry, int, float, float], float]
    features_within: Callable[[Geometry, float, float, float, Ints], int]
    trace: Callable[[Floats, Floats, Floats], int]
    sweep: Callable[[Geometry, Floats, float], Floats]
    sheet_of: Callable[[Geometry], Floats]
    sight: Callable[..., Six]  # with a sheet, solids, what is ignored, room for cover and inches, and both bodies
    sights: Callable[[Floats, Floats, Bools, Floats, Floats, Floats, Bools, Floats], None]
    glances: Callable[[Floats, Floats, Bools, Floats, Floats, float, float, Floats, Floats], None]
    explore: Callable[
        [Geometry, tuple[float, float], tuple[float, float], float, float, int, Prices, Terms, Floats, Ints],
        tuple[Floats, Ints],
    ]
    stretches: Callable[[Geometry, tuple[float, float], Floats, int, Prices, Terms], Floats]


COMPILED: Final = Compiled(
    kernels.levels,
    kernels.feature_distance,
    kernels_paths.features_within,
    kernels_paths.trace,
    kernels_paths.sweep,
    kernels_sight.sheet_of,
    kernels_sight.sight,
    kernels_sight.sights,
    kernels_sight.glances,
    kernels_travel.explore,
    kernels_travel.stretches,
)
