"""C3 networks (p. 80) of more than a company."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.abilities.c3_networks import check_size
from lancemate.alphastrike.ruleset import rules

OPTION: Final = rules.option(
    "large_c3_networks",
    "AS-SPC-058",
    "a C3 network may hold more than 12 units",
    title="C3 networks of more than 12 units",
)

rules.leave_out(check_size, when=OPTION)
