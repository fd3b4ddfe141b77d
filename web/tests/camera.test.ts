import { describe, expect, it } from "vitest";
import { centred, fit, pan, toDrawing, zoom } from "../src/lib/camera";

const frame = { width: 800, height: 600 };
const ground = { width: 48, depth: 36 };

describe("the camera", () => {
  it("shows the whole table with a margin", () => {
    const camera = fit(frame, ground);
    expect(toDrawing(camera, [0, 0])[0]).toBeLessThan(0);
    expect(toDrawing(camera, [800, 600])[0]).toBeGreaterThan(48);
    expect(toDrawing(camera, [400, 300])).toEqual([24, 18]);
  });

  it("keeps what is under the pointer when it zooms", () => {
    const camera = fit(frame, ground);
    const before = toDrawing(camera, [500, 200]);
    const after = toDrawing(zoom(camera, 2, [500, 200], frame, ground), [500, 200]);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });

  it("zooms neither without end in nor out", () => {
    const camera = fit(frame, ground);
    expect(zoom(camera, 1e6, [0, 0], frame, ground).scale).toBe(120);
    expect(zoom(camera, 1e-6, [0, 0], frame, ground).scale).toBeCloseTo(camera.scale * 0.7);
  });

  it("never loses the table", () => {
    const far = pan(fit(frame, ground), [-1e6, 1e6], frame, ground);
    const [x, y] = toDrawing(far, [400, 300]);
    expect(x).toBeCloseTo(48);
    expect(y).toBeCloseTo(0);
  });

  it("looks at a point", () => {
    const camera = centred(zoom(fit(frame, ground), 3, [0, 0], frame, ground), 10, 20, frame, ground);
    const [x, y] = toDrawing(camera, [400, 300]);
    expect(x).toBeCloseTo(10);
    expect(y).toBeCloseTo(20);
  });

  it("looks at the edge without wasting the window on what is beyond", () => {
    const near = zoom(fit(frame, ground), 3, [0, 0], frame, ground);
    expect(toDrawing(centred(near, 0, 36, frame, ground), [0, 600]).map((inches) => Math.round(inches))).toEqual([-2, 38]);
    const [x, y] = toDrawing(centred(zoom(fit(frame, ground), 0.8, [0, 0], frame, ground), 0, 36, frame, ground), [400, 300]);
    expect(x).toBeCloseTo(24);
    expect(y).toBeCloseTo(18);
  });
});
