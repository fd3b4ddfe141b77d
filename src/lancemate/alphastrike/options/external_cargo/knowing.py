"""Who knows of cargo: whoever could name the unit that has it. Of one in hiding nobody knows what it holds either."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.options.external_cargo.loads import carrier_of, items
from lancemate.alphastrike.options.external_cargo.sizes import CARGO
from lancemate.alphastrike.play.knowing import Degree, degree
from lancemate.alphastrike.play.state import CARRIED

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.codec import JSON


@hooks.knowledge.rule("AS-OPT-406", when=CARGO)
def carried_out_of_sight(battle: Battle, side: str | None, unit: Unit) -> Degree | None:
    """A unit that is carried is where its carrier is, and as secret."""
    carrier = carrier_of(battle, unit.id) if unit.place == CARRIED else None
    return Degree.NOTHING if carrier is not None and degree(battle, side, carrier) < Degree.TYPE else None


@hooks.kept_back.rule("AS-OPT-411", when=CARGO)
def things_out_of_sight(battle: Battle, side: str | None, notes: Mapping[str, JSON]) -> Mapping[str, JSON]:
    """A thing that somebody unknown has is as unknown as that."""
    held = items.read(notes)
    known = {name: one for name, one in held.items() if one["carrier"] is None or one["carrier"] in battle.units}
    if len(known) == len(held):
        return notes
    rest = {name: value for name, value in notes.items() if name != items.name}
    return {**rest, **items.entry(known)} if known else rest
