// The standing table itself: a scene of three.js with land, miniatures and what is laid over them. Draws a picture only when
// something has changed. Knows no battle: it is told what stands where.
import {
  AdditiveBlending, type Box3, BufferAttribute, BufferGeometry, CanvasTexture, CircleGeometry, Color, ConeGeometry, CylinderGeometry, DirectionalLight, DoubleSide, DynamicDrawUsage, Fog, Group, HemisphereLight, IcosahedronGeometry, InstancedMesh, LineBasicMaterial, LineSegments,
  Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial, Object3D, PCFShadowMap, PerspectiveCamera, PointLight, Points, PointsMaterial, Quaternion, Ray, Raycaster, RingGeometry, Scene as Stage, ShapeUtils, Sprite, SpriteMaterial, SRGBColorSpace, TorusGeometry, Vector2, Vector3, WebGLRenderer,
} from "three";
import { groundAt } from "../alphastrike/levels";
import { airOf, OVERCAST, type Country } from "../land/country";
import { chance, noise } from "../land/noise";
import { polygonsOf } from "../land/outlines";
import { inscribe, paint } from "../land/painting";
import { heightAt, type Relief } from "../land/relief";
import { isInside, scattered } from "../land/scatter";
import { lookOf, middleOf } from "../lib/drawing";
import type { Feature, MapData, Point, Weather } from "../lib/protocol";
import type { Space } from "../lib/space";
import type { Spark } from "../lib/spectacle";
import { miniatureOf, wreckOf, type Looks } from "../miniatures";
import { lit, type Paint } from "../miniatures/paints";
import { heightOf } from "../miniatures/solids";
import { luckOf } from "../miniatures/traits";
import type { Drape } from "./drapes";
import { FIELD, standpoint, type Eye } from "./eye";
import { baseOf, carpet, groundMesh, house, light, meets, meshOf, ribbon, tuft, type Mesh as Plain } from "./shapes";
import { earth, grainy, surroundings, water } from "./surfaces";

export type Land = { terrain: readonly Feature[]; map: MapData; space: Space; relief: Relief; country: Country; weather: Weather | undefined; home: number };
export type Piece = { id: string; card: Looks; paint: Paint; at: Point; facing: number; radius: number; tall: number; high: number; ghost: boolean; faded: boolean; ring: string | null; lamp: boolean };

const ROOFS = ["#a89d90", "#b0846a", "#98a1aa", "#aea58b", "#8b979a"];
const NIGHTS = ["night", "moonless_night", "pitch_black"];
const STILL = 1.1; // inches around a miniature where trees keep low

function geometry(plain: Plain): BufferGeometry {
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(new Float32Array(plain.corners), 3));
  made.setAttribute("normal", new BufferAttribute(new Float32Array(plain.normals), 3));
  made.setAttribute("color", new BufferAttribute(new Float32Array(plain.colours), 3));
  return made;
}

const bare = (corners: number[]): BufferGeometry => {
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
  return made;
};

/** A level sheet over an outline. */
function sheetOf(shape: readonly Point[]): BufferGeometry {
  const corners = shape.map(([x, y]) => new Vector2(x, y));
  const made = bare(ShapeUtils.triangulateShape(corners, []).flatMap((three) => three.flatMap((i) => [(shape[i] as Point)[0], 0, -(shape[i] as Point)[1]])));
  const up = new Float32Array((made.getAttribute("position").count || 0) * 3).map((_, i) => (i % 3 === 1 ? 1 : 0));
  made.setAttribute("normal", new BufferAttribute(up, 3));
  return made;
}

/** Leaves in several clumps: x, y, z and radius of each. */
function crownOf(clumps: readonly (readonly [number, number, number, number])[]): BufferGeometry {
  const corners = clumps.flatMap(([x, y, z, radius]) => {
    const ball = new IcosahedronGeometry(radius, 0);
    const found = Array.from(ball.translate(x, y, z).getAttribute("position").array);
    ball.dispose();
    return found;
  });
  const made = bare(corners);
  made.computeVertexNormals();
  return made;
}

/** Miniatures are as tall as their unit counts, within what looks right on the base. */
const figureScale = (tall: number, counts: number, paint: Paint): number => (paint === "wreck" ? 1.15 : Math.max(1.3, Math.min(1.6, counts / Math.max(0.1, tall))));

function cleared(group: Object3D): void {
  group.traverse((one) => {
    const mesh = one as Mesh;
    if (mesh.userData.shared) return;
    if (!mesh.userData.lasting) mesh.geometry?.dispose();
    for (const material of [mesh.material].flat()) material?.dispose?.();
  });
  group.clear();
}

export class World {
  relief: Relief | null = null;
  private readonly renderer: WebGLRenderer;
  private readonly stage = new Stage();
  private readonly lens = new PerspectiveCamera(FIELD, 1, 0.3, 600);
  private readonly ground = new Group();
  private readonly growth = new Group();
  private readonly houses = new Map<string, Mesh>();
  private readonly figures = new Map<string, Group>();
  private readonly shapes = new Map<string, BufferGeometry>();
  private readonly cover = new Group();
  private readonly fire = new Group();
  private readonly smoke = new Group();
  private readonly blaze = new PointLight("#ffb765", 0, 14); // always there: a light more or less would make every surface anew
  private readonly puff = softBall();
  private readonly grains = grainy();
  private around: Group | null = null;
  private jolt = 0;
  private readonly sun = new DirectionalLight("#fff4e0", 2.4);
  private readonly sky = new HemisphereLight("#dfeaf5", "#6b6048", 1.5);
  private readonly paintwork = new MeshLambertMaterial({ vertexColors: true });
  private readonly ghostly = new MeshLambertMaterial({ vertexColors: true, transparent: true, opacity: 0.6 });
  private trees: { mesh: InstancedMesh; places: { at: Point; matrix: Matrix4; low: Matrix4 }[] }[] = [];
  private pieces: readonly Piece[] = [];
  private waiting = 0;
  private size = { width: 1, height: 1 };

  constructor(canvas: HTMLCanvasElement, private readonly ondrawn: () => void) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: "high-performance" });
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.bias = -0.0006;
    this.sun.shadow.normalBias = 0.03;
    this.stage.add(this.ground, this.growth, this.cover, this.fire, this.smoke, this.blaze, this.sun, this.sun.target, this.sky);
  }

  // -- pictures -----------------------------------------------------------------------------------------------------

  /** Ask for a picture; however often it is asked for, there is one a frame. */
  redraw(): void {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      this.shake(this.jolt);
      this.renderer.render(this.stage, this.lens);
      this.shake(-this.jolt);
      this.ondrawn();
    });
  }

  private shake(by: number): void {
    if (!by) return;
    this.lens.position.add(new Vector3(by * 0.6, by, 0));
    this.lens.updateMatrixWorld();
  }

  resize(width: number, height: number): void {
    this.size = { width, height };
    this.renderer.setSize(width, height, false);
    this.lens.aspect = width / height;
    this.lens.updateProjectionMatrix();
    this.redraw();
  }

  look(eye: Eye): void {
    const near = Math.max(0, Math.min(1, (34 - eye.far) / 18)); // from far away it is the table that is looked at, not the hill
    const ground = this.relief ? near * Math.max(0, heightAt(this.relief, eye.at[0], eye.at[1])) : 0;
    this.lens.position.set(...standpoint(eye, ground));
    const angle = (eye.yaw * Math.PI) / 180;
    this.lens.up.set(Math.sin(angle), eye.pitch > 80 ? 0.02 : 1, -Math.cos(angle));
    if (eye.pitch <= 80) this.lens.up.set(0, 1, 0);
    this.lens.lookAt(eye.at[0], ground, -eye.at[1]);
    this.lens.updateMatrixWorld();
    this.fadeAround(eye.pitch);
    this.openHouses();
    this.redraw();
  }

  /** From straight above there is the table alone; the lower the eye, the more is seen of the country around it. */
  private fadeAround(pitch: number): void {
    const opacity = Math.max(0, Math.min(1, (66 - pitch) / 20));
    for (const mesh of (this.around?.children ?? []) as Mesh[]) {
      mesh.visible = opacity > 0;
      (mesh.material as MeshBasicMaterial).opacity = opacity;
    }
  }

  /** Where something at a place and a height is in the window, or null behind the eye. */
  project(at: Point, high: number): { x: number; y: number; far: number } | null {
    const spot = new Vector3(at[0], high, -at[1]);
    const far = spot.distanceTo(this.lens.position);
    spot.project(this.lens);
    return spot.z > 1 ? null : { x: ((spot.x + 1) / 2) * this.size.width, y: ((1 - spot.y) / 2) * this.size.height, far };
  }

  groundHeight(at: Point): number {
    return this.relief ? heightAt(this.relief, at[0], at[1]) : 0;
  }

  /** What is under a pixel: a miniature, a house, a place. */
  pick(x: number, y: number): { unit: string | null; house: string | null; at: Point | null } {
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((x / this.size.width) * 2 - 1, 1 - (y / this.size.height) * 2), this.lens);
    const holds = [...this.figures.values()].flatMap((group) => group.children.filter((child) => child.userData.hold));
    const [unit] = ray.intersectObjects(holds, false);
    const [built] = ray.intersectObjects([...this.houses.values()], false);
    const { origin, direction } = ray.ray;
    const at = this.relief ? meets(this.relief, origin.toArray(), direction.toArray()) : null;
    const house = built && (!unit || built.distance < unit.distance - 1.5) ? built : null;
    return {
      unit: unit ? String(unit.object.userData.hold) : null,
      house: house ? String(house.object.userData.feature) : null,
      at: house ? [house.point.x, -house.point.z] : at,
    };
  }

  dispose(): void {
    cancelAnimationFrame(this.waiting);
    cleared(this.stage);
    this.puff.dispose();
    this.grains.dispose();
    this.renderer.dispose();
  }

  // -- land ---------------------------------------------------------------------------------------------------------

  setLand(land: Land): void {
    this.relief = land.relief;
    cleared(this.ground);
    cleared(this.growth);
    this.houses.clear();
    this.trees = [];
    this.spread(land);
    this.around = surroundings(land.map.width, land.map.depth, land.country, airOf(land.country, land.weather));
    this.ground.add(this.around);
    this.fillWater(land);
    for (const feature of land.terrain) this.stand(land, feature);
    this.grow(land);
    this.sprinkle(land);
    this.illuminate(land);
    this.renderer.shadowMap.needsUpdate = true;
    this.redraw();
  }

  private spread(land: Land): void {
    const { terrain, map, space, relief, country } = land;
    const canvas = document.createElement("canvas");
    const scale = Math.min(36, Math.floor(2048 / Math.max(map.width, map.depth)));
    [canvas.width, canvas.height] = [Math.round(map.width * scale), Math.round(map.depth * scale)];
    const ink = canvas.getContext("2d");
    if (!ink) return;
    const place = (point: Point): Point => [point[0], map.depth - point[1]];
    const painted = { terrain, map, space, relief: flipped(relief), country, place };
    paint(ink, painted, { scale, standing: false, sun: 0.35 });
    inscribe(ink, painted, scale, land.home);
    const picture = new CanvasTexture(canvas);
    picture.colorSpace = SRGBColorSpace;
    picture.anisotropy = 4;
    const made = new BufferGeometry();
    const rough = (x: number, y: number): number => (noise(x * 0.8, y * 0.8, 3) - 0.5) * 0.08;
    const { places, picture: where, faces } = groundMesh(relief, map.width, map.depth, rough);
    made.setAttribute("position", new BufferAttribute(places, 3));
    made.setAttribute("uv", new BufferAttribute(where, 2));
    made.setIndex(faces);
    made.computeVertexNormals();
    const mesh = new Mesh(made, earth(picture, this.grains, country));
    mesh.receiveShadow = true;
    this.ground.add(mesh, this.rim(map, relief, country));
  }

  /** The edge of the table: earth down to a frame of wood. */
  private rim({ width, depth }: MapData, relief: Relief, country: Country): Mesh {
    const plain: Plain = { corners: [], normals: [], colours: [] };
    const push = (a: number[], b: number[], normal: number[], colour: number[]): void => {
      const [low, high] = [-0.9, 0.02];
      const quad = [[a[0], low, a[1]], [b[0], low, b[1]], [b[0], (b[2] as number) + high, b[1]], [a[0], (a[2] as number) + high, a[1]]];
      for (const i of [0, 1, 2, 0, 2, 3]) {
        plain.corners.push(...(quad[i] as number[]));
        plain.normals.push(...normal);
        plain.colours.push(...colour);
      }
    };
    const earth = light(lit(country.rock, 0.7));
    const edge = (from: Point, to: Point, normal: number[]): void => {
      const count = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 0.5);
      const at = (i: number): number[] => {
        const [x, y] = [from[0] + ((to[0] - from[0]) * i) / count, from[1] + ((to[1] - from[1]) * i) / count];
        return [x, -y, heightAt(relief, x, y)];
      };
      for (let i = 0; i < count; i += 1) push(at(i), at(i + 1), normal, earth);
    };
    edge([0, 0], [width, 0], [0, 0, 1]);
    edge([width, 0], [width, depth], [1, 0, 0]);
    edge([width, depth], [0, depth], [0, 0, -1]);
    edge([0, depth], [0, 0], [-1, 0, 0]);
    const frame = (x: number, z: number, w: number, d: number): void => {
      const mesh = new Mesh(new CylinderGeometry(1, 1, 1, 4, 1), new MeshLambertMaterial({ color: "#4a3423" }));
      mesh.rotation.y = Math.PI / 4;
      const holder = new Group();
      mesh.scale.set(Math.SQRT1_2, 1, Math.SQRT1_2);
      holder.add(mesh);
      holder.scale.set(w, 1.1, d);
      holder.position.set(x, -0.62, z);
      mesh.receiveShadow = true;
      this.ground.add(holder);
    };
    const wide = 1.1;
    frame(width / 2, wide / 2, width + 2 * wide, wide);
    frame(width / 2, -depth - wide / 2, width + 2 * wide, wide);
    frame(-wide / 2, -depth / 2, wide, depth);
    frame(width + wide / 2, -depth / 2, wide, depth);
    return new Mesh(geometry(plain), new MeshLambertMaterial({ vertexColors: true, side: DoubleSide }));
  }

  private fillWater({ terrain, space, country, relief }: Land): void {
    for (const feature of terrain.filter((one) => one.role === "water" || one.kind === "magma_liquid" || one.kind === "hazardous_liquid_pool")) {
      const shapes = polygonsOf(feature, space);
      const top = feature.hexes ? heightAt(relief, ...middleOf(feature, space)) + Math.max(0.35, feature.depth) : groundAt(terrain, middleOf(feature));
      const [colour, opacity] = feature.kind === "magma_liquid" ? ["#ff8a3c", 0.9] : feature.kind === "hazardous_liquid_pool" ? ["#b9cf45", 0.8] : [lit(country.water[feature.depth > 1 ? 1 : 0], 1.1), 0.62];
      shapes.forEach((shape, i) => {
        const mesh = new Mesh(sheetOf(shape), water(colour, opacity, this.grains));
        mesh.position.y = top - 0.14 + i * 0.002; // where two overlap only the upper one is seen
        mesh.renderOrder = -i;
        this.ground.add(mesh);
      });
    }
  }

  /** Houses, walls, bridges, tanks: what has a height of its own. */
  private stand({ terrain, space, relief, weather }: Land, feature: Feature): void {
    const look = lookOf(feature);
    const shapes = polygonsOf(feature, space);
    const low = Math.min(...shapes.flat().map(([x, y]) => heightAt(relief, x, y)), ...(shapes.length ? [] : [0]));
    const base = feature.hexes ? low : Math.max(low, groundAt(terrain, middleOf(feature)));
    const add = (plain: Plain): void => {
      const mesh = new Mesh(geometry(plain), new MeshLambertMaterial({ vertexColors: true }));
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.userData.feature = feature.id;
      this.houses.set(feature.id, mesh);
      this.ground.add(mesh);
    };
    if (look === "building") {
      const wall = feature.kind === "wall";
      add(house(shapes, base, base + Math.max(0.4, feature.height), wall ? "#a39d92" : (ROOFS[luckOf(feature.id) % ROOFS.length] as string), !wall, NIGHTS.includes(weather?.light ?? "day")));
    }
    if (look === "bridge") {
      const top = Math.max(0.12, feature.height || 0) + Math.max(0, ...shapes.flat().map(([x, y]) => heightAt(relief, x, y)));
      const mesh = new Mesh(geometry(house(shapes, top, top + 0.06, "#8f8371", false)), new MeshLambertMaterial({ vertexColors: true }));
      mesh.castShadow = mesh.receiveShadow = true;
      this.ground.add(mesh);
    }
  }

  private grow({ terrain, space, relief, country }: Land): void {
    const woods = terrain.filter((one) => ["woods", "jungle"].includes(lookOf(one)));
    const stony = terrain.filter((one) => ["rough", "rubble", "gravel_piles", "ultra_rough"].includes(lookOf(one)));
    const gap = country.tree === "bare" ? 1.15 : 0.95;
    const trees = woods.flatMap((wood) => polygonsOf(wood, space).flatMap((shape, i) => scattered(shape, gap, luckOf(wood.id) + i, 0.28).map((one) => ({ ...one, high: (wood.height || 2) * (0.62 + one.size * 0.34) }))));
    const stones = stony.flatMap((one) => polygonsOf(one, space).flatMap((shape, i) => scattered(shape, lookOf(one) === "ultra_rough" ? 0.8 : 0.7, luckOf(one.id) + i, 0.1).map((stone) => ({ ...stone, big: lookOf(one) === "ultra_rough" || lookOf(one) === "gravel_piles" ? 0.3 : 0.14 }))));
    const pine = country.tree === "pine";
    const crown = pine ? new ConeGeometry(0.34, 0.8, 7) : country.tree === "bare" ? new IcosahedronGeometry(0.3, 0) : crownOf([[0, 0.1, 0, 0.36], [0.2, -0.12, 0.12, 0.27], [-0.19, -0.1, -0.1, 0.28], [-0.02, -0.16, 0.2, 0.22]]);
    const trunk = new CylinderGeometry(0.05, 0.08, 0.5, 5);
    const leaf = new MeshLambertMaterial({ flatShading: true });
    const plant = (mesh: InstancedMesh, lift: number, tall: number): void => {
      const places = trees.map(({ at, size, turn, high }) => {
        const spin = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), turn);
        const y = heightAt(relief, at[0], at[1]);
        const of = (k: number): Matrix4 => new Matrix4().compose(new Vector3(at[0], y + lift * high * k, -at[1]), spin, new Vector3(size * (0.7 + k * 0.3), high * tall * k, size * (0.7 + k * 0.3)));
        return { at, matrix: of(1), low: of(0.22) };
      });
      places.forEach(({ matrix }, i) => mesh.setMatrixAt(i, matrix));
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.castShadow = true;
      this.trees.push({ mesh, places });
      this.growth.add(mesh);
    };
    if (trees.length) {
      const crowns = new InstancedMesh(crown, leaf, trees.length);
      const shade = new Color();
      trees.forEach((tree, i) => crowns.setColorAt(i, shade.set(lit(country.leaves[i % 3 === 0 ? 1 : 0], 0.95 + (tree.turn % 1) * 0.28))));
      plant(crowns, 0.6, pine ? 1.05 : 0.95);
      plant(new InstancedMesh(trunk, new MeshLambertMaterial({ color: "#5a4532" }), trees.length), 0.16, 0.7);
    }
    if (stones.length) {
      const mesh = new InstancedMesh(new IcosahedronGeometry(1, 0), new MeshLambertMaterial({ color: lit(country.rock, 1.25), flatShading: true }), stones.length);
      stones.forEach(({ at, size, turn, big }, i) => {
        const spin = new Quaternion().setFromAxisAngle(new Vector3(0.3, 1, 0.2).normalize(), turn);
        mesh.setMatrixAt(i, new Matrix4().compose(new Vector3(at[0], heightAt(relief, at[0], at[1]) + big * 0.2, -at[1]), spin, new Vector3(big * size, big * size * 0.8, big * size)));
      });
      mesh.castShadow = mesh.receiveShadow = true;
      this.growth.add(mesh);
    }
  }

  /** Tufts and pebbles on open ground, which mean nothing and keep low: land where nobody has tidied up. */
  private sprinkle({ terrain, map, space, relief, country }: Land): void {
    const taken = terrain.filter((one) => one.role !== "hill").flatMap((one) => polygonsOf(one, space));
    const whole: Point[] = [[0, 0], [map.width, 0], [map.width, map.depth], [0, map.depth]];
    const open = scattered(whole, Math.max(1.1, Math.max(map.width, map.depth) / 42), 7, 0.4).filter(({ at }) => noise(at[0] * 0.22, at[1] * 0.22, 9) > 0.38 && !taken.some((shape) => isInside(shape, at)));
    const barren = country.tree === "bare";
    const add = (shape: BufferGeometry, colours: readonly string[], places: typeof open, tall: number): void => {
      if (!places.length) return;
      const mesh = new InstancedMesh(shape, new MeshLambertMaterial({ flatShading: true, side: DoubleSide }), places.length);
      const shade = new Color();
      places.forEach(({ at, size, turn }, i) => {
        const spin = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), turn);
        mesh.setMatrixAt(i, new Matrix4().compose(new Vector3(at[0], heightAt(relief, at[0], at[1]) + tall * 0.3, -at[1]), spin, new Vector3(size, size, size)));
        mesh.setColorAt(i, shade.set(lit(colours[i % colours.length] as string, 1.1 + (turn % 1) * 0.3)));
      });
      mesh.receiveShadow = mesh.castShadow = true;
      this.growth.add(mesh);
    };
    add(geometry(tuft()), barren ? [country.ground[1], country.high] : [country.ground[1], country.leaves[1]], open.filter((_, i) => i % 5 !== 0), 0);
    add(new IcosahedronGeometry(0.1, 0), [country.rock, country.high], open.filter((_, i) => i % 5 === 0), 0.1);
  }

  /** Sun or moon, haze, what falls from the sky. */
  private illuminate({ map, weather, country, home }: Land): void {
    const dark = weather?.light ?? "day";
    const [sun, colour, sky] = ({ day: [3.1, "#ffecc8", 1.3], dusk: [2.4, "#ffb27a", 1.2], dawn: [2.5, "#ffd0a8", 1.25], night: [1.6, "#b3c6ff", 1.0], moonless_night: [0.8, "#97ade6", 0.78], pitch_black: [0.3, "#8090c0", 0.45] } as const)[dark];
    this.sun.intensity = sun;
    this.sun.color.set(colour);
    this.sky.intensity = country.name === "moon" ? sky * 0.55 : sky;
    this.sky.color.set(dark === "day" ? "#dfeaf5" : "#8ea3d8");
    for (const paint of [this.paintwork, this.ghostly]) paint.emissive.set(NIGHTS.includes(dark) ? "#23232b" : "#000000"); // players see their miniatures in the dark too
    const far = Math.hypot(map.width, map.depth);
    const low = dark === "dusk" || dark === "dawn" ? 0.35 : 0.6;
    // From the left of whoever sits there and a little behind: miniatures are lit on the side one sees.
    const bearing = ((home - 115) * Math.PI) / 180;
    this.sun.position.set(map.width / 2 + Math.sin(bearing) * far * 0.6, far * low, -map.depth / 2 - Math.cos(bearing) * far * 0.6);
    this.sun.target.position.set(map.width / 2, 0, -map.depth / 2);
    const box = this.sun.shadow.camera;
    [box.left, box.right, box.top, box.bottom, box.near, box.far] = [-far * 0.6, far * 0.6, far * 0.6, -far * 0.6, 1, far * 2.4];
    box.updateProjectionMatrix();
    const words = weather?.weather ?? [];
    this.stage.fog = words.includes("heavy_fog") ? new Fog("#d8dee2", far * 0.5, far * 1.6) : null;
    if (words.some((word) => OVERCAST.test(word))) {
      this.sun.intensity *= 0.62;
      this.sun.color.lerp(new Color("#c3ccd6"), 0.7);
      this.sky.intensity *= 1.15;
    }
    this.fall(map, words);
  }

  private fall({ width, depth }: MapData, words: readonly string[]): void {
    const [rain, snow, sand] = [words.some((word) => word.includes("rain") || word === "sleet"), words.some((word) => word.includes("snow") || word === "blizzard"), words.includes("blowing_sand")];
    if (!rain && !snow && !sand) return;
    const count = rain ? 1100 : 1800;
    const places = new Float32Array(count * (rain ? 6 : 3));
    for (let i = 0; i < count; i += 1) {
      const at = [chance(i, 1) * width, chance(i, 2) * (sand ? 4 : 14), -chance(i, 3) * depth] as const;
      if (rain) places.set([...at, at[0] + 0.18, at[1] + 1.1, at[2]], i * 6); // streaks that slant
      else places.set(at, i * 3);
    }
    const made = new BufferGeometry();
    made.setAttribute("position", new BufferAttribute(places, 3));
    const soft = { transparent: true, depthWrite: false } as const;
    if (rain) this.growth.add(new LineSegments(made, new LineBasicMaterial({ color: "#cfe0f2", opacity: 0.42, ...soft })));
    else this.growth.add(new Points(made, new PointsMaterial({ color: snow ? "#ffffff" : "#c9a060", size: snow ? 0.26 : 0.12, opacity: snow ? 0.9 : 0.75, map: this.puff, ...soft })));
  }

  // -- miniatures ---------------------------------------------------------------------------------------------------

  setPieces(pieces: readonly Piece[]): void {
    const seen = new Set(pieces.map((one) => one.id));
    for (const [id, group] of this.figures) {
      if (seen.has(id)) continue;
      this.stage.remove(group);
      this.figures.delete(id);
    }
    for (const piece of pieces) this.place(piece);
    this.makeRoom(pieces);
    this.pieces = pieces;
    this.openHouses();
    this.renderer.shadowMap.needsUpdate = true;
    this.redraw();
  }

  private place(piece: Piece): void {
    const looks = JSON.stringify([piece.card.name, piece.paint, piece.ghost, piece.ring, piece.lamp, piece.faded]);
    let group = this.figures.get(piece.id);
    if (group?.userData.looks !== looks) {
      if (group) this.stage.remove(group);
      group = this.mount(piece);
      group.userData.looks = looks;
      this.figures.set(piece.id, group);
      this.stage.add(group);
    }
    group.position.set(piece.at[0], piece.high, -piece.at[1]);
    group.rotation.y = (-piece.facing * Math.PI) / 180;
    group.scale.setScalar(piece.radius);
  }

  private mount({ id, card, paint, ghost, faded, ring, lamp, radius, tall }: Piece): Group {
    const group = new Group();
    const material = ghost || faded ? this.ghostly : this.paintwork;
    const solids = paint === "wreck" ? wreckOf(card) : miniatureOf(card);
    const body = new Mesh(this.shaped(`${card.name} ${card.type} ${paint}`, () => meshOf(solids, paint)), material);
    body.scale.setScalar(figureScale(heightOf(solids) * radius, tall, paint));
    body.castShadow = !ghost;
    body.userData.shared = true;
    group.add(body);
    if (paint === "wreck") group.add(this.scorch());
    else {
      const base = new Mesh(this.shaped(`base ${paint}`, () => baseOf(paint)), material);
      base.userData.shared = true;
      base.receiveShadow = true;
      group.add(base);
      if (!ghost) group.add(this.hold(id, radius));
    }
    if (ring) {
      const halo = new Mesh(new TorusGeometry(1.28, 0.07, 6, 40), new MeshBasicMaterial({ color: ring }));
      halo.rotation.x = Math.PI / 2;
      halo.position.y = 0.12;
      group.add(halo);
    }
    if (lamp) {
      const bulb = new PointLight("#ffe6b0", 14, 7);
      bulb.position.set(0, 2.6, -0.6);
      group.add(bulb);
    }
    return group;
  }

  /** Burnt ground. */
  private scorch(): Mesh {
    const material = new MeshBasicMaterial({ map: this.puff, color: "#0d0a08", transparent: true, opacity: 0.8, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -4, polygonOffsetUnits: -4 });
    const spot = new Mesh(new CircleGeometry(2.3, 24), material);
    spot.rotation.x = -Math.PI / 2;
    spot.position.y = 0.06;
    return spot;
  }

  /** What the pointer takes hold of: wider than the figure. */
  private hold(id: string, radius: number): Mesh {
    const grip = new Mesh(new CylinderGeometry(1.15, 1.15, 2.6, 8), new MeshBasicMaterial({ visible: false }));
    grip.position.y = 1.3;
    grip.scale.setScalar(Math.max(1, 0.7 / radius));
    grip.userData.hold = id;
    return grip;
  }

  private shaped(name: string, make: () => Plain): BufferGeometry {
    const known = this.shapes.get(name) ?? geometry(make());
    this.shapes.set(name, known);
    return known;
  }

  /** Trees keep low where a miniature stands, so that nothing hides it. */
  private makeRoom(pieces: readonly Piece[]): void {
    for (const { mesh, places } of this.trees) {
      places.forEach(({ at, matrix, low }, i) => {
        const near = pieces.some((piece) => Math.hypot(piece.at[0] - at[0], piece.at[1] - at[1]) < piece.radius + STILL);
        mesh.setMatrixAt(i, near ? low : matrix);
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  /** A house with somebody inside, or between the eye and somebody, is seen through. */
  private openHouses(): void {
    const eye = this.lens.position;
    const rays = this.pieces.map((one) => {
      const way = new Vector3(one.at[0], one.high + one.tall * 0.5, -one.at[1]).sub(eye);
      return { far: way.length(), ray: new Ray(eye, way.normalize()) };
    });
    const spot = new Vector3();
    for (const mesh of this.houses.values()) {
      if (!mesh.geometry.boundingBox) mesh.geometry.computeBoundingBox();
      const box = mesh.geometry.boundingBox as Box3;
      const inside = this.pieces.some((one) => one.at[0] >= box.min.x && one.at[0] <= box.max.x && -one.at[1] >= box.min.z && -one.at[1] <= box.max.z && one.high < box.max.y - 0.3);
      const hides = inside || rays.some(({ ray, far }) => ray.intersectBox(box, spot) !== null && spot.distanceTo(eye) < far - 0.2);
      const material = mesh.material as MeshLambertMaterial;
      if (material.transparent === hides) continue;
      [material.transparent, material.opacity, material.depthWrite] = hides ? [true, 0.35, false] : [false, 1, true];
      material.needsUpdate = true;
    }
  }

  // -- what is laid over it -------------------------------------------------------------------------------------------

  setDrapes(drapes: readonly Drape[]): void {
    cleared(this.cover);
    for (const drape of drapes) this.cover.add(this.draped(drape));
    this.redraw();
  }

  /** What flies and burns at this moment, and who is thrown back by it. */
  setSparks(sparks: readonly Spark[], tilt: { unit: string; degrees: number } | null = null): void {
    if (!sparks.length && !this.fire.children.length && !this.jolt) return;
    cleared(this.fire);
    for (const spark of sparks) this.kindle(this.fire, spark);
    const hot = sparks.filter((spark) => spark.shape === "ball").filter((spark) => spark.glows).toSorted((a, b) => b.radius * b.opacity - a.radius * a.opacity)[0];
    this.blaze.intensity = hot ? 60 * hot.radius * hot.opacity : 0;
    if (hot) this.blaze.position.set(hot.at[0], hot.at[2] + 0.6, -hot.at[1]);
    this.jolt = sparks.reduce((sum, spark) => sum + (spark.shape === "jolt" ? spark.by : 0), 0);
    for (const [id, group] of this.figures) {
      const body = group.children[0];
      if (body) body.rotation.x = id === tilt?.unit ? (tilt.degrees * Math.PI) / 180 : 0;
    }
    this.redraw();
  }

  /** Smoke that hangs over whoever is hurt. */
  setPlumes(plumes: readonly Spark[]): void {
    if (!plumes.length && !this.smoke.children.length) return;
    cleared(this.smoke);
    for (const spark of plumes) this.kindle(this.smoke, spark);
    this.redraw();
  }

  private kindle(into: Group, spark: Spark): void {
    if (spark.shape === "ball") {
      const material = new SpriteMaterial({ map: this.puff, color: spark.colour, transparent: true, opacity: spark.opacity, depthWrite: false, fog: false, ...(spark.glows ? { blending: AdditiveBlending } : {}) });
      const sprite = new Sprite(material);
      sprite.userData.lasting = true;
      sprite.position.set(spark.at[0], spark.at[2], -spark.at[1]);
      sprite.scale.setScalar(Math.max(0.02, spark.radius * 2.4));
      into.add(sprite);
    } else if (spark.shape === "ring") {
      const ring = new Mesh(new RingGeometry(spark.radius * 0.8, spark.radius, 40), new MeshBasicMaterial({ color: spark.colour, transparent: true, opacity: spark.opacity, depthWrite: false, blending: AdditiveBlending, side: DoubleSide }));
      ring.rotation.x = -Math.PI / 2;
      ring.position.set(spark.at[0], spark.at[2] + 0.15, -spark.at[1]);
      into.add(ring);
    } else if (spark.shape === "beam") {
      const [a, b] = [new Vector3(spark.from[0], spark.from[2], -spark.from[1]), new Vector3(spark.to[0], spark.to[2], -spark.to[1])];
      const material = new MeshBasicMaterial({ color: spark.colour, transparent: true, opacity: spark.opacity, depthWrite: false, blending: AdditiveBlending });
      const rod = new Mesh(new CylinderGeometry(spark.width / 2, spark.width / 2, Math.max(0.01, a.distanceTo(b)), 6, 1, true), material);
      rod.position.copy(a).lerp(b, 0.5);
      rod.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), b.clone().sub(a).normalize());
      into.add(rod);
    }
  }

  private draped(drape: Drape): Object3D {
    const { relief } = this;
    if (!relief) return new Group();
    const over = { transparent: true, depthWrite: false, side: DoubleSide } as const;
    if (drape.kind === "area") return new Mesh(bare(carpet(drape.loops, relief)), new MeshBasicMaterial({ color: drape.colour, opacity: drape.opacity, ...over }));
    if (drape.kind === "line") return new Mesh(bare(ribbon(drape.points, drape.width, relief, drape.closed ?? false, drape.dashed ?? false)), new MeshBasicMaterial({ color: drape.colour, opacity: 0.95, ...over }));
    if (drape.kind === "flag") return this.flag(drape.at, drape.colour, drape.star);
    return this.beam(drape);
  }

  private flag(at: Point, colour: string, star: boolean): Group {
    const group = new Group();
    const pole = new Mesh(new CylinderGeometry(0.05, 0.05, 2.4, 6), new MeshLambertMaterial({ color: "#d8d8d8" }));
    pole.position.y = 1.2;
    const cloth = new Mesh(star ? new IcosahedronGeometry(0.34, 0) : new RingGeometry(0.01, 0.62, 3), new MeshBasicMaterial({ color: colour, side: DoubleSide }));
    cloth.position.set(star ? 0 : 0.36, star ? 2.6 : 2.05, 0);
    group.add(pole, cloth);
    group.position.set(at[0], this.groundHeight(at), -at[1]);
    return group;
  }

  private beam({ from, to, low, high, colour, dashed }: Extract<Drape, { kind: "beam" }>): Group {
    const group = new Group();
    const [a, b] = [new Vector3(from[0], this.groundHeight(from) + low, -from[1]), new Vector3(to[0], this.groundHeight(to) + high, -to[1])];
    const far = a.distanceTo(b);
    const count = dashed ? Math.max(1, Math.round(far / 0.9)) : 1;
    const material = new MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.9 });
    for (let i = 0; i < count; i += 1) {
      const long = (far / count) * (dashed ? 0.6 : 1);
      const rod = new Mesh(new CylinderGeometry(0.06, 0.06, long, 6), material);
      rod.position.copy(a).lerp(b, (i + 0.5) / count);
      rod.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), b.clone().sub(a).normalize());
      group.add(rod);
    }
    return group;
  }
}

/** A ball that fades to its edge: the stuff of fire and smoke. */
function softBall(): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const ink = canvas.getContext("2d");
  if (ink) {
    const shade = ink.createRadialGradient(32, 32, 0, 32, 32, 32);
    for (const [at, strength] of [[0, 1], [0.45, 0.85], [0.75, 0.35], [1, 0]] as const) shade.addColorStop(at, `rgba(255,255,255,${strength})`);
    ink.fillStyle = shade;
    ink.fillRect(0, 0, 64, 64);
  }
  return new CanvasTexture(canvas);
}

/** The relief with its first row in the north, as paintings have it. */
function flipped(relief: Relief): Relief {
  const { columns, rows } = relief;
  const turn = <T extends Float32Array | Uint8Array>(from: T, into: T): T => {
    for (let row = 0; row < rows; row += 1) into.set(from.subarray(row * columns, (row + 1) * columns), (rows - 1 - row) * columns);
    return into;
  };
  return { ...relief, heights: turn(relief.heights, new Float32Array(relief.heights.length)), wet: turn(relief.wet, new Uint8Array(relief.wet.length)) };
}
