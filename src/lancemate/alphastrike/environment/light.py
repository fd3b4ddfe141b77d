"""Darkness and searchlights (p. 62): how hard it is to hit in the dark, and who carries a light."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.area import distance_from
from lancemate.alphastrike.environment.notes import agreed, lights
from lancemate.alphastrike.environment.weather import to_hit
from lancemate.alphastrike.play.conditions import DARKNESS
from lancemate.alphastrike.play.explain import Modifier, modifier
from lancemate.alphastrike.play.offer import Switch
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

SRCH: Final = "SRCH"
ROWS: Final = {
    "dusk": "dusk or dawn",
    "dawn": "dusk or dawn",
    "night": "night",
    "moonless_night": "moonless night",
    "pitch_black": "pitch black",
}
LIT: Final = rules.table("AS-BAT-086", {"radius": 2.0})
rules.also("AS-SPC-145", LIT)


# -- to hit ---------------------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-BAT-085", part=hooks.OTHER, when=DARKNESS)
def darkness(attack: Attack) -> Modifier | None:
    """The darker, the harder to hit, unless the attacker's light is on or its target stands in somebody's."""
    if attack.attacker.card.is_aerospace or own_light(attack) or stands_in_light(attack):
        return None
    light = agreed(attack.battle).light
    label = light.replace("_", " ").capitalize()
    return modifier(label, to_hit(attack, ROWS[light]), "AS-BAT-085")


@rules.rule("AS-BAT-085", "AS-SPC-145", otherwise=False)
def own_light(attack: Attack) -> bool:
    """A searchlight that is on turns night into day for who carries it."""
    return lights.of(attack.attacker)


@rules.rule("AS-BAT-086", otherwise=False)
def stands_in_light(attack: Attack) -> bool:
    """A light shows all within 2 inches of its bearer, up or down as well, itself included; aerospace units are never
    lit up."""
    return by_searchlight(attack)


def by_searchlight(attack: Attack) -> bool:
    battle, target = attack.battle, attack.target
    if target is not None and target.card.is_aerospace:
        return False
    at, radius = attack.aim
    level = battle.table.surface(*at) if target is None else target.elevation
    reach = LIT.of(attack)["radius"] + radius + TINY
    return any(
        bearer is target or distance_from(battle, bearer, at, level) <= reach
        for bearer in battle.on_table()
        if lights.of(bearer)
    )


# -- switching ------------------------------------------------------------------------------------------------


def has_light(card: Card) -> bool:
    """BattleMechs all have one."""
    return card.type == "BM" or SRCH in card.specials.codes


@hooks.switches.rule("AS-BAT-086", part=2, when=DARKNESS)
def light_switches(battle: Battle, unit: Unit) -> Switch | None:
    return Switch(SRCH, "searchlight", lights.of(unit), "AS-BAT-086") if has_light(unit.card) else None


@hooks.may_toggle.rule("AS-BAT-086", when=DARKNESS)
def light_switch(battle: Battle, unit: Unit, ability: str, on: bool) -> str | Refusal | None:
    """BattleMechs and units with SRCH switch their lights in any End Phase."""
    if ability != SRCH:
        return None
    if has_light(unit.card):
        return "AS-BAT-086"
    text = f"{unit.id} has no searchlight: BattleMechs have one, and units with SRCH"
    return Refusal("no_searchlight", text, "AS-BAT-086")


@hooks.switched.rule("AS-BAT-086", when=DARKNESS)
def lights_are_switched(battle: Battle, unit: Unit, ability: str, on: bool) -> bool | None:
    if ability != SRCH:
        return None
    if lights.of(unit) != on:
        lights.note(battle, unit, on)
    return True
