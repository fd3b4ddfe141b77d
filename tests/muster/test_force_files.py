"""Force files: what is written is read back, and whatever is wrong is one sentence with file, line and key."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lancemate.alphastrike.cards.card import card_from_data
from lancemate.alphastrike.cards.eras import ERAS
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError
from lancemate.kernel.letters import unfit
from lancemate.muster import catalogue
from lancemate.muster.checking import check_force
from lancemate.muster.force import OVERLAYS, Force, Formation, Group, Member
from lancemate.muster.force_files import (
    find_force,
    force_from_data,
    force_text,
    force_to_data,
    parse_force,
    read_force,
    sample_forces,
)
from lancemate.muster.formations import BY_NAME, TYPES, FormationType
from lancemate.muster.larger_groups import GROUPS
from lancemate.muster.organisation import SCHEMES
from lancemate.muster.pilot_abilities import COSTS, PilotAbility
from muster.recruits import unit

SMALL = """
name: Small
formations:
  - name: Lance
    units:
      - {unit: MAD-3R Marauder}
"""


@pytest.mark.parametrize("force", sample_forces(), ids=lambda force: force.id)
def test_the_forces_of_the_book_read_back(force: Force) -> None:
    text = force_text(force)
    assert parse_force(text) == force
    assert force_text(parse_force(text)) == text
    assert force_from_data(force_to_data(force)) == force


def test_the_least_that_makes_a_force() -> None:
    force = parse_force(SMALL)
    assert (force.name, force.pv, force.scheme) == ("Small", 35, "Inner Sphere")
    assert force.members[0].skill == 4
    assert force.formations[0].type is None


def test_support_is_kept_with_a_force() -> None:
    force = parse_force(SMALL + "support: [sniper, sniper, light_strike]\n")
    assert force.support == ("sniper", "sniper", "light_strike")
    assert parse_force(force_text(force)) == force


def test_a_file_is_read_by_path_and_a_book_by_name(tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(SMALL, encoding="utf-8")
    assert read_force(file) == find_force(str(file)) == parse_force(SMALL)
    assert find_force("gdl") is sample_forces()[0]
    with pytest.raises(InputError, match=r"nothing\.yaml: cannot be read"):
        find_force(str(tmp_path / "nothing.yaml"))
    with pytest.raises(InputError, match='No force "nobody"'):
        find_force("nobody")


def test_a_unit_of_ones_own_is_written_out() -> None:
    own = Force("Own", (Formation("Lance", (unit("Mine", skill=2), Member(catalogue.find("stg_3r_stinger")))),))
    data = force_to_data(own)
    mine, stinger = data["formations"][0]["units"]
    assert "card" in mine
    assert stinger == {"unit": "stg_3r_stinger", "skill": 4}
    assert parse_force(force_text(own)) == own


def test_types_are_written_in_the_words_of_the_organisation() -> None:
    text = force_text(sample_forces()[3])
    assert "type: Striker/Cavalry Star" in text
    squadron = tuple(Member(catalogue.find("training_fighter_kite")) for _ in range(3))
    clan = Force("Air", (Formation("Air", squadron, "Fire Support Squadron"),), faction="Clan Wolf")
    assert "type: Fire Support Star" in force_text(clan)
    assert parse_force(force_text(clan)) == clan
    ground = Force("Odd", (Formation("Odd", (unit(),), "Fire Support Squadron"),), faction="Clan Wolf")
    assert "type: Fire Support Squadron" in force_text(ground)
    assert parse_force(force_text(ground)) == ground


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("name: Small", "nam: Small"), "my.yaml:2: nam: unknown key 'nam'; did you mean name?"),
        (("name: Small", "version: 9\nname: Small"), "my.yaml:2: version: this file is of version 9"),
        (("name: Small", "version: 9"), "my.yaml:2: version: this file is of version 9"),
        (("name: Small", "lancemate: battle\nname: S"), "my.yaml:2: lancemate: this file is no force"),
        (("MAD-3R Marauder", "MAD-3X Marauder"), r'my.yaml:6: formations.0.units.0.unit: No unit "MAD-3X Marauder"'),
        (("{unit: MAD-3R Marauder}", "{skill: 4}"), "my.yaml:6: formations.0.units.0: a unit has either a unit"),
        (("Marauder}", "Marauder, skill: 9}"), "my.yaml:6: formations.0.units.0.skill: 9 is out of bounds"),
        (("Marauder}", "Marauder, bought: [Dodgy]}"), "units.0.bought.0: there is no pilot ability 'Dodgy'"),
        (("Marauder}", "Marauder, bought: [Lucky (5)]}"), "Lucky is bought in levels of 1 to 4, not '5'"),
        (("Marauder}", "Marauder, command: king}"), "units.0.command: 'king' is not known here"),
        (("Marauder}", "Marauder, card: {name: x}}"), "a unit has either a unit"),
        (("    units", "    type: Batle Lance\n    units"), "my.yaml:5: formations.0.type: there is no formation type"),
        (("    units", "    supports: Lance\n    units"), "formations.0.supports: there is no other formation 'Lance'"),
        (("formations:", "skills: [5, 2]\nformations:"), "my.yaml:3: skills: write the best and the worst"),
        (("formations:", "era: Stone Age\nformations:"), "my.yaml:3: era: there is no era 'Stone Age'"),
        (("formations:", "organisation: Mob\nformations:"), "my.yaml:3: organisation: 'Mob' is not known here"),
        (
            ("formations:", "command_abilities: [Magic]\nformations:"),
            "command_abilities.0: there is no command",
        ),
        (("formations:", "support: [snipe]\nformations:"), "my.yaml:3: support.0: 'snipe' is not known here"),
        (
            ("formations:", "support: [light_minefield]\nformations:"),
            "support.0: mines are bought when there is a table",
        ),
        (("formations:", "groups: [{kind: Mob, name: x}]\nformations:"), "groups.0.kind: 'Mob' is not known here"),
        (
            ("formations:", "groups: [{kind: Company, name: x, formations: [Lence]}]\nformations:"),
            "groups.0.formations.0: there is no formation 'Lence'; did you mean Lance?",
        ),
        (
            ("formations:", "groups: [{kind: Company, name: x, formations: [Lance, Lance]}]\nformations:"),
            "groups.0.formations.1: Lance belongs to another group already",
        ),
        (("formations:", "limit: many\nformations:"), "my.yaml:3: limit: here belongs a whole number, not 'many'"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(change: tuple[str, str], complaint: str) -> None:
    with pytest.raises(InputError) as told:
        parse_force(SMALL.replace(*change), file="my.yaml")
    assert complaint in str(told.value)


def test_formations_and_groups_have_names_of_their_own() -> None:
    lance = "  - {name: Lance, units: [{unit: mad_3r_marauder}]}\n"
    with pytest.raises(InputError, match="there are two formations called 'Lance'"):
        parse_force("name: x\nformations:\n" + 2 * lance)
    groups = "groups: [{kind: Company, name: A}, {kind: Company, name: A}]\n"
    with pytest.raises(InputError, match="there are two groups called 'A'"):
        parse_force(groups + "name: x\nformations:\n" + lance)
    with pytest.raises(InputError, match="a formation has at least one unit"):
        parse_force("name: x\nformations: [{name: y, units: []}]")
    with pytest.raises(InputError, match="more than 2000 units"):
        parse_force(f"name: x\nformations: [{{name: y, units: [{'{unit: mad_3r_marauder},' * 2001}]}}]")


# -- any force ------------------------------------------------------------------------------------------------

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1, max_size=30).filter(
    lambda name: name.strip() and unfit(name) is None
)
ODD_NAMES = st.sampled_from(["1e3", "on", "~", "null", "0x1F", ".5", "3050", "- x", "a: b", "'", "#", "12:30", "+1_0"])
CARDS = st.sampled_from(catalogue.all()[::7])
OWN_CARDS = st.builds(
    lambda name, size: card_from_data(
        {"name": name, "type": "BM", "size": size, "move": '8"', "armor": 3, "structure": 3, "pv": 20}
    ),
    NAMES.map(str.strip),
    st.integers(1, 4),
)
ABILITIES = st.sampled_from([str(PilotAbility(name)) for name in COSTS.of(rules) if name != "Range Master"])
POINTS = st.none() | st.integers(0, 5000)


def some(strategy: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(strategy, max_size=3).map(tuple)


MEMBERS = st.builds(
    Member,
    CARDS | OWN_CARDS,
    st.integers(0, 8),
    st.none() | NAMES | ODD_NAMES,
    st.none() | NAMES,
    st.none() | NAMES,
    st.sampled_from([None, "commander", "lieutenant"]),
    some(ABILITIES),
    some(ABILITIES),
    POINTS,
)


@st.composite
def forces(draw: st.DrawFn) -> Force:
    names = draw(st.lists(NAMES | ODD_NAMES, min_size=1, max_size=4, unique=True))
    formations = tuple(
        Formation(
            name,
            tuple(draw(st.lists(MEMBERS, min_size=1, max_size=4))),
            draw(st.sampled_from([None, *BY_NAME])),
            tuple(draw(st.lists(st.sampled_from(OVERLAYS), max_size=2, unique=True))),
            draw(st.none() | ABILITIES),
            draw(st.sampled_from([None, *(other for other in names if other != name)])),
            draw(POINTS),
        )
        for name in names
    )
    group = Group(draw(st.sampled_from(GROUPS)), draw(NAMES), tuple(names[:2]), (), tuple(names[2:]))
    return Force(
        name=draw(NAMES | ODD_NAMES),
        formations=formations,
        id=draw(st.none() | NAMES),
        faction=draw(st.sampled_from([None, "Mercenary", "Clan Wolf", "Own Faction"])),
        era=draw(st.sampled_from([None, *(era.name for era in ERAS)])),
        organisation=draw(st.sampled_from([None, *SCHEMES])),
        limit=draw(POINTS),
        skills=draw(st.sampled_from([None, (0, 8), (3, 3)])),
        command_abilities=draw(some(st.sampled_from(["Camouflage", "Focus (Sniper)", "Hit and Run"]))),
        groups=draw(st.sampled_from([(), (group,)])),
        published=draw(st.booleans()),
        setting=draw(st.none() | NAMES),
        notes=draw(some(NAMES | ODD_NAMES)),
        stated=draw(POINTS),
    )


@given(forces())
def test_any_force_is_written_and_read_back_exactly(force: Force) -> None:
    text = force_text(force)
    again = parse_force(text)
    assert again == force
    assert force_text(again) == text


@given(forces(), st.booleans())
def test_any_force_can_be_checked(force: Force, strict: bool) -> None:
    found = check_force(force, strict=strict)
    assert found == check_force(force, strict=strict)
    for finding in found:
        assert finding.page
        assert str(finding).endswith(".")


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
KEYS = ["name", "formations", "units", "unit", "card", "type", "skill", "groups", "skills", "era", "bought", "limit"]
JUNK = st.recursive(
    PLAIN, lambda inner: st.dictionaries(st.sampled_from(KEYS), inner | st.lists(inner, max_size=3), max_size=6)
)


@given(JUNK)
def test_junk_is_one_complaint(junk: object) -> None:
    complaint = ""
    try:
        force_from_data(junk if isinstance(junk, dict) else {"name": "x", "formations": junk})
    except InputError as error:
        complaint = error.message
    assert 0 < len(complaint) < 1000


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_every_type_reads_back(kind: FormationType) -> None:
    for scheme in SCHEMES:
        card = "training_fighter_kite" if kind.aerospace else "mad_3r_marauder"
        text = f"{{name: x, formations: [{{name: y, type: {kind.called(scheme)}, units: [{{unit: {card}}}]}}]}}"
        assert parse_force(text).formations[0].type == kind.name


def test_the_example_of_the_documentation_is_legal() -> None:
    text = (Path(__file__).parents[2] / "docs" / "force-files.md").read_text(encoding="utf-8")
    example = text.split("```yaml\n")[1].split("```")[0]
    force = parse_force(example, file="force-files.md")
    assert not any(finding.wrong for finding in check_force(force))
    assert parse_force(force_text(force)) == force
