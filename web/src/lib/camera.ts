// What part of the table is in the window. Works in drawing coordinates: inches, x east, y down from the north edge.
//
// The window shows the same scale in both directions; `scale` is pixels per inch.
export type Camera = { x: number; y: number; scale: number };
export type Frame = { width: number; height: number }; // of the window, in pixels
export type Ground = { width: number; depth: number }; // of the table, in inches

const MARGIN = 1.2; // inches of surroundings around the table
const BEYOND = 2; // inches of them beside an edge that is looked at: what lies over the window hides as much
const CLOSEST = 120; // pixels per inch

export function fit(frame: Frame, ground: Ground): Camera {
  const width = ground.width + 2 * MARGIN;
  const depth = ground.depth + 2 * MARGIN;
  const scale = Math.max(1, Math.min(frame.width / width, frame.height / depth));
  return {
    scale,
    x: ground.width / 2 - frame.width / scale / 2,
    y: ground.depth / 2 - frame.height / scale / 2,
  };
}

/** Zoom by a factor and keep what is under the pixel where it is. */
export function zoom(camera: Camera, factor: number, pixel: [number, number], frame: Frame, ground: Ground): Camera {
  const least = fit(frame, ground).scale * 0.7;
  const scale = Math.max(least, Math.min(CLOSEST, camera.scale * factor));
  const x = camera.x + pixel[0] / camera.scale - pixel[0] / scale;
  const y = camera.y + pixel[1] / camera.scale - pixel[1] / scale;
  return kept({ x, y, scale }, frame, ground);
}

export const pan = (camera: Camera, pixels: [number, number], frame: Frame, ground: Ground): Camera =>
  kept({ ...camera, x: camera.x - pixels[0] / camera.scale, y: camera.y - pixels[1] / camera.scale }, frame, ground);

/** The camera with its middle on a point of the drawing, or as near to that as leaves the window full of table. */
export function centred(camera: Camera, x: number, y: number, frame: Frame, ground: Ground): Camera {
  const start = (middle: number, pixels: number, inches: number): number => {
    const shown = pixels / camera.scale;
    const last = inches + BEYOND - shown;
    return last < -BEYOND ? (inches - shown) / 2 : Math.max(-BEYOND, Math.min(last, middle - shown / 2));
  };
  return { ...camera, x: start(x, frame.width, ground.width), y: start(y, frame.height, ground.depth) };
}

/** Never lose the table: its nearest part stays in the window. */
function kept(camera: Camera, frame: Frame, ground: Ground): Camera {
  const held = (start: number, pixels: number, inches: number): number => {
    const shown = pixels / camera.scale;
    const middle = start + shown / 2;
    return Math.max(0, Math.min(inches, middle)) - shown / 2;
  };
  return { ...camera, x: held(camera.x, frame.width, ground.width), y: held(camera.y, frame.height, ground.depth) };
}

export const viewBox = (camera: Camera, frame: Frame): string =>
  [camera.x, camera.y, frame.width / camera.scale, frame.height / camera.scale].map((v) => v.toFixed(3)).join(" ");

/** From a pixel of the window to inches of the drawing. */
export const toDrawing = (camera: Camera, pixel: [number, number]): [number, number] => [
  camera.x + pixel[0] / camera.scale,
  camera.y + pixel[1] / camera.scale,
];
