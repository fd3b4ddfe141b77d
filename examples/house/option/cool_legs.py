"""Cool legs (COOL-001): an option that takes the place of a rule of the book."""

from lancemate.alphastrike import hooks
from lancemate.alphastrike.heat.track import heat_slows
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Move

COOL = rules.option("cool_legs", "COOL-001", "heat costs an inch a level instead of two")


@hooks.move_now.rule("COOL-001", part=Move.CHANGED, when=COOL, replaces=heat_slows)
def heat_slows_less(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """Half of what the book takes."""
    whole = heat_slows(battle, unit, mode)
    return None if whole is None else Cost(whole.label, whole.value / 2, "COOL-001")
