"""The questions that rules of BattleTroops may answer, and the named things that its rooms register.

A room asks ``for hook in battle.hooks[hooks.to_hit]: ...``; a rule answers with ``@hooks.to_hit.rule("BT-COM-023",
part=hooks.COVER)``. Inside a hook rules are asked in the order of their part, then of their ledger id. Knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lancemate.battletroops.ruleset import rules
from lancemate.kernel.ruleset import Entries, Hook

if TYPE_CHECKING:
    from lancemate.battletroops.combat.aim import Aim
    from lancemate.battletroops.combat.kinds import AimKind, AttackKind
    from lancemate.battletroops.damage.wounds import Harm
    from lancemate.battletroops.movement.arriving import Way
    from lancemate.battletroops.movement.plan import Plan, Stride
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.kinds import UnitKind
    from lancemate.battletroops.play.orders import Act, Attack, Offer
    from lancemate.battletroops.play.setup import Goal
    from lancemate.battletroops.play.state import Explosive, Unit
    from lancemate.battletroops.sight.look import Look, Place
    from lancemate.field.lattice import Dot
    from lancemate.kernel.errors import Refusal
    from lancemate.kernel.explain import Cost, Modifier

# -- named things ---------------------------------------------------------------------------------------------

unit_kinds: Entries[UnitKind] = rules.entries("unit kinds")  # soldiers, 'Mechs, vehicles
attack_kinds: Entries[AttackKind] = rules.entries("attack kinds")  # what ``attack`` may be
aim_kinds: Entries[AimKind] = rules.entries("kinds of aim")  # somebody at something with something
# What may be thrown: weighs an order whose weapon is known.
throwables: Entries[Callable[[Battle, Attack], Aim]] = rules.entries("throwables")
# Ways to move besides walking: each lays out the strides of a plan, or says why not.
modes: Entries[Callable[[Battle, Plan], Refusal | None]] = rules.entries("modes")
# What else a stride may be: carries one out.
strides: Entries[Callable[[Battle, Unit, Stride], None]] = rules.entries("strides")
# What ``act`` may do: carried out once its unit is known to be activated.
deeds: Entries[Callable[[Battle, Unit, Act], None]] = rules.entries("deeds")
# How a weapon, or whatever else lies on the map, goes off.
explosions: Entries[Callable[[Battle, Explosive], None]] = rules.entries("explosions")
# What a battle is asked so often that it answers itself: how it looks, what a side knows.
questions: Entries[Callable[..., Any]] = rules.entries("questions")

# -- the battle and its turns (p. 8) --------------------------------------------------------------------------

battle_opens: Hook[[Battle], None] = rules.hook("battle_opens", "battle")
# What a side may subtract from its roll for the initiative, if its player likes.
tactics: Hook[[Battle, str], Modifier | None] = rules.hook("tactics", "battle", "side")
# A side has given its last order: what its men do of themselves.
side_closes: Hook[[Battle, str], None] = rules.hook("side_closes", "battle", "side")
# A side begins to move; it is done with moving, before what it threw explodes.
side_begins: Hook[[Battle, str], None] = rules.hook("side_begins", "battle", "side")
side_ends: Hook[[Battle, str], None] = rules.hook("side_ends", "battle", "side")
HEAT, AVOIDANCE, RECOVERY, MORALE, LAST = range(5)
end_phase: Hook[[Battle], None] = rules.hook("end_phase", "battle")

# Why a man may not begin the battle hidden there.
may_hide: Hook[[Battle, Unit, Dot, int], Refusal | None] = rules.hook("may_hide", "battle", "unit", "at", "elevation")

# What a scenario is about: how it stands.
goals: Hook[[Battle], Goal] = rules.hook("goals", "battle")
# A unit of one side has damaged a building.
building_hurt: Hook[[Battle, Unit, str], None] = rules.hook("building_hurt", "battle", "unit", "building")

# -- movement (pp. 9-11) --------------------------------------------------------------------------------------

# The parts of a turn's allowance; below 0 it does not fall.
allowance: Hook[[Battle, Unit], Cost | None] = rules.hook("allowance", "battle", "unit")
# What a dot costs besides its terrain, for a soldier who enters it.
underfoot: Hook[[Battle, Dot, int], Cost | None] = rules.hook("underfoot", "battle", "at", "elevation")
# What a soldier may make ready besides what he carries.
at_hand: Hook[[Battle, Unit], tuple[str, ...] | None] = rules.hook("at_hand", "battle", "unit")
# Why a unit may not be activated at all.
may_activate: Hook[[Battle, Unit], Refusal | None] = rules.hook("may_activate", "battle", "unit")
# Why it may not do something on the spot.
may_act: Hook[[Battle, Unit, Act], Refusal | None] = rules.hook("may_act", "battle", "unit", "command")
# Why it may not be passed over by an order.
may_pass: Hook[[Battle, Unit], Refusal | None] = rules.hook("may_pass", "battle", "unit")
# Why it may not move as planned, set this arc, prepare that weapon.
may_move: Hook[[Battle, Plan], Refusal | None] = rules.hook("may_move", "battle", "plan")
may_watch: Hook[[Battle, Unit, int], Refusal | None] = rules.hook("may_watch", "battle", "unit", "size")
# It has set its arc.
arc_set: Hook[[Battle, Unit], None] = rules.hook("arc_set", "battle", "unit")
# It is about to do something: to be activated, or to fire.
acts: Hook[[Battle, Unit], None] = rules.hook("acts", "battle", "unit")
# It has come to a dot or a floor in some way, before anybody shoots at it there.
TRODDEN, DETONATED, SCORCHED, SEEN = range(4)
arrives: Hook[[Battle, Unit, Way], None] = rules.hook("arrives", "battle", "unit", "by")

# It leaves the map from where it stands.
leaves: Hook[[Battle, Unit], None] = rules.hook("leaves", "battle", "unit")
# Its movement is over, of its own will: where it stands now it stays.
stays: Hook[[Battle, Unit], None] = rules.hook("stays", "battle", "unit")

# -- combat (pp. 12-18) ---------------------------------------------------------------------------------------

# Whatever else than terrain hides one place from another.
in_the_way: Hook[[Battle, Place, Place], Look | None] = rules.hook("in_the_way", "battle", "start", "end")
# Why an attack may not be made, in reaction or in one's own turn; and the parts of its number. Both are asked by kind
# of aim: a rule says by traits of which it counts. All parts are added: stages only say in which order they are told.
ABLE, READY, WATCHING, DISTANCE, SIGHT, NUMBER, PAYING = range(7)
may_shoot: Hook[[Aim], Refusal | None] = rules.hook("may_shoot", "aim", kinds=aim_kinds)
BASE, COVER, WOUND, PRONE, OTHER = range(0, 50, 10)
to_hit: Hook[[Aim], Modifier | None] = rules.hook("to_hit", "aim", kinds=aim_kinds)
# How far off a miss is caught by something on its way, besides cover.
caught_by: Hook[[Aim], float | None] = rules.hook("caught_by", "aim")
# A man has been hurt, and it is known whether he goes down: from what he falls, then what else comes of it.
unseats: Hook[[Battle, Harm], None] = rules.hook("unseats", "battle", "harm")
BURNS, STUNS, TOLD = range(3)
hurt: Hook[[Battle, Harm], None] = rules.hook("hurt", "battle", "harm")
# Something has exploded, and soldiers have been hurt by it; whom it does not reach, close as he is.
exploded: Hook[[Battle, Explosive], None] = rules.hook("exploded", "battle", "one")
spared: Hook[[Battle, Explosive, Unit], bool] = rules.hook("spared", "battle", "one", "unit")
# Whether it goes off inside of something, and does nothing outside.
contained: Hook[[Battle, Explosive], bool] = rules.hook("contained", "battle", "one")
# What a shot leaves behind, hit or miss.
shot_made: Hook[[Battle, Unit], None] = rules.hook("shot_made", "battle", "shooter")

# -- what may be done now (asking/) ---------------------------------------------------------------------------

offers: Hook[[Battle, Unit], tuple[Offer, ...] | None] = rules.hook("offers", "battle", "unit")
