"""Suggestions: what units could form, and what to change."""

from dataclasses import replace

import pytest

from lancemate.muster import catalogue
from lancemate.muster.force import Formation
from lancemate.muster.force_files import sample_force, sample_forces
from lancemate.muster.formations import core_of, qualifies
from lancemate.muster.suggesting import earned, proposals, swaps
from muster.recruits import force, known, unit, units


@pytest.mark.rule("AS-FOR-036")
def test_types_that_units_earn_as_they_are() -> None:
    command = sample_force("gdl").formations[0]
    assert [kind.name for kind in earned(command.members)] == [
        "Battle Lance",
        "Medium Battle Lance",
        "Heavy Battle Lance",
    ]
    assert earned(command.members[:2]) == ()


@pytest.mark.parametrize("name", [one.id for one in sample_forces()])
def test_every_proposal_holds(name: str) -> None:
    one = sample_force(name)
    for formation in one.formations:
        found = proposals(formation, one)
        assert [proposal.type for proposal in found if not proposal.changes] == [*earned(core_of(formation))]
        assert formation.type in [proposal.type.name for proposal in found if not proposal.changes]
        for proposal in found:
            members = list(core_of(formation))
            for change in proposal.changes:
                out = members[change.place]
                if change.card is None:
                    members[change.place] = replace(out, command=change.command)
                else:
                    members[change.place] = replace(out, card=change.card)
            assert qualifies(proposal.type, members)
            points = sum(member.pv for member in members) - sum(member.pv for member in core_of(formation))
            assert points == proposal.points
            assert proposal.bonuses
        ranks = [len(proposal.changes) for proposal in found]
        assert ranks == sorted(ranks)


def test_what_to_change_is_the_cheapest_that_helps() -> None:
    lance = Formation("Lance", units((2, {"role": "Sniper", "size": 3}), (1, {"role": "Scout"}), (1, {})))
    cards = [unit("Dear", role="Brawler", pv=50).card, unit("Near", role="Brawler", pv=26).card, unit("Odd").card]
    found = {one.type.name: one for one in proposals(lance, force(lance), cards)}
    assert [change.text for change in found["Battle Lance"].changes] == ["replace Model 3 by Near (+1 point)"]
    assert found["Battle Lance"].bonuses == ("Lucky pool of 6, shared by 4 units",)
    assert [change.text for change in found["Command Lance"].changes] == ["designate Model 1 as commander"]
    assert "Light Recon Lance" not in found


def test_nothing_is_proposed_that_the_limit_forbids() -> None:
    lance = Formation("Lance", units((2, {"role": "Sniper", "size": 3}), (1, {"role": "Scout"}), (1, {})))
    cards = [unit("Near", role="Brawler", pv=26).card, unit("Cheap", role="Brawler", pv=9).card]
    for limit, chosen in ((None, "Near (+1 point)"), (101, "Near (+1 point)"), (100, "Cheap (-16 points)")):
        found = {one.type.name: one for one in proposals(lance, force(lance, limit=limit), cards)}
        assert [change.text for change in found["Battle Lance"].changes] == [f"replace Model 3 by {chosen}"]
    assert "Battle Lance" not in [one.type.name for one in proposals(lance, force(lance, limit=100), cards[:1])]


def test_a_force_has_one_commander_and_few_lieutenants() -> None:
    staff = units((2, {"role": "Sniper"}), (2, {"role": "Brawler"}))
    led = (*staff[:3], replace(staff[3], command="commander"))

    def posts(*formations: Formation) -> list[str]:
        found = proposals(formations[0], force(*formations))
        return [change.text for one in found if one.type.name == "Command Lance" for change in one.changes]

    lance = Formation("Lance", staff)
    assert posts(lance) == ["designate Model 1 as commander"]
    assert posts(lance, Formation("Own", led)) == ["designate Model 1 as lieutenant"]
    assert posts(lance, Formation("Own", led[3:])) == []  # five units have no lieutenant


def test_replacements_are_of_the_same_branch_and_faction() -> None:
    tanks = {"type": "CV", "move": '8"t', "role": "Brawler"}
    lance = Formation("Tanks", units((4, tanks)))
    boats = unit("Boat", type="CV", move='8"n', role="Sniper").card
    for proposal in proposals(lance, force(lance), [boats, unit("Mech", role="Sniper").card]):
        assert all(change.card is None for change in proposal.changes)
    legion = sample_force("gdl")
    for proposal in proposals(legion.formations[0], legion):
        for change in proposal.changes:
            if change.card is not None:
                assert change.card in catalogue.search(faction="Mercenary", training=False)


def test_swaps_make_more_formations_earn_a_type() -> None:
    boat = {"role": "Missile Boat", "size": 4, "move": '4"'}
    scout = {"role": "Scout", "size": 1, "move": '10"'}
    one = Formation("One", units((2, boat), (2, {"size": 1, "move": '4"'})))
    two = Formation("Two", units((2, boat), (3, scout)))
    made = swaps(force(one, two))
    assert [swap.text for swap in made] == [
        "swap Model 3 of One and Model 1 of Two",
        "swap Model 2 of Two and Model 4 of One",
    ]
    assert swaps(sample_force("rh")) == ()
    training = ("Tank Anchor", "Tank Anchor", "Hovercraft Swift", "Missile Carrier Basket")
    tanks = Formation("Tanks", tuple(known(f"Training {name}") for name in training))
    mechs = Formation("Mechs", (known("MAD-3R Marauder"), known("STG-3R Stinger")))
    assert swaps(force(mechs, tanks)) == ()  # a 'Mech is no match for a vehicle
    lonely = Formation("Lonely", one.members)
    assert swaps(force(lonely)) == ()


def test_what_is_laid_over_a_formation_stays() -> None:
    horse = sample_force("elh")
    assert swaps(horse) == ()
    small = Formation("Small", units((2, {})))
    assert proposals(small, force(small)) == ()


def test_swaps_leave_a_formation_what_it_was_built_as() -> None:
    """A Fire Lance gives away its Brawler, not one of the Snipers it needs, though it would do as a Battle Lance."""
    heavy = {"size": 3}
    fire = Formation("Fire", units((3, {**heavy, "role": "Sniper"}), (1, {**heavy, "role": "Brawler"})), "Fire Lance")
    loose = Formation("Loose", units((2, {**heavy, "role": "Brawler"}), (2, {"role": "Ambusher", "size": 1})))
    (swap,) = swaps(force(fire, loose))
    roles = {name: member.card.role for name, member in (swap.one, swap.other)}
    assert roles == {"Fire": "Brawler", "Loose": "Ambusher"}
    horse = Formation("Horse", units((4, {"role": "Striker", "move": '12"'})), "Striker/Cavalry Lance")
    slow = Formation("Slow", units((4, {"role": "Brawler"})), "Striker/Cavalry Lance")
    assert swaps(force(horse, slow)) == (), "one of them is what it was built as, and stays it"
