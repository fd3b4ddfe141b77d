"""The companion's tables and the battles that several telephones share."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lancemate.muster import catalogue
from lancemate.server.alphastrike.companion.packet import sections_of, tables_of
from lancemate.server.alphastrike.companion.staging import Fighter, in_sections
from lancemate.server.companion_storage import folded, unfolded
from server.tables import Server, running

OWN = {"name": "Two", "units": [{"unit": "mad_3r_marauder", "skill": 3}, {"unit": "stg_3r_stinger"}]}


def test_heat_after_a_turn_is_the_engines() -> None:
    marauder = Fighter(catalogue.find("MAD-3R Marauder"))
    table = tables_of(marauder)["cooling"]
    assert table["2 0 0 0 0"]["after"] == 0
    assert table["2 1 0 1 0"]["after"] == 3
    assert table["2 1 1 1 0"]["after"] == 4
    assert [part["rule"] for part in table["0 1 1 1 0"]["parts"]] == ["AS-HEA-010", "AS-DMG-045"]
    assert tables_of(Fighter(next(card for card in catalogue.search(text="") if card.type == "CV")))["cooling"] == {}


def test_a_packet_has_both_forces_and_names_its_rules(server: Server) -> None:
    answer = server.http.post("/api/companion", json={"forces": ["lance-2", OWN]})
    assert answer.status_code == 200, answer.text
    packet = answer.json()
    assert [len(side["units"]) for side in packet["sides"]] == [4, 2]
    assert len(packet["pairs"]) == 16
    assert packet["phases"][2]["title"] == "Combat Phase"
    shot = packet["pairs"]["r1>b1"]["weapon:M"]
    assert {row["rule"] for row in shot["need"]} <= packet["rules"].keys()
    assert packet["rules"]["AS-COM-034"]["page"] == 42
    winged = server.http.post("/api/companion", json={"forces": ["lance-2", "air-4"]}).json()
    assert any(shot.startswith("strike:") for shot in winged["pairs"]["b1>r1"])
    ship = {"name": "Ship", "units": [{"unit": next(card.id for card in catalogue.all() if card.is_dropship)}]}
    packet = server.http.post("/api/companion", json={"forces": ["lance-2", ship]}).json()
    assert packet["units"]["b1"]["modes"][:2] == ["fly", "landed"]
    assert "weapon@left:S" in packet["pairs"]["b1 landed>r1"]
    assert server.http.post("/api/companion", json={"forces": ["lance-2"]}).status_code == 422
    fleet = {"name": "Fleet", "units": ship["units"] * 5}
    refused = server.http.post("/api/companion", json={"forces": ["lance-2", fleet]})
    assert refused.status_code == 422
    assert "4 DropShips and small craft of a side at most, not 5" in refused.json()["error"]["message"]


def test_a_mobile_structure_has_a_table_for_every_section(server: Server) -> None:
    mill = {"name": "Mill", "units": [{"unit": "training_mobile_structure_walking_mill"}]}
    packet = server.http.post("/api/companion", json={"forces": ["lance-2", mill]}).json()
    assert len(packet["sides"][1]["units"]) == 1
    whole, bow = packet["units"]["b1"], packet["units"]["b1/bow"]
    assert whole["breaks"]["core"][0] == {"type": "doomed", "reason": "it has broken apart", "rule": "AS-BAT-133"}
    assert "bow" not in whole["breaks"]
    assert (whole["condition"]["- 0"]["move"]["ground"], whole["turns"]["degrees"]) == (2, 60)
    assert (bow["boxes"], bow["passing"]) == (
        {"weapon": 5, "gunners_stunned": 1, "gunners_killed": 1},
        ["gunners_stunned"],
    )
    assert "b1>r1" not in packet["pairs"]  # it fires and is hit by its sections
    assert "r1>b1" not in packet["pairs"]
    assert "indirect@bow:M" in packet["pairs"]["b1/bow>r1"]
    assert "weapon@core turret:L" in packet["pairs"]["b1/core>r1"]
    assert {row["rule"] for row in packet["pairs"]["r1>b1/core"]["weapon:S"]["need"]} >= {"AS-BAT-129"}
    assert packet["rules"]["AS-BAT-133"]["page"] == 66
    many = {"name": "Mills", "units": mill["units"] * 3}
    refused = server.http.post("/api/companion", json={"forces": ["lance-2", many]})
    assert refused.status_code == 422
    assert "12 sections of mobile structures of a side at most, not 15" in refused.json()["error"]["message"]


def test_a_structure_whose_card_names_no_sections_is_a_single_one() -> None:
    card = replace(catalogue.find("training_mobile_structure_crane_yard"), sections=())
    whole = Fighter(in_sections(card))
    assert [*sections_of("b1", whole)] == ["b1/hull"]
    assert [*tables_of(whole)["breaks"]] == ["hull"]


def test_capital_weapons_fire_by_themselves(server: Server) -> None:
    ship = {"name": "Ship", "units": [{"unit": "training_spheroid_dropship_melon", "skill": 4}]}
    battery = {"name": "Battery", "units": [{"unit": "training_mobile_structure_coast_battery", "skill": 4}]}
    pairs = server.http.post("/api/companion", json={"forces": [ship, battery]}).json()["pairs"]

    def told(pair: str, shot: str) -> tuple[int, int]:
        row = pairs[pair][shot]
        return sum(part["value"] for part in row["need"]), sum(part["value"] for part in row["damage"])

    # From the ground what flies is always near; the battery floats, or it would be immobile.
    assert told("b1/fore>r1", "capital SDS-C@fore:S") == (4 + 2 - 2 + 2 + 5, 4)
    assert told("b1/fore>r1", "capital SDS-CM@fore:S") == (4 + 2 - 2 + 2, 3)
    assert "capital SDS-C@fore:M" not in pairs["b1/fore>r1"]
    # From the air a place needs Skill and the thick air alone; a missile does half of its damage farther out.
    assert told("r1>b1/fore", "barrage MSL@nose:low") == (4 + 2, 3)
    assert told("r1>b1/fore", "barrage MSL edge@nose:low") == (4 + 2, 1)
    assert pairs["r1>b1/fore"]["barrage MSL@nose:low"]["area"]
    # Whatever section is under it takes its share, and no other one in its place; who strafes aims at none.
    assert told("r1>b1/aft", "barrage MSL@nose:low") == (4 + 2, 3)
    assert told("r1>b1/aft", "barrage MSL edge@nose:low") == (4 + 2, 1)
    firsts = {shot.split()[0].split("@")[0] for pair in pairs.values() for shot, row in pair.items() if "first" in row}
    assert firsts == {"strafe"}
    assert "capital MSL@nose:S" not in pairs["r1>b1/fore"]


def test_artillery_needs_as_much_at_a_place_whoever_is_there_and_spares_nobody(server: Server) -> None:
    battery = {"name": "Battery", "units": [{"unit": "training_heavy_gun_ladle"}, {"unit": "training_cannon_tank_cob"}]}
    packet = server.http.post("/api/companion", json={"forces": [battery, "air-4"]}).json()
    place, gun = packet["pairs"]["r1>place"], packet["units"]["r1"]["artillery"]["ART-LT"]
    assert sum(row["value"] for row in place["shell ART-LT:L"]["need"]) == 4 + 1 + 4
    assert sum(row["value"] for row in place["lob ART-LT:E"]["need"]) == 4 + 1 + 1 + 6
    assert (gun["title"], [row["pieces"] for row in gun["left"]]) == ("Long Tom", [2, 1, 0, 0, 0])
    assert [(area["inches"], area["damage"]) for area in gun["areas"]] == [(1, "3"), (3, "1")]
    assert (gun["drift"]["degrees"]["3"], gun["drift"]["inches"]["5"]) == (120, 10)
    flights = [{"from": 0, "turns": 0}, {"beyond": 34, "turns": 1}, {"beyond": 90, "turns": 2}]
    assert gun["flight"]["turns"][:3] == flights
    for victim, points in (("r1", 3), ("r2", 3)):
        assert sum(row["value"] for row in packet["blasts"][f"r1>{victim}"]["shell ART-LT:S"]["damage"]) == points
    minimal = packet["blasts"]["r2>r1"]["shell ART-TC:M"]["faces"]
    assert [sum(row["value"] for row in minimal[str(die)]) for die in range(1, 7)] == [0, 0, 0, 1, 1, 1]
    assert not any(name.startswith("shell") for name in packet["blasts"]["r1>b1"])  # it flies
    assert "flak ART-LT:M" in packet["blasts"]["r1>b1"]
    assert "shell ART-TC:L" not in packet["pairs"]["r2>place"]  # a cannon
    assert packet["rules"]["AS-COM-110"]["page"] == packet["rules"]["AS-COM-111"]["page"] == 47
    assert "b1>place" not in packet["pairs"]


def test_units_with_the_same_card_are_numbered(server: Server) -> None:
    names = ("training_heavy_gun_ladle", "training_cannon_tank_cob", "training_heavy_gun_ladle")
    force = {"name": "Twins", "units": [{"unit": unit} for unit in names]}
    side = server.http.post("/api/companion", json={"forces": [force, "lance-3"]}).json()["sides"][0]
    called = [unit["card"]["name"] for unit in side["units"]]
    assert called == ["Training Heavy Gun Ladle #1", "Training Cannon Tank Cob", "Training Heavy Gun Ladle #2"]
    assert len({unit["card"]["chassis"] or unit["card"]["name"] for unit in side["units"]}) == 3


def test_a_ship_that_hovers_looks_to_all_sides(server: Server) -> None:
    ship = {"name": "Ship", "units": [{"unit": "training_spheroid_dropship_melon", "skill": 4}]}
    packet = server.http.post("/api/companion", json={"forces": [ship, "air-4"]}).json()
    assert packet["units"]["r1"]["modes"] == ["fly", "landed", "hover"]
    hovers, flies = packet["pairs"]["r1 hover>b1"], packet["pairs"]["r1>b1"]
    for arc, near, far in (("left", True, True), ("right", True, True), ("nose", False, True), ("aft", False, True)):
        reached = ["no" not in hovers.get(f"weapon@{arc}:{reach}", {"no": ""}) for reach in "SM"]
        assert reached == [near, far], arc  # its ends look up and down, and an altitude counts as a range
        assert ("no" in flies[f"weapon@{arc}:M"]) == (arc != "nose")
    assert "b1>r1 hover" in packet["pairs"]


def test_two_telephones_share_one_battle(server: Server) -> None:
    marks = [{"do": "next", "words": "Movement Phase begins"}]
    opened = server.http.post("/api/companion/battles", json={"forces": ["lance-2", "lance-3"], "marks": marks})
    assert opened.status_code == 201, opened.text
    battle, key = opened.json()["battle"], {"Authorization": f"Bearer {opened.json()['key']}"}
    path = f"/api/companion/battles/{battle}"
    first = server.http.get(path, headers=key).json()
    assert (first["n"], first["marks"]) == (1, marks)
    assert first["packet"]["sides"][0]["units"]
    tap = {"do": "set", "unit": "r1", "set": {"armor": 3}}
    assert server.http.post(f"{path}/marks", json={"n": 1, "marks": [tap]}, headers=key).json()["n"] == 2
    late = server.http.post(f"{path}/marks", json={"n": 1, "marks": [tap]}, headers=key)
    assert late.status_code == 409
    assert late.json()["error"]["code"] == "stale"
    assert server.http.post(f"{path}/marks", json={"n": 9, "marks": [tap]}, headers=key).status_code == 409
    news = server.http.get(path, params={"seen": 1}, headers=key).json()
    assert (news["n"], news["marks"], news["packet"]) == (2, [tap], None)
    for seen in (2, 7):  # whoever has seen more than there is hears where the end is
        quiet = server.http.get(path, params={"seen": seen}, headers=key).json()
        assert (quiet["n"], quiet["marks"]) == (2, [])
    assert server.http.get(path).status_code == 401
    assert server.http.get(path, headers={"Authorization": f"Bearer {'x' * 43}"}).status_code == 401
    assert server.http.get("/api/companion/battles/nothing", headers=key).status_code == 404
    shell = {"do": "shell", "blows": [{"unit": f"b{n}", "steps": [{"reason": "x" * 200}]} for n in range(46)]}
    assert server.http.post(f"{path}/marks", json={"n": 2, "marks": [shell]}, headers=key).json()["n"] == 3
    long = {"words": "x" * 31_000}
    assert server.http.post(f"{path}/marks", json={"n": 3, "marks": [long]}, headers=key).status_code == 422


def test_the_companion_has_a_page_of_its_own(server: Server) -> None:
    page = server.http.get("/companion")
    assert page.status_code == 200
    assert "Lancemate" in page.text
    assert "worker-src 'self'" in page.headers["content-security-policy"]


def test_marks_of_a_battle_have_an_end_and_looking_has_a_rate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lancemate.server.companion_routes.MOST_LETTERS", 9_000)
    monkeypatch.setattr("lancemate.server.companion_routes.LOOKS_PER_SECOND", 0.01)
    with running(tmp_path) as server:
        opened = server.http.post("/api/companion/battles", json={"forces": ["lance-2", "lance-3"]}).json()
        path, key = f"/api/companion/battles/{opened['battle']}", {"Authorization": f"Bearer {opened['key']}"}
        long = {"words": "x" * 5000}
        assert server.http.post(f"{path}/marks", json={"n": 0, "marks": [long]}, headers=key).status_code == 200
        full = server.http.post(f"{path}/marks", json={"n": 1, "marks": [long]}, headers=key)
        assert (full.status_code, full.json()["error"]["code"]) == (409, "too_long")
        looks = [server.http.get(path, params={"seen": 1}, headers=key).status_code for _ in range(90)]
        assert looks[0] == 200
        assert 429 in looks


def test_a_packet_takes_little_room() -> None:
    text = '{"format":2,"rows":[' + ",".join(['{"label":"Skill","value":4}'] * 2000) + "]}"
    assert unfolded(folded(text)) == text
    assert len(folded(text)) < len(text) / 10
    assert unfolded(text) == text  # as they were kept before
