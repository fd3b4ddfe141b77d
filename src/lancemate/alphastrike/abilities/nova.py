"""The Nova composite system (p. 87): jammer, probe and network of three in one.

Its probe stands with the others in probes.py. Its network works like C3i (c3.py), but no jamming gets into it except
that of a hostile Nova.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.c3_links import Node
from lancemate.alphastrike.abilities.c3_networks import groups_of, groups_with
from lancemate.alphastrike.abilities.electronics import ECM, JammingField, Suite
from lancemate.alphastrike.heat.track import works
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

NOVA: Final = "NOVA"
LINKS: Final = rules.table("AS-SPC-122", {"units": 3})


@hooks.ecm.rule("AS-SPC-122", ability=NOVA)
def nova_suite(battle: Battle, unit: Unit) -> Suite | None:
    """It jams as far as ECM does."""
    if not works(battle, unit, NOVA):
        return None
    row = ECM.of(battle)
    return Suite(row["radius"], int(row["suites"]), nova=True)


@hooks.battle_opens.rule("AS-SPC-122", part=1)
def novas_link_three(battle: Battle) -> None:
    """Up to three units with NOVA, linked to nothing else."""
    most = LINKS.of(battle)["units"]
    for group in groups_of(battle):
        if group.kind != NOVA:
            continue
        where = f"networks.{group.number}"
        if len(group.members) > most:
            raise InputError(f"a Nova network links up to {most} units (AS-SPC-122)", key=where)
        for name in group.members:
            if not battle.units[name].has(NOVA):
                raise InputError(f"{name} has no NOVA (AS-SPC-122)", key=where)
            if len(groups_with(battle, name)) > 1:
                raise InputError(f"{name} is linked elsewhere; NOVA joins no other network (AS-SPC-122)", key=where)


def felt_by(battle: Battle, kind: str, fields: tuple[JammingField, ...]) -> tuple[JammingField, ...]:
    """The fields that a ring of some kind feels."""
    return only_novas(battle, fields) if kind == NOVA else fields


@rules.rule("AS-SPC-122", otherwise=lambda battle, fields: fields)
def only_novas(battle: Battle, fields: tuple[JammingField, ...]) -> tuple[JammingField, ...]:
    """A Nova network minds nothing but a hostile Nova."""
    return tuple(field for field in fields if field.nova)


def unshielded(battle: Battle, kind: str, node: Node) -> Node:
    """A member of a ring as its links know it: stealth armor does not cut a Nova off."""
    return node._replace(jams_itself=False) if kind == NOVA else node
