// What kind of country a map shows, told by what lies on it and by its sky, and the colours of that country. Pure.
import type { Feature, Weather } from "../lib/protocol";

export type Country = {
  name: string;
  ground: [string, string]; // where it is low or bare, where it is lush
  high: string; // what hills turn to
  rock: string; // cliffs and stones
  tree: "leaf" | "pine" | "jungle" | "bare";
  leaves: [string, string];
  water: [string, string]; // shallow and deep
  road: string;
  sky: [string, string]; // below and above, for the standing table
};

const TEMPERATE: Country = {
  name: "temperate", ground: ["#8f8a58", "#6f8148"], high: "#a39a68", rock: "#7d7566", tree: "leaf", leaves: ["#3f6330", "#6c8a3d"], water: ["#5f9aae", "#2b5873"], road: "#a2967d", sky: ["#c9d8df", "#7fa6c4"],
};

export const COUNTRIES: Record<string, Country> = {
  temperate: TEMPERATE,
  wooded: { ...TEMPERATE, name: "wooded", ground: ["#7c8150", "#5f7843"], leaves: ["#2f5529", "#587a36"] },
  badlands: { name: "badlands", ground: ["#b58a5c", "#a67c52"], high: "#c08b60", rock: "#8c5a3e", tree: "bare", leaves: ["#6b6a3a", "#88834a"], water: ["#7ba39b", "#3f6a6b"], road: "#c3a57e", sky: ["#e6d3b8", "#9fb4bf"] },
  desert: { name: "desert", ground: ["#d6bd83", "#c9ac72"], high: "#dcbf85", rock: "#a5794c", tree: "bare", leaves: ["#6d7440", "#8d8c4e"], water: ["#6fb0a8", "#35787c"], road: "#c8b48c", sky: ["#efe2c0", "#8fb9d4"] },
  arctic: { name: "arctic", ground: ["#cfdae0", "#e6edf1"], high: "#f4f8fa", rock: "#7f8b95", tree: "pine", leaves: ["#3d5a50", "#7e9c94"], water: ["#78a7c0", "#33617f"], road: "#b7bfc2", sky: ["#e9f0f4", "#a9c3d4"] },
  volcanic: { name: "volcanic", ground: ["#4b4543", "#57504b"], high: "#5f5650", rock: "#35302e", tree: "bare", leaves: ["#4a4a34", "#605c40"], water: ["#5b7b80", "#33494f"], road: "#7a7069", sky: ["#a07a66", "#4c454d"] },
  swamp: { name: "swamp", ground: ["#66703f", "#52663a"], high: "#7c7f4c", rock: "#5f5c48", tree: "jungle", leaves: ["#27502c", "#4f7d3a"], water: ["#5f7f5f", "#34533f"], road: "#8b805f", sky: ["#cdd6c0", "#8ba59a"] },
  city: { name: "city", ground: ["#9a9788", "#8c9078"], high: "#a39d88", rock: "#7c776c", tree: "leaf", leaves: ["#4a6b36", "#748f47"], water: ["#5f9aae", "#2b5873"], road: "#77767a", sky: ["#d2d8dc", "#8aa2b5"] },
  industrial: { name: "industrial", ground: ["#8f897c", "#857c68"], high: "#9a9079", rock: "#6f675c", tree: "bare", leaves: ["#5a6337", "#777d46"], water: ["#6b8a86", "#3a5658"], road: "#6d6b6c", sky: ["#cfc9bd", "#8d95a0"] },
  moon: { name: "moon", ground: ["#8d8d90", "#7c7c81"], high: "#a3a3a6", rock: "#5f5f66", tree: "bare", leaves: ["#555", "#777"], water: ["#8a9aa5", "#4d5a66"], road: "#9a9a9c", sky: ["#14161d", "#05060a"] },
};

/** The air over it: what is seen low down and far away, what overhead, and how much light falls on land that is far off. */
export type Air = { haze: string; zenith: string; bright: number };
const HOURS: Record<string, Air> = {
  dusk: { haze: "#f0a060", zenith: "#5a4a7a", bright: 0.7 }, dawn: { haze: "#f7cfa0", zenith: "#7a92b8", bright: 0.85 }, night: { haze: "#3a4c80", zenith: "#131b38", bright: 0.4 },
  moonless_night: { haze: "#1d2848", zenith: "#0a1022", bright: 0.24 }, pitch_black: { haze: "#0e1426", zenith: "#05070f", bright: 0.12 },
};
const CLOUDY: Air = { haze: "#b4bdc4", zenith: "#6d7a86", bright: 0.85 };
export const OVERCAST = /rain|snow|blizzard|sleet|fog|hail/;

export function airOf(country: Country, weather?: Pick<Weather, "light" | "weather">): Air {
  const clouds = weather?.weather.some((word) => OVERCAST.test(word)) ? CLOUDY : undefined;
  return HOURS[weather?.light ?? "day"] ?? clouds ?? { haze: country.sky[0], zenith: country.sky[1], bright: 1 };
}

const AIRLESS = ["vacuum", "trace"];

export function countryOf(terrain: readonly Feature[], weather?: Pick<Weather, "atmosphere" | "weather" | "temperature">): Country {
  const count = (...kinds: string[]): number => terrain.filter((one) => kinds.some((kind) => one.kind === kind || one.kind.endsWith(`_${kind}`))).length;
  const is = (name: string): Country => COUNTRIES[name] as Country;
  if (weather && AIRLESS.includes(weather.atmosphere)) return is("moon");
  if (count("magma_crust", "magma_liquid")) return is("volcanic");
  if (count("deep_snow", "ice", "tundra") || weather?.weather.some((word) => word.includes("snow") || word === "blizzard")) return is("arctic");
  if (count("sand") > 1) return is("desert");
  if (count("swamp", "jungle", "mud") > 1) return is("swamp");
  if (count("heavy_industrial", "rail", "hazardous_liquid_pool")) return is("industrial");
  const [houses, woods, stones, hills] = [count("building", "wall"), count("woods"), count("rough", "rubble"), count("hill")];
  if (houses > 12) return is("city");
  if (stones > woods * 2 && stones + hills > 3) return is("badlands");
  return is(woods + hills > 14 ? "wooded" : "temperate");
}
