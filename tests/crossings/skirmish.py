"""What scenes of BattleTroops are staged with: men and machines as scripts say them, orders, steady dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.scripts.positions import setup_from_data
from lancemate.kernel.errors import Refused

Data = Mapping[str, Any]
Order = tuple[str, Data]

ROW: Final = 6  # in the middle of a map of thirteen rows
WIDE, DEEP = 124, 13
OPTIONS: Final = (
    *("area_effect", "buildings_damage", "crew_abandonment", "exchange", "experience", "fire", "hidden_units"),
    *("jump_troops", "mechs", "mechwarrior_characters", "mines", "morale_leadership", "open_hatch"),
    *("secondary_weapons", "support_weapons", "vehicle_combat", "vehicles"),
)


class Dice:
    """Dice of a tape first, throw by throw, whatever is thrown; then each two show ``two`` and any other ``other``."""

    def __init__(self, two: tuple[int, int] = (6, 6), other: int = 4, tape: Sequence[tuple[int, ...]] = ()) -> None:
        self.two, self.other, self.tape, self.used = two, other, tuple(tape), 0

    def roll(self, count: int) -> tuple[int, ...]:
        if self.used < len(self.tape):
            self.used += 1
            return self.tape[self.used - 1]
        return self.two if count == 2 else (self.other,) * count

    def clone(self) -> Dice:
        twin = Dice(self.two, self.other, self.tape)
        twin.used = self.used
        return twin


def dot(x: float, row: int = 0) -> list[float]:
    """A dot so many rows above or below the middle one; in odd rows half a dot further east."""
    y = ROW + row
    return [x + 0.5 * (y % 2), y]


def man(name: str, at: Any, primary: Any = "Rifle", state: Data | None = None, **record: Any) -> dict[str, Any]:
    """A soldier. ``group``, ``orders`` are of his entry, the rest of his record."""
    entry = {key: record.pop(key) for key in ("group", "orders") if key in record}
    carried = {"primary": primary, **record} if primary is not None else record
    return {
        "id": name,
        "soldier": carried,
        **({} if at is None else {"at": list(at)}),
        **entry,
        **({"state": dict(state)} if state else {}),
    }


MECH: Final[Data] = {
    "name": "Test 'Mech",
    "tons": 20,
    "walk": 6,
    "jump": 6,
    "armor": {
        **{"head": 9, "centre_torso": 20, "left_torso": 20, "right_torso": 20, "left_arm": 20, "right_arm": 20},
        **{"left_leg": 20, "right_leg": 20, "centre_torso_rear": 9, "left_torso_rear": 9, "right_torso_rear": 9},
    },
}
TANK: Final[Data] = {
    "name": "Test Carrier",
    "tons": 20,
    "cruise": 5,
    "motive": "tracked",
    "apc": True,
    "armor": {"front": 40, "left": 40, "right": 40, "rear": 40, "turret": 40},
}


def mech(
    name: str, at: Any, weapon: str | None = None, facing: int = 90, state: Any = None, **more: Any
) -> dict[str, Any]:
    """A 'Mech with one weapon in its right arm."""
    guns = [] if weapon is None else [{"weapon": weapon, "in": "right_arm"}]
    return _machine("mech", {**MECH, "weapons": guns, **more}, name, at, facing, state)


def tank(
    name: str,
    at: Any,
    weapon: str | None = None,
    mounted: str = "turret",
    facing: int = 90,
    state: Any = None,
    **more: Any,
) -> dict[str, Any]:
    guns = [] if weapon is None else [{"weapon": weapon, "in": mounted}]
    return _machine("vehicle", {**TANK, "weapons": guns, **more}, name, at, facing, state)


def _machine(kind: str, record: Data, name: str, at: Any, facing: int, state: Data | None) -> dict[str, Any]:
    entry = {"id": name, kind: dict(record), "at": list(at), "facing": facing}
    return {**entry, "state": dict(state)} if state else entry


class Skirmish:
    """A battle in turn 2, in which red moves first; every order is written as in a script."""

    def __init__(
        self,
        red: Sequence[Data],
        blue: Sequence[Data] = (),
        *,
        terrain: Sequence[Data] = (),
        squads: Mapping[str, Any] | None = None,
        blue_squads: Mapping[str, Any] | None = None,
        mines: Sequence[Data] = (),
        options: Sequence[str] = OPTIONS,
        size: tuple[int, int] = (WIDE, DEEP),
        homes: tuple[str, str] = ("west", "east"),
        scenario: Any = None,
        dice: Dice | None = None,
    ) -> None:
        sides: list[dict[str, Any]] = [
            {"name": "red", "home": homes[0], "units": list(red), "squads": dict(squads or {})},
            {"name": "blue", "home": homes[1], "units": list(blue), "squads": dict(blue_squads or {})},
        ]
        if mines:
            sides[1]["mines"] = list(mines)
        data: dict[str, Any] = {
            "game": "battletroops",
            "options": list(options),
            "map": {"kind": "lattice", "width": size[0], "depth": size[1]},
            "terrain": [{"id": f"piece{number}", **piece} for number, piece in enumerate(terrain)],
            "sides": sides,
            "start": {"turn": 2, "phase": "movement", "first": "red"},
        }
        if scenario is not None:
            data["scenario"] = scenario
        self.fight = Battle(setup_from_data(data), (dice or Dice()).clone())

    @property
    def units(self) -> Any:
        return self.fight.units

    @property
    def asked(self) -> Any:
        """The question that waits for its answer."""
        return self.fight.decision

    def do(self, name: str, **body: Any) -> None:
        self.fight.do(orders.command_from_data({name: body}))

    def refusal(self, name: str, **body: Any) -> str:
        """Why an order is refused, in one word; otherwise it is carried out."""
        try:
            self.do(name, **body)
        except Refused as refused:
            return refused.refusal.code
        return ""

    def hold(self) -> None:
        """Nobody fires, whoever is asked."""
        while self.asked is not None:
            self.do("decide", side=self.asked.side, choice="hold")

    def hold_once(self) -> None:
        self.do("decide", side=self.asked.side, choice="hold")

    def fire(self, *shots: Any) -> None:
        self.do("decide", side=self.asked.side, choice=list(shots) or "fire")

    def end(self) -> None:
        """The side that moves is done; nobody fires."""
        self.do("end_phase")
        self.hold()

    def told(self, *kinds: str, **about: Any) -> list[Any]:
        """The events of some kinds, about somebody or something."""
        return [
            one
            for one in self.fight.journal.events
            if one.type in kinds and all(getattr(one, name) == value for name, value in about.items())
        ]
