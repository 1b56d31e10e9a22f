/** Bodies in the bytes that the kernel reads: the structs of kernel/body_abi.h. */
import { checkedNumbers } from "./checks.mjs";

/** Sizes in bytes of a joint, a prepared body's header, an end effector, a question and an answer. */
export const BODY_ANSWER_BYTES = 56;
const JOINT_BYTES = 200;
const EFFECTOR_BYTES = 224;
const QUESTION_BYTES = 112;

/** Kinds of joints, in the kernel's order. */
export const BODY_KINDS = Object.freeze(["fixed", "hinge", "slider", "ball", "free"]);
const CONES = Object.freeze(["none", "circle", "oval"]);

/** The default bound on rounds: as in Python. */
export const DEFAULT_BODY_ITERATIONS = 2000;

/**
 * One of the kernel's joints; vectors in its own frame, angles in radians.
 * @typedef {object} BodyJoint
 * @property {number} parent  Less than its own index; -1 for the root.
 * @property {"fixed" | "hinge" | "slider" | "ball" | "free"} kind
 * @property {ArrayLike<number>} [offset]  From the parent, in the parent's frame.
 * @property {ArrayLike<number>} [rest]  w, x, y, z: its own rest frame in the parent's.
 * @property {ArrayLike<number>} axis  Unit: of a hinge or slider; of a ball, the line its cone is about.
 * @property {ArrayLike<number>} [reference]  Of an oval cone.
 * @property {number} [lower]
 * @property {number} [upper]
 * @property {ArrayLike<number> | null} [cone]  Four half-angles.
 * @property {boolean} [has_twist]
 * @property {boolean} [has_range]
 * @property {number} [stiffness]
 */

/** Write one `fabrikit_body_joint` for each joint. */
export function writeBodyJoints(joints) {
  const bytes = new Uint8Array(joints.length * JOINT_BYTES);
  joints.forEach((joint, index) => {
    if (!(Number.isInteger(joint.parent) && joint.parent < index && (joint.parent >= 0 || index === 0))) {
      throw new RangeError(`joints[${index}].parent: must be a joint before it, got ${joint.parent}`);
    }
    if (!BODY_KINDS.includes(joint.kind)) throw new RangeError(`joints[${index}].kind: must be one of ${BODY_KINDS.join(", ")}, got ${joint.kind}`);
    writeJoint(new DataView(bytes.buffer, index * JOINT_BYTES, JOINT_BYTES), `joints[${index}]`, joint);
  });
  return bytes;
}

function writeJoint(view, name, joint) {
  const { offset = [0, 0, 0], rest = [1, 0, 0, 0], axis, reference = [0, 0, 0], cone = null } = joint;
  const { lower = -Math.PI, upper = Math.PI, stiffness = 0 } = joint;
  const halves = cone ?? [0, 0, 0, 0];
  const parts = [["offset", offset, 3], ["rest", rest, 4], ["axis", axis, 3], ["reference", reference, 3], ["range", [lower, upper], 2],
    ["cone", halves, 4], ["stiffness", [stiffness, 1, 0], 3]];
  const numbers = parts.flatMap(([part, values, count]) => [...checkedNumbers(`${name}.${part}`, values, count)]);
  numbers.forEach((x, k) => view.setFloat64(8 * k, x, true));
  const circular = halves.every((half) => half === halves[0]);
  const whole = [joint.parent, BODY_KINDS.indexOf(joint.kind), CONES.indexOf(cone === null ? "none" : circular ? "circle" : "oval"),
    joint.has_twist === true ? 1 : 0, joint.has_range === true ? 1 : 0, -1];
  whole.forEach((value, k) => view.setInt32(8 * numbers.length + 4 * k, value, true));
}

/**
 * Write one `fabrikit_body_effector` for each: positions only.
 * @param {{joint: number, position: ArrayLike<number>, weight?: number, level?: number}[]} effectors
 */
export function writeEffectors(effectors, joints) {
  const bytes = new Uint8Array(effectors.length * EFFECTOR_BYTES);
  effectors.forEach(({ joint, position, weight = 1, level = 0 }, index) => {
    if (!(Number.isInteger(joint) && joint >= 0 && joint < joints)) throw new RangeError(`effectors[${index}].joint: there is no joint ${joint}`);
    const view = new DataView(bytes.buffer, index * EFFECTOR_BYTES, EFFECTOR_BYTES);
    const place = checkedNumbers(`effectors[${index}].position`, position, 3);
    const numbers = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, ...place, 1, 0, 0, 0, 1, 0, 0, weight, 0, 0, 0, 0];
    numbers.forEach((x, k) => view.setFloat64(8 * k, x, true));
    [joint, 0, level, 0, -1, -1].forEach((value, k) => view.setInt32(8 * numbers.length + 4 * k, value, true));
  });
  return bytes;
}

/** Write a `fabrikit_body_question`. */
export function writeQuestion(effectors, { base, tolerance, max_iterations = DEFAULT_BODY_ITERATIONS }) {
  const view = new DataView(new ArrayBuffer(QUESTION_BYTES));
  const numbers = [...checkedNumbers("base", base ?? [0, 0, 0, 1, 0, 0, 0], 7), tolerance, 1e-6, 0];
  numbers.forEach((x, k) => view.setFloat64(8 * k, x, true));
  [effectors, 0, max_iterations, 0, 1, 0, 0, 0].forEach((value, k) => view.setInt32(80 + 4 * k, value, true));
  return new Uint8Array(view.buffer);
}

/** Read a `fabrikit_body_answer`. */
export function readBodyAnswer(bytes, statuses) {
  const view = new DataView(bytes.buffer);
  return {
    error: view.getFloat64(0, true),
    tolerance: view.getFloat64(24, true),
    status: statuses[view.getInt32(32, true)],
    iterations: view.getInt32(36, true),
    restarts: view.getInt32(40, true),
  };
}
