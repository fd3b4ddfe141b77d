"""Worlds to fight on."""

from lancemate.alphastrike.cards.card import card_from_data
from lancemate.alphastrike.environment.effects import effects_of
from lancemate.alphastrike.play.conditions import FINE_DAY
from lancemate.field.table import Table
from lancemate.kernel.dice import Generator
from lancemate.muster import catalogue
from lancemate.muster.battlefields import THEMES
from lancemate.muster.planets import planet_named, planets, random_planet, unfit_there, world_of
from rules.table import MECH

HOVER = card_from_data({**MECH, "type": "CV", "move": '10"h', "ov": 0})


def test_every_planet_has_land_and_says_what_it_does() -> None:
    assert len({planet.id for planet in planets()}) == len(planets()) >= 12
    for planet in planets():
        assert planet.theme in [theme.id for theme in THEMES]
        assert planet.name
        assert planet.about
        assert bool(effects_of(planet.usual)) is (planet.id != "terra")
    assert planets()[0].usual == FINE_DAY


def test_a_planet_is_found_as_people_write_it() -> None:
    luck = Generator(1)
    assert planet_named("Halvard's Rest", luck).id == "halvards-rest"
    assert planet_named("selene", luck).usual.atmosphere == "vacuum"


def test_a_rolled_world_is_the_same_for_the_same_number_and_can_be_borne() -> None:
    assert random_planet(Generator(7)) == random_planet(Generator(7))
    table = Table(24, 24)
    rolled = [random_planet(Generator(seed), (HOVER,)) for seed in range(60)]
    assert {planet.conditions(table).atmosphere for planet in rolled}.isdisjoint({"vacuum", "trace"})
    wild = [random_planet(Generator(seed), wild=True).conditions(table) for seed in range(60)]
    assert any(one.tornadoes for one in wild)
    assert any(one.earthquake for one in wild)
    assert any(one.custom for one in wild)
    assert len({planet.usual.light for planet in rolled}) > 3


def test_who_could_not_be_there_is_told_with_the_reason() -> None:
    moon = planet_named("selene", Generator(1)).usual
    (text,) = unfit_there(moon, [HOVER, HOVER, catalogue.find("MAD-3R Marauder")])
    assert "air cushion" in text


def test_country_that_is_found_on_no_other_world_brings_its_own() -> None:
    found = world_of("moon", [catalogue.find("MAD-3R Marauder")])
    assert found is not None
    assert (found.usual.atmosphere, found.usual.gravity) == ("vacuum", 0.4)
    assert world_of("moon", [HOVER]) is None  # who cannot be there fights on a moon with air
    assert world_of("plain", []) is None
