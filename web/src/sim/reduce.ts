/** What can happen to the state. Pure: the same state and action give the same state. */
import { bonesOf, straightJoints, type Body, type Dimension, type JointType, type Options, type Scene } from "../model/scene";
import { hasLimits, resized } from "../model/limits";
import { LIMITED_METHODS } from "./solve";
import type { TreeState } from "./tree";
import { stateOf, type Camera, type Handle, type Layers, type StartFrom, type State } from "./state";

export type Action =
  | { readonly type: "load"; readonly scene: Scene; readonly changes?: Partial<State> }
  /** A drag begins: by default the pose shown now is what the solves begin with. */
  | { readonly type: "grab"; readonly handle: Handle; readonly pose: Float64Array }
  | { readonly type: "move"; readonly handle: Handle; readonly to: readonly number[] }
  | { readonly type: "pole"; readonly on: boolean; readonly at: readonly number[] }
  | { readonly type: "settle"; readonly pose: Float64Array }
  | { readonly type: "bones"; readonly count: number }
  | { readonly type: "length"; readonly bone: number; readonly value: number }
  | { readonly type: "joint"; readonly joint: number; readonly kind: JointType }
  | { readonly type: "joints"; readonly kinds: readonly JointType[] }
  | { readonly type: "options"; readonly change: Partial<Options> }
  | { readonly type: "start"; readonly pose: Float64Array | null }
  | { readonly type: "startFrom"; readonly from: StartFrom }
  | { readonly type: "forward"; readonly turns: Float64Array }
  | { readonly type: "turn"; readonly index: number; readonly value: number }
  | { readonly type: "inverse"; readonly pose: Float64Array }
  | { readonly type: "step"; readonly done: number | null }
  | { readonly type: "play"; readonly what: "no" | "steps" | "path" }
  | { readonly type: "tick"; readonly now: number; readonly steps: number }
  | { readonly type: "speed"; readonly value: number }
  | { readonly type: "layers"; readonly change: Partial<Layers> }
  | { readonly type: "camera"; readonly change: Partial<Camera> }
  | { readonly type: "target"; readonly at: number }
  | { readonly type: "path"; readonly points: readonly (readonly number[])[] }
  /** A body that branches, its wishes, or the pose that its next solve begins with. */
  | { readonly type: "tree"; readonly tree: TreeState; readonly playing?: boolean }
  | { readonly type: "wish"; readonly wish: number; readonly to: readonly number[] | null }
  | { readonly type: "dimension"; readonly dimension: Dimension };

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case "load":
      return { ...stateOf(action.scene, state), ...action.changes };
    case "grab":
      return { ...state, handle: action.handle, done: null, playing: "no", start: startOfDrag(state, action.pose) };
    case "move":
      return moved(state, action.handle, action.to);
    case "pole":
      return fresh(state, { options: { ...state.options, pole: action.on ? { point: action.at } : null }, handle: action.on ? "pole" : "target" });
    case "settle":
      return state.startFrom === "last" ? { ...state, start: action.pose } : state;
    case "bones":
      return rebuilt(state, withBones(state.body, action.count));
    case "length":
      return rebuilt(state, withLength(state.body, action.bone, action.value));
    case "joint":
      return rebuilt(state, { ...state.body, types: state.body.types.map((type, k) => (k === action.joint ? action.kind : type)) }, state.start);
    case "joints":
      return rebuilt(state, { ...state.body, types: action.kinds }, state.start);
    case "options":
      return fresh(state, { options: { ...state.options, ...action.change } });
    case "start":
      return fresh(state, { start: action.pose ?? state.body.joints });
    case "startFrom":
      return fresh(state, { startFrom: action.from, start: action.from === "rest" ? state.body.joints : state.start });
    case "forward":
      return fresh(state, { mode: "forward", turns: action.turns });
    case "turn":
      return { ...state, turns: state.turns.with(action.index, action.value) };
    case "inverse":
      return fresh(state, { mode: "inverse", start: action.pose, targets: withTarget(state, Array.from(action.pose.subarray(-state.body.dimension))) });
    case "step":
      return { ...state, done: action.done === null ? null : Math.max(0, action.done), playing: "no" };
    case "play":
      return { ...state, playing: action.what, ticked: null, done: action.what === "steps" ? (state.done ?? 0) : null };
    case "tick":
      return ticked(state, action.now, action.steps);
    case "speed":
      return { ...state, speed: action.value, ticked: null };
    case "layers":
      return { ...state, layers: { ...state.layers, ...action.change } };
    case "camera":
      return { ...state, camera: { ...state.camera, ...action.change } };
    case "target":
      return fresh(state, { at: Math.min(Math.max(0, action.at), state.targets.length - 1) });
    case "path":
      return fresh(state, { targets: action.points.map((position) => ({ position })), at: 0, startFrom: "last", layers: { ...state.layers, trail: true } });
    case "tree":
      return { ...state, tree: action.tree, done: null, mode: "inverse", playing: action.playing === undefined ? state.playing : action.playing ? "path" : "no" };
    case "wish":
      return state.tree === null ? state : { ...state, playing: "no", tree: wished(state.tree, action.wish, action.to) };
    case "dimension":
      return state.body.dimension === action.dimension ? state : inDimension(state, action.dimension);
  }
}

/** A change after which the steps shown before mean nothing. */
const fresh = (state: State, change: Partial<State>): State => ({ ...state, done: null, playing: "no", ...change });

function startOfDrag(state: State, pose: Float64Array): Float64Array {
  return state.startFrom === "rest" ? state.body.joints : pose;
}

function withTarget(state: State, position: readonly number[]): State["targets"] {
  return state.targets.map((target, k) => (k === state.at ? { ...target, position } : target));
}

function moved(state: State, handle: Handle, to: readonly number[]): State {
  if (handle === "target") return fresh(state, { handle, targets: withTarget(state, to) });
  if (handle === "base") return fresh(state, { handle, options: { ...state.options, base: to } });
  return fresh(state, { handle, options: { ...state.options, pole: { point: to } } });
}

/** A body whose joints changed: the solve begins with its rest pose, or with the pose given. */
function rebuilt(state: State, body: Body, start: Float64Array = body.joints): State {
  const kept = start === state.body.joints || start.length !== body.joints.length ? body.joints : start;
  // Methods to compare with know no limits: a joint that gets one takes the choice back to ours.
  const method = hasLimits(body) && !LIMITED_METHODS.includes(state.options.method) ? "auto" : state.options.method;
  return fresh(state, { body, options: { ...state.options, method }, start: kept, turns: new Float64Array(bonesOf(body) * (body.dimension - 1)) });
}

/** Directions of the bones at rest; one of no length takes that of the bone before. */
function directions(body: Body): number[][] {
  let last: number[] = Array.from({ length: body.dimension }, (_, k) => (k === 0 ? 1 : 0));
  return Array.from({ length: bonesOf(body) }, (_, bone) => {
    const step = last.map((_, k) => body.joints[(bone + 1) * body.dimension + k] - body.joints[bone * body.dimension + k]);
    const length = Math.hypot(...step);
    if (length > 0) last = step.map((x) => x / length);
    return last;
  });
}

export function lengthsOf(body: Body): number[] {
  if (body.lengths !== null) return [...body.lengths];
  return Array.from({ length: bonesOf(body) }, (_, bone) => {
    const step = Array.from({ length: body.dimension }, (_, k) => body.joints[(bone + 1) * body.dimension + k] - body.joints[bone * body.dimension + k]);
    return Math.hypot(...step);
  });
}

function laid(body: Body, lengths: readonly number[], toward: readonly number[][]): Float64Array {
  const joints = new Float64Array((lengths.length + 1) * body.dimension);
  for (let k = 0; k < body.dimension; k += 1) joints[k] = body.joints[k];
  lengths.forEach((length, bone) => {
    for (let k = 0; k < body.dimension; k += 1) {
      joints[(bone + 1) * body.dimension + k] = joints[bone * body.dimension + k] + length * toward[bone][k];
    }
  });
  return joints;
}

/** The body with another number of bones and the same reach. */
function withBones(body: Body, count: number): Body {
  const before = lengthsOf(body);
  const reach = before.reduce((sum, length) => sum + length, 0);
  const mean = reach / before.length;
  const raw = Array.from({ length: count }, (_, k) => before[k] ?? mean);
  const factor = reach / raw.reduce((sum, length) => sum + length, 0);
  const toward = directions(body);
  const joints = laid(body, raw.map((length) => length * factor), raw.map((_, k) => toward[k] ?? toward[toward.length - 1]));
  const rotations = body.restRotations;
  const restRotations = rotations === null ? null : raw.map((_, k) => rotations[k] ?? rotations[rotations.length - 1]);
  return { ...body, joints, lengths: null, types: resized(body.types, count), names: null, restRotations };
}

function withLength(body: Body, bone: number, value: number): Body {
  const lengths = lengthsOf(body).map((length, k) => (k === bone ? value : length));
  return { ...body, joints: laid(body, lengths, directions(body)), lengths: null };
}

function inDimension(state: State, dimension: Dimension): State {
  const { body } = state;
  const joints = dimension === 3 ? wide(body.joints) : straightJoints(lengthsOf(body), 2, Array.from(body.joints.subarray(0, 2)));
  const types = body.types.map((type) => convertedType(type, dimension));
  const change = (vector: readonly number[]): number[] => (dimension === 3 ? [...vector, 0.15] : vector.slice(0, 2));
  const { pole, base } = state.options;
  // A chain that is laid straight has left the direction that its first limit was measured from.
  const baseDirection = dimension === 3 && body.baseDirection !== null ? [...body.baseDirection, 0] : null;
  const next: Body = { ...body, dimension, joints, lengths: null, types, baseDirection, restRotations: null };
  return fresh(state, {
    body: next,
    start: dimension === 3 && state.start !== body.joints ? wide(state.start) : joints,
    turns: new Float64Array(bonesOf(next) * (dimension - 1)),
    targets: [{ position: change(state.targets[state.at].position) }],
    at: 0,
    mode: "inverse",
    options: {
      ...state.options,
      base: base === null ? null : dimension === 3 ? [...base, 0] : base.slice(0, 2),
      pole: pole !== null && "point" in pole ? { point: change(pole.point) } : null,
    },
    layers: { ...state.layers, portrait: "off" },
  });
}

function convertedType(type: JointType, dimension: Dimension): JointType {
  if (type === null || "fixed" in type) return type;
  if (dimension === 3) return "hinge" in type ? { hinge: { ...type.hinge, axis: [0, 0, 1] } } : type;
  if ("ball" in type) return null;
  const { lower, upper, stiffness } = type.hinge;
  return { hinge: { ...(lower === undefined ? {} : { lower, upper: upper! }), ...(stiffness === undefined ? {} : { stiffness }) } };
}

function wide(pose: Float64Array): Float64Array {
  const joints = new Float64Array((pose.length / 2) * 3);
  for (let k = 0; k < pose.length / 2; k += 1) joints.set(pose.subarray(2 * k, 2 * k + 2), 3 * k);
  return joints;
}

/** One wish chosen, and moved where a place is given. */
function wished(tree: TreeState, chosen: number, to: readonly number[] | null): TreeState {
  const wishes = to === null ? tree.wishes : tree.wishes.map((wish, k) => (k === chosen ? { ...wish, position: to } : wish));
  return { ...tree, chosen, wishes, gait: "none" };
}

/** Playing goes on by whole steps; a clock that jumps ahead does not make the figure jump. */
function ticked(state: State, now: number, steps: number): State {
  if (state.playing === "no" || state.tree !== null) return state;
  const before = state.ticked ?? now;
  const due = Math.min(Math.floor(((now - before) / 1000) * state.speed), Math.max(1, Math.ceil(state.speed / 10)));
  if (state.ticked !== null && due < 1) return state;
  const advance = state.ticked === null ? 0 : due;
  if (state.playing === "path") {
    return { ...state, ticked: now, at: (state.at + Math.min(advance, 1)) % state.targets.length };
  }
  const done = (state.done ?? 0) + advance;
  return done >= steps ? { ...state, done: null, playing: "no", ticked: null } : { ...state, done, ticked: now };
}
