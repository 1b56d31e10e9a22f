/** A body that branches, in the state: what is asked of it, and what the kernel answers. */
import { BODY_KINDS, DEFAULT_ROTATION_TOLERANCE, STATUSES, type Kernel } from "../kernel";
import { Refusal } from "../model/read";
import type { Tree, Wish } from "../model/tree";
import type { TreeJoint } from "../model/treeJoints";

export interface TreeState {
  readonly tree: Tree;
  readonly wishes: readonly Wish[];
  /** Which wish the keyboard moves. */
  readonly chosen: number;
  /** q that the solve begins with; null: the rest pose. */
  readonly start: Float64Array | null;
  /** How the feet are moved by themselves, and how far along. */
  readonly gait: "none" | "walk" | "poses";
  readonly phase: number;
}

export interface TreeAnswer {
  readonly q: Float64Array;
  /** Of the named joints [names][3]. */
  readonly positions: Float64Array;
  readonly errors: Float64Array;
  readonly error: number;
  readonly tolerance: number;
  /** The tolerance asked for. */
  readonly asked: number;
  readonly status: string;
  readonly iterations: number;
  readonly reach: number;
  readonly rest: Float64Array;
}

type Body = ReturnType<Kernel["bodies"]["prepare"]>;
const ready = new WeakMap<Tree, { body: Body; rest: Float64Array; restPositions: Float64Array }>();

function prepared(kernel: Kernel, tree: Tree): { body: Body; rest: Float64Array; restPositions: Float64Array } {
  const known = ready.get(tree);
  if (known !== undefined) return known;
  const body = kernel.bodies.prepare(tree.joints.map(recordOf));
  const rest = kernel.bodies.rest(body);
  const made = { body, rest, restPositions: named(tree, kernel.bodies.forward(body, rest).positions) };
  ready.set(tree, made);
  return made;
}

/** Error that counts as reached, as a share of the reach: a drag is not a millimetre exact. */
const TOLERANCE = 1e-4;
/** Rounds of one solve: those of a drag have to fit into a frame. */
export const ROUNDS = 60;

export function answerTree(kernel: Kernel, state: TreeState): TreeAnswer {
  const { tree, wishes } = state;
  const { body, rest, restPositions } = prepared(kernel, tree);
  // Levels count from 0 for what goes first: the highest priority.
  const priorities = [...new Set(wishes.map((wish) => wish.priority))].sort((a, b) => b - a);
  const effectors = wishes.map((wish) => ({
    joint: tree.places[wish.joint], position: wish.position, level: priorities.indexOf(wish.priority), ...poleOf(tree, restPositions, wish),
  }));
  const asked = TOLERANCE * body.reach;
  const options = { tolerance: asked, rotation_tolerance: DEFAULT_ROTATION_TOLERANCE, max_iterations: ROUNDS };
  const found = kernel.bodies.solve(body, effectors, state.start ?? rest, options);
  return {
    q: found.q,
    positions: named(tree, found.positions),
    // Error and rotation error of each, in turn.
    errors: found.effector_errors.filter((_: number, index: number) => index % 2 === 0),
    error: found.error,
    tolerance: found.tolerance,
    asked,
    status: STATUSES[found.status],
    iterations: found.iterations,
    reach: body.reach,
    rest: restPositions,
  };
}

/** A wish's pole in the names and numbers of the kernel's struct. */
function poleOf(tree: Tree, rest: Float64Array, { joint, pole }: Wish): Record<string, unknown> {
  if (pole === null) return {};
  const { from, bend } = limbOf(tree, rest, joint);
  const at = "point" in pole ? { pole_kind: 1, pole: pole.point } : { pole_kind: 2, pole: pole.direction };
  return { ...at, pole_from: tree.places[from], pole_joint: tree.places[bend] };
}

/**
 * Where the limb that carries a joint begins, and where it bends: the rule of src/fabrikit/solve/body_target.py, the sums
 * in its order. It begins behind the next branch above, and bends at the joint nearest to halfway along it. Throws Refusal
 * when no joint lies between its ends.
 */
export function limbOf(tree: Tree, rest: Float64Array, joint: number): { from: number; bend: number } {
  const children = (place: number): number => tree.parents.filter((parent) => parent === place).length;
  const way = [joint];
  let up = tree.parents[joint];
  for (; up >= 0 && children(up) === 1; up = tree.parents[up]) way.push(up);
  // A limb of one bone bends where it leaves the branch.
  for (; up >= 0 && way.length < 3; up = tree.parents[up]) way.push(up);
  const along = [0];
  for (let k = 1; k < way.length; k += 1) {
    const [x, y, z] = [0, 1, 2].map((axis) => rest[3 * way[k] + axis] - rest[3 * way[k - 1] + axis]);
    along.push(along[k - 1] + Math.sqrt(x * x + y * y + z * z));
  }
  const whole = along[along.length - 1];
  if (way.length < 3 || whole === 0) throw new Refusal("noBend", { name: tree.names[joint] });
  const offMiddle = along.slice(1, -1).map((far) => Math.abs(far - whole / 2));
  return { from: way[way.length - 1], bend: way[1 + offMiddle.indexOf(Math.min(...offMiddle))] };
}

/** A joint in the names and numbers of the kernel's struct. */
function recordOf({ kind, cone, has_twist, has_range, ...joint }: TreeJoint): Record<string, unknown> {
  const coneKind = cone === null ? 0 : cone.every((half) => half === cone[0]) ? 1 : 2;
  return { ...joint, kind: BODY_KINDS.indexOf(kind), cone: cone ?? [0, 0, 0, 0], cone_kind: coneKind, has_twist: Number(has_twist), has_range: Number(has_range) };
}

/** Where the named joints stand. */
function named(tree: Tree, positions: Float64Array): Float64Array {
  const own = new Float64Array(tree.places.length * 3);
  tree.places.forEach((place, k) => own.set(positions.subarray(3 * place, 3 * place + 3), 3 * k));
  return own;
}

/** The state in which a tree opens: the first of its wishes, or its tips where they are. Throws Refusal, as `limbOf`. */
export function treeStateOf(kernel: Kernel, tree: Tree, gait: TreeState["gait"] = "none"): TreeState {
  const { restPositions } = prepared(kernel, tree);
  for (const { joint, pole } of tree.wishes.flat()) if (pole !== null) limbOf(tree, restPositions, joint);
  const wishes = tree.wishes[0] ?? tipsOf(tree).map((joint) => ({ joint, position: Array.from(restPositions.subarray(3 * joint, 3 * joint + 3)), priority: 0, pole: null }));
  return { tree, wishes, chosen: 0, start: null, gait, phase: 0 };
}

export const tipsOf = (tree: Tree): number[] => tree.names.map((_, k) => k).filter((k) => !tree.parents.includes(k));

/** Joints where chains part: the sub-bases. */
export const subBases = (tree: Tree): number[] => tree.names.map((_, k) => k).filter((k) => tree.parents.filter((parent) => parent === k).length > 1);

const CYCLE = 32;

/** The wishes of the next moment of a gait. Feet of a walk stand and go back, swing and go forward, in two groups. */
export function walked(kernel: Kernel, state: TreeState): TreeState {
  const phase = state.phase + 1;
  if (state.gait === "poses") return { ...state, phase, wishes: between(state.tree, phase) };
  const { restPositions, body } = prepared(kernel, state.tree);
  const wishes = tipsOf(state.tree).map((joint, foot) => {
    const home = Array.from(restPositions.subarray(3 * joint, 3 * joint + 3));
    const share = ((phase / CYCLE + (foot % 2 === 0 ? 0 : 0.5) + (foot >= 4 ? 0.5 : 0)) % 1 + 1) % 1;
    const swing = share < 0.5;
    const along = swing ? share * 4 - 1 : 3 - share * 4;
    const stride = body.reach * 0.12;
    return { joint, position: [home[0] + along * stride, home[1], home[2] + (swing ? Math.sin(share * 2 * Math.PI) * stride * 0.9 : 0)], priority: 0, pole: null };
  });
  return { ...state, phase, wishes };
}

/** Between the poses that the scene asks for, as a smooth stroke; tips that only one of them names stay with it. */
function between(tree: Tree, phase: number): readonly Wish[] {
  const count = tree.wishes.length;
  const from = tree.wishes[Math.floor(phase / CYCLE) % count];
  const to = tree.wishes[(Math.floor(phase / CYCLE) + 1) % count];
  const t = (phase % CYCLE) / CYCLE;
  const share = t * t * (3 - 2 * t);
  return to.map((wish) => {
    const before = from.find((own) => own.joint === wish.joint)?.position ?? wish.position;
    return { ...wish, position: wish.position.map((x, k) => before[k] + (x - before[k]) * share) };
  });
}
