"""Loading before the battle (p. 143), where no script has said who carries what: each crew is asked, launcher by
launcher. The setting ``loading`` says that players want to be asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION, USUALLY, agreed_on, choices_of, munitions
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.agenda import Decision
from lancemate.kernel.codec import JSON

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

hooks.question_kinds.add("munitions", "what a unit is loaded with")

KIND: Final = "munitions"
NONE: Final = "none"

# What each does, in a few words: for whoever has to choose.
IN_SHORT: Final = {
    "armor_piercing": "harder to hit and a point less, but a critical hit on 10+",
    "flak": "a near miss on what flies still hurts; nothing to others",
    "flechette": "more to infantry and woods, less to all else",
    "precision": "a point more to fast targets; fired alone easier to hit",
    "tracer": "easier to hit in the dark",
    "heat_seeking": "a point more to hot targets; fired alone easier to hit",
    "inferno": "heat, up to 2, instead of damage",
    "magnetic_pulse": "no damage; the target shoots worse next turn",
    "mine_clearance": "clears mines at a point",
    "semi_guided": "better at targets that a friend has painted (TAG)",
    "smoke": "smoke at a point",
    "swarm": "a miss flies on to others beside the target, friend or foe",
    "swarm_i": "a miss flies on to enemies beside the target",
    "tandem_charge": "a critical hit on 10+",
    "thunder": "lays mines at a point",
    "thunder_active": "lays mines that feel jumpers too",
    "anti_tsm": "a point less; hurts prototype myomer, and smokes",
    "dead_fire": "a point more, one range shorter",
    "listen_kill": "easier to hit",
    "cluster": "a point less in a wider area",
    "copperhead": "strikes a painted unit, on 4+",
    "illumination": "lights up an area for ten turns",
    "inferno_iv": "sets an area on fire",
    "air_defense_arrow_iv": "2 damage to what flies, easier to hit",
    "air_to_air_arrow_iv": "2 damage from craft to craft",
    "ecm": "jams its target for the next turn",
    "explosive": "a point for every two pods that hit",
    "haywire": "the target shoots worse and spots nobody next turn",
    "shoot_and_sit": "explosive, at once or later",
}


def with_loading(settings: Mapping[str, JSON], options: frozenset[str]) -> dict[str, JSON]:
    """Settings for players who have agreed on munitions and on nothing about them: they choose as the battle opens."""
    if OPTION not in options or OPTION in settings:
        return dict(settings)
    return {**settings, OPTION: {"types": USUALLY, "loading": True}}


@hooks.battle_opens.rule("AS-OPT-100", part=1, when=OPTION)
def crews_load(battle: Battle) -> None:
    """Whoever has something to choose is asked, each launcher for itself."""
    block = battle.setup.settings.get(OPTION)
    if not isinstance(block, Mapping) or not block.get("loading"):
        return
    for unit in reversed(tuple(battle.units.values())):
        launchers = dict.fromkeys(launcher for launcher, _ in choices_of(unit.card))
        for launcher in reversed(tuple(launchers)) if not munitions.of(unit) else ():
            battle.then("load_munitions", unit=unit.id, launcher=launcher, left=agreed_on(battle, "types") or USUALLY)


@rules.task("load_munitions")
def load_munitions(battle: Battle, unit: str, launcher: str, left: int) -> None:
    one = battle.units[unit]
    has = munitions.of(one).get(launcher, [])
    free = [word for code, word in choices_of(one.card) if code == launcher and word not in has]
    if not left or not free:
        return
    question = f"which special ammunition does {unit} carry for its {launcher}, besides the usual?"
    facts: dict[str, JSON] = {word: IN_SHORT[word] for word in free}
    asked = Decision(one.side, KIND, question, (NONE, *free), "AS-OPT-100", unit=unit, facts=facts)
    battle.ask(asked, "munitions_loaded", unit=unit, launcher=launcher, left=left)


@rules.task("munitions_loaded")
def munitions_loaded(battle: Battle, unit: str, launcher: str, left: int, choice: str) -> None:
    if choice == NONE:
        return
    one = battle.units[unit]
    loads = munitions.of(one)
    munitions.note(battle, one, {**loads, launcher: [*loads.get(launcher, []), choice]})
    battle.then("load_munitions", unit=unit, launcher=launcher, left=left - 1)
