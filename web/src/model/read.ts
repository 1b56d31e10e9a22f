/** Reads scene files (docs/scene.md). What is refused is refused with its place in the document, before anything changes. */
import { unitRotation } from "./rotations";
import {
  DEFAULT_OPTIONS, MOST_BONES, MOST_LETTERS, MOST_TARGETS, straightJoints,
  type Body, type Dimension, type JointType, type Options, type Pole, type Scene, type Target,
} from "./scene";

/** Why a scene or link was refused: a word of the page's dictionary, and what goes into its sentence. */
export class Refusal extends Error {
  constructor(readonly why: RefusalWord, readonly values: Readonly<Record<string, string | number>> = {}) {
    super(`${why} ${JSON.stringify(values)}`);
    this.name = "Refusal";
  }
}

export type RefusalWord =
  | "badJson" | "badVersion" | "badKey" | "badNumber" | "badShape" | "badValue" | "missing"
  | "tooManyBones" | "tooManyTargets" | "tooLong" | "badLink" | "newerLink" | "notInPage" | "badLimit" | "noBend" | "methodLimits" | "methodDense";

const DEGREE = 0.017453292519943295;
const LARGEST = 2 ** 500;
type Members = Record<string, unknown>;

/** Read a scene from the text of its file. */
export const readScene = (text: string): Scene => sceneFrom(parseText(text));

/** Parse the text of a file that is not too large. */
export function parseText(text: string): unknown {
  if (text.length > MOST_LETTERS) throw new Refusal("tooLong", { limit: MOST_LETTERS });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal("badJson", { detail: (error as Error).message });
  }
}

/** Read a scene from parsed JSON. */
export function sceneFrom(document: unknown): Scene {
  const root = members(document, "", ["fabrikit", "name", "description", "body", "targets", "options"]);
  if (root.fabrikit !== 1) throw new Refusal("badVersion", { version: JSON.stringify(root.fabrikit ?? null) });
  if (root.body === undefined) throw new Refusal("missing", { place: "/body" });
  const body = readBody(root.body);
  const list = root.targets === undefined ? [] : array(root.targets, "/targets");
  if (list.length > MOST_TARGETS) throw new Refusal("tooManyTargets", { count: list.length, limit: MOST_TARGETS });
  return {
    name: text(root.name ?? "", "/name"),
    description: text(root.description ?? "", "/description"),
    body,
    targets: list.map((target, index) => readTarget(target, `/targets/${index}`, body.dimension)),
    options: root.options === undefined ? DEFAULT_OPTIONS : readOptions(root.options, body),
  };
}

function readBody(value: unknown): Body {
  const said = members(value, "/body", ["joints", "lengths", "dimension", "base", "names", "types", "base_direction", "rest_rotations"]);
  if ((said.joints === undefined) === (said.lengths === undefined)) throw new Refusal("missing", { place: "/body/joints | /body/lengths" });
  for (const key of said.joints === undefined ? ["base_direction", "rest_rotations"] : ["dimension", "base"]) {
    if (said[key] !== undefined) throw new Refusal("badKey", { place: `/body/${key}` });
  }
  let dimension: Dimension;
  let joints: Float64Array;
  let lengths: Float64Array | null = null;
  if (said.joints !== undefined) {
    const rows = array(said.joints, "/body/joints");
    guardBones(rows.length - 1);
    dimension = dimensionOf(rows[0], "/body/joints/0");
    joints = poseOf(rows, "/body/joints", dimension);
  } else {
    const rows = array(said.lengths, "/body/lengths");
    guardBones(rows.length);
    lengths = Float64Array.from(rows, (x, k) => atLeast(number(x, `/body/lengths/${k}`), 0, `/body/lengths/${k}`));
    dimension = oneOf(said.dimension ?? 2, [2, 3] as const, "/body/dimension");
    joints = straightJoints(lengths, dimension, said.base === undefined ? null : vector(said.base, "/body/base", dimension));
  }
  const bones = joints.length / dimension - 1;
  return {
    dimension, joints, lengths,
    types: readTypes(said.types, bones, dimension),
    names: readNames(said.names, bones + 1),
    baseDirection: said.base_direction === undefined ? null : nonZero(vector(said.base_direction, "/body/base_direction", dimension), "/body/base_direction"),
    restRotations: said.rest_rotations === undefined ? null : readRestRotations(said.rest_rotations, bones, inSpace(dimension, "/body/rest_rotations")),
  };
}

function readRestRotations(value: unknown, bones: number, place: string): readonly (readonly number[])[] {
  const rows = array(value, place);
  if (rows.length !== bones) throw new Refusal("badShape", { place, wanted: bones, count: rows.length });
  return rows.map((row, k) => readRotation(row, `${place}/${k}`));
}

function guardBones(bones: number): void {
  if (bones < 1) throw new Refusal("badShape", { place: "/body", wanted: 1, count: bones });
  if (bones > MOST_BONES) throw new Refusal("tooManyBones", { count: bones, limit: MOST_BONES });
}

function readNames(value: unknown, joints: number): readonly string[] | null {
  if (value === undefined) return null;
  const names = array(value, "/body/names").map((name, k) => text(name, `/body/names/${k}`));
  if (names.length !== joints) throw new Refusal("badShape", { place: "/body/names", wanted: joints, count: names.length });
  names.forEach((name, k) => {
    if (name === "" || names.indexOf(name) !== k) throw new Refusal("badValue", { place: `/body/names/${k}`, value: name });
  });
  return names;
}

function readTypes(value: unknown, bones: number, dimension: Dimension): readonly JointType[] {
  if (value === undefined) return Array<JointType>(bones).fill(null);
  const rows = array(value, "/body/types");
  if (rows.length !== bones) throw new Refusal("badShape", { place: "/body/types", wanted: bones, count: rows.length });
  return rows.map((row, k) => readType(row, `/body/types/${k}`, dimension));
}

/** One type of a joint; null is a free one. */
export function readType(value: unknown, place: string, dimension: Dimension): JointType {
  if (value === null) return null;
  const said = members(value, place, ["ball", "hinge", "fixed"]);
  const kinds = Object.keys(said);
  if (kinds.length !== 1) throw new Refusal("badValue", { place, value: kinds.join(", ") });
  if (kinds[0] === "ball") return { ball: readBall(said.ball, `${place}/ball`) };
  if (kinds[0] === "hinge") return { hinge: readHinge(said.hinge, `${place}/hinge`, dimension) };
  members(said.fixed, `${place}/fixed`, []);
  return { fixed: {} };
}

function readBall(value: unknown, place: string): JointBall {
  const said = members(value, place, ["cone", "cone_deg", "twist", "twist_deg", "reference", "stiffness"]);
  const cone = angles(said, "cone", place);
  const twist = angles(said, "twist", place);
  if (Array.isArray(cone) && cone.length !== 4) throw new Refusal("badShape", { place: `${place}/cone`, wanted: 4, count: cone.length });
  if (twist !== undefined && !(Array.isArray(twist) && twist.length === 2)) throw new Refusal("badShape", { place: `${place}/twist`, wanted: 2, count: 1 });
  return {
    ...(cone === undefined ? {} : { cone }),
    ...(twist === undefined ? {} : { twist: twist as number[] }),
    ...(said.reference === undefined ? {} : { reference: vector(said.reference, `${place}/reference`, 3) }),
    ...stiffness(said, place),
  };
}
type JointBall = Extract<JointType, { ball: unknown }>["ball"];
export type JointHinge = Extract<JointType, { hinge: unknown }>["hinge"];

/** A hinge, its ends in radians or degrees. */
export function readHinge(value: unknown, place: string, dimension: Dimension): JointHinge {
  const said = members(value, place, ["axis", "lower", "lower_deg", "upper", "upper_deg", "frame", "reference", "stiffness"]);
  const lower = angles(said, "lower", place);
  const upper = angles(said, "upper", place);
  if ((lower === undefined) !== (upper === undefined)) throw new Refusal("missing", { place: `${place}/${lower === undefined ? "lower" : "upper"}` });
  for (const end of [lower, upper]) if (Array.isArray(end)) throw new Refusal("badValue", { place, value: JSON.stringify(end) });
  return {
    ...(said.axis === undefined ? {} : { axis: vector(said.axis, `${place}/axis`, 3) }),
    ...(lower === undefined ? {} : { lower: lower as number, upper: upper as number }),
    ...(said.frame === undefined ? {} : { frame: oneOf(said.frame, ["local", "global"] as const, `${place}/frame`) }),
    ...(said.reference === undefined ? {} : { reference: vector(said.reference, `${place}/reference`, dimension) }),
    ...stiffness(said, place),
  };
}

function stiffness(said: Members, place: string): { stiffness?: number } {
  if (said.stiffness === undefined) return {};
  const value = number(said.stiffness, `${place}/stiffness`);
  if (value < 0 || value > 1) throw new Refusal("badValue", { place: `${place}/stiffness`, value });
  return { stiffness: value };
}

/** An angle or a list of them, in radians: `key` as it is, `key_deg` from degrees. */
function angles(said: Members, key: string, place: string): number | number[] | undefined {
  const inDegrees = said[`${key}_deg`] !== undefined;
  const value = inDegrees ? said[`${key}_deg`] : said[key];
  if (inDegrees && said[key] !== undefined) throw new Refusal("badKey", { place: `${place}/${key}_deg` });
  if (value === undefined) return undefined;
  const read = (x: unknown, at: string): number => number(x, at) * (inDegrees ? DEGREE : 1);
  return Array.isArray(value) ? value.map((x, k) => read(x, `${place}/${key}/${k}`)) : read(value, `${place}/${key}`);
}

function readTarget(value: unknown, place: string, dimension: Dimension): Target {
  if (Array.isArray(value)) return { position: vector(value, place, dimension) };
  const said = members(value, place, ["position", "name", "time", "direction", "rotation", "angle", "angle_deg"]);
  if (said.position === undefined) throw new Refusal("missing", { place: `${place}/position` });
  const angle = angles(said, "angle", place);
  const aims = [said.direction, said.rotation, angle].filter((aim) => aim !== undefined);
  if (aims.length > 1) throw new Refusal("badKey", { place });
  return {
    position: vector(said.position, `${place}/position`, dimension),
    ...(said.name === undefined ? {} : { name: text(said.name, `${place}/name`) }),
    ...(said.time === undefined ? {} : { time: number(said.time, `${place}/time`) }),
    ...(said.direction === undefined ? {} : { direction: nonZero(vector(said.direction, `${place}/direction`, dimension), `${place}/direction`) }),
    ...(said.rotation === undefined ? {} : { rotation: readRotation(said.rotation, inSpace(dimension, `${place}/rotation`)) }),
    ...(angle === undefined ? {} : { angle: plane(angle, dimension, `${place}/angle`) }),
  };
}

/** A rotation w, x, y, z, made unit. */
export function readRotation(value: unknown, place: string): readonly number[] {
  const rows = array(value, place).map((x, k) => number(x, `${place}/${k}`));
  if (rows.length !== 4) throw new Refusal("badShape", { place, wanted: 4, count: rows.length });
  const made = unitRotation(rows);
  if (made === null) throw new Refusal("badValue", { place, value: short(value) });
  return made;
}

function inSpace(dimension: Dimension, place: string): string {
  if (dimension === 2) throw new Refusal("badKey", { place });
  return place;
}

function plane(angle: number | number[], dimension: Dimension, place: string): number {
  if (dimension === 3 || Array.isArray(angle)) throw new Refusal("badKey", { place });
  return angle;
}

const OPTION_KEYS = ["start", "base", "pole", "tolerance", "max_iterations", "method", "rotation_tolerance", "clamp", "soft_reach", "stretch", "follow"];

function readOptions(value: unknown, body: Body): Options {
  const said = members(value, "/options", OPTION_KEYS);
  const place = (key: string): string => `/options/${key}`;
  if (said.soft_reach !== undefined) throw new Refusal("notInPage", { place: place("soft_reach") });
  if (said.stretch !== undefined && said.stretch !== 1) throw new Refusal("notInPage", { place: place("stretch") });
  const start = said.start === undefined ? null : poseOf(array(said.start, place("start")), place("start"), body.dimension);
  if (start !== null && start.length !== body.joints.length) {
    throw new Refusal("badShape", { place: place("start"), wanted: body.joints.length / body.dimension, count: start.length / body.dimension });
  }
  const iterations = said.max_iterations === undefined ? DEFAULT_OPTIONS.max_iterations : number(said.max_iterations, place("max_iterations"));
  if (!Number.isInteger(iterations) || iterations < 1 || iterations > 2 ** 31 - 1) {
    throw new Refusal("badValue", { place: place("max_iterations"), value: iterations });
  }
  return {
    start,
    base: said.base === undefined ? null : vector(said.base, place("base"), body.dimension),
    pole: said.pole === undefined ? null : readPole(said.pole, "/options/pole", body.dimension),
    tolerance: said.tolerance === undefined ? null : atLeast(number(said.tolerance, place("tolerance")), 0, place("tolerance")),
    max_iterations: iterations,
    method: said.method === undefined ? "auto" : text(said.method, place("method")),
    rotation_tolerance: said.rotation_tolerance === undefined
      ? DEFAULT_OPTIONS.rotation_tolerance
      : atLeast(number(said.rotation_tolerance, place("rotation_tolerance")), 0, place("rotation_tolerance")),
    clamp: said.clamp === undefined ? "both" : oneOf(said.clamp, ["both", "from_base"] as const, place("clamp")),
    follow: said.follow === undefined ? false : oneOf(said.follow, [true, false] as const, place("follow")),
  };
}

/** A pole: a point, or an object with a direction. */
export function readPole(value: unknown, place: string, dimension: Dimension): Pole {
  if (Array.isArray(value)) return { point: vector(value, place, dimension) };
  const said = members(value, place, ["direction"]);
  return { direction: nonZero(vector(said.direction, `${place}/direction`, dimension), `${place}/direction`) };
}

function members(value: unknown, place: string, keys: readonly string[]): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Refusal("badValue", { place: place || "/", value: short(value) });
  for (const key of Object.keys(value)) if (!keys.includes(key)) throw new Refusal("badKey", { place: `${place}/${key}` });
  return value as Members;
}

export function array(value: unknown, place: string): unknown[] {
  if (!Array.isArray(value)) throw new Refusal("badValue", { place, value: short(value) });
  return value;
}

export function number(value: unknown, place: string): number {
  if (typeof value !== "number" || !(Math.abs(value) <= LARGEST)) throw new Refusal("badNumber", { place, value: short(value) });
  return value;
}

export function text(value: unknown, place: string): string {
  if (typeof value !== "string") throw new Refusal("badValue", { place, value: short(value) });
  return value;
}

function atLeast(value: number, least: number, place: string): number {
  if (value < least) throw new Refusal("badValue", { place, value });
  return value;
}

function oneOf<T>(value: unknown, allowed: readonly T[], place: string): T {
  if (!allowed.includes(value as T)) throw new Refusal("badValue", { place, value: short(value) });
  return value as T;
}

export function vector(value: unknown, place: string, dimension: Dimension): number[] {
  const rows = array(value, place);
  if (rows.length !== dimension) throw new Refusal("badShape", { place, wanted: dimension, count: rows.length });
  return rows.map((x, k) => number(x, `${place}/${k}`));
}

function nonZero(value: number[], place: string): number[] {
  if (value.every((x) => x === 0)) throw new Refusal("badValue", { place, value: short(value) });
  return value;
}

function dimensionOf(row: unknown, place: string): Dimension {
  return oneOf(array(row, place).length, [2, 3] as const, place);
}

function poseOf(rows: unknown[], place: string, dimension: Dimension): Float64Array {
  return Float64Array.from(rows.flatMap((row, k) => vector(row, `${place}/${k}`, dimension)));
}

export const short = (value: unknown): string => (JSON.stringify(value) ?? "undefined").slice(0, 60);
