"""Loading special ammunition before the battle, and what players who are programs make of it."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.combat.attack import open_attack
from lancemate.alphastrike.options.alternate_munitions.loading import IN_SHORT, with_loading
from lancemate.alphastrike.options.alternate_munitions.loads import LAUNCHERS, fitting
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.ruleset import rules
from lancemate.bots.alphastrike.tactics.munitions import side_effects
from lancemate.bots.alphastrike.tactics.shots import Gunner
from lancemate.kernel.dice import TapeDice
from rules.duel import FOOT
from rules.munitions import HIT, OPTION, shot
from rules.table import battle, unit


def waiting(*units, types: int = 1) -> Battle:
    """A battle whose crews choose."""
    bare = battle(*units, options=[OPTION]).setup
    return Battle(replace(bare, settings={OPTION: {"types": types, "loading": True}}), TapeDice([6, 1, 2, 1]))


@pytest.mark.rule("AS-OPT-100")
def test_crews_are_asked():
    fight = waiting(unit("r1", (20, 10), specials=["AC2/2/0", "SRM2/2"]), unit("b1", (20, 20), specials=["AC1/1/1"]))
    asked = []
    while fight.decision is not None:
        one = fight.decision
        asked.append((one.side, one.unit, one.choices[:2]))
        assert next(offer.command for offer in offers(fight, one.side)) == commands.Decide(one.side, "none")
        fight.do(commands.Decide(one.side, one.choices[1] if one.side == "red" else "none"))
    assert asked == [
        ("red", "r1", ("none", "armor_piercing")),
        ("red", "r1", ("none", "heat_seeking")),
        ("blue", "b1", ("none", "armor_piercing")),
    ]
    assert fight.units["r1"].notes["munitions"] == {"AC": ["armor_piercing"], "SRM": ["heat_seeking"]}
    assert "munitions" not in fight.units["b1"].notes


@pytest.mark.rule("AS-OPT-100")
def test_as_many_as_agreed_on():
    fight = waiting(unit("r1", (20, 10), specials=["AC2/2/0"]), unit("b1", (20, 20), **FOOT), types=2)
    for word in ("precision", "flak"):
        fight.do(commands.Decide("red", word))
    assert fight.decision is None
    assert fight.units["r1"].notes["munitions"] == {"AC": ["precision", "flak"]}


def test_who_has_agreed_on_nothing_is_asked():
    assert with_loading({}, frozenset({OPTION})) == {OPTION: {"types": 1, "loading": True}}
    assert with_loading({}, frozenset()) == {}
    assert with_loading({OPTION: {"types": 3}}, frozenset({OPTION})) == {OPTION: {"types": 3}}


def test_every_munition_is_explained_to_who_chooses():
    assert set(IN_SHORT) == {word for launcher in LAUNCHERS for word in fitting(rules, launcher)}


def test_the_tactical_player_fires_what_helps():
    fight = shot({"LRM": "listen_kill"}, dice=HIT)
    best = Gunner().best(fight, fight.units["r1"])
    assert best is not None
    assert best.shot.command.ammo == "listen_kill"
    plain = Gunner(munitions=False).best(fight, fight.units["r1"])
    assert plain is not None
    assert plain.shot.command.ammo is None
    assert best.gain > plain.gain


def test_the_tactical_player_leaves_what_does_not_help():
    fight = shot({"AC": "flak"}, dice=HIT)
    best = Gunner().best(fight, fight.units["r1"])
    assert best is not None
    assert best.shot.command.ammo is None


def besides(load: dict[str, str], word: str, **how: Any) -> float:
    """What a hit of r1 on b1 is worth besides its damage."""
    using = how.pop("using", None)
    fight = shot(load, how.pop("red", None), how.pop("blue", None), **how)
    return side_effects(open_attack(fight, commands.Attack("r1", "b1", using=using, ammo=word)))


@pytest.mark.rule("AS-OPT-117")
@pytest.mark.rule("AS-OPT-139")
@pytest.mark.rule("AS-OPT-153")
def test_luck_is_worth_something():
    assert besides({"AC": "armor_piercing"}, "armor_piercing") > 0
    assert besides({"SRM": "tandem_charge"}, "tandem_charge") > 0
    assert besides({"AC": "armor_piercing"}, "armor_piercing", blue=FOOT) == 0
    weak = besides({"LRM": "anti_tsm"}, "anti_tsm", blue={"specials": ["TSMX"]})
    assert weak > besides({"LRM": "anti_tsm"}, "anti_tsm") == 0


@pytest.mark.rule("AS-OPT-143")
def test_heat_is_worth_more_to_who_is_hot():
    cold = besides({"SRM": "inferno"}, "inferno")
    assert besides({"SRM": "inferno"}, "inferno", state={"heat": 2}) > cold > 0


@pytest.mark.rule("AS-OPT-134")
@pytest.mark.rule("AS-OPT-136")
@pytest.mark.rule("AS-OPT-145")
def test_confusion_is_worth_something():
    red = {"specials": ["INARC2"]}
    assert besides({"SRM": "magnetic_pulse"}, "magnetic_pulse") > 0
    assert besides({"INARC": "haywire"}, "haywire", red=red, using="INARC") > 0
    assert besides({"INARC": "ecm"}, "ecm", red=red, using="INARC") > 0


@pytest.mark.rule("AS-OPT-135")
@pytest.mark.rule("AS-OPT-137")
def test_explosives_are_worth_something():
    red = {"specials": ["SNARC2"]}
    for word in ("explosive", "shoot_and_sit"):
        assert besides({"SNARC": word}, word, red=red, using="SNARC") > 0
