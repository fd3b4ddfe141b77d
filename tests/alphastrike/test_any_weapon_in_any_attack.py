"""Whatever is named as the weapon of whichever kind of attack, it is refused or played: no order is a surprise."""

from __future__ import annotations

import pytest

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.cards.special_codes import ABILITIES
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from rules.duel import TANK
from rules.table import battle, unit

SHOOTERS = ({"specials": ["ECM", "TAG", "IF2"]}, {**TANK, "specials": ["ART-LT1", "SDS-C1", "FLK1/1/1"]})
OPTIONS = (
    "aerospace",
    "advanced_artillery",
    "artillery_flak",
    "alternate_munitions",
    "capital_weapons",
    "optional_abilities",
)
TARGETS = ("b1", "woods", orders.PointTarget((24.0, 30.0)))


def somewhere() -> Battle:
    return battle(
        *(unit(f"r{n}", (12.0 + 8.0 * n, 20.0), **card) for n, card in enumerate(SHOOTERS, start=1)),
        unit("b1", (20.0, 34.0), facing=180),
        terrain=[{"id": "woods", "kind": "woods", "rect": [30, 30, 6, 6]}],
        options=OPTIONS,
    )


@pytest.mark.parametrize("kind", sorted(hooks.attack_kinds))
def test_no_weapon_named_for_an_attack_is_a_surprise(kind: str) -> None:
    fight = somewhere()
    for using in (None, "nonsense", *ABILITIES):
        for target in TARGETS:
            for shooter in ("r1", "r2"):
                seen = preview_attack(fight, orders.Attack(shooter, target, kind, using), outcomes=False)
                assert seen.legal or (seen.reason is not None and seen.reason.message)
