"""What a seat is shown of its own units: the deeds they may do now, as commands ready to be sent."""

from __future__ import annotations

from typing import Any

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.orders import Act
from lancemate.server.alphastrike.showing import show_view
from rules.scenes import FIGHT, FLAG, RECON, scene
from rules.table import unit

Json = Any
HOUSES = [
    {"id": f"h{n}", "kind": "building", "height": 3, "type": "medium", "cf": 3, "rect": [x, y, 2, 2]}
    for n, x, y in ((1, 10, 20), (2, 17, 20), (3, 24, 20), (4, 17, 28))
]


def deeds(fight: Battle, viewer: str = "red") -> Json:
    shown: Json = show_view(fight, viewer, 0)["units"]
    return [one["command"] for one in shown["r1"]["offers"] if one["kind"] != "toggle"]


def test_a_building_is_scanned_by_touch_or_by_probe() -> None:
    def town(at: tuple[float, float], **card: Json) -> Battle:
        units = unit("r1", at, **card), unit("r2", (2, 2)), unit("b1", (30, 46), 180)
        return scene(*units, use=RECON, terrain=HOUSES, secrets={"blue": ["h1", "h4"]})

    assert deeds(town((11, 19.375))) == [{"act": {"unit": "r1", "do": "scan", "what": "h1"}}]
    assert deeds(town((11, 19.375)), "blue") == []
    assert deeds(town((11, 9))) == []
    probed = deeds(town((11, 9.375), specials=["PRB"]))
    assert {"attack": {"unit": "r1", "target": "h1", "kind": "scan"}} in probed


def test_a_secret_commander_is_looked_for_with_a_probe_once() -> None:
    fight = scene(
        unit("r1", (10, 10), specials=["PRB"]),
        unit("b1", (10, 20), 180),
        unit("b2", (30, 40), 180),
        use=FIGHT,
        variations=["secret-commanders"],
        commanders_named={"red": "r1", "blue": "b2"},
    )
    assert deeds(fight) == [{"act": {"unit": "r1", "do": "scan", "what": "b1"}}]  # the other is out of range
    fight.do(Act("r1", "scan", "b1"))
    assert deeds(fight) == []


def test_a_flag_in_reach_is_taken() -> None:
    fight = scene(unit("r1", (18, 40)), unit("b1", (2, 46), 180), use=FLAG)
    flag = fight.state.notes["objectives"]["blue-flag"]["at"]  # type: ignore[index, call-overload]
    fight = scene(unit("r1", (flag[0], flag[1] - 1.0)), unit("b1", (2, 46), 180), use=FLAG)
    assert deeds(fight) == [{"act": {"unit": "r1", "do": "take", "what": "blue-flag"}}]
