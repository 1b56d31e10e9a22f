/** From the world to the picture and back: a plane seen from above, or a space seen in perspective. */
import type { Camera } from "../sim/state";
import type { Dimension } from "../model/scene";
import type { Point } from "./pen";

export interface Projected {
  readonly at: Point;
  /** Larger is nearer. */
  readonly depth: number;
  /** Pixels of one world unit there. */
  readonly scale: number;
}

const DISTANCE = 3.4;
/** The reach takes this share of the picture, so that targets beyond it can be seen. */
const MARGIN = 1.12;

export class View {
  readonly scale: number;
  /** Marks and letters grow with the picture: 1 on a phone, up to 1.9 on a wall. */
  readonly unit: number;
  readonly #right: readonly number[];
  readonly #up: readonly number[];
  readonly #toward: readonly number[];

  constructor(
    readonly dimension: Dimension,
    readonly width: number,
    readonly height: number,
    readonly center: readonly number[],
    readonly reach: number,
    camera: Camera,
  ) {
    const size = Math.min(width, height);
    this.unit = Math.min(1.9, Math.max(1, size / 520));
    this.scale = (size / 2 / (MARGIN * (reach || 1))) * camera.zoom;
    const [cy, sy, cp, sp] = [Math.cos(camera.yaw), Math.sin(camera.yaw), Math.cos(camera.pitch), Math.sin(camera.pitch)];
    // z is up: turned about z by yaw, then tipped by pitch.
    this.#right = [cy, sy, 0];
    this.#toward = [sy * cp, -cy * cp, sp];
    this.#up = [-sy * sp, cy * sp, cp];
  }

  project(point: ArrayLike<number>): Projected {
    const x = point[0] - this.center[0];
    const y = point[1] - this.center[1];
    if (this.dimension === 2) return { at: [this.width / 2 + x * this.scale, this.height / 2 - y * this.scale], depth: 0, scale: this.scale };
    const z = point[2] - this.center[2];
    const along = (axis: readonly number[]): number => axis[0] * x + axis[1] * y + axis[2] * z;
    const depth = along(this.#toward) / (this.reach || 1);
    const scale = (this.scale * DISTANCE) / Math.max(0.2, DISTANCE - depth);
    return { at: [this.width / 2 + along(this.#right) * scale, this.height / 2 - along(this.#up) * scale], depth, scale };
  }

  at(point: ArrayLike<number>): Point {
    return this.project(point).at;
  }

  /** The world point under a pixel: in space, in the plane through `anchor` that faces the eye. */
  unproject([x, y]: Point, anchor: ArrayLike<number>): number[] {
    if (this.dimension === 2) {
      return [this.center[0] + (x - this.width / 2) / this.scale, this.center[1] - (y - this.height / 2) / this.scale];
    }
    const from = this.project(anchor);
    const [dx, dy] = [(x - from.at[0]) / from.scale, (from.at[1] - y) / from.scale];
    return [0, 1, 2].map((k) => anchor[k] + dx * this.#right[k] + dy * this.#up[k]);
  }

  /** A step of the arrow keys: to the right, up, and in space toward the eye. */
  step(right: number, up: number, toward: number): number[] {
    if (this.dimension === 2) return [right, up];
    return [0, 1, 2].map((k) => right * this.#right[k] + up * this.#up[k] + toward * this.#toward[k]);
  }
}
