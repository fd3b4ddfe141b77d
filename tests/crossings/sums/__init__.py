"""The table of sums, played."""

from crossings.sums.probes import PROBES
from crossings.sums.scenes import SCENES
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.sums import sees_others

__all__ = ["PROBES", "REGISTERED", "SCENES"]

WHOLE = ("move_now", "allowance", "tmm", "initiative", "control_roll", "eases")  # sums of which every part has a row
TAKES_BACK = {"AS-SCA-056"}  # what makes nothing of its own, and is a column alone


def REGISTERED() -> set[str]:
    """Every part of a Move, an allowance, a TMM and Initiative, and of target numbers those that see others."""
    rules.load()
    homes = [home for home in rules.homes if home.hook in WHOLE or (home.hook == "to_hit" and sees_others(home))]
    return {rule_id for home in homes for rule_id in home.ids} - TAKES_BACK
