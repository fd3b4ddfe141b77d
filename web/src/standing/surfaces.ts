// What the standing table's land is made of: earth with a grain and rock where it is steep, water with ripples, and the
// country around the table. Part of three.js's side of the house; knows no battle.
import {
  BufferAttribute, BufferGeometry, CanvasTexture, Color, ConeGeometry, CylinderGeometry, DoubleSide, Group, IcosahedronGeometry, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial, MirroredRepeatWrapping, PlaneGeometry, SRGBColorSpace, type Texture,
} from "three";
import type { Air, Country } from "../land/country";
import { chance, noise, rolling } from "../land/noise";
import { lit, rgb, type Rgb } from "../miniatures/paints";

const GRAINS = 256; // pixels of the picture of grains

/** Light and dark grains, coarse and fine: one picture for all ground and all water. */
export function grainy(): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = GRAINS;
  const ink = canvas.getContext("2d");
  if (ink) {
    const picture = ink.createImageData(GRAINS, GRAINS);
    for (let y = 0; y < GRAINS; y += 1) {
      for (let x = 0; x < GRAINS; x += 1) {
        const value = 255 * (0.4 * rolling(x / 26, y / 26, 5) + 0.35 * noise(x / 4, y / 4, 6) + 0.25 * noise(x / 1.6, y / 1.6, 7));
        picture.data.set([value, value, value, 255], (y * GRAINS + x) * 4);
      }
    }
    ink.putImageData(picture, 0, 0);
  }
  const found = new CanvasTexture(canvas);
  found.wrapS = found.wrapT = MirroredRepeatWrapping; // looked up four times a pixel: nothing dearer than that
  return found;
}

/** The painted ground: grains everywhere, so that it holds from near by, and layers of rock on slopes, where a painting is drawn out. */
export function earth(painting: Texture, grains: Texture, country: Country): MeshLambertMaterial {
  const material = new MeshLambertMaterial({ map: painting });
  material.onBeforeCompile = (shader) => {
    shader.uniforms.grains = { value: grains };
    shader.uniforms.rock = { value: new Color(lit(country.rock, 1.18)) };
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nvarying vec3 spot;\nvarying vec3 upright;")
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nspot = position;\nupright = normal;");
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", "#include <common>\nuniform sampler2D grains;\nuniform vec3 rock;\nvarying vec3 spot;\nvarying vec3 upright;")
      .replace(
        "#include <map_fragment>",
        `#include <map_fragment>
        float fine = texture2D(grains, spot.xz * 0.23).r;
        float broad = texture2D(grains, spot.xz * 0.031 + 0.4).r;
        float grain = texture2D(grains, spot.xz * 1.1).r;
        diffuseColor.rgb *= 0.5 + 0.44 * fine + 0.3 * broad + 0.26 * grain;
        float steep = smoothstep(0.16, 0.5, 1.0 - normalize(upright).y + (broad - 0.5) * 0.14);
        float layers = texture2D(grains, vec2((spot.x + spot.z) * 0.06, spot.y * 0.42)).r;
        vec3 cliff = rock * (0.5 + 0.62 * layers + 0.4 * (fine - 0.5));
        diffuseColor.rgb = mix(diffuseColor.rgb, cliff, steep * 0.86);`,
      );
  };
  return material;
}

/** Water one sees the ground through, with ripples in the light. */
export function water(colour: string, opacity: number, grains: Texture): MeshLambertMaterial {
  const material = new MeshLambertMaterial({ color: colour, transparent: true, opacity, side: DoubleSide });
  material.onBeforeCompile = (shader) => {
    shader.uniforms.grains = { value: grains };
    shader.vertexShader = shader.vertexShader.replace("#include <common>", "#include <common>\nvarying vec3 spot;").replace("#include <begin_vertex>", "#include <begin_vertex>\nspot = position;");
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", "#include <common>\nuniform sampler2D grains;\nvarying vec3 spot;")
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>
        float swell = texture2D(grains, spot.xz * vec2(0.05, 0.11)).r;
        float crest = texture2D(grains, spot.xz * vec2(0.11, 0.3) + swell * 0.2).r;
        diffuseColor.rgb *= 0.72 + 0.5 * swell;
        diffuseColor.rgb += vec3(0.55) * smoothstep(0.56, 0.68, crest) * swell;`,
      );
  };
  return material;
}

const AROUND = 380; // inches to where the haze has swallowed the land
const RIDGES = [[3.4, 36, 0.78], [2.3, 19, 0.6], [1.7, 9, 0.42]] as const; // how far away by the table's length, how high in inches, how much haze before it
const HAZE = [[0, 0.14], [0.6, 0.16], [0.95, 0.34], [1.3, 0.66], [1.65, 1], [AROUND, 1]] as const; // how far away, how thick

type Corners = { at: number[]; tint: number[] };
const unlit = { transparent: true, depthWrite: false, fog: false, side: DoubleSide } as const;

function veil({ at, tint }: Corners, parts: 3 | 4, order: number): Mesh {
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(new Float32Array(at), 3));
  made.setAttribute("color", new BufferAttribute(new Float32Array(tint), parts));
  const mesh = new Mesh(made, new MeshBasicMaterial({ vertexColors: true, ...unlit }));
  mesh.renderOrder = order;
  return mesh;
}

/** The country beyond the table's frame, in haze: fields and trees, and ridges where the eye is low. It is never played on. */
export function surroundings(width: number, depth: number, country: Country, air: Air): Group {
  const group = new Group();
  const long = Math.max(width, depth);
  group.add(vault(air), fields(long, country, air), mist(long, air), ridges(long, country, air), thickets(width, depth, country, air));
  group.position.set(width / 2, -1.2, -depth / 2);
  return group;
}

/** Open and overgrown ground, much as on the table, painted without care. */
function fields(long: number, { ground, leaves }: Country, { bright }: Air): Mesh {
  const pixels = 320;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = pixels;
  const ink = canvas.getContext("2d");
  if (ink) {
    const picture = ink.createImageData(pixels, pixels);
    const [bare, lush, leaf] = [ground[0], ground[1], leaves[0]].map((hex) => rgb(lit(hex, bright)));
    for (let y = 0; y < pixels; y += 1) {
      for (let x = 0; x < pixels; x += 1) {
        const [grown, wood] = [rolling(x / 22, y / 22, 61), Math.max(0, Math.min(1, (rolling(x / 15, y / 15, 62) - 0.52) * 6))];
        const part = (i: 0 | 1 | 2): number => ((bare as Rgb)[i] * (1 - grown) + (lush as Rgb)[i] * grown) * (1 - wood * 0.55) + (leaf as Rgb)[i] * wood * 0.55;
        picture.data.set([part(0), part(1), part(2), 255], (y * pixels + x) * 4);
      }
    }
    ink.putImageData(picture, 0, 0);
  }
  const painting = new CanvasTexture(canvas);
  painting.colorSpace = SRGBColorSpace;
  const mesh = new Mesh(new PlaneGeometry(long * 3.4, long * 3.4), new MeshBasicMaterial({ map: painting, ...unlit }));
  mesh.rotation.x = -Math.PI / 2;
  mesh.renderOrder = -100;
  return mesh;
}

function mist(long: number, { haze }: Air): Mesh {
  const [sides, found]: [number, Corners] = [48, { at: [], tint: [] }];
  const { r, g, b } = new Color(haze);
  const push = (ring: number, side: number): void => {
    const [share, thick] = HAZE[ring] as readonly [number, number];
    const [angle, far] = [(side / sides) * Math.PI * 2, Math.min(AROUND, share * long)];
    found.at.push(Math.cos(angle) * far, 0.05, Math.sin(angle) * far);
    found.tint.push(r, g, b, thick);
  };
  for (let ring = 0; ring + 1 < HAZE.length; ring += 1) {
    for (let side = 0; side < sides; side += 1) for (const [i, k] of [[0, 0], [1, 1], [1, 0], [0, 0], [0, 1], [1, 1]] as const) push(ring + i, side + k);
  }
  return veil(found, 4, -99);
}

function ridges(long: number, country: Country, air: Air): Mesh {
  const [steps, found]: [number, Corners] = [180, { at: [], tint: [] }];
  const haze = new Color(air.haze);
  RIDGES.forEach(([far, high, thick], k) => {
    const colour = lit(k < 2 ? country.rock : country.leaves[0], air.bright);
    const [foot, top] = [thick + 0.3, thick].map((share) => new Color(colour).lerp(haze, Math.min(1, share))) as [Color, Color];
    const push = (i: number, above: boolean): void => {
      const angle = ((i % steps) / steps) * Math.PI * 2;
      const crest = high * (0.1 + 0.9 * rolling(10 + Math.cos(angle) * 4, 10 + Math.sin(angle) * 4, 30 + k) + 0.12 * noise((i % steps) * 1.7, k, 52));
      const tone = above ? top : foot;
      found.at.push(Math.cos(angle) * far * long, above ? crest : 0, Math.sin(angle) * far * long);
      found.tint.push(tone.r, tone.g, tone.b);
    };
    for (let i = 0; i < steps; i += 1) for (const [n, above] of [[i, false], [i + 1, false], [i + 1, true], [i, false], [i + 1, true], [i, true]] as const) push(n, above);
  });
  return veil(found, 3, -98);
}

/** A tree that is seen from far: a few clumps of leaves, darker below, on a trunk. */
function leafy(): BufferGeometry {
  const clumps = [[0, 1.5, 0, 0.62], [0.4, 1.1, 0.22, 0.5], [-0.36, 1.15, -0.2, 0.52], [0, 0.95, 0.42, 0.42]] as const;
  const balls = clumps.map(([x, y, z, radius]) => new IcosahedronGeometry(radius, 0).translate(x, y, z));
  const parts = [...balls, new CylinderGeometry(0.09, 0.14, 0.9, 5).translate(0, 0.45, 0).toNonIndexed()];
  const at = parts.flatMap((part) => Array.from(part.getAttribute("position").array));
  const tint = parts.flatMap((part, i) => {
    const corners = Array.from(part.getAttribute("position").array);
    return i < balls.length ? corners.flatMap((_, k) => (k % 3 === 1 ? Array<number>(3).fill(0.6 + 0.22 * (corners[k] as number)) : [])) : corners.flatMap((_, k) => (k % 3 ? [] : [0.6, 0.4, 0.34]));
  });
  parts.forEach((part) => part.dispose());
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(new Float32Array(at), 3));
  made.setAttribute("color", new BufferAttribute(new Float32Array(tint), 3));
  made.computeVertexNormals();
  return made;
}

/** Trees in groups around the frame, or boulders where nothing grows. */
function thickets(width: number, depth: number, country: Country, air: Air): InstancedMesh {
  const long = Math.max(width, depth);
  const beyond = (x: number, y: number): boolean => Math.abs(x) > width / 2 + 2.5 || Math.abs(y) > depth / 2 + 2.5;
  const gap = long / 32;
  const places: [number, number, number][] = [];
  for (let i = -46; i <= 46; i += 1) {
    for (let j = -46; j <= 46; j += 1) {
      const [x, y] = [(i + chance(i, j, 71) - 0.5) * gap, (j + chance(i, j, 72) - 0.5) * gap];
      const thick = country.tree === "bare" ? 0.72 : 0.6;
      if (Math.hypot(x, y) < long * 1.45 && beyond(x, y) && noise(i * 0.2 + 20, j * 0.2 + 20, 73) > thick) places.push([x, y, 0.7 + chance(i, j, 74) * 0.7]);
    }
  }
  const bare = country.tree === "bare";
  const shape = bare ? new IcosahedronGeometry(0.7, 0) : country.tree === "pine" ? new ConeGeometry(0.75, 1.9, 6).translate(0, 0.9, 0) : leafy();
  const mesh = new InstancedMesh(shape, new MeshLambertMaterial({ flatShading: true, transparent: true, fog: false, vertexColors: shape.hasAttribute("color") }), places.length);
  const [haze, tint] = [new Color(air.haze), new Color()];
  places.forEach(([x, y, size], i) => {
    mesh.setMatrixAt(i, new Matrix4().makeScale(size, size * (bare ? 0.6 : 1.15), size).setPosition(x, 0, y));
    const thick = 0.04 + 0.26 * Math.min(1, Math.hypot(x, y) / (long * 1.45));
    mesh.setColorAt(i, tint.set(lit(bare ? country.rock : country.leaves[i % 4 ? 0 : 1], air.bright < 1 ? air.bright : 1.16)).lerp(haze, thick));
  });
  return mesh;
}

/** The sky over it all, from the haze upwards. */
function vault({ haze, zenith }: Air): Mesh {
  const [low, high] = [new Color(haze), new Color(zenith)];
  const [sides, found]: [number, Corners] = [24, { at: [], tint: [] }];
  const heights = [[-20, 0], [10, 0.12], [45, 0.6], [130, 1], [420, 1]] as const;
  const push = (i: number, ring: number): void => {
    const [y, share] = heights[ring] as readonly [number, number];
    const [angle, far] = [(i / sides) * Math.PI * 2, ring === heights.length - 1 ? 1 : AROUND + 20];
    const colour = low.clone().lerp(high, share);
    found.at.push(Math.cos(angle) * far, y, Math.sin(angle) * far);
    found.tint.push(colour.r, colour.g, colour.b);
  };
  for (let ring = 0; ring + 1 < heights.length; ring += 1) {
    for (let i = 0; i < sides; i += 1) for (const [n, r] of [[i, ring], [i + 1, ring], [i + 1, ring + 1], [i, ring], [i + 1, ring + 1], [i, ring + 1]] as const) push(n, r);
  }
  return veil(found, 3, -110);
}
