// What travels between this page and the server. The names are those of docs/protocol.md; nothing is worked out here.

export type Point = [number, number];
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

type RuleRef = { title: string; page: number | null };
export type Rules = Record<string, RuleRef>;
export type Part = { label: string; value: number; rule: string };
export type Reason = { code: string; message: string; rule: string | null };

// -- the scene ----------------------------------------------------------------------------------------------------

export type Role = "flat" | "hill" | "solid" | "woods" | "veil" | "water" | "bridge" | "hollow";

export type Feature = {
  id: string;
  kind: string;
  role: Role;
  height: number;
  depth: number;
  polygon?: Point[];
  hexes?: string[];
  rect?: [number, number, number, number];
  circle?: [number, number, number];
  circles?: [number, number, number][];
  line?: Point[];
  width?: number;
  type?: string;
  cf?: number;
  build?: string;
  hangar?: boolean;
  broken?: number[]; // sections of a line that are gone
  runs?: Point[][]; // what is left of a line with gaps
  left?: Point[][]; // what is left of a piece with holes, cut into polygons
  about?: string; // what it means to players, with its page
};

export type Special = {
  text: string;
  code: string;
  name: string;
  explanation: string | null;
  rule: string | null;
  page: number | null;
};

/** A section of a mobile structure: where it lies, inches to the right of and ahead of the middle, and what it has. */
export type CardSection = { name: string; at: Point; armor: number; structure: number; damage: string; specials: Special[]; arcs: Record<string, { damage: string }> };

export type Section = { armor: number; structure: number; crits: Record<string, number>; pending: string[]; destroyed: boolean };

export type Card = {
  id: string;
  name: string;
  chassis: string;
  model: string;
  type: string;
  type_name: string;
  role: string | null;
  size: number;
  size_name: string;
  legs?: string;
  move: string;
  moves: { mode: string; inches: number; words: string }[];
  tmm: number;
  damage: string;
  ranges: { short: string; medium: string; long: string; extreme: string };
  ov: number;
  armor: number;
  structure: number;
  threshold: number | null;
  pv: number;
  specials: Special[];
  arcs: Record<string, { damage: string; specials: Special[] }>;
  sections: CardSection[];
  crits: Record<string, number>;
  radius: number;
  height: number;
  tracks_heat: boolean;
  era: string | null;
  factions: string[];
  training: boolean;
  note: string | null;
  skill?: number;
  skill_pv?: number;
  abilities?: { text: string; rule: string; page: number | null; words: string }[];
};

type Side = { name: string; home: string | null; preplotted?: Point[] };

export type Scenario = {
  id: string;
  name: string;
  about: string;
  page: number | null;
  turns: number | null;
  roles: Record<string, string>;
  searched: string[];
  how?: string[]; // how it is won, sentence by sentence
};

export type MapData = { kind: string; measure: string; width: number; depth: number };

/** A way to move: what it is called, whether it leads nowhere, whether it has an end and no way there. */
export type Mode = { name: string; words: string; done: string; stays: boolean; leaps: boolean; flown?: boolean }; // flown: by Thrust, over the table
export type SupportType = {
  type: string;
  name: string;
  family: "strike" | "bombing" | "strafing" | "air_cover" | "artillery" | "minefield";
  cost: number;
  text: string;
  rule: string;
  page: number | null;
};
export type SupportTable = {
  points: number | null;
  hidden: boolean; // minefields may lie hidden
  radius: number;
  hidden_radius: number;
  strip: [number, number]; // of what is strafed: how far apart its ends lie, and its width
  types: SupportType[];
};

/** A kind of terrain: what it does, and where that is written. */
export type Kind = { kind: string; text: string; rule: string; page: number | null };

export type Scene = {
  game?: string; // the one that is played, where it is not Alpha Strike
  map: MapData;
  modes: Mode[];
  options: string[];
  edition?: string; // of the rules, in Alpha Strike
  sides: Side[];
  scenario?: Scenario | null;
  support?: SupportTable | null;
  terrain: Feature[];
  legend?: Kind[];
  questions?: Record<string, string>; // kinds of questions, each with what it is about
  names?: Record<string, string>; // what players call things that scripts have a word for
  units: Record<string, Card>;
};

// -- the view -----------------------------------------------------------------------------------------------------

export type Phase = string;
type Arc = { name: string; centre: number; width: number; corridor: boolean | number | null };

export type Unit = {
  side: string;
  name: string;
  skill: number;
  place: "table" | "reserve" | "aboard" | "emplaced" | "planted" | "carried" | "offboard" | "gone";
  at: Point | null;
  facing: number;
  elevation: number;
  armor: number | null; // null where its record sheet is not known
  structure: number | null;
  heat: number;
  tmm: number;
  moved: string;
  moved_words: string;
  inches: number;
  crits: Record<string, number>;
  pending: string[];
  shutdown: boolean;
  stunned: boolean;
  hull_down: boolean;
  airborne: boolean;
  altitude?: string | null;
  flight?: [Point, Point] | null; // this turn's flight path
  thrust?: number | null;
  lights?: boolean;
  doomed: string | null;
  destroyed: boolean;
  exited: boolean;
  withdrawing: boolean;
  immobile: boolean;
  status: string[];
  aboard: string | null;
  riding: boolean;
  carrying: string[];
  group: string | null;
  spent: string[];
  off: string[];
  planned: Record<string, boolean>;
  switches: { ability: string; label: string; note: string; on: boolean; will: boolean; rule: string }[];
  declared: Record<string, string> | null;
  attacks: string[];
  overheat: number;
  heat_taken: number;
  spotted: string | null;
  grappling: string | null;
  boarding: string | null;
  sections: Record<string, Section> | null;
  notes: Record<string, Json>;
  radius: number;
  height: number;
  move_now: Record<string, number>;
  modes: string[];
  damage_now: string;
  move?: string; // of a unit that was scanned
  badge: { colour: string; number: number } | null;
  wreck?: { at: Point; facing: number } | null; // where it lies, when it is destroyed
  arcs: Arc[];
  offers: Offer[]; // what it may do besides moving and attacking
  remarks: string[]; // what its player should keep in mind
};

export type Decision = {
  side: string;
  kind: string;
  rule: string;
  question?: string;
  choices?: string[];
  unit?: string | null;
  facts?: Record<string, Json>;
};

type Outcome = { winner: string | null; reason: string; rule: string };
export type Doing = "deploy" | "move" | "attack" | "decide" | "wait" | "over";

/** What comes of air, light or weather, and the rule behind it. */
export type Effect = { name: string; text: string; rule: string; page: number | null };

export type Weather = {
  atmosphere: string;
  light: "day" | "dusk" | "dawn" | "night" | "moonless_night" | "pitch_black";
  weather: string[];
  wind: { force: number; from: number; variable: boolean };
  gravity: number;
  temperature: number;
  emi: boolean;
  earthquake: { strength: number } | null;
  tornadoes: { at: Point; rating: number; turns: number }[];
  effects: Effect[];
};

export type View = {
  n: number;
  viewer: string | null;
  turn: number;
  phase: Phase;
  phases: { name: Phase; title: string }[];
  for: "deploy" | "move" | "attack" | null;
  to_act: string | null;
  first: string | null;
  quota: [string, number][];
  moving_group: string | null;
  guide: { text: string; do: Doing; yours: boolean };
  ready: string[];
  decision: Decision | null;
  outcome: Outcome | null;
  zones?: Record<string, [number, number, number, number]> | null;
  deployment?: Record<string, { text: string; rule: string }[]> | null;
  units: Record<string, Unit>;
  blips?: Record<string, { side: string; at: Point }>; // something that nobody has identified
  terrain_damage: Record<string, number>;
  weather?: Weather;
  networks: Json[];
  notes: Record<string, Json>;
  support?: Record<string, { cost: number; left: string[] }>; // of the viewer's own side
  minefields?: Minefield[];
  items?: Record<string, { size: number | null; structure: number; at: Point | null; carrier: string | null; destroyed: boolean }>; // external cargo
  in_flight?: { unit: string; weapon: string; target: string | { point: Point }; lands: number }[]; // shells of one's own side
  undo?: Undo | null;
};
/** What may be taken back: the orders of this many, the first of them this unit's; between people after asking. */
export type Undo = { unit: string | null; count: number; ask: boolean };
export type Minefield = { side: string; type: string; at: Point; radius: number; hidden: boolean };

// -- what happened --------------------------------------------------------------------------------------------------

type Tone =
  | ("turn" | "phase" | "act" | "hit" | "miss" | "sum" | "wound" | "later" | "loss" | "ask" | "refused" | "quiet" | "plain");
type Line = { text: string; tone: Tone; depth: number; event: number };
export type BattleEvent = { type: string; [key: string]: Json };

export type Batch = {
  n: number;
  side: string | null;
  turn: number;
  phase: Phase;
  events: BattleEvent[];
  lines: Line[];
  takes_back?: number[]; // the numbers of the commands that this one undoes
};

// -- commands -------------------------------------------------------------------------------------------------------

export type Landing = { unit: string; at: Point; facing?: number };
export type MoveOrder = {
  unit: string;
  path: Point[];
  mode: string;
  facing?: number;
  elevation?: number;
  hull_down?: boolean;
  charge?: string;
  dfa?: string;
  board?: string;
  unload?: Landing[];
  cruise?: number;
  outside?: boolean;
  abilities?: string[];
  altitude?: string;
  convert?: string;
};
export type AttackOrder = {
  unit: string;
  target: string | { point: Point } | { line: [Point, Point] } | { points: Point[] };
  kind?: string;
  using?: string | null;
  overheat?: number;
  spotter?: string | null;
  spotter_attacks?: boolean;
  arc?: string | null;
  rear?: string;
  network?: string;
  split?: boolean;
  abilities?: string[];
};
export type SupportOrder = { side: string; kind: "support"; using: string; target: string | { point: Point } | { line: [Point, Point] } };
export type Laid = { type: string; at: Point; hidden?: boolean };
export type Act = { unit: string; do: string; what: string; at?: Point };
export type Command =
  | { move: MoveOrder }
  | { attack: AttackOrder | SupportOrder }
  | { buy: { side: string; support: (string | Laid)[] } }
  | { toggle: { unit: string; ability: string; on: boolean } }
  | { decide: { side: string; choice: string; always?: boolean } }
  | { standing: { side: string; kind: string; choice: string } }
  | { deploy: { unit: string; at: Point; facing: number; hidden?: boolean; mines?: number } }
  | { act: Act }
  | { pass: { unit: string } }
  | { end_phase: { ambush?: Record<string, number> } }
  | { resign: { side: string } };

// -- offers ----

export type Choice = {
  name: string; // the field of the order
  label: string;
  kind: "flag" | "number" | "word" | "unit" | "point" | "line" | "path" | "landings" | "purchases";
  rule: string;
  among: string[];
  least: number;
  most: number;
  needed: boolean;
  modes: string[]; // the modes of movement it goes with; any, when there are none
  within: number | null; // how far such a unit may be from the end of a move
  general: boolean; // it goes for any target
  note: string; // what it brings, in a few words
  beside: string | null; // the field without which it says nothing
};
export type Offer = {
  kind: string;
  unit: string | null;
  label: string;
  rule: string;
  page: number | null;
  complete: boolean;
  command: Command;
  choose: Choice[];
};

// -- answers --------------------------------------------------------------------------------------------------------

export type Sight = {
  from: Point;
  to: Point;
  status: string;
  reason: string | null;
  rule: string | null;
  cover: string[];
  hidden: number;
  crossings: { feature: string; inches: number; intervening: number }[];
};
export type UnitOdds = { unit: string; struck: number; damage: number; critical: number; destroyed: number };
export type AttackPreview = {
  legal: boolean;
  reason: Reason | null;
  target_number: number | null;
  modifiers: Part[];
  range: string | null;
  distance: number | null;
  line_of_sight: string | null;
  direction: string | null;
  damage: number | null;
  absorbed: number; // points that a building or a wall takes off it
  damage_parts: Part[];
  hit_probability: number;
  expected_damage: number;
  rear?: AttackPreview | null; // of the rear weapons that fire with it
  outcomes: {
    miss: number;
    damage: Record<string, number>;
    critical: number;
    destroyed: number;
    units: UnitOdds[];
  } | null;
  sight?: Sight | null;
  area?: Area[] | null; // of a shell: its templates, from the middle outwards
  control?: Record<string, number> | null; // what both need to keep control in a dogfight
  targets?: Record<string, { target_number: number | null; damage: number | null }> | null; // of strafing: each in the strip
};
export type SupportPreview = Pick<
  AttackPreview,
  "legal" | "reason" | "target_number" | "modifiers" | "damage" | "damage_parts" | "hit_probability" | "expected_damage" | "outcomes"
> & { struck: string[]; area: Area[] };
export type Area = { radius: number; damage: string };
export type AnswerPreview = { legal: boolean; reason: Reason | null; units: UnitOdds[] };
export type MovePreview = {
  legal: boolean;
  reason: Reason | null;
  mode: string;
  inches: number;
  cost: number;
  allowance: number;
  parts: Part[];
  allowed: Part[];
  at: Point | null;
  elevation: number;
  airborne: boolean;
  crashes: boolean;
  brings_down: string[]; // buildings that would not bear it, or fall to pieces on its way
  skid: { target_number: number; modifiers: Part[]; at: Point } | null; // the control roll on its way
  flight?: [Point, Point] | null; // the path of what flies by Thrust,
  thrust?: number | null; // how far that could slide along the edge, and
  landing?: { target_number: number; modifiers: Part[]; damage: number } | null; // the roll when it comes down
  prospects?: { strikes: ShotAt[]; fire: ShotAt[] } | null; // whom a flight passes over, and who could shoot at it
};
/** Somebody at the other end of a shot, and the number it takes. */
export type ShotAt = { unit: string; target_number: number };
export type Measure = {
  distance: number;
  range: string;
  line_of_sight: string;
  woods: number;
  in_arc: boolean;
  direction: string | null;
  sight: Sight;
};
export type Reach = { unit: string; mode: string; allowance: number; spacing: number; places: [number, number, number][] };
export type Route = { move: MoveOrder | null; preview: MovePreview | null };
type Chance = { target_number: number; hit_probability: number; expected_damage: number };
/** What a place would bring: on each enemy, and from each enemy. */
export type Plan = { unit: string; at: Point; enemies: Record<string, { gives: Chance | null; takes: Chance | null }> };
export type AttackChoice = {
  attack: AttackOrder;
  target: string;
  kind: string;
  using: string | null;
  spotter: string | null;
  arc: string | null;
  words: string; // what it is made with
  choose: Choice[];
  target_number: number;
  hit_probability: number;
  expected_damage: number;
};
export type Run = Offer & { words: string; struck: string[] };
export type Targets = {
  unit: string;
  points: Offer[]; // attacks that are aimed at a point
  runs: Run[]; // attacks on several at once, ready to be made: strips to strafe, points to bomb
  attacks: AttackChoice[];
  refusals: Record<string, Reason>;
  general: Choice[]; // what may be said of any of them
};
export type Position = { n: number; scene: Scene; view: View };

type Journey = { unit: string; mode: string; elevation?: number; cruise?: number };
export type Questions = {
  preview: {
    ask: { attack: AttackOrder | SupportOrder } | { move: MoveOrder } | { decide: { side: string; choice: string } };
    answer: AttackPreview | SupportPreview | MovePreview | AnswerPreview;
  };
  measure: { ask: { from: string; to: string | { point: Point } }; answer: Measure };
  reach: { ask: Journey; answer: Reach };
  route: { ask: Journey & { to: Point; facing?: number }; answer: Route };
  plan: { ask: Journey & { to: Point; facing?: number }; answer: Plan };
  sight: { ask: { unit: string; level: number; at?: Point; elevation?: number; prone?: boolean }; answer: { unit: string; level: number; seen: string } };
  targets: { ask: { unit: string; said: Record<string, number> }; answer: Targets };
  offers: { ask: { unit?: string }; answer: Offer[] };
  position: { ask: { n: number }; answer: Position };
  history: { ask: { from: number; to: number }; answer: { batches: Batch[] } };
};

// -- messages -------------------------------------------------------------------------------------------------------

type SeatKind = "player" | "hotseat" | "spectator";
export type Seat = { seat: string; kind: SeatKind; side: string | null };
export type ChatMessage = { n: number; seat: string; name: string | null; text: string; at: string };
export type Presence = { seat: string; name: string | null; connected: number };
export type Refused = {
  type: "refused";
  id: string;
  code: string;
  message: string;
  rule: string | null;
  page: number | null;
  title: string | null;
  n: number;
};
/** The clock of a battle: seconds left by side, as of when it was told. */
export type RunningClock = { kind: "turn" | "side" | "move"; seconds: number; at_end: "pass" | "lose"; left: Record<string, number>; running: string | null };

export type Welcome = {
  type: "welcome";
  game: string;
  title: string;
  mode: "bot" | "hotseat" | "friend" | "replay";
  seat: Seat;
  sides: { name: string; by: string; player?: string }[];
  n: number;
  scene: Scene;
  view: View;
  batches: Batch[];
  rules: Rules;
  chat: ChatMessage[];
  presence: Presence[];
  draw: string | null;
  undo?: string | null; // the side that asks to take back
  dice: string | null; // what is promised of the dice in a game of two people
  clock?: RunningClock | null;
  rematch?: string | null; // the talk about the next battle
};
export type Update = { type: "update"; n: number; batch: Batch | null; view: View; rules: Rules; scene: Scene | null };
type Answer = { type: "answer"; id: string; n: number; rules?: Rules; [key: string]: unknown };
export type ServerMessage =
  | Welcome
  | Update
  | Answer
  | Refused
  | { type: "accepted"; id: string; n: number }
  | { type: "chat"; id: string | null; message: ChatMessage }
  | { type: "presence"; presence: Presence[] }
  | { type: "undo"; id?: string | null; side: string | null; why: string }
  | { type: "draw"; id?: string | null; side: string | null; why: string }
  | { type: "clock"; clock: RunningClock | null; out: string | null }
  | { type: "rematch"; talk: string; side: string }
  | { type: "thinking"; side: string; on: boolean }
  | { type: "error"; code: string; message: string; id?: string | null };
