"""The story of a battle: every event has its sentence, every number its sum and pages."""

import dataclasses
import importlib
import pkgutil
import typing
from typing import Any

import pytest

import lancemate.alphastrike
from alphastrike.test_saves import skirmish
from lancemate.alphastrike.damage.criticals import EFFECTS as CRITICALS
from lancemate.alphastrike.play import events
from lancemate.alphastrike.play.explain import Cost, Modifier, listed
from lancemate.alphastrike.play.orders import Attack, Toggle
from lancemate.alphastrike.play.setup import Purchase
from lancemate.alphastrike.play.stats import MOTIVE_0, MOTIVE_2, MOTIVE_HALF
from lancemate.alphastrike.scenarios.events import SecretNoted
from lancemate.alphastrike.scripts.answers import tell_refusal
from lancemate.alphastrike.telling.log import SENTENCES, story
from lancemate.alphastrike.telling.wording import (
    EFFECTS,
    dice,
    effect,
    effect_name,
    heading,
    inches,
    page_of,
    the_sum,
)
from lancemate.kernel.agenda import Decision
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import Refusal
from lancemate.kernel.story import StoryLine
from lancemate.rulebook import page
from players import play
from rules.scenes import RECON, scene
from rules.table import attack, battle, end, unit


def event_types() -> list[type[Any]]:
    """Every event that any module of the game defines."""
    found: dict[str, type[Any]] = {}
    for module in pkgutil.walk_packages(lancemate.alphastrike.__path__, "lancemate.alphastrike."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and dataclasses.is_dataclass(value) and hasattr(value, "apply"):
                found[value.__qualname__] = value
    return [found[name] for name in sorted(found)]


SAMPLES: dict[str, Any] = {
    "unit": "r1",
    "attacker": "r1",
    "target": "b1",
    "carrier": "r1",
    "rider": "b1",
    "struck": "b1",
    "feature": "woods1",
    "winner": "red",
    "loser": "blue",
    "side": "red",
    "to_act": "red",
    "spotter": "r1",
    "rolls": {"red": (4, 3), "blue": (1, 2)},
    "decision": Decision("blue", "direction", "which side is hit?", ("front", "rear"), "AS-DMG-003", "b1"),
    "rule": "AS-COM-052",
    "phase": "combat",
    "effects": ("mp", "weapon:front"),
    "quota": (("red", 2),),
    "value": 3,
    "bonus": {"red": 1},
    "bought": (Purchase("light_strike"),),
    "drawn": {"circle": [10.0, 12.0, 2.0]},
}

# Fields whose words only one kind of event has.
WORDS: dict[str, dict[str, Any]] = {
    "AreaChanged": {"properties": {"density": 10}},
    "AreaFound": {"area": {"kind": "minefield"}},
    "AreasHidden": {"areas": ({"id": "mines1", "kind": "minefield"},)},
    "Converted": {"form": "airmech"},
    "MinesTested": {"mines": "emp"},
    "MinesWentOff": {"mines": "active"},
    "QuadVeeTurned": {"form": "vehicle"},
    "ShellFired": {"shell": {"point": [3.0, 4.5], "weapon": "Sniper"}},
}


def sample(kind: type[Any], *, flag: bool) -> Any:
    """An event with something in every field."""
    hints = typing.get_type_hints(kind)
    given: dict[str, Any] = {}
    words = WORDS.get(kind.__name__, {})
    for field in dataclasses.fields(kind):
        text = str(hints[field.name])
        if field.name in words:
            given[field.name] = words[field.name]
        elif field.name in SAMPLES:
            given[field.name] = SAMPLES[field.name]
        elif "Mapping" in text and "Modifier" in text:
            given[field.name] = {"red": (Modifier("Command", 1, "AS-FOR-073"),)}
        elif "Modifier" in text:
            given[field.name] = (Modifier("Skill", 4, "AS-COM-034"), Modifier("Range: short", -1, "AS-COM-060"))
        elif "Cost" in text:
            given[field.name] = (Cost("6 inches", 6.0, "AS-MOV-001"), Cost("woods", 1.5, "AS-MOV-014"))
        elif "bool" in text:
            given[field.name] = flag
        elif "tuple[tuple[float, float]" in text:
            given[field.name] = ((1.0, 2.0), (3.0, 4.5))
        elif "tuple[float, float]" in text:
            given[field.name] = (3.0, 4.5)
        elif "tuple[int" in text:
            given[field.name] = (4, 3)
        elif "tuple[str" in text:
            given[field.name] = ("r1", "b1")
        elif "int" in text:
            given[field.name] = 2
        elif "float" in text:
            given[field.name] = 2.5
        else:
            given[field.name] = "ground"
    return kind(**given)


@pytest.mark.parametrize("kind", event_types(), ids=lambda kind: kind.__name__)
def test_every_event_has_its_sentence(kind: type[Any]) -> None:
    fight = battle(unit("r1", (20, 12)), unit("b1", (20, 20)), terrain=[{"kind": "woods", "rect": [1, 1, 2, 2]}])
    assert kind in SENTENCES, f"{kind.__name__} cannot be told: give it a sentence in log.py"
    for flag in (True, False):
        for line in story(fight, [sample(kind, flag=flag)]):
            check_sentence(line)


def check_sentence(line: StoryLine) -> None:
    """It reads like English: a capital first, a stop last, no names from the code, no doubled spaces."""
    text = line.text
    assert text == text.strip()
    assert text[0].isupper(), text
    assert line.tone in ("turn", "phase") or text.endswith((".", ")", "?", "]")), text
    for ugly in ("_", "  ", "None", "..", "[(", "Modifier", " ,", " ."):
        assert ugly not in text, text


def told(fight: Any, happened: list[Any]) -> str:
    return "\n".join("  " * line.depth + line.text for line in story(fight, happened))


def test_what_a_way_only_grazes_is_no_part_of_the_sum_that_is_told() -> None:
    fight = battle(unit("r1", (20, 12), name="Marauder"), unit("b1", (20, 30), facing=180))
    clear, grazed = Cost("clear ground", 6.5, "AS-MOV-010"), Cost("woods", 0.001, "AS-MOV-010")
    way = events.Moved("r1", "move", (), (20.0, 18.5), 0.0, 0.0, 6.5, 8.0, 6.5, parts=(clear, grazed))
    assert 'It costs 6.5" of 8".' in told(fight, [way])
    uphill = dataclasses.replace(way, parts=(clear, grazed, Cost("up 1", 1.0, "AS-MOV-010")))
    assert "woods" not in told(fight, [uphill])
    assert "clear ground" in told(fight, [uphill])


def test_an_attack_is_told_as_a_sum_in_order_with_pages() -> None:
    fight = battle(
        unit("r1", (20, 12), name="Marauder"),
        unit("b1", (20, 22), name="Atlas", facing=180),
        dice=[5, 4],
    )
    attack(fight, "r1", "b1")
    text = told(fight, fight.journal.events)
    assert 'Marauder (r1) fires at Atlas (b1) from 8.75", medium range.' in text
    assert f"It needs 7 = 4 Skill (p. {page('AS-COM-034')})" in text
    assert "It rolls 5 and 4, 9 in all: a hit in the front for 3 points." in text
    assert "Atlas (b1) loses 3 armor; 3 armor and 5 structure are left." in text
    parts = fight.journal.events[-2].modifiers if hasattr(fight.journal.events[-2], "modifiers") else ()
    places = [text.index(part.label) for part in parts]
    assert places == sorted(places)


def test_a_weapon_is_called_by_its_name() -> None:
    fight = battle(unit("r1", (20, 12), specials="LRM2/2/2"), unit("b1", (20, 22), facing=180), dice=[1, 1])
    attack(fight, "r1", "b1", using="LRM")
    assert " with its Long-Range Missiles (LRM) from " in told(fight, fight.journal.events)


def test_effects_that_wait_are_marked_as_such() -> None:
    fight = battle(
        unit("r1", (20, 12), name="Marauder", damage="9/9/9"),
        unit("b1", (20, 18), name="Atlas", facing=180, armor=1, structure=3),
        dice=[6, 5],
    )
    attack(fight, "r1", "b1")
    text = told(fight, fight.journal.events)
    assert "is lost" in text
    assert "leaves the table in the End Phase" in text
    before = len(fight.journal.events)
    end(fight, 2)
    assert "Atlas (b1) is destroyed" in told(fight, fight.journal.events[before:])


def test_a_refusal_names_the_rule_and_its_page() -> None:
    line = tell_refusal(Attack("r1", "b1"), Refusal("out_of_arc", "b1 is behind r1; turn first", "AS-COM-027"))
    assert line.text == (f"Not allowed (attack r1): b1 is behind r1; turn first. [AS-COM-027, p. {page('AS-COM-027')}]")
    assert tell_refusal(Attack("r1", "b1"), Refusal("x", "no.", None)).text.endswith("no.")


def test_words_for_numbers() -> None:
    assert dice((4, 3)) == "4 and 3, 7 in all"
    assert dice((5,)) == "5"
    assert dice((1, 2, 3)) == "1, 2 and 3, 6 in all"
    assert (inches(8.75), inches(6.0), inches(0.104)) == ('8.75"', '6"', '0.1"')
    assert [heading(facing) for facing in (0, 44, 90, 181, 359, -90)] == [
        *("north", "north-east", "east", "south", "north", "west")
    ]
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert page_of("AS-COM-052").startswith(" [AS-COM-052, p. ")
    assert page_of("XX-1") == " [XX-1]"
    parts = (Modifier("Skill", 4, "XX-1"), Modifier("Short", -1, "XX-1"), Modifier("Woods", 1, "XX-1"))
    assert the_sum(parts) == "4 Skill - 1 Short + 1 Woods"


def test_every_effect_has_its_words() -> None:
    assert set(CRITICALS) <= set(EFFECTS)
    assert {MOTIVE_2, MOTIVE_HALF, MOTIVE_0} <= set(EFFECTS)
    assert effect("weapon:front") == "a weapon hit in its front arc"
    assert effect_name("mp") == "an MP hit"


def test_what_is_noted_in_secret_reads_well() -> None:
    houses = [{"kind": "building", "height": 2, "type": "light", "rect": [14 + at, 26 - at, 3, 3]} for at in (0, 6)]
    houses[1]["id"] = "tower"
    fight = scene(
        unit("r1", (18, 5)),
        unit("b1", (18, 38), 180),
        use=RECON,
        terrain=houses,
        secrets={"blue": ("building1", "tower")},
    )
    told = [line.text for line in story(fight, fight.journal.events)]
    said = "Blue notes in secret where objectives are: building1 and the building tower"
    assert f"{said}{page_of('AS-SCN-061')}." in told
    fight.emit(SecretNoted("blue", "commander", "b1", "AS-SCN-026"))
    (line,) = story(fight, fight.journal.events[-1:])
    assert line.text.startswith("Blue notes in secret who commands it: Test Mech (b1) [")


def test_the_clock_is_told() -> None:
    fight = battle(unit("r1", (20, 12)), unit("b1", (20, 40)), phase="initiative", dice=[1, 1, 2, 2, 6, 5, 1, 2])
    text = told(fight, fight.journal.events)
    assert "Turn 1" in text
    assert "Movement Phase: " in text
    assert isinstance(fight.journal.events[0], events.TurnBegan)


@pytest.mark.parametrize("seed", range(4))
def test_whole_battles_read_well(seed: int) -> None:
    fight = skirmish(seed)
    play(fight, Generator(seed), 150)
    for line in story(fight, fight.journal.events):
        check_sentence(line)


def test_a_switch_is_told_in_english() -> None:
    fight = battle(unit("r1", (10, 10), specials=["STL"]), unit("b1", (60, 40)))
    for ability, on, words in (
        ("OVERHEAT", True, "will run hot on purpose"),
        ("OVERHEAT", False, "will not run hot on purpose after all"),
        ("STL", False, "will switch its stealth off in the End Phase"),
    ):
        (line,) = story(fight, fight.do(Toggle("r1", ability, on)))
        assert words in line.text
