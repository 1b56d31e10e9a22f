/** From what is asked to what is answered: the one place where the page calls the kernel. */
import type { Chain, Joints, Kernel, Trace } from "../kernel";
import { Refusal } from "../model/read";
import { hasLimits, limitRecords, referenceJoints, type LimitRecord } from "../model/limits";
import { inverse, multiply } from "../model/rotations";
import { type Body, type Dimension, type Options, type Target } from "../model/scene";

/** A body made ready for solving; as long as the body object is the same, so is this. */
export interface Prepared {
  readonly body: Body;
  readonly lengths: Float64Array;
  readonly chain: Chain;
  /** The pose that limits are measured from. */
  readonly reference: Float64Array;
  readonly records: readonly LimitRecord[];
  readonly joints: Joints;
  readonly limited: boolean;
}

export interface Answer {
  readonly positions: Float64Array;
  readonly status: string;
  readonly error: number;
  readonly tolerance: number;
  readonly iterations: number;
  readonly stage: string;
  readonly symmetryBroken: boolean;
  readonly trace: Trace | null;
  /** World rotations of the bones [bones][4], of limited chains. */
  readonly frames: Float64Array | null;
  readonly turns: Float64Array | null;
  readonly rotationError: number;
}

export interface Question {
  readonly prepared: Prepared;
  readonly target: Target;
  readonly start: Float64Array;
  readonly options: Options;
}

const ready = new WeakMap<Body, Prepared>();

/** Prepare a body, once. Throws Refusal when a joint type cannot be. */
export function prepare(kernel: Kernel, body: Body): Prepared {
  const known = ready.get(body);
  if (known !== undefined) return known;
  const lengths = body.lengths ?? kernel.measure(body.dimension, body.joints);
  const records = limitRecords(body, (y, x) => kernel.atan2([y], [x])[0]);
  const reference = referenceJoints(body);
  const prepared = {
    body,
    lengths,
    chain: kernel.prepare(lengths),
    reference,
    records,
    joints: kernel.prepareJoints(body.dimension, reference, records.map((record) => jointType(record, body.dimension))),
    limited: hasLimits(body),
  };
  ready.set(body, prepared);
  return prepared;
}

/** Whether a question goes to the solver with limits. */
export const isLimited = ({ prepared, target }: Question): boolean =>
  prepared.limited || target.direction !== undefined || target.rotation !== undefined || target.angle !== undefined;

/** Methods that know joint limits; the others are there to compare with. */
export const LIMITED_METHODS: readonly string[] = ["auto", "fabrik"];

/** The dense form is solved up to so many bones: its work grows with their cube, and the page has to stay awake. */
export const MOST_DENSE = 128;

/** Say why a question cannot be asked, before it is. */
function check(question: Question): void {
  const { method } = question.options;
  if (isLimited(question) && !LIMITED_METHODS.includes(method)) throw new Refusal("methodLimits", { method });
  if (method === "dls-dense" && question.prepared.chain.bones > MOST_DENSE) throw new Refusal("methodDense", { limit: MOST_DENSE });
}

/** Answer a question; with the whole course of the solve where `trace` is asked. */
export function answer(kernel: Kernel, question: Question, trace: boolean): Answer {
  check(question);
  return isLimited(question) ? answerLimited(kernel, question, trace) : answerFree(kernel, question, trace);
}

function answerFree(kernel: Kernel, { prepared, target, start, options }: Question, trace: boolean): Answer {
  const found = kernel.solve(prepared.body.dimension, prepared.chain, start, target.position, {
    ...(options.base === null ? {} : { base: options.base }),
    pole: options.pole,
    tolerance: options.tolerance,
    max_iterations: options.max_iterations,
    method: options.method as "auto",
    trace,
  });
  return { ...found, symmetryBroken: found.symmetry_broken, frames: null, turns: null, rotationError: 0 };
}

function answerLimited(kernel: Kernel, { prepared, target, start, options }: Question, trace: boolean): Answer {
  const { body, chain, joints } = prepared;
  const { dimension } = body;
  const found = kernel.solveLimited(dimension, chain, joints, start, target.position, {
    ...(options.base === null ? {} : { base: options.base }),
    // The rest pose has no turns, unless limits are measured from another; those of other poses are read off their joints.
    start_turns: start === body.joints && body.baseDirection === null ? restTurns(chain.bones) : null,
    pole: options.pole,
    tolerance: options.tolerance,
    max_iterations: options.max_iterations,
    method: options.method as "auto",
    direction: directionOf(kernel, target),
    rotation: target.rotation === undefined ? null : inRestAxes(target.rotation, body),
    rotation_tolerance: options.rotation_tolerance,
    clamp: options.clamp,
    trace,
  });
  return { ...found, symmetryBroken: found.symmetry_broken, rotationError: found.rotation_error };
}

/** The frames of any pose, for drawing limits in poses that no solve returned. */
export function framesOf(kernel: Kernel, prepared: Prepared, pose: Float64Array): Float64Array {
  return kernel.readTurns(prepared.body.dimension, prepared.chain, prepared.joints, pose).frames;
}

function directionOf(kernel: Kernel, target: Target): readonly number[] | null {
  if (target.angle === undefined) return target.direction === undefined ? null : target.direction;
  const { sine, cosine } = kernel.sinCos([target.angle]);
  return [cosine[0], sine[0]];
}

/** A rotation asked of the last bone's own axes, as one from its rest pose. */
function inRestAxes(rotation: readonly number[], { restRotations }: Body): readonly number[] {
  return restRotations === null ? rotation : multiply(rotation, inverse(restRotations[restRotations.length - 1]));
}

function restTurns(bones: number): Float64Array {
  const turns = new Float64Array(bones * 4);
  for (let bone = 0; bone < bones; bone += 1) turns[4 * bone] = 1;
  return turns;
}

/** 2D coordinates in the plane z = 0; 3D ones as they are. */
export function embed(values: ArrayLike<number>, dimension: Dimension): Float64Array {
  if (dimension === 3) return Float64Array.from(values);
  const wide = new Float64Array((values.length / 2) * 3);
  for (let k = 0; k < values.length / 2; k += 1) {
    wide[3 * k] = values[2 * k];
    wide[3 * k + 1] = values[2 * k + 1];
  }
  return wide;
}

/** A record in the words of the kernel's loader. */
function jointType(record: LimitRecord, dimension: Dimension): { kind: string } & Record<string, unknown> {
  const { kind, axis, lower, upper, cone, coneKind, reference, hasTwist, global, stiffness } = record;
  if (kind === "hinge") return { kind, ...(dimension === 3 ? { axis } : {}), lower, upper, frame: global ? "global" : "local", stiffness };
  if (kind !== "ball") return { kind };
  return { kind, ...(coneKind === "none" ? {} : { cone, reference }), ...(hasTwist ? { twist: [lower, upper] } : {}), stiffness };
}
