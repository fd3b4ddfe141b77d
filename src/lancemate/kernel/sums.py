"""Numbers that are added up of named parts, in stages: target numbers, a Move, Initiative. Knows no game.

    class ToHit(IntEnum): SKILL = 0; WEATHER = 30; RELIEF = 35

    to_hit: Sum[[Attack], Modifier] = a_sum(rules, "to_hit", ToHit, "attack")

    @to_hit.rule("AS-COM-034", part=ToHit.SKILL)        a part of its own
    @to_hit.seeing("AS-SPA-069", part=ToHit.RELIEF)     one that depends on what else is in it: ``so_far``

A part says its stage, and inside a stage parts are asked in the order of their ledger ids. Stages are settled when a
battle's rules are compiled: most sums have no part that sees others, and are one loop over a tuple.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final, Generic, ParamSpec, TypeVar, cast

from lancemate.kernel.native import shape_of
from lancemate.kernel.ruleset import BadRule, Hook, Ruleset
from lancemate.kernel.tally import SoFar

if TYPE_CHECKING:
    from lancemate.kernel.changes import Function, Home

__all__ = ["SoFar", "Sum", "a_sum"]

P = ParamSpec("P")
R = TypeVar("R")

SO_FAR: Final = "so_far"


class Later:
    """Under it and a kind, if any, battles keep the parts of a sum from the first on that sees others."""

    __slots__ = ("sum",)

    def __init__(self, of: str) -> None:
        self.sum = of

    def __repr__(self) -> str:
        return f"<later parts of {self.sum}>"


class Alone:
    """Under it and a kind, if any, battles keep the parts of one stage of a sum, for who reckons the rest by itself."""

    __slots__ = ("sum",)

    def __init__(self, of: str) -> None:
        self.sum = of

    def __repr__(self) -> str:
        return f"<parts of {self.sum} that stand alone>"


class Sum(Hook[P, "R | None"], Generic[P, R]):
    """A number that rules add up. ``battle.hooks[sum]`` are its parts up to the first that sees others; the rest stand
    under ``sum.later`` and take one thing more, the sum so far. The parts of one stage may be asked for by themselves,
    under ``sum.alone``."""

    __slots__ = ("alone", "later", "stage_alone", "stages")

    def __init__(
        self,
        ruleset: Ruleset,
        name: str,
        takes: tuple[str, ...],
        kinds: Collection[str] | None,
        plain: Mapping[str, str],
        stages: type[IntEnum],
        alone: IntEnum | None,
    ) -> None:
        super().__init__(ruleset, name, takes, kinds, plain)
        self.stages = stages
        self.stage_alone = alone
        # To the type checker one more hook, with the same kinds: at run time a name that nobody registers under.
        self.later = cast("Hook[..., R | None]", Later(name))
        self.alone = cast("Hook[P, R | None]", Alone(name))

    def rule(self, *ids: str, part: int = -1, **more: Any) -> Callable[[Callable[P, R | None]], Callable[P, R | None]]:
        """A part of the sum. ``part`` is one of its stages; ``more`` are the words of any rule that answers a hook."""
        self._check_stage(ids, part)
        return super().rule(*ids, part=part, **more)

    def seeing(self, *ids: str, part: int, **more: Any) -> Callable[[Callable[..., R | None]], Callable[..., R | None]]:
        """A part that depends on the others up to its stage: it takes ``so_far`` as well."""
        self._check_stage(ids, part)
        made: Hook[..., R | None] = Hook(self.ruleset, self.name, (*self.takes, SO_FAR), self.kinds, self.plain)
        return made.rule(*ids, part=part, **more)

    def _check_stage(self, ids: tuple[str, ...], part: int) -> None:
        if not isinstance(part, self.stages):
            named = ", ".join(stage.name for stage in self.stages)
            raise BadRule(f"{ids}: a part of the sum {self.name} says its stage ({named}), not part={part!r}")

    def compiled(self, homes: list[Home], functions: list[Function]) -> dict[object, tuple[Function, ...]]:
        """The parts up to the first that sees others, for everything the sum is asked by; and those after it."""
        whole = super().compiled(homes, functions)
        sees = {function for home, function in zip(homes, functions, strict=True) if sees_others(home)}
        taking = {one: one if one in sees else without_sight(one) for one in functions} if sees else {}
        found: dict[object, tuple[Function, ...]] = {}
        for key, asked in whole.items():
            first = next((place for place, one in enumerate(asked) if one in sees), len(asked))
            after = (self.later, key[1]) if isinstance(key, tuple) else self.later
            found[key] = asked[:first]
            found[after] = tuple([taking[one] for one in asked[first:]])
        if self.stage_alone is not None:
            stands = {one for home, one in zip(homes, functions, strict=True) if home.part == self.stage_alone}
            for key, asked in whole.items():
                place = (self.alone, key[1]) if isinstance(key, tuple) else self.alone
                found[place] = tuple([one for one in asked if one in stands])
        return found


def sees_others(home: Home) -> bool:
    """Whether a part of a sum depends on others."""
    named = shape_of(home.function).parameters
    return bool(named) and named[-1] == SO_FAR


def without_sight(function: Function) -> Function:
    """A part that comes after those who see others, and does not look itself."""
    return lambda *asked: function(*asked[:-1])


def a_sum(
    rules: Ruleset,
    name: str,
    stages: type[IntEnum],
    *takes: str,
    kinds: Collection[str] | None = None,
    plain: Mapping[str, str] | None = None,
    alone: IntEnum | None = None,
) -> Any:
    """Declare a sum: its name, its stages, what its parts are asked about, by which kinds of that, if any, and the
    stage whose parts may be asked for alone."""
    return rules.declare(Sum(rules, name, takes, kinds, plain or {}, stages, alone))
