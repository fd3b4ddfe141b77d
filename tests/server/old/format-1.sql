BEGIN TRANSACTION;
CREATE TABLE about (
	schema INTEGER NOT NULL, 
	PRIMARY KEY (schema)
);
INSERT INTO "about" VALUES(1);
CREATE TABLE entries (
	game VARCHAR(24) NOT NULL, 
	n INTEGER NOT NULL, 
	command TEXT, 
	seat TEXT, 
	request TEXT, 
	told TEXT NOT NULL, 
	standing TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (game, n), 
	UNIQUE (game, seat, request), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "entries" VALUES('lO55lD-qf5V-',0,NULL,NULL,NULL,'{"*":{"n":0,"side":null,"turn":1,"phase":"combat","events":[{"type":"phase","phase":"combat","to_act":"red"}],"lines":[{"text":"Combat Phase: red acts first","tone":"phase","depth":0,"event":0}]}}','{"turn":1,"phase":"combat","to_act":"red","outcome":null}',1.79513190901465344425e+09);
INSERT INTO "entries" VALUES('lO55lD-qf5V-',1,'{"end_phase":{}}','both','c0','{"*":{"n":1,"side":"red","turn":1,"phase":"combat","events":[{"type":"side_done","side":"red","phase":"combat"},{"type":"to_act","to_act":"blue","quota":[]}],"lines":[{"text":"Red is done with the combat phase.","tone":"quiet","depth":0,"event":0},{"text":"Blue is to act.","tone":"quiet","depth":0,"event":1}]}}','{"turn":1,"phase":"combat","to_act":"blue","outcome":null}',1.79513190903931832312e+09);
INSERT INTO "entries" VALUES('lO55lD-qf5V-',2,'{"end_phase":{}}','both','c1','{"*":{"n":2,"side":"blue","turn":2,"phase":"movement","events":[{"type":"side_done","side":"blue","phase":"combat"},{"type":"phase","phase":"end","to_act":null},{"type":"turn_ended","turn":1,"rule":"AS-INT-063"},{"type":"turn","turn":2},{"type":"phase","phase":"initiative","to_act":null},{"type":"initiative","rolls":{"red":[3,1],"blue":[6,4]},"winner":"blue","loser":"red","rerolled":0,"rule":"AS-INT-058"},{"type":"phase","phase":"movement","to_act":"red"},{"type":"to_act","to_act":"red","quota":[["red",2],["blue",1]]}],"lines":[{"text":"Blue is done with the combat phase.","tone":"quiet","depth":0,"event":0},{"text":"End Phase","tone":"phase","depth":0,"event":1},{"text":"Turn 1 is over.","tone":"quiet","depth":0,"event":2},{"text":"Turn 2","tone":"turn","depth":0,"event":3},{"text":"Initiative Phase","tone":"phase","depth":0,"event":4},{"text":"Initiative: red rolls 3 and 1, 4 in all; blue rolls 6 and 4, 10 in all. Blue wins; red moves and shoots first.","tone":"act","depth":0,"event":5},{"text":"Movement Phase: red acts first","tone":"phase","depth":0,"event":6},{"text":"Red is to act, 2 units to move.","tone":"quiet","depth":0,"event":7}]}}','{"turn":2,"phase":"movement","to_act":"red","outcome":null}',1.79513190906136608127e+09);
INSERT INTO "entries" VALUES('lO55lD-qf5V-',3,'{"pass":{"unit":"r1"}}','both','c2','{"*":{"n":3,"side":"red","turn":2,"phase":"movement","events":[{"type":"passed","unit":"r1","phase":"movement","moved":"standstill","rule":"AS-MOV-009"},{"type":"to_act","to_act":"red","quota":[["red",1],["blue",1]]}],"lines":[{"text":"Marauder (r1) stays where it is.","tone":"act","depth":0,"event":0},{"text":"Red is to act.","tone":"quiet","depth":0,"event":1}]}}','{"turn":2,"phase":"movement","to_act":"red","outcome":null}',1.79513190908692073818e+09);
INSERT INTO "entries" VALUES('lO55lD-qf5V-',4,'{"pass":{"unit":"r2"}}','both','c3','{"*":{"n":4,"side":"red","turn":2,"phase":"movement","events":[{"type":"passed","unit":"r2","phase":"movement","moved":"standstill","rule":"AS-MOV-009"},{"type":"to_act","to_act":"red","quota":[["red",0],["blue",1]]},{"type":"to_act","to_act":"blue","quota":[["blue",1]]}],"lines":[{"text":"Stinger (r2) stays where it is.","tone":"act","depth":0,"event":0},{"text":"Blue is to act.","tone":"quiet","depth":0,"event":2}]}}','{"turn":2,"phase":"movement","to_act":"blue","outcome":null}',1.7951319091156687736e+09);
INSERT INTO "entries" VALUES('lO55lD-qf5V-',5,'{"pass":{"unit":"b1"}}','both','c4','{"*":{"n":5,"side":"blue","turn":2,"phase":"combat","events":[{"type":"passed","unit":"b1","phase":"movement","moved":"standstill","rule":"AS-MOV-009"},{"type":"to_act","to_act":"blue","quota":[["blue",0]]},{"type":"phase","phase":"combat","to_act":"red"}],"lines":[{"text":"Warhammer (b1) stays where it is.","tone":"act","depth":0,"event":0},{"text":"Combat Phase: red acts first","tone":"phase","depth":0,"event":2}]}}','{"turn":2,"phase":"combat","to_act":"red","outcome":null}',1.79513190912782382964e+09);
INSERT INTO "entries" VALUES('lO55lD-qf5V-',6,'{"end_phase":{}}','both','c5','{"*":{"n":6,"side":"red","turn":2,"phase":"combat","events":[{"type":"side_done","side":"red","phase":"combat"},{"type":"to_act","to_act":"blue","quota":[]}],"lines":[{"text":"Red is done with the combat phase.","tone":"quiet","depth":0,"event":0},{"text":"Blue is to act.","tone":"quiet","depth":0,"event":1}]}}','{"turn":2,"phase":"combat","to_act":"blue","outcome":null}',1.79513190915163111686e+09);
CREATE TABLE games (
	id VARCHAR(24) NOT NULL, 
	mode VARCHAR(16) NOT NULL, 
	title TEXT NOT NULL, 
	beginning TEXT NOT NULL, 
	"by" JSON NOT NULL, 
	created FLOAT NOT NULL, 
	result TEXT, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('lO55lD-qf5V-','hotseat','A duel','{"setup":{"game":"alpha-strike","map":{"kind":"table","width":36.0,"depth":36.0},"terrain":[{"id":"wood1","kind":"woods","rect":[2.0,16.0,4.0,4.0]}],"sides":[{"name":"red","home":"south","units":[{"id":"r1","card":{"id":"mad_3r_marauder","name":"MAD-3R Marauder","chassis":"Marauder","model":"MAD-3R","type":"BM","size":3,"tmm":1,"move":"8\"","role":"Sniper","damage":"2/3/3","ov":1,"armor":6,"structure":6,"specials":[],"pv":35,"era":"Early Succession War","factions":["Draconis Combine","Mercenary"],"source":"p. 194, 195"},"skill":4,"at":[18.0,10.0],"facing":0.0},{"id":"r2","card":{"id":"stg_3r_stinger","name":"STG-3R Stinger","chassis":"Stinger","model":"STG-3R","type":"BM","size":1,"tmm":2,"move":"12\"j","role":"Scout","damage":"1/1/0","ov":0,"armor":2,"structure":2,"specials":[],"pv":14,"era":"Age of War","factions":["Draconis Combine","Mercenary"],"source":"p. 194, 195"},"skill":4,"at":[12.0,8.0],"facing":0.0}]},{"name":"blue","home":"north","units":[{"id":"b1","card":{"id":"whm_6r_warhammer","name":"WHM-6R Warhammer","chassis":"Warhammer","model":"WHM-6R","type":"BM","size":3,"tmm":1,"move":"8\"","role":"Brawler","damage":"3/3/2","ov":1,"armor":5,"structure":6,"specials":[],"pv":32,"era":"Age of War","factions":["Mercenary"],"source":"p. 194"},"skill":4,"at":[18.0,24.0],"facing":180.0}]}],"start":{"turn":1,"phase":"combat","first":"red"}},"seed":7,"tape":[],"state":null,"without":[]}','[["red", "both"], ["blue", "both"]]',1.79513190901465344425e+09,NULL);
CREATE TABLE remarks (
	game VARCHAR(24) NOT NULL, 
	n INTEGER NOT NULL, 
	seat TEXT NOT NULL, 
	name TEXT NOT NULL, 
	text TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (game, n), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "remarks" VALUES('lO55lD-qf5V-',1,'both','Ada','Good luck ☺',1.0);
CREATE TABLE seats (
	token_hash VARCHAR(64) NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	seat TEXT NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	side TEXT, 
	PRIMARY KEY (token_hash), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "seats" VALUES('3d8cca1a29f90fb7dc20292582cb518e604dd2d5516c6e081910ca340f80d149','lO55lD-qf5V-','both','hotseat',NULL);
INSERT INTO "seats" VALUES('5776b464aa1c00eaefbe83bf0b60784e98d3f7201aa04a5a7b588467a147383a','lO55lD-qf5V-','spectator','spectator',NULL);
CREATE INDEX ix_seats_game ON seats (game);
COMMIT;
