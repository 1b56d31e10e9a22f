/** Joint types, checked and turned into what the kernel reads: the rules of src/fabrikit/model/joint_specs.py. */
import { Refusal } from "./read";
import { cross3, dot3, norm3, rotate, shortestTurn, type Triple } from "./rotations";
import { jointAt, type Ball, type Body, type Hinge, type JointType } from "./scene";

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

/** One record per bone. The kernel's own atan2 is passed in: what enters a solve has the same bits everywhere. */
export function limitRecords(body: Body, atan2: Atan2): LimitRecord[] {
  const flat = body.dimension === 2;
  const turn = baseTurn(body);
  let bone: Triple = [1, 0, 0];
  return body.types.map((type, joint) => {
    const step = stepOf(body, joint);
    const length = norm3(step);
    if (length > 0) bone = [step[0] / length, step[1] / length, step[2] / length];
    const place = `/body/types/${joint}`;
    if (turn === null) return recordOf(type, place, bone, flat, atan2);
    if (joint === 0) return checkedRest(recordOf(type, place, rotate(turn, bone), flat, atan2), place, rotate(turn, bone), bone);
    const record = recordOf(type, place, bone, flat, atan2);
    return { ...record, axis: rotate(turn, record.axis), reference: rotate(turn, record.reference) };
  });
}

type Atan2 = (y: number, x: number) => number;

/** The pose that limits are measured from: the rest pose, turned about the base until its first bone points along the base direction. */
export function referenceJoints(body: Body): Float64Array {
  const turn = baseTurn(body);
  if (turn === null) return body.joints;
  const base = jointAt(body.joints, body.dimension, 0);
  const turned = new Float64Array(body.joints.length);
  for (let joint = 0; joint * body.dimension < turned.length; joint += 1) {
    const from = jointAt(body.joints, body.dimension, joint).map((x, k) => x - base[k]);
    const to = rotate(turn, [from[0], from[1], from[2] ?? 0]);
    base.forEach((x, k) => (turned[joint * body.dimension + k] = x + to[k]));
  }
  return turned;
}

function baseTurn(body: Body): readonly number[] | null {
  const { baseDirection: direction, dimension } = body;
  if (direction === null) return null;
  const first = stepOf(body, 0);
  if (norm3(first) === 0) throw new Refusal("badValue", { place: "/body/base_direction", value: JSON.stringify(direction) });
  return shortestTurn(first, [direction[0], direction[1], direction[2] ?? 0], dimension === 2);
}

function stepOf({ joints, dimension }: Body, joint: number): Triple {
  const [a, b] = [jointAt(joints, dimension, joint), jointAt(joints, dimension, joint + 1)];
  return [b[0] - a[0], b[1] - a[1], dimension === 2 ? 0 : b[2] - a[2]];
}

/** The first joint's record, when the rest pose, which a base direction has left, is inside its limit. */
function checkedRest(record: LimitRecord, place: string, from: Triple, bone: Triple): LimitRecord {
  const across = cross3(from, bone);
  const angle = Math.atan2(norm3(across), dot3(from, bone));
  const most = record.coneKind !== "none" ? Math.max(...record.cone) : record.kind !== "hinge" ? Infinity : dot3(across, record.axis) > 0 ? record.upper : -record.lower;
  if (angle > most + 2e-9) throw bad(place, String(angle));
  return record;
}

/** Whether a body needs the limited solver. */
export const hasLimits = (body: Body): boolean => body.types.some((type) => type !== null);

/** The types with those of `bones` bones: cut, or filled up with free joints. */
export function resized(types: readonly JointType[], bones: number): JointType[] {
  return Array.from({ length: bones }, (_, k) => types[k] ?? null);
}

function recordOf(type: JointType, place: string, bone: Triple, flat: boolean, atan2: Atan2): LimitRecord {
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

function hingeOf(hinge: Hinge, place: string, bone: Triple, flat: boolean, atan2: Atan2): Partial<LimitRecord> {
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

