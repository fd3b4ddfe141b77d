"""The questions that rules of Alpha Strike may answer, in the order of the book.

A room asks ``for hook in battle.hooks[hooks.to_hit]: ...``; a rule answers with ``@hooks.to_hit.rule("AS-COM-052",
part=hooks.OTHER)``. Inside a hook rules are asked in the order of their part, then of their ledger id. Knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from lancemate.alphastrike import stages
from lancemate.alphastrike.ruleset import rules
from lancemate.field.terrain import KIND_ROLES
from lancemate.kernel.ruleset import Entries, Hook, Switched
from lancemate.kernel.sums import Sum, a_sum

if TYPE_CHECKING:
    from lancemate.alphastrike.abilities.electronics import JammingField, Suite
    from lancemate.alphastrike.air.flying import Plan
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.cards.damage_value import Strength
    from lancemate.alphastrike.combat.arcs import Arc
    from lancemate.alphastrike.combat.area import Shock
    from lancemate.alphastrike.combat.attack import Attack, Kind, Stopped
    from lancemate.alphastrike.combat.blast import Fallen, Impact
    from lancemate.alphastrike.combat.multi_arc import Mount
    from lancemate.alphastrike.combat.rolls import Made, Roll
    from lancemate.alphastrike.combat.sight import Look, Obstacle, Ruling
    from lancemate.alphastrike.damage.causes import Source
    from lancemate.alphastrike.damage.criticals import Blast, CriticalRoll
    from lancemate.alphastrike.damage.damage import Hit, Struck
    from lancemate.alphastrike.damage.reckoning import Reckoning, Settled
    from lancemate.alphastrike.heat.track import Level
    from lancemate.alphastrike.measure.places import Place
    from lancemate.alphastrike.movement.context import Movement, Skid, Storeys
    from lancemate.alphastrike.movement.control import Check
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.movement.entering import Way as Arriving
    from lancemate.alphastrike.movement.modes import Mode
    from lancemate.alphastrike.movement.on_the_way import Trial
    from lancemate.alphastrike.movement.passengers import Boarding, Unloading
    from lancemate.alphastrike.movement.planner import Landing
    from lancemate.alphastrike.movement.terrain import Going, Medium, Patch, Row
    from lancemate.alphastrike.options.advanced_artillery.events import Shell
    from lancemate.alphastrike.play import orders
    from lancemate.alphastrike.play.battle import Battle, BattleEvent
    from lancemate.alphastrike.play.events import InitiativeRolled
    from lancemate.alphastrike.play.explain import Cost, Modifier
    from lancemate.alphastrike.play.knowing import Degree
    from lancemate.alphastrike.play.offer import Choice, DeedTerms, Offer, Switch, SwitchWords
    from lancemate.alphastrike.play.setup import Muster
    from lancemate.alphastrike.play.state import Unit
    from lancemate.alphastrike.play.traits import Traits
    from lancemate.alphastrike.scenarios.kills import Worth
    from lancemate.alphastrike.terrain.becoming import Became
    from lancemate.alphastrike.turn.deployment import Area
    from lancemate.alphastrike.turn.victory import Verdict
    from lancemate.field.bodies import Body
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature
    from lancemate.kernel.agenda import Decision
    from lancemate.kernel.codec import JSON
    from lancemate.kernel.errors import Refusal
    from lancemate.kernel.steps import Steps

attack_kinds: Entries[Kind] = rules.entries("attack kinds")
# What may be said with a move and is more than how it goes, before it is asked who may say it, and of whom.
move_words: Entries[Choice] = rules.entries("move words")
# The ways to move and to have moved, in the order players look for them (movement/modes.py).
movement_modes: Entries[Mode] = rules.entries("movement modes")
# The ways to come to a place (movement/entering.py).
arrivals: Entries[Arriving] = rules.entries("ways to come to a place")
# What is said of a unit whose switch is turned, by the word of the order.
switch_words: Entries[SwitchWords] = rules.entries("switch words")
# What units may do in the place of an attack, by the word of the order ``act``.
deeds: Entries[Callable[[Battle, Unit, str | None], None]] = rules.entries("deeds")
# Those of them that name a place as well, which is where they are done.
placed_deeds: Entries[Callable[[Battle, Unit, str | None, Point], None]] = rules.entries("placed deeds")
# How a deed of a module is done: the option it belongs to, whether it names something, whether out of turn.
deed_terms: Entries[DeedTerms] = rules.entries("deed terms")
# What may be measured besides the way from one thing to another, by the key of ``measure``.
measures: Entries[Callable[[Battle, str], Mapping[str, Any]]] = rules.entries("measures")
# What optional modules say of a battle in its state, by the key: the option, and what it shows.
state_words: Entries[tuple[str, Callable[[Battle], JSON]]] = rules.entries("state words")
# What a deed would need and bring, for those who ask first.
deed_previews: Entries[Callable[[Battle, Unit, str | None], Mapping[str, Any]]] = rules.entries("deed previews")
# A type of unit that may come into being in a battle with some option.
later_types: Entries[str] = rules.entries("types that come later")
# What optional modules make of a card before the battle: the option, and the function.
card_changes: Entries[tuple[str, Callable[[Battle, Muster, Card], Card]]] = rules.entries("card changes")
# What a battle is asked so often that it answers itself: who sees whom, what a side knows, how it looks.
questions: Entries[Callable[..., Any]] = rules.entries("questions")
# The kinds of questions that players are asked, and what each is about.
question_kinds: Entries[str] = rules.entries("question kinds")

# The ways to move that an order may ask for, and what they and others leave behind for whoever shoots at the unit.
MODES: Final = ("ground", "standstill", "minimum", "jump", "sprint", "submersible", "glide", "wings")
STAYING: Final = ("dig_in", "hit_the_deck")  # what takes the place of a move and leaves a unit standing still
FLOWN: Final = ("fly", "hover", "land", "liftoff", "launch")  # by Thrust, over the table
MOVED: Final = (*MODES, *STAYING, *FLOWN, "submarine", "dismounted", "immobile", "dropped", "none", "point")


# Terrain as hooks are asked about it: what has a name of its own beside all of these counts as this.
STRANGE: Final = "strange"
TERRAIN: Final = (*KIND_ROLES, STRANGE)


def terrain_kind(feature: Feature) -> str:
    return feature.kind if feature.kind in KIND_ROLES else STRANGE


# -- the battle and its turns (pp. 28-31) ---------------------------------------------------------------------

# What they have to ask is answered before the clock starts.
# What the state of a unit makes of it, before the rest is worked out.
unit_recruited: Hook[[Battle, Unit], None] = rules.hook("unit_recruited", "battle", "unit")
battle_opens: Hook[[Battle], None] = rules.hook("battle_opens", "battle")
# What makes a crew better or worse in this battle than its rating says.
skill_in_play: Hook[[Battle, Muster, Card], Modifier | None] = rules.hook("skill_in_play", "battle", "muster", "card")
# Where else than along its home edge a side begins, and what else is to be minded there.
deployment_areas: Hook[[Battle, str], tuple[Area, ...] | None] = rules.hook("deployment_areas", "battle", "side")
# Takes in hand the place that is named for a unit later than before the first turn; True when it has.
deploys: Hook[[Battle, orders.Deploy], bool] = rules.hook("deploys", "battle", "command")
may_deploy: Hook[[Battle, Unit, Point, float], Refusal | None] = rules.hook(
    "may_deploy", "battle", "unit", "at", "facing"
)
places_singly: Hook[[Battle], bool] = rules.hook("places_singly", "battle")
may_stay_off: Hook[[Battle, Unit], str | None] = rules.hook("may_stay_off", "battle", "unit")
# Takes a deployment into its own hands; True when it has. And what may be said with one.
deploys_otherwise: Hook[[Battle, Unit, orders.Deploy], bool] = rules.hook(
    "deploys_otherwise", "battle", "unit", "command"
)
deploy_choices: Hook[[Battle, Unit], Choice | None] = rules.hook("deploy_choices", "battle", "unit")
# How many units of a side may begin hidden, and by which rule; of several the lowest counts.
most_hidden: Hook[[Battle, str], tuple[int, str] | None] = rules.hook("most_hidden", "battle", "side")
# Whether a unit hides whatever is agreed on, without any cover but what it has made itself.
hides_anyway: Hook[[Battle, Unit], bool] = rules.hook("hides_anyway", "battle", "unit")
# How many it may be for a side that knows how, given how many the others may.
hides_more: Hook[[Battle, str, int], tuple[int, str] | None] = rules.hook("hides_more", "battle", "side", "most")
# Where a hidden unit may begin besides its side's zone: True, why not there, or nothing to say.
hides_elsewhere: Hook[[Battle, Unit, Point], bool | Refusal | None] = rules.hook(
    "hides_elsewhere", "battle", "unit", "at"
)

# What they put on the agenda comes before Initiative.
turn_begins: Hook[[Battle], None] = rules.hook("turn_begins", "battle")
phase_begins: Hook[[Battle, str], None] = rules.hook("phase_begins", "battle", "phase")
initiative: Sum[[Battle, str], Modifier] = a_sum(rules, "initiative", stages.Initiative, "battle", "side")
# Who wins it without any dice, and by which rule.
initiative_settled: Hook[[Battle], tuple[str, str] | None] = rules.hook("initiative_settled", "battle")
# Whether a side knows too little of its enemy to meddle with its communications.
too_ill_informed: Hook[[Battle, str], bool] = rules.hook("too_ill_informed", "battle", "side")
initiative_rolled: Hook[[Battle, InitiativeRolled], None] = rules.hook("initiative_rolled", "battle", "rolled")
# The part of its side with which a unit acts, where that is not the rest of it; and in which order all of them act,
# those of the side that lost Initiative known.
acts_apart: Hook[[Battle, Unit], str | None] = rules.hook("acts_apart", "battle", "unit")
turn_order: Hook[[Battle, str], tuple[str, ...] | None] = rules.hook("turn_order", "battle", "first")
# Units that may act before all others, each with the rule by which; and who does.
goes_first: Hook[[Battle, str], Mapping[str, str]] = rules.hook("goes_first", "battle", "side")
went_first: Hook[[Battle, Unit, str], None] = rules.hook("went_first", "battle", "unit", "by")
# Who takes hold of something by its name; True when that was done.
takes: Hook[[Battle, Unit, str], bool] = rules.hook("takes", "battle", "unit", "what")
# What has to be settled before the attacks of a turn, and who must not give up its own.
combat_begins: Hook[[Battle], None] = rules.hook("combat_begins", "battle")
may_hold_fire: Hook[[Battle, Unit], Refusal | None] = rules.hook("may_hold_fire", "battle", "unit")
before_combat_ends: Hook[[Battle, str], bool | None] = rules.hook("before_combat_ends", "battle", "side")

# After the hits of the turn: fires are fought, then they burn, then nerves are tested. What nature does to whoever is
# out in it comes before all that hangs on damage: who is crippled, who keeps control, who holds what.
EFFECTS, DROWNING, REMOVAL, HOSES, FIRES, NERVES, SWITCHES, HEAT, EXPOSURE, TORNADOES, LATE = range(11)
# What is in the air: who keeps control, who falls, who is still fighting whom, where paths end.
CONTROL, COMING_DOWN, FALLING, PARTING, ARRIVING = range(LATE + 1, LATE + 6)
HAPPENINGS, LEFT_BEHIND, POINTS = range(ARRIVING + 1, ARRIVING + 4)
BEFORE_EFFECTS: Final = EFFECTS - 1  # while the hits of this very turn are not felt yet
# Last of all, what nature will do in the next turn.
TREMORS, WINDS = range(POINTS + 1, POINTS + 3)
end_phase: Hook[[Battle], bool | None] = rules.hook("end_phase", "battle")

# How much a side, or a spectator (None), knows of a unit of others; of all answers the lowest counts.
knowledge: Hook[[Battle, str | None, Unit], Degree | None] = rules.hook("knowledge", "battle", "side", "unit")
# Notes of the battle without what a side may not know.
kept_back: Hook[[Battle, str | None, Mapping[str, JSON]], Mapping[str, JSON]] = rules.hook(
    "kept_back", "battle", "side", "notes"
)
# A unit lies hidden no longer, by which rule.
came_out: Hook[[Battle, Unit, str], None] = rules.hook("came_out", "battle", "unit", "by")

may_toggle: Hook[[Battle, Unit, str, bool], str | Refusal | None] = rules.hook(
    "may_toggle", "battle", "unit", "ability", "on"
)

# Turns a switch that is kept elsewhere than in the list of what is off.
switched: Hook[[Battle, Unit, str, bool], bool | None] = rules.hook("switched", "battle", "unit", "ability", "on")

victory: Hook[[Battle], Verdict | None] = rules.hook("victory", "battle")
plain_victory: Hook[[Battle], Verdict | None] = rules.hook("plain_victory", "battle")
# Whether a unit is nobody who could hold a field, though it is still there; and whether one is beaten all the same.
holds_no_field: Hook[[Battle, Unit], bool] = rules.hook("holds_no_field", "battle", "unit")
beaten: Hook[[Battle, Unit], bool] = rules.hook("beaten", "battle", "unit")
plays_on: Hook[[Battle], bool] = rules.hook("plays_on", "battle")


# -- a unit's values now --------------------------------------------------------------------------------------

move_now: Sum[[Battle, Unit, str], Cost] = a_sum(rules, "move_now", stages.Move, "battle", "unit", "mode")
tmm: Sum[[Battle, Unit], Modifier] = a_sum(rules, "tmm", stages.Tmm, "battle", "unit")
# What a unit adds to its roll when somebody tries to frighten or enrage it; of all answers the highest counts.
strong_nerves: Hook[[Battle, Unit], Modifier | None] = rules.hook("strong_nerves", "battle", "unit")
# Which of its wounds a unit feels.
wounds_felt: Hook[[Battle, Unit, tuple[str, ...]], tuple[str, ...] | None] = rules.hook(
    "wounds_felt", "battle", "unit", "wounds"
)
# Whether a unit that drops from high up may come down at a place.
may_fall_at: Hook[[Battle, Unit, Point], Refusal | None] = rules.hook("may_fall_at", "battle", "unit", "at")
# Whether nobody is left aboard a unit, or at the posts.
unmanned: Hook[[Battle, Unit], bool] = rules.hook("unmanned", "battle", "unit")
immobile: Hook[[Battle, Unit], bool | None] = rules.hook("immobile", "battle", "unit")


# -- movement (pp. 32-39) -------------------------------------------------------------------------------------

moves_with: Hook[[Battle, Unit], str | None] = rules.hook("moves_with", "battle", "unit")
# Whether a unit is not among those who move, and nobody waits for it.
lies_low: Hook[[Battle, Unit], bool] = rules.hook("lies_low", "battle", "unit")
may_stay: Hook[[Battle, Unit], Refusal | None] = rules.hook("may_stay", "battle", "unit")
movement_ends: Hook[[Battle], None] = rules.hook("movement_ends", "battle")
passed_move: Hook[[Battle, Unit], bool | None] = rules.hook("passed_move", "battle", "unit")
# What it may spend on a move of one mode, on any path.
allowance: Sum[[Battle, Unit, str], Cost] = a_sum(
    rules, "allowance", stages.Allowance, "battle", "unit", "mode", kinds=MOVED
)
# What a unit has more when it keeps to paved ground and ice for its whole move.
on_firm_ground: Hook[[Battle, Unit, str], Cost | None] = rules.hook("on_firm_ground", "battle", "unit", "mode")
# Whether a unit in the air has to come down before it makes a move: that is then made by ``converts``.
comes_down_first: Hook[[Battle, orders.Move], bool] = rules.hook("comes_down_first", "battle", "command")
# Before the path is looked at, and after.
may_move: Hook[[Movement], Refusal | None] = rules.hook("may_move", "m", kinds=MOVED)
may_end: Hook[[Movement], Refusal | None] = rules.hook("may_end", "m", kinds=MOVED)
# Why nobody is put down at a place, or comes down there, though there is room and ground for it.
kept_free: Hook[[Battle, Unit, Point], Refusal | None] = rules.hook("kept_free", "battle", "unit", "at")
may_enter: Hook[[Battle, Unit, Sequence[Feature], str], Refusal | None] = rules.hook(
    "may_enter", "battle", "unit", "features", "medium"
)
# What an inch is to a unit that has a table of its own.
goes_otherwise: Hook[[Battle, Unit, Patch, Medium], Going | None] = rules.hook(
    "goes_otherwise", "battle", "unit", "patch", "medium"
)
terrain_row: Hook[[Battle, Unit, Feature], Row | None] = rules.hook(
    "terrain_row", "battle", "unit", "feature", kinds=TERRAIN
)
# What an inch in or on water costs besides.
on_water: Hook[[Battle, Unit, Patch, Medium], Cost | None] = rules.hook("on_water", "battle", "unit", "patch", "medium")
# What a minefield needs more to go off under a unit.
minds_its_step: Hook[[Battle, Unit], Modifier | None] = rules.hook("minds_its_step", "battle", "unit")
# What else than itself a unit sets off by that name, and whether it may do so while others act.
sets_off: Hook[[Battle, Unit, str], bool] = rules.hook("sets_off", "battle", "unit", "what")
done_any_time: Hook[[Battle, Unit, orders.Act], bool] = rules.hook("done_any_time", "battle", "unit", "command")
# What is rolled for, or happens, somewhere on the way of a move, where it happens and in which order at one place.
on_the_way: Hook[[Movement], Sequence[Trial]] = rules.hook("on_the_way", "m")
# Whether a unit may get stuck in a piece of terrain.
holds_fast: Hook[[Battle, Unit, Feature], bool] = rules.hook("holds_fast", "battle", "unit", "feature", kinds=TERRAIN)
# The one move that a unit which is not its own master has to make, where there is one.
driven: Hook[[Battle, Unit], orders.Move | None] = rules.hook("driven", "battle", "unit")
# What a unit must do before it may move at all; True when it does not get away.
held: Hook[[Movement], bool] = rules.hook("held", "m")
# Inches that a unit is spared on every inch of some terrain, by the name of its row; of water, how deep it is there.
eases: Hook[[Battle, Unit, str, float], float] = rules.hook("eases", "battle", "unit", "terrain", "depth")
# A row as it is to a unit that goes where others of its kind may not.
crosses: Hook[[Battle, Unit, Row, float], Row | None] = rules.hook("crosses", "battle", "unit", "row", "depth")
# Whether soft ground that holds others does not hold a unit.
treads_lightly: Hook[[Battle, Unit, Feature], bool] = rules.hook("treads_lightly", "battle", "unit", "feature")
# Move that is spent on other things than travelling, when the way is known.
way_fees: Hook[[Movement], Cost | None] = rules.hook("way_fees", "m")
# Whether a unit may go through enemies.
slips_through: Hook[[Battle, Unit], bool] = rules.hook("slips_through", "battle", "unit")
# By which rule a unit that goes hull down at a place needs no roll.
finds_cover: Hook[[Battle, Unit, Point], str | None] = rules.hook("finds_cover", "battle", "unit", "at")
# Inches more for a move along this very path.
path_allowance: Hook[[Movement], Cost | None] = rules.hook("path_allowance", "m")
unpaved_penalty: Hook[[Battle, Unit], float | None] = rules.hook("unpaved_penalty", "battle", "unit")
# How a way leads from floor to floor of buildings, and on what a jump comes down.
storeys: Hook[[Movement], Storeys | None] = rules.hook("storeys", "m")
comes_down_on: Hook[[Movement], float | None] = rules.hook("comes_down_on", "m")
# What follows from the order to move, and from how it was carried out. What follows from being somewhere else is asked
# of whoever comes there, in whatever way.
moved: Hook[[Movement], bool | None] = rules.hook("moved", "m")
LAST_OF_ALL: Final = 90
entered: Hook[[Battle, Entered], object] = rules.hook("entered", "battle", "here")
# A unit takes the form that its move names, with all that comes of it; the answer is the move that is left.
converts: Hook[[Battle, orders.Move], orders.Move | None] = rules.hook("converts", "battle", "command")
# The type of unit as which one fits the bays of transports, where it is not its own, and by which rule.
bay_type: Hook[[Battle, Unit], tuple[str, str] | None] = rules.hook("bay_type", "battle", "unit")
# Edges besides its home by which a unit may come on.
entry_edges: Hook[[Battle, Unit], tuple[str, ...] | None] = rules.hook("entry_edges", "battle", "unit")
# By which rule, or why not, a unit goes on off the map to come back elsewhere; and what follows.
leaves_for_a_while: Hook[[Movement, str], str | Refusal | None] = rules.hook("leaves_for_a_while", "m", "edge")
left_for_a_while: Hook[[Movement], None] = rules.hook("left_for_a_while", "m")
# Whether a unit that is called back by the deed of that name is one that is off the map.
comes_back: Hook[[Battle, Unit, str], bool | None] = rules.hook("comes_back", "battle", "unit", "what")
# A unit that was off the map has just appeared at its edge.
is_back: Hook[[Battle, Unit], None] = rules.hook("is_back", "battle", "unit")
# Whether poison in the air is nothing to a unit.
filters_the_air: Hook[[Battle, Unit], bool | None] = rules.hook("filters_the_air", "battle", "unit")
# Whether what infantry is to board is something that is boarded in a way of its own; then that has been done.
boards: Hook[[Battle, Unit, str], bool | None] = rules.hook("boards", "battle", "unit", "what")
may_exit: Hook[[Battle, Unit, str], str | None] = rules.hook("may_exit", "battle", "unit", "edge")
edge_closed: Hook[[Battle, Unit, str], Refusal | None] = rules.hook("edge_closed", "battle", "unit", "edge")
unit_exited: Hook[[Battle, Unit, str], None] = rules.hook("unit_exited", "battle", "unit", "edge")
amphibious: Hook[[Battle, Unit], bool] = rules.hook("amphibious", "battle", "unit")
swims_submerged: Hook[[Battle, Unit], bool] = rules.hook("swims_submerged", "battle", "unit")
# Where else than inside a unit may ride on another, and why not; nothing, where it has no such gear.
rides_outside: Hook[[Battle, Unit, Unit], Boarding | Refusal | None] = rules.hook(
    "rides_outside", "battle", "unit", "carrier"
)
# The deck by which a unit gets on or off a transport in the place of a door, or why it has none there.
uses_a_deck: Hook[[Battle, Unit, Unit], str | Refusal | None] = rules.hook("uses_a_deck", "battle", "unit", "carrier")
# Sizes more that a unit lifts, drags and throws; and inches it loses under a load so many Sizes smaller than itself.
lifts_more: Hook[[Battle, Unit], int] = rules.hook("lifts_more", "battle", "unit")
slowed_less: Hook[[Battle, Unit, int], float | None] = rules.hook("slowed_less", "battle", "unit", "gap")
# Whether a unit that is dropped lands well without a roll.
lands_safely: Hook[[Battle, Unit], bool] = rules.hook("lands_safely", "battle", "unit")
# Where along its path a transport may let a passenger off at a place.
stops_on_the_way: Hook[[Movement, Unit, Point], tuple[Body, ...]] = rules.hook("stops_on_the_way", "m", "unit", "at")
# Takes in hand what a transport in the air unloads; True when it has.
drops: Hook[[Movement], bool] = rules.hook("drops", "m")
# Where a passenger that has stepped off goes on to, if it may.
steps_on: Hook[[Movement, orders.Unload, Unloading], Unloading | None] = rules.hook("steps_on", "m", "asked", "off")
# What a move declares of the attack that it leads to.
declares: Hook[[Movement], Refusal | None] = rules.hook("declares", "m")
# The terrain that would give way under a unit.
gives_way: Hook[[Battle, Unit, Point, float], tuple[Feature, ...]] = rules.hook(
    "gives_way", "battle", "unit", "at", "level"
)
# And what a move wears down so far that it falls.
breaks: Hook[[Movement], tuple[Feature, ...]] = rules.hook("breaks", "m")
# What makes all Control Rolls easier or harder: not to skid, not to get stuck, to stay in the air.
control: Hook[[Battle, Unit], Modifier | None] = rules.hook("control", "battle", "unit")
# The control roll that a move would bring.
skid_risk: Hook[[Movement], Skid | None] = rules.hook("skid_risk", "m")
skid_modifiers: Hook[[Movement], Modifier | None] = rules.hook("skid_modifiers", "m")
# Points of damage that making a move itself may cost the unit, on average: what players who are programs weigh.
move_danger: Hook[[Movement], float] = rules.hook("move_danger", "m")
crashes: Hook[[Battle, Unit, str], None] = rules.hook("crashes", "battle", "unit", "by")
# How a unit has moved that the setup says nothing of, where a battle opens in the Combat Phase.
has_moved: Hook[[Battle, Unit], None] = rules.hook("has_moved", "battle", "unit")
finds_no_place: Hook[[Battle, Unit], None] = rules.hook("finds_no_place", "battle", "unit")
# A structure cannot stand any longer, what has brought that about, and whether that was meant to; then it falls.
structure_felled: Hook[[Battle, Feature, Source, bool], None] = rules.hook(
    "structure_felled", "battle", "feature", "source", "on_purpose"
)
collapsed: Hook[[Battle, Feature], None] = rules.hook("collapsed", "battle", "feature")
# What is left of damage to a structure that comes from a place, or from above, behind its armor.
wall_armor: Hook[[Battle, Feature, int, Point | None], int] = rules.hook(
    "wall_armor", "battle", "feature", "points", "source"
)
# What a module adds to the state of a battle, by its keys.
state_told: Hook[[Battle], Mapping[str, Any]] = rules.hook("state_told", "battle")


# -- combat (pp. 40-48) ---------------------------------------------------------------------------------------

# Why nobody may aim at something of that name, though no unit and no terrain is called so.
no_such_target: Hook[[Battle, str], Refusal | None] = rules.hook("no_such_target", "battle", "name")
# Takes a scan of a unit into its own hands; True when it has.
reads_a_unit: Hook[[Battle, Unit, Unit], bool] = rules.hook("reads_a_unit", "battle", "unit", "target")
# What is seen whatever lies between, and what blocks a line of sight.
always_seen: Hook[[Look], bool] = rules.hook("always_seen", "sight")
line_of_sight: Hook[[Look], Obstacle | None] = rules.hook("line_of_sight", "sight")
partial_cover: Hook[[Look], str | None] = rules.hook("partial_cover", "sight")
may_spot: Hook[[Battle, Unit], Refusal | None] = rules.hook("may_spot", "battle", "spotter")
# Whether a spotter may serve more than one artillery attack in a turn.
spots_for_batteries: Hook[[Battle, Unit], bool] = rules.hook("spots_for_batteries", "battle", "spotter")
needs_no_spotter: Hook[[Battle, Unit], bool] = rules.hook("needs_no_spotter", "battle", "unit")
fires_blind: Hook[[Attack], bool] = rules.hook("fires_blind", "attack")
blind_sight: Hook[[Attack], Ruling | None] = rules.hook("blind_sight", "attack")
# Whether a unit cannot tell friends from enemies.
knows_no_friends: Hook[[Battle, Unit], bool] = rules.hook("knows_no_friends", "battle", "unit")
# Whom a unit may aim at though it does not see it.
aims_unseen: Hook[[Battle, Unit, Unit], bool] = rules.hook("aims_unseen", "battle", "unit", "enemy")
# The terrain that has to be shot at to strike a unit, and how much of one counts as hidden where cover is concerned.
aims_through: Hook[[Attack], Feature | None] = rules.hook("aims_through", "attack")
cover_share: Hook[[Look], float | None] = rules.hook("cover_share", "sight")
# Where an attack of one that is not on the table is made from, and the terrain that is struck in a unit's stead.
muzzle: Hook[[Attack], Unit | None] = rules.hook("muzzle", "attack")
stands_for: Hook[[Battle, Unit], str | None] = rules.hook("stands_for", "battle", "unit")
firing_arc: Hook[[Battle, Unit], Arc | None] = rules.hook("firing_arc", "battle", "unit")
# Where an attack is not made from base to base: whether weapons bear, how far it is, its bracket.
bears: Hook[[Attack, Mount], bool | None] = rules.hook("bears", "attack", "mount")
reaches: Hook[[Attack], float | None] = rules.hook("reaches", "attack")
counts_as: Hook[[Attack], str | None] = rules.hook("counts_as", "attack")

# The kind of attack that an order means which names a wider one, and its number where that is not the usual sum.
kind_meant: Hook[[Battle, Unit, orders.Attack], str | None] = rules.hook("kind_meant", "battle", "unit", "command")
shell_number: Hook[[Attack], tuple[Modifier, ...] | None] = rules.hook("shell_number", "attack")
# How many turns a shell is on its way; and what else is done when one comes down, of whose unit and how long it flew.
flight_turns: Hook[[Attack], int | None] = rules.hook("flight_turns", "attack")
shell_came_down: Hook[[Battle, Unit, Point, int], None] = rules.hook("shell_came_down", "battle", "unit", "at", "turns")
# Takes the landing of a shell into its own hands; True when it has.
lands_otherwise: Hook[[Attack, Shell], bool] = rules.hook("lands_otherwise", "attack", "shell")
# Hears that missiles which nobody has declared just now have done what they do.
missiles_are_in: Hook[[Battle], None] = rules.hook("missiles_are_in", "battle")

# Whether the other side has found out about a gun beyond the table.
found_out: Hook[[Battle, Unit], bool] = rules.hook("found_out", "battle", "unit")

hand_weapon: Hook[[Battle, Unit], bool] = rules.hook("hand_weapon", "battle", "unit")
swarms: Hook[[Battle, Unit], bool] = rules.hook("swarms", "battle", "unit")
# The unit whose place and movement count for one that fires while it is carried.
fires_from: Hook[[Battle, Unit], Unit | None] = rules.hook("fires_from", "battle", "unit")

# In the order in which a player would want to hear of them: carried units first, then whether it can attack at all,
# whether it has done so, whom it may aim at, what it sees, what it fires.
CARRIED, ABLE, STRUCK, SLOT, AIM, SIGHT, SPECIAL, POWER = range(1, 9)
# Most attacks are plain shots (combat/attack.py), and most rules have nothing to say about those.
SHOT: Final = "plain shot"
PLAIN_KIND: Final = "weapon"
PLAIN: Final = {SHOT: PLAIN_KIND}
may_attack: Hook[[Attack], Refusal | None] = rules.hook("may_attack", "attack", kinds=attack_kinds, plain=PLAIN)

# The lines of a target number; what stands between them changes them (stages.py).
SKILL: Final[stages.ToHit] = stages.ToHit.SKILL
ATTACKER: Final[stages.ToHit] = stages.ToHit.ATTACKER
TARGET: Final[stages.ToHit] = stages.ToHit.TARGET
OTHER: Final[stages.ToHit] = stages.ToHit.OTHER
ANY_ATTACK: Final[stages.ToHit] = stages.ToHit.ANY_ATTACK
RANGE: Final[stages.ToHit] = stages.ToHit.RANGE
to_hit: Sum[[Attack], Modifier] = a_sum(
    rules, "to_hit", stages.ToHit, "attack", kinds=attack_kinds, plain=PLAIN, alone=stages.ToHit.ANY_ATTACK
)
target_moved: Hook[[Attack], Modifier | None] = rules.hook("target_moved", "attack", kinds=MOVED)
aiming_bracket: Hook[[Attack, str], str | None] = rules.hook("aiming_bracket", "attack", "bracket")
fire_control: Hook[[Attack], str | None] = rules.hook("fire_control", "attack")

# What makes an attack harder even where its number is not made up of the usual parts.
fixed_number: Hook[[Attack], Modifier | None] = rules.hook("fixed_number", "attack")

# Asks something about an attack that is declared, before its dice, and hears the answer to a question of that kind;
# what stops it there says what has, or that somebody else goes on with it. A shell in flight is met as it comes in.
declared_question: Hook[[Attack], Decision | None] = rules.hook("declared_question", "attack")
declared_answered: Hook[[Attack, str, str], None] = rules.hook("declared_answered", "attack", "kind", "choice")
stops_attack: Hook[[Attack], Stopped | bool | None] = rules.hook("stops_attack", "attack")
# Takes an attack that is allowed into its own hands; True when it has.
attack_begins: Hook[[Attack], bool] = rules.hook("attack_begins", "attack")

# Whether an attack may name what it fires without its unit having been loaded with it before the battle.
fires_unloaded: Hook[[Attack], bool] = rules.hook("fires_unloaded", "attack")
# The kind of attack that an order means by what it fires and aims at, where it names only weapons or artillery.
announced_as: Hook[[Battle, orders.Attack], str | None] = rules.hook("announced_as", "battle", "command")
# What a hit is worth besides its damage, in points of damage: what players who are programs weigh.
side_effects: Hook[[Attack], float] = rules.hook("side_effects", "attack")
# Whether a pod that has struck is no beacon.
pod_strikes: Hook[[Attack], bool] = rules.hook("pod_strikes", "attack")
# What it is worth to paint an enemy for those who home in on it, in points of damage.
worth_painting: Hook[[Battle, Unit, Unit], float] = rules.hook("worth_painting", "battle", "painter", "target")
# What else is to be minded about a munition that an attack names and its unit has.
munition_fits: Hook[[Attack], Refusal | None] = rules.hook("munition_fits", "attack")

# Asks whether a hit is rolled again, and whether a critical hit is.
hit_doubted: Hook[[Attack, int, tuple[int, ...]], Decision | None] = rules.hook(
    "hit_doubted", "attack", "number", "roll"
)
critical_doubted: Hook[[Battle, Unit, str | None, str], bool] = rules.hook(
    "critical_doubted", "battle", "unit", "attacker", "result"
)
# Asks whether a miss is rolled again.
second_chance: Hook[[Attack, int, tuple[int, ...]], Decision | None] = rules.hook(
    "second_chance", "attack", "number", "roll"
)
# Asks something about a hit before its damage is worked out, and hears the answer to a question of that kind.
hit_question: Hook[[Attack], Decision | None] = rules.hook("hit_question", "attack")
hit_answered: Hook[[Attack, str, str], None] = rules.hook("hit_answered", "attack", "kind", "choice")
# Follows the damage of a hit on a unit and all that came of it; and hears of every attack, with each of its rolls.
hit_landed: Hook[[Attack, Made], None] = rules.hook("hit_landed", "attack", "made")
# The kind of attack that a unit aboard another makes there, if any.
fights_aboard: Hook[[Battle, Unit, orders.Attack], str | None] = rules.hook(
    "fights_aboard", "battle", "unit", "command"
)
attack_made: Hook[[Attack, Made], bool | None] = rules.hook("attack_made", "attack", "made")
# How many rolls an attack makes, each for a point of its damage, where it is not one for all of it.
rolls_apart: Hook[[Attack], int | None] = rules.hook("rolls_apart", "attack", kinds=attack_kinds)
# Whether a unit's weapons may be aimed at the ground, and what a hit on the ground, or on terrain, does to it.
fires_at_ground: Hook[[Battle, Unit], bool] = rules.hook("fires_at_ground", "battle", "unit")
ground_hit: Hook[[Attack, Settled], None] = rules.hook("ground_hit", "attack", "settled")
# Ground has become other ground under somebody.
ground_became: Hook[[Battle, Became], None] = rules.hook("ground_became", "battle", "became")
# Area-effect damage, or a minefield, has struck the ground; and something has set alight what is around a place.
ground_struck: Hook[[Battle, Shock], None] = rules.hook("ground_struck", "battle", "shock")
section_burns: Hook[[Battle, Unit, str], None] = rules.hook("section_burns", "battle", "unit", "section")
fire_lit: Hook[[Battle, str], None] = rules.hook("fire_lit", "battle", "name")
set_alight: Hook[[Battle, Point, float, str], None] = rules.hook("set_alight", "battle", "at", "reach", "by")
# Shells of other kinds than the usual: their templates with the damage under each, whom they spare, and what they do
# where they come down. So do bombs.
shell_areas: Hook[[Attack], tuple[tuple[int, Strength], ...] | None] = rules.hook("shell_areas", "attack")
# Whom a blast does not reach though it is there; and something that was fired at a place has come down, and it is over.
spared: Hook[[Battle, Impact, Unit | Feature], bool] = rules.hook("spared", "battle", "impact", "struck")
comes_down: Hook[[Battle, Fallen], None] = rules.hook("comes_down", "battle", "fallen")
ground_feels: Hook[[Attack, Shock], Shock] = rules.hook("ground_feels", "attack", "shock")
shell_lands: Hook[[Attack, Point], None] = rules.hook("shell_lands", "attack", "at")
# Inches by which the areas of an attack are wider than usual, from side to side.
wider_area: Hook[[Attack], float] = rules.hook("wider_area", "attack", kinds=attack_kinds)
spoils_flak: Hook[[Attack, Roll], bool] = rules.hook("spoils_flak", "attack", "roll")


# -- damage (pp. 48-51) and heat (pp. 52-53) ------------------------------------------------------------------

# Some rules go by the attack that does it, and are asked of nothing else; all others ask where it comes from.
MADE, DEALT = "made", "dealt"
damage: Hook[[Reckoning], Modifier | None] = rules.hook("damage", "work", kinds=(MADE, DEALT))
# What the harm of this very attack is besides what its kind is, in words of play/traits.py.
made_of: Hook[[Attack], Traits | None] = rules.hook("made_of", "attack")
# Whether minimal damage is rolled for every unit in an area by itself.
dice_apart: Hook[[Attack], bool] = rules.hook("dice_apart", "attack")
# Levels of heat that a unit does not feel, and levels that it endures before it shuts down.
heat_shrugged_off: Hook[[Battle, Unit], int | None] = rules.hook("heat_shrugged_off", "battle", "unit")
heat_endured: Hook[[Battle, Unit], int | None] = rules.hook("heat_endured", "battle", "unit")
# What a unit does not take of heat, and where that comes from.
heat_resisted: Hook[[Battle, Unit, int, Source], int | None] = rules.hook(
    "heat_resisted", "battle", "unit", "heat", "source"
)
# What a structure absorbs of this very attack, where that is less than it usually does.
absorbs_less: Hook[[Reckoning, Feature, int], int | None] = rules.hook("absorbs_less", "work", "structure", "points")
# The heat that an attack brings, where it is not what the card says: what is added first, then what it is in the air.
ADDS, IN_FLIGHT, SETS = range(3)
heat_brought: Hook[[Attack, int], int | None] = rules.hook("heat_brought", "attack", "heat")
# Structures have taken something off what no attack's own sum did.
absorbed: Hook[[Battle, Settled, Source], None] = rules.hook("absorbed", "battle", "settled", "source")
# The shares of a hit that do not all fall on the unit that was struck.
hit_shared: Hook[[Battle, Hit], tuple[Hit, ...] | None] = rules.hook("hit_shared", "battle", "hit")
hit_direction: Hook[[Attack], str | None] = rules.hook("hit_direction", "attack")
# Whether what is hit now is hurt at once, even in the Combat Phase.
strikes_at_once: Hook[[Battle], bool] = rules.hook("strikes_at_once", "battle")
# What else comes of a hit when all its checks are made; steps that are returned are taken at once.
hit_taken: Hook[[Struck], Steps | None] = rules.hook("hit_taken", "struck")
critical_causes: Hook[[Struck], str | None] = rules.hook("critical_causes", "struck")
keeps_sealed: Hook[[Struck], bool | None] = rules.hook("keeps_sealed", "struck")
# Critical checks that a hit brings by what was fired; and what a check needs 2D6 to reach before it is made, by its
# cause, with the rule that says so.
hit_causes: Hook[[Attack, Settled], str | None] = rules.hook("hit_causes", "attack", "settled")
chancy_checks: Entries[Callable[[Switched], tuple[int, str]]] = rules.entries("critical checks that need luck")
critical_rolls: Hook[[Battle, Unit], int | None] = rules.hook("critical_rolls", "battle", "unit")
critical_cancelled: Hook[[Battle, Unit, str], tuple[BattleEvent, ...] | None] = rules.hook(
    "critical_cancelled", "battle", "unit", "cause"
)
# What is added to a roll on the table: the attacker is the unit whose attack brought it about, if any did.
critical_modifiers: Hook[[Battle, Unit, str | None], Modifier | None] = rules.hook(
    "critical_modifiers", "battle", "unit", "attacker"
)
# What is added to the roll for a hull breach.
breach_modifiers: Hook[[Battle, Unit], Modifier | None] = rules.hook("breach_modifiers", "battle", "unit")
# What comes in the place of a result that is not taken as it is: another roll, or a question.
critical_again: Hook[[CriticalRoll], Steps | None] = rules.hook("critical_again", "rolled")
critical_column: Hook[[Battle, Unit], Mapping[int, str] | None] = rules.hook("critical_column", "battle", "unit")
ammo_hit: Hook[[Battle, Unit], Blast | None] = rules.hook("ammo_hit", "battle", "unit")
motive_modifiers: Hook[[Battle, Unit], Modifier | None] = rules.hook("motive_modifiers", "battle", "unit")
# What a player has had done about a unit's heat, when all else is known but what it does to itself on purpose.
flushes: Hook[[Battle, Unit, Level], None] = rules.hook("flushes", "battle", "unit", "level")
# What else than water takes heat off a unit that is hot.
cools: Hook[[Battle, Unit], Modifier | None] = rules.hook("cools", "battle", "unit")
# Whether what is shut down never restarts.
stays_shut_down: Hook[[Battle, Unit], bool] = rules.hook("stays_shut_down", "battle", "unit")
BEFORE_COOLING, AFTER_COOLING = "before cooling", "after cooling"
outside_heat: Hook[[Battle, Unit, Level], None] = rules.hook(
    "outside_heat", "battle", "unit", "level", kinds=(BEFORE_COOLING, AFTER_COOLING)
)
# What becomes of a vehicle that wounds have just stopped for good.
stopped_for_good: Hook[[Battle, Unit], None] = rules.hook("stopped_for_good", "battle", "unit")
engine_heat_replaced: Hook[[Battle, Unit], bool] = rules.hook("engine_heat_replaced", "battle", "unit")
lost_with: Hook[[Battle, Unit, Unit], None] = rules.hook("lost_with", "battle", "carrier", "passenger")
# Harm is about to strike a unit; a unit is lost, and to what; and it is gone.
harmed: Hook[[Battle, Hit], None] = rules.hook("harmed", "battle", "hit")
unit_doomed: Hook[[Battle, Unit, Source], None] = rules.hook("unit_doomed", "battle", "unit", "source")
unit_destroyed: Hook[[Battle, Unit], None] = rules.hook("unit_destroyed", "battle", "unit")


# -- in the air (pp. 180-188) ---------------------------------------------------------------------------------

# Why a craft does not take off where it could.
may_lift_off: Hook[[Battle, Unit], Refusal | None] = rules.hook("may_lift_off", "battle", "unit")
# What else is to be minded about a flight or a landing.
flight_rules: Hook[[Plan], Refusal | None] = rules.hook("flight_rules", "plan")
# What a flight ends with, and the roll for it; True where that ends the move in its own time.
flight_made: Hook[[Plan], bool | None] = rules.hook("flight_made", "plan")
flight_preview: Hook[[Plan], Landing | None] = rules.hook("flight_preview", "plan")
# Who has a move to make though it is aboard another.
leaves_by_itself: Hook[[Battle, Unit], bool] = rules.hook("leaves_by_itself", "battle", "unit")
# Who fails every Control Roll without dice, and by which rule.
keeps_no_control: Hook[[Battle, Unit], str | None] = rules.hook("keeps_no_control", "battle", "unit")
# The question whether a Control Roll that has failed is rolled once more (without dice: whether it could be asked), and
# what is done about the answer: True where new dice are thrown.
control_again: Hook[[Battle, Check, tuple[int, ...]], Decision | None] = rules.hook(
    "control_again", "battle", "check", "roll"
)
rolled_again: Hook[[Battle, Unit, tuple[int, ...], str], bool] = rules.hook(
    "rolled_again", "battle", "unit", "roll", "choice"
)
# What changes a Control Roll, by what it is rolled for.
control_roll: Sum[[Battle, Unit, str], Modifier] = a_sum(
    rules, "control_roll", stages.ControlRoll, "battle", "unit", "why"
)
# What is done in the place of fire, once two have fought for position; inches that bombs scatter less; whether a unit
# may attack the ground once more in the same pass; and how long the strips are that it strafes.
instead_of_fire: Hook[[Attack], bool] = rules.hook("instead_of_fire", "attack")
steady_bombs: Hook[[Attack], float] = rules.hook("steady_bombs", "attack")
one_pass_more: Hook[[Attack], bool] = rules.hook("one_pass_more", "attack")
strip_lengths: Hook[[Attack], tuple[float, float] | None] = rules.hook("strip_lengths", "attack")


# -- electronics (pp. 76-82) ----------------------------------------------------------------------------------

# Whether something keeps an ability of a unit from working for now.
disabled: Hook[[Battle, Unit, str], bool] = rules.hook("disabled", "battle", "unit", "code")
ecm: Hook[[Battle, Unit], Suite | None] = rules.hook("ecm", "battle", "unit")
# Whether a field of jamming works where a base is, of several that lie over each other.
field_holds: Hook[[Battle, JammingField, Place], bool] = rules.hook("field_holds", "battle", "field", "spot")
# Fields of jamming that cling to units of a side; their owner is the unit they cling to.
clinging_fields: Hook[[Battle, str], Sequence[JammingField]] = rules.hook("clinging_fields", "battle", "side")
ecm_boost: Hook[[Battle, Unit], float | None] = rules.hook("ecm_boost", "battle", "unit")
# Fields of jamming that belong to nobody and jam everybody.
stray_fields: Hook[[Battle], Sequence[JammingField]] = rules.hook("stray_fields", "battle")
# Inches by which every probe of a unit reaches farther, and whether its crew sees what Recon would show.
sharp_eyes: Hook[[Battle, Unit], float] = rules.hook("sharp_eyes", "battle", "unit")
reconnoitres: Hook[[Battle, Unit], bool] = rules.hook("reconnoitres", "battle", "unit")
# Whether a unit's probes see nothing where it stands.
probes_blinded: Hook[[Battle, Unit], bool] = rules.hook("probes_blinded", "battle", "unit")
c3_masters: Hook[[Battle, Unit], int | None] = rules.hook("c3_masters", "battle", "unit")
c3_slaves: Hook[[Battle, Unit], str | None] = rules.hook("c3_slaves", "battle", "unit")


# -- what may be done now (asking/offers.py) ------------------------------------------------------------------

# What a unit may do besides moving, attacking and passing, and what its player may turn on and off.
offers: Hook[[Battle, Unit], tuple[Offer, ...] | None] = rules.hook("offers", "battle", "unit")
switches: Hook[[Battle, Unit], Switch | None] = rules.hook("switches", "battle", "unit")
# What may be said with an attack or a move; a word that nobody offers is refused.
attack_choices: Hook[[Attack], Choice | None] = rules.hook("attack_choices", "attack", kinds=attack_kinds)
move_choices: Hook[[Battle, Unit], Choice | None] = rules.hook("move_choices", "battle", "unit")
# What a module tells of an attack beforehand, by the keys of a preview.
attack_told: Hook[[Attack], Mapping[str, Any] | None] = rules.hook("attack_told", "attack")
# Whether a unit that has attacked may do so again, and what its player should keep in mind.
attacks_again: Hook[[Battle, Unit], bool | None] = rules.hook("attacks_again", "battle", "unit")
remarks: Hook[[Battle, Unit], str | None] = rules.hook("remarks", "battle", "unit")
# What a careful player heeds: how much of a Move it is wise to spend, and who is lost as soon as it steps out.
prudent_move: Hook[[Battle, Unit, str], float | None] = rules.hook("prudent_move", "battle", "unit", "mode")
lost_outside: Hook[[Battle, Unit], bool] = rules.hook("lost_outside", "battle", "unit")


# -- scenarios (pp. 140-150) ----------------------------------------------------------------------------------

kill_worth: Hook[[Battle, Unit], Worth | None] = rules.hook("kill_worth", "battle", "unit")
never_withdraws: Hook[[Battle, Unit], bool] = rules.hook("never_withdraws", "battle", "unit")
withdrawal_edges: Hook[[Battle, Unit], tuple[str, ...] | None] = rules.hook("withdrawal_edges", "battle", "unit")
