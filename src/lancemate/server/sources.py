"""What games are made of, out of what people sent. Knows models and quick starts; must not know seats or HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lancemate.battletroops.scenarios.plan import SIDES as OF_SCENARIO
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.muster.force import Force
from lancemate.server import models
from lancemate.server.alphastrike.forces import examined, put_together
from lancemate.server.alphastrike.quickstart import SIDES, Quick, even_pairs, mustered, ready_force
from lancemate.server.battletroops.quickstart import SIDES as OF_SQUADS
from lancemate.server.battletroops.quickstart import TroopQuick, known_force
from lancemate.server.lobby_models import TermsGiven
from lancemate.server.talks import ALPHA_STRIKE
from lancemate.server.tokens import new_seed


def quick_of(given: models.QuickGiven) -> Quick:
    forces: Sequence[str | models.ForceGiven] = given.forces if given.forces is not None else even_pairs()[0]
    first, second = (
        force if isinstance(force, str) else put_together(force, f"quick.forces.{number}.")
        for number, force in enumerate(forces)
    )
    seed = given.map_seed if given.map_seed is not None else new_seed() >> 11  # 53 bits: a page can send it back
    return Quick(
        theme=given.theme,
        planet=given.planet,
        map=given.map,
        board=given.board,
        ground=given.ground,
        forces=(first, second),
        map_seed=seed,
        options=tuple(given.options),
        edition=given.edition,
        deploy=given.deploy,
        scenario=given.scenario,
        variations=tuple(given.variations),
        attacker=given.attacker or SIDES[0].name,
        abilities=given.abilities,
        support=given.support,
        prepare=tuple(given.prepare),
    )


def troops_of(given: models.TroopsGiven) -> TroopQuick:
    seed = given.map_seed if given.map_seed is not None else new_seed()
    return TroopQuick(given.theme, tuple(given.squads), seed, tuple(given.options), given.scenario)


def sides_of(terms: TermsGiven) -> tuple[str, ...]:
    """What the sides of such a battle are called."""
    if terms.game == ALPHA_STRIKE:
        return tuple(side.name for side in SIDES)
    name = terms.troops.scenario if terms.troops is not None else None
    if name is None:
        return tuple(side for side, _ in OF_SQUADS)
    if name not in OF_SCENARIO:
        raise InputError(f"there is no scenario {name!r}; {nearest(name, OF_SCENARIO)}", key="troops.scenario")
    return tuple(OF_SCENARIO[name])


def looked_at(game: str, given: str | models.ForceGiven) -> dict[str, JSON]:
    """What is to be told of a force that somebody brings. For a helper: a force may be a large file."""
    if game != ALPHA_STRIKE:
        if not isinstance(given, str):
            raise InputError("a squad or platoon of BattleTroops is chosen by its name", key="force")
        name, men = known_force(given)
        return {"name": name, "pv": None, "units": [{"name": man} for man in men], "faults": []}
    force = ready_force(given) if isinstance(given, str) else put_together(given, "force.")
    mustered(SIDES[0], force)  # complains of what cannot be fielded
    return _told(force)


def _told(force: Force) -> dict[str, JSON]:
    checked = examined(force)
    units: list[JSON] = [
        {"unit": one.unit, "name": one.name, "skill": one.skill, "pv": one.pv, "pilot": one.pilot}
        for one in checked.units
    ]
    faults: list[JSON] = [
        {"text": one.message, "rule": one.rule, "page": one.page}
        for one in checked.faults
        if one.severity in ("broken", "unmet")
    ]
    return {"name": checked.name, "pv": checked.pv, "units": units, "faults": faults}


def source_of(terms: dict[str, Any], forces: dict[str, Any], sides: Sequence[str]) -> Quick | TroopQuick:
    """The battle that two people have agreed on; ``forces`` by side."""
    read = TermsGiven.model_validate(terms)
    if read.game == ALPHA_STRIKE:
        given = [_chosen(forces[side]) for side in sides]
        return quick_of((read.quick or models.QuickGiven()).model_copy(update={"forces": given}))
    troops = read.troops or models.TroopsGiven()
    squads = [forces[side] for side in sides] if troops.scenario is None else troops.squads
    return troops_of(troops.model_copy(update={"squads": squads}))


def _chosen(given: Any) -> str | models.ForceGiven:
    return given if isinstance(given, str) else models.ForceGiven.model_validate(given)
