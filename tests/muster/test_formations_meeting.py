"""Where two rules of formations meet (pp. 112-124): cases worked out from the book by hand."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.commands.formations import bonus_holds
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Setup, Side
from lancemate.field.table import Table
from lancemate.muster.checking import check_force
from lancemate.muster.findings import ADVICE, BROKEN
from lancemate.muster.force import Force, Formation, Group, Member
from lancemate.muster.formations.book import bonuses, is_of_its_type
from lancemate.muster.into_battle import formations_in_play, with_abilities
from lancemate.muster.larger_groups import faults, mission_of
from muster.recruits import HEAVY, fits, force, given, only, rules_of, unit, units

JUGGERNAUT: dict[str, Any] = {"role": "Juggernaut", "size": 4, "armor": 8, "damage": "3/3/1", "move": '10"'}
SCOUT, BRAWLER, BOAT = {"role": "Scout", "move": '12"'}, {"role": "Brawler"}, {"role": "Missile Boat"}
FIGHTER: dict[str, Any] = {"type": "AF", "move": "6a", "size": 1}
SUITS: dict[str, Any] = {"type": "BA", "size": 1, "move": '6"j', "specials": ["CAR5", "XMEC"], "role": "Ambusher"}
TANK: dict[str, Any] = {"type": "CV", "move": '8"t'}


def granted(count: int, *abilities: str, of: dict[str, Any] = BRAWLER) -> tuple[int, dict[str, Any]]:
    return count, {**of, "granted": abilities}


def gives(one: Force, name: str) -> dict[str, tuple[str, ...]]:
    return dict(next(lance.gives for lance in formations_in_play(one, "red") if lance.name == name))


def broken(one: Force) -> list[str]:
    return rules_of(check_force(one), BROKEN)


def fought(one: Force) -> Battle:
    """Red's force in a row, far from one enemy."""
    placed = [replace(unit, at=(4.0 + 5 * place, 4.0)) for place, unit in enumerate(with_abilities(one, "red"))]
    enemy = replace(with_abilities(force(Formation("Foe", units((1, {})))), "blue")[0], at=(40.0, 44.0), facing=180.0)
    sides = (Side("red", "south"), Side("blue", "north"))
    return Battle(Setup(Table(72, 48, []), sides, (*placed, enemy), formations=formations_in_play(one, "red")), 1)


# -- requirements -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-037", "AS-FOR-045")
def test_ten_light_vehicles_are_a_battle_star_when_all_are_brawlers() -> None:
    """P. 116: the ideal role waives everything else, the pairs of one model among it."""
    assert fits("Battle Lance", units((10, {**TANK, **BRAWLER, "size": 1})))


@pytest.mark.rule("AS-FOR-043", "AS-FOR-047")
def test_a_variation_is_not_built_by_roles_alone() -> None:
    """P. 116: variants have to meet what is stated for them; four small Brawlers lack the Scout."""
    assert not fits("Light Battle Lance", units((4, {**BRAWLER, "size": 1})))


@pytest.mark.rule("AS-FOR-050")
def test_a_unit_is_weighed_undamaged() -> None:
    """P. 118: it is the undamaged Armor that has to be 5."""
    scarred = tuple(replace(one, state={"armor": 1}) for one in units((4, {**HEAVY, "role": "Juggernaut"})))
    assert is_of_its_type(Formation("Old", scarred, "Assault Lance"))


@pytest.mark.rule("AS-FOR-053")
def test_a_vtol_moves_as_fast_as_its_rotors() -> None:
    """P. 118: 10 inches of a Move that is no jump, half of it Strikers."""
    flock = units((2, {"type": "CV", "move": '12"v', "role": "Striker"}), (2, {"type": "CV", "move": '12"v'}))
    assert fits("Striker/Cavalry Lance", flock)


@pytest.mark.rule("AS-FOR-053")
def test_jumping_infantry_makes_cavalry() -> None:
    """P. 118: 8 inches are enough for whoever jumps; 6 are not."""
    far, short = (units((4, {**SUITS, "move": move, "role": "Skirmisher"})) for move in ('8"j', '6"j'))
    assert fits("Striker/Cavalry Lance", far)
    assert not fits("Striker/Cavalry Lance", short)


@pytest.mark.rule("AS-FOR-062", "AS-FOR-043")
def test_missile_boats_alone_are_no_anti_air_lance() -> None:
    """P. 119: it needs two that can reach the sky, whatever their roles are."""
    assert not fits("Anti-Air Lance", units((4, BOAT)))
    assert fits("Anti-Air Lance", units((1, BOAT), (2, {**BOAT, "specials": ["AC1/1/1"]}), (1, SCOUT)))


@pytest.mark.rule("AS-FOR-057", "AS-FOR-034")
@pytest.mark.parametrize(("boats", "enough"), [(3, False), (4, True)])
def test_three_quarters_of_five_are_four(boats: int, enough: bool) -> None:
    assert fits("Fire Lance", units((boats, BOAT), (5 - boats, SCOUT))) is enough


@pytest.mark.rule("AS-FOR-067")
@pytest.mark.parametrize(("count", "fast", "enough"), [(6, 4, False), (6, 5, True), (10, 7, False), (10, 8, True)])
def test_pursuit_rounds_its_quota_normally(count: int, fast: int, enough: bool) -> None:
    """P. 120: 4.5 of six are five, 7.5 of ten are eight."""
    assert fits("Pursuit Lance", units((fast, SCOUT), (count - fast, {}))) is enough


@pytest.mark.rule("AS-FOR-074")
def test_a_vehicle_command_lance_may_have_mechs_beside_its_two_vehicles() -> None:
    """P. 120: apart from who commands, two vehicles of the staff are all it asks."""
    staff = (unit("Head", role="Scout", command="commander"), unit("Other"), *units((2, {**TANK, "role": "Sniper"})))
    assert fits("Vehicle Command Lance", staff)


@pytest.mark.rule("AS-FOR-081")
@pytest.mark.parametrize(("interceptors", "enough"), [(5, False), (6, True)])
def test_more_than_half_of_ten_fighters(interceptors: int, enough: bool) -> None:
    flock = units(
        (interceptors, {**FIGHTER, "role": "Interceptor"}), (10 - interceptors, {**FIGHTER, "role": "Dogfighter"})
    )
    assert fits("Interceptor Squadron", flock) is enough


@pytest.mark.rule("AS-FOR-083")
def test_who_is_no_fire_support_is_a_dogfighter() -> None:
    """P. 122: the remainder are Dogfighters; a Fast Dogfighter is none."""
    three = (3, {**FIGHTER, "role": "Fire Support"})
    fast = (1, {**FIGHTER, "role": "Fast Dogfighter"})
    assert not fits("Fire Support Squadron", units(three, (2, {**FIGHTER, "role": "Dogfighter"}), fast))


@pytest.mark.rule("AS-FOR-079", "AS-FOR-071")
def test_a_commander_in_the_air_leads_no_lance_on_the_ground() -> None:
    """P. 121: the fighters count for none of the requirements, so nobody in the lance commands."""
    lance = (unit("A", role="Sniper"), *units((1, BOAT), (2, SCOUT)))
    wing = (unit("Wing", command="commander", **FIGHTER), unit("Wing", **FIGHTER))
    staff = Formation("Staff", (*lance, *wing), "Command Lance", ("Air Lance",))
    assert not is_of_its_type(staff)
    led = replace(staff, members=(replace(lance[0], command="commander"), *lance[1:], *wing))
    assert is_of_its_type(led)


# -- bonuses ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-046", "AS-FOR-076")
def test_the_pool_of_a_nova_counts_its_mechs() -> None:
    """Pp. 117, 121: five 'Mechs and five Points have seven rerolls, and the 'Mechs alone use them."""
    star = Formation("Star", units((5, BRAWLER), (5, SUITS)), "Battle Lance", ("Nova",))
    (one,) = formations_in_play(force(star), "red")
    assert (one.lucky, one.base) == (7, ("r1", "r2", "r3", "r4", "r5"))
    assert one.given_to("Lucky") in ((), one.base)


@pytest.mark.rule("AS-FOR-046", "AS-FOR-079")
def test_the_pool_of_an_air_lance_counts_no_fighters() -> None:
    wing = (unit("Wing", **FIGHTER), unit("Wing", **FIGHTER))
    (one,) = formations_in_play(
        force(Formation("L", (*units((4, BRAWLER)), *wing), "Battle Lance", ("Air Lance",))), "red"
    )
    assert (one.lucky, one.base) == (6, ("r1", "r2", "r3", "r4"))


@pytest.mark.rule("AS-FOR-073")
def test_of_two_officers_in_a_lance_the_commander_is_the_genius() -> None:
    """P. 120: the lieutenant is one of the others, of whom half have an ability."""
    lance = (
        unit("Second", role="Sniper", command="lieutenant", granted=("Marksman",)),
        unit("First", role="Sniper", command="commander"),
        *units((1, BOAT), (1, {**SCOUT, "granted": ("Eagle's Eyes",)})),
    )
    one = force(Formation("Staff", lance, "Command Lance"))
    assert broken(one) == []
    assert gives(one, "Staff") == {"Tactical Genius": ("r2",), "Marksman": ("r1",), "Eagle's Eyes": ("r4",)}


@pytest.mark.rule("AS-FOR-073")
@pytest.mark.parametrize(("count", "users"), [(4, 2), (5, 2), (6, 3)])
def test_half_of_those_who_do_not_command_rounded_up(count: int, users: int) -> None:
    staff = (unit("Head", role="Sniper", command="commander"), *units((count - 2, BOAT), (1, SCOUT)))
    assert given("Command Lance", staff)[0].users == users


@pytest.mark.rule("AS-FOR-084")
def test_a_strike_squadron_may_do_without_speed() -> None:
    """P. 122: up to half are Speed Demons, which none is as well; all others are good bombers."""
    plane = {**FIGHTER, "role": "Dogfighter", "granted": ("Golden Goose",)}
    one = force(Formation("Strike", units((6, plane)), "Strike Squadron"))
    assert broken(one) == []
    assert gives(one, "Strike") == {"Golden Goose": ("r1", "r2", "r3", "r4", "r5", "r6")}


@pytest.mark.rule("AS-FOR-083")
def test_two_pairs_of_fighters_learn_different_things() -> None:
    """P. 122: not the same for both pairs; that a pair is of one model is custom."""
    plane = {**FIGHTER, "role": "Fire Support"}
    alike = force(Formation("F", units(granted(4, "Hot Dog", of=plane), (2, plane)), "Fire Support Squadron"))
    assert "AS-FOR-083" in broken(alike)
    apart = units(granted(2, "Hot Dog", of=plane), granted(2, "Shaky Stick", of=plane), (2, plane))
    assert "AS-FOR-083" not in broken(force(Formation("F", apart, "Fire Support Squadron")))
    assert "AS-FOR-083" in rules_of(check_force(force(Formation("F", apart, "Fire Support Squadron"))), ADVICE)


@pytest.mark.rule("AS-FOR-087")
def test_escorts_share_nothing_of_a_transport_squadron() -> None:
    """P. 123: the ability goes to those that are Transports."""
    carriers = units(
        (3, {"type": "SC", "size": 2, "move": "5a", "role": "Transport"}), (3, {**FIGHTER, "role": "Dogfighter"})
    )
    one = force(Formation("Haul", carriers, "Transport Squadron", choice="Dust-Off"))
    assert gives(one, "Haul") == {"Dust-Off": ("r1", "r2", "r3")}


# -- support ----------------------------------------------------------------------------------------------------


def supported(other: Formation, *helpers: Member) -> Force:
    return force(other, Formation("Help", helpers, "Support Lance", supports=other.name))


@pytest.mark.rule("AS-FOR-075")
def test_half_of_a_support_lance_sees_as_scouts_do() -> None:
    """P. 121: four scouts have it, two of four helpers."""
    eyes = Formation("Eyes", units((4, SCOUT)), "Recon Lance", choice="Forward Observer")
    assert broken(supported(eyes, *units(granted(2, "Forward Observer"), (2, BRAWLER)))) == []
    three = supported(eyes, *units(granted(3, "Forward Observer"), (1, BRAWLER)))
    assert "AS-FOR-075" in broken(three)
    assert gives(three, "Help") == {"Forward Observer": ("r5", "r6")}
    other = supported(eyes, *units(granted(2, "Eagle's Eyes"), (2, BRAWLER)))
    assert broken(other), "it is what the scouts have chosen"


@pytest.mark.rule("AS-FOR-075", "AS-FOR-066")
def test_no_more_helpers_than_those_they_help() -> None:
    """P. 121: two of four heavy scouts have it, and no more than two of six helpers."""
    heavy = units(
        (1, {**SCOUT, "size": 3, "granted": ("Forward Observer",)}),
        granted(1, "Forward Observer", of=SCOUT),
        (2, SCOUT),
    )
    eyes = Formation("Eyes", heavy, "Heavy Recon Lance")
    three = supported(eyes, *units(granted(3, "Forward Observer"), (3, BRAWLER)))
    assert "AS-FOR-075" in broken(three)
    assert gives(three, "Help") == {"Forward Observer": ("r5", "r6")}


@pytest.mark.rule("AS-FOR-075", "AS-FOR-073")
def test_who_supports_the_staff_has_its_two_abilities_and_no_genius() -> None:
    """P. 121: the two of the commander's companions, one each."""
    staff = (
        unit("Head", role="Sniper", command="commander"),
        *units(granted(1, "Marksman", of=BOAT), granted(1, "Antagonizer", of=BOAT), (1, SCOUT)),
    )
    lance = Formation("Staff", staff, "Command Lance")
    fine = supported(lance, *units(granted(1, "Marksman"), granted(1, "Antagonizer"), (2, BRAWLER)))
    assert broken(fine) == []
    for wrong in (("Tactical Genius",), ("Eagle's Eyes",), ("Marksman", "Antagonizer")):
        assert broken(supported(lance, *units(granted(1, *wrong), (3, BRAWLER))))


@pytest.mark.rule("AS-FOR-075", "AS-FOR-038")
def test_helpers_keep_what_they_learned_when_those_they_helped_are_gone() -> None:
    """P. 121: it is theirs while three of themselves are there, and it does not change hands from turn to turn."""
    ram = Formation("Ram", units((4, JUGGERNAUT)), "Assault Lance", choice="Multi-Tasker")
    fight = fought(supported(ram, *units(granted(2, "Multi-Tasker"), (2, BRAWLER))))
    line, help = fight.setup.formations
    assert (help.names, dict(help.gives)) == (None, {"Multi-Tasker": ("r5", "r6")})
    for name in ("r1", "r2"):
        fight.units[name].destroyed = True
    assert not bonus_holds(fight, line)
    assert bonus_holds(fight, help)


# -- larger groups ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-089", "AS-FOR-079")
def test_air_lances_are_lances_of_a_company() -> None:
    """P. 124: the lances listed include their Air Lance variants, which are not attached squadrons."""
    lances = tuple(
        Formation(
            f"Lance {n}",
            (*units((4, BRAWLER)), unit("W", **FIGHTER), unit("W", **FIGHTER)),
            "Battle Lance",
            ("Air Lance",),
        )
        for n in range(2)
    )
    assert faults(Group("Company", "Able", ("Lance 0", "Lance 1")), force(*lances)) == ()


@pytest.mark.rule("AS-FOR-091")
def test_a_trinary_may_have_a_nova_and_is_no_supernova() -> None:
    stars = [Formation(f"Star {n}", units((5, BRAWLER)), "Battle Lance") for n in range(3)]
    stars[2] = replace(stars[2], members=(*stars[2].members, *units((5, SUITS))), overlays=("Nova",))
    names = tuple(star.name for star in stars)
    assert faults(Group("Trinary", "T", names), force(*stars)) == ()
    assert [fault.rule for fault in faults(Group("Supernova Trinary", "T", names), force(*stars))] == ["AS-FOR-091"]


@pytest.mark.rule("AS-FOR-088", "AS-FOR-093")
def test_a_level_iii_is_called_by_its_largest_mission() -> None:
    """P. 123: three of Recon, a variation among them, two of Pursuit and one in command."""
    kinds = ("Recon", "Recon", "Light Recon", "Pursuit", "Sweep", "Command")
    levels = [Formation(f"{n}", units((6, SCOUT)), f"{kind} Lance") for n, kind in enumerate(kinds)]
    group = Group("Level III", "Three", tuple(one.name for one in levels))
    assert mission_of(group, force(*levels)) == "Recon Level III"
    assert faults(group, force(*levels)) == ()


@pytest.mark.rule("AS-FOR-014")
@pytest.mark.parametrize(("trained", "legal"), [(2, True), (3, False)])
def test_two_companies_train_two_pilots(trained: int, legal: bool) -> None:
    """P. 112: what formations give is beside it."""
    pilots = [replace(one, bought=("Hopper",) if n < trained else ()) for n, one in enumerate(units((24, SCOUT)))]
    lances = [
        Formation(f"{n}", tuple(pilots[4 * n : 4 * n + 4]), "Recon Lance", choice="Forward Observer") for n in range(6)
    ]
    assert ("AS-FOR-014" not in broken(force(*lances))) is legal


def test_fighters_are_no_battle_lance() -> None:
    """P. 121: types of the ground are for those who do not fly."""
    assert bonuses(Formation("Sky", units((6, {**FIGHTER, "role": "Brawler"})), "Battle Lance")) == ()
    assert only(given("Battle Lance", units((4, BRAWLER)))).pool == 6
