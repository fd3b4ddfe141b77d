"""Pilots at home in some terrain (pp. 92-101): what it costs, where they go, how hard they are to hit."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.movement.planner import MovePreview, check_move
from lancemate.alphastrike.movement.reach import reach
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.stats import current_move
from rules.crews import lance
from rules.table import move, number, refusal, unit

FAR = unit("b1", (60, 40), facing=180)
TANK = {"type": "CV", "move": '10"t', "size": 2}
FOOT = {"type": "CI", "size": 1, "move": '2"f', "structure": 1, "damage": "1/0/0"}


def mover(*abilities: str, terrain: Any = (), enemy: Any = FAR, **more: Any) -> Battle:
    return lance(own={"r1": abilities}, terrain=terrain, phase="movement", enemy=enemy, **more)


def goes(
    *abilities: str, to: tuple[float, float] = (10, 14), terrain: Any = (), mode: str = "ground", **more: Any
) -> MovePreview:
    return check_move(mover(*abilities, terrain=terrain, **more), commands.Move("r1", (to,), mode))


def patch(kind: str, **more: Any) -> list[dict[str, Any]]:
    """All of the way of r1."""
    return [{"kind": kind, "rect": [4, 8, 16, 30], **more}]


def house(type: str) -> list[dict[str, Any]]:
    return patch("building", type=type, cf=90, height=2)


# -- what an inch costs (AS-SPA-016) --------------------------------------------------------------------------


@pytest.mark.rule("AS-SPA-016")
def test_only_the_extra_is_spared_and_never_the_inch_itself() -> None:
    assert goes("Maneuvering Ace", terrain=patch("woods")).cost == 4.0
    assert goes("Natural Grace", terrain=house("medium"), to=(10, 12)).cost == 2 * 2
    assert goes("Natural Grace", terrain=house("heavy"), to=(10, 12)).cost == 2 * 3
    assert goes(terrain=house("heavy"), to=(10, 12)).cost == 2 * 4


@pytest.mark.rule("AS-SPA-016", "AS-SPA-066", "AS-SPA-042")
def test_abilities_that_spare_inches_of_one_terrain_add_up() -> None:
    jungle = patch("jungle")
    assert goes(terrain=jungle, to=(10, 12)).cost == 2 * 3
    assert goes("Terrain Master (Forest Ranger)", terrain=jungle, to=(10, 12)).cost == 2 * 2
    assert goes("Maneuvering Ace", "Terrain Master (Forest Ranger)", terrain=jungle, to=(10, 12)).cost == 2 * 1
    woods = patch("woods")
    assert goes("Maneuvering Ace", "Terrain Master (Forest Ranger)", terrain=woods).cost == 4.0


@pytest.mark.rule("AS-SPA-016", "AS-SPA-008")
def test_what_is_closed_stays_closed_however_easy_it_would_be() -> None:
    wheels = {**TANK, "move": '10"w'}
    refused = goes("Maneuvering Ace", "Terrain Master (Forest Ranger)", terrain=patch("woods"), first=wheels)
    assert refused.reason is not None
    assert refused.reason.rule == "AS-MOV-015"


@pytest.mark.rule("AS-SPA-047")
def test_natural_grace_is_for_buildings_and_not_for_plain_woods() -> None:
    assert goes("Natural Grace", terrain=patch("woods")).cost == 8.0
    assert goes("Natural Grace", terrain=house("light"), to=(10, 12)).cost == 2.0
    assert goes("Natural Grace", terrain=house("heavy"), to=(10, 12)).cost == 6.0
    assert goes("Natural Grace", terrain=house("light"), to=(10, 12), first=TANK).cost == 4.0  # it is for 'Mechs


@pytest.mark.rule("AS-SPA-047")
def test_natural_grace_attacks_all_round_and_keeps_its_rear() -> None:
    behind = unit("b1", (10, 4), facing=180)
    shot = commands.Attack("r1", "b1")
    assert refusal(lance(enemy=behind), shot).code == "out_of_arc"
    fight = lance(own={"r1": ("Natural Grace",)}, enemy=behind)
    assert preview_attack(fight, shot).legal
    quad = lance(own={"r1": ("Natural Grace",)}, enemy=behind, first={"legs": "quad"})
    assert preview_attack(quad, shot).legal
    beside = lance(own={"r1": ("Natural Grace",)}, enemy=unit("b1", (10, 8.5)))
    assert preview_attack(beside, commands.Attack("r1", "b1", kind="physical")).legal
    struck = lance(own={"r1": ("Natural Grace",)}, enemy=unit("b1", (10, 4)))
    assert preview_attack(struck, commands.Attack("b1", "r1")).direction == "rear"


# -- woods ----------------------------------------------------------------------------------------------------


def shot_at(
    *abilities: str, rule: str, terrain: Any = (), enemy: dict[str, Any] | None = None, **more: Any
) -> int | None:
    """What a rule adds to an attack on a unit with these abilities."""
    target = unit("b1", (10, 22), facing=180, **(enemy or {}))
    fight = lance(own={"b1": abilities}, terrain=terrain, enemy=target)
    return number(preview_attack(fight, commands.Attack("r1", "b1", **more)), rule)


@pytest.mark.rule("AS-SPA-066")
@pytest.mark.parametrize(("kind", "more"), [("woods", 1), ("jungle", 1), ("rough", None), ("heavy_industrial", None)])
def test_a_ranger_among_trees_is_harder_to_hit(kind: str, more: int | None) -> None:
    ranger, ground = "Terrain Master (Forest Ranger)", [{"kind": kind, "rect": [8, 21, 4, 3]}]
    assert shot_at(ranger, rule="AS-SPA-066", terrain=ground) == more
    assert shot_at(rule="AS-SPA-066", terrain=ground) is None


@pytest.mark.rule("AS-SPA-066")
def test_a_ranger_is_hidden_by_what_it_stands_in_and_not_by_what_lies_between() -> None:
    ranger = "Terrain Master (Forest Ranger)"
    between = [{"kind": "woods", "rect": [8, 14, 4, 2]}]
    assert shot_at(ranger, rule="AS-SPA-066", terrain=between) is None
    edge = [{"kind": "woods", "rect": [8, 22.5, 4, 2]}]  # its base touches them
    assert shot_at(ranger, rule="AS-SPA-066", terrain=edge) == 1
    flying = {"type": "CV", "move": '10"v', "state": {"airborne": True, "elevation": 4}}
    under = [{"kind": "woods", "rect": [8, 21, 4, 3]}]
    assert shot_at(ranger, rule="AS-SPA-066", terrain=under, enemy=flying) is None


@pytest.mark.rule("AS-SPA-066")
def test_death_from_above_does_not_mind_a_ranger() -> None:
    ranger, woods = "Terrain Master (Forest Ranger)", [{"kind": "woods", "rect": [8, 9, 4, 5]}]
    target = unit("b1", (10, 11.0), facing=180)
    leap = {"move": '8"j', "state": {"moved": "jump", "declared": {"dfa": "b1"}}}
    fight = lance(own={"b1": (ranger,)}, terrain=woods, enemy=target, first=leap)
    assert number(preview_attack(fight, commands.Attack("r1", "b1", kind="dfa")), "AS-SPA-066") is None
    assert number(preview_attack(fight, commands.Attack("r1", "b1", kind="physical")), "AS-SPA-066") == 1


# -- heights and stones ---------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPA-068")
def test_a_mountaineer_climbs_for_less() -> None:
    hill = [{"kind": "hill", "rect": [4, 12, 16, 30], "height": 2}]
    assert goes(terrain=hill).cost == 4 + 4
    assert goes("Terrain Master (Mountaineer)", terrain=hill).cost == 4 + 2
    rise = [{"kind": "hill", "rect": [4, 11, 16, 30], "height": 1}]
    men = {**FOOT, "move": '6"f'}
    assert goes(terrain=rise, to=(10, 12), first=men).cost == 2 + 4
    assert goes("Terrain Master (Mountaineer)", terrain=rise, to=(10, 12), first=men).cost == 2 + 3


@pytest.mark.rule("AS-SPA-068")
@pytest.mark.parametrize(("kind", "cost"), [("rough", 4.0), ("rubble", 4.0), ("ultra_rough", 8.0), ("woods", 8.0)])
def test_a_mountaineer_minds_stones_less(kind: str, cost: float) -> None:
    assert goes("Terrain Master (Mountaineer)", terrain=patch(kind)).cost == cost


@pytest.mark.rule("AS-SPA-068")
def test_too_steep_is_too_steep_for_a_mountaineer_too() -> None:
    cliff = [{"kind": "hill", "rect": [4, 12, 16, 30], "height": 3}]
    refused = goes("Terrain Master (Mountaineer)", terrain=cliff)
    assert refused.reason is not None
    assert refused.reason.rule == "AS-MOV-024"


@pytest.mark.rule("AS-SPA-068")
def test_the_overlay_knows_how_a_mountaineer_climbs() -> None:
    hill = [{"kind": "hill", "rect": [0, 12, 40, 40], "height": 2}]
    plain, climber = mover(terrain=hill), mover("Terrain Master (Mountaineer)", terrain=hill)
    furthest = [reach(fight, fight.units["r1"]).points[:, 1].max() for fight in (plain, climber)]
    assert furthest[1] >= furthest[0] + 2


# -- water and mud --------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPA-067")
def test_a_frogman_walks_more_easily_when_all_of_it_is_under_water() -> None:
    deep, wading = patch("water", depth=2), patch("water", depth=1)
    under = {"state": {"elevation": -2}}
    frogman = "Terrain Master (Frogman)"
    assert goes(terrain=deep, to=(10, 12), first=under).cost == 2 * 4
    assert goes(frogman, terrain=deep, to=(10, 12), first=under).cost == 2 * 3
    shallow = {"state": {"elevation": -1}}
    assert goes(frogman, terrain=wading, to=(10, 12), first=shallow).cost == 2 * 2
    small = {"type": "PM", "size": 1, "move": '8"', **shallow}
    assert goes(frogman, terrain=wading, to=(10, 12), first=small).cost == 2 * 1  # a ProtoMech is under already


@pytest.mark.rule("AS-SPA-070")
def test_a_sea_monster_wades_for_less() -> None:
    monster = "Terrain Master (Sea Monster)"
    assert goes(monster, terrain=patch("water", depth=1), to=(10, 12), first={"state": {"elevation": -1}}).cost == 2.0
    assert goes(monster, terrain=patch("water", depth=2), to=(10, 12), first={"state": {"elevation": -2}}).cost == 6.0
    swimmer = {**TANK, "specials": ["AMP"]}
    assert goes(terrain=patch("water", depth=3), to=(10, 12), first=swimmer).cost == 4.0
    assert goes(monster, terrain=patch("water", depth=3), to=(10, 12), first=swimmer).cost == 2.0


@pytest.mark.rule("AS-SPA-070")
@pytest.mark.parametrize(("depth", "more"), [(0, None), (1, 1), (2, 1), (3, None)])
def test_a_sea_monster_in_the_shallows_is_harder_to_hit(depth: int, more: int | None) -> None:
    pool = [{"kind": "water", "rect": [4, 8, 16, 30], "depth": depth}]
    target = unit("b1", (10, 16), facing=180, state={"elevation": -depth})
    fight = lance(
        own={"b1": ("Terrain Master (Sea Monster)",)},
        terrain=pool,
        enemy=target,
        first={"state": {"elevation": -depth}},
    )
    assert number(preview_attack(fight, commands.Attack("r1", "b1")), "AS-SPA-070") == more


@pytest.mark.rule("AS-SPA-070")
def test_water_does_not_spoil_the_aim_of_a_sea_monster() -> None:
    pool = [{"kind": "water", "rect": [4, 8, 16, 30], "depth": 3}]
    target = unit("b1", (10, 13), facing=180, state={"elevation": -3})
    sunk = {"state": {"elevation": -3}}
    fight = lance(own={"r1": ("Terrain Master (Sea Monster)",)}, terrain=pool, enemy=target, first=sunk)
    shot = preview_attack(fight, commands.Attack("r1", "b1"))
    assert number(shot, "AS-COM-054") == 1
    assert number(shot, "AS-SPA-070") == -1
    assert number(preview_attack(fight, commands.Attack("b1", "r1")), "AS-SPA-070") is None


@pytest.mark.rule("AS-SPA-071")
def test_a_swamp_beast_wades_through_swamp_and_not_through_mud() -> None:
    beast = "Terrain Master (Swamp Beast)"
    assert goes(beast, terrain=patch("swamp"), to=(10, 12)).cost == 2.0
    assert goes(beast, terrain=patch("swamp"), to=(10, 12), first=TANK).cost == 4.0
    assert goes(beast, terrain=patch("quicksand"), to=(10, 12)).cost == 2.0
    assert goes(beast, terrain=patch("mud"), to=(10, 12)).cost == 4.0


@pytest.mark.rule("AS-SPA-071")
@pytest.mark.parametrize("kind", ["mud", "swamp", "quicksand"])
def test_a_swamp_beast_rolls_no_dice_where_others_stick(kind: str) -> None:
    fight = mover("Terrain Master (Swamp Beast)", terrain=patch(kind), dice=[])
    assert move(fight, "r1", (10, 13)).at == (10, 13)


@pytest.mark.rule("AS-SPA-071")
def test_a_swamp_beast_is_hard_to_hit_in_the_mud() -> None:
    beast = "Terrain Master (Swamp Beast)"
    for kind, more in (("mud", 1), ("swamp", 1), ("rough", None)):
        assert shot_at(beast, rule="AS-SPA-071", terrain=[{"kind": kind, "rect": [8, 21, 4, 3]}]) == more


# -- roads and ice --------------------------------------------------------------------------------------------

ROAD = [{"kind": "road", "rect": [8, 0, 4, 40]}]
ICE = [{"kind": "ice", "rect": [0, 0, 20, 40]}]


@pytest.mark.rule("AS-SPA-061")
def test_the_sure_footed_go_further_on_roads_and_ice() -> None:
    assert goes("Sure-Footed", terrain=ROAD, to=(10, 20)).allowance == 10.0
    assert goes(terrain=ROAD, to=(10, 20)).allowance == 8.0
    assert goes("Sure-Footed", terrain=ICE, to=(10, 14)).allowance == 10.0
    assert goes("Sure-Footed", terrain=ROAD, to=(10, 20), mode="sprint").allowance == 12 + 4
    assert goes("Sure-Footed", terrain=ROAD, to=(15, 10)).allowance == 8.0  # off the road
    assert not goes("Sure-Footed", terrain=ROAD, to=(10, 20.5)).legal
    jumper = {"move": '8"j'}
    assert goes("Sure-Footed", terrain=ROAD, to=(10, 16), mode="jump", first=jumper).allowance == 8.0
    assert goes("Sure-Footed", terrain=ROAD, to=(10, 14), first=TANK).allowance == 12.0  # the pavement alone


@pytest.mark.rule("AS-SPA-065")
def test_a_drag_racer_adds_to_what_the_pavement_gives() -> None:
    racer, wheels = "Terrain Master (Drag Racer)", {**TANK, "move": '10"w'}
    assert goes(racer, terrain=ROAD, to=(10, 24), first=wheels).allowance == 14.0
    assert goes(racer, terrain=ROAD, to=(10, 24), first=wheels, mode="sprint").allowance == 15 + 2 + 4
    assert goes(racer, terrain=ICE, to=(10, 13), first=wheels).allowance == 12.0
    assert goes(racer, terrain=ROAD, to=(15, 10), first=wheels).allowance == 10.0
    hover = {**TANK, "move": '10"h'}
    assert goes(racer, terrain=ROAD, to=(10, 14), first=hover).allowance == 10.0
    assert goes(racer, terrain=ROAD, to=(10, 14)).allowance == 8.0


@pytest.mark.rule("AS-SPA-061", "AS-SPA-065")
def test_they_skid_less() -> None:
    def control(*abilities: str, **card: Any) -> int | None:
        fight = mover(*abilities, terrain=ROAD, options=["skidding"], first=card)
        skid = check_move(fight, commands.Move("r1", ((10, 17),))).skid
        return None if skid is None else sum(part.value for part in skid.modifiers if part.rule.startswith("AS-SPA"))

    assert control("Sure-Footed") == -2
    assert control("Terrain Master (Drag Racer)", **TANK) == -2
    assert control("Terrain Master (Drag Racer)") == 0


@pytest.mark.rule("AS-SPA-061", "AS-SPA-065")
def test_the_overlay_shows_how_far_the_road_takes_them() -> None:
    fight = mover("Sure-Footed", terrain=ROAD)
    assert reach(fight, fight.units["r1"]).points[:, 1].max() == pytest.approx(20.0, abs=1.0)


# -- where others may not go ----------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPA-023")
def test_cross_country_opens_what_is_closed_for_twice_what_a_mech_pays() -> None:
    wheels, hover = {**TANK, "move": '8"w'}, {**TANK, "move": '8"h'}
    ability = "Cross-Country"
    assert goes(ability, terrain=patch("woods"), to=(10, 12), first=wheels).cost == 8.0
    assert goes(ability, terrain=patch("woods"), to=(10, 12), first=hover).legal
    assert not goes(ability, terrain=patch("woods"), to=(10, 12.5), first=hover).legal
    assert goes(ability, terrain=patch("rough"), to=(10, 12), first=wheels).cost == 8.0
    assert goes(ability, terrain=patch("rubble"), to=(10, 12), first=wheels).cost == 4.0  # it may be there anyway
    tracks = {**TANK, "move": '8"t'}
    assert goes(ability, terrain=patch("woods"), to=(10, 12), first=tracks).cost == 4.0


@pytest.mark.rule("AS-SPA-023")
@pytest.mark.parametrize(("depth", "cost"), [(0, 4.0), (1, 8.0), (1.5, None), (2, None)])
def test_cross_country_wades_as_deep_as_an_inch(depth: float, cost: float | None) -> None:
    pool = [{"kind": "water", "rect": [4, 11.5, 16, 30], "depth": depth}]
    found = goes("Cross-Country", terrain=pool, to=(10, 11.0), first={**TANK, "move": '20"w'})
    assert found.legal == (depth <= 1.0)  # its base would lie in it
    inside = [{"kind": "water", "rect": [4, 4, 16, 30], "depth": depth}]
    first = {**TANK, "move": '8"w', "state": {"elevation": -depth}}
    found = goes("Cross-Country", terrain=inside, to=(10, 12), first=first)
    assert (found.cost if found.legal else None) == cost


@pytest.mark.rule("AS-SPA-023")
def test_cross_country_leaves_jungle_closed_and_is_no_help_to_others() -> None:
    wheels = {**TANK, "move": '12"w'}
    assert goes("Cross-Country", terrain=patch("jungle"), to=(10, 12), first=wheels).reason is not None
    support = {**wheels, "type": "SV"}
    assert goes("Cross-Country", terrain=patch("woods"), to=(10, 12), first=support).reason is not None


# -- infantry -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPA-078")
def test_foot_cavalry_marches_further_and_minds_the_ground_less() -> None:
    found = goes("Foot Cavalry", terrain=patch("rough"), to=(10, 14), first=FOOT)
    assert (found.allowance, found.cost) == (4.0, 4.0)
    for kind, cost in (("rubble", 2.0), ("jungle", 4.0), ("swamp", 6.0)):
        assert goes("Foot Cavalry", terrain=patch(kind), to=(10, 12), first={**FOOT, "move": '6"f'}).cost == cost
    jumpers = {**FOOT, "move": '4"j'}
    assert goes("Foot Cavalry", to=(10, 12), first=jumpers).allowance == 4.0


@pytest.mark.rule("AS-SPA-076")
def test_a_light_horseman_needs_a_horse() -> None:
    riders = {**FOOT, "move": '6"f', "beasts": True}
    found = goes("Light Horseman", terrain=patch("rough"), to=(10, 14), first=riders)
    assert (found.allowance, found.cost) == (8.0, 4.0)
    assert goes("Light Horseman", terrain=patch("rubble"), to=(10, 12), first=riders).cost == 4.0
    ultra = [
        goes(name, terrain=patch("ultra_rough"), to=(10, 12), first=riders).cost
        for name in ("Light Horseman", "Lucky (1)")
    ]
    assert ultra[0] < ultra[1]
    walkers = {**FOOT, "move": '6"f'}
    assert goes("Light Horseman", to=(10, 12), first=walkers).allowance == 6.0


@pytest.mark.rule("AS-SPA-077")
def test_heavy_horse_hits_harder_in_contact() -> None:
    def swarm(*abilities: str, beasts: bool = True) -> int:
        riders = {**FOOT, "beasts": beasts, "specials": ["AM"], "damage": "2/0/0"}
        fight = lance(own={"r1": abilities}, first=riders, enemy=unit("b1", (10, 11.0), facing=180))
        return int(preview_attack(fight, commands.Attack("r1", "b1", kind="antimech")).damage)

    assert swarm("Heavy Horse") == swarm() + 1
    assert swarm("Heavy Horse", beasts=False) == swarm()
    riders = {**FOOT, "beasts": True, "damage": "2/2/0"}
    far = lance(own={"r1": ("Heavy Horse",)}, first=riders, enemy=unit("b1", (10, 14), facing=180))
    assert preview_attack(far, commands.Attack("r1", "b1")).damage == 2


# -- enemies in the way ---------------------------------------------------------------------------------------

BLOCKER = unit("b1", (10, 13), facing=180)


@pytest.mark.rule("AS-SPA-059")
def test_stand_aside_goes_through_enemies_for_an_inch_each() -> None:
    assert goes(to=(10, 16), enemy=BLOCKER).reason is not None
    found = goes("Stand-Aside", to=(10, 16), enemy=BLOCKER)
    assert (found.legal, found.cost) == (True, 7.0)
    two = {"others": [unit("b2", (10, 15), facing=180)]}
    assert goes("Stand-Aside", to=(10, 17), enemy=BLOCKER, **two).reason is not None  # 7 and 2 are 9
    fast = {"move": '10"'}
    assert goes("Stand-Aside", to=(10, 17), enemy=BLOCKER, first=fast, **two).cost == 9.0


@pytest.mark.rule("AS-SPA-059")
def test_nobody_may_end_where_somebody_stands() -> None:
    refused = goes("Stand-Aside", to=(10, 13.2), enemy=BLOCKER)
    assert refused.reason is not None
    assert refused.reason.rule == "AS-MOV-007"
    assert goes("Stand-Aside", to=(14, 10), enemy=BLOCKER).cost == 4.0  # past nobody it costs nothing


@pytest.mark.rule("AS-SPA-059")
def test_the_overlay_leads_through_who_lets_it_pass() -> None:
    wall = {"others": [unit(f"b{n}", (float(n), 13), facing=180) for n in range(2, 20, 2) if n != 10]}
    fight = mover("Stand-Aside", enemy=BLOCKER, **wall)
    assert reach(fight, fight.units["r1"]).points[:, 1].max() > 15.0
    assert move(fight, "r1", (10, 16)).cost == 7.0


# -- darkness and weather -------------------------------------------------------------------------------------


def in_weather(*abilities: str, conditions: dict[str, Any], first: dict[str, Any] | None = None) -> Any:
    fight = lance(own={"r1": abilities}, conditions=conditions, first=first)
    return preview_attack(fight, commands.Attack("r1", "b1"))


@pytest.mark.rule("AS-SPA-028")
@pytest.mark.parametrize(("light", "less"), [("moonless_night", -1), ("dusk", -1), ("night", -1)])
def test_a_specialist_of_darkness_is_hindered_less(light: str, less: int) -> None:
    shot = in_weather("Environmental Specialist (Darkness)", conditions={"light": light})
    assert number(shot, "AS-SPA-028") == less


@pytest.mark.rule("AS-SPA-028")
def test_a_specialist_is_one_for_its_own_condition_and_no_other() -> None:
    snow = {"weather": ["light_snow", "heavy_fog"]}
    assert number(in_weather("Environmental Specialist (Snow)", conditions=snow), "AS-SPA-028") == -1
    assert number(in_weather("Environmental Specialist (Fog)", conditions=snow), "AS-SPA-028") == -1
    assert number(in_weather("Environmental Specialist (Rain)", conditions=snow), "AS-SPA-028") is None
    assert number(in_weather("Environmental Specialist (Darkness)", conditions={}), "AS-SPA-028") is None
    assert number(in_weather("Environmental Specialist (snow_hail)", conditions=snow), "AS-SPA-028") == -1


@pytest.mark.rule("AS-SPA-028")
def test_a_specialist_gets_two_inches_back() -> None:
    def left(*abilities: str, conditions: dict[str, Any], **card: Any) -> float:
        fight = lance(own={"r1": abilities}, conditions=conditions, first=card)
        return current_move(fight, fight.units["r1"])

    thin = {"atmosphere": "thin"}
    hover = {**TANK, "move": '10"h'}
    assert left(conditions=thin, **hover) == 6.0
    assert left("Environmental Specialist (Atmospheric Density)", conditions=thin, **hover) == 8.0
    hot = {"temperature": 60}
    assert left(conditions=hot, **TANK) == 8.0
    assert left("Environmental Specialist (Extreme Heat)", conditions=hot, **TANK) == 10.0
    assert left("Environmental Specialist (Wind)", conditions=hot, **TANK) == 8.0
    heavy = {"gravity": 1.1}
    assert left(conditions=heavy) == 7.0
    assert left("Environmental Specialist (Gravity)", conditions=heavy) == 8.0  # what was lost, and no more
    light = {"gravity": 0.5}
    assert left("Environmental Specialist (Gravity)", conditions=light) == left(conditions=light)


@pytest.mark.rule("AS-SPA-069")
def test_a_nightwalker_sees_in_the_dark_and_stays_dark() -> None:
    walker = "Terrain Master (Nightwalker)"
    shot = in_weather(walker, conditions={"light": "pitch_black"})
    assert number(shot, "AS-BAT-085") == 4
    assert number(shot, "AS-SPA-069") == -4
    assert number(in_weather(walker, conditions={"weather": ["heavy_fog"]}), "AS-SPA-069") is None
    fight = lance(own={"r1": (walker,)}, conditions={"light": "night"})
    back = preview_attack(fight, commands.Attack("b1", "r1"))
    assert (number(back, "AS-BAT-085"), number(back, "AS-SPA-069")) == (2, None)
    lit = lance(own={"r1": (walker,)}, conditions={"light": "night"}, first={"state": {"lights": True}})
    assert number(preview_attack(lit, commands.Attack("r1", "b1")), "AS-SPA-069") is None  # there is nothing to ignore
