"""Who can play: bots by name, and bots that somebody else has written, by where they are.

Every name is one line in ``BOTS``. Must not know how any of them thinks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from lancemate.bots.games import ALPHA_STRIKE, BATTLETROOPS
from lancemate.kernel.errors import InputError

if TYPE_CHECKING:
    from lancemate.bots.player import Player


class Bot(NamedTuple):
    name: str
    text: str
    make: Callable[[int, int | str | None], Player]  # given a seed and a budget
    thinks: bool = False  # it can be given a budget


def _random(seed: int, budget: int | str | None) -> Player:
    from lancemate.bots.alphastrike.random_player import RandomPlayer

    return RandomPlayer(seed)


def _tactical(seed: int, budget: int | str | None) -> Player:
    from lancemate.bots.alphastrike.tactics.player import TacticalPlayer

    return TacticalPlayer(seed)


def _blind(seed: int, budget: int | str | None) -> Player:
    from lancemate.bots.alphastrike.tactics.player import TacticalPlayer

    return TacticalPlayer(seed, objectives=False)


def _search(seed: int, budget: int | str | None) -> Player:
    from lancemate.bots.alphastrike.search.budget import Budget
    from lancemate.bots.alphastrike.search.player import SearchPlayer

    return SearchPlayer(seed, None if budget is None else Budget.read(budget))


def _recruit(seed: int, budget: int | str | None) -> Player:
    from lancemate.bots.alphastrike.tactics.player import Nerve, TacticalPlayer

    return _graceful(TacticalPlayer(seed, nerve=Nerve(slips=95, thoughts=150, overheats=False, presses=True)))


def _regular(seed: int, budget: int | str | None) -> Player:
    from lancemate.bots.alphastrike.tactics.player import Nerve, TacticalPlayer

    return _graceful(TacticalPlayer(seed, nerve=Nerve(slips=50, thoughts=25, overheats=False, presses=True)))


def _veteran(seed: int, budget: int | str | None) -> Player:
    return _graceful(_tactical(seed, budget))


def _elite(seed: int, budget: int | str | None) -> Player:
    return _graceful(_search(seed, budget))


def _graceful(player: Player) -> Player:
    """Levels for people do not drag out what is lost."""
    from lancemate.bots.alphastrike.yielding import Graceful

    return Graceful(player)


BOTS: Final[dict[str, Bot]] = {
    bot.name: bot
    for bot in (
        Bot("random", "does anything that is allowed", _random),
        Bot("tactical", "weighs every place and every shot one exchange ahead", _tactical),
        Bot("blind", "fights like the tactical one and cares for nothing else a scenario is about", _blind),
        Bot("search", "plays the turn out on copies of the battle before it decides", _search, thinks=True),
        Bot("recruit", "knows what it should do and often does something else", _recruit),
        Bot("regular", "a steady opponent who slips now and then", _regular),
        Bot("veteran", "makes the most of every turn", _veteran),
        Bot("elite", "thinks ahead", _elite, thinks=True),
    )
}


def _random_troops(seed: int, budget: int | str | None) -> Player:
    from lancemate.bots.battletroops.random_player import RandomPlayer

    return RandomPlayer(seed)


def _tactical_troops(seed: int, budget: int | str | None) -> Player:
    from lancemate.bots.battletroops.tactics.player import TacticalPlayer

    return TacticalPlayer(seed)


def _slipping_troops(slips: int) -> Callable[[int, int | str | None], Player]:
    def made(seed: int, budget: int | str | None) -> Player:
        from lancemate.bots.battletroops.tactics.player import Nerve, TacticalPlayer

        return TacticalPlayer(seed, Nerve(slips))

    return made


TROOPS: Final[dict[str, Bot]] = {
    bot.name: bot
    for bot in (
        Bot("random", "does anything that is allowed", _random_troops),
        Bot("tactical", "weighs every spot, arc and throw", _tactical_troops),
        Bot("recruit", "knows what it should do and often does something else", _slipping_troops(60)),
        Bot("regular", "a steady opponent who slips now and then", _slipping_troops(20)),
        Bot("veteran", "makes the most of every man", _tactical_troops),
    )
}
PLAYED: Final[dict[str, dict[str, Bot]]] = {ALPHA_STRIKE: BOTS, BATTLETROOPS: TROOPS}


def names(game: str = ALPHA_STRIKE) -> tuple[str, ...]:
    return tuple(PLAYED[game])


def make(name: str, *, seed: int, budget: int | str | None = None, game: str = ALPHA_STRIKE) -> Player:
    """A player by its name; ``budget`` is how long it may think, if it thinks ahead: nodes, or a time as in "500ms".

    Or ``module:Class`` or ``file.py:Class`` for a player of your own, made with ``seed=`` if it wants one.
    """
    there = PLAYED[game]
    bot = there.get(name)
    if bot is None and ":" not in name:
        near = get_close_matches(name, there, n=1)
        known = f"there are {', '.join(there)}, or module:Class for one of your own"
        raise InputError(f"there is no bot {name!r}; {f'did you mean {near[0]}?' if near else known}", key="bots")
    if budget is not None and (bot is None or not bot.thinks):
        able = " and ".join(one.name for one in BOTS.values() if one.thinks)
        raise InputError(f"{name} cannot be given a budget; {able} can", key="bots")
    return bot.make(seed, budget) if bot is not None else _own(name, seed)


def _own(name: str, seed: int) -> Player:
    """Somebody else's code: whatever goes wrong in it is told, and no more."""
    where, _, attribute = name.rpartition(":")
    try:
        module = _from_file(Path(where)) if where.endswith(".py") else import_module(where)
        made = getattr(module, attribute)
    except (Exception, SystemExit) as error:
        advice = f"; a budget stands in brackets: {where}({attribute})" if where in BOTS else ""
        raise InputError(f"the bot {name!r} cannot be loaded: {_told(error)}{advice}", key="bots") from error
    try:
        player = made(seed=seed) if _takes_seed(made) else made()
    except (Exception, SystemExit) as error:
        raise InputError(f"the bot {name!r} cannot be made: {_told(error)}", key="bots") from error
    if not callable(getattr(player, "choose", None)):
        raise InputError(f"the bot {name!r} has no method choose(view, decision)", key="bots")
    return cast("Player", player)


def code_of(name: str, game: str = ALPHA_STRIKE) -> str | None:
    """A digest of the file in which somebody has written a bot of their own: another one, another bot."""
    if name in PLAYED[game] or ":" not in name:
        return None
    from hashlib import sha256

    where = name.rpartition(":")[0]
    spec = None if where.endswith(".py") else find_spec(where)
    file = Path(where if spec is None or spec.origin is None else spec.origin)
    return sha256(file.read_bytes()).hexdigest()[:16]


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _takes_seed(made: Callable[..., object]) -> bool:
    from inspect import signature

    try:
        return "seed" in signature(made).parameters
    except (TypeError, ValueError):
        return False


def _from_file(path: Path) -> ModuleType:
    name = f"lancemate_bot {path.resolve()}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules[name] = module
    return module
