/** From what is asked to what is answered: the one place where the page calls the kernel. */
import { Trace, type Aim, type Chain, type Kernels, type LimitedResult } from "../kernel";
import { hasLimits, limitRecords, type LimitRecord } from "../model/limits";
import { type Body, type Dimension, type Options, type Target } from "../model/scene";

/** A body made ready for solving; as long as the body object is the same, so is this. */
export interface Prepared {
  readonly body: Body;
  readonly lengths: Float64Array;
  readonly chain: Chain;
  readonly records: readonly LimitRecord[];
  readonly joints: Uint8Array;
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
export function prepare(kernels: Kernels, body: Body): Prepared {
  const known = ready.get(body);
  if (known !== undefined) return known;
  const lengths = body.lengths ?? kernels.free.measure(body.dimension, body.joints);
  const records = limitRecords(body, (y, x) => kernels.free.atan2([y], [x])[0]);
  const prepared = {
    body,
    lengths,
    chain: kernels.free.prepare(lengths),
    records,
    joints: kernels.limited.prepare(embed(body.joints, body.dimension), records),
    limited: hasLimits(body),
  };
  ready.set(body, prepared);
  return prepared;
}

/** Whether a question goes to the solver with limits. */
export const isLimited = ({ prepared, target }: Question): boolean =>
  prepared.limited || target.direction !== undefined || target.rotation !== undefined || target.angle !== undefined;

/** Answer a question; with the whole course of the solve where `trace` is asked. */
export function answer(kernels: Kernels, question: Question, trace: boolean): Answer {
  return isLimited(question) ? answerLimited(kernels, question, trace) : answerFree(kernels, question, trace);
}

function answerFree(kernels: Kernels, { prepared, target, start, options }: Question, trace: boolean): Answer {
  const found = kernels.free.solve(prepared.body.dimension, prepared.chain, start, target.position, {
    ...(options.base === null ? {} : { base: options.base }),
    pole: options.pole,
    tolerance: options.tolerance,
    max_iterations: options.max_iterations,
    method: options.method as "auto",
    trace,
  });
  return { ...found, symmetryBroken: found.symmetry_broken, frames: null, turns: null, rotationError: 0 };
}

function answerLimited(kernels: Kernels, { prepared, target, start, options }: Question, trace: boolean): Answer {
  const { body, chain, joints } = prepared;
  const { dimension } = body;
  const inSpace = embed(start, dimension);
  const found = kernels.limited.solve({
    chain,
    joints,
    start: inSpace,
    startTurns: start === body.joints ? restTurns(chain.bones) : null,
    base: embed(options.base ?? start.subarray(0, dimension), dimension),
    target: embed(target.position, dimension),
    pole: poleOf(options, dimension),
    tolerance: options.tolerance,
    maxIterations: options.max_iterations,
    method: options.method,
    aim: aimOf(kernels, target, options, dimension),
  }, trace);
  return { ...flat(found, dimension), symmetryBroken: found.symmetry_broken, rotationError: found.rotation_error };
}

function flat(found: LimitedResult, dimension: Dimension): LimitedResult {
  if (dimension === 3) return found;
  const trace = found.trace === null ? null : new Trace(flatten(found.trace.start), found.trace.bytes);
  return { ...found, positions: flatten(found.positions), trace };
}

/** The frames of any pose, for drawing limits in poses that no solve returned. */
export function framesOf(kernels: Kernels, prepared: Prepared, pose: Float64Array): Float64Array {
  return kernels.limited.readTurns(prepared.chain, prepared.joints, embed(pose, prepared.body.dimension)).frames;
}

function poleOf(options: Options, dimension: Dimension): { kind: 0 | 1 | 2; vector: ArrayLike<number> } {
  if (options.pole === null) return { kind: 0, vector: [0, 0, 0] };
  if ("point" in options.pole) return { kind: 1, vector: embed(options.pole.point, dimension) };
  return { kind: 2, vector: embed(options.pole.direction, dimension) };
}

function aimOf(kernels: Kernels, target: Target, options: Options, dimension: Dimension): Aim {
  const common = { tolerance: options.rotation_tolerance, clamp: options.clamp };
  if (target.angle !== undefined) {
    const { sine, cosine } = kernels.free.sinCos([target.angle]);
    return { kind: "direction", value: [cosine[0], sine[0], 0], ...common };
  }
  if (target.direction !== undefined) {
    const whole = [...embed(target.direction, dimension)];
    const length = Math.sqrt(whole[0] * whole[0] + whole[1] * whole[1] + whole[2] * whole[2]);
    return { kind: "direction", value: whole.map((x) => x / length), ...common };
  }
  if (target.rotation !== undefined) {
    const length = Math.sqrt(target.rotation.reduce((sum, x) => sum + x * x, 0));
    return { kind: "rotation", value: target.rotation.map((x) => x / length), ...common };
  }
  return { kind: "nothing", value: [1, 0, 0, 0], ...common };
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

function flatten(values: Float64Array): Float64Array {
  const flatValues = new Float64Array((values.length / 3) * 2);
  for (let k = 0; k < values.length / 3; k += 1) {
    flatValues[2 * k] = values[3 * k];
    flatValues[2 * k + 1] = values[3 * k + 1];
  }
  return flatValues;
}
