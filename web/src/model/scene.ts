/** What a scene is: a body, the targets of its tip, and the options of the solve. The words are those of docs/scene.md. */

export interface Ball {
  readonly cone?: number | readonly number[];
  readonly twist?: readonly number[];
  readonly reference?: readonly number[];
  readonly stiffness?: number;
}
export interface Hinge {
  readonly axis?: readonly number[];
  readonly lower?: number;
  readonly upper?: number;
  readonly frame?: "local" | "global";
  readonly reference?: readonly number[];
  readonly stiffness?: number;
}
export type JointType = null | { readonly ball: Ball } | { readonly hinge: Hinge } | { readonly fixed: object };

export type Dimension = 2 | 3;

/** Joints are flat, base first: [bones + 1][dimension]. */
export interface Body {
  readonly dimension: Dimension;
  readonly joints: Float64Array;
  /** Lengths where the file gives them; null: what lies between the joints. */
  readonly lengths: Float64Array | null;
  readonly types: readonly JointType[];
  readonly names: readonly string[] | null;
  /** What the first joint's limit is measured from; null: the first bone's rest direction. */
  readonly baseDirection: readonly number[] | null;
  /** How each bone's own axes stand in the rest pose; null: along the world's. */
  readonly restRotations: readonly (readonly number[])[] | null;
}

export interface Target {
  readonly position: readonly number[];
  readonly name?: string;
  readonly time?: number;
  readonly direction?: readonly number[];
  readonly rotation?: readonly number[];
  readonly angle?: number;
}

export type Pole = { readonly point: readonly number[] } | { readonly direction: readonly number[] };

export interface Options {
  readonly start: Float64Array | null;
  readonly base: readonly number[] | null;
  readonly pole: Pole | null;
  readonly tolerance: number | null;
  readonly max_iterations: number;
  readonly method: string;
  readonly rotation_tolerance: number;
  readonly clamp: "both" | "from_base";
  readonly follow: boolean;
}

export interface Scene {
  readonly name: string;
  readonly description: string;
  readonly body: Body;
  readonly targets: readonly Target[];
  readonly options: Options;
}

export const DEFAULT_OPTIONS: Options = Object.freeze({
  start: null,
  base: null,
  pole: null,
  tolerance: null,
  max_iterations: 1000,
  method: "auto",
  rotation_tolerance: 1e-6,
  clamp: "both",
  follow: false,
});

/** More bones than this the page refuses: every frame solves and draws them all. */
export const MOST_BONES = 2000;
/** And more targets, and a longer text, than these. */
export const MOST_TARGETS = 5000;
export const MOST_LETTERS = 4_000_000;

/** Bones of a body. */
export const bonesOf = (body: Body): number => body.joints.length / body.dimension - 1;

/** One joint of a flat pose. */
export function jointAt(pose: ArrayLike<number>, dimension: Dimension, joint: number): number[] {
  const from = joint * dimension;
  return dimension === 2 ? [pose[from], pose[from + 1]] : [pose[from], pose[from + 1], pose[from + 2]];
}

/** A straight chain along +x from `base`: the joints of `lengths`. */
export function straightJoints(lengths: ArrayLike<number>, dimension: Dimension, base: readonly number[] | null = null): Float64Array {
  const joints = new Float64Array((lengths.length + 1) * dimension);
  let along = 0;
  for (let joint = 0; joint <= lengths.length; joint += 1) {
    for (let k = 0; k < dimension; k += 1) joints[joint * dimension + k] = (base?.[k] ?? 0) + (k === 0 ? along : 0);
    if (joint < lengths.length) along += lengths[joint];
  }
  return joints;
}
