"""Previews that answer in a moment, however many checks an attack may bring."""

import pytest

from lancemate.alphastrike import commands, odds
from lancemate.alphastrike.preview import preview_attack
from rules.table import battle, unit

DIGGER = {"type": "IM", "armor": 1, "structure": 9, "specials": ["BAR", "CASE", "SEAL"]}


@pytest.fixture
def plays(monkeypatch):
    """Counts how often an attack is played for a preview."""
    count = []
    play = odds.rehearsal
    monkeypatch.setattr(odds, "rehearsal", lambda *given: count.append(1) or play(*given))
    return count


@pytest.mark.rule("AS-INT-002", "AS-DMG-034", "AS-DMG-042")
def test_checks_that_bring_checks_are_followed_only_as_far_as_they_matter(plays):
    fight = battle(unit("r1", (20, 10)), unit("b1", (20, 20), 180, **DIGGER))
    preview = preview_attack(fight, commands.Attack("r1", "b1"))
    assert len(plays) < 6000  # 500,000 to the last branch
    assert preview.outcomes is not None
    assert preview.outcomes.destroyed == pytest.approx(0.1077, abs=0.003)
    assert preview.outcomes.miss + sum(preview.outcomes.damage.values()) == pytest.approx(1.0)


@pytest.mark.rule("AS-INT-002", "AS-COM-110")
def test_many_victims_share_the_effort(plays):
    crowd = [unit(f"b{i}", (18 + 2 * (i % 3), 28 + 2 * (i // 3)), 180, **DIGGER) for i in range(6)]
    fight = battle(unit("r1", (20, 10), specials=["ART-CM12-1"]), *crowd)
    aim = commands.PointTarget((20.0, 29.0))
    preview = preview_attack(fight, commands.Attack("r1", aim, "artillery"))
    assert len(plays) < 12000
    assert preview.outcomes is not None
    assert len(preview.outcomes.units) == 6
