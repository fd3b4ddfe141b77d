"""What the rules of Alpha Strike remember: by declared keys alone, in scripts as in code."""

import re
from pathlib import Path

import pytest

import lancemate
from lancemate.alphastrike.commands.formations import ability_of_the_turn
from lancemate.alphastrike.play.clock import begin_phase, begin_turn
from lancemate.alphastrike.play.memory import memory, unit_memory
from lancemate.alphastrike.scenarios.notes import secrets
from lancemate.alphastrike.turn.end_phase import end_turn
from lancemate.kernel.errors import InputError
from lancemate.kernel.memory import Key
from rules.table import battle, unit

SRC = Path(lancemate.__file__).parent
AT_HOME = "kernel/memory.py"
BARE = re.compile(
    r"""notes(\([^()]*(\([^()]*\))?[^()]*\))?(\.get\(|\[)"""  # unit.notes.get("prey"), objective_notes(...)["at"]
    r"""|\b(if|and|or|not)\b[^:]* in \w+(\.\w+)*\.notes\b"""  # "prey" in unit.notes
    r"""|\b(Noted|Remembered)\(\s*[^)\s]"""  # an event written by hand
)


def test_nobody_reads_or_writes_notes_by_bare_words() -> None:
    found = [
        f"{path.relative_to(SRC)}:{number}: {line.strip()}"
        for path in sorted(SRC.rglob("*.py"))
        if path.relative_to(SRC).as_posix() != AT_HOME
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if BARE.search(line) and not line.strip().startswith("class ")
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        'unit.notes.get("prey")',
        "unit.notes[PREY]",
        "if PREY in unit.notes:",
        "if KILLER not in carrier.notes",
        'objective_notes(battle, f"search:{side}").get("home")',
        'objective_notes(battle, flag.id)["at"]',
        'battle.emit(Noted(unit.id, "prey", 1, "X"))',
        'battle.emit(Remembered(unit.id, "prey", 1, "X"))',
    ],
)
def test_the_search_for_bare_words_finds_them(line: str) -> None:
    assert BARE.search(line)


@pytest.mark.parametrize(
    ("notes", "words"),
    [
        ({"pray": "b1"}, r"no rule remembers 'pray'; did you mean prey\?"),
        ({"hidden": "yes"}, "hidden is true or false, not 'yes'"),
        ({"bombs": "HE"}, "bombs is a list of texts, not 'HE'"),
        ({"c3_emergency_until": None}, "c3_emergency_until is a whole number, not nothing"),
    ],
)
def test_a_script_sets_only_notes_that_a_rule_remembers(notes: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        battle(unit("r1", state={"notes": notes}), unit("b1", (20, 30)))


def test_what_a_side_alone_knows_is_declared_a_secret() -> None:
    assert memory.is_secret(secrets.name)
    assert not memory.is_secret("prey")


def test_names_for_the_turn_are_forgotten_as_the_next_begins() -> None:
    fight = battle(unit("r1"), unit("b1", (20, 30)))
    ability_of_the_turn.note(fight, fight.units["r1"], "Sniper")
    begin_phase(fight, "combat")
    assert ability_of_the_turn.of(fight.units["r1"]) == "Sniper"
    begin_turn(fight, 2)
    assert ability_of_the_turn.of(fight.units["r1"]) is None


@pytest.fixture
def dazzled(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Key[bool]:
    """A note of our own that lasts for a while."""
    moment: str = request.param
    monkeypatch.setattr(unit_memory, "_keys", dict(unit_memory._keys))
    monkeypatch.setattr(memory, "fading", {when: [*keys] for when, keys in memory.fading.items()})
    return unit_memory("dazzled", bool, default=False, expires=moment, rule="AS-INT-057")


@pytest.mark.parametrize("dazzled", ["phase"], indirect=True)
def test_the_clock_forgets_with_the_phase(dazzled: Key[bool]) -> None:
    fight = battle(unit("r1"), unit("b1", (20, 30)))
    dazzled.note(fight, fight.units["b1"], True)
    begin_phase(fight, "combat")
    assert not dazzled.of(fight.units["b1"])


@pytest.mark.parametrize("dazzled", ["End Phase"], indirect=True)
def test_the_clock_forgets_with_the_end_phase(dazzled: Key[bool]) -> None:
    fight = battle(unit("r1"), unit("b1", (20, 30)))
    dazzled.note(fight, fight.units["b1"], True)
    begin_phase(fight, "end")
    begin_turn(fight, 2)
    assert dazzled.of(fight.units["b1"])
    end_turn(fight)
    assert not dazzled.of(fight.units["b1"])
