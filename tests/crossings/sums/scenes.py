"""The parts of the sums, each as what a battle must have so that it comes about."""

from __future__ import annotations

from typing import Final

from crossings.sums.staged import APART, BLOW, CLOSE, FAR, FIRE, NERVE, NOISE, ORDINARY, Part
from lancemate.alphastrike.play import orders

EVERY: Final = ("mech", "wheels", "hover", "foot", "riders")
MACHINES: Final = ("mech", "wheels", "hover")
TANKS: Final = ("wheels", "hover")
AIM: Final = ("mech", "jumper", "wheels", "hover")
LIMPETS: Final = {
    **ORDINARY,
    "name": "Limpets",
    "type": "BA",
    "size": 1,
    "ov": 0,
    "move": '6"j',
    "specials": ["CAR5", "XMEC"],
}
DARK: Final = {"light": "dusk"}

# -- Move -------------------------------------------------------------------------------------------------------

wound = Part(
    "AS-MOV-001",
    on=("mech",),
    card={"armor": 0},
    blow=(orders.Attack("b1", "r1"),),
    dice={BLOW: (6, 5, 4, 3)},
)
gravity = Part("AS-BAT-092", on=EVERY, conditions={"gravity": 2.0})
heat = Part("AS-HEA-003", before=(orders.Toggle("r1", "OVERHEAT", True),))
myomer = Part("AS-SPC-051", specials=("TSM",), needs=(heat,))
rider = Part(
    "AS-MOV-074",
    on=MACHINES,
    friends=({"id": "r9", "card": LIMPETS, "state": {"aboard": "r1", "riding": True}},),
)
custom = Part("AS-BAT-075", on=EVERY, conditions={"custom": [{"name": "Ash", "move": -2}]})
thin_air = Part("AS-BAT-082", on=("hover",), conditions={"atmosphere": "thin"})
thick_air = Part("AS-BAT-083", on=("hover",), conditions={"atmosphere": "thick"})
extreme_heat = Part("AS-BAT-096", on=TANKS, conditions={"temperature": 60})
gale = Part("AS-BAT-103", on=("foot", "riders"), conditions={"wind": {"force": 1, "from": 0}})
hardened = Part(
    "AS-SPA-028",
    on=("foot", "riders"),
    conditions={"wind": {"force": 3, "from": 0}},
    abilities=("Environmental Specialist (Wind)",),
)
fear = Part(
    "AS-SPA-014",
    on=EVERY,
    foes=({"id": "b9", "card": {**ORDINARY, "name": "Terror"}, "at": [15, 12], "abilities": ["Demoralizer"]},),
    dice={NERVE: (1, 1, 1, 1)},
)
load = Part(
    "AS-OPT-408",
    options=("external_cargo",),
    setup={"settings": {"external_cargo": {"items": [{"id": "crate", "tons": 60, "at": [20, 9]}]}}},
    before=(orders.Act("r1", "take", "crate"),),
)
trailer = Part(
    "AS-OPT-426",
    on=("wheels",),
    specials=("HTC",),
    options=("external_cargo",),
    friends=(
        {
            "id": "r8",
            "card": {
                **ORDINARY,
                "name": "Trailer",
                "type": "CV",
                "ov": 0,
                "size": 3,
                "move": '8"w',
                "specials": ["HTC"],
            },
            "at": [20, 8.75],
        },
    ),
    move=orders.Act("r1", "tow", "r8"),
)
bombs = Part("AS-SPC-019", on=("fighter",), specials=("BOMB4",), unit={"bombs": ["HE", "HE", "HE", "HE"]})
speed_demon = Part("AS-SPA-058", on=(*MACHINES, "foot", "fighter"), abilities=("Speed Demon",))
light_horse = Part("AS-SPA-076", on=("riders",), abilities=("Light Horseman",))
foot_cavalry = Part("AS-SPA-078", on=("foot",), abilities=("Foot Cavalry",))
sprint = Part("AS-MOV-057", on=EVERY, mode="sprint")
pavement = Part("AS-MOV-017", on=("wheels",), terrain=({"kind": "pavement", "rect": [10, 5, 20, 20]},))
confusion = Part("AS-SCA-021", on=(*EVERY, "fighter"), against=("Communications Disruption",), dice={NOISE: (6,)})
crawl = Part("AS-BAT-103", on=("foot", "riders"), conditions={"wind": {"force": 1, "from": 0}})

# -- target numbers ---------------------------------------------------------------------------------------------


def aims(rule: str, **more: object) -> Part:
    return Part(rule, **{"sum": "to hit", "on": AIM, **more})  # type: ignore[arg-type]


JUMP: Final = orders.Move("r1", ((20.0, 12.0),), mode="jump")
jumped = aims("AS-COM-041", on=("jumper",), move=JUMP)
jumping_jack = aims("AS-SPA-040", on=("jumper",), abilities=("Jumping Jack",), needs=(jumped,))
target_moved = aims("AS-COM-044", foe={"tmm": 3}, enemy_moves=True)
woods = aims("AS-COM-052", terrain=({"kind": "woods", "rect": [10, 11.5, 20, 1.5]},))
dark = aims("AS-BAT-085", on=TANKS, conditions=DARK)
interference = aims("AS-BAT-091", conditions={"emi": True})
hot = aims("AS-COM-056", on=("mech", "jumper"), before=(orders.Toggle("r1", "OVERHEAT", True),))
stealth = aims("AS-COM-080", far=(APART, FAR), foe={"specials": ["STL"]})
shield = aims("AS-COM-072", on=("mech", "jumper"), specials=("SHLD",))
battle_armor = aims("AS-COM-077", foe={"type": "BA", "size": 1, "ov": 0, "move": '6"j'})
protomech = aims("AS-COM-079", foe={"type": "PM", "size": 1, "ov": 0})
large = aims("AS-COM-078", foe={"type": "SV", "ov": 0, "move": '8"t', "specials": ["LG"]})
mimetic = aims("AS-SPC-040", foe={"specials": ["MAS"]})
rain = aims("AS-BAT-113", conditions={"weather": ["heavy_rain"]})
strong_wind = aims("AS-BAT-105", conditions={"wind": {"force": 3, "from": 0}})
tracers = aims(
    "AS-OPT-121",
    on=TANKS,
    specials=("AC2/2/2",),
    unit={"munitions": {"AC": "tracer"}},
    options=("alternate_munitions",),
    order={"ammo": "tracer"},
    needs=(dark,),
)
at_home = aims(
    "AS-SCA-027",
    on=TANKS,
    commands=({"ability": "Environmental Specialization (Darkness)", "benefits": ["combat"]},),
    needs=(dark,),
)
woodsmen = aims(
    "AS-SCA-027",
    commands=({"ability": "Environmental Specialization (Woods)", "benefits": ["combat"]},),
    needs=(woods,),
)
night_specialist = aims("AS-SPA-028", on=TANKS, abilities=("Environmental Specialist (Darkness)",), needs=(dark,))
nightwalker = aims("AS-SPA-069", on=TANKS, abilities=("Terrain Master (Nightwalker)",), needs=(dark,))
in_the_open = aims("AS-SCA-028", against=({"ability": "Environmental Specialization (Clear)", "benefits": ["combat"]},))
outnumbered = aims(
    "AS-SCA-038",
    on=("jumper",),
    commands=("Hit and Run",),
    foes=tuple({"id": f"b{n}", "card": ORDINARY, "at": [10 + 4 * n, 60], "facing": 180} for n in (6, 7, 8)),
    needs=(jumped,),
)
sniper = aims("AS-SPA-057", far=(APART, FAR), abilities=("Sniper",))
medium_master = aims("AS-SPA-050", far=(APART, CLOSE), abilities=("Range Master (Medium)",))
brawlers = aims("AS-SCA-018", far=(FAR, CLOSE), commands=("Brawlers",))
sharp_shooters = aims("AS-SCA-051", far=(FAR, CLOSE), commands=("Sharp Shooters",))
network = aims(
    "AS-SPC-056",
    far=(APART, FAR),
    specials=("C3I",),
    friends=({"id": "r7", "card": {**ORDINARY, "specials": ["C3I"]}, "at": [24, 20], "facing": 0},),
    setup={"networks": [{"kind": "C3I", "members": ["r1", "r7"]}]},
)

# -- TMM --------------------------------------------------------------------------------------------------------


def eludes(part: Part, rule: str) -> Part:
    from dataclasses import replace

    return replace(part, sum="tmm", rule=rule)


slow = eludes(wound, "AS-COM-043")
sluggish = Part(
    "AS-HEA-004",
    sum="tmm",
    before=(orders.Attack("r1", "b1", overheat=2),),
    dice={FIRE: (1, 1)},
)
easier_prey = eludes(fear, "AS-SPA-014")
laden = eludes(load, "AS-OPT-408")

# -- Initiative -------------------------------------------------------------------------------------------------


def begins(rule: str, *commands: object, **more: object) -> Part:
    return Part(rule, **{"sum": "initiative", "commands": commands, **more})  # type: ignore[arg-type]


planning = begins("AS-SCA-055", "Strategic Planning", unit={"skill": 2})
few = begins("AS-SCA-067", "Tactical Specialization (Small Unit Actions)")
region = begins("AS-SCA-049", "Regional Specialization (Skye)", setup={"location": "Skye"})
enemy = begins("AS-SCA-024", "Enemy Specialization (Davion)")
unpaired = begins("AS-SCA-022", {"ability": "Counterparts", "pairs": ["BM", "CV"]})
attacking = begins(
    "AS-SCA-063", {"ability": "Tactical Specialization", "benefits": ["attack"]}, side={"role": "attacker"}
)
defending = begins(
    "AS-SCA-063", {"ability": "Tactical Specialization", "benefits": ["attack"]}, side={"role": "defender"}
)
lost = begins("AS-SCA-025", {"ability": "Environmental Specialization (Vacuum)", "benefits": ["combat"]})
headquarters = begins("AS-OPT-215", specials=("MHQ6",), options=("battlefield_intelligence",))
adjustments = Part("AS-SCA-056", sum="initiative", against=("Tactical Adjustments",), turn=3, silent=True)

# -- Control Rolls ----------------------------------------------------------------------------------------------


def engages(rule: str, **more: object) -> Part:
    return Part(rule, **{"sum": "control", "on": ("fighter",), **more})  # type: ignore[arg-type]


ace = engages("AS-SPA-042", abilities=("Maneuvering Ace",))
washer = engages("AS-SPA-052", abilities=("Ride the Wash",))
walker = engages("AS-SPA-073", abilities=("Wind Walker",))
outflown = engages("AS-SCA-058", against=("Tactical Experts (Dogfighting)",))

# -- what an inch costs -----------------------------------------------------------------------------------------


def costs(rule: str, **more: object) -> Part:
    return Part(rule, **{"sum": "cost", "on": ("mech", "foot"), "far": (FAR,), **more})  # type: ignore[arg-type]


woodland = costs("AS-MOV-015", terrain=({"kind": "woods", "rect": [10, 5, 20, 20]},))
road = costs(
    "AS-MOV-033", terrain=({"kind": "road", "line": [[20, 5], [20, 20]], "width": 3},), needs=(woodland,), silent=True
)
light_feet = costs("AS-SPA-042", abilities=("Maneuvering Ace",), needs=(woodland,), silent=True)
ranger = costs("AS-SPA-066", abilities=("Terrain Master (Forest Ranger)",), needs=(woodland,), silent=True)
mobile = costs(
    "AS-SCA-027",
    commands=({"ability": "Environmental Specialization (Woods)", "benefits": ["mobility"]},),
    needs=(woodland,),
    silent=True,
)

SCENES: Final = {
    name: part for name, part in globals().items() if isinstance(part, Part) and name not in ("crawl", "adjustments")
}
