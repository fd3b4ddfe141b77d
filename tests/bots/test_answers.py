"""What the tactical bot answers when it is asked about abilities."""

from lancemate.bots.alphastrike.tactics.answers import sensible
from rules.commanders import commanded, one


def test_a_stalker_hunts_whoever_falls_soonest() -> None:
    """Until then it hits nobody else: neither the sturdy one nor the nimble one is a good choice."""
    fight = commanded(
        one("r1", (10, 4), abilities=["Blood Stalker"]),
        one("b1", (10, 44), 180, armor=7, structure=5),
        one("b2", (20, 44), 180, armor=2, structure=3, tmm=4, move='16"'),
        one("b3", (30, 44), 180, armor=3, structure=3, tmm=1),
    )
    assert fight.decision is not None
    assert (fight.decision.kind, sensible(fight, fight.decision)) == ("stalk", "b3")
