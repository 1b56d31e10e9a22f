/**
 * The kernel in WebAssembly, as plain calls on typed arrays. Runs in browsers and in Node; knows neither of them.
 *
 *     import { loadKernel } from "./fabrikit.mjs";
 *     const kernel = await loadKernel(bytes); // of fabrikit.wasm, or fabrikit-simd.wasm: the same bits
 *     const rest = Float64Array.of(0, 0, 1, 0, 2, 0);
 *     const chain = kernel.prepare(kernel.measure(2, rest));
 *     const result = kernel.solve(2, chain, rest, [1.2, 0.9]);
 *     result.status; // "REACHED"
 *
 * Joints with limits (their types: limits.mjs) are prepared beside the chain:
 *
 *     const joints = kernel.prepareJoints(2, rest, [null, { kind: "hinge", lower: 0, upper: 2.5 }]);
 *     const held = kernel.solveLimited(2, chain, joints, rest, [1.2, 0.9]);
 *     held.turns; // a quaternion w, x, y, z for each bone; give them back as `start_turns` with the positions
 *
 * Poses are flat: joints [bones + 1][dimension], base first, world frame. Angles are in radians. Inputs are never
 * changed, results are fresh arrays, and nothing is kept in the module's memory from one call to the next.
 */

import { Bodies } from "./bodies.mjs";
import { checkedNumbers, checkedPose, checkedTurns } from "./checks.mjs";
import { writeAim, writeTypes } from "./limits.mjs";
import { Scratch } from "./scratch.mjs";

export { LARGEST } from "./checks.mjs";
export { CLAMPS, DEFAULT_ROTATION_TOLERANCE } from "./limits.mjs";

/** How a solve ended; the order is the kernel's (kernel/problem.hpp). */
export const STATUSES = Object.freeze([
  "REACHED", "TOO_FAR", "TOO_NEAR", "LIMITED", "STALLED", "ITERATION_LIMIT", "LOOP_OPEN", "INVALID",
]);

/** The stage of the solver that made a pose; the order is the kernel's. */
export const STAGES = Object.freeze([
  "start", "closed-form", "bend", "fabrik", "over-relaxed", "newton", "straight-runs", "pole", "gauss-newton",
  "compared",
]);

/** The methods, in the kernel's order; the kernel has more, which are not in this module. */
export const METHODS = Object.freeze(["auto", "fabrik", "ccd", "jacobian-transpose", "dls", "dls-dense"]);

/** Bones that "dls-dense" solves at most: its memory grows with their square. */
export const MOST_DENSE_BONES = 1000;

/** The passes that a placement can belong to, in the kernel's order. */
export const PASSES = Object.freeze([null, "pass_from_tip", "pass_from_base"]);

/** The default tolerance as a fraction of the outer reach, and the default cap on iterations: as in Python. */
export const RELATIVE_TOLERANCE = 1e-6;
export const DEFAULT_MAX_ITERATIONS = 1000;

// Sizes in bytes of the structs of kernel/abi.h, which have the same layout on every platform.
const PROBLEM_BYTES = 104;
const ANSWER_BYTES = 32;
const PLACEMENT_BYTES = 40;

/**
 * A prepared chain. Treat `bytes` as opaque.
 * @typedef {object} Chain
 * @property {number} bones
 * @property {number} outer  Sum of the lengths: the farthest that the tip can reach.
 * @property {number} inner  The nearest that it can reach.
 * @property {number} scale  The power of two that the chain is solved at.
 * @property {Uint8Array} bytes
 */

/**
 * Options of a solve: the same names as in Python and in scene files.
 * @typedef {object} SolveOptions
 * @property {ArrayLike<number>} [base]  Where joint 0 stands; by default where the start has it.
 * @property {ArrayLike<number> | {point: ArrayLike<number>} | {direction: ArrayLike<number>} | null} [pole]
 *   The side to bend to; a bare vector is a point.
 * @property {number | null} [tolerance]  Default: 1e-6 of the outer reach.
 * @property {number} [max_iterations]
 * @property {"auto" | "fabrik" | "ccd" | "jacobian-transpose" | "dls" | "dls-dense"} [method]
 *   All but the first two are there to compare with.
 * @property {boolean} [reach_test]  False is for comparing methods on targets too far away; not for "auto".
 * @property {boolean} [trace]  Keep every placement.
 */

/**
 * What `solveLimited` asks besides; it has no `reach_test`.
 * @typedef {object} LimitedOptions
 * @property {ArrayLike<number> | null} [start_turns]  [bones][4], `turns` of the result that the start comes from:
 *   joints alone do not tell a twist. Left out, they are read off the start's joints; give the rest pose none.
 * @property {ArrayLike<number> | null} [direction]  Where the last bone should point, world, of any length.
 * @property {ArrayLike<number> | null} [rotation]  How it should stand: w, x, y, z, world, from the rest pose. 3D.
 * @property {number} [rotation_tolerance]  [rad]
 * @property {"both" | "from_base"} [clamp]  Which pass of method "fabrik" applies limits.
 */

/**
 * What `solveLimited` gives besides.
 * @typedef {object} LimitedExtras
 * @property {Float64Array} turns  [bones][4] w, x, y, z: each bone relative to its parent (a global hinge: to the
 *   world), from the rest pose.
 * @property {Float64Array} frames  [bones][4] w, x, y, z: each bone in the world, from the rest pose.
 * @property {number} rotation_error  [rad] left of the direction or rotation asked for; 0 when none was.
 */

/**
 * Prepared joint types. Treat `bytes` as opaque.
 * @typedef {object} Joints
 * @property {number} bones
 * @property {Uint8Array} bytes
 */

/**
 * @typedef {object} Result
 * @property {Float64Array} positions  [bones + 1][dimension]
 * @property {number} error  Distance from tip to target.
 * @property {number} tolerance  What `error` was held against.
 * @property {string} status  One of STATUSES.
 * @property {number} iterations
 * @property {string} stage  One of STAGES.
 * @property {boolean} symmetry_broken
 * @property {Trace | null} trace
 */

/**
 * Compile the module and make a kernel of it.
 * @param {BufferSource | WebAssembly.Module} source
 * @returns {Promise<Kernel>}
 */
export async function loadKernel(source) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  return new Kernel(await WebAssembly.instantiate(module, {}));
}

/** Every placement of a solve, in order. */
export class Trace {
  /**
   * @param {Float64Array} start  The pose before the first placement.
   * @param {Uint8Array} bytes  `fabrikit_placement` of kernel/abi.h, one after the other.
   */
  constructor(start, bytes) {
    this.start = start;
    this.bytes = bytes;
    this.length = bytes.length / PLACEMENT_BYTES;
  }

  /**
   * Read one placement: `at` holds x, y, z (z is 0 in 2D), world frame.
   * @param {number} index
   * @returns {{at: Float64Array, stage: string, iteration: number, pass: string | null, joint: number}}
   */
  step(index) {
    if (!Number.isInteger(index) || index < 0 || index >= this.length) {
      throw new RangeError(`step: must be a whole number from 0 to ${this.length - 1}, got ${index}`);
    }
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset + index * PLACEMENT_BYTES, PLACEMENT_BYTES);
    return {
      at: Float64Array.of(view.getFloat64(0, true), view.getFloat64(8, true), view.getFloat64(16, true)),
      stage: STAGES[view.getInt32(24, true)],
      iteration: view.getInt32(28, true),
      pass: PASSES[view.getInt32(32, true)],
      joint: view.getInt32(36, true),
    };
  }
}

/** The functions of kernel/abi.h. */
export class Kernel {
  #calls;
  #scratch;

  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    this.#calls = instance.exports;
    this.#scratch = new Scratch(instance.exports.memory, instance.exports.__heap_base.value);
  }

  /** The calls on bodies, trees of joints: see bodies.mjs. */
  get bodies() {
    return new Bodies(this.#calls, this.#scratch);
  }

  /**
   * Measure the bones between joints; returns their lengths.
   * @param {2 | 3} dimension
   * @param {ArrayLike<number>} joints
   * @returns {Float64Array}
   */
  measure(dimension, joints) {
    const pose = checkedPose("joints", joints, dimension);
    const bones = pose.length / dimension - 1;
    const [from, to] = this.#scratch.lay(pose, bones * 8);
    this.#calls.fabrikit_measure(dimension, bones, from, to);
    return this.#scratch.doubles(to, bones);
  }

  /**
   * Prepare a chain from the lengths of its bones.
   * @param {ArrayLike<number>} lengths
   * @returns {Chain}
   */
  prepare(lengths) {
    const checked = checkedNumbers("lengths", lengths);
    const bones = checked.length;
    if (bones === 0 || checked.some((length) => length < 0)) {
      throw new RangeError("lengths: at least one is needed, each 0 or more");
    }
    const size = Number(this.#calls.fabrikit_chain_bytes(bones));
    const [from, to] = this.#scratch.lay(checked, size);
    this.#calls.fabrikit_prepare(bones, from, to);
    const [outer, inner, scale] = this.#scratch.doubles(to, 3);
    return Object.freeze({ bones, outer, inner, scale, bytes: this.#scratch.bytes(to, size) });
  }

  /**
   * Solve for one target. Not reaching is an answer: see `status`.
   * @param {2 | 3} dimension
   * @param {Chain} chain
   * @param {ArrayLike<number>} start  The pose to start from, usually the rest pose.
   * @param {ArrayLike<number>} target
   * @param {SolveOptions} [options]
   * @returns {Result}
   */
  solve(dimension, chain, start, target, options = {}) {
    const pose = checkedPose("start", start, dimension, chain.bones);
    const problem = writeProblem(dimension, chain, pose, target, options);
    const workspace = Number(this.#calls.fabrikit_workspace_bytes(dimension, chain.bones, readMethod(options, chain.bones)));
    const pieces = [chain.bytes, problem, pose, workspace, pose.byteLength, ANSWER_BYTES];
    if (options.trace === true) return this.#solveTraced(dimension, pieces);
    const addresses = this.#scratch.lay(...pieces);
    this.#calls.fabrikit_solve(dimension, ...addresses, 0, 0n);
    return { ...this.#readResult(addresses, pose.length), trace: null };
  }

  #solveTraced(dimension, pieces) {
    // A solve has no memory, so a first run without room tells how much room the second one needs.
    const probe = this.#scratch.lay(...pieces, PLACEMENT_BYTES);
    const count = this.#calls.fabrikit_solve(dimension, ...probe, 0n);
    const size = Number(count) * PLACEMENT_BYTES;
    const poseBytes = pieces[2].byteLength;
    const laid = this.#scratch.lay(...pieces, size + PLACEMENT_BYTES, poseBytes);
    const [chain, problem, start, , , , trace, first] = laid;
    this.#calls.fabrikit_solve(dimension, ...laid.slice(0, 7), count);
    this.#calls.fabrikit_take_start(dimension, chain, problem, start, first);
    const numbers = poseBytes / 8;
    const kept = new Trace(this.#scratch.doubles(first, numbers), this.#scratch.bytes(trace, size));
    return { ...this.#readResult(laid, numbers), trace: kept };
  }

  /**
   * Prepare the types of a chain's joints.
   * @param {2 | 3} dimension
   * @param {ArrayLike<number>} rest  The pose that limits are measured from.
   * @param {Array<import("./limits.mjs").JointType>} types  One for each bone; null is free.
   * @returns {Joints}
   */
  prepareJoints(dimension, rest, types) {
    const pose = checkedPose("rest", rest, dimension);
    const bones = pose.length / dimension - 1;
    const records = writeTypes(dimension, bones, types);
    const size = Number(this.#calls.fabrikit_joints_bytes(bones));
    const [restAt, recordsAt, jointsAt] = this.#scratch.lay(widened(pose, dimension), records, size);
    this.#calls.fabrikit_prepare_joints(bones, restAt, recordsAt, jointsAt);
    return Object.freeze({ bones, bytes: this.#scratch.bytes(jointsAt, size) });
  }

  /**
   * Solve for one target, inside the joints' limits.
   * @param {2 | 3} dimension
   * @param {Chain} chain
   * @param {Joints} joints
   * @param {ArrayLike<number>} start  The pose to start from, usually the rest pose.
   * @param {ArrayLike<number>} target
   * @param {SolveOptions & LimitedOptions} [options]
   * @returns {Result & LimitedExtras}
   */
  solveLimited(dimension, chain, joints, start, target, options = {}) {
    const pose = checkedPose("start", start, dimension, chain.bones);
    if (joints.bones !== chain.bones) {
      throw new RangeError(`joints: are of ${joints.bones} bones, the chain has ${chain.bones}`);
    }
    const turns = options.start_turns ?? null;
    const known = turns === null ? new Float64Array(0) : checkedTurns("start_turns", turns, chain.bones);
    const work = Number(this.#calls.fabrikit_limited_workspace_bytes(chain.bones));
    const quaternions = chain.bones * 4 * 8;
    const points = (chain.bones + 1) * 3 * 8;
    const pieces = [
      ...[chain.bytes, joints.bytes, writeProblem(dimension, chain, pose, target, options)],
      ...[writeAim(dimension, options), widened(pose, dimension), known],
      ...[work, points, quaternions, quaternions, 8, ANSWER_BYTES],
    ];
    if (known.length === 0) pieces[5] = null;
    if (options.trace === true) return this.#traceLimited(dimension, pose, pieces);
    const laid = this.#scratch.lay(...pieces);
    this.#calls.fabrikit_solve_limited(...laid, 0, 0n);
    return { ...this.#readLimited(dimension, chain.bones, laid), trace: null };
  }

  /**
   * Read rotations off a pose: each as near as its joint allows.
   * @param {2 | 3} dimension
   * @param {Chain} chain
   * @param {Joints} joints
   * @param {ArrayLike<number>} pose
   * @returns {{turns: Float64Array, frames: Float64Array}} As in the result of `solveLimited`.
   */
  readTurns(dimension, chain, joints, pose) {
    const read = checkedPose("pose", pose, dimension, chain.bones);
    const work = Number(this.#calls.fabrikit_limited_workspace_bytes(chain.bones));
    const quaternions = chain.bones * 4 * 8;
    const pieces = [chain.bytes, joints.bytes, widened(read, dimension), work, quaternions, quaternions];
    const laid = this.#scratch.lay(...pieces);
    this.#calls.fabrikit_read_turns(...laid);
    return { turns: this.#scratch.doubles(laid[4], 4 * chain.bones), frames: this.#scratch.doubles(laid[5], 4 * chain.bones) };
  }

  #traceLimited(dimension, pose, pieces) {
    const probe = this.#scratch.lay(...pieces, PLACEMENT_BYTES);
    const count = this.#calls.fabrikit_solve_limited(...probe, 0n);
    const size = Number(count) * PLACEMENT_BYTES;
    const laid = this.#scratch.lay(...pieces, size + PLACEMENT_BYTES);
    this.#calls.fabrikit_solve_limited(...laid, count);
    const trace = new Trace(pose, this.#scratch.bytes(laid.at(-1), size));
    return { ...this.#readLimited(dimension, pose.length / dimension - 1, laid), trace };
  }

  #readLimited(dimension, bones, laid) {
    const [positions, turns, frames, rotationError, answer] = laid.slice(7);
    return {
      positions: narrowed(this.#scratch.doubles(positions, 3 * (bones + 1)), dimension),
      turns: this.#scratch.doubles(turns, 4 * bones),
      frames: this.#scratch.doubles(frames, 4 * bones),
      rotation_error: this.#scratch.doubles(rotationError, 1)[0],
      ...readAnswer(this.#scratch.bytes(answer, ANSWER_BYTES)),
    };
  }

  #readResult([, , , , positions, answer], numbers) {
    return {
      positions: this.#scratch.doubles(positions, numbers),
      ...readAnswer(this.#scratch.bytes(answer, ANSWER_BYTES)),
    };
  }

  /**
   * Forward kinematics of one pose.
   * @param {2 | 3} dimension
   * @param {ArrayLike<number>} rest  The pose in which all turns are zero.
   * @param {ArrayLike<number>} turns  [bones] in 2D; [bones][2] in 3D: about the bone's own z, then its own y axis.
   * @returns {Float64Array} joints
   */
  forward(dimension, rest, turns) {
    const pose = checkedPose("rest", rest, dimension);
    const bones = pose.length / dimension - 1;
    const angles = checkedNumbers("turns", turns, bones * (dimension - 1), 2 ** 20);
    const [restAt, turnsAt, jointsAt] = this.#scratch.lay(pose, angles, pose.byteLength);
    this.#calls.fabrikit_forward(dimension, bones, 1n, restAt, turnsAt, jointsAt);
    return this.#scratch.doubles(jointsAt, pose.length);
  }

  /**
   * The turns in (-pi, pi] that bring a 2D rest pose to `joints`.
   * @param {ArrayLike<number>} rest
   * @param {ArrayLike<number>} joints
   * @returns {Float64Array} [bones]
   */
  turns(rest, joints) {
    const from = checkedPose("rest", rest, 2);
    const bones = from.length / 2 - 1;
    const [restAt, jointsAt, turnsAt] = this.#scratch.lay(from, checkedPose("joints", joints, 2, bones), bones * 8);
    this.#calls.fabrikit_turns(bones, restAt, jointsAt, turnsAt);
    return this.#scratch.doubles(turnsAt, bones);
  }

  /**
   * The kernel's own sine and cosine; NaN beyond 2^20.
   * @param {ArrayLike<number>} angles
   * @returns {{sine: Float64Array, cosine: Float64Array}}
   */
  sinCos(angles) {
    const given = Float64Array.from(angles);
    const [angleAt, sineAt, cosineAt] = this.#scratch.lay(given, given.byteLength, given.byteLength);
    this.#calls.fabrikit_sin_cos(BigInt(given.length), angleAt, sineAt, cosineAt);
    const read = (at) => this.#scratch.doubles(at, given.length);
    return { sine: read(sineAt), cosine: read(cosineAt) };
  }

  /**
   * The kernel's own angle of the points (x, y).
   * @param {ArrayLike<number>} y
   * @param {ArrayLike<number>} x
   * @returns {Float64Array}
   */
  atan2(y, x) {
    const [up, right] = [Float64Array.from(y), Float64Array.from(x)];
    if (up.length !== right.length) throw new RangeError(`x: needs ${up.length} numbers, as y has, got ${right.length}`);
    const [yAt, xAt, angleAt] = this.#scratch.lay(up, right, up.byteLength);
    this.#calls.fabrikit_atan2(BigInt(up.length), yAt, xAt, angleAt);
    return this.#scratch.doubles(angleAt, up.length);
  }
}

/** A pose as points of three numbers: 2D ones in the plane z = 0. And back. */
function widened(pose, dimension) {
  if (dimension === 3) return pose;
  return Float64Array.from({ length: (pose.length / 2) * 3 }, (_, k) => (k % 3 === 2 ? 0 : pose[Math.floor(k / 3) * 2 + (k % 3)]));
}
const narrowed = (pose, dimension) => (dimension === 3 ? pose : pose.filter((_, index) => index % 3 !== 2));

/** Write a `fabrikit_problem`. */
function writeProblem(dimension, chain, start, target, options) {
  const { pole = null, tolerance = null, max_iterations = DEFAULT_MAX_ITERATIONS } = options;
  const allowed = tolerance ?? RELATIVE_TOLERANCE * chain.outer;
  if (!(allowed >= 0 && allowed < Infinity)) throw new RangeError(`tolerance: must be finite and 0 or more, got ${allowed}`);
  if (!Number.isInteger(max_iterations) || max_iterations < 1 || max_iterations >= 2 ** 31) {
    throw new RangeError(`max_iterations: must be a whole number from 1 to ${2 ** 31 - 1}, got ${max_iterations}`);
  }
  const method = readMethod(options, chain.bones);
  const [poleKind, poleVector] = readPole(pole, dimension);
  const vectors = [
    checkedNumbers("base", options.base ?? start.subarray(0, dimension), dimension),
    checkedNumbers("target", target, dimension),
    poleVector,
  ];
  const view = new DataView(new ArrayBuffer(PROBLEM_BYTES));
  vectors.forEach((vector, row) => vector.forEach((x, k) => view.setFloat64((3 * row + k) * 8, x, true)));
  view.setFloat64(72, allowed, true);
  // The last one, start_fits, stays 0: the kernel looks itself.
  const whole = [max_iterations, method, poleKind, options.reach_test === false ? 0 : 1, 0];
  whole.forEach((value, k) => view.setInt32(80 + 4 * k, value, true));
  return new Uint8Array(view.buffer);
}

/** The kernel's number of a method that this module has and that can solve so many bones. */
function readMethod({ method = "auto" }, bones) {
  const number = METHODS.indexOf(method);
  if (number < 0) throw new RangeError(`method: must be one of ${METHODS.join(", ")}, got ${method}`);
  if (method === "dls-dense" && bones > MOST_DENSE_BONES) {
    throw new RangeError(`method: dls-dense is for at most ${MOST_DENSE_BONES} bones, got ${bones}; dls has the same answers`);
  }
  return number;
}

/** Kind (0 none, 1 point, 2 direction) and vector of a pole. */
function readPole(pole, dimension) {
  if (pole === null) return [0, new Float64Array(dimension)];
  if ("direction" in pole) {
    const direction = checkedNumbers("pole direction", pole.direction, dimension);
    if (direction.every((x) => x === 0)) throw new RangeError("pole direction: is the zero vector; give one with a length");
    return [2, direction];
  }
  return [1, checkedNumbers("pole", "point" in pole ? pole.point : pole, dimension)];
}

/** Read a `fabrikit_answer`. */
function readAnswer(bytes) {
  const view = new DataView(bytes.buffer);
  return {
    error: view.getFloat64(0, true),
    tolerance: view.getFloat64(8, true),
    status: STATUSES[view.getInt32(16, true)],
    iterations: view.getInt32(20, true),
    stage: STAGES[view.getInt32(24, true)],
    symmetry_broken: view.getInt32(28, true) !== 0,
  };
}
