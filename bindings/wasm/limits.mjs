/** Joint types and aims in the bytes that the kernel reads: the structs of kernel/limited_abi.h. */
import { checkedNumbers, checkedTurns } from "./checks.mjs";

/** Which pass of method "fabrik" applies limits, in the kernel's order. */
export const CLAMPS = Object.freeze(["both", "from_base"]);

/** The default angle [rad] at which a direction or rotation counts as reached: as in Python. */
export const DEFAULT_ROTATION_TOLERANCE = 1e-6;

const AIM_BYTES = 72;
const JOINT_BYTES = 120;

const KINDS = Object.freeze(["free", "ball", "hinge", "fixed"]);
const CONES = Object.freeze(["none", "circle", "oval"]);
const AIMS = Object.freeze(["none", "direction", "rotation"]);

/** How far from 1 the length of a unit vector may be. */
const UNIT = 1e-9;

/**
 * How a bone may turn relative to its parent bone, measured from the rest pose; vectors are unit vectors of the world in
 * the rest pose, angles radians. null is a free joint (in 2D: a hinge that turns all the way round).
 *
 * - `{ kind: "ball", cone?, twist?, reference?, stiffness? }`: `cone` one half-angle or four (the first toward
 *   `reference`, which is perpendicular to the bone), each in [0, pi]; `twist` [lower, upper] about the bone. 3D.
 * - `{ kind: "hinge", axis, lower?, upper?, frame?, stiffness? }`: `frame` "local" (default) or "global"; no `axis` in 2D.
 * - `{ kind: "fixed" }`
 *
 * The ranges hold the rest pose, where every angle is 0: lower <= 0 <= upper.
 * @typedef {{kind: string} & Record<string, unknown> | null} JointType
 */

/** Write one `fabrikit_joint` for each bone. */
export function writeTypes(dimension, bones, types) {
  if (!Array.isArray(types) || types.length !== bones) {
    throw new RangeError(`types: needs one for each of the ${bones} bones, got ${types?.length ?? types}`);
  }
  const bytes = new Uint8Array(bones * JOINT_BYTES);
  types.forEach((type, index) => {
    writeType(new DataView(bytes.buffer, index * JOINT_BYTES, JOINT_BYTES), `types[${index}]`, dimension, type);
  });
  return bytes;
}

function writeType(view, name, dimension, type) {
  const given = type ?? { kind: dimension === 2 ? "hinge" : "free" };
  if (!KINDS.includes(given.kind)) {
    throw new RangeError(`${name}: kind must be one of ${KINDS.join(", ")}, got ${given.kind}`);
  }
  view.setInt32(104, KINDS.indexOf(given.kind), true);
  view.setFloat64(96, oneNumber(`${name}.stiffness`, given.stiffness ?? 0, 0, 1), true);
  if (given.kind === "hinge") writeHinge(view, name, dimension, given);
  else if (given.kind === "ball") writeBall(view, name, dimension, given);
  else if (given.kind === "free" && dimension === 2) writeType(view, name, dimension, null);
}

function writeHinge(view, name, dimension, { axis, lower = -Math.PI, upper = Math.PI, frame = "local" }) {
  if (dimension === 2 && axis !== undefined) throw new RangeError(`${name}.axis: a 2D hinge has none`);
  if (frame !== "local" && frame !== "global") throw new RangeError(`${name}.frame: must be local or global, got ${frame}`);
  writeNumbers(view, 0, dimension === 2 ? [0, 0, 1] : unitVector(`${name}.axis`, axis));
  writeNumbers(view, 48, range(name, lower, upper));
  view.setInt32(116, frame === "global" ? 1 : 0, true);
}

function writeBall(view, name, dimension, { cone = null, twist = null, reference }) {
  if (dimension === 2) throw new RangeError(`${name}: a ball needs a 3D chain; in 2D use a hinge`);
  if (cone !== null) {
    const halves = typeof cone === "number" ? [cone, cone, cone, cone] : Array.from(cone);
    if (halves.length !== 4) throw new RangeError(`${name}.cone: needs one half-angle or four, got ${halves.length}`);
    halves.forEach((half) => oneNumber(`${name}.cone`, half, 0, Math.PI));
    const circular = halves.every((half) => half === halves[0]);
    writeNumbers(view, 64, halves);
    view.setInt32(108, CONES.indexOf(circular ? "circle" : "oval"), true);
    if (!circular) writeNumbers(view, 24, unitVector(`${name}.reference`, reference));
  }
  if (twist === null) return;
  writeNumbers(view, 48, range(name, ...twist));
  view.setInt32(112, 1, true);
}

/** Write a `fabrikit_aim`. */
export function writeAim(dimension, options) {
  const { direction = null, rotation = null, rotation_tolerance = DEFAULT_ROTATION_TOLERANCE, clamp = "both" } = options;
  if (direction !== null && rotation !== null) throw new RangeError("direction: give it or a rotation, not both");
  if (rotation !== null && dimension === 2) throw new RangeError("rotation: is for 3D; in 2D give a direction");
  if (!CLAMPS.includes(clamp)) throw new RangeError(`clamp: must be one of ${CLAMPS.join(", ")}, got ${clamp}`);
  const view = new DataView(new ArrayBuffer(AIM_BYTES));
  if (rotation !== null) writeNumbers(view, 0, checkedTurns("rotation", rotation, 1));
  if (direction !== null) writeNumbers(view, 32, madeUnit(checkedNumbers("direction", direction, dimension)));
  view.setFloat64(56, oneNumber("rotation_tolerance", rotation_tolerance, 0, Infinity), true);
  view.setInt32(64, AIMS.indexOf(rotation !== null ? "rotation" : direction !== null ? "direction" : "none"), true);
  view.setInt32(68, CLAMPS.indexOf(clamp), true);
  return new Uint8Array(view.buffer);
}

function writeNumbers(view, offset, numbers) {
  Array.from(numbers).forEach((x, k) => view.setFloat64(offset + 8 * k, x, true));
}

/** A vector of length 1, its own bits where it has that length already. */
function madeUnit(vector) {
  const size = Math.sqrt(vector.reduce((square, x) => square + x * x, 0));
  if (size === 0) throw new RangeError("direction: is the zero vector; give one with a length");
  return Math.abs(size - 1) <= 1e-15 ? vector : vector.map((x) => x / size);
}

function unitVector(name, values) {
  const vector = checkedNumbers(name, values ?? [], 3);
  const size = Math.hypot(...vector);
  if (!(Math.abs(size - 1) <= UNIT)) throw new RangeError(`${name}: needs a unit vector, got one of length ${size}`);
  return vector;
}

function range(name, lower, upper) {
  oneNumber(`${name}.lower`, lower, -4 * Math.PI, 0);
  oneNumber(`${name}.upper`, upper, 0, 4 * Math.PI);
  return [lower, upper];
}

function oneNumber(name, value, least, most) {
  if (typeof value !== "number" || !(value >= least && value <= most)) {
    throw new RangeError(`${name}: must be a number from ${least} to ${most}, got ${value}`);
  }
  return value;
}
