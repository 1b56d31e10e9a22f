/** Joint types, checked and turned into what the kernel reads: the rules of src/fabrikit/model/joint_specs.py. */
import { Refusal } from "./read";
import { jointAt, type Ball, type Body, type Hinge, type JointType } from "./scene";

type Triple = readonly [number, number, number];

/** The same fields as the kernel's `fabrikit_joint`; the wrapper in `kernel` lays them out. */
export interface LimitRecord {
  axis: Triple;
  reference: Triple;
  lower: number;
  upper: number;
  cone: readonly [number, number, number, number];
  stiffness: number;
  kind: "free" | "ball" | "hinge" | "fixed";
  coneKind: "none" | "circle" | "oval";
  hasTwist: boolean;
  global: boolean;
}

const FARTHEST = 4 * Math.PI + 1e-6;
const PARALLEL = 1e-6;

export const dot3 = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross3 = (a: Triple, b: Triple): Triple => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const norm3 = (a: Triple): number => Math.sqrt(dot3(a, a));

/** One record per bone. The kernel's own atan2 is passed in: what enters a solve has the same bits everywhere. */
export function limitRecords(body: Body, atan2: (y: number, x: number) => number): LimitRecord[] {
  const flat = body.dimension === 2;
  let bone: Triple = [1, 0, 0];
  return body.types.map((type, joint) => {
    const [a, b] = [jointAt(body.joints, body.dimension, joint), jointAt(body.joints, body.dimension, joint + 1)];
    const step: Triple = [b[0] - a[0], b[1] - a[1], flat ? 0 : b[2] - a[2]];
    const length = norm3(step);
    if (length > 0) bone = [step[0] / length, step[1] / length, step[2] / length];
    return recordOf(type, `/body/types/${joint}`, bone, flat, atan2);
  });
}

/** Whether a body needs the limited solver. */
export const hasLimits = (body: Body): boolean => body.types.some((type) => type !== null);

/** The types with those of `bones` bones: cut, or filled up with free joints. */
export function resized(types: readonly JointType[], bones: number): JointType[] {
  return Array.from({ length: bones }, (_, k) => types[k] ?? null);
}

function recordOf(type: JointType, place: string, bone: Triple, flat: boolean, atan2: (y: number, x: number) => number): LimitRecord {
  const record: LimitRecord = {
    axis: [0, 0, 1], reference: [0, 0, 0], lower: -Math.PI, upper: Math.PI, cone: [0, 0, 0, 0],
    stiffness: 0, kind: flat ? "hinge" : "free", coneKind: "none", hasTwist: false, global: false,
  };
  if (type === null) return record;
  if ("fixed" in type) return { ...record, kind: "fixed" };
  return "ball" in type ? { ...record, ...ballOf(type.ball, place, bone, flat) } : { ...record, ...hingeOf(type.hinge, place, bone, flat, atan2) };
}

/** A ball whose bone rests along `bone`. Throws Refusal, naming `place`. */
export function ballOf(ball: Ball, place: string, bone: Triple, flat: boolean): Partial<LimitRecord> {
  if (flat) throw bad(place, "ball in 2D");
  const record: Partial<LimitRecord> = { kind: "ball", stiffness: ball.stiffness ?? 0 };
  if (ball.cone !== undefined) {
    const given = typeof ball.cone === "number" ? Array<number>(4).fill(ball.cone) : [...ball.cone];
    if (given.some((angle) => !(angle >= 0 && angle <= Math.PI))) throw bad(place, `cone ${given.join(", ")}`);
    record.cone = given as [number, number, number, number];
    record.coneKind = given.every((angle) => angle === given[0]) ? "circle" : "oval";
    record.reference = referenceOf(ball.reference, place, bone);
  }
  if (ball.twist !== undefined) {
    const [lower, upper] = ball.twist;
    checkRange(place, lower, upper);
    if (!(lower <= 0 && upper >= 0)) throw bad(place, `twist ${lower}, ${upper}`);
    Object.assign(record, { lower, upper, hasTwist: true });
  }
  return record;
}

function hingeOf(hinge: Hinge, place: string, bone: Triple, flat: boolean, atan2: (y: number, x: number) => number): Partial<LimitRecord> {
  if (flat && hinge.axis !== undefined) throw bad(place, "axis in 2D");
  if (!flat && hinge.axis === undefined) throw bad(place, "no axis");
  const axis: Triple = flat ? [0, 0, 1] : unit(hinge.axis!, place, "axis");
  if (!flat && norm3(cross3(axis, bone)) < PARALLEL) throw bad(place, "axis ∥ bone");
  const [low, high] = [hinge.lower ?? -Math.PI, hinge.upper ?? Math.PI];
  checkRange(place, low, high);
  let zero = 0;
  if (hinge.reference !== undefined) {
    const given = unit(hinge.reference, place, "reference");
    if (Math.abs(dot3(given, axis)) > PARALLEL) throw bad(place, "reference");
    zero = atan2(dot3(cross3(axis, given), bone), dot3(given, bone));
  }
  const turns = Math.round((low - zero + (high - zero)) / 2 / (2 * Math.PI));
  const [lower, upper] = [low - zero - turns * 2 * Math.PI, high - zero - turns * 2 * Math.PI];
  if (!(lower <= 0 && upper >= 0)) throw bad(place, `${low}, ${high}`);
  return { kind: "hinge", axis, lower, upper, global: hinge.frame === "global", stiffness: hinge.stiffness ?? 0 };
}

function referenceOf(reference: readonly number[] | undefined, place: string, bone: Triple): Triple {
  if (reference !== undefined) {
    const given = unit(reference, place, "reference");
    if (Math.abs(dot3(given, bone)) > PARALLEL) throw bad(place, "reference");
    return given;
  }
  const sizes = bone.map(Math.abs);
  const least = sizes.indexOf(Math.min(...sizes));
  const side = [0, 1, 2].map((k) => (k === least ? 1 : 0) - bone[least] * bone[k]) as [number, number, number];
  const length = norm3(side);
  return [side[0] / length, side[1] / length, side[2] / length];
}

function unit(vector: readonly number[], place: string, name: string): Triple {
  const whole: Triple = [vector[0], vector[1], vector[2] ?? 0];
  const length = norm3(whole);
  if (length === 0) throw bad(place, `${name} 0`);
  return [whole[0] / length, whole[1] / length, whole[2] / length];
}

/** Refuse ends of a range that cannot be. */
export function checkRange(place: string, lower: number, upper: number): void {
  const fits = Number.isFinite(lower) && Number.isFinite(upper) && lower <= upper && Math.max(Math.abs(lower), Math.abs(upper)) <= FARTHEST;
  if (!fits) throw bad(place, `${lower}, ${upper}`);
}

const bad = (place: string, value: string): Refusal => new Refusal("badLimit", { place, value });

