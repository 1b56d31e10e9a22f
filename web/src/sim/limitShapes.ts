/** Limits as they stand in a pose: arcs of hinges and rims of cones, in the world, and whether the joint touches them. */
import type { Dimension } from "../model/scene";
import type { LimitRecord } from "../model/limits";
import { cross3, dot3, rotate, type Triple } from "../model/rotations";
import { embed, type Prepared } from "./solve";

export interface LimitShape {
  readonly joint: number;
  readonly kind: "hinge" | "cone";
  readonly center: Triple;
  /** Length of the bone. */
  readonly length: number;
  /** Hinge: directions from lower to upper. Cone: directions of the rim, closed. Unit, world. */
  readonly rim: readonly Triple[];
  /** The direction at rest. */
  readonly middle: Triple;
  /** The hinge's axis, or the cone's reference, world. */
  readonly axis: Triple;
  readonly lower: number;
  readonly upper: number;
  /** "lower", "upper" or "rim" when the joint is held there. */
  readonly touched: "lower" | "upper" | "rim" | null;
}

/** Closer than this [rad] to its limit, a joint touches it. */
const TOUCH = 2e-3;

/** One shape for every joint that has a limit to draw. `frames` are the world rotations of the bones. */
export function limitShapes(prepared: Prepared, pose: Float64Array, frames: Float64Array): LimitShape[] {
  const { body, records } = prepared;
  const joints = embed(pose, body.dimension);
  const rest = embed(prepared.reference, body.dimension);
  const shapes: LimitShape[] = [];
  records.forEach((record, joint) => {
    if (!isDrawn(record, body.dimension, body.types[joint] === null)) return;
    const parent: readonly number[] = joint === 0 || record.global ? [1, 0, 0, 0] : Array.from(frames.subarray(4 * joint - 4, 4 * joint));
    const local = unit(difference(rest, joint));
    const middle = rotate(parent, local);
    const bone = unit(difference(joints, joint));
    const common = { joint, center: triple(joints, joint), length: prepared.lengths[joint], middle, lower: record.lower, upper: record.upper };
    shapes.push(record.kind === "hinge" ? { ...common, ...hinge(record, rotate(parent, record.axis), middle, bone) } : { ...common, ...cone(record, parent, local, bone) });
  });
  return shapes;
}

function isDrawn(record: LimitRecord, dimension: Dimension, free: boolean): boolean {
  if (record.kind === "hinge") return !(free && dimension === 2) && record.upper - record.lower < 2 * Math.PI - 1e-9;
  return record.kind === "ball" && record.coneKind !== "none" && Math.max(...record.cone) > 0.02;
}

function hinge(record: LimitRecord, axis: Triple, middle: Triple, bone: Triple): Pick<LimitShape, "kind" | "rim" | "axis" | "touched"> {
  const count = Math.max(2, Math.ceil((record.upper - record.lower) / 0.08));
  const rim = Array.from({ length: count + 1 }, (_, k) => about(axis, record.lower + ((record.upper - record.lower) * k) / count, middle));
  const angle = Math.atan2(dot3(cross3(middle, bone), axis), dot3(middle, bone));
  const near = (end: number): boolean => Math.abs(wrapped(angle - end)) < TOUCH;
  return { kind: "hinge", rim, axis, touched: near(record.lower) ? "lower" : near(record.upper) ? "upper" : null };
}

function cone(record: LimitRecord, parent: readonly number[], local: Triple, bone: Triple): Pick<LimitShape, "kind" | "rim" | "axis" | "touched"> {
  const side = cross3(local, record.reference);
  const world = (azimuth: number, angle: number): Triple => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const direction = [0, 1, 2].map((k) => c * local[k] + s * (Math.cos(azimuth) * record.reference[k] + Math.sin(azimuth) * side[k]));
    return rotate(parent, direction as [number, number, number]);
  };
  const rim = Array.from({ length: 48 }, (_, k) => (k / 48) * 2 * Math.PI).map((azimuth) => world(azimuth, halfAngle(record.cone, azimuth)));
  const seen = rotate([parent[0], -parent[1], -parent[2], -parent[3]], bone);
  const swing = Math.atan2(Math.hypot(...cross3(local, seen)), dot3(local, seen));
  const azimuth = Math.atan2(dot3(seen, side), dot3(seen, record.reference));
  return { kind: "cone", rim, axis: rotate(parent, record.reference), touched: swing > halfAngle(record.cone, azimuth) - TOUCH ? "rim" : null };
}

/** The half-angle of an oval cone at an azimuth: quarter ellipses in the stereographic plane (docs/limits.md). */
export function halfAngle(cone: readonly number[], azimuth: number): number {
  const [c, s] = [Math.cos(azimuth), Math.sin(azimuth)];
  const a = Math.tan(Math.min(c >= 0 ? cone[0] : cone[2], Math.PI - 1e-6) / 2);
  const b = Math.tan(Math.min(s >= 0 ? cone[1] : cone[3], Math.PI - 1e-6) / 2);
  const along = a === 0 ? (Math.abs(c) < 1e-9 ? 0 : Infinity) : c / a;
  const across = b === 0 ? (Math.abs(s) < 1e-9 ? 0 : Infinity) : s / b;
  return 2 * Math.atan(1 / Math.hypot(along, across));
}

const about = (axis: Triple, angle: number, v: Triple): Triple =>
  rotate([Math.cos(angle / 2), ...(axis.map((x) => x * Math.sin(angle / 2)) as [number, number, number])], v);
const triple = (values: Float64Array, joint: number): Triple => [values[3 * joint], values[3 * joint + 1], values[3 * joint + 2]];
const difference = (values: Float64Array, joint: number): Triple => [0, 1, 2].map((k) => values[3 * joint + 3 + k] - values[3 * joint + k]) as [number, number, number];
const wrapped = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
function unit(v: Triple): Triple {
  const length = Math.hypot(...v) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}
