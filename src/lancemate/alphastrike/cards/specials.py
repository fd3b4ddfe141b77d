"""Special abilities as written on cards: reads every notation, keeps them in card order, answers fast.

Knows how abilities are written; must not know how they act in play (abilities/).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from typing import Final, cast

from lancemate.alphastrike.cards.damage_value import NO_DAMAGE, NONE, Damage, Strength
from lancemate.alphastrike.cards.move_value import Move
from lancemate.alphastrike.cards.special_codes import ABILITIES, ALIASES, ARTILLERY, Ability, Shape, in_force
from lancemate.alphastrike.cards.special_words import WORDS
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel import house
from lancemate.kernel.errors import InputError
from lancemate.kernel.ruleset import BadRule
from lancemate.kernel.values import frozen


@frozen
class Special:
    """One ability of one card. Which fields are filled depends on the shape of the code."""

    code: str
    number: int | float | None = None
    strength: Damage | Strength | None = None
    nested: Specials | None = None
    doors: int | None = None
    modes: Move | None = None

    @property
    def ability(self) -> Ability:
        return ABILITIES[self.code]

    @property
    def text(self) -> str:
        """The one way to write it."""
        ability = self.ability
        match ability.shape:
            case Shape.PLAIN:
                return self.code
            case Shape.COUNT:
                return self.code if self.number in (None, 1) else f"{self.code}{self.number}"
            case Shape.NUMBER:
                return f"{self.code}{self.number}"
            case Shape.BAY:
                return f"{self.code}{self.number}" + (f"D{self.doors}" if self.doors is not None else "")
            case Shape.STRENGTH:
                return f"{self.code}{self.strength}"
            case Shape.BRACKETS:
                return self.code + _dashed(cast(Damage, self.strength), ability.brackets)
            case Shape.TURRET:
                inside = [_dashed(cast(Damage, self.strength), 3), *(special.text for special in self.nested or ())]
                return f"{self.code}({', '.join(inside)})"
            case Shape.MODES:
                return f"{self.code}({str(self.modes).replace(chr(34), '')})"

    @property
    def values(self) -> Damage | None:
        """Its damage by range, where it has any; a single value holds at Short, Medium and Long."""
        strength = self.strength
        return Damage(strength, strength, strength) if isinstance(strength, Strength) else strength

    def in_force(self, optional_abilities: bool, also: Collection[str] = ()) -> Special:
        """The same, with those of the abilities inside it that count."""
        return self if self.nested is None else replace(self, nested=self.nested.in_force(optional_abilities, also))

    def __str__(self) -> str:
        return self.text


class Specials:
    """The abilities of one card (or of one turret, arc or section), never changed once made.

    Lookups find an ability wherever it stands, inside a turret too; iteration shows the card's own list.
    """

    __slots__ = ("_all", "_first", "codes", "turrets")

    codes: frozenset[str]
    turrets: tuple[Special, ...]

    def __init__(self, abilities: Iterable[Special] = ()) -> None:
        self._all = tuple(abilities)
        self._first: dict[str, Special] = {}
        self.turrets = tuple(special for special in self._all if special.code == "TUR")
        inside = (special for turret in self.turrets for special in turret.nested or ())
        for special in (*self._all, *inside):
            self._first.setdefault(special.code, special)
        self.codes = frozenset(self._first)

    @classmethod
    def parse(cls, text: str | Iterable[str]) -> Specials:
        """Read a comma separated text, or a list of texts. Commas inside parentheses belong to the ability there."""
        parts = [text] if isinstance(text, str) else list(text)
        return cls(_joined([parse_special(piece) for part in parts for piece in split_specials(part)]))

    def __contains__(self, code: object) -> bool:
        return code in self._first

    def get(self, code: str) -> Special | None:
        """The ability with this code (the first, should a card list it several times)."""
        return self._first.get(code)

    def find(self, name: str) -> Special | None:
        """The ability a player names, in any spelling, with or without its number."""
        exact = self._first.get(name)
        if exact is not None:
            return exact
        try:
            return self._first.get(_code_and_rest(name)[0])
        except InputError:
            return None

    def all(self, code: str) -> tuple[Special, ...]:
        """Every entry with this code: turrets, bays."""
        return tuple(special for special in self._all if special.code == code)

    def value(self, code: str) -> int | float:
        """Its number; 1 for a code that stands alone, 0 when the card lacks it. Several bays add up."""
        found = self._first.get(code)
        if found is None:
            return 0
        if found.ability.shape is Shape.BAY:
            return sum(special.number or 0 for special in self.all(code))
        return 1 if found.number is None else found.number

    def damage(self, code: str) -> Damage:
        """Its values by range; nothing when the card lacks it. A single value holds at Short, Medium and Long."""
        found = self._first.get(code)
        strength = found.strength if found is not None else None
        if strength is None:
            return NO_DAMAGE
        return Damage(strength, strength, strength) if isinstance(strength, Strength) else strength

    def strength(self, code: str) -> Strength:
        """The single damage value of an ability such as IF; nothing when the card lacks it."""
        found = self._first.get(code)
        return found.strength if found is not None and isinstance(found.strength, Strength) else NONE

    @property
    def artillery(self) -> tuple[Special, ...]:
        return tuple(special for special in self._all if special.code.startswith("ART-"))

    def in_force(self, optional_abilities: bool, also: Collection[str] = ()) -> Specials:
        """Those that count in a game with, or without, the optional abilities; and some that always do."""
        kept = [one for one in self._all if one.code in also or in_force(one.code, optional_abilities)]
        return Specials(special.in_force(optional_abilities, also) for special in kept)

    def __iter__(self) -> Iterator[Special]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Specials) and self._all == other._all

    def __hash__(self) -> int:
        return hash(self._all)

    def __str__(self) -> str:
        return ", ".join(self.texts)

    def __repr__(self) -> str:
        return f"Specials({str(self)!r})"

    def __reduce__(self) -> tuple[type[Specials], tuple[tuple[Special, ...]]]:
        return Specials, (self._all,)

    @property
    def texts(self) -> list[str]:
        return [special.text for special in self._all]


NO_SPECIALS: Final = Specials()

_PARAMETER: Final = re.compile(r"(?:[-\s]*(?=[0-9(])|(?=[-–—]/))(?P<value>.+)|", re.DOTALL)
_BAY: Final = re.compile(r"(?P<number>[0-9]{1,6}(?:\.[0-9]{1,6})?)(?:[\s-]*[Dd](?P<doors>[0-9]{1,2}))?")
_MANY: Final = frozenset({Shape.BAY, Shape.TURRET})


def split_specials(text: str) -> Iterator[str]:
    """Cut at commas, but not inside parentheses."""
    depth, start = 0, 0
    for place, letter in enumerate(text + ","):
        depth += (letter == "(") - (letter == ")")
        if depth < 0 or (depth and place == len(text)):
            raise InputError(f'The parentheses in "{text.strip()}" do not match.')
        if letter == "," and not depth:
            if piece := text[start:place].strip():
                yield piece
            start = place + 1


def _folded(code: str) -> str:
    return code.replace("-", "").replace(" ", "").upper()


_BY_FOLDED: Final = {_folded(code): code for code in ABILITIES}


def house_ability(code: str, name: str, rule: str, words: str, shape: Shape = Shape.PLAIN, types: str = "") -> str:
    """A special ability of one's own: its code may stand on cards, and ``words`` explain it to whoever holds one."""
    if code in ABILITIES and not ABILITIES[code].own:
        raise BadRule(f"the code {code} is the book's: {ABILITIES[code].name}")
    ABILITIES[code] = Ability(code, name, shape, 0, types, own=rule)
    WORDS[code] = words
    _BY_FOLDED[_folded(code)] = code
    return code


_LONGEST: Final = max(len(code) for code in (*_BY_FOLDED, *ALIASES.of(rules)))


def _known(code: str) -> str | None:
    """The canonical code for a spelling without hyphens, or none."""
    return _BY_FOLDED.get(code) or ALIASES.of(rules).get(code)


def _joined(specials: Iterable[Special]) -> list[Special]:
    """Doors written apart go to the bay before them; nothing but bays and turrets may stand twice."""
    result: list[Special] = []
    for special in specials:
        if special.code == "D":
            bay = result[-1] if result else None
            if bay is None or bay.ability.shape is not Shape.BAY or bay.doors is not None:
                raise InputError(f"{special.text} names doors but does not follow a transport bay, as in AT6D2.")
            result[-1] = Special(bay.code, bay.number, doors=int(special.number or 0))
            continue
        if special.ability.shape not in _MANY and any(special.code == other.code for other in result):
            raise InputError(f"{special.code} stands twice in the special abilities.")
        result.append(special)
    return result


def parse_special(text: str) -> Special:
    """Read one ability. A code nobody knows, or a parameter of the wrong shape, is an error that says what is right."""
    code, rest = _code_and_rest(text)
    return _with_parameter(ABILITIES[code], rest, text)


def _code_and_rest(text: str) -> tuple[str, str]:
    """Cut a text into the longest code it can begin with, SDS-CM before SDS-C, and what is left for the parameter."""
    upper = text.strip().upper()
    for end, folded in reversed(_beginnings(upper)):
        code = _known(folded)
        rest = _PARAMETER.fullmatch(upper, end) if code is not None else None
        if code is not None and rest is not None:
            return code, rest["value"] or ""
    if house.load():  # it may be a code of theirs
        return _code_and_rest(text)
    raise _unknown(text.strip())


def _beginnings(upper: str) -> list[tuple[int, str]]:
    """Where a code might end, and how it would be spelt without hyphens. However long a text is, no code is."""
    found: list[tuple[int, str]] = []
    folded = ""
    for end, letter in enumerate(upper, start=1):
        folded += _folded(letter)
        if len(folded) > _LONGEST:
            break
        if letter.isalnum():
            found.append((end, folded))
    return found


def _unknown(text: str) -> InputError:
    bare = re.split(r"[0-9(*/]", text.upper(), maxsplit=1)[0].rstrip("- ") or text.upper()
    if bare.startswith("ART"):
        return InputError(
            f'"{text}" does not name a kind of artillery: write ART-X, X one of {", ".join(ARTILLERY.of(rules))}.'
        )
    swapped = [code for code in ABILITIES if sorted(code) == sorted(bare)]
    near = sorted(swapped, key=lambda code: code[0] != bare[0]) or get_close_matches(bare, ABILITIES, n=1, cutoff=0.0)
    return InputError(f'"{text}" is not a special ability that we know; did you mean {near[0]}?')


@rules.formula("AS-SPC-002", otherwise=lambda ability, rest, text: Special(ability.code))
def _with_parameter(ability: Ability, rest: str, text: str) -> Special:
    """Give the code its parameter: number, damage value, values by range, bay and doors, parentheses."""
    code = ability.code
    wrong = InputError(
        f'{code} {ability.shape.value}, as in {ability.example}; "{text.strip()}" does not fit.'
        if ability.shape is not Shape.PLAIN
        else f'{code} stands alone, without a parameter; "{text.strip()}" does not fit.'
    )
    match ability.shape:
        case Shape.PLAIN if not rest:
            return Special(code)
        case Shape.COUNT if not rest:
            return Special(code, 1)
        case Shape.NUMBER | Shape.COUNT if re.fullmatch(r"[0-9]{1,6}", rest) and int(rest):
            return Special(code, int(rest))
        case Shape.BAY if bay := _BAY.fullmatch(rest):
            if "." in bay["number"] and not ability.decimal:
                raise InputError(f'{code} needs a number of whole units; "{text.strip()}" does not fit.')
            number = float(bay["number"])
            if not number:
                raise wrong
            doors = int(bay["doors"]) if bay["doors"] else None
            return Special(code, int(number) if number == int(number) else number, doors=doors)
        case Shape.STRENGTH if re.fullmatch(r"[0-9]{1,3}\*?|[-–—]", rest):
            return Special(code, strength=Strength.parse(rest))
        case Shape.BRACKETS if rest and "(" not in rest:
            return Special(code, strength=Damage.parse(rest))
        case Shape.TURRET if rest.startswith("(") and rest.endswith(")"):
            return _turret(code, rest[1:-1])
        case Shape.MODES if rest.startswith("(") and rest.endswith(")"):
            return Special(code, modes=_other_modes(code, rest[1:-1], wrong))
    raise wrong


def _turret(code: str, inside: str) -> Special:
    pieces = list(split_specials(inside))
    damage = NO_DAMAGE
    if pieces and not pieces[0][0].isalpha():
        damage = Damage.parse(pieces.pop(0))
    if any(_code_and_rest(piece)[0] == code for piece in pieces):  # seen before it is read, however deep it goes
        raise InputError("A turret cannot hold another turret.")
    return Special(code, strength=damage, nested=Specials.parse(pieces))


def _other_modes(code: str, inside: str, wrong: InputError) -> Move:
    modes = Move.parse(inside)
    if {*modes} != ({"g", "a"} if code == "LAM" else {"a"}):
        raise wrong
    return modes


def _dashed(damage: Damage, brackets: int) -> str:
    shown = 4 if damage.E.harms else max(brackets, 3 if damage.L.harms else 0)
    return "/".join(strength.dashed for strength in damage[:shown])
