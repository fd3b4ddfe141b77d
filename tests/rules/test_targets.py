"""The list of attacks a unit could make agrees with what the battle accepts."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from lancemate.alphastrike.asking.targets import legal_targets, possible_targets
from lancemate.alphastrike.combat.aims import Aim
from lancemate.alphastrike.combat.weapons import SPECIAL_ATTACKS
from lancemate.alphastrike.hooks import attack_kinds as KINDS
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.ruleset import rules
from rules.table import battle, unit

TERRAIN = [
    {"kind": "woods", "rect": [10, 14, 6, 6]},
    {"kind": "hill", "height": 2, "rect": [18, 10, 4, 8]},
    {"kind": "building", "height": 3, "rect": [8, 22, 3, 3]},
    {"kind": "water", "depth": 2, "rect": [22, 20, 8, 8]},
]
CARDS: list[dict[str, Any]] = [
    {},
    {"specials": ["IF2", "LRM1/1/1"]},
    {"specials": ["REAR1/1/-", "MEL"], "damage": "3/2/-"},
    {"type": "CV", "move": '8"t', "specials": ["REAR1/-/-", "TUR(2/2/1, SRM1/1)"]},
    {"type": "BA", "size": 1, "move": '6"j', "damage": "1/1/-", "specials": ["AM"]},
    {"specials": ["TOR2/2/2", "HT1/1/-"], "damage": "2/0/0"},
]
places = st.tuples(st.integers(1, 30), st.integers(1, 30))
units = st.lists(
    st.tuples(places, st.sampled_from(CARDS), st.sampled_from([0, 90, 200])),
    min_size=2,
    max_size=6,
    unique_by=lambda one: one[0],
)


def scene(placed: list[tuple[tuple[int, int], dict[str, Any], int]]) -> Battle:
    return battle(
        *(
            unit(f"{'rb'[n % 2]}{n}", (x * 1.3, y * 1.3), facing, **card)
            for n, ((x, y), card, facing) in enumerate(placed)
        ),
        terrain=TERRAIN,
    )


def every_command(fight: Battle, name: str) -> set[Aim]:
    """All attacks on enemy units, legal or not, that a player could put into words."""
    side = fight.units[name].side
    enemies = [other.id for other in fight.on_table() if other.side != side]
    friends = [other.id for other in fight.on_table(side)]
    found = {Aim(target, kind) for target in enemies for kind in KINDS if kind != "artillery"}
    found |= {
        Aim(target, "weapon", using) for target in enemies for using in SPECIAL_ATTACKS.of(rules) if using != "TUR"
    }
    for code in ("IF", "LRM"):
        found |= {Aim(target, "weapon", code, friend) for target in enemies for friend in friends}
    return found


@given(units)
def test_what_is_listed_is_what_is_accepted(placed):
    fight = scene(placed)
    for one in fight.on_table("red"):
        listed = set(legal_targets(fight, one))
        accepted = {
            choice for choice in every_command(fight, one.id) if fight.refusal_of(choice.command(one.id)) is None
        }
        assert listed == accepted


def test_arcs_artillery_terrain_and_declared_charges_are_listed():
    hulk = {
        "type": "SV",
        "size": 4,
        "move": '4"t',
        "damage": None,
        "specials": ["VLG", "AFC"],
        "arcs": {"front": {"damage": "2/2/2"}, "aft": {"damage": "2/2/2"}},
    }
    fight = battle(unit("r1", (20, 20), 0, **hulk), unit("b1", (20, 30)), unit("b2", (20, 10)))
    red = fight.units["r1"]
    assert legal_targets(fight, red) == [Aim("b1", arc="front"), Aim("b2", arc="aft")]
    gun = battle(unit("r1", (20, 20), 0, specials=["ART-LT1"]), unit("b1", (20, 30)), terrain=TERRAIN[2:3])
    kinds = {(choice.target, choice.kind) for choice in legal_targets(gun, gun.units["r1"], terrain=True)}
    assert kinds == {("b1", "weapon"), ("b1", "artillery"), ("building1", "weapon"), ("building1", "artillery")}
    charge = battle(unit("r1", (20, 20), 0), unit("b1", (20, 21.25)))
    charge.units["r1"].declared = ("charge", "b1")
    assert Aim("b1", "charge") in possible_targets(charge, charge.units["r1"])


def test_units_off_the_table_have_no_targets():
    fight = battle(unit("r1"), unit("r2", (5, 5)), unit("b1", (20, 20)))
    assert legal_targets(fight, fight.units["r1"]) == []
    assert Aim("b1").command("r2", overheat=1) == commands.Attack("r2", "b1", overheat=1)


def test_attacks_of_modules_that_are_not_played_are_refused_by_name():
    fight = battle(unit("r1", (20, 20), 0, specials=["BOMB2"]), unit("b1", (20, 30)))
    optional = {kind.name: kind.when for kind in KINDS.values() if kind.when is not None}
    assert {"run", "bomb", "throw", "missiles", "arrow_iv", "capital", "surprise"} <= optional.keys()
    for kind, module in optional.items():
        said = fight.refusal_of(commands.Attack("r1", "b1", kind))
        assert said is not None
        refusal = said.refusal
        assert refusal.code == "not_played"
        assert f"({module})" in refusal.message
        assert refusal.rule == rules.options[module].rule
