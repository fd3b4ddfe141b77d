"""Every rule that hangs on harm: what it needs of a scene, and how one sees that it counted.

Each asserts first that somebody came to harm in the scene as it is: a cell cannot say `no` because nothing happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import dist
from typing import Any, Final, TypeAlias

from crossings.harm.scenes import SUITS
from crossings.harm.staged import Done
from crossings.staging import Wish, go_on
from lancemate.alphastrike.turn.crippled import crippled as is_crippled
from rules.flights import AIRSHIP
from rules.table import unit

Scene: TypeAlias = "Callable[[Wish], Done]"
Probe: TypeAlias = "Callable[[Scene], bool]"

BARE: Final[Mapping[str, Any]] = {"armor": 0, "structure": 30}
HOVERING: Final[Mapping[str, Any]] = {"airborne": True, "altitude": "low", "hovering": True}
LAST: Final[Mapping[str, Any]] = {"armor": 0, "structure": 1}


def harmed(scene: Scene, wish: Wish) -> Done:
    """The scene, in which somebody must have come to harm."""
    done = scene(wish)
    assert done.points() + done.heat() > 0, "nobody was harmed"
    return done


# -- armor -----------------------------------------------------------------------------------------------------


def changes_points(*specials: str) -> Probe:
    """Armor that changes the points, or the heat, compared with the same scene without it."""

    def probe(scene: Scene) -> bool:
        plain, other = harmed(scene, Wish()), scene(Wish(victim={"specials": list(specials)}))
        return (plain.heat(), plain.points()) != (other.heat(), other.points())

    return probe


def modifies_criticals(special: str, rule_id: str) -> Probe:
    """Structure is struck, and the roll has a part of the rule."""

    def probe(scene: Scene) -> bool:
        done = harmed(scene, Wish(victim={**BARE, "specials": [special]}))
        rolls = done.told("critical") + done.told("aero_critical")
        assert rolls, "no roll for a critical hit"
        return all(rule_id in [part.rule for part in one.modifiers] for one in rolls)

    return probe


def seals_its_hull(scene: Scene) -> bool:
    """With HarJel nobody rolls for a breach."""
    airless = {"atmosphere": "vacuum"}
    plain = harmed(scene, Wish(conditions=airless)).cites("AS-BAT-079")
    return plain and not scene(Wish(conditions=airless, victim={"specials": ["BHJ"]})).cites("AS-BAT-079")


def armored_drive(scene: Scene) -> bool:
    """An armored drive makes the motive roll easier."""
    rolls = harmed(scene, Wish(vehicle=True, victim={"specials": ["ARS"]})).told("motive")
    return bool(rolls) and all("AS-SPC-014" in [part.rule for part in one.modifiers] for one in rolls)


def rolls_twice(scene: Scene) -> bool:
    """An IndustrialMech rolls twice for a check."""
    done = harmed(scene, Wish(victim={**BARE, "type": "IM"}))
    return done.checks("structure") + done.checks("ammo") >= 2


def armored_components(scene: Scene) -> bool:
    done = harmed(scene, Wish(victim={**BARE, "specials": ["ARM"]}))
    return bool(done.told("critical_cancelled"))


# -- checks ----------------------------------------------------------------------------------------------------


def checked(*causes: str, **wish: Any) -> Probe:
    """A critical check of some cause."""

    def probe(scene: Scene) -> bool:
        done = harmed(scene, Wish(**wish))
        return any(done.checks(cause) for cause in causes)

    return probe


def motive(scene: Scene) -> bool:
    return bool(harmed(scene, Wish(vehicle=True)).told("motive"))


def hull_breach(scene: Scene) -> bool:
    done = harmed(scene, Wish(conditions={"atmosphere": "vacuum"}))
    return done.cites("AS-BAT-079")


def implant(scene: Scene) -> bool:
    """A crew with the first implants of their kind feels every hit."""
    done = harmed(scene, Wish(options=("augmented_warriors",), words={"implants": ["prototype_dni"]}, skill=2))
    return done.cites("AS-OPT-062")


def control(scene: Scene) -> bool:
    """Who is damaged in the air rolls to keep control in the End Phase; weather reaches airships there."""
    done = harmed(scene, Wish())
    if not done.fight.units[done.victim].card.is_aerospace:
        done = harmed(scene, Wish(victim=AIRSHIP, state=HOVERING, options=("aerospace",)))
    return done.cites("AS-AER-089")


# -- dice ------------------------------------------------------------------------------------------------------


def damage_is_rolled(scene: Scene) -> bool:
    """The hit on the victim has dice of its own."""

    def dice(done: Done) -> int:
        told = [one for one in done.events if one.type in ("attack", "hit") and one.target == done.victim]
        return sum(len(one.damage_roll) for one in told)

    plain, other = harmed(scene, Wish()), harmed(scene, Wish(options=("multiple_damage_rolls",)))
    return dice(other) > dice(plain)


# -- the end of a unit -----------------------------------------------------------------------------------------


def over(done: Done) -> Done:
    """The turn has come to its end."""
    fight = done.fight
    turn = fight.state.turn
    for _ in range(24):
        if fight.outcome is not None or fight.state.turn != turn or done.fight.units[done.victim].destroyed:
            return done
        if fight.state.phase == "movement" and any(event.type == "turn_ended" for event in fight.journal.events[-8:]):
            return done
        go_on(fight)
    raise AssertionError("the turn never ended")


def killed(scene: Scene, **wish: Any) -> Done:
    victim = {**LAST, **wish.pop("victim", {})}
    done = over(harmed(scene, Wish(victim=victim, **wish)))
    assert done.fight.units[done.victim].destroyed, "nobody was killed"
    return done


def credit(scene: Scene) -> bool:
    """The whole value for the enemy, and not the half that there is for who destroys itself."""
    done = killed(scene, options=("pv_kills",), victim={"pv": 40})
    (scored,) = [event for event in done.fight.journal.events if event.type == "scored" and event.unit == done.victim]
    assert scored.points in (20, 40), f"{scored.points} points"
    return bool(scored.points == 40)


def takes_effect_later(scene: Scene) -> bool:
    """Who has no points left is taken off in the End Phase, and not at once."""
    done = killed(scene)
    kinds = [(event.type, getattr(event, "phase", None)) for event in done.events]
    doomed = next(n for n, event in enumerate(done.events) if event.type == "doomed" and event.unit == done.victim)
    lost = next(n for n, event in enumerate(done.events) if event.type == "destroyed" and event.unit == done.victim)
    return any(kind == "phase" for kind, _ in kinds[doomed:lost])


def explosion(scene: Scene) -> bool:
    """Points to spare, and an engine that may go off."""
    done = harmed(scene, Wish(victim=LAST, options=("engine_explosions",)))
    return done.cites("AS-OPT-381")


def passengers(scene: Scene) -> bool:
    """Who is inside is lost with the unit."""
    aboard = unit("b7", None, state={"aboard": "b1"}, type="CI", size=1, move='2"f', specials=["CAR2"], damage="1/1/0")
    done = killed(scene, victim={"specials": ["IT4"]}, more=(aboard,))
    return bool(done.fight.units["b7"].destroyed)


def credit_aboard(scene: Scene) -> bool:
    """Who has the kill has those aboard as well."""
    card = {"type": "CI", "size": 1, "move": '2"f', "specials": ["CAR2"], "damage": "1/1/0", "pv": 20}
    aboard = unit("b7", None, state={"aboard": "b1"}, **card)
    done = killed(scene, victim={"specials": ["IT4"]}, more=(aboard,), options=("pv_kills",))
    (scored,) = [event for event in done.fight.journal.events if event.type == "scored" and event.unit == "b7"]
    assert scored.points in (10, 20), f"{scored.points} points"
    return bool(scored.points == 20)


def crippled(scene: Scene) -> bool:
    """It counts for forced withdrawal."""
    done = over(harmed(scene, Wish(victim={"armor": 0, "structure": 2}, options=("forced_withdrawal",))))
    one = done.fight.units[done.victim]
    return one.destroyed or is_crippled(done.fight, one) is not None


# -- nerves ----------------------------------------------------------------------------------------------------


def shaken(word: str, **wish: Any) -> Probe:
    def probe(scene: Scene) -> bool:
        done = harmed(scene, Wish(options=("morale",), **wish))
        told = [event for event in done.fight.journal.events if event.type == "remembered" and event.key == "shaken_by"]
        return any(event.unit == done.victim and word in event.value for event in told if event.value)

    return probe


# -- who else is struck ----------------------------------------------------------------------------------------


def riders(scene: Scene) -> Done:
    rider = unit("b7", None, state={"aboard": "b1", "riding": True}, **{**SUITS, "armor": 9})
    done = scene(Wish(victim={"specials": ["OMNI"]}, more=(rider,), other=3))
    assert done.points() + done.heat() + done.points("b7") > 0, "nobody was harmed"
    return done


def riders_rolled_for(scene: Scene) -> bool:
    """Dice say whether the carrier or the rider is struck."""
    return bool([event for event in riders(scene).events if event.type == "rider_roll"])


def riders_struck_too(scene: Scene) -> bool:
    """Both are struck."""
    done = riders(scene)
    return done.points("b7") > 0 and done.points() + done.heat() > 0


def load(scene: Scene) -> bool:
    """A die says how much falls on what the victim carries."""
    held = {"external_cargo": {"items": [{"id": "load", "size": 1}]}}
    strong = {"size": 4, "move": '30"'}
    wish = Wish(victim=strong, state={"cargo": "load"}, settings=held, options=("external_cargo",), other=1)
    harmed(scene, Wish())
    return scene(wish).cites("AS-OPT-411")


# -- where it stands -------------------------------------------------------------------------------------------


def rear(scene: Scene) -> bool:
    """A point more from behind."""
    done = harmed(scene, Wish(turned=True))
    told = [one for one in done.events if one.type in ("attack", "hit") and one.target == done.victim]
    return any(part.rule == "AS-DMG-005" for one in told for part in one.damage_parts)


HOUSE: Final[Mapping[str, Any]] = {"id": "house", "kind": "building", "type": "hardened", "height": 1, "cf": 60}


def absorbed(scene: Scene) -> bool:
    """A house around the victim takes its share."""
    harmed(scene, Wish())
    done = scene(Wish(terrain=({**HOUSE, "rect": [17, 19.3, 6, 8]},)))
    told = [one for one in done.events if one.type in ("attack", "hit") and one.target == done.victim]
    return any(part.rule == "AS-URB-015" for one in told for part in one.damage_parts)


def structures(scene: Scene) -> bool:
    """A house beside the victim is damaged as well."""
    done = harmed(scene, Wish(terrain=({**HOUSE, "rect": [16.2, 19, 3, 4]},)))
    return any(event.type == "terrain_damage" and event.feature == "house" for event in done.fight.journal.events)


def submerged(scene: Scene) -> bool:
    """Under water any damage may open the hull."""
    sea = {"id": "sea", "kind": "water", "depth": 3, "rect": [12, 12, 16, 16]}
    done = harmed(scene, Wish(terrain=(sea,), state={"elevation": -3.0}))
    return done.checks("submerged") > 0


def fires(scene: Scene) -> bool:
    """What grows around the victim may catch fire."""
    woods = {"id": "grove", "kind": "woods", "rect": [18.5, 18.5, 3, 3]}
    harmed(scene, Wish())
    done = scene(Wish(terrain=(woods,), options=("fire_and_smoke",)))
    lit = [event for event in done.events if event.type in ("fire_check", "terrain_formed")]
    near = [event for event in lit if dist(event.at, (20, 20)) < 4]
    return any(event.type == "fire_check" or event.kind == "fire" for event in near)


def heat_as_damage(scene: Scene) -> bool:
    """Who has no scale takes a point for every level."""
    plain, other = harmed(scene, Wish()), harmed(scene, Wish(vehicle=True))
    return plain.heat() > 0 and other.heat() == 0 and other.points() > plain.points()


PROBES: Mapping[str, Any] = {
    "RCA": changes_points("RCA"),
    "RFA": changes_points("RFA"),
    "IRA": changes_points("IRA"),
    "BRA": changes_points("BRA"),
    "SHLD": changes_points("SHLD"),
    "FR": changes_points("FR"),
    "CR": modifies_criticals("CR", "AS-SPC-086"),
    "ARM": armored_components,
    "IRA_checks": modifies_criticals("IRA", "AS-SPC-100"),
    "RFA_checks": modifies_criticals("RFA", "AS-SPC-134"),
    "BHJ": seals_its_hull,
    "ARS": armored_drive,
    "industrial": rolls_twice,
    "credit_aboard": credit_aboard,
    "submerged": submerged,
    "structure": checked("structure", "ammo", victim=BARE),
    "BAR": checked("bar", victim={"specials": ["BAR"]}),
    "natural_12": checked("natural_12", two=(6, 6)),
    "threshold": checked("threshold", victim={"threshold": 1}),
    "motive": motive,
    "hull_breach": hull_breach,
    "damage_dice": damage_is_rolled,
    "credit": credit,
    "later": takes_effect_later,
    "explosion": explosion,
    "passengers": passengers,
    "crippled": crippled,
    "inferno_nerves": shaken("inferno"),
    "cruise_nerves": shaken("cruise_missile"),
    "nerves": shaken("damage"),
    "riders_dice": riders_rolled_for,
    "riders_too": riders_struck_too,
    "heat_as_damage": heat_as_damage,
    "implant": implant,
    "control": control,
    "load": load,
    "rear": rear,
    "absorbed": absorbed,
    "structures": structures,
    "fires": fires,
}
