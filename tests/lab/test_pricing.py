"""What abilities are worth: who has them, what battles say of them, and in how many points."""

from dataclasses import replace

import pytest

from lancemate.kernel.errors import InputError
from lancemate.lab.contests import Contest, Entry, entry, force_of, setup_of
from lancemate.lab.ledger import Terms
from lancemate.lab.pricing import POINTS, Pricing, point_share, price, prices, pricing
from lancemate.lab.results import BattleResult, SideName
from lancemate.lab.statistics import log_odds

PAIR = "STG-3R Stinger, LCT-1V Locust"


def of(*names: str, force: str = PAIR, battles: int = 2) -> Pricing:
    one: Entry = entry(force, "tactical")
    return pricing(names, Contest(one, one, turns=4, width=24.0, depth=24.0, pieces=4), battles)


def test_everybody_on_one_side_has_it_and_nobody_on_the_other() -> None:
    priced = of("sniper", "ECM", "PRB")
    assert priced.abilities == ("Sniper", "ECM", "PRB")
    with_it, without = (force_of(priced.fight(0), side) for side in ("red", "blue"))
    assert [member.bought for member in with_it.members] == [("Sniper",)] * 2
    assert [member.bought for member in without.members] == [()] * 2
    codes, plain = (force_of(priced.fight(1), side) for side in ("red", "blue"))
    assert all("ECM" in member.card.specials for member in codes.members)
    assert not any("ECM" in member.card.specials for member in plain.members)
    assert [member.skill for member in force_of(priced.fight(3), "red").members] == [3, 3]
    assert "optional_abilities" in priced.contest.options, "probes are an optional ability"


def test_every_ability_fights_the_same_battles() -> None:
    priced = of("Sniper", "ECM")
    places = [
        [unit.at for unit in setup_of(priced.fight(number), number // 3).units if unit.side == "blue"]
        for number in range(6)
    ]
    assert places[0] == places[1] == places[2]
    assert places[3] == places[4] == places[5] != places[0], "the next battle has the edges exchanged"


def test_only_those_an_ability_serves_have_it() -> None:
    mixed = of("Jumping Jack", force="STG-3R Stinger, MAD-3R Marauder")
    assert [member.bought for member in force_of(mixed.fight(0), "red").members] == [("Jumping Jack",), ()]


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("Sniperr", "there is no ability 'Sniperr'"),
        ("Range Master (Nowhere)", "Range Master is for one of"),
        ("Wind Walker", "Wind Walker is of no use to anybody"),
        ("ARS", "ARS is of no use to anybody"),
    ],
)
def test_what_cannot_be_priced(name: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint.replace("(", r"\(")):
        of(name)


def line(number: int, name: str, winner: SideName | None, red: int = 40) -> BattleResult:
    brought: dict[SideName, int] = {"red": red, "blue": 40}
    return BattleResult(number, (name, PAIR), winner, "outright", "", 3, 9, {}, brought, brought, (), (), "")


def test_a_share_of_battles_becomes_points() -> None:
    """Pilots who cost a tenth more win two of three; an ability that does so too is worth a tenth of the force."""
    priced = of("Sniper", "ECM", battles=30)
    lines = [line(n, "Sniper", "red" if n % 3 else "blue") for n in range(30)]
    lines += [line(n, "ECM", "red" if n % 2 else "blue") for n in range(30)]
    lines += [line(n, POINTS, "red" if n % 3 else "blue", red=44) for n in range(30)]
    sniper, ecm = prices(priced, lines)
    assert (sniper.name, sniper.charged, sniper.battles) == ("Sniper", 3, 30)
    assert sniper.share.value == pytest.approx(2 / 3)
    assert sniper.worth.value == pytest.approx(40 * 0.1 / 2)
    assert sniper.worth.low < sniper.worth.value < sniper.worth.high
    assert (ecm.charged, ecm.share.value) == (None, 0.5)
    assert ecm.worth.value == pytest.approx(0.0)
    assert ecm.worth.low < 0.0 < ecm.worth.high
    assert point_share(lines).value == pytest.approx(2 / 3)


def test_log_odds_are_finite() -> None:
    assert log_odds(10, 20).value == pytest.approx(0.0)
    assert log_odds(20, 20).value == -log_odds(0, 20).value > 3.0


def test_battles_are_played_and_priced() -> None:
    priced = of("Sniper")
    found = price(priced, Terms(jobs=0))
    assert [one.pair[0] for one in found.lines] == ["Sniper", POINTS, "Sniper", POINTS]
    assert [one.battles for one in prices(priced, found.lines)] == [2]
    more = replace(priced, battles=3)
    assert more.plan() == priced.plan(), "more battles go on with what is there"
