/** A body that branches, in the state: what is asked of it, and what the kernel answers. */
import type { Kernel } from "../kernel";
import type { Tree, Wish } from "../model/tree";

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

type Body = ReturnType<Kernel["prepareBody"]>;
const ready = new WeakMap<Tree, { body: Body; rest: Float64Array; restPositions: Float64Array }>();

function prepared(kernel: Kernel, tree: Tree): { body: Body; rest: Float64Array; restPositions: Float64Array } {
  const known = ready.get(tree);
  if (known !== undefined) return known;
  const body = kernel.prepareBody(tree.joints as never);
  const rest = kernel.bodyRest(body);
  const made = { body, rest, restPositions: named(tree, kernel.bodyForward(body, rest)) };
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
  const effectors = wishes.map(({ joint, position, priority }) => ({ joint: tree.places[joint], position, level: priorities.indexOf(priority) }));
  const asked = TOLERANCE * body.reach;
  const found = kernel.solveBody(body, effectors, state.start ?? rest, { tolerance: asked, max_iterations: ROUNDS });
  return { ...found, asked, positions: named(tree, found.positions), reach: body.reach, rest: restPositions };
}

/** Where the named joints stand. */
function named(tree: Tree, positions: Float64Array): Float64Array {
  const own = new Float64Array(tree.places.length * 3);
  tree.places.forEach((place, k) => own.set(positions.subarray(3 * place, 3 * place + 3), 3 * k));
  return own;
}

/** The state in which a tree opens: the first of its wishes, or its tips where they are. */
export function treeStateOf(kernel: Kernel, tree: Tree, gait: TreeState["gait"] = "none"): TreeState {
  const { restPositions } = prepared(kernel, tree);
  const wishes = tree.wishes[0] ?? tipsOf(tree).map((joint) => ({ joint, position: Array.from(restPositions.subarray(3 * joint, 3 * joint + 3)), priority: 0 }));
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
    return { joint, position: [home[0] + along * stride, home[1], home[2] + (swing ? Math.sin(share * 2 * Math.PI) * stride * 0.9 : 0)], priority: 0 };
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
