"""A game's rules: small named functions and tables, each carrying the ledger id it implements.

    rules = Ruleset("alpha-strike", "lancemate.alphastrike")
    to_hit: Hook[[Attack], Modifier | None] = rules.hook("to_hit", "attack")

    @to_hit.rule("AS-COM-052", part=OTHER)        one of many answers a hook collects
    @rules.rule("AS-COM-040", otherwise=None)     one called by name; its first argument is a battle, an attack ...
    @rules.formula("AS-INT-039", otherwise=0)     the same for arithmetic outside of any battle
    ROWS = rules.table("AS-COM-064", {...})       a table of the book, read with ``ROWS.of(attack)``

Each may say ``when`` it counts (an option, an edition, a block of a scenario) and what it ``replaces`` then. A battle
compiles what is in force once: hooks into plain tuples, everything else into ``Changes``, or None where the book is
played as printed. This module knows no game.
"""

from __future__ import annotations

import gc
import os
import pkgutil
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from importlib import import_module
from threading import RLock
from types import FrameType, FunctionType
from typing import TYPE_CHECKING, Any, Final, Generic, ParamSpec, Protocol, TypeVar, cast

from lancemate.kernel import house
from lancemate.kernel.changes import Changes, Function, Home, Switched, Table, as_printed, counted_rule, is_off
from lancemate.kernel.errors import InputError
from lancemate.kernel.garbage import uncollected
from lancemate.kernel.guards import bare, be_alert, guarded
from lancemate.kernel.native import behind, shape_of
from lancemate.kernel.values import frozen

__all__ = [
    "BadRule",
    "Changes",
    "Entries",
    "Home",
    "Hook",
    "InForce",
    "Option",
    "Ruleset",
    "Switched",
    "Table",
    "as_printed",
    "is_off",
    "left_out",
    "made",
    "named_homes",
]

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

Words = str | tuple[str, ...]

made: list[Ruleset] = []  # every game's rules in this process

OURS: Final = f"{__package__.partition('.')[0]}."

# Ids switched off for every battle and formula of this process.
WITHOUT: Final = "LANCEMATE_WITHOUT"


def left_out() -> frozenset[str]:
    """What the environment switches off: ids, or keys of single homes."""
    return frozenset(filter(None, map(str.strip, os.environ.get(WITHOUT, "").split(","))))


class BadRule(Exception):
    """A rule that could never work as it is written. Raised while modules are imported, never in play."""


class Hook(Generic[P, R]):
    """A question that rules may answer. ``takes`` are the names of what they are asked about."""

    __slots__ = ("kinds", "name", "plain", "ruleset", "takes")

    def __init__(
        self,
        ruleset: Ruleset,
        name: str,
        takes: tuple[str, ...],
        kinds: Collection[str] | None,
        plain: Mapping[str, str],
    ) -> None:
        self.ruleset = ruleset
        self.name = name
        self.takes = takes
        self.kinds = kinds
        self.plain = plain

    def __repr__(self) -> str:
        return f"<hook {self.name}({', '.join(self.takes)})>"

    def rule(
        self,
        *ids: str,
        part: int = 0,
        kinds: Words = (),
        traits: Words = (),
        but: Words = (),
        plain: bool = True,
        ability: Words = (),
        types: Words = (),
        when: str | None = None,
        replaces: object = (),
    ) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Let a function answer this hook. ``part``, then the ledger id, say in which order answers are asked for.

        A rule may say when it cannot matter: ``kinds`` of things it is asked about, where the hook is asked by kind,
        or the ``traits`` of which those have one, and those that they must not have (``but``); that it has nothing to
        say about ``plain`` ones; an ``ability``, or a unit of one of these ``types``, that somebody on the table must
        have; a switch.
        """
        if (kinds or traits or but) and self.kinds is None:
            given = f"kinds={kinds!r}" if kinds else f"traits={traits or but!r}"
            raise BadRule(f"{ids}: the hook {self.name} is not asked by kind, so {given} would be ignored")
        if not plain and not self.plain:
            raise BadRule(f"{ids}: the hook {self.name} has no plain kind, so plain=False would be ignored")

        def decorate(function: Callable[P, R]) -> Callable[P, R]:
            _check_parameters(function, self.takes, f"the hook {self.name}")
            self.ruleset.register(
                ids,
                "hook",
                function,
                hook=self.name,
                part=part,
                kinds=_words(kinds),
                traits=_words(traits),
                but=_words(but),
                plain=plain,
                ability=_words(ability),
                types=_words(types),
                when=when,
                replaces=replaces if isinstance(replaces, tuple) else (replaces,),
            )
            return function

        return decorate

    def compiled(self, homes: list[Home], functions: list[Function]) -> dict[object, tuple[Function, ...]]:
        """What a battle finds under this hook, and under it and each kind it is asked by: who answers, in order."""
        answers: dict[object, tuple[Function, ...]] = {self: tuple(functions)}
        for kind in self.kinds or ():
            meant = zip(homes, functions, strict=True)
            answers[self, kind] = tuple([answer for home, answer in meant if _concerns(home, self, kind)])
        for plain, kind in self.plain.items():
            silent = {answer for home, answer in zip(homes, functions, strict=True) if not home.plain}
            answers[self, plain] = tuple([answer for answer in answers[self, kind] if answer not in silent])
        return answers


if TYPE_CHECKING:

    class InForce(Protocol):
        """The rules of one battle, compiled: for every hook a tuple of those that answer it, in order.

        Hooks that are asked by kind are found under both: ``hooks[to_hit, "weapon"]`` has the rules with something to
        say about that. When the program runs it is a plain dict, because nothing is asked more often, and one that does
        more than a dict answers in four times the time.
        """

        def __getitem__(self, asked: Hook[P, R] | tuple[Hook[P, R], str]) -> tuple[Callable[P, R], ...]: ...

else:
    InForce = dict


CHOSEN_BY: Final = "chosen by"  # the rules of a battle keep under this word what they were chosen by


def chosen_by(rules: InForce) -> dict[str, frozenset[str]]:
    """What ``in_force`` was told to find these rules: functions do not travel, words do."""
    kept = cast("dict[str, tuple[frozenset[str], ...]]", rules)[CHOSEN_BY]
    return dict(zip(("abilities", "types", "switches"), kept, strict=True))


@frozen
class Option:
    """Something players may agree on before a battle. ``rule`` is the one it belongs to, ``title`` what players say."""

    name: str
    rule: str
    text: str
    title: str


class Entries(dict[str, T]):
    """Named things that a game's modules register, such as kinds of attack; no name twice."""

    def add(self, name: str, entry: T) -> T:
        if name in self:
            raise BadRule(f"there are two entries named {name!r}")
        self[name] = entry
        return entry

    def entry(self, name: str) -> Callable[[F], F]:
        """The same for a function that is just being written."""

        def register(function: F) -> F:
            self.add(name, cast(T, function))
            return function

        return register


@dataclass(slots=True)
class Ruleset:
    """Everything one game is made of. ``package`` is where its modules are found."""

    name: str
    package: str
    homes: list[Home] = field(default_factory=list)
    hooks: dict[str, Hook[Any, Any]] = field(default_factory=dict)
    tasks: dict[str, Function] = field(default_factory=dict)
    verbs: dict[type[Any], Function] = field(default_factory=dict)
    named: dict[str, Entries[Any]] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    switches: set[str] = field(default_factory=set)
    changed: Changes | None = None  # for what is asked outside of battles
    _off: frozenset[str] = frozenset()
    _left_out: list[tuple[str, tuple[object, ...]]] = field(default_factory=list)
    _noted: set[str] | None = None
    _loaded: bool = False
    _loading: bool = False
    _lock: RLock = field(default_factory=RLock, repr=False, compare=False)  # one thread loads, the others wait for it
    _checked: int | None = None  # how many homes there were when they were last seen to fit together
    _compiled: dict[object, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.switch_off(left_out())
        made.append(self)

    # -- declaring --------------------------------------------------------------------------------------------

    def hook(
        self, name: str, *takes: str, kinds: Collection[str] | None = None, plain: Mapping[str, str] | None = None
    ) -> Hook[Any, Any]:
        """Declare a hook: its name, what its rules are asked about, and by which kinds of that, if any.

        Where most things of a kind are alike, ``plain`` ones may be asked about under a name of their own, which stands
        for that kind: those rules are left out that say they have nothing to say about them.
        """
        made: Hook[Any, Any] = self.declare(Hook(self, name, takes, kinds, plain or {}))
        return made

    def declare(self, made: Hook[Any, Any]) -> Any:
        """Declare a hook that is made already, such as a sum (kernel/sums.py)."""
        if made.name in self.hooks:
            raise BadRule(f"there are two hooks named {made.name!r}")
        self.hooks[made.name] = made
        return made

    def entries(self, name: str) -> Entries[Any]:
        """Declare named things that modules of the game register, such as its kinds of attack."""
        return self.named.setdefault(name, Entries())

    def switch(self, name: str) -> str:
        """Declare something that rules may depend on (``when``)."""
        self.switches.add(name)
        return name

    def option(self, name: str, rule: str, text: str, title: str = "") -> str:
        """Declare a switch that players turn; its title, when none is given, is its name in plain words."""
        if name in self.options:
            raise BadRule(f"there are two options named {name!r}")
        plain = name.replace("_", " ")
        self.options[name] = Option(name, rule, text, title or plain[:1].upper() + plain[1:])
        return self.switch(name)

    def rule(
        self, *ids: str, otherwise: Any = None, when: str | None = None, replaces: object = ()
    ) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Give ledger rules their home in a function that is called by name.

        Its first argument carries ``changed`` (a battle, an attack, a move ...). Where the rule is off the answer is
        ``otherwise``; one that ``replaces`` another takes its place when its switch is on.
        """
        return self._named(ids, "rule", otherwise, when, replaces)

    def formula(
        self, *ids: str, otherwise: Any = None, when: str | None = None, replaces: object = ()
    ) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Give ledger rules their home in arithmetic outside of any battle: cards, points, forces."""
        return self._named(ids, "formula", otherwise, when, replaces)

    def _named(
        self, ids: tuple[str, ...], kind: str, otherwise: Any, when: str | None, replaces: object
    ) -> Callable[[Callable[P, R]], Callable[P, R]]:
        replaced = replaces if isinstance(replaces, tuple) else (replaces,)
        if (when is None) == bool(replaced):
            raise BadRule(f"{ids}: a rule called by name replaces another one when a switch is on: say both or neither")

        def decorate(function: Callable[P, R]) -> Callable[P, R]:
            if kind == "rule" and not shape_of(function).parameters:
                raise BadRule(f"{function.__qualname__} needs a first argument that knows its battle's rules")
            if replaced:
                self.register(ids, kind, function, otherwise=otherwise, when=when, replaces=replaced)
                return function
            home = self.register(ids, kind, bare(function), otherwise=otherwise)
            return guarded(function, home, self if kind == "formula" else None)

        return decorate

    def table(
        self,
        rule_id: str,
        data: T,
        *,
        when: str | None = None,
        replaces: Table[T] | None = None,
        at: tuple[str, int] | None = None,
    ) -> Table[T]:
        """Register a table of the book, or one that takes its place when a switch is on."""
        if not isinstance(data, (dict, list, set)):
            raise BadRule(f"{rule_id}: a table is a dict, a list or a set")
        if (when is None) != (replaces is None):
            raise BadRule(f"{rule_id}: a table replaces another one when a switch is on: say both or neither")
        module, line = at or _whereabouts(sys._getframe(1))
        made: Table[T] = Table(data)
        replaced = () if replaces is None else (replaces,)
        made.homes = (self._add(Home((rule_id,), "table", module, line, made, when=when, replaces=replaced)),)
        return made

    def also(self, rule_id: str, table: Table[T]) -> Table[T]:
        """The same table under a second id: the appendix repeats the chapters'."""
        first = table.homes[0]
        table.homes += (self._add(Home((rule_id,), "table", first.module, first.line, table, called=first.name)),)
        return table

    def task(self, name: str) -> Callable[[F], F]:
        """Register a step of the agenda; it is called with the battle and its data."""

        def register(step: F) -> F:
            if name in self.tasks:
                raise BadRule(f"there are two tasks named {name!r}")
            self.tasks[name] = step
            return step

        return register

    def verb(self, command: type[Any]) -> Callable[[F], F]:
        """Register what carries out a command; it is called with the battle and the command."""

        def register(step: F) -> F:
            if command in self.verbs:
                raise BadRule(f"{command.__name__} is carried out twice")
            self.verbs[command] = step
            return step

        return register

    @property
    def left_out_by(self) -> tuple[tuple[str, tuple[object, ...]], ...]:
        """Switches with what they leave out."""
        return tuple(self._left_out)

    def leave_out(self, *given: object, when: str) -> None:
        """Rules that do not count while a switch is on: ids, or single functions and tables."""
        self._check_switch(when, tuple(str(one) for one in given))
        self._left_out.append((when, given))
        self._compiled.clear()

    def register(self, ids: tuple[str, ...], kind: str, function: Function, **more: Any) -> Home:
        plain = cast(FunctionType, function)
        more.setdefault("called", plain.__qualname__)
        return self._add(Home(ids, kind, plain.__module__, shape_of(function).line, function, **more))

    def _add(self, home: Home) -> Home:
        if not home.ids:
            raise BadRule("a rule needs at least one ledger id")
        self._check_switch(home.when, home.ids)
        object.__setattr__(home, "place", self._place(home.module))  # of one that nobody else has seen yet
        self.homes.append(home)
        self._compiled.clear()
        return home

    def _place(self, module: str) -> str:
        """A module as homes are named by: from the package of the game on, or from ours where it stands outside."""
        return module.removeprefix(f"{self.package}.").removeprefix(OURS)

    def _check_switch(self, when: str | None, ids: tuple[str, ...]) -> None:
        if when is not None and when not in self.switches:
            raise BadRule(f"{', '.join(ids)}: nobody has declared the option or switch {when!r}")

    @contextmanager
    def for_now(self) -> Iterator[None]:
        """Forget afterwards whatever is registered meanwhile: to try a rule out. What there is was loaded before."""
        if not self._loaded and self.package in sys.modules:
            self.load()
        kept = ("homes", "hooks", "tasks", "verbs", "options", "switches", "_left_out")
        before = {name: getattr(self, name) for name in kept}
        entries = {name: dict(there) for name, there in self.named.items()}
        for name, there in before.items():
            setattr(self, name, copy(there))
        try:
            yield
        finally:
            for name, there in before.items():
                setattr(self, name, there)
            for name, there in self.named.items():  # modules hold on to these
                there.clear()
                there.update(entries.get(name, {}))
            self._compiled.clear()

    # -- finding ----------------------------------------------------------------------------------------------

    def load(self) -> None:
        """Import every module of the game, and so register all of its rules; then see that they fit together."""
        if self._loaded:
            return
        with self._lock:
            if self._loaded or self._loading:
                return
            self._loading = True
            try:
                with uncollected():
                    package = import_module(self.package)
                    for module in pkgutil.walk_packages(getattr(package, "__path__", ()), f"{package.__name__}."):
                        import_module(module.name)
                    house.load()
                    self.check()
                    gc.freeze()  # nothing of all this is garbage, and nothing will be: it is never looked through
                self._checked = len(self.homes)
                self._loaded = True
            finally:
                self._loading = False

    def _check_latecomers(self) -> None:
        """Rules that were registered after the game was loaded have to fit as well, before a battle is begun."""
        if self._checked not in (None, len(self.homes)):
            self.check()
            self._checked = len(self.homes)

    def check(self) -> None:
        """Raise BadRule where a rule could never answer."""
        answered = {home.hook for home in self.homes}
        for hook in self.hooks.values():
            if hook.name not in answered:
                raise BadRule(f"no rule answers the hook {hook.name}")
        words: set[str] = set()  # ids and keys
        beside: dict[str, list[Home]] = {}  # by hook
        for home in self.homes:
            if home.hook is not None:
                beside.setdefault(home.hook, []).append(home)
        for home in self.homes:
            key = home.key
            if key in words:
                raise BadRule(f"two homes go by the key {key}")
            words.update(home.ids, (key,))
            unknown = set(home.kinds) - set(self.hooks[home.hook].kinds or ()) if home.hook is not None else ()
            if unknown:
                raise BadRule(f"{key}: the hook {home.hook} knows no kind {', '.join(sorted(unknown))}")
            if home.hook is None:
                self._replaced(home)
            elif home.replaces:
                for other in home.replaces:
                    if all(one is home for one in named_homes(beside[home.hook], other)):
                        raise BadRule(f"{key}: no rule {other} answers the hook {home.hook}")
        for _, given in self._left_out:
            for word in (word for one in given for word in self._meant(one)):
                if word not in words:
                    raise BadRule(f"no rule {word} could be left out")

    def _replaced(self, home: Home) -> Iterator[Home]:
        """The homes a rule called by name, a formula or a table takes the place of: named by id, key or themselves."""
        found = []
        for given in home.replaces:
            fitting = named_homes(self._that_may_be_replaced(home.kind), given)
            if len({id(one.function) for one in fitting}) != 1:  # a table may stand in the appendix too
                known = ", ".join(one.key for one in fitting) or "none"
                raise BadRule(f"{home.key} replaces one {home.kind}; {given} means {known}")
            if home.kind != "table":
                _check_same_parameters(home, fitting[0])
            found.append(fitting[0])
        return iter(found)

    def _that_may_be_replaced(self, kind: str) -> list[Home]:
        key = ("replaced", len(self.homes), kind)
        if key not in self._compiled:
            self._compiled[key] = [one for one in self.homes if one.kind == kind and not one.replaces]
        found: list[Home] = self._compiled[key]
        return found

    def knows(self, word: str) -> bool:
        """Whether this is the key of some home."""
        return any(home.key == word for home in self.homes)

    def _meant(self, given: object) -> Iterator[str]:
        """The word that switches off what was given: an id, or the key of a function or table."""
        if isinstance(given, str):
            yield given
        else:
            yield from (home.key for home in named_homes(self.homes, given))

    # -- what counts in a battle ------------------------------------------------------------------------------

    @property
    def off(self) -> frozenset[str]:
        """What is switched off for the whole process."""
        return self._off

    def switch_off(self, words: Iterable[str]) -> None:
        """Switch ids, or the keys of single homes, off for the whole process. There is no way back."""
        self._off |= frozenset(words)
        self._compiled.clear()
        self.changed = self.changes()

    def note_fired(self, noted: set[str] | None) -> None:
        """Note in this set which rules make a difference in battles begun from now on; None ends that."""
        self._noted = noted
        self._compiled.clear()
        self.changed = self.changes()

    def changes(self, off: frozenset[str] = frozenset(), switches: frozenset[str] = frozenset()) -> Changes | None:
        """What is different with these rules off and these switches on; None if nothing is."""
        key = ("changes", len(self.homes), off, switches)
        if key not in self._compiled:
            self._compiled[key] = self._changes(off | self._off, switches)
        found: Changes | None = self._compiled[key]
        return found

    def _changes(self, off: frozenset[str], switches: frozenset[str]) -> Changes | None:
        for when, given in self._left_out:
            if when in switches:
                off |= {word for one in given for word in self._meant(one)}
        instead: dict[Home, Home] = {}
        for home in self.homes:
            if home.hook is None and home.replaces and home.when in switches and not home.is_in(off):
                for other in self._replaced(home):
                    if other in instead:
                        raise _both_replace(other, instead[other], home)
                    instead[other] = home
        if not off and not instead and self._noted is None:
            return None
        be_alert()
        modules = frozenset(home.module for home in self.homes if home in instead or home.is_in(off))
        return Changes(off, switches, instead, modules, self._noted)

    def in_force(
        self,
        changed: Changes | None = None,
        *,
        abilities: frozenset[str] = frozenset(),
        types: frozenset[str] = frozenset(),
        switches: frozenset[str] = frozenset(),
    ) -> InForce:
        """The rules of a battle. Battles that are alike share them."""
        key = ("hooks", len(self.homes), changed, abilities, types, switches)
        if key not in self._compiled:
            self._check_latecomers()
            if len(self._compiled) > 100:
                self._compiled.clear()
            self._compiled[key] = self._in_force(changed, abilities, types, switches)
            self._compiled[key][CHOSEN_BY] = abilities, types, switches
        found: InForce = self._compiled[key]
        return found

    def _in_force(
        self, changed: Changes | None, abilities: frozenset[str], types: frozenset[str], switches: frozenset[str]
    ) -> InForce:
        off = changed.off if changed is not None else frozenset()
        chosen: dict[str, list[Home]] = {}
        for home in self.homes:
            if home.hook is None or home.is_in(off):
                continue
            if home.ability and abilities.isdisjoint(home.ability):
                continue
            if home.types and types.isdisjoint(home.types):
                continue
            if home.when is not None and home.when not in switches:
                continue
            chosen.setdefault(home.hook, []).append(home)
        for hook, homes in chosen.items():
            gone = [given for home in homes for given in home.replaces]
            for given in gone:
                several = [home for home in homes if any(one is given or one == given for one in home.replaces)]
                if len(several) > 1:
                    raise _both_replace(named_homes(self.homes, given)[0], *several[:2])
            left = {home for given in gone for home in named_homes(homes, given)}
            kept = [home for home in homes if home.replaces or home not in left]
            chosen[hook] = sorted(kept, key=_place)
        return self._answers(chosen, changed)

    def _answers(self, chosen: dict[str, list[Home]], changed: Changes | None) -> InForce:
        """For every hook, and every kind it is asked by, the functions that answer."""
        noting = changed if changed is not None and changed.noted is not None else None
        answers: dict[object, tuple[Function, ...]] = {}
        for name, hook in self.hooks.items():
            homes = chosen.get(name, ())
            functions = [home.function if noting is None else counted_rule(home, None, noting) for home in homes]
            answers.update(hook.compiled(list(homes), functions))
        return cast(InForce, answers)

    @contextmanager
    def under(self, changed: Changes | None) -> Iterator[None]:
        """Let formulas, and tables read outside of battles, follow the rules of one battle for a moment."""
        before = self.changed
        self.changed = changed
        try:
            yield
        finally:
            self.changed = before


def _whereabouts(frame: FrameType) -> tuple[str, int]:
    return str(frame.f_globals.get("__name__", "")), frame.f_lineno


def _both_replace(home: Home, one: Home, other: Home) -> InputError:
    text = f"{one.when} and {other.when} each put a rule of their own in the place of {home.ids[0]}: choose one"
    return InputError(text, key="options")


def _concerns(home: Home, hook: Hook[Any, Any], kind: str) -> bool:
    """It has something to say about things of a kind: by its name, or by the traits that this has and has not."""
    if home.kinds:
        return kind in home.kinds
    if not home.traits and not home.but:
        return True
    traits: frozenset[str] = cast("Mapping[str, Any]", hook.kinds)[kind].traits
    return traits.isdisjoint(home.but) and not (home.traits and traits.isdisjoint(home.traits))


def _place(home: Home) -> tuple[int, str, str]:
    return home.part, home.ids[0], home.key


def _words(given: Words) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else given


def named_homes(homes: Iterable[Home], given: object) -> list[Home]:
    """Those of them that an id or a key means, or a function or table itself."""
    if isinstance(given, str):
        return [home for home in homes if given in home.ids or ("@" in given and given == home.key)]
    itself = behind(given)
    return [home for home in homes if home.function is itself or home.function is given]


def _check_parameters(function: Function, takes: tuple[str, ...], where: str) -> None:
    shape = shape_of(function)
    named = shape.parameters
    if (
        len(named) - shape.defaults > len(takes)
        or (len(named) < len(takes) and not shape.varargs)
        or named[: len(takes)] != takes[: len(named)]
    ):
        taken = ", ".join(named)
        raise BadRule(f"{function.__qualname__}({taken}) does not fit {where}, which asks with ({', '.join(takes)})")


def _check_same_parameters(home: Home, other: Home) -> None:
    ours, theirs = _parameters(home), _parameters(other)
    if ours != theirs:
        raise BadRule(
            f"{home.key} takes ({', '.join(ours)}), but {other.key}, which it replaces, ({', '.join(theirs)})"
        )


def _parameters(home: Home) -> tuple[str, ...]:
    shape = shape_of(home.function)
    return shape.parameters + shape.keywords
