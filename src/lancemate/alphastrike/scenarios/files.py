"""Scenario files: those of the book, which come with the game, and a player's own. Reads, varies and checks them.

Knows the format (docs/scenarios.md); must not know tables or battles.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import Final, cast

from lancemate.alphastrike.scenarios.checking import check
from lancemate.alphastrike.scenarios.plan import Scenario
from lancemate.kernel import house
from lancemate.kernel.codec import JSON, encode
from lancemate.kernel.documents import Document, parse_document, read_document
from lancemate.kernel.errors import InputError
from lancemate.kernel.order_data import read_as
from lancemate.kernel.reading import Reader, nearest, read_choice
from lancemate.kernel.values import frozen

# The scenario types of the book, in its order.
TYPES: Final = ("stand-up-fight", "capture-the-flag", "king-of-the-hill", "hold-the-line", "reconnaissance")
KNOWN: Final = (*TYPES, "skirmish", "air-raid", "contested-landing")  # with those of our own

_VARIATION_KEYS: Final = ("name", "about", "page", "change", "excludes")

Data = Mapping[str, JSON]


@frozen
class Variation:
    """A named change of a scenario."""

    id: str
    name: str
    about: str
    page: int | None
    change: Data
    excludes: tuple[str, ...] = ()


@frozen
class ScenarioFile:
    """A scenario as its file has it, with its variations."""

    id: str
    data: Data
    variations: Mapping[str, Variation] = field(default_factory=dict)
    source: Document = field(default_factory=lambda: Document(None), repr=False, compare=False)

    def build(self, variations: Sequence[str] = (), changes: Data | None = None) -> Scenario:
        """The scenario with these variations and, on top, any other change of its keys."""
        data = dict(self.data)
        chosen = [self._variation(name, variations) for name in variations]
        for variation in chosen:
            data = merged(data, variation.change)
        data = merged(data, changes or {})
        data = {**data, "id": self.id, "variations": [variation.id for variation in chosen]}
        try:
            return scenario_from_data(data)
        except InputError as error:
            raise self.source.located(_of_variation(error, chosen)) from None

    def _variation(self, name: str, all_chosen: Sequence[str]) -> Variation:
        variation = self.variations.get(name)
        if variation is None:
            known = nearest(name, self.variations) if self.variations else "it has none"
            raise InputError(f"{self.data['name']} has no variation {name!r}; {known}", key="variations")
        clash = next((other for other in all_chosen if other in variation.excludes), None)
        if clash is not None:
            raise InputError(f"the variations {name} and {clash} exclude one another", key="variations")
        return variation


# -- finding --------------------------------------------------------------------------------------------------


def find(name: str) -> ScenarioFile:
    """A scenario of the book by its id, or a player's own by the path of its file."""
    if name in known():
        return _packaged(name)
    if name.endswith((".yaml", ".yml", ".json")):
        return read_file(Path(name))
    hint = nearest(name.casefold().replace(" ", "-"), known())
    raise InputError(f"there is no scenario {name!r}; {hint} (a file of your own ends in .yaml)", key="scenario")


def known() -> tuple[str, ...]:
    """The scenarios by their ids: those that come with the game, then those of house rules."""
    return (*KNOWN, *_of_houses())


def _of_houses() -> dict[str, Path]:
    files = [file for pack in house.packs() for file in pack.files("scenarios/*.yaml")]
    return {file.stem: file for file in files if file.stem not in KNOWN}


@cache
def _packaged(name: str) -> ScenarioFile:
    if name in (own := _of_houses()):
        return read_file(own[name])
    text = Path(__file__).with_name("data").joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    return _read(parse_document(text, file=f"{name}.yaml"), name)


house.forget_when_changed(_packaged.cache_clear)


def read_file(path: Path) -> ScenarioFile:
    return _read(read_document(path), path.stem)


def _read(source: Document, name: str) -> ScenarioFile:
    try:
        if not isinstance(source.data, dict):
            raise InputError("a scenario is a mapping of name, deployment, turns and so on")
        data = dict(source.data)
        given = data.pop("variations", None)
        variations = dict(_variations(given))
        _check_excluded(variations)
        found = ScenarioFile(str(data.get("id", name)), data, variations, source)
    except InputError as error:
        raise source.located(error) from None
    found.build()
    for variation in found.variations:
        found.build([variation])
    return found


def _of_variation(error: InputError, chosen: Sequence[Variation]) -> InputError:
    """A complaint about a key that a variation has brought in, with the place where it stands."""
    first = (error.key or "").partition(".")[0]
    for variation in reversed(chosen):
        if first in variation.change:
            return InputError(error.plain, key=f"variations.{variation.id}.change.{error.key}")
    return error


def _variations(given: JSON) -> Iterator[tuple[str, Variation]]:
    if given is None:
        return
    if not isinstance(given, dict):
        raise InputError("variations are a mapping from their names to what they change", key="variations")
    for name, data in given.items():
        where = f"variations.{name}"
        reader = Reader(data, where, known=_VARIATION_KEYS, what="a variation")
        reader.need("name", "change")
        change = reader.raw("change")
        if not isinstance(change, dict):
            raise reader.wrong("change", "here belongs a mapping of the keys that change")
        excludes = tuple(reader.texts("excludes"))
        yield (
            name,
            Variation(
                name,
                reader.text("name"),
                reader.text("about"),
                reader.whole("page") if "page" in reader else None,
                change,
                excludes,
            ),
        )


def _check_excluded(variations: Mapping[str, Variation]) -> None:
    for variation in variations.values():
        strange = next((name for name in variation.excludes if name not in variations), None)
        if strange is not None:
            text = f"there is no variation {strange!r} to exclude; {nearest(strange, variations)}"
            raise InputError(text, key=f"variations.{variation.id}.excludes")


# -- reading --------------------------------------------------------------------------------------------------


def merged(data: Data, change: Data) -> dict[str, JSON]:
    """Data with some keys changed: mappings are merged, everything else is replaced, null takes a key away."""
    result = dict(data)
    for key, new in change.items():
        old = result.get(key)
        if new is None:
            result.pop(key, None)
        elif isinstance(new, dict):
            result[key] = merged(old if isinstance(old, dict) else {}, new)
        else:
            result[key] = new
    return result


def scenario_from_data(data: JSON, where: str = "") -> Scenario:
    """A scenario written out; with the key ``use``, one of the book with some keys changed."""
    if isinstance(data, str):
        data = {"use": data}
    if isinstance(data, dict) and "use" in data:
        return _used(data, where)
    if not isinstance(data, dict):
        raise InputError("a scenario is the name of one, or a mapping of its keys", key=where or None)
    scenario = cast(Scenario, read_as(Scenario, data, where))
    check(scenario, where)
    return scenario


def _used(data: dict[str, JSON], where: str) -> Scenario:
    place = f"{where}.use" if where else "use"
    name = read_choice(data["use"], place, known())
    variations = data.get("variations") or []
    if not isinstance(variations, list) or not all(isinstance(one, str) for one in variations):
        raise InputError("variations are a list of names", key=f"{where}.variations" if where else "variations")
    changes = {key: value for key, value in data.items() if key not in ("use", "variations")}
    try:
        return _packaged(name).build([str(one) for one in variations], changes)
    except InputError as error:
        key = f"{where}.{error.key}" if where and error.key else error.key or where
        raise InputError(error.plain, key=key) from None


def scenario_to_data(scenario: Scenario) -> dict[str, JSON]:
    """The scenario written out; whatever is as usual is left out."""
    data = _plain(scenario)
    assert isinstance(data, dict)
    return data


def _plain(value: object) -> JSON:
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        if isinstance(value, Mapping):
            return {str(key): _plain(item) for key, item in value.items()}
        if isinstance(value, tuple):
            return [_plain(item) for item in value]
        return encode(value)
    data: dict[str, JSON] = {}
    for one in dataclasses.fields(value):
        item = getattr(value, one.name)
        usual = one.default_factory() if one.default_factory is not dataclasses.MISSING else one.default
        if item != usual:
            data[one.name] = _plain(item)
    return data
