"""Whatever is wrong with a script, the answer is a report or one clear complaint: never anything else."""

import copy
from collections.abc import Callable
from typing import Any, TypeVar

import yaml
from hypothesis import given
from hypothesis import strategies as st

from alphastrike.test_scripts import EVERYTHING
from lancemate.alphastrike.scripts.positions import read_script
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.kernel.documents import parse_document
from lancemate.kernel.errors import InputError
from lancemate.muster.catalogue import find

T = TypeVar("T")

SCRIPT: dict[str, Any] = parse_document(EVERYTHING).data  # type: ignore[assignment]

JUNK: list[Any] = [
    *(None, True, False, 0, -1, 1.5, 1e9, -1e9, 10**30, 2**63, float("nan"), float("inf")),
    *("", "r1", "b1", "wood1", "combat", "0", "8", "NaN", "a" * 1000, "\x00", "💥", "[1, 2]"),
    *([], [1], [[]], [[1, 2]], [[1, 2], [3, 4]], [1, 2], [1, 2, 3], [1, 2, 3, 4], ["a", "b"], [None], [{}]),
    *({}, {"a": 1}, {"point": [1, 2]}, {"unit": "r1"}, {"": ""}, {"kind": "table"}),
]


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        found += places(value, (*path, key))
    return found


PLACES = places(SCRIPT)


def or_complaint(reading: Callable[[], T]) -> T | None:
    """What reading gives, or nothing after one complaint of one line."""
    complaint = ""
    try:
        return reading()
    except InputError as error:
        complaint = error.message
    assert complaint
    assert "\n" not in complaint
    assert len(complaint) < 700
    return None


@given(st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(JUNK), st.integers(0, 3)), min_size=1, max_size=3))
def test_junk_anywhere_is_a_report_or_a_complaint(changes: list[tuple[tuple[Any, ...], Any, int]]) -> None:
    script = copy.deepcopy(SCRIPT)
    for path, junk, how in changes:
        holder: Any = script
        try:
            for step in path[:-1]:
                holder = holder[step]
            if how == 0:
                del holder[path[-1]]
            elif how == 1 and isinstance(holder, dict):
                holder[str(junk)[:20]] = holder.pop(path[-1])
            else:
                holder[path[-1]] = copy.deepcopy(junk)
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took this place away
    report = or_complaint(lambda: run_script(script_from_data(script, find_card=find)))
    if report is not None:
        report.to_data()


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda raw: raw.decode("latin-1")))
def test_any_text_is_a_document_or_a_complaint(text: str) -> None:
    or_complaint(lambda: parse_document(text))


@given(st.data())
def test_a_script_cut_anywhere_is_a_script_or_a_complaint(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(EVERYTHING)))
    text = EVERYTHING[:start] + data.draw(st.sampled_from(["", "{", "]", ": ", "- ", "&a ", "*a", "'", "\t", "? "]))
    or_complaint(lambda: read_script(parse_document(text), find))


def test_our_reading_of_the_documented_script_agrees_with_pyyaml() -> None:
    """Except for the key `on`, which YAML 1.1 takes for a truth value."""
    theirs = yaml.safe_load(EVERYTHING.replace("on: false", "'on': false"))
    assert theirs == SCRIPT
