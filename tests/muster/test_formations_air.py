"""Air Lances and formations of the air."""

from typing import Any

import pytest

from lancemate.muster.checking import check_force
from lancemate.muster.findings import ADVICE, BROKEN, UNMET
from lancemate.muster.force import Formation, Member
from lancemate.muster.force_files import sample_force
from lancemate.muster.formations import core_of
from lancemate.muster.formations.aerospace import unpaired
from lancemate.muster.formations.bonuses import START
from lancemate.muster.formations.book import bonuses
from muster.recruits import fits, force, given, known, only, rules_of, unit, units


def fighter(role: str, thrust: int = 8, **more: Any) -> dict[str, Any]:
    return {"type": "AF", "size": 1, "move": f"{thrust}a", "role": role, **more}


def pairs(*models: dict[str, Any]) -> tuple[Member, ...]:
    return tuple(unit(f"Model {number}", **model) for number, model in enumerate(models) for _ in range(2))


def broken(members: tuple[Member, ...], kind: str) -> list[str]:
    return [finding.text for finding in check_force(force(Formation("Air", members, kind))) if finding.wrong]


# -- Air Lances -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-079")
def test_the_printed_air_lance() -> None:
    horse = sample_force("elh")
    lance = horse.formations[2]
    assert [member.card.type for member in core_of(lance)] == ["CV"] * 4
    assert only(bonuses(lance)).users == 4
    assert [member.granted for member in lance.members[4:]] == [(), ()]
    assert rules_of(check_force(horse), UNMET) == []


@pytest.mark.rule("AS-FOR-079")
def test_two_fighters_of_one_model_and_ground_units() -> None:
    ground, kite = units((4, {"role": "Brawler"})), known("training_fighter_kite")

    def unmet(*members: Member) -> list[str]:
        found = check_force(force(Formation("Air", members, "Battle Lance", ("Air Lance",))))
        return [finding.text for finding in found if finding.rule == "AS-FOR-079"]

    assert unmet(*ground, kite, kite) == []
    assert unmet(*ground, kite) == ["an Air Lance has two fighters, not 1"]
    assert unmet(*ground, kite, known("training_fighter_pennant"))[0].startswith("the two fighters are of one model")
    assert unmet(*ground, kite, kite, unit("Foot", type="CI", move='2"f')) == [
        "Foot is no ground unit other than infantry"
    ]
    keen = unit("Kite", **fighter("Interceptor"), granted=("Speed Demon",))
    assert unmet(*ground, keen, keen)[0] == (
        "Kite does not share the bonus of the formation and is not granted Speed Demon"
    )


# -- pairs ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-080")
def test_fighters_fly_in_pairs() -> None:
    support, dog = fighter("Fire Support"), fighter("Dogfighter")
    three = tuple(unit("A", **support) for _ in range(3)) + tuple(unit("B", **dog) for _ in range(3))
    swapped = pairs(support, support, dog)
    assert fits("Fire Support Squadron", three)
    assert fits("Fire Support Squadron", swapped)
    assert unpaired(three) == ("A", "B")
    assert unpaired(swapped) == ()
    squadron = Formation("Air", three, "Fire Support Squadron")
    assert "AS-FOR-080" in rules_of(check_force(force(squadron)), ADVICE)
    assert "AS-FOR-080" in rules_of(check_force(force(squadron), strict=True), BROKEN)


# -- squadrons ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-081", "AS-FOR-034")
def test_interceptor_squadron() -> None:
    fast = fighter("Interceptor")
    assert fits("Interceptor Squadron", units((4, fast), (2, fighter("Dogfighter"))))
    assert not fits("Interceptor Squadron", units((3, fast), (3, fighter("Dogfighter"))))
    slow, far = given("Interceptor Squadron", units((2, fast), (2, fighter("Interceptor", 10)), (1, fighter("x", 9))))
    assert (slow.abilities, slow.eligible) == (("Speed Demon",), (0, 1, 4))
    assert (far.abilities, far.users) == (("Range Master (Long)",), 2)
    fast_enough = given("Interceptor Squadron", [known("SPR-6D Sparrowhawk")] * 6)
    assert [bonus.abilities for bonus in fast_enough] == [("Range Master (Long)",)]


@pytest.mark.rule("AS-FOR-081", "AS-FOR-082", "AS-FOR-083", "AS-FOR-084", "AS-FOR-085")
@pytest.mark.parametrize(
    ("kind", "role"),
    [
        ("Interceptor Squadron", "Interceptor"),
        ("Aerospace Superiority Squadron", "Interceptor"),
        ("Fire Support Squadron", "Fire Support"),
        ("Strike Squadron", "Dogfighter"),
        ("Electronic Warfare Squadron", "Dogfighter"),
    ],
)
def test_squadrons_are_for_fighters(kind: str, role: str) -> None:
    flies = fighter(role, specials=["ECM"])
    assert fits(kind, units((6, flies)))
    assert not fits(kind, units((5, flies), (1, {**flies, "type": "SC"})))
    assert not fits(kind, units((5, flies), (1, {**flies, "type": "SV"})))


@pytest.mark.rule("AS-FOR-081")
def test_the_fast_interceptors_need_no_speed_demon() -> None:
    wrong = tuple(unit("A", **fighter("Interceptor", 10), granted=("Speed Demon",)) for _ in range(6))
    assert "A is granted Speed Demon, which the formation does not give" in broken(wrong, "Interceptor Squadron")
    slow = unit("B", **fighter("Interceptor", 8))
    assert "A cannot be the one with Speed Demon" in broken((*wrong[:5], slow), "Interceptor Squadron")
    far = tuple(unit("A", **fighter("Interceptor", 10), granted=("Range Master (Long)",)) for _ in range(6))
    assert broken(far, "Interceptor Squadron") == ["Range Master (Long) is given to 6 units and not to 2"]


@pytest.mark.rule("AS-FOR-082")
def test_aerospace_superiority_squadron() -> None:
    kind = "Aerospace Superiority Squadron"
    assert fits(kind, units((2, fighter("Interceptor")), (2, fighter("Fast Dogfighter")), (2, fighter("Dogfighter"))))
    assert not fits(kind, units((3, fighter("Fast Dogfighter")), (3, fighter("Dogfighter"))))
    bonus = only(given(kind, units((6, fighter("Interceptor")))))
    assert bonus.abilities == ("Blood Stalker", "Ride the Wash", "Hot Dog")
    assert (bonus.users, bonus.each, bonus.when) == (3, 2, START)
    two = {"granted": ("Blood Stalker", "Hot Dog")}
    right = units((3, {**fighter("Interceptor"), **two}), (3, fighter("Interceptor")))
    assert broken(right, kind) == []
    assert broken(units((4, {**fighter("Interceptor"), **two}), (2, fighter("Interceptor"))), kind) != []
    three = {"granted": (*two["granted"], "Ride the Wash")}
    assert broken(units((1, {**fighter("Interceptor"), **three}), (5, fighter("Interceptor"))), kind) == [
        "Model 1 may have 2 of Blood Stalker or Ride the Wash or Hot Dog"
    ]


@pytest.mark.rule("AS-FOR-083")
def test_fire_support_squadron() -> None:
    kind = "Fire Support Squadron"
    support, dog = fighter("Fire Support"), fighter("Dogfighter")
    assert fits(kind, units((3, support), (3, dog)))
    assert not fits(kind, units((2, support), (4, dog)))
    assert not fits(kind, units((5, support), (1, fighter("Interceptor"))))

    def granting(*abilities: str) -> list[str]:
        return broken(pairs(*({**support, "granted": (ability,) if ability else ()} for ability in abilities)), kind)

    assert granting("Shaky Stick", "Golden Goose", "") == []
    assert granting("Shaky Stick", "Shaky Stick", "") == [
        "Shaky Stick may be given to 2 units, not 4",
        "Shaky Stick goes to a pair of fighters, not to 4",
    ]
    assert granting("Shaky Stick", "Golden Goose", "Hot Dog")[0].endswith("is given to 6 units and not to 4")
    odd = units((2, {**support, "granted": ("Hot Dog",)}), (4, support))
    assert broken(odd, kind) == [], "pairs of one model are a custom (p. 121)"
    advice = [one.text for one in check_force(force(Formation("F", odd, kind))) if one.rule == "AS-FOR-083"]
    assert "Hot Dog goes to Model 1 and Model 2: pairs are of one model by custom" in advice


@pytest.mark.rule("AS-FOR-084")
def test_strike_squadron() -> None:
    kind = "Strike Squadron"
    attack, dog = fighter("Attack Fighter"), fighter("Dogfighter")
    assert fits(kind, units((2, attack), (2, dog), (2, fighter("Interceptor"))))
    assert not fits(kind, units((3, attack), (3, fighter("Interceptor"))))
    bonus = only(given(kind, units((6, attack))))
    assert (bonus.abilities, bonus.users, bonus.rest) == (("Speed Demon",), 3, "Golden Goose")
    quick, bomber = ({**attack, "granted": (ability,)} for ability in ("Speed Demon", "Golden Goose"))
    assert broken(units((3, quick), (3, bomber)), kind) == []
    assert broken(units((6, bomber)), kind) == []
    assert broken(units((4, quick), (2, bomber)), kind) == ["Speed Demon is given to 4 units and not to 3"]
    assert broken(units((3, quick), (2, bomber), (1, attack)), kind) == [
        "Model 6 has either Speed Demon or Golden Goose"
    ]


@pytest.mark.rule("AS-FOR-085")
def test_electronic_warfare_squadron() -> None:
    kind = "Electronic Warfare Squadron"
    for code in ("PRB", "AECM", "BH", "ECM", "LPRB", "LECM", "LTAG", "TAG", "WAT"):
        ears = fighter("Dogfighter", specials=[code])
        assert fits(kind, units((4, ears), (2, fighter("Dogfighter"))))
        assert not fits(kind, units((3, ears), (3, fighter("Dogfighter"))))


@pytest.mark.rule("AS-FOR-086")
def test_electronic_warfare_bonus() -> None:
    squadron = Formation("EW", units((6, fighter("Dogfighter", specials=["ECM"]))), "Electronic Warfare Squadron")
    bonus = only(bonuses(squadron, force(squadron)))
    assert bonus.abilities == ("Communications Disruption",)
    assert "found by chance" in bonus.text
    skilled = force(squadron, command_abilities=("Communications Disruption",))
    assert "named by its owner" in only(bonuses(squadron, skilled)).text
    support = Formation("S", units((4, {})), "Support Lance", supports="EW")
    assert bonuses(support, force(squadron, support)) == ()


@pytest.mark.rule("AS-FOR-087")
def test_transport_squadron() -> None:
    kind = "Transport Squadron"
    ship = {"type": "SC", "size": 2, "move": "5a", "role": "Transport"}
    plane = {"type": "SV", "size": 1, "move": "4a", "role": "Transport"}
    members = units((2, ship), (1, plane), (3, fighter("Interceptor")))
    assert fits(kind, members)
    assert not fits(kind, units((2, ship), (3, fighter("Interceptor"))))
    bonus = only(given(kind, members))
    assert (bonus.abilities, bonus.users, bonus.eligible) == (
        ("Dust-Off", "Ride the Wash", "Wind Walker"),
        3,
        (0, 1, 2),
    )
    assert "AS-FOR-030" not in rules_of(check_force(force(Formation("T", members, kind))))


def test_types_are_for_their_own_branch() -> None:
    ground = Formation("G", units((6, {"role": "Transport"})), "Transport Squadron")
    assert "a Transport Squadron is for units that fly" in [one.text for one in check_force(force(ground))]
    air = Formation("A", units((6, fighter("Interceptor"))), "Support Lance", supports="G")
    assert "a Support Lance is for units of the ground" in [one.text for one in check_force(force(air, ground))]
