"""What a unit carries besides its usual ammunition (pp. 143, 146): written down before the battle, never counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.appendix.munitions import MUNITIONS
from lancemate.alphastrike.appendix.rows import Munition
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.names import called, proper_names
from lancemate.alphastrike.play.settings import blocks
from lancemate.alphastrike.play.setup import StateError
from lancemate.alphastrike.play.words import unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader, nearest

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.codec import JSON
    from lancemate.kernel.ruleset import Switched

OPTION: Final = rules.option(
    "alternate_munitions", "AS-OPT-100", "units may carry special ammunition, missiles, shells, pods and bombs"
)

rules.also("AS-OPT-104", MUNITIONS)
ARROWS: Final = ("ART-AIS", "ART-AC")
# Named in the text alone.
IN_THE_TEXT: Final = rules.table(
    "AS-OPT-104",
    {
        "artillery": {"air_to_air_arrow_iv": Munition("Air-to-Air Arrow IV", "*", "2", ARROWS)},
        "narc": {"shoot_and_sit": Munition("Shoot-and-Sit", "+0", "*", ("SNARC",))},
        "missile": {
            "anti_tsm": Munition("Anti-TSM", "+0", "*", ("LRM", "SRM")),
            "dead_fire": Munition("Dead-Fire", "+0", "*", ("LRM", "SRM")),
            "listen_kill": Munition("Listen-Kill", "-1", "+0", ("LRM", "SRM")),
        },
    },
)
# Rows that stand for two munitions.
PAIRS: Final = {"thunder_or_thunder_active": ("thunder", "thunder_active"), "swarm_and_swarm_i": ("swarm", "swarm_i")}
TITLES: Final = {
    "thunder": "Thunder",
    "thunder_active": "Thunder-Active",
    "swarm": "Swarm",
    "swarm_i": "Swarm-I",
}
LAUNCHERS: Final = ("AC", "LRM", "SRM", "SNARC", "INARC", "CNARC", *ARROWS, "ART-T", "ART-S", "ART-LT")
CANNONS: Final = ("ART-TC", "ART-SC", "ART-LTC")
IN_THE_AIR: Final = "air_to_air_arrow_iv"
USUALLY: Final = 1  # kinds besides the usual one for every launcher
MOST: Final = 30


@blocks.entry(OPTION)
def munitions_setting(data: object, where: str) -> JSON:
    """How many kinds each launcher may have besides the usual one, the year, if that counts, and who chooses when."""
    reader = Reader(data, where, known=("types", "year", "loading"), what="alternate munitions")
    agreed: dict[str, JSON] = {"types": reader.whole("types", USUALLY, least=1, most=MOST)}
    agreed |= {"loading": True} if reader.flag("loading") else {}
    return agreed | ({"year": reader.whole("year", most=9999)} if "year" in reader else {})


def agreed_on(battle: Battle, key: str) -> int | None:
    """A number of the settings."""
    block = battle.setup.settings.get(OPTION)
    found = block.get(key) if isinstance(block, Mapping) else None
    return found if isinstance(found, int) else None


# -- what fits what -------------------------------------------------------------------------------------------


def all_rows(by: Switched) -> Iterator[tuple[str, str, Munition]]:
    """Every munition with its family, by the word that scripts use for it."""
    for table in (MUNITIONS, IN_THE_TEXT):
        for family, members in table.of(by).items():
            for name, row in members.items():
                yield from ((family, word, row) for word in PAIRS.get(name, (name,)))


def rows(by: Switched) -> Iterator[tuple[str, Munition]]:
    """Those that launchers fire."""
    return ((word, row) for family, word, row in all_rows(by) if family != "bomb")


def fitting(by: Switched, launcher: str) -> tuple[str, ...]:
    """The munitions that an ability takes, in the order of the table."""
    return tuple(word for word, row in rows(by) if launcher in row.needs)


def row_of(by: Switched, launcher: str, munition: str) -> Munition:
    return next(row for word, row in rows(by) if word == munition and launcher in row.needs)


def title_of(munition: str) -> str:
    """What players call it."""
    return called(munition)


for _, _word, _row in all_rows(rules):
    if _word not in proper_names and _word != "inferno_advanced":
        proper_names.add(_word, TITLES.get(_word, _row.title))


@rules.rule("AS-OPT-103", otherwise=None)
def no_special_ammunition(by: object, card: Card, munition: str) -> str | None:
    """Infantry uses none; aerospace units have bombs for that, and Arrows for fights in the air."""
    if card.is_infantry:
        return f"{card.name} is infantry, which uses no special ammunition"
    if card.is_aerospace and munition != IN_THE_AIR:
        return f"{card.name} is an aerospace unit: it carries alternate bombs, and no {title_of(munition)}"
    return None


@rules.rule("AS-OPT-105", otherwise=None)
def fires_plain_shells(by: object, launcher: str) -> str | None:
    """Artillery cannons and capital missiles have one kind of ammunition."""
    if launcher in CANNONS or launcher.startswith("MSL"):
        return f"{launcher} fires its usual ammunition only: artillery with a choice is ART-AIS, AC, LT, S and T"
    return None


# -- loading --------------------------------------------------------------------------------------------------


def read_loads(reader: Reader, name: str, card: Card) -> JSON:
    """For each ability that takes them the types it carries."""
    given = reader.raw(name)
    where = reader.path(name)
    if not isinstance(given, Mapping):
        raise InputError("munitions are named by the ability that fires them, as in {AC: precision}", key=where)
    return {
        str(launcher): _types(card, str(launcher), types, f"{where}.{launcher}") for launcher, types in given.items()
    }


def _types(card: Card, launcher: str, given: object, where: str) -> list[JSON]:
    listed = given if isinstance(given, list) else [given]
    plain = fires_plain_shells(rules, launcher)
    if plain is not None:
        raise InputError(f"{plain} (AS-OPT-105)", key=where)
    for munition in listed:
        wrong = why_not_loaded(card, launcher, str(munition))
        if wrong is not None:
            raise InputError(wrong, key=where)
    return [str(munition) for munition in listed]


def why_not_loaded(card: Card, launcher: str, munition: str) -> str | None:
    """Why a card cannot carry a munition, or None."""
    fits = fitting(rules, launcher)
    if not fits:
        return f"{launcher} takes no munitions; {nearest(launcher, LAUNCHERS)} (AS-OPT-104)"
    if munition not in fits:
        return f"{launcher} takes no {munition!r}; it takes {', '.join(fits)} (AS-OPT-104)"
    barred = no_special_ammunition(rules, card, munition)
    if barred is not None:
        return f"{barred} (AS-OPT-103)"
    return lacks_launcher(rules, card, launcher, munition)


@rules.rule("AS-OPT-100", otherwise=None)
def lacks_launcher(by: object, card: Card, launcher: str, munition: str) -> str | None:
    """A type needs the ability that fires it."""
    if launcher in card.all_codes:
        return None
    return f"{card.name} has no {launcher} to fire {title_of(munition)} with (AS-OPT-100)"


def loads_for(card: Card) -> tuple[JSON, ...]:
    """What a card may carry, one munition at a time: for pages and for those who draw units."""
    return tuple({launcher: word} for launcher, word in choices_of(card))


def choices_of(card: Card) -> tuple[tuple[str, str], ...]:
    """Every launcher of a card with every munition that it may carry."""
    mounted = [launcher for launcher in LAUNCHERS if launcher in card.all_codes]
    pairs = ((launcher, word) for launcher in mounted for word in fitting(rules, launcher))
    return tuple((launcher, word) for launcher, word in pairs if why_not_loaded(card, launcher, word) is None)


def shown(battle: Battle, unit: Unit) -> JSON:
    """As a script would say it."""
    return {launcher: types[0] if len(types) == 1 else list(types) for launcher, types in munitions.of(unit).items()}


munitions = unit_memory("munitions", dict[str, list[str]], default={}, rule="AS-OPT-100")
unit_word(munitions, OPTION, read_loads, beside_skill=True, shows=shown, examples=loads_for)


@hooks.battle_opens.rule("AS-OPT-100", when=OPTION)
def loads_are_agreed(battle: Battle) -> None:
    """No launcher has more kinds of munitions than the players have agreed on."""
    most = agreed_on(battle, "types") or USUALLY
    for unit in battle.units.values():
        for launcher, types in munitions.of(unit).items():
            if len(set(types)) > most:
                text = f"{unit.id} carries {len(types)} other types for {launcher}; the players have agreed on {most}"
                raise StateError(unit.id, InputError(f"{text} (AS-OPT-100)", key=munitions.name))


def carriers(unit: Unit, munition: str) -> tuple[str, ...]:
    """The abilities of a unit that have a munition to fire."""
    return tuple(launcher for launcher, types in munitions.of(unit).items() if munition in types)
