"""Positions of BattleTroops for tests: a few soldiers on an open map, or on the one that a test describes."""

from collections.abc import Mapping, Sequence
from typing import Any

from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle, BattleEvent
from lancemate.battletroops.scripts.positions import setup_from_data
from lancemate.kernel.dice import TapeDice
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.events import event_data

Dot = tuple[float, float]
OFTEN = [6, 6, 1, 1] * 60


def man(name: str, at: Dot | None, primary: Any = "Rifle", **more: Any) -> dict[str, Any]:
    """A soldier. In odd rows a whole x means half a dot to the east. Keys are of his record, his entry or his state."""
    record = {"primary": primary} if primary is not None else {}
    entry: dict[str, Any] = {"id": name}
    state: dict[str, Any] = {}
    own = (
        *("secondary", "launcher", "satchel", "armor", "jump_pack", "double_ammo", "crew", "character"),
        "carries",
    )
    for key, value in more.items():
        if key in own:
            record["grenades" if key == "carries" else key] = value
        elif key in ("orders", "group"):
            entry[key] = value
        elif key == "arc" and isinstance(value, tuple):
            state["arc"] = {"size": value[0], "towards": list(value[1])}
        elif value != "":
            state[key] = value
    entry["soldier"] = record
    if at is not None:
        x, y = at
        entry["at"] = [x + 0.5 * (int(y) % 2 and x == int(x)), y]
    if state:
        entry["state"] = state
    return entry


def battle(
    red: Sequence[Mapping[str, Any]] = (),
    blue: Sequence[Mapping[str, Any]] = (),
    *,
    terrain: Sequence[Mapping[str, Any]] = (),
    options: Sequence[str] = (),
    dice: Sequence[int] | int = (),
    without: Sequence[str] = (),
    squads: Mapping[str, Any] | None = None,
    size: tuple[int, int] = (22, 20),
    settings: Mapping[str, Any] | None = None,
    homes: tuple[str | None, str | None] = ("south", "north"),
    **start: Any,
) -> Battle:
    """Red moves first, in turn 2, unless told otherwise."""
    data: dict[str, Any] = {
        "game": "battletroops",
        "options": list(options),
        "map": {"kind": "lattice", "width": size[0], "depth": size[1]},
        "terrain": list(terrain),
        "sides": [
            {"name": "red", "home": homes[0], "units": list(red), "squads": dict(squads or {})},
            {"name": "blue", "home": homes[1], "units": list(blue)},
        ],
        "start": {"turn": 2, "phase": "movement", "first": "red", **start},
    }
    if settings is not None:
        data["settings"] = {"battletroops": dict(settings)}
    tape = dice if isinstance(dice, int) else TapeDice(list(dice))
    return Battle(setup_from_data(data), tape, without=frozenset(without))


def move(unit: str, *path: Any, arc: tuple[int, Dot] | None = None, **more: Any) -> orders.Move:
    watch = None if arc is None else orders.Watch(*arc)
    return orders.Move(unit, tuple(path), watch, **more)


def throw(unit: str, at: Dot, elevation: int | None = None, **more: Any) -> orders.Attack:
    return orders.Attack(unit, orders.PointTarget(at, elevation), "throw", **more)


def refusal(fought: Battle, command: orders.Command) -> Refusal:
    """Why a command is not allowed; nothing changes."""
    before = fought.hash()
    try:
        fought.do(command)
    except Refused as refused:
        assert fought.hash() == before
        return refused.refusal
    raise AssertionError(f"{command} was accepted")


def told(events: Sequence[BattleEvent], kind: str) -> list[dict[str, Any]]:
    """The events of one type, as outsiders read them."""
    return [event_data(event) for event in events if event.type == kind]


def parts(modifiers: Sequence[Any]) -> dict[str, float]:
    return {part.label: part.value for part in modifiers}
