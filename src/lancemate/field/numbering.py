"""Numbers for maps: no two of this process that differ have the same, whatever kind they are of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

NUMBERS: Final[Iterator[int]] = count()
