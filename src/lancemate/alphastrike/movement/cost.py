"""What a path costs (p. 32): every inch, every terrain, every level change as a named part.

Hook ``move_cost`` (movement, stretch) -> Cost | None adds to single stretches. Must not know allowances.
"""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.movement.context import SLACK, Movement, Rise, Stretch, inches
from lancemate.alphastrike.movement.level import level_cost
from lancemate.alphastrike.movement.terrain import COST_TABLE, PAVED, Going, going, runs_on_rails
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.ruleset import rules
from lancemate.field.measure import rounded
from lancemate.kernel.errors import Refused

ICE: Final = "ice"
_ABOVE: Final = {"fly": Going("flight", (), None), "skim": Going("flight", (), None), "jump": Going("jump", (), None)}


def price(m: Movement) -> None:
    """Price every stretch and level change of a path that has been followed, in the order they come."""
    first = m.stretches[0].patch if m.stretches else None
    m.by_road = first is not None and bool(first.features) and ((first.paved and road_only(m)) or rail_only(m))
    above = m.way in _ABOVE and ignores_terrain(m)
    if len(m.stretches) == 1 and not m.rises:
        (only,) = m.stretches
        m.parts = tuple(_priced(m, only.length, _ABOVE[m.way] if above else _on(m, only)))
        return
    parts: list[Cost] = []
    climbs = list(m.rises)
    run: list[float] = []  # lengths of stretches that are alike
    last: Going | None = None
    along = 0.0
    for stretch in m.stretches:
        here = _ABOVE[m.way] if above else _on(m, stretch)
        climbing = bool(climbs) and climbs[0].along <= along + SLACK
        if run and last is not None and (climbing or here != last):
            parts += _priced(m, sum(run), last)
            run = []
        while climbs and climbs[0].along <= along + SLACK:
            parts.append(_climb(m, climbs.pop(0)))
        run.append(stretch.length)
        last = here
        along += stretch.length
    if last is not None:
        parts += _priced(m, sum(run), last)
    parts += [_climb(m, rise) for rise in climbs]
    m.parts = tuple(parts)


def _on(m: Movement, stretch: Stretch) -> Going:
    here = going(m.battle, m.unit, stretch.patch, stretch.medium, by_road=m.by_road)
    if here.refusal is not None:
        raise Refused(here.refusal)
    return here


def _priced(m: Movement, length: float, here: Going) -> list[Cost]:
    parts = [Cost(here.name, rounded(length * COST_TABLE.of(m)["base"].cost, 6), "AS-MOV-011")]
    for extra in here.extras:
        parts.append(Cost(f"{extra.label} (+{extra.value:g} an inch)", extra_cost(m, length, extra), extra.rule))
    return parts


def _climb(m: Movement, rise: Rise) -> Cost:
    way, far = "up" if rise.rise > 0 else "down", inches(abs(rise.rise))
    if rise.stairs:
        return Cost(f"{way} {far} inside", level_cost(m, rise), "AS-URB-008")
    return Cost(f"{way} {far}", level_cost(m, rise), "AS-MOV-029")


@rules.rule("AS-MOV-011", otherwise=0.0)
def extra_cost(m: Movement, length: float, extra: Cost) -> float:
    """The extras of all terrain at a place add up, in proportion to the inches travelled there."""
    return rounded(length * extra.value, 6)


@rules.rule("AS-MOV-012", otherwise=False)
def ignores_terrain(m: Movement) -> bool:
    """Flyers and jumpers pay nothing for what they pass above."""
    return m.way in _ABOVE


@rules.rule("AS-MOV-033", otherwise=False)
def road_only(m: Movement) -> bool:
    """A ground unit that keeps to the road for its whole move does not mind what the road passes through."""
    return m.unit.card.is_ground_unit and all_paved(m)


@rules.rule("AS-BAT-058", otherwise=False)
def rail_only(m: Movement) -> bool:
    """A rail vehicle on its rail does not mind what the rail passes through."""
    return all(runs_on_rails(m.battle, m.unit, stretch.patch.features) for stretch in m.stretches)


def all_firm(m: Movement) -> bool:
    """Start, way and end are all on paved ground or ice."""
    return bool(m.stretches) and m.way in ("walk", "surface") and all(map(is_slippery, m.stretches))


def is_slippery(stretch: Stretch) -> bool:
    """Road, pavement or bridge on top, or ice under its feet."""
    if stretch.patch.paved and stretch.medium in ("land", "deck"):
        return True
    top = next((one for one in reversed(stretch.patch.features) if one.kind in (*PAVED, ICE)), None)
    return top is not None and top.kind == ICE and stretch.medium not in ("bottom", "deep")


def all_paved(m: Movement) -> bool:
    """Start, way and end are all on road, pavement or bridge, and on the ground."""
    stretches = m.stretches
    if not stretches or m.way not in ("walk", "surface"):
        return False
    return all(stretch.patch.paved and stretch.medium in ("land", "deck") for stretch in stretches)
