// Sounds made by our own code: no file is played. Soft, silent until the page has been touched, and with a switch.
import { boltsOf, type Bolt } from "./spectacle";
import { settings } from "./settings.svelte";
import type { Beat } from "./stage";

const LOUD = 0.16;

let stage: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** A browser lets a page sound only after its player has done something. */
function air(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return null;
  stage ??= new AudioContext();
  if (stage.state === "suspended") void stage.resume();
  return stage;
}

function noise(context: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const data = hiss.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
  return hiss;
}

type Swell = { at: number; long: number; loud: number };

function gain(context: AudioContext, { at, long, loud }: Swell): GainNode {
  const node = context.createGain();
  const start = context.currentTime + at;
  node.gain.setValueAtTime(0, start);
  node.gain.linearRampToValueAtTime(loud * LOUD, start + 0.008);
  node.gain.exponentialRampToValueAtTime(0.0001, start + long);
  node.connect(context.destination);
  return node;
}

function tone(context: AudioContext, type: OscillatorType, from: number, to: number, swell: Swell): void {
  const voice = context.createOscillator();
  const start = context.currentTime + swell.at;
  voice.type = type;
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(Math.max(20, to), start + swell.long);
  voice.connect(gain(context, swell));
  voice.start(start);
  voice.stop(start + swell.long + 0.02);
}

function rush(context: AudioContext, low: number, high: number, swell: Swell): void {
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const start = context.currentTime + swell.at;
  source.buffer = noise(context);
  source.loop = true;
  filter.type = "lowpass";
  filter.frequency.setValueAtTime(high, start);
  filter.frequency.exponentialRampToValueAtTime(low, start + swell.long);
  source.connect(filter);
  filter.connect(gain(context, swell));
  source.start(start);
  source.stop(start + swell.long + 0.02);
}

const SHOTS: Record<Bolt, (context: AudioContext, at: number) => void> = {
  laser: (context, at) => tone(context, "sawtooth", 1500, 240, { at, long: 0.28, loud: 0.5 }),
  cannon: (context, at) => rush(context, 90, 1800, { at, long: 0.22, loud: 1.1 }),
  missile: (context, at) => rush(context, 2600, 500, { at, long: 0.5, loud: 0.6 }),
  shell: (context, at) => tone(context, "sine", 1100, 180, { at, long: 0.6, loud: 0.5 }),
  flame: (context, at) => rush(context, 400, 1400, { at, long: 0.5, loud: 0.6 }),
  blow: (context, at) => tone(context, "square", 160, 50, { at, long: 0.2, loud: 0.7 }),
};

const thump = (context: AudioContext, at: number, loud: number): void => {
  rush(context, 60, 900, { at, long: 0.45, loud });
  tone(context, "sine", 120, 34, { at, long: 0.4, loud: loud * 0.9 });
};

function steps(context: AudioContext, seconds: number): void {
  for (let at = 0; at < Math.min(1.6, seconds); at += 0.26) tone(context, "sine", 84, 44, { at, long: 0.13, loud: 0.55 });
}

const clicks = (context: AudioContext): void => [0, 0.07, 0.15, 0.2, 0.3].forEach((at, i) => tone(context, "triangle", 900 + i * 90, 500, { at, long: 0.04, loud: 0.35 }));

/** The sound of a beat. */
export function play(beat: Beat): void {
  const context = air();
  if (!context) return;
  const seconds = (beat.time * settings.factor) / 1000;
  if (beat.kind === "move") {
    if (beat.jump) rush(context, 300, 1500, { at: 0, long: Math.max(0.4, seconds), loud: 0.7 });
    else steps(context, seconds);
  } else if (beat.kind === "attack") {
    const damage = typeof beat.event.damage === "number" ? beat.event.damage : 1;
    const bolts = boltsOf(String(beat.event.kind ?? ""), String(beat.event.using ?? ""), damage, undefined);
    bolts.forEach((bolt, i) => SHOTS[bolt](context, i * 0.09));
    if (beat.hit) thump(context, seconds * 0.38, 0.8 + Math.min(0.8, damage * 0.1));
  } else if (beat.kind === "loss") {
    thump(context, 0, 1.8);
    thump(context, 0.22, 1.3);
  } else clicks(context);
}

/** Two notes: it is your move. */
export function chime(): void {
  const context = air();
  if (!context) return;
  tone(context, "sine", 660, 655, { at: 0, long: 0.16, loud: 0.5 });
  tone(context, "sine", 990, 985, { at: 0.15, long: 0.26, loud: 0.5 });
}
