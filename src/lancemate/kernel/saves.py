"""Sealed saves: what a battle began from, its dice, its commands, and a seal. Loading plays it again and checks.

Knows engines, journals and dice. How a setup and a command are written is the game's affair. This module knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any, Final, TypeVar, cast

from lancemate import __version__
from lancemate.kernel import house
from lancemate.kernel.codec import FORMAT, JSON, digest, encode
from lancemate.kernel.dice import Dice, SealedDice, SeededDice, TapeDice, TapeThenMore
from lancemate.kernel.engine import Engine
from lancemate.kernel.errors import InputError, OutOfDice, Refused
from lancemate.kernel.reading import Reader
from lancemate.kernel.values import frozen

E = TypeVar("E", bound=Engine[Any, Any, Any])
AnyEngine = Engine[Any, Any, Any]

SEAL_KEYS: Final = ("format", "version", "hash", "without", "next", "dice", "house")
UNNAMED: Final = "0.1.0"  # the version whose saves do not say so


def sealed(battle: AnyEngine, setup: dict[str, JSON], commands: list[JSON]) -> dict[str, JSON]:
    """Everything needed to have this battle again, as plain data: its setup as given, dice, commands and seal."""
    seal: dict[str, JSON] = {"format": FORMAT, "version": __version__, "hash": _hash(battle, battle.dice)}
    if battle.off:
        seal["without"] = encode(battle.off)
    if needed := house_rules_of(battle):
        seal["house"] = list(needed)
    dice, thrown = battle.dice, battle.journal.dice
    data = dict(setup)
    if isinstance(dice, TapeDice):
        data["dice"] = [*thrown, *dice.faces[dice.used :]]
    elif isinstance(dice, SeededDice) and _throws(dice, thrown):
        data["seed"] = dice.seed
    elif isinstance(dice, SeededDice):
        # The dice were changed on the way: what was thrown is a tape, and the new ones go on from where they are.
        data["dice"] = list(thrown)
        seal["next"] = {"seed": dice.seed, "state": dice.state}
    elif (found := _sealed_dice(dice)) is not None:
        own, before = found
        data["dice"] = list(thrown)
        seal["dice"] = {"secret": own.secret, "commitment": own.commitment, "before": before}
    else:
        raise InputError(f"dice of the kind {type(dice).__name__} cannot be saved")
    data["commands"] = commands
    data["save"] = seal
    return data


def house_rules_of(battle: AnyEngine) -> tuple[str, ...]:
    """The house rules that a battle was played with: those of which a rule is in force."""
    if not house.packs():
        return ()
    hooks: dict[Any, Any] = dict(cast("Mapping[Any, Any]", battle.hooks))
    answering = [one for answers in hooks.values() if isinstance(answers, tuple) for one in answers]
    changed = battle.changed
    instead = list(changed.instead.values()) if changed is not None else []
    return house.names_of([*answering, *instead_of(instead)])


def instead_of(homes: Iterable[Any]) -> Iterator[SimpleNamespace]:
    """Homes as if they were functions: a table has no module of its own."""
    for home in homes:
        yield SimpleNamespace(__module__=home.module)


def _hash(battle: AnyEngine, dice: Dice) -> str:
    """One number for what is on the table, what was thrown and what will be."""
    following = dice.state if isinstance(dice, SeededDice) else len(battle.journal.dice)
    return digest([battle.state, battle.journal.dice, following])


def _sealed_dice(dice: Dice) -> tuple[SealedDice, int] | None:
    """Sealed dice, and how many others were thrown before them: in a battle that goes on from an older save."""
    if isinstance(dice, TapeThenMore) and isinstance(dice.following, SealedDice):
        return dice.following, len(dice.tape)
    return (dice, 0) if isinstance(dice, SealedDice) else None


def _throws(dice: SeededDice, thrown: list[int]) -> bool:
    """Whether these dice, from their seed on, have thrown exactly this."""
    fresh = SeededDice(dice.seed)
    return list(fresh.roll(len(thrown))) == thrown and fresh.state == dice.state


@frozen
class SealedWord:
    """What was promised of the dice, and what they were made of."""

    secret: str
    commitment: str
    before: int  # dice of an older save, thrown before these

    def broken(self, thrown: list[int]) -> str | None:
        """Why dice cannot have been thrown as promised, or None."""
        dice = SealedDice(self.secret)
        if dice.commitment != self.commitment:
            return "the secret is not the one that was promised"
        for place, (face, promised) in enumerate(
            zip(thrown[self.before :], dice.roll(max(0, len(thrown) - self.before)), strict=True), start=self.before + 1
        ):
            if face != promised:
                return f"die {place} shows {face}; the secret makes it {promised}"
        return None


@frozen
class Seal:
    """What a save says of itself."""

    hash: str
    version: str
    without: frozenset[str]
    following: SeededDice | None  # where the dice go on, if they were changed on the way
    sealed_dice: SealedWord | None = None

    def fits(self, battle: AnyEngine) -> bool:
        """Whether this is the battle that was saved."""
        dice = battle.dice if self.following is None else self.following
        return _hash(battle, dice) == self.hash

    def trouble(self, error: InputError) -> InputError:
        """Why a save does not load: where another version wrote it, that is all there is to say."""
        if self.version == __version__:
            return error
        text = f"this battle was saved by version {self.version}; version {__version__} cannot play it again"
        return InputError(text, key="save.version")


def read_seal(given: JSON) -> Seal:
    reader = Reader(given, "save", known=SEAL_KEYS, what="the seal of a save")
    written = reader.whole("format", most=9999)
    if written != FORMAT:
        raise reader.wrong("format", f"this save is of format {written}; this version reads format {FORMAT}")
    reader.need("hash")
    version = reader.text("version", UNNAMED)
    without = frozenset(reader.texts("without"))
    try:
        house.check_there(reader.texts("house"))
    except InputError as error:
        raise reader.wrong("house", error.plain) from None
    return Seal(reader.text("hash"), version, without, _next_dice(reader), _sealed_word(reader))


def _sealed_word(seal: Reader) -> SealedWord | None:
    if "dice" not in seal:
        return None
    reader = Reader(seal.raw("dice"), seal.path("dice"), known=("secret", "commitment", "before"))
    reader.need("secret", "commitment")
    secret = reader.text("secret")
    try:
        bytes.fromhex(secret)
    except ValueError:
        raise reader.wrong("secret", "a secret is written in pairs of hexadecimal digits") from None
    return SealedWord(secret, reader.text("commitment"), reader.whole("before", most=10**9))


def _next_dice(seal: Reader) -> SeededDice | None:
    if "next" not in seal:
        return None
    reader = Reader(seal.raw("next"), seal.path("next"), known=("seed", "state"))
    reader.need("seed", "state")
    return SeededDice.resumed(reader.whole("seed"), reader.whole("state"))


def replay(battle: E, commands: Iterable[Any], seal: Seal) -> E:
    """Play the commands of a save on a battle that has just been opened, and see whether it comes out as it was saved.

    Whatever is wrong is an InputError, with the key it stands under.
    """
    for number, command in enumerate(commands):
        try:
            battle.do(command)
        except (Refused, OutOfDice) as error:
            problem = f"this cannot have happened: {error.message}; the file is damaged"
            raise seal.trouble(InputError(problem, key=f"commands.{number}")) from None
    if not seal.fits(battle):
        problem = "the battle does not come out as it was saved: the file is damaged"
        raise seal.trouble(InputError(problem, key="save.hash"))
    if seal.following is not None:
        battle.dice = seal.following
    return battle
