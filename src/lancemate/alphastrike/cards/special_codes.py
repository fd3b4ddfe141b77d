"""The table of all special abilities: code, name, shape of the parameter, who may carry it, core or optional.

Knows what the codes are called and how they are written; must not know how they act in play (abilities/).
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.cards.arithmetic import round_up
from lancemate.alphastrike.cards.damage_value import Damage, Strength
from lancemate.alphastrike.cards.special_words import WORDS
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.specials import Special


class Shape(Enum):
    """What follows a code on the card; the value is the sentence that says so."""

    PLAIN = "stands alone"
    NUMBER = "needs a number"
    COUNT = "takes a number above 1 or none"
    STRENGTH = "needs a damage value"
    BRACKETS = "needs values by range"
    BAY = "needs a number, and may name its doors"
    TURRET = "needs damage and abilities in parentheses"
    MODES = "needs its other modes in parentheses"


PLAIN, NUMBER, COUNT, STRENGTH = Shape.PLAIN, Shape.NUMBER, Shape.COUNT, Shape.STRENGTH
BRACKETS, BAY, TURRET, MODES = Shape.BRACKETS, Shape.BAY, Shape.TURRET, Shape.MODES


@frozen
class Ability:
    """One row of the table. ``types`` is empty when the text sets no limit; BD stands for buildings."""

    code: str
    name: str
    shape: Shape
    number: int  # of the ledger entry that describes it
    types: str = ""
    brackets: int = 3  # values printed at least, where there are values by range
    decimal: bool = False
    own: str = ""  # the entry of somebody's own ledger, instead of a number

    @property
    def rule(self) -> str:
        return self.own or f"AS-SPC-{self.number:03d}"

    @property
    def core(self) -> bool:
        """Standard abilities come before the optional ones in the book, and in the ledger."""
        return bool(self.own) or 8 <= self.number <= 65

    @property
    def example(self) -> str:
        return self.code + _EXAMPLES[self.shape].format("/".join("112"[: self.brackets]))

    def carried_by(self, unit_type: str) -> bool:
        return not self.types or unit_type in self.types.split()


_EXAMPLES: Final = {
    PLAIN: "",
    NUMBER: "2",
    COUNT: "2",
    STRENGTH: "1",
    BRACKETS: "{}",
    BAY: "4D2",
    TURRET: "(2/3/2, AMS)",
    MODES: "(10a)",
}

_MECHS = "BM IM"
_VEHICLES = "CV SV"
_FOOT = "CI BA"
_FIXED = "MS BD SV"

_ROWS: Final = (
    # Standard special abilities
    Ability("AFC", "Advanced Fire Control", PLAIN, 8, "IM SV"),
    Ability("AMP", "Amphibious", PLAIN, 9, "BM IM PM CV SV CI BA"),
    Ability("AECM", "Angel ECM", PLAIN, 10),
    Ability("AM", "Anti-'Mech", PLAIN, 11, _FOOT),
    Ability("AMS", "Anti-Missile System", PLAIN, 12),
    Ability("ARM", "Armored Components", PLAIN, 13),
    Ability("ARS", "Armored Motive Systems", PLAIN, 14, _VEHICLES),
    Ability("BAR", "Barrier Armor Rating", PLAIN, 15),
    Ability("BFC", "Basic Fire Control", PLAIN, 16, "IM SV"),
    Ability("BHJ", "BattleMech HarJel", PLAIN, 17, _MECHS),
    Ability("SHLD", "BattleMech Shield", PLAIN, 18, _MECHS),
    Ability("BOMB", "Bombs", NUMBER, 19, "AF CF SV BA CV"),
    Ability("CAR", "Cargo", NUMBER, 20, _FOOT),
    Ability("CASE", "Cellular Ammunition Storage Equipment", PLAIN, 21),
    Ability("CASEII", "Cellular Ammunition Storage Equipment II", PLAIN, 22),
    Ability("ECM", "Electronic Countermeasures", PLAIN, 23),
    Ability("EE", "Elementary Engine", PLAIN, 25),
    Ability("FC", "Fuel Cell Engine", PLAIN, 26),
    Ability("ENE", "Energy", PLAIN, 27),
    Ability("XMEC", "Extended Mechanized", PLAIN, 28, "BA"),
    Ability("FR", "Fire Resistant", PLAIN, 29),
    Ability("FLK", "Flak", BRACKETS, 30),
    Ability("HT", "Heat", BRACKETS, 31),
    Ability("IF", "Indirect Fire", STRENGTH, 32),
    Ability("I-TSM", "Industrial Triple-Strength Myomer", PLAIN, 33, _MECHS),
    Ability("IT", "Infantry Transport", BAY, 34),
    Ability("JMPW", "Weak Jump Jets", NUMBER, 35),
    Ability("JMPS", "Strong Jump Jets", NUMBER, 36),
    Ability("LECM", "Light ECM", PLAIN, 37),
    Ability("MEC", "Mechanized", PLAIN, 38, "BA"),
    Ability("MEL", "Melee", PLAIN, 39, "BM IM PM"),
    Ability("MAS", "Mimetic Armor System", PLAIN, 40),
    Ability("LMAS", "Light Mimetic Armor System", PLAIN, 41),
    Ability("ORO", "Off-Road", PLAIN, 42, "SV"),
    Ability("OMNI", "Omni", PLAIN, 43, "BM IM CV SV"),
    Ability("OVL", "Overheat Long", PLAIN, 44, "BM IM AF"),
    Ability("REAR", "Rear-Firing Weapons", BRACKETS, 45, "BM IM CV SV AF CF BD"),
    Ability("STL", "Stealth", PLAIN, 46),
    Ability("SUBW", "Weak Submersible Movement", NUMBER, 48),
    Ability("SUBS", "Strong Submersible Movement", NUMBER, 49),
    Ability("TOR", "Torpedo", BRACKETS, 50),
    Ability("TSM", "Triple-Strength Myomer", PLAIN, 51, _MECHS),
    Ability("TUR", "Turret", TURRET, 52),
    Ability("UMU", "Underwater Maneuvering Units", PLAIN, 53),
    Ability("WAT", "Watchdog", PLAIN, 54),
    # C3 networks
    Ability("C3BSM", "C3 Boosted System Master", COUNT, 59),
    Ability("C3BSS", "C3 Boosted System Slave", PLAIN, 60),
    Ability("C3EM", "C3 Emergency Master", COUNT, 61),
    Ability("C3M", "C3 Master Computer", COUNT, 62),
    Ability("C3RS", "C3 Remote Sensor", PLAIN, 63),
    Ability("C3S", "C3 Slave Computer", PLAIN, 64),
    Ability("C3I", "Improved C3 Computer", PLAIN, 65),
    # Optional special abilities
    Ability("PRB", "Active Probe", PLAIN, 66),
    Ability("ATAC", "Advanced Tactical Analysis Computer", NUMBER, 67),
    Ability("AT", "Aerospace Transport", BAY, 68),
    Ability("ABA", "Anti-Penetrative Ablation Armor", PLAIN, 71),
    Ability("AC", "Autocannon", BRACKETS, 72),
    Ability("BRA", "Ballistic-Reinforced Armor", PLAIN, 73),
    Ability("BHJ2", "BattleMech HarJel II", PLAIN, 74, _MECHS),
    Ability("BHJ3", "BattleMech HarJel III", PLAIN, 75, _MECHS),
    Ability("BIM", "Bimodal Land-Air BattleMech", MODES, 76, "BM"),
    Ability("BH", "Bloodhound Active Probe", PLAIN, 77),
    Ability("BT", "Booby Trap", PLAIN, 78),
    Ability("BRID", "Bridgelayer", PLAIN, 79),
    Ability("CAP", "Capital Weapons", BRACKETS, 82),
    Ability("CK", "Cargo Transport, Kilotons", BAY, 83, decimal=True),
    Ability("CT", "Cargo Transport, Tons", BAY, 84, decimal=True),
    Ability("CRW", "Crew", NUMBER, 85),
    Ability("CR", "Critical-Resistant", PLAIN, 86),
    Ability("DN", "Direct Neural Control System", PLAIN, 87),
    Ability("D", "Door", NUMBER, 88, "DS DA SC SV MS"),
    Ability("DRO", "Drone", PLAIN, 89),
    Ability("DCC", "Drone Carrier Control System", NUMBER, 90),
    Ability("DUN", "Dune Buggy", PLAIN, 91, _VEHICLES),
    Ability("ES", "Ejection Seat", PLAIN, 92),
    Ability("ENG", "Engineering", PLAIN, 93),
    Ability("SEAL", "Environmental Sealing", PLAIN, 94),
    Ability("FF", "Firefighter", PLAIN, 95),
    Ability("FD", "Flight Deck", PLAIN, 96),
    Ability("GLD", "Glider ProtoMech", PLAIN, 97, "PM"),
    Ability("HELI", "Helipad", PLAIN, 98),
    Ability("HPG", "Hyperpulse Generator", PLAIN, 99),
    Ability("IRA", "Impact-Resistant Armor", PLAIN, 100),
    Ability("IATM", "Improved ATM", BRACKETS, 101),
    Ability("INARC", "Improved Narc Missile Beacon", NUMBER, 102),
    Ability("LAM", "Land-Air BattleMech", MODES, 103, "BM"),
    Ability("LG", "Large", PLAIN, 104),
    Ability("LPRB", "Light Active Probe", PLAIN, 105),
    Ability("LTAG", "Light Target Acquisition Gear", PLAIN, 106),
    Ability("LRM", "Long-Range Missiles", BRACKETS, 107),
    Ability("MAG", "Maglev", PLAIN, 108, _VEHICLES),
    Ability("MCS", "Magnetic Clamp System", PLAIN, 109, "PM"),
    Ability("UCS", "Magnetic Clamp System, one rider", PLAIN, 110, "PM"),
    Ability("MT", "'Mech Transport", BAY, 111),
    Ability("MDS", "Mine Dispenser", NUMBER, 112),
    Ability("MSW", "Minesweeper", PLAIN, 113),
    Ability("MSL", "Capital Missiles", BRACKETS, 114),
    Ability("MASH", "Mobile Army Surgical Hospital", NUMBER, 115),
    Ability("MFB", "Mobile Field Base", PLAIN, 116),
    Ability("MHQ", "Mobile Headquarters", NUMBER, 117),
    Ability("MTN", "Mountain Troops", PLAIN, 118, _FOOT),
    Ability("SNARC", "Standard Narc Missile Beacon", NUMBER, 119),
    Ability("CNARC", "Compact Narc Missile Beacon", NUMBER, 120),
    Ability("NC3", "Naval C3", PLAIN, 121, "DS DA"),
    Ability("NOVA", "Nova Composite Electronic Warfare System", PLAIN, 122),
    Ability("PAR", "Paratroops", PLAIN, 123, _FOOT),
    Ability("PNT", "Point Defense", NUMBER, 124),
    Ability("PT", "ProtoMech Transport", BAY, 125),
    Ability("CASEP", "Prototype CASE", PLAIN, 126),
    Ability("TSMX", "Prototype Triple-Strength Myomer", PLAIN, 127, _MECHS),
    Ability("QV", "QuadVee", PLAIN, 128, "BM"),
    Ability("RHS", "Radical Heat Sink System", PLAIN, 129, "BM IM AF"),
    Ability("RAIL", "Rail", PLAIN, 130, _VEHICLES),
    Ability("RCA", "Reactive Armor", PLAIN, 131),
    Ability("RCN", "Recon", PLAIN, 132),
    Ability("REL", "Re-engineered Lasers", PLAIN, 133),
    Ability("RFA", "Reflective Armor", PLAIN, 134),
    Ability("RSD", "Remote Sensor Dispenser", NUMBER, 135),
    Ability("RAMS", "RISC Advanced Point Defense System", PLAIN, 136),
    Ability("ECS", "RISC Emergency Coolant System", PLAIN, 137, "BM IM AF"),
    Ability("DJ", "Decoy Jammer", PLAIN, 139),
    Ability("HJ", "Homing Jammer", PLAIN, 140),
    Ability("RBT", "Robotic Drone", PLAIN, 141),
    Ability("SAW", "Saw", PLAIN, 142),
    Ability("SDCS", "SDS Drone Control System", PLAIN, 143),
    Ability("JAM", "SDS Jammer", PLAIN, 144),
    Ability("SRCH", "Searchlight", PLAIN, 145),
    Ability("SRM", "Short-Range Missiles", BRACKETS, 146, brackets=2),
    Ability("ST", "Small Craft Transport", BAY, 147),
    Ability("SDS-C", "Space Defense System, capital weapons", BRACKETS, 148, _FIXED),
    Ability("SDS-CM", "Space Defense System, capital missiles", BRACKETS, 149, _FIXED),
    Ability("SDS-SC", "Space Defense System, sub-capital weapons", BRACKETS, 150, _FIXED),
    Ability("SOA", "Space Operations Adaptation", PLAIN, 151),
    Ability("SCAP", "Sub-Capital Weapons", BRACKETS, 152),
    Ability("SLG", "Super Large", PLAIN, 153),
    Ability("TAG", "Target Acquisition Gear", PLAIN, 154),
    Ability("MTAS", "'Mech Taser", NUMBER, 156, _MECHS),
    Ability("BTAS", "Battle Armor Taser", NUMBER, 157, "BA"),
    Ability("TSEMP", "Tight-Stream EMP Weapon", NUMBER, 158),
    Ability("TSEMP-O", "Tight-Stream EMP Weapon, one-shot", NUMBER, 158),
    Ability("HTC", "Trailer Hitch", PLAIN, 159, _VEHICLES),
    Ability("TRN", "Trenchworks Engineers", PLAIN, 160, _FOOT),
    Ability("TSI", "Triple-Strength Implants", PLAIN, 161, _FOOT),
    Ability("VRT", "Variable-Range Targeting", PLAIN, 162),
    Ability("VTM", "Medium Vehicle Transport", BAY, 163),
    Ability("VTH", "Heavy Vehicle Transport", BAY, 164),
    Ability("VTS", "Super-Heavy Vehicle Transport", BAY, 165),
    Ability("VLG", "Very Large", PLAIN, 166),
    Ability("VSTOL", "Very-Short Takeoff and Landing", PLAIN, 167, "AF CF SC DA SV"),
    Ability("VR", "Virtual Reality Piloting Pod", PLAIN, 168),
)

# Kinds of artillery: what stands for X in ART-X.
ARTILLERY: Final = rules.table(
    "AS-SPC-070",
    {
        "AIS": "Arrow IV (Inner Sphere)",
        "AC": "Arrow IV (Clan)",
        "T": "Thumper",
        "S": "Sniper",
        "LT": "Long Tom",
        "CM5": "Cruise Missile/50",
        "CM7": "Cruise Missile/70",
        "CM9": "Cruise Missile/90",
        "CM12": "Cruise Missile/120",
        "TC": "Thumper Cannon",
        "SC": "Sniper Cannon",
        "LTC": "Long Tom Cannon",
        "BA": "Battle Armor Tube Artillery",
    },
)

# Codes that stand on cards without a description of their own: kept and shown, nothing more.
UNDESCRIBED: Final = rules.table(
    "AS-SPC-007",
    {
        "ATMO": "Flies in an atmosphere only.",
        "SPC": "Can operate in space.",
        "FUEL": "Carries {n} fuel points.",
        "TH": "Armor threshold {n}: a stronger single hit may cause a critical hit.",
        "ART-BA": "Battle armor tube artillery, {n}.",
        "MECH": "Mechanized conventional infantry: cannot dig in.",
        "Trailer Hitch Quirk": "Can tow, as a unit with HTC does.",
    },
)

# Other spellings, and the one we keep. Hyphens and letter case never matter.
ALIASES: Final = rules.table(
    "AS-SPC-003",
    {
        "MHJ": "BHJ",
        "JMP": "JMPS",
        "SUBV": "SUBW",
        "ATAAC": "ATAC",
        "CRV": "CRW",
        "C3BS": "C3BSS",
        "HP": "HELI",
        "LRPB": "LPRB",
        "MAGMA": "MAG",
        "RECONNAISSANCE": "RCN",
    },
)

_NUMBERED_UNDESCRIBED = ("FUEL", "TH")

ABILITIES: Final[dict[str, Ability]] = {
    **{ability.code: ability for ability in _ROWS},
    **{
        f"ART-{kind}": Ability(f"ART-{kind}", f"Artillery: {name}", COUNT, 69)
        for kind, name in ARTILLERY.of(rules).items()
    },
    **{
        code: Ability(code, code, NUMBER if code in _NUMBERED_UNDESCRIBED else PLAIN, 7)
        for code in UNDESCRIBED.of(rules)
        if code != "ART-BA"
    },
}

# Optional abilities that a rule of the standard game leans on: in force in every game. Artillery is one of them.
NAMED_BY_CORE_RULES: Final = frozenset(
    {
        *("TAG", "LTAG"),  # guide artillery (p. 47)
        *("AC", "LRM", "SRM"),  # fired alone (p. 48), indirectly (p. 41), shot down by AMS (p. 76)
        *("SEAL", "PAR", "RCN", "LPRB"),  # pp. 34, 38, 41, 80
        "DUN",  # sand (p. 57)
        *("SOA", "SRCH"),  # vacuum and darkness (pp. 61, 62)
        *("LG", "VLG", "SLG", "CRW"),  # large units (pp. 64-67)
        *("CT", "CK", "AT", "MT", "PT", "ST", "VTM", "VTH", "VTS", "D"),  # bays (pp. 39, 66, 78)
    }
)


@rules.formula("AS-SPC-004", otherwise=True)
def in_force(code: str, optional_abilities: bool) -> bool:
    """Standard abilities always count; optional ones when the players have agreed, or a core rule names them."""
    ability = ABILITIES[code]
    core = ability.core or ability.number == 7 or code in NAMED_BY_CORE_RULES or code.startswith("ART-")
    return core or optional_abilities


def explain(special: Special) -> str:
    """One sentence for the person who holds the card, with the card's own numbers in it."""
    kind = special.code.removeprefix("ART-")
    words = UNDESCRIBED.of(rules).get(special.code) or WORDS[special.code if kind == special.code else "ART"]
    number = special.number if special.number is not None else 1
    doors = f" through {special.doors} door{'s' if special.doors > 1 else ''}" if special.doors else ""
    modes = special.modes.modes if special.modes else ()
    return words.replace("(s)", "" if number == 1 else "s").format(
        n=number,
        tons=f"{number * 1000:,.0f}",
        half=round_up(rules, number / 2),
        values=_values(special.strength),
        artillery=ARTILLERY.of(rules).get(kind, ""),
        doors=doors,
        modes=", ".join(f"{value} Thrust" if code == "a" else f"{value} inches as a WiGE" for code, value in modes),
        nested="".join(f", {ability}" for ability in special.nested or ()),
    )


def _values(strength: Damage | Strength | None) -> str:
    if strength is None:
        return ""
    if isinstance(strength, Strength):
        return str(strength)
    names = ("Short", "Medium", "Long", "Extreme")
    parts = [f"{value} at {name}" for value, name in zip(strength, names, strict=True) if value.harms]
    return ", ".join(parts) or "nothing"
