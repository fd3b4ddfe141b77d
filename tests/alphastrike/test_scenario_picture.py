"""A scenario on the picture of a battle: zones, markers, flags and buildings, as everybody may know them."""

import xml.etree.ElementTree as ET

from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.telling.picture import COOL, WARM, draw
from rules.scenes import FLAG, HILL, LINE, RECON, scene
from rules.table import end, unit

HOUSES = [{"kind": "building", "height": 2, "type": "light", "rect": [14, 26, 3, 3]}]
HOUSES += [{"kind": "building", "height": 2, "type": "light", "rect": [20, 20, 3, 3]}]


def titles(fight: Battle) -> list[str]:
    return [str(one.text) for one in ET.fromstring(draw(fight)).iter("{http://www.w3.org/2000/svg}title")]


def test_zones_are_shown_while_units_are_placed() -> None:
    fight = scene(unit("r1"), unit("b1"), use=LINE, phase="deployment")
    told = titles(fight)
    assert "red begins within 10 inches of the south edge" in told
    assert "blue begins within 2 inches of the middle line" in told
    waiting = scene(unit("r1"), unit("b1"), use=LINE, phase="initiative")
    assert "red begins within 10 inches of the south edge" in titles(waiting)
    assert not any("begins" in text for text in titles(scene(unit("r1", (18, 5)), unit("b1", (18, 24)), use=LINE)))


def test_the_hill_and_who_holds_it() -> None:
    fight = scene(unit("r1", (18, 25.625)), unit("b1", (18, 40), 180), use=HILL, phase="combat")
    assert "marker, held by nobody" in titles(fight)
    end(fight)
    end(fight)
    assert "marker, held by red" in titles(fight)
    assert "King of the Hill, turn 2 of 12: red 100, blue 0" in draw(fight)


def test_flags_where_they_are() -> None:
    fight = scene(unit("r1", (18, 41.4)), unit("b1", (30, 30), 180), use=FLAG, phase="combat")
    assert {"red-flag", "blue-flag"} <= set(titles(fight))
    assert draw(fight).count(f'fill="{WARM}"') > 1
    assert draw(fight).count(f'fill="{COOL}"') > 1
    fight.do(commands.Act("r1", "take", "blue-flag"))
    end(fight)
    end(fight)
    assert "blue-flag, carried by r1" in titles(fight)


def test_buildings_to_be_searched() -> None:
    secrets = {"blue": ("building1",)}
    places = {"r1": (18, 5), "b1": (15.5, 31)}
    fight = scene(unit("r1", places["r1"]), unit("b1", places["b1"], 180), use=RECON, terrain=HOUSES, secrets=secrets)
    assert {"building1, to be scanned", "building2, to be scanned"} <= set(titles(fight))


def test_what_is_noted_in_secret_is_not_drawn() -> None:
    pictures = [
        draw(scene(unit("r1", (18, 5)), unit("b1", (15.5, 31)), use=RECON, terrain=HOUSES, secrets={"blue": (name,)}))
        for name in ("building1", "building2")
    ]
    assert pictures[0] == pictures[1]
