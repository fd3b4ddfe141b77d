"""The state of a battle as JSON, as one side knows it. What that is, the gate says (knowledge.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.knowledge import TOKEN, known_to
from lancemate.alphastrike.cards.chassis import chassis_of, model_of
from lancemate.alphastrike.play.ids import SideId
from lancemate.alphastrike.play.knowing import Degree, not_all_known
from lancemate.alphastrike.turn.unit_state import show_state
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

# What is shown of a unit whose card nobody has seen.
FROM_OUTSIDE: Final = ("side", "name", "place", "at", "facing", "elevation", "airborne", "status")


def _on_the_sheet(unit: Unit, data: Mapping[str, JSON]) -> dict[str, JSON]:
    """What a scan of a unit tells."""
    told = {key: data[key] for key in ("armor", "structure", "heat", "crits")}
    return {**told, "move": str(unit.card.move), "model": model_of(unit.card), "name": chassis_of(unit.card)}


@hooks.questions.entry("view")
def view(battle: Battle, side: SideId | None) -> dict[str, JSON]:
    """The state as one side sees it; without a side, as a spectator does."""
    if side is not None and side not in battle.sides:
        known = " and ".join(battle.sides)
        raise refuse("unknown_side", f"there is no side {side!r}; there are {known}", "AS-INT-005")
    return view_of(battle, known_to(battle, side), side)


def view_of(battle: Battle, known: Battle, side: SideId | None) -> dict[str, JSON]:
    """The same for whoever has the battle as that side knows it at hand already."""
    shown = show_state(known)
    decision = known.decision
    if decision is not None and decision.side != side:
        shown["decision"] = {"side": decision.side, "kind": decision.kind, "rule": decision.rule}
    lowered = not_all_known(battle, side)
    if lowered:
        units = shown["units"]
        assert isinstance(units, dict)
        known_units: dict[str, dict[str, JSON]] = {}
        blips: dict[str, JSON] = {}
        for name, data in units.items():
            assert isinstance(data, dict)
            if known.units[name].card is TOKEN:
                blips[name] = {"side": data["side"], "at": data["at"]}
            elif name in lowered:
                known_units[name] = {key: data[key] for key in FROM_OUTSIDE}
                if lowered[name] is Degree.SHEET:
                    known_units[name] |= _on_the_sheet(known.units[name], data)
            else:
                known_units[name] = data
        shown["units"] = {**known_units}
        if blips:
            shown["blips"] = blips
    return {"viewer": side, **shown}
