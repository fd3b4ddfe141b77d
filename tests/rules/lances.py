"""Units in a row and the networks between them: what tests of C3 begin with."""

from typing import Any

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Muster, Network
from rules.table import battle, unit

HIT = (5, 5)
QUIET = (1, 2, 6, 1)  # initiative of the next turn: red acts first
MASTER, SLAVE = ["C3M"], ["C3S"]


def c3(*members: str, kind: str = "C3") -> Network:
    return Network(kind, members)


def lance(*cards: dict[str, Any], **common: Any) -> list[Muster]:
    """r1, r2 ... in a row, 4 inches apart."""
    return [unit(f"r{n}", (4.0 * n, 5.0), **{**common, **card}) for n, card in enumerate(cards, start=1)]


def opened(units: list[Muster], *networks: Network, **more: Any) -> Battle:
    return battle(*units, unit("b1", (70, 45)), networks=networks, **more)


def members(*specials: list[str]) -> list[dict[str, Any]]:
    return [{"specials": each} for each in specials]
