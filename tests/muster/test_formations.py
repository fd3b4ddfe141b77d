"""Formation types of the ground: who earns one, and what it gives."""

import pytest

from lancemate.alphastrike.pilots.naming import half_each_turn
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError
from lancemate.muster.checking import check_force
from lancemate.muster.findings import BROKEN, DEPARTURE, NOTE, UNMET
from lancemate.muster.force import Force, Formation
from lancemate.muster.force_files import sample_force
from lancemate.muster.formations import BY_NAME, TYPES, declared, find_type, gaps, ideal_role, title_of
from lancemate.muster.formations.bonuses import BUILDING, EACH_TURN, START
from lancemate.muster.formations.book import bonuses
from lancemate.muster.formations.requirements import fixed, more_than, share_of
from lancemate.muster.organisation import CLAN, COMSTAR, INNER_SPHERE
from muster.recruits import HEAVY, fits, force, given, only, rules_of, unit, units, vehicles

SCOUT, STRIKER, BRAWLER = {"role": "Scout"}, {"role": "Striker"}, {"role": "Brawler"}


# -- counting -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-034")
@pytest.mark.parametrize(
    ("count", "percent", "needed"),
    [(4, 50, 2), (5, 50, 3), (6, 50, 3), (5, 75, 4), (6, 75, 5), (10, 75, 8)],
)
def test_percentages_round_up(count: int, percent: int, needed: int) -> None:
    assert share_of(count, percent) == needed


@pytest.mark.rule("AS-FOR-034")
@pytest.mark.parametrize(("count", "needed"), [(6, 4), (10, 6), (5, 3)])
def test_over_half_is_more_than_half(count: int, needed: int) -> None:
    assert more_than(count, 50) == needed


@pytest.mark.rule("AS-FOR-034")
def test_minimal_damage_is_more_than_nothing_and_less_than_one() -> None:
    weak = units((4, {"move": '10"', "damage": "1/1/0*", "size": 1, **STRIKER}))
    assert fits("Light Striker/Cavalry Lance", weak)
    none = units((4, {"move": '10"', "damage": "1/1/0", "size": 1, **STRIKER}))
    assert not fits("Light Striker/Cavalry Lance", none)
    assert not fits("Direct Fire Lance", units((4, {"size": 3, "damage": "2/2/0*"})))


@pytest.mark.rule("AS-FOR-034")
def test_a_unit_with_several_arcs_counts_by_its_best() -> None:
    arcs = {"arcs": {"front": {"damage": "3/3/3"}, "left": {"damage": "1/1/1"}}, "damage": "0/0/0"}
    assert fits("Direct Fire Lance", units((3, {"size": 3, "type": "SV", "move": '4"t', "specials": ["LG"], **arcs})))


@pytest.mark.rule("AS-FOR-035")
def test_plain_numbers_stay_what_they_are() -> None:
    assert [fixed(3, count) for count in (4, 5, 6, 10)] == [3, 3, 3, 3]
    level = units((3, {"specials": ["IF1"]}), (3, {}))
    assert fits("Fire Support Lance", level)


@pytest.mark.rule("AS-FOR-007")
def test_fewer_than_three_units_have_no_bonus() -> None:
    assert given("Battle Lance", units((2, BRAWLER))) == ()
    pool = only(given("Battle Lance", units((3, BRAWLER))))
    assert pool.pool == 5
    pair = force(Formation("Pair", units((2, BRAWLER)), "Battle Lance"))
    found = [str(finding) for finding in check_force(pair) if finding.severity == UNMET]
    assert found == ["Pair: a Battle Lance needs 3 units for its bonus and has 2 (p. 111)."]


@pytest.mark.rule("AS-FOR-007")
def test_whoever_does_not_fulfil_the_type_is_a_group_like_any_other() -> None:
    lance = Formation("Mixed", units((2, BRAWLER), (2, {})), "Battle Lance")
    assert bonuses(lance) == ()
    found = [str(finding) for finding in check_force(force(lance)) if finding.severity == UNMET]
    assert found == [
        "Mixed: it is no Battle Lance: "
        "it needs 2 of its 4 units (50 percent) of Size 3 or larger and has none (p. 117).",
        "Mixed: it is no Battle Lance: "
        "it needs 3 units with the role Brawler, Sniper or Skirmisher and has 2 (p. 117).",
    ]
    granted = Formation("Mixed", units((3, {**BRAWLER, "granted": ("Speed Demon",)})), "Striker/Cavalry Lance")
    broken = [finding for finding in check_force(force(granted)) if finding.severity == BROKEN]
    assert {finding.rule for finding in broken} == {"AS-FOR-007"}
    assert broken[0].text.endswith("is granted Speed Demon, but the formation earns no bonus")


@pytest.mark.rule("AS-FOR-029")
def test_a_formation_without_a_type_is_legal_and_has_no_bonus() -> None:
    plain = Formation("Plain", units((4, BRAWLER)))
    assert bonuses(plain) == ()
    assert rules_of(check_force(force(plain)), UNMET) == []


# -- types and names ------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-036")
def test_a_formation_is_of_one_type() -> None:
    with pytest.raises(InputError, match="declared as one type, not as Assault Lance and Battle Lance"):
        declared("Assault Lance + Battle Lance")
    assert declared("Recon Lance + Air Lance") == (BY_NAME["Recon Lance"], ("Air Lance",))
    assert declared("Striker Star + Nova") == (BY_NAME["Striker/Cavalry Lance"], ("Nova",))
    assert declared("Mechanized Battle Lance") == (BY_NAME["Battle Lance"], ("Mechanized",))
    assert declared("Nova Fire Star + Air Lance") == (BY_NAME["Fire Lance"], ("Nova", "Air Lance"))
    assert declared("Mechanized Lance") == declared("Mechanized formation") == (None, ("Mechanized",))
    with pytest.raises(InputError, match="there is no formation type 'Nova Bowling Star'"):
        declared("Nova Bowling Star")
    both = units((4, {"size": 3, "armor": 6, "damage": "3/3/3", "role": "Sniper"}))
    assert fits("Assault Lance", both)
    assert fits("Battle Lance", both)
    assert [bonus.rule for bonus in given("Assault Lance", both)] == ["AS-FOR-051"]
    assert [bonus.rule for bonus in given("Battle Lance", both)] == ["AS-FOR-046"]


@pytest.mark.rule("AS-FOR-037")
def test_the_ideal_role_makes_up_for_everything_else() -> None:
    assert fits("Battle Lance", units((4, {**BRAWLER, "size": 1})))
    assert not fits("Battle Lance", units((3, BRAWLER), (1, {"role": "Sniper"})))
    assert {kind.name: ideal_role(kind) for kind in TYPES if ideal_role(kind)} == {
        "Battle Lance": "Brawler",
        "Assault Lance": "Juggernaut",
        "Striker/Cavalry Lance": "Striker",
        "Fire Lance": "Missile Boat",
        "Recon Lance": "Scout",
        "Pursuit Lance": "Skirmisher",
    }
    for kind, role in (("Assault Lance", "Juggernaut"), ("Recon Lance", "Scout"), ("Pursuit Lance", "Skirmisher")):
        assert fits(kind, units((4, {"role": role, "size": 3, "move": '4"'})))


@pytest.mark.rule("AS-FOR-043")
def test_variations_have_no_ideal_role() -> None:
    assert not fits("Heavy Battle Lance", units((4, {**BRAWLER, "size": 1})))
    assert not fits("Light Recon Lance", units((4, SCOUT)))
    assert ideal_role(BY_NAME["Fast Assault Lance"]) is None


@pytest.mark.rule("AS-FOR-042")
def test_a_variation_replaces_the_basic_requirements() -> None:
    legion, guards = sample_force("gdl"), sample_force("csj")
    fire, charlie = legion.formations[1], guards.formations[1]
    assert fits("Fire Support Lance", fire.members)
    assert not fits("Fire Lance", fire.members)
    assert fits("Light Battle Lance", charlie.members)
    assert not fits("Battle Lance", charlie.members)


@pytest.mark.rule("AS-FOR-044")
def test_a_name_of_ones_own_and_the_type_on_record() -> None:
    savages = Formation("Schmidt's Savages", units((4, {})), "Fast Assault Lance")
    assert title_of(savages, INNER_SPHERE) == "Schmidt's Savages (Fast Assault Lance)"
    assert title_of(savages, CLAN) == "Schmidt's Savages (Fast Assault Star)"
    assert title_of(Formation("Recon Level II", (), "Recon Lance"), COMSTAR) == "Recon Level II"
    misnamed = Formation("Command Lance", units((4, {**BRAWLER, "size": 3})), "Battle Lance")
    assert "AS-FOR-044" in rules_of(check_force(force(misnamed)), NOTE)
    variation = Formation("Fire Lance", units((4, {"specials": ["IF1"]})), "Fire Support Lance")
    assert "AS-FOR-044" not in rules_of(check_force(force(variation)))


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("battle star", "Battle Lance"),
        ("Heavy Lance", "Heavy Battle Lance"),
        ("medium level ii", "Medium Battle Lance"),
        ("Cavalry Lance", "Striker/Cavalry Lance"),
        ("Light Cavalry Star", "Light Striker/Cavalry Lance"),
        ("anti-air", "Anti-Air Lance"),
        ("Fire Support Squadron", "Fire Support Squadron"),
        ("Fire Support Lance", "Fire Support Lance"),
    ],
)
def test_types_are_found_in_the_words_of_every_organisation(words: str, name: str) -> None:
    assert find_type(words) is BY_NAME[name]


def test_names_that_both_branches_have_go_by_who_flies() -> None:
    assert find_type("Fire Support Star", in_the_air=True) is BY_NAME["Fire Support Squadron"]
    assert find_type("Fire Support Star") is BY_NAME["Fire Support Lance"]
    assert find_type("Strike Lance") is None
    with pytest.raises(InputError, match="there is no formation type 'Batle Lance'; did you mean Battle Lance"):
        declared("Batle Lance")


# -- Battle Lances --------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-045")
def test_battle_lance() -> None:
    assert fits("Battle Lance", sample_force("gdl").formations[0].members)
    assert fits("Battle Lance", sample_force("rh").formations[1].members)
    sniper = {"role": "Sniper"}
    assert not fits("Battle Lance", units((2, {**sniper, "size": 3}), (3, sniper)))
    assert fits("Battle Lance", units((3, {**sniper, "size": 3}), (2, {})))
    assert not fits("Battle Lance", units((2, {**sniper, "size": 3}), (2, {})))


@pytest.mark.rule("AS-FOR-045")
def test_large_vehicles_of_a_battle_lance_come_in_pairs() -> None:
    pair = vehicles(("A", 3, "Sniper"), ("A", 3, "Sniper"), ("B", 2, "Sniper"), ("C", 2, "Scout"))
    assert fits("Battle Lance", pair)
    odd = vehicles(("A", 3, "Sniper"), ("B", 3, "Sniper"), ("B", 2, "Sniper"), ("C", 2, "Scout"))
    assert not fits("Battle Lance", odd)
    assert [gap.text for gap in gaps(BY_NAME["Battle Lance"], odd)] == [
        "its vehicles of Size 3 or larger must come in pairs of one model, 2 in all; none do"
    ]
    star = vehicles(*[("A", 3, "Sniper")] * 5, *[("B", 2, "Sniper")] * 5)
    assert not fits("Battle Lance", star)
    assert fits("Battle Lance", vehicles(*[("A", 3, "Sniper")] * 6, *[("B", 2, "Sniper")] * 4))
    mixed = (*odd[:3], unit("M", role="Sniper"))
    assert fits("Battle Lance", mixed)


@pytest.mark.rule("AS-FOR-046")
@pytest.mark.parametrize(("count", "pool"), [(4, 6), (5, 7), (6, 8)])
def test_a_battle_lance_shares_a_pool_of_luck(count: int, pool: int) -> None:
    bonus = only(given("Battle Lance", units((count, BRAWLER))))
    assert (bonus.abilities, bonus.pool, bonus.users) == (("Lucky",), pool, count)
    assert bonus.text == f"Lucky pool of {pool}, shared by {count} units"


@pytest.mark.rule("AS-FOR-046")
def test_the_pool_of_a_printed_star() -> None:
    star = Formation("Charlie", sample_force("csj").formations[1].members, "Light Battle Lance")
    assert only(bonuses(star)).pool == 7


@pytest.mark.rule("AS-FOR-046")
def test_the_pool_is_not_written_down_with_a_unit() -> None:
    lance = Formation("Lance", units((4, {**BRAWLER, "granted": ("Lucky",)})), "Battle Lance")
    assert "AS-FOR-046" in rules_of(check_force(force(lance)))


@pytest.mark.rule("AS-FOR-047")
def test_light_battle_lance() -> None:
    light = {"size": 1}
    assert fits("Light Battle Lance", sample_force("csj").formations[1].members)
    assert fits("Light Battle Lance", units((3, light), (1, {**SCOUT, "size": 3})))
    assert not fits("Light Battle Lance", units((2, light), (2, SCOUT)))
    assert not fits("Light Battle Lance", units((3, light), (1, {**SCOUT, "size": 4})))
    assert not fits("Light Battle Lance", units((4, light)))
    assert fits("Light Battle Lance", vehicles(*[("A", 1, "Scout")] * 2, *[("B", 1, "Striker")] * 2))
    assert not fits("Light Battle Lance", vehicles(*[("A", 1, "Scout")] * 3, ("B", 1, "Striker")))
    assert only(given("Light Battle Lance", units((4, {**SCOUT, **light})))).pool == 6


@pytest.mark.rule("AS-FOR-048")
def test_medium_battle_lance() -> None:
    assert fits("Medium Battle Lance", units((2, {}), (2, {"size": 3})))
    assert not fits("Medium Battle Lance", units((1, {}), (3, {"size": 3})))
    assert not fits("Medium Battle Lance", units((3, {}), (1, {"size": 4})))
    assert fits("Medium Battle Lance", vehicles(*[("A", 2, "Scout")] * 2, *[("B", 2, "Scout")] * 2))
    assert not fits("Medium Battle Lance", vehicles(*[("A", 2, "Scout")] * 2, *[("B", 3, "Scout")] * 2))


@pytest.mark.rule("AS-FOR-049")
def test_heavy_battle_lance() -> None:
    assert fits("Heavy Battle Lance", units((2, {"size": 3}), (2, {})))
    assert not fits("Heavy Battle Lance", units((1, {"size": 3}), (3, {})))
    assert not fits("Heavy Battle Lance", units((3, {"size": 4}), (1, {"size": 1})))
    assert fits("Heavy Battle Lance", vehicles(*[("A", 3, "Scout")] * 2, *[("B", 4, "Scout")] * 2))
    assert not fits("Heavy Battle Lance", vehicles(*[("A", 3, "Scout")] * 2, *[("B", 2, "Scout")] * 2))


# -- Assault Lances -------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-050")
def test_assault_lance() -> None:
    assert fits("Assault Lance", units((4, HEAVY)))
    assert fits("Assault Lance", units((3, HEAVY), (1, {**HEAVY, "size": 2, "damage": "1/1/1"})))
    assert not fits("Assault Lance", units((2, HEAVY), (2, {**HEAVY, "size": 2})))
    assert not fits("Assault Lance", units((3, HEAVY), (1, {**HEAVY, "size": 1})))
    assert not fits("Assault Lance", units((3, HEAVY), (1, {**HEAVY, "armor": 4})))
    assert not fits("Assault Lance", units((2, HEAVY), (2, {**HEAVY, "damage": "3/2/3"})))
    assert not fits("Assault Lance", units((1, HEAVY), (3, {**HEAVY, **BRAWLER})))
    assert fits("Assault Lance", units((3, {**HEAVY, **BRAWLER}), (1, {**HEAVY, "role": "Juggernaut"})))


@pytest.mark.rule("AS-FOR-050")
def test_the_sentence_names_both_ways() -> None:
    found = gaps(BY_NAME["Assault Lance"], units((4, {**HEAVY, **BRAWLER})))
    assert [gap.text for gap in found] == [
        "it needs 1 unit with the role Juggernaut and has none, or it needs 2 units with the role Sniper and has none"
    ]


@pytest.mark.rule("AS-FOR-051", "AS-FOR-041")
@pytest.mark.parametrize(("count", "users"), [(4, 2), (5, 2), (6, 3), (10, 5), (3, 1)])
def test_assault_bonus(count: int, users: int) -> None:
    bonus = only(given("Assault Lance", units((count, HEAVY))))
    assert (bonus.abilities, bonus.users, bonus.when) == (("Demoralizer", "Multi-Tasker"), users, EACH_TURN)
    assert "chosen for the scenario" in bonus.text


@pytest.mark.rule("AS-FOR-052")
def test_fast_assault_lance() -> None:
    fast = {**HEAVY, "move": '10"'}
    assert fits("Fast Assault Lance", units((2, fast), (2, {**HEAVY, "move": '6"/4"j'})))
    assert not fits("Fast Assault Lance", units((3, fast), (1, HEAVY)))
    assert not fits("Fast Assault Lance", units((4, {**fast, "armor": 4})))
    first, second = given("Fast Assault Lance", units((6, fast)))
    assert (first.rule, first.users) == ("AS-FOR-051", 3)
    assert (second.abilities, second.users, second.when) == (("Stand-Aside",), 2, EACH_TURN)


# -- Striker Lances -------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-053")
def test_striker_lance() -> None:
    assert fits("Striker/Cavalry Lance", sample_force("elh").formations[1].members)
    assert fits("Striker/Cavalry Lance", sample_force("csj").formations[0].members)
    fast = {"move": '10"'}
    assert fits("Striker/Cavalry Lance", units((2, {**fast, **STRIKER}), (2, {"move": '4"/8"j'})))
    assert not fits("Striker/Cavalry Lance", units((3, {**fast, **STRIKER}), (1, {"move": '8"/6"j'})))
    assert not fits("Striker/Cavalry Lance", units((3, {**fast, **STRIKER}), (1, {**fast, "size": 4})))
    assert not fits("Striker/Cavalry Lance", units((1, {**fast, **STRIKER}), (3, fast)))


@pytest.mark.rule("AS-FOR-054")
@pytest.mark.parametrize(("count", "users"), [(4, 3), (5, 4), (6, 5), (10, 8)])
def test_speed_demons(count: int, users: int) -> None:
    bonus = only(given("Striker/Cavalry Lance", units((count, STRIKER))))
    assert (bonus.abilities, bonus.users, bonus.when) == (("Speed Demon",), users, BUILDING)


@pytest.mark.rule("AS-FOR-054")
def test_speed_demons_of_the_printed_forces() -> None:
    strike, beta = sample_force("elh").formations[1], sample_force("csj").formations[0]
    for formation, printed, rule in ((strike, 3, 3), (beta, 3, 4)):
        assert sum("Speed Demon" in member.granted for member in formation.members) == printed
        assert only(bonuses(formation)).users == rule
    assert "AS-FOR-054" in rules_of(check_force(sample_force("csj")), DEPARTURE)
    assert "AS-FOR-054" not in rules_of(check_force(sample_force("elh")))


@pytest.mark.rule("AS-FOR-055")
def test_light_striker_lance() -> None:
    good = {"move": '6"/10"j', "size": 2, "damage": "1/1/1", **STRIKER}
    assert fits("Light Striker/Cavalry Lance", units((2, good), (2, {"move": '10"', "damage": "1/1/0"})))
    assert not fits("Light Striker/Cavalry Lance", units((3, good), (1, {**good, "move": '8"'})))
    assert not fits("Light Striker/Cavalry Lance", units((3, good), (1, {**good, "size": 3})))
    assert not fits("Light Striker/Cavalry Lance", units((1, good), (3, {**good, "damage": "1/1/0"})))
    assert not fits("Light Striker/Cavalry Lance", units((1, good), (3, {**good, "role": "Sniper"})))
    assert only(given("Light Striker/Cavalry Lance", units((4, good)))).users == 3


@pytest.mark.rule("AS-FOR-056")
def test_heavy_striker_lance() -> None:
    good = {"size": 3, "damage": "2/2/2", **STRIKER}
    assert fits("Heavy Striker/Cavalry Lance", units((3, good), (1, {"size": 4})))
    assert not fits("Heavy Striker/Cavalry Lance", units((3, good), (1, {**good, "move": '6"'})))
    assert not fits("Heavy Striker/Cavalry Lance", units((2, good), (2, {**good, "size": 4})))
    assert not fits("Heavy Striker/Cavalry Lance", units((3, good), (1, {**good, "size": 1})))
    assert not fits("Heavy Striker/Cavalry Lance", units((4, {**good, "damage": "2/2/1"})))
    assert not fits("Heavy Striker/Cavalry Lance", units((1, good), (3, {**good, "role": "Sniper"})))


# -- Fire Lances ----------------------------------------------------------------------------------------------

BOAT, SNIPER = {"role": "Missile Boat"}, {"role": "Sniper"}


@pytest.mark.rule("AS-FOR-057")
def test_fire_lance() -> None:
    assert fits("Fire Lance", units((2, BOAT), (1, SNIPER), (1, {})))
    assert not fits("Fire Lance", units((1, BOAT), (1, SNIPER), (2, {})))
    assert not fits("Fire Lance", units((3, BOAT), (2, {})))


@pytest.mark.rule("AS-FOR-058", "AS-FOR-041")
def test_fire_bonus() -> None:
    bonus = only(given("Fire Lance", units((4, BOAT))))
    assert (bonus.abilities, bonus.users, bonus.when) == (("Sniper",), 2, EACH_TURN)
    assert bonus.text == "Sniper for up to 2 units, named at the start of each turn"


@pytest.mark.rule("AS-FOR-059", "AS-FOR-041")
def test_fire_support_lance() -> None:
    lance = sample_force("gdl").formations[1].members
    assert fits("Fire Support Lance", lance)
    assert not fits("Fire Support Lance", lance[:3])
    bonus = only(given("Fire Support Lance", lance))
    assert (bonus.abilities, bonus.users, bonus.when) == (("Oblique Attacker",), 2, EACH_TURN)


@pytest.mark.rule("AS-FOR-060", "AS-FOR-041")
def test_artillery_fire_lance() -> None:
    guns = {"specials": ["ART-T1"]}
    assert fits("Artillery Fire Lance", units((1, guns), (1, {"specials": ["ART-LT2"]}), (2, {})))
    assert not fits("Artillery Fire Lance", units((1, guns), (3, {})))
    bonus = only(given("Artillery Fire Lance", units((4, guns))))
    assert (bonus.abilities, bonus.users, bonus.when) == (("Oblique Artilleryman",), 2, EACH_TURN)


@pytest.mark.rule("AS-FOR-061", "AS-FOR-041")
def test_direct_fire_lance() -> None:
    far = {"damage": "0/0/2"}
    assert fits("Direct Fire Lance", units((2, {**far, "size": 3}), (2, far)))
    assert not fits("Direct Fire Lance", units((1, {**far, "size": 3}), (3, far)))
    assert not fits("Direct Fire Lance", units((3, {**far, "size": 3}), (1, {"damage": "3/3/1"})))
    bonus = only(given("Direct Fire Lance", units((6, {**far, "size": 3}))))
    assert (bonus.abilities, bonus.users, bonus.when) == (("Weapon Specialist",), 3, EACH_TURN)


@pytest.mark.rule("AS-FOR-062", "AS-FOR-041")
def test_anti_air_lance() -> None:
    flak = {**SNIPER, "specials": ["FLK1/1/1"]}
    assert fits("Anti-Air Lance", units((1, flak), (1, {**SNIPER, "specials": ["AC1/1/1"]}), (1, BOAT), (1, {})))
    assert fits("Anti-Air Lance", units((2, {**SNIPER, "specials": ["ART-S1"]}), (1, BOAT), (1, {})))
    assert not fits("Anti-Air Lance", units((1, flak), (3, BOAT)))
    assert not fits("Anti-Air Lance", units((2, flak), (2, {})))
    bonus = only(given("Anti-Air Lance", units((4, flak))))
    assert (bonus.abilities, bonus.users, bonus.when) == (("Anti-Aircraft Specialists",), 2, EACH_TURN)


@pytest.mark.rule("AS-FOR-041")
def test_half_of_the_units_that_are_left() -> None:
    assert [half_each_turn(rules, left) for left in (4, 5, 6, 10, 3)] == [2, 2, 3, 5, 1]


# -- Recon Lances ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-063")
def test_recon_lance() -> None:
    assert fits("Recon Lance", sample_force("gdl").formations[2].members)
    helicopters = sample_force("elh").formations[2].members[:4]
    assert fits("Recon Lance", helicopters)
    fast = {"move": '10"'}
    assert fits("Recon Lance", units((1, {**fast, **SCOUT}), (1, {**fast, **STRIKER}), (2, fast)))
    assert not fits("Recon Lance", units((3, {**fast, **SCOUT}), (1, {})))
    assert not fits("Recon Lance", units((1, {**fast, **SCOUT}), (3, fast)))


@pytest.mark.rule("AS-FOR-064")
def test_recon_bonus() -> None:
    bonus = only(given("Recon Lance", units((4, SCOUT))))
    assert bonus.abilities == ("Eagle's Eyes", "Forward Observer", "Maneuvering Ace")
    assert (bonus.users, bonus.kinds, bonus.when) == (4, 1, START)
    printed = ("Forward Observer", "Maneuvering Ace", "Eagle's Eyes")
    for name, ability in zip(("gdl", "rh", "elh"), printed, strict=True):
        lance = sample_force(name).formations[2]
        assert {granted for member in lance.members for granted in member.granted} == {ability}
        assert "AS-FOR-064" not in rules_of(check_force(sample_force(name)))
    two = (*units((2, {**SCOUT, "granted": ("Eagle's Eyes",)})), *units((2, {**SCOUT, "granted": printed[:1]})))
    found = [finding.text for finding in check_force(force(Formation("R", two, "Recon Lance"))) if finding.step == 6]
    assert found == ["one ability is chosen, not Eagle's Eyes and Forward Observer"]


@pytest.mark.rule("AS-FOR-065")
def test_light_recon_lance() -> None:
    good = {**SCOUT, "size": 1, "move": '12"'}
    assert fits("Light Recon Lance", units((4, good)))
    for other in ({"size": 2}, {"move": '10"'}, {"role": "Striker"}):
        assert not fits("Light Recon Lance", units((3, good), (1, {**good, **other})))
    bonus = only(given("Light Recon Lance", units((4, good))))
    assert (bonus.users, bonus.kinds) == (4, 3)
    each = tuple(
        unit(f"S{number}", **good, granted=(ability,))
        for number, ability in enumerate(("Eagle's Eyes", "Forward Observer", "Maneuvering Ace", "Eagle's Eyes"))
    )
    assert rules_of(check_force(force(Formation("R", each, "Light Recon Lance")))) == ["AS-FOR-072"]


@pytest.mark.rule("AS-FOR-066")
def test_heavy_recon_lance() -> None:
    fast = {"move": '10"', **SCOUT}
    assert fits("Heavy Recon Lance", units((2, fast), (1, {}), (1, {"size": 3})))
    assert not fits("Heavy Recon Lance", units((3, fast), (1, {"size": 3, "move": '6"'})))
    assert not fits("Heavy Recon Lance", units((1, fast), (1, SCOUT), (2, {"size": 3})))
    assert not fits("Heavy Recon Lance", units((4, fast)))
    assert not fits("Heavy Recon Lance", units((1, fast), (3, {"size": 3, "move": '10"'})))
    bonus = only(given("Heavy Recon Lance", units((5, {**fast, "size": 3}))))
    assert (bonus.users, bonus.kinds, bonus.when) == (3, 1, START)


# -- Pursuit Lances -------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-FOR-067")
def test_pursuit_lance() -> None:
    fast = {"move": '12"', "damage": "1/1/0"}
    hard = {**fast, "damage": "2/2/0"}
    assert fits("Pursuit Lance", units((1, hard), (2, fast), (1, {"damage": "1/1/0"})))
    assert not fits("Pursuit Lance", units((3, hard), (1, {**hard, "size": 3})))
    assert not fits("Pursuit Lance", units((2, hard), (2, {})))
    assert not fits("Pursuit Lance", units((4, fast)))
    # 75 percent of 6 is 4.5, which goes up; of 7 it is 5.25, which does not.
    assert not fits("Pursuit Lance", units((4, hard), (2, {})))
    assert fits("Pursuit Lance", units((5, hard), (2, {})))


@pytest.mark.rule("AS-FOR-068")
def test_blood_stalkers() -> None:
    bonus = only(given("Pursuit Lance", units((4, {"role": "Skirmisher"}))))
    assert (bonus.abilities, bonus.users, bonus.when) == (("Blood Stalker",), 3, BUILDING)
    assert "one enemy formation" in bonus.text
    assert only(given("Pursuit Lance", units((5, {"role": "Skirmisher"})))).users == 4


@pytest.mark.rule("AS-FOR-068")
def test_a_fourth_blood_stalker_must_come_from_elsewhere() -> None:
    hunters = sample_force("rh")
    lance = hunters.formations[0]
    assert sum("Blood Stalker" in member.granted for member in lance.members) == 4
    alone = Force("Hunters", hunters.formations)
    assert "Blood Stalker is given to 4 units and not to 3" in [one.text for one in check_force(alone)]
    focused = Force("Hunters", hunters.formations, command_abilities=("Focus (Blood Stalker)",))
    found = [finding for finding in check_force(focused) if finding.rule == "AS-FOR-068"]
    assert [(one.severity, one.text) for one in found] == [
        (NOTE, "Blood Stalker for 4 units: 3 by the formation, 1 by Focus")
    ]


@pytest.mark.rule("AS-FOR-069")
def test_probe_lance() -> None:
    assert fits("Probe Lance", sample_force("rh").formations[0].members)
    fast = {"move": '10"'}
    assert not fits("Probe Lance", units((3, fast), (1, {**fast, "size": 4})))
    assert not fits("Probe Lance", units((2, fast), (2, {})))
    assert not fits("Probe Lance", units((3, fast), (1, {**fast, "damage": "2/1/1"})))
    assert not fits("Probe Lance", units((4, fast), (2, {})))
    assert only(given("Probe Lance", units((4, fast)))).users == 3


@pytest.mark.rule("AS-FOR-070")
def test_sweep_lance() -> None:
    fast = {"move": '10"', "damage": "2/0/0"}
    assert fits("Sweep Lance", units((4, fast)))
    for other in ({"size": 3}, {"move": '8"'}, {"damage": "1/3/3"}):
        assert not fits("Sweep Lance", units((3, fast), (1, {**fast, **other})))
    assert only(given("Sweep Lance", units((4, fast)))).abilities == ("Blood Stalker",)
