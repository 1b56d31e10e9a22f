/** Bodies, trees of joints: the structs of kernel/body_abi.h in bytes, and the calls on them. */
import { checkedNumbers } from "./checks.mjs";

/** Kinds of joints, aims, uses and modes, in the kernel's order. */
export const BODY_KINDS = Object.freeze(["fixed", "hinge", "slider", "ball", "free"]);
export const BODY_AIMS = Object.freeze(["position", "direction", "rotation"]);
export const BODY_USES = Object.freeze(["free", "locked", "driven"]);
export const BODY_MODES = Object.freeze(["fast", "nearest"]);

/** The default cap on rounds, of all restarts together. */
export const DEFAULT_BODY_ITERATIONS = 2000;

// Of every struct: its doubles, then its whole numbers, as they lie there: name, how many, what stands where nothing is
// given.
const X = [1, 0, 0];
const NO_TURN = [1, 0, 0, 0];
const JOINT = {
  bytes: 200,
  doubles: [
    ["offset", 3], ["rest", 4, NO_TURN], ["axis", 3, X], ["reference", 3, [0, 1, 0]], ["lower", 1], ["upper", 1],
    ["cone", 4], ["stiffness", 1], ["ratio", 1, [1]], ["shift", 1],
  ],
  wholes: [["parent", -1], ["kind", 0], ["cone_kind", 0], ["has_twist", 0], ["has_range", 0], ["mimic", -1]],
};
const EFFECTOR = {
  bytes: 224,
  doubles: [
    ["offset", 3], ["frame", 4, NO_TURN], ["axis", 3, X], ["position", 3], ["rotation", 4, NO_TURN],
    ["direction", 3, X], ["position_weight", 1, [1]], ["rotation_weight", 1, [1]], ["pole", 3],
  ],
  wholes: [["joint", 0], ["aim", 0], ["level", 0], ["pole_kind", 0], ["pole_from", 0], ["pole_joint", 0]],
};
const LOOP = {
  bytes: 152,
  doubles: [["offset_a", 3], ["frame_a", 4, NO_TURN], ["offset_b", 3], ["frame_b", 4, NO_TURN], ["axis", 3, X]],
  wholes: [["joint_a", 0], ["joint_b", 0], ["aim", 0]],
};
const QUESTION = {
  bytes: 112,
  doubles: [["base", 7, [0, 0, 0, 1, 0, 0, 0]], ["tolerance", 1], ["rotation_tolerance", 1], ["posture_weight", 1]],
  wholes: [
    ["effectors", 0], ["loops", 0], ["max_iterations", DEFAULT_BODY_ITERATIONS], ["mode", 0], ["solutions", 1],
    ["method", 0], ["first_restart", 0],
  ],
};
const ANSWER_BYTES = 56;

/** The names that a struct's objects may have. */
export const namesOf = (struct) => [...struct.wholes, ...struct.doubles].map(([name]) => name);
export const STRUCTS = Object.freeze({ joint: JOINT, effector: EFFECTOR, loop: LOOP, question: QUESTION });

/** Write objects with a struct's names; what they leave out takes its default. */
export function writeStructs(name, struct, objects) {
  const known = new Set(namesOf(struct));
  const view = new DataView(new ArrayBuffer(struct.bytes * objects.length));
  objects.forEach((object, index) => {
    const stranger = Object.keys(object).find((key) => !known.has(key));
    if (stranger !== undefined) throw new RangeError(`${name}[${index}]: has no ${stranger}`);
    let at = struct.bytes * index;
    for (const [key, count, otherwise = new Array(count).fill(0)] of struct.doubles) {
      const given = object[key] ?? otherwise;
      const values = checkedNumbers(`${name}[${index}].${key}`, typeof given === "number" ? [given] : given, count);
      values.forEach((x, k) => view.setFloat64(at + 8 * k, x, true));
      at += 8 * count;
    }
    struct.wholes.forEach(([key, otherwise], k) => {
      const value = object[key] ?? otherwise;
      if (!Number.isInteger(value)) throw new RangeError(`${name}[${index}].${key}: must be a whole number, got ${value}`);
      view.setInt32(at + 4 * k, value, true);
    });
  });
  return new Uint8Array(view.buffer);
}

/**
 * A prepared body. Treat `bytes` as opaque.
 * @typedef {object} Body
 * @property {number} joints
 * @property {number} numbers  Length of q.
 * @property {number} reach
 * @property {Uint8Array} bytes
 */

/** The functions of kernel/body_abi.h; `kernel.bodies` makes one. */
export class Bodies {
  #calls;
  #scratch;

  constructor(calls, scratch) {
    this.#calls = calls;
    this.#scratch = scratch;
  }

  /**
   * Prepare a body from joints, parents first: objects with the names of `fabrikit_body_joint`.
   * @param {Array<Record<string, unknown>>} joints
   * @returns {Body}
   */
  prepare(joints) {
    joints.forEach(({ parent = -1 }, index) => {
      if (!(parent < index)) throw new RangeError(`joints[${index}].parent: must be less than ${index}, got ${parent}`);
    });
    const records = writeStructs("joints", JOINT, joints);
    const size = Number(this.#calls.fabrikit_body_bytes(joints.length));
    const [from, to] = this.#scratch.lay(records, size);
    this.#calls.fabrikit_prepare_body(joints.length, from, to);
    const bytes = this.#scratch.bytes(to, size);
    const header = new DataView(bytes.buffer);
    return Object.freeze({
      joints: joints.length, numbers: header.getInt32(4, true), reach: header.getFloat64(8, true), bytes,
    });
  }

  /** q of the rest pose, inside the limits. */
  rest(body) {
    const [bodyAt, qAt] = this.#scratch.lay(body.bytes, 8 * body.numbers);
    this.#calls.fabrikit_body_rest(bodyAt, qAt);
    return this.#scratch.doubles(qAt, body.numbers);
  }

  /** World positions [joints][3] and rotations [joints][4] of one q. */
  forward(body, q, base = QUESTION.doubles[0][2]) {
    const [numbers, frame] = [checkedNumbers("q", q, body.numbers), checkedNumbers("base", base, 7)];
    const laid = this.#scratch.lay(body.bytes, frame, numbers, 24 * body.joints, 32 * body.joints);
    const [bodyAt, baseAt, qAt, positionsAt, rotationsAt] = laid;
    this.#calls.fabrikit_body_forward(bodyAt, baseAt, 1n, qAt, positionsAt, rotationsAt);
    return {
      positions: this.#scratch.doubles(positionsAt, 3 * body.joints),
      rotations: this.#scratch.doubles(rotationsAt, 4 * body.joints),
    };
  }

  /**
   * Solve one problem. Not reaching is an answer: `status` is its number in STATUSES.
   * @param {Body} body
   * @param {Array<Record<string, unknown>>} effectors  Names of `fabrikit_body_effector`.
   * @param {ArrayLike<number>} start  q
   * @param {object} [options]  Names of `fabrikit_body_question`, and `loop_list`, `use`, `drive`, `posture`.
   */
  solve(body, effectors, start, options = {}) {
    const { loop_list: loops = [], use = null, drive = start, posture = start, ...asked } = options;
    const counted = { ...asked, effectors: effectors.length, loops: loops.length };
    const solutions = asked.solutions ?? 1;
    const work = this.#calls.fabrikit_body_workspace_bytes;
    const header = this.#scratch.lay(body.bytes)[0];
    const size = Number(work(header, effectors.length, loops.length, solutions));
    const laid = this.#scratch.lay(
      body.bytes,
      writeStructs("options", QUESTION, [counted]),
      writeStructs("effectors", EFFECTOR, effectors),
      writeStructs("loops", LOOP, loops),
      Int32Array.from(use ?? []),
      checkedNumbers("start", start, body.numbers),
      checkedNumbers("drive", drive, body.numbers),
      checkedNumbers("posture", posture, body.numbers),
      size, 8 * body.numbers * solutions, 24 * body.joints, 32 * body.joints, 16 * effectors.length, ANSWER_BYTES,
    );
    const useAt = use === null ? 0 : laid[4];
    this.#calls.fabrikit_solve_body(...laid.slice(0, 4), useAt, ...laid.slice(5));
    return this.#read(body, effectors.length, laid.slice(9));
  }

  #read(body, effectors, [qAt, positionsAt, rotationsAt, errorsAt, answerAt]) {
    const view = new DataView(this.#scratch.bytes(answerAt, ANSWER_BYTES).buffer);
    const doubles = ["error", "rotation_error", "loop_error", "tolerance"];
    const wholes = ["status", "iterations", "restarts", "found", "start_moved"];
    const answer = Object.fromEntries([
      ...doubles.map((name, k) => [name, view.getFloat64(8 * k, true)]),
      ...wholes.map((name, k) => [name, view.getInt32(32 + 4 * k, true)]),
    ]);
    return {
      ...answer,
      q: this.#scratch.doubles(qAt, body.numbers * answer.found),
      positions: this.#scratch.doubles(positionsAt, 3 * body.joints),
      rotations: this.#scratch.doubles(rotationsAt, 4 * body.joints),
      effector_errors: this.#scratch.doubles(errorsAt, 2 * effectors),
    };
  }
}
