"""The pub edition (PUB-001, PUB-002): what it leaves out, what it replaces, and a table of its own."""

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.attack import Attack
from lancemate.alphastrike.combat.ranges import RANGES, Range
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.setup import edition
from lancemate.alphastrike.ruleset import rules

PUB = edition("pub")

rules.leave_out("AS-COM-053", when=PUB)  # no partial cover
REACHES: dict[str, Range] = {**RANGES.book, "M": {"up_to": 18.0, "modifier": 2}}
REACH = rules.table("PUB-002", REACHES, when=PUB, replaces=RANGES)


@hooks.to_hit.rule("PUB-001", part=hooks.OTHER, when=PUB, replaces="AS-COM-052")
def thick_woods(attack: Attack) -> Modifier | None:
    """Woods are thicker than in the book."""
    return Modifier("Woods", 2, "PUB-001") if attack.sight.woods_touched else None
